// SPDX-License-Identifier: MIT
// The dam that breaks of J. C. Martin and W. J. Moyce, "An experimental study of the
// collapse of liquid columns on a rigid horizontal plane", Phil. Trans. R. Soc. A 244
// (1952), 312-324: a column a wide and 2 a high, whose front is Z a from the wall behind
// it at the time T sqrt(a / (2 g)); n^2 = 2, a = 2.25 inches. Values up to Z = 4.11 are
// those of their table 2, later ones are read off their figure 3, both as others who
// compare with it have published them.
//
// The experiment has a gate that takes its time to open: those who compare with it let T
// begin 0.175 later. Its floor is not slippery, so the fluid has `drag`.

#include "oracle.h"

#include <math.h>

typedef struct measurement {
    double time, front; // T, Z
} measurement;

static const measurement table[] = {
    {0.41, 1.11}, {0.84, 1.22},  {1.19, 1.44},  {1.43, 1.67},  {1.63, 1.89},
    {1.83, 2.11}, {1.98, 2.33},  {2.20, 2.56},  {2.32, 2.78},  {2.51, 3.00},
    {2.65, 3.22}, {2.83, 3.44},  {2.98, 3.67},  {3.11, 3.89},  {3.33, 4.11},
    {4.03, 4.94}, {4.42, 5.88},  {5.09, 6.98},  {5.68, 7.94},  {6.31, 8.97},
    {6.82, 9.99}, {7.44, 10.96}, {8.03, 11.98}, {8.63, 13.00}, {9.24, 13.97},
};

#define ROWS  COUNT_OF(table)
#define SOON  15 // rows of table 2
#define GATE  0.175
#define WIDTH 0.06 // of the column in the scene `dam`
#define STEPS 1100

// The foremost particle that is not alone: with four neighbours at least.
static double front_of(const mote_scene *scene, mote_simulation *simulation)
{
    oracle *o = oracle_of(scene, simulation);
    double front = -1e9;
    for (uint64_t i = 0; i < o->count; i++) {
        int neighbours = 0;
        for (uint64_t j = 0; j < o->count && o->place[2 * i] > front; j++) {
            double offset[3];
            neighbours +=
                j != i && oracle_offset(o, i, j, offset) < simulation->plan->radius;
        }
        front = neighbours >= 4 ? o->place[2 * i] : front;
    }
    oracle_destroy(o);
    double spacing = WIDTH / 40.0;
    return (front + scene->size[0] / 2.0 + spacing / 2.0) / WIDTH;
}

// Z after each step.
static void run_dam(const char *pressure, double fronts[STEPS + 1], double *per_step)
{
    mote_scene *scene = NULL;
    assert_ok(scene_builtin("dam", &scene));
    // With a floor as long as the experiment's.
    assert_ok(mote_scene_set(scene, "world.width", "0.96"));
    assert_ok(mote_scene_set(scene, "start.size", "[0.0625, 0.75]"));
    assert_ok(mote_scene_set(scene, "start.center", "[0.03125, 0.375]"));
    assert_ok(mote_scene_set(scene, "fluid.pressure", pressure));
    assert_ok(mote_scene_set(scene, "fluid.stiffness", "110"));
    assert_ok(mote_scene_set(scene, "fluid.near_stiffness", "11"));
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    *per_step = simulation->plan->step_time * sqrt(2.0 * 9.81 / WIDTH);
    fronts[0] = 1.0;
    for (int k = 1; k <= STEPS; k++) {
        step(simulation, 1);
        fronts[k] = front_of(scene, simulation);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static double front_at(const double fronts[STEPS + 1], double per_step, double time)
{
    double at = time / per_step;
    int k = (int)at;
    assert_in_range(k, 0, STEPS - 1);
    return fronts[k] + (at - k) * (fronts[k + 1] - fronts[k]);
}

static void the_front_is_where_martin_and_moyce_saw_it(void **state)
{
    (void)state;
    double tait[STEPS + 1], near[STEPS + 1], per_step;
    run_dam("tait", tait, &per_step);
    run_dam("near_density", near, &per_step);
    print_message(
        "|    T |    Z |  tait |       | gate later |       | near_density | |\n");
    double worst_tait = 0.0, worst_near = 0.0, worst_raw = 0.0;
    for (size_t k = 0; k < ROWS; k++) {
        double z = table[k].front;
        double raw = front_at(tait, per_step, table[k].time);
        double later = front_at(tait, per_step, table[k].time - GATE);
        double soft = front_at(near, per_step, table[k].time);
        print_message(
            "| %.2f | %.2f | %.2f | %+.1f %% | %.2f | %+.1f %% | %.2f | %+.1f %% |\n",
            table[k].time, z, raw, 100.0 * (raw / z - 1.0), later,
            100.0 * (later / z - 1.0), soft, 100.0 * (soft / z - 1.0));
        worst_raw = fmax(worst_raw, fabs(raw / z - 1.0));
        worst_tait = fmax(worst_tait, fabs(later / z - 1.0));
        worst_near = k < SOON ? fmax(worst_near, fabs(soft / z - 1.0)) : worst_near;
    }
    assert_true(worst_tait < 0.1);
    assert_true(worst_near < 0.1);
    assert_true(worst_raw < 0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_front_is_where_martin_and_moyce_saw_it),
    };
    return cmocka_run_group_tests_name("fluid_dam", tests, NULL, NULL);
}
