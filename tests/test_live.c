// SPDX-License-Identifier: MIT
// What keys and the panel do to a scene that is watched, without a window.

#include "support.h"

#include "app/live.h"
#include "core/file.h"
#include "sim/scene.h"

#include <stdio.h>
#include <string.h>

// In its place, for its log points into it.
static void watch(live *watched, const char *text)
{
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_CPU;
    device.threads = 1;
    assert_ok(live_create(watched, scene_of("%s", text), &device, 1, 64, 48));
}

static char *text_of(const live *watched)
{
    char *text;
    assert_ok(mote_scene_write(watched->scene, &text));
    return text;
}

// What is simulated is what the scene says; then it begins anew.
static void assert_is_its_scene(live *watched)
{
    mote_simulation *simulation;
    uint64_t hash, wanted;
    assert_ok(mote_simulation_create(watched->scene, &watched->device, &simulation));
    assert_ok(mote_simulation_step(simulation, 2));
    assert_ok(mote_simulation_step(watched->simulation, 2));
    assert_ok(mote_simulation_hash(simulation, &wanted));
    assert_ok(mote_simulation_hash(watched->simulation, &hash));
    assert_int_equal(hash, wanted);
    mote_simulation_destroy(simulation);
    assert_ok(live_restart(watched));
}

static const char few[] = "{'particles': 200, 'species': 3, 'seed': 7}";

static void a_key_that_is_set_takes_effect_and_is_undone(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    char *before = text_of(&watched);
    assert_ok(live_set(&watched, "life.force", "3"));
    assert_ok(live_set(&watched, "life.force", "4"));
    assert_true(watched.scene->parameters[0] == 4.0);
    assert_is_its_scene(&watched);
    assert_ok(live_act(&watched, LIVE_UNDO));
    char *after = text_of(&watched);
    assert_string_equal(before, after);
    assert_is_its_scene(&watched);
    assert_ok(live_act(&watched, LIVE_REDO));
    assert_true(watched.scene->parameters[0] == 4.0);
    assert_is_its_scene(&watched);
    free(before);
    free(after);
    live_destroy(&watched);
}

static void a_wrong_value_changes_nothing(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    char *before = text_of(&watched);
    uint64_t revision = watched.revision;
    assert_int_equal(live_set(&watched, "life.force", "-1"), MOTE_BAD_INPUT);
    assert_int_equal(live_set(&watched, "life.nothing", "1"), MOTE_BAD_INPUT);
    char *after = text_of(&watched);
    assert_string_equal(before, after);
    assert_int_equal(watched.revision, revision);
    assert_null(edits_undone(&watched.history));
    assert_is_its_scene(&watched);
    free(before);
    free(after);
    live_destroy(&watched);
}

// The scene is right, but the device is none.
typedef struct replayed {
    mote_scene *scene;
    mote_simulation *simulation;
    size_t count;
} replayed;

static mote_status do_again(void *context, input *input)
{
    replayed *self = context;
    self->count++;
    return input_apply(input, self->scene, self->simulation);
}

// Without a new start, and it can be done again in a run.
static void an_edit_takes_effect_while_it_goes_on(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"life.force", "9"},
        {"world.edges", "bounce"},
        {"life.maximum_radius", "0.1"},
        {"view.trails", "5"},
        {"dt", "0.01"},
        {"life.matrix[0][1]", "-1"},
    };
    live watched;
    watch(&watched, few);
    uint64_t hash, wanted, steps = 0;
    assert_ok(live_record_inputs(&watched, "test_live_inputs.jsonl"));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_ok(mote_simulation_step(watched.simulation, 3));
        assert_ok(live_set(&watched, rows[i][0], rows[i][1]));
        assert_int_equal(mote_simulation_step_count(watched.simulation), steps += 3);
    }
    assert_ok(live_act(&watched, LIVE_UNDO));
    assert_ok(mote_simulation_step(watched.simulation, 3));
    assert_ok(mote_simulation_hash(watched.simulation, &hash));
    live_destroy(&watched);

    input_log *log;
    replayed again = {0};
    assert_ok(input_log_open("test_live_inputs.jsonl", &log, &again.scene));
    assert_int_equal(input_log_steps(log), steps + 3);
    again.simulation = simulation_on(&test_cpu, again.scene, NULL);
    for (uint64_t done = 0; done < steps + 3;) {
        uint64_t due = input_log_due(log, again.simulation, steps + 3 - done);
        step(again.simulation, due);
        assert_ok(input_log_do(log, again.simulation, do_again, &again));
        done += due;
    }
    assert_int_equal(again.count, COUNT_OF(rows) + 1);
    assert_ok(mote_simulation_hash(again.simulation, &wanted));
    assert_int_equal(hash, wanted);
    mote_simulation_destroy(again.simulation);
    mote_scene_destroy(again.scene);
    input_log_close(log);
    remove("test_live_inputs.jsonl");
}

