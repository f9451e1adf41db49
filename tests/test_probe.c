// SPDX-License-Identifier: MIT
// Looking into laws: both backends record the same values of a particle in each stage;
// and how two lists are put side by side.

#include "sim/probe.h"
#include "support.h"

#include "population.glsl"

#include <stdio.h>
#include <string.h>

// ---- Stages --------------------------------------------------------------------------

typedef struct probed {
    const mote_scene *scene;
    const char *search; // NULL: the default
    uint64_t steps;     // of which the last is looked into
    probe_request what;
    const char *text; // also looked into; "": all of them; NULL: none
} probed;

static probe_records records_on(const test_backend *on, const probed *asked)
{
    mote_device_def device = mote_default_device_def();
    device.search = asked->search;
    mote_simulation *simulation = simulation_on(on, asked->scene, &device);
    probe_records records;
    assert_ok(probe_start(&records));
    if (asked->text) {
        instrument_look_into(records.instrument, asked->text[0] ? asked->text : NULL);
    }
    step(simulation, asked->steps - probe_is_in_step(&asked->what));
    assert_ok(simulation_probe(simulation, &asked->what, &records));
    assert_int_equal(mote_simulation_step_count(simulation), asked->steps);
    mote_simulation_destroy(simulation);
    return records;
}

// Both record the same, at least so many values.
static void expect_same(const probed *asked, uint32_t least)
{
    probe_records a = records_on(&test_gl, asked);
    probe_records b = records_on(&test_cpu, asked);
    probe_pairs pairs;
    assert_ok(probe_align(&a, &b, &pairs));
    if (pairs.first) {
        const probe_value *first =
            pairs.first->of_a.site ? &pairs.first->of_a : &pairs.first->of_b;
        fail_msg("%s: %u of %u values differ, the first in %s:%d, %s",
                 probe_request_name(&asked->what), pairs.different, pairs.count,
                 first->site->file, first->site->line, first->site->name);
    }
    assert_int_equal(a.count, b.count);
    assert_int_equal(a.count, pairs.count);
    assert_true(pairs.count >= least);
    free(pairs.pairs);
    probe_free(&a);
    probe_free(&b);
}

static void pair_laws_record_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *search;
        int stage;
        const char *text;
        uint32_t least;
    } rows[] = {
        {"grid", STAGE_pair, NULL, 100},
        {"loop", STAGE_pair_loop, NULL, 1000},
        {"indexed", STAGE_pair_indexed, "", 100},
        {"grid", STAGE_update, "", 20},
    };
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene =
            scene_of("{'particles': 300, 'dimension': %d, 'start': {'speed': 0.2},"
                     " 'world': {'edges': 'bounce'}, 'life': {'maximum_radius': 0.2}}",
                     dimension);
        for (size_t i = 0; i < COUNT_OF(rows); i++) {
            probed asked = {
                scene, rows[i].search, 4, {rows[i].stage, NULL, 123}, rows[i].text};
            expect_same(&asked, rows[i].least);
        }
        mote_scene_destroy(scene);
    }
}

static void each_of_two_passes_is_recorded(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'ready', 'particles': 300, 'ready':"
                                 " {'radius': 0.2, 'stiffness': 5}}");
    probed asked = {scene, NULL, 2, {STAGE_update, NULL, 7}, ""};
    expect_same(&asked, 4);
    asked.search = "grid";
    asked.what.stage = STAGE_pair_marked;
    expect_same(&asked, 100);
    asked.what = (probe_request){-1, "pushing", 7};
    expect_same(&asked, 100);
    mote_scene_destroy(scene);
}

