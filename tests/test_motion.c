// SPDX-License-Identifier: MIT
// glsl/lib/motion.glsl: a particle's move along one axis, and what the edges do to it.

#include "core/lanes.h"

#include "exact.glsl"
#include "motion.glsl"

#include "support.h"

#include <math.h>

#define WRAP_LIMIT   2147483520.0f
#define WALLED_LOW   UINT32_C(0x60000000)
#define WALLED_SPAN  UINT32_C(0x3fffffff)
#define WALLED_LIMIT 1073741760.0f

static axis_motion wrap(uint32_t coordinate, float velocity)
{
    return move_along(coordinate, velocity, 1.0f, WRAP_LIMIT, 1, 0, 0, UINT32_MAX);
}

static axis_motion bounce(uint32_t place, float velocity)
{
    return move_along(WALLED_LOW + place, velocity, 1.0f, WALLED_LIMIT, 0, 1, WALLED_LOW,
                      WALLED_SPAN);
}

static axis_motion stop(uint32_t place, float velocity)
{
    return move_along(WALLED_LOW + place, velocity, 1.0f, WALLED_LIMIT, 0, 0, WALLED_LOW,
                      WALLED_SPAN);
}

static void a_resting_particle_stays_where_it_is(void **state)
{
    (void)state;
    const uint32_t places[] = {0, 1, 0x7fffffff, 0x80000000, UINT32_MAX};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(wrap(places[i], 0.0f).coordinate, places[i]);
        assert_int_equal(wrap(places[i], -0.0f).coordinate, places[i]);
        uint32_t inside = places[i] >> 2;
        assert_int_equal(bounce(inside, 0.0f).coordinate, WALLED_LOW + inside);
        assert_int_equal(stop(inside, 0.0f).coordinate, WALLED_LOW + inside);
    }
}

static void a_move_is_truncated_to_whole_units(void **state)
{
    (void)state;
    assert_int_equal(wrap(100, 2.9f).coordinate, 102);
    assert_int_equal(wrap(100, -2.9f).coordinate, 98);
    axis_motion scaled = move_along(100, 8.0f, 0.25f, WRAP_LIMIT, 1, 0, 0, UINT32_MAX);
    assert_int_equal(scaled.coordinate, 102);
}

static void a_move_across_the_seam_goes_on_at_the_other_side(void **state)
{
    (void)state;
    assert_int_equal(wrap(UINT32_MAX, 3.0f).coordinate, 2);
    assert_int_equal(wrap(1, -3.0f).coordinate, UINT32_MAX - 1);
    assert_true(wrap(1, -3.0f).velocity == -3.0f);
}

static void a_move_stays_under_half_the_domain(void **state)
{
    (void)state;
    assert_int_equal(wrap(0, 1e30f).coordinate, 2147483520);
    assert_int_equal(wrap(0, -1e30f).coordinate, 0u - 2147483520u);
    assert_true(wrap(0, 1e30f).velocity == 1e30f);
}

static void a_wall_mirrors_place_and_velocity(void **state)
{
    (void)state;
    axis_motion low = bounce(2, -5.0f);
    assert_int_equal(low.coordinate, WALLED_LOW + 3);
    assert_true(low.velocity == 5.0f);
    axis_motion high = bounce(WALLED_SPAN - 2, 5.0f);
    assert_int_equal(high.coordinate, WALLED_LOW + WALLED_SPAN - 3);
    assert_true(high.velocity == -5.0f);
}

static void touching_a_wall_is_not_a_bounce(void **state)
{
    (void)state;
    axis_motion low = bounce(5, -5.0f);
    assert_int_equal(low.coordinate, WALLED_LOW);
    assert_true(low.velocity == -5.0f);
    axis_motion high = bounce(WALLED_SPAN - 5, 5.0f);
    assert_int_equal(high.coordinate, WALLED_LOW + WALLED_SPAN);
    assert_true(high.velocity == 5.0f);
}

static void no_speed_carries_a_particle_through_a_wall(void **state)
{
    (void)state;
    random_source random = random_from(1);
    for (int i = 0; i < 1000000; i++) {
        uint32_t place = (uint32_t)random_next(&random) >> 2;
        double size = exp2(random_unit(&random) * 140.0 - 10.0);
        float velocity = (float)(random_next(&random) & 1 ? size : -size);
        uint32_t bounced = bounce(place, velocity).coordinate;
        assert_true(bounced - WALLED_LOW <= WALLED_SPAN);
        uint32_t stopped = stop(place, velocity).coordinate;
        assert_true(stopped - WALLED_LOW <= WALLED_SPAN);
    }
}

static void an_open_border_stops_a_particle(void **state)
{
    (void)state;
    axis_motion low = stop(2, -5.0f);
    assert_int_equal(low.coordinate, WALLED_LOW);
    assert_int_equal(real_bits(low.velocity), 0);
    axis_motion high = stop(WALLED_SPAN - 2, 5.0f);
    assert_int_equal(high.coordinate, WALLED_LOW + WALLED_SPAN);
    assert_int_equal(real_bits(high.velocity), 0);
    assert_true(stop(100, 5.0f).velocity == 5.0f);
}

// -0 and subnormals, which devices treat differently, are never left behind by a wall.
static void a_turned_velocity_is_flushed(void **state)
{
    (void)state;
    axis_motion moved = move_along(WALLED_LOW, -1e-20f, 1e30f, WALLED_LIMIT, 0, 1,
                                   WALLED_LOW, WALLED_SPAN);
    assert_true(moved.coordinate > WALLED_LOW);
    assert_int_equal(real_bits(moved.velocity), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_resting_particle_stays_where_it_is),
        cmocka_unit_test(a_move_is_truncated_to_whole_units),
        cmocka_unit_test(a_move_across_the_seam_goes_on_at_the_other_side),
        cmocka_unit_test(a_move_stays_under_half_the_domain),
        cmocka_unit_test(a_wall_mirrors_place_and_velocity),
        cmocka_unit_test(touching_a_wall_is_not_a_bounce),
        cmocka_unit_test(no_speed_carries_a_particle_through_a_wall),
        cmocka_unit_test(an_open_border_stops_a_particle),
        cmocka_unit_test(a_turned_velocity_is_flushed),
    };
    return cmocka_run_group_tests_name("motion", tests, NULL, NULL);
}