// Where its folder goes, a new start cannot begin the file anew.
static void a_record_that_cannot_be_written_ends_alone(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    assert_ok(file_make_folder("test_live_folder"));
    assert_ok(live_record_inputs(&watched, "test_live_folder/in.jsonl"));
    assert_int_equal(remove("test_live_folder/in.jsonl"), 0);
    assert_int_equal(remove("test_live_folder"), 0);
    assert_ok(live_set(&watched, "start.speed", "0.2"));
    assert_null(watched.inputs);
    assert_non_null(strstr(watched.note, "inputs are recorded no more"));
    assert_ok(live_set(&watched, "life.force", "3"));
    assert_is_its_scene(&watched);
    live_destroy(&watched);
}

// What is of the start makes for another one.
static void an_edit_of_the_start_starts_anew(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"start.pattern", "ring"}, {"start.speed", "0.3"},       {"seed", "5"},
        {"particles", "210"},      {"species[0].weight", "2.5"},
    };
    live watched;
    watch(&watched, few);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_ok(mote_simulation_step(watched.simulation, 3));
        assert_ok(live_set(&watched, rows[i][0], rows[i][1]));
        assert_int_equal(mote_simulation_step_count(watched.simulation), 0);
        assert_is_its_scene(&watched);
    }
    live_destroy(&watched);
}

static void what_cannot_take_effect_is_taken_back(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    watched.device.isa = "none";
    char *before = text_of(&watched);
    assert_int_not_equal(live_set(&watched, "particles", "300"), MOTE_OK);
    assert_int_not_equal(live_act(&watched, LIVE_POSITIONS), MOTE_OK);
    char *after = text_of(&watched);
    assert_string_equal(before, after);
    assert_null(edits_undone(&watched.history));
    assert_non_null(watched.simulation);
    free(before);
    free(after);
    live_destroy(&watched);
}

static void other_positions_keep_the_matrix(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    double before[9];
    memcpy(before, watched.scene->pairs[0], sizeof before);
    assert_ok(live_act(&watched, LIVE_POSITIONS));
    assert_int_equal(watched.scene->seed, 8);
    assert_memory_equal(before, watched.scene->pairs[0], sizeof before);
    assert_is_its_scene(&watched);
    live_destroy(&watched);
}

static void another_matrix_is_that_of_another_seed(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    mote_scene *next = scene_of("{'particles': 200, 'species': 3, 'seed': 8}");
    mote_scene *second = scene_of("{'particles': 200, 'species': 3, 'seed': 9}");
    assert_ok(live_act(&watched, LIVE_MATRIX));
    assert_int_equal(watched.scene->seed, 7);
    assert_memory_equal(watched.scene->pairs[0], next->pairs[0], 9 * sizeof(double));
    assert_is_its_scene(&watched);
    assert_ok(live_act(&watched, LIVE_MATRIX));
    assert_memory_equal(watched.scene->pairs[0], second->pairs[0], 9 * sizeof(double));
    mote_scene_destroy(next);
    mote_scene_destroy(second);
    live_destroy(&watched);
}

static void another_number_of_species_keeps_the_matrix(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    double before[9];
    assert_ok(live_set(&watched, "life.matrix[0][1]", "0.25"));
    memcpy(before, watched.scene->pairs[0], sizeof before);
    assert_ok(live_set(&watched, "species", "5"));
    const double *after = watched.scene->pairs[0];
    assert_true(after[1] == 0.25 && after[2] == before[2] && after[5] == before[3]);
    assert_is_its_scene(&watched);
    assert_ok(live_set(&watched, "species", "2"));
    assert_true(watched.scene->pairs[0][1] == 0.25);
    assert_int_equal(live_set(&watched, "species", "0"), MOTE_BAD_INPUT);
    assert_int_equal(watched.scene->species_count, 2);
    assert_true(watched.scene->pairs[0][1] == 0.25);
    assert_is_its_scene(&watched);
    live_destroy(&watched);
}