static void a_pass_is_looked_into_in_all_its_stages(void **state)
{
    mote_scene *scene = scene_of("{'model': 'ready', 'particles': 300, 'ready':"
                                 " {'radius': 0.2, 'stiffness': 5}}");
    static const char *const passes[] = {"crowding", "pushing"};
    for (int pass = 0; pass < 2; pass++) {
        probed asked = {scene, "grid", 1, {-1, passes[pass], 7}, NULL};
        probe_records records = records_on(*state, &asked);
        assert_true(records.count > 0);
        for (uint32_t i = 0; i < records.count; i++) {
            assert_int_equal(records.values[i].pass, pass);
        }
        assert_int_equal(records.values[0].stage, STAGE_pair_marked);
        assert_int_equal(records.values[records.count - 1].stage, STAGE_update);
        probe_free(&records);
    }
    mote_scene_destroy(scene);
}

// More neighbours than there is room to mark.
static void a_crowded_particle_is_recorded_once(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'ready', 'particles': 2000, 'ready':"
                                 " {'radius': 0.3, 'stiffness': 5}}");
    static const probe_request requests[] = {
        {-1, "crowding", 7}, {-1, "pushing", 7}, {STAGE_pair_crowded, NULL, 7}};
    probed asked = {.scene = scene, .search = "grid", .steps = 1};
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        asked.what = requests[i];
        expect_same(&asked, 1000);
    }
    asked.what.stage = STAGE_pair_marked;
    expect_same(&asked, 0);
    probe_records records = records_on(&test_cpu, &asked);
    assert_int_equal(records.count, 0);
    probe_free(&records);
    mote_scene_destroy(scene);
}

static mote_scene *emitter_scene(int dimension)
{
    return scene_of(
        "{'model': 'emitter', 'dimension': %d, 'particles': 2000, 'emitter': {"
        " 'wind': [1, 0%s], 'emitters': ["
        "  {'name': 'a', 'rate': 3000, 'shape': 'sphere', 'radius': 0.5, 'drag': 0.3,"
        "   'lifetime': [0.02, 0.2], 'on_death': 'b', 'death_count': 3, 'streak': 0.1},"
        "  {'name': 'b', 'lifetime': [0.1, 0.3], 'spread': 0.5}],"
        " 'forces': [{'kind': 'attractor'}, {'kind': 'vortex'}, {'kind': 'turbulence'}],"
        " 'colliders': [{'shape': 'plane'}, {'shape': 'sphere'}]}}",
        dimension, dimension == 3 ? ", 0" : "");
}

// The words of `population` after so many steps.
static void read_population(const mote_scene *scene, uint64_t steps, uint32_t *words)
{
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    step(simulation, steps);
    uint32_t *population = buffer_of(simulation, "population");
    memcpy(words, population, POPULATION_SIZE * sizeof *words);
    free(population);
    mote_simulation_destroy(simulation);
}

// The birth number of the latest row that lives after so many steps.
static uint32_t living_number(const mote_scene *scene, uint64_t steps)
{
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    step(simulation, steps);
    uint64_t rows;
    assert_ok(simulation_population(simulation, &rows));
    uint32_t *body = buffer_of(simulation, "body");
    uint32_t *flight = buffer_of(simulation, "flight");
    while (rows > 0 && body[4 * rows - 1] == 0) {
        rows--;
    }
    assert_true(rows > 0);
    uint32_t number = flight[4 * rows - 1];
    free(body);
    free(flight);
    mote_simulation_destroy(simulation);
    return number;
}

#define FLOWN 9 // steps; by then some have died

static void expect_emitter_same(int dimension)
{
    mote_scene *scene = emitter_scene(dimension);
    uint32_t words[POPULATION_SIZE];
    read_population(scene, FLOWN, words);
    uint32_t first = words[POPULATION_FIRST];
    uint32_t scheduled = words[POPULATION_SCHEDULED];
    assert_true(scheduled > 0 && words[POPULATION_BIRTHS] > scheduled);
    // Numbers go by two; the second emitter's are odd.
    const probe_request requests[] = {
        {STAGE_spawn, NULL, first + 2 * (scheduled - 1)},
        {STAGE_spawn_children, NULL, first + 2 * scheduled + 1},
        {STAGE_advance, NULL, living_number(scene, FLOWN - 1)},
        {STAGE_list_emitted, NULL, living_number(scene, FLOWN)},
    };
    probed asked = {.scene = scene, .steps = FLOWN};
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        asked.what = requests[i];
        expect_same(&asked, 50);
    }
    asked.text = "lib/random.glsl";
    expect_same(&asked, 150);
    mote_scene_destroy(scene);
}