static void a_model_without_a_matrix_says_so(void **state)
{
    (void)state;
    live watched;
    watch(&watched, "{'model': 'fluid', 'particles': 200}");
    assert_ok(live_act(&watched, LIVE_MATRIX));
    assert_non_null(strstr(watched.note, "no matrix"));
    assert_null(edits_undone(&watched.history));
    live_destroy(&watched);
}

static void colors_go_round(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    uint8_t first[3];
    memcpy(first, watched.scene->species[0].color, sizeof first);
    for (int i = 0; i < 5; i++) {
        assert_ok(live_act(&watched, LIVE_COLORS));
        assert_memory_not_equal(first, watched.scene->species[0].color, sizeof first);
        assert_is_its_scene(&watched);
    }
    assert_ok(live_act(&watched, LIVE_COLORS));
    assert_memory_equal(first, watched.scene->species[0].color, sizeof first);
    assert_ok(live_set(&watched, "view.color_by", "speed"));
    assert_ok(live_act(&watched, LIVE_COLORS));
    assert_int_equal(watched.scene->view.palette, PALETTE_INFERNO);
    live_destroy(&watched);
}

static void another_model_is_undone_with_all_that_it_forgot(void **state)
{
    (void)state;
    live watched;
    watch(&watched, "{'particles': 200, 'life': {'force': 3, 'matrix': 0.5}}");
    char *before = text_of(&watched);
    assert_ok(live_set(&watched, "model", "boids"));
    assert_is_its_scene(&watched);
    assert_ok(live_act(&watched, LIVE_UNDO));
    char *after = text_of(&watched);
    assert_string_equal(before, after);
    free(before);
    free(after);
    live_destroy(&watched);
}

static void the_view_stays_unless_the_world_is_another(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    live_zoom(&watched, 2.0, 0.0, 0.0);
    double zoom = watched.view.zoom;
    assert_ok(live_set(&watched, "life.force", "2"));
    assert_true(watched.view.zoom == zoom);
    assert_ok(live_set(&watched, "world.width", "3"));
    assert_true(watched.view.zoom == 1.0 && watched.view.center[0] == 1.5);
    assert_int_equal(watched.view.width, 64);
    live_destroy(&watched);
}

static void another_scene_is_opened_and_a_wrong_one_is_not(void **state)
{
    (void)state;
    live watched;
    watch(&watched, few);
    assert_ok(live_act(&watched, LIVE_MATRIX));
    assert_ok(live_open(&watched, scene_of("{'particles': 50, 'dimension': 3}")));
    assert_int_equal(mote_simulation_particle_count(watched.simulation), 50);
    assert_int_equal(watched.view.width, 64);
    assert_null(edits_undone(&watched.history));
    assert_is_its_scene(&watched);
    watched.device.isa = "none";
    mote_scene *kept = watched.scene;
    assert_int_not_equal(live_open(&watched, scene_of("%s", few)), MOTE_OK);
    assert_ptr_equal(watched.scene, kept);
    assert_int_equal(mote_simulation_particle_count(watched.simulation), 50);
    live_destroy(&watched);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_that_is_set_takes_effect_and_is_undone),
        cmocka_unit_test(a_wrong_value_changes_nothing),
        cmocka_unit_test(an_edit_takes_effect_while_it_goes_on),
        cmocka_unit_test(an_edit_of_the_start_starts_anew),
        cmocka_unit_test(a_record_that_cannot_be_written_ends_alone),
        cmocka_unit_test(what_cannot_take_effect_is_taken_back),
        cmocka_unit_test(other_positions_keep_the_matrix),
        cmocka_unit_test(another_matrix_is_that_of_another_seed),
        cmocka_unit_test(another_number_of_species_keeps_the_matrix),
        cmocka_unit_test(a_model_without_a_matrix_says_so),
        cmocka_unit_test(colors_go_round),
        cmocka_unit_test(another_model_is_undone_with_all_that_it_forgot),
        cmocka_unit_test(the_view_stays_unless_the_world_is_another),
        cmocka_unit_test(another_scene_is_opened_and_a_wrong_one_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