static void the_emitters_law_records_the_same_in_2d(void **state)
{
    (void)state;
    expect_emitter_same(2);
}

static void the_emitters_law_records_the_same_in_3d(void **state)
{
    (void)state;
    expect_emitter_same(3);
}

static void a_step_that_is_looked_into_leaves_the_same_state(void **state)
{
    mote_scene *scene = emitter_scene(2);
    mote_simulation *usual = simulation_on(*state, scene, NULL);
    mote_simulation *probed = simulation_on(*state, scene, NULL);
    uint32_t number = living_number(scene, FLOWN);
    step(usual, FLOWN + 2);
    step(probed, FLOWN);
    probe_records records;
    assert_ok(probe_start(&records));
    probe_request asked = {STAGE_advance, NULL, number};
    assert_ok(simulation_probe(probed, &asked, &records));
    assert_true(records.count > 50);
    probe_free(&records);
    step(probed, 1);
    assert_true(hash_of(probed) == hash_of(usual));
    mote_simulation_destroy(usual);
    mote_simulation_destroy(probed);
    mote_scene_destroy(scene);
}

// ---- What cannot be looked into ------------------------------------------------------

static void expect_refused(mote_simulation *simulation, probe_request asked,
                           mote_status status, const char *why)
{
    probe_records records;
    assert_ok(probe_start(&records));
    assert_int_equal(simulation_probe(simulation, &asked, &records), status);
    if (!strstr(mote_last_error(), why)) {
        fail_msg("\"%s\" lacks \"%s\"", mote_last_error(), why);
    }
    probe_free(&records);
}

// After so many steps.
static void expect_birth_refused(const test_backend *on, const mote_scene *scene,
                                 uint64_t steps, int stage, uint32_t id, const char *why)
{
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    step(simulation, steps);
    expect_refused(simulation, (probe_request){stage, NULL, id}, MOTE_BAD_INPUT, why);
    mote_simulation_destroy(simulation);
}

static void stages_and_ids_that_are_not_there_are_refused(void **state)
{
    mote_scene *scene = scene_of("{'particles': 300}");
    mote_simulation *life = simulation_on(*state, scene, NULL);
    expect_refused(life, (probe_request){STAGE_rank, NULL, 5}, MOTE_BAD_INPUT,
                   "stage rank has no law");
    expect_refused(life, (probe_request){STAGE_advance, NULL, 5}, MOTE_BAD_INPUT,
                   "stage advance does not run in this scene; those to look into are "
                   "pair_loop, update");
    expect_refused(life, (probe_request){-1, "pushing", 5}, MOTE_BAD_INPUT,
                   "pass pushing does not run in this scene; those to look into are "
                   "pair_loop, update; or of a pass: attraction");
    expect_refused(life, (probe_request){STAGE_update, NULL, 300}, MOTE_BAD_INPUT,
                   "ids go from 0 to 299");
    mote_simulation_destroy(life);
    mote_scene_destroy(scene);

    scene = emitter_scene(2);
    expect_birth_refused(*state, scene, 0, STAGE_advance, 0,
                         "nobody lives at the beginning of step 0");
    expect_birth_refused(*state, scene, 1, STAGE_advance, 100000,
                         "50 live, with numbers from 0 to 98");
    expect_birth_refused(*state, scene, 1, STAGE_spawn, 0,
                         "not a birth number of step 1, whose births in this stage have "
                         "numbers from 100 to 199");
    expect_birth_refused(*state, scene, 0, STAGE_spawn, 1,
                         "nobody has this birth number");
    expect_birth_refused(*state, scene, 0, STAGE_spawn_children, 1,
                         "step 0 has no such births");
    mote_scene_destroy(scene);
}

static void a_lack_of_storage_blocks_is_told(void **state)
{
    (void)state;
    mote_scene *scene = emitter_scene(2);
    mote_simulation *simulation = simulation_on(&test_gl_clamped, scene, NULL);
    step(simulation, 1);
    expect_refused(simulation, (probe_request){STAGE_advance, NULL, 0}, MOTE_UNAVAILABLE,
                   "9 storage blocks, one of them to record values, but this OpenGL has "
                   "8");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Side by side --------------------------------------------------------------------

static const probe_site site_a = {"models/m.glsl", 1, PROBE_real, "a", ""};
static const probe_site site_b = {"models/m.glsl", 2, PROBE_real, "b", ""};
static const probe_site site_c = {"models/m.glsl", 3, PROBE_natural, "c", "lib/l.glsl"};
static const probe_site site_d = {"models/m.glsl", 4, PROBE_mask, "d", ""};
static const probe_site candidate = {"", 0, PROBE_natural, PROBE_CANDIDATE_NAME, ""};
static const probe_site sum = {"", 0, PROBE_natural, "sum.x.low", ""};

typedef struct listed_value {
    const probe_site *site; // NULL: what comes then is of the next pass
    uint32_t bits;
} listed_value;

typedef struct listed {
    const listed_value *values;
    uint32_t count;
} listed;

#define LISTED(...)                                                                      \
    (listed)                                                                             \
    {                                                                                    \
        (const listed_value[]){__VA_ARGS__},                                             \
            sizeof((const listed_value[]){__VA_ARGS__}) / sizeof(listed_value)           \
    }

// Puts both side by side; free() the pairs.
static probe_pairs side_by_side(listed a, listed b)
{
    probe_records records[2];
    listed lists[2] = {a, b};
    probe_pairs pairs;
    for (int side = 0; side < 2; side++) {
        assert_ok(probe_start(&records[side]));
        for (uint32_t i = 0; i < lists[side].count; i++) {
            listed_value value = lists[side].values[i];
            if (value.site) {
                probe_add(&records[side], value.site, value.bits);
            } else {
                records[side].pass++;
            }
        }
    }
    assert_ok(probe_align(&records[0], &records[1], &pairs));
    probe_free(&records[0]);
    probe_free(&records[1]);
    return pairs;
}

static void the_first_difference_is_found(void **state)
{
    (void)state;
    probe_pairs pairs = side_by_side(LISTED({&site_a, 1}, {&site_c, 2}, {&site_d, 1}),
                                     LISTED({&site_a, 1}, {&site_c, 3}, {&site_d, 0}));
    assert_int_equal(pairs.count, 3);
    assert_int_equal(pairs.different, 2);
    assert_ptr_equal(pairs.first, &pairs.pairs[1]);
    assert_string_equal(probe_next_library(&pairs), "lib/l.glsl");
    free(pairs.pairs);
}

static void zeros_and_nans_may_have_other_bits(void **state)
{
    (void)state;
    probe_pairs pairs = side_by_side(
        LISTED({&site_a, 0x80000000}, {&site_a, 0x7fc00000}, {&site_c, 0x80000000}),
        LISTED({&site_a, 0x00000001}, {&site_a, 0xffffffff}, {&site_c, 0x80000000}));
    assert_null(pairs.first);
    assert_null(probe_next_library(&pairs));
    assert_int_equal(probe_judge(&pairs.pairs[0]), PROBE_ALIKE);
    assert_int_equal(probe_judge(&pairs.pairs[1]), PROBE_ALIKE);
    assert_int_equal(probe_judge(&pairs.pairs[2]), PROBE_SAME);
    free(pairs.pairs);
}

static void what_one_side_alone_has_is_passed_over(void **state)
{
    (void)state;
    probe_pairs pairs = side_by_side(
        LISTED({&site_a, 1}, {&site_b, 2}, {&site_c, 3}, {&site_d, 1}, {&site_a, 4}),
        LISTED({&site_a, 1}, {&site_c, 3}, {&site_d, 1}, {&site_a, 4}));
    assert_int_equal(pairs.count, 5);
    assert_int_equal(pairs.different, 1);
    assert_ptr_equal(pairs.first->of_a.site, &site_b);
    assert_null(pairs.first->of_b.site);
    free(pairs.pairs);
}

static void candidates_may_come_in_any_order(void **state)
{
    (void)state;
    probe_pairs pairs = side_by_side(
        LISTED({&candidate, 7}, {&site_a, 70}, {&candidate, 5}, {&site_a, 50},
               {&site_b, 51}, {&candidate, 9}, {&sum, 1}, {&candidate, 3}, {&sum, 2}),
        LISTED({&candidate, 5}, {&site_a, 50}, {&site_b, 51}, {&candidate, 9},
               {&candidate, 7}, {&site_a, 70}, {&sum, 1}, {&candidate, 3}, {&sum, 2}));
    assert_null(pairs.first);
    assert_int_equal(pairs.count, 9);
    free(pairs.pairs);
    pairs = side_by_side(LISTED({&candidate, 5}, {&site_a, 50}, {&sum, 1}),
                         LISTED({&candidate, 4}, {&site_a, 40}, {&candidate, 5},
                                {&site_a, 50}, {&sum, 1}));
    assert_int_equal(pairs.different, 2);
    assert_null(pairs.first->of_a.site);
    assert_int_equal(pairs.first->of_b.bits, 4);
    free(pairs.pairs);
}

static void passes_are_kept_apart(void **state)
{
    (void)state;
    probe_pairs pairs =
        side_by_side(LISTED({&site_a, 1}, {&candidate, 5}, {&site_a, 50}, {NULL, 0},
                            {&candidate, 3}, {&site_a, 30}),
                     LISTED({&site_a, 1}, {NULL, 0}, {&candidate, 3}, {&site_a, 30}));
    assert_int_equal(pairs.count, 5);
    assert_int_equal(pairs.different, 2);
    assert_ptr_equal(pairs.first, &pairs.pairs[1]);
    assert_null(pairs.first->of_b.site);
    free(pairs.pairs);
}

static void values_past_the_most_are_left_out_and_noted(void **state)
{
    (void)state;
    probe_records records;
    assert_ok(probe_start(&records));
    for (uint32_t i = 0; i <= PROBE_VALUE_MAX; i++) {
        assert_false(records.is_cut);
        probe_add(&records, &site_a, i);
    }
    assert_true(records.is_cut);
    assert_int_equal(records.count, PROBE_VALUE_MAX);
    probe_free(&records);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pair_laws_record_the_same),
        cmocka_unit_test(each_of_two_passes_is_recorded),
        ON_CPU(a_pass_is_looked_into_in_all_its_stages),
        ON_GL(a_pass_is_looked_into_in_all_its_stages),
        cmocka_unit_test(a_crowded_particle_is_recorded_once),
        cmocka_unit_test(the_emitters_law_records_the_same_in_2d),
        cmocka_unit_test(the_emitters_law_records_the_same_in_3d),
        ON_CPU(a_step_that_is_looked_into_leaves_the_same_state),
        ON_GL(a_step_that_is_looked_into_leaves_the_same_state),
        ON_CPU(stages_and_ids_that_are_not_there_are_refused),
        ON_GL(stages_and_ids_that_are_not_there_are_refused),
        cmocka_unit_test(a_lack_of_storage_blocks_is_told),
        cmocka_unit_test(the_first_difference_is_found),
        cmocka_unit_test(zeros_and_nans_may_have_other_bits),
        cmocka_unit_test(what_one_side_alone_has_is_passed_over),
        cmocka_unit_test(candidates_may_come_in_any_order),
        cmocka_unit_test(passes_are_kept_apart),
        cmocka_unit_test(values_past_the_most_are_left_out_and_noted),
    };
    return cmocka_run_group_tests_name("probe", tests, NULL, NULL);
}
