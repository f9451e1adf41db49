// SPDX-License-Identifier: MIT
// Each stage alone: it is given buffers of the reference's making, with its outputs full
// of sentinels, and everything it then left in memory is compared with the reference.

#include "oracle.h"
#include "reference.h"
#include "statistics_oracle.h"

#include "population.glsl"

#include <math.h>
#include <string.h>

#define SENTINEL UINT32_C(0xa5a5a5a5)

// ---- One stage -----------------------------------------------------------------------

static bool writes(const schedule_entry *entry, int buffer, bool twin)
{
    for (int k = 0; k < entry->access_count; k++) {
        const struct entry_access *access = &entry->access[k];
        if (access->buffer == buffer && access->twin == twin) {
            return access_writes(access->kind);
        }
    }
    return false;
}

// Whether an entry writes all of a buffer, whatever was there.
static bool overwrites(const schedule_entry *entry, int buffer)
{
    for (int k = 0; k < entry->access_count; k++) {
        const struct entry_access *access = &entry->access[k];
        if (access->buffer == buffer && !access->twin) {
            return access->kind == ACCESS_WRITE;
        }
    }
    return false;
}

static void write_sentinels(mote_simulation *simulation, int buffer)
{
    uint64_t words = word_count(simulation, buffer);
    uint32_t *values = malloc(words * 4 + 4);
    for (uint64_t i = 0; i < words; i++) {
        values[i] = SENTINEL;
    }
    write_buffer(simulation, buffer, values);
    free(values);
}

// The simulation gets the reference's buffers; what the entry makes is spoilt.
static void write_inputs(mote_simulation *simulation, const reference *expected,
                         const schedule_entry *entry)
{
    backend *backend = simulation->backend;
    for (int b = 0; b < simulation->plan->buffer_count; b++) {
        if (b == BUFFER_dispatch_size) {
            continue; // only the backend knows what belongs there
        }
        if (overwrites(entry, b)) {
            write_sentinels(simulation, b);
        } else {
            write_buffer(simulation, b, expected->buffers[b]);
        }
    }
    backend->swap(backend, entry);
    for (int k = 0; k < entry->access_count; k++) {
        if (entry->access[k].twin) {
            write_sentinels(simulation, entry->access[k].buffer);
        }
    }
    backend->swap(backend, entry);
}

static void fail_at(const reference *expected, const schedule_entry *entry, int buffer,
                    uint64_t word, uint32_t found, uint32_t wanted)
{
    fail_msg("stage %s, buffer %s, word %llu of %llu: found %u, expected %u",
             stages[entry->stage].name, expected->plan->buffers[buffer].name,
             (unsigned long long)word,
             (unsigned long long)reference_words(expected, buffer), found, wanted);
}

static void check_words(const reference *expected, const schedule_entry *entry,
                        int buffer, const uint32_t *found, const uint32_t *wanted,
                        uint64_t words)
{
    for (uint64_t i = 0; i < words; i++) {
        if (found[i] != wanted[i]) {
            fail_at(expected, entry, buffer, i, found[i], wanted[i]);
        }
    }
}

// The slots of a cell's particles are 0, 1, 2 ... in any order.
static void check_slots(const reference *expected, const uint32_t *slots)
{
    uint64_t cells = (uint64_t)expected->plan->constants.cell_total + 1;
    uint32_t *seen = calloc(cells, sizeof *seen); // sum of slots
    for (uint64_t i = 0; i < expected->living; i++) {
        uint32_t cell = expected->buffers[BUFFER_particle_cell][i];
        assert_true(slots[i] < expected->buffers[BUFFER_cell_count][cell]);
        seen[cell] += slots[i] + 1;
    }
    for (uint64_t cell = 0; cell < cells; cell++) {
        uint32_t count = expected->buffers[BUFFER_cell_count][cell];
        assert_int_equal(seen[cell], count * (count + 1) / 2);
    }
    free(seen);
}

// A cell's part of the list holds each of its particles once, in any order.
static void check_members(const reference *expected, const uint32_t *members)
{
    bool *seen = calloc(expected->living + 1, sizeof *seen);
    for (uint64_t place = 0; place < expected->living; place++) {
        uint32_t wanted = expected->buffers[BUFFER_cell_member][place];
        assert_true(members[place] < expected->living && !seen[members[place]]);
        seen[members[place]] = true;
        assert_int_equal(expected->buffers[BUFFER_particle_cell][members[place]],
                         expected->buffers[BUFFER_particle_cell][wanted]);
    }
    free(seen);
}

// Place and species are exact; of the speed the last bits are a matter of rounding.
static void check_sprites(const reference *expected, const uint32_t *found)
{
    const uint32_t *wanted = expected->buffers[BUFFER_sprite];
    for (uint64_t i = 0; i < 4 * expected->living; i += 4) {
        assert_memory_equal(found + i, wanted + i, 3 * 4);
        assert_int_equal(found[i + 3] & 0xff, wanted[i + 3] & 0xff);
        double speed = (double)float_from(found[i + 3] & 0xffffff00u);
        double exact = (double)float_from(wanted[i + 3] & 0xffffff00u);
        assert_true(fabs(speed - exact) <= 1e-4 * exact);
    }
}

static void check_motion(const reference *expected, const uint32_t *found)
{
    oracle_crowd crowd =
        oracle_crowd_of_words(expected->plan, expected->buffers, expected->living);
    oracle_check_motion(expected->plan, &crowd, found);
    oracle_crowd_free(&crowd);
}

// Of a jet from the middle of the mouth: across it at a place of its own, along it as far
// as the jet has moved since the birth; it may miss that by the jitter.
static void check_poured(const reference *expected, const uint32_t *found)
{
    const plan *plan = expected->plan;
    int dimension = plan->dimension;
    uint32_t births = expected->buffers[BUFFER_population][POPULATION_BIRTHS];
    uint64_t first = expected->living - births;
    assert_memory_equal(found, expected->buffers[BUFFER_position],
                        first * (uint64_t)dimension * 4);
    for (uint32_t j = 0; j < births; j++) {
        const uint32_t *batch = reference_batch(expected, j);
        uint32_t index = j - batch[1];
        uint32_t slot = batch[2] + (batch[4] + index) % batch[3];
        const uint32_t *place = expected->buffers[BUFFER_mouth] + 4 * (size_t)slot;
        double birth =
            (double)float_from(batch[6]) + index * (double)float_from(batch[7]);
        double rest = fmin(fmax(1.0 - birth, 0.0), 1.0);
        for (int axis = 0; axis < dimension; axis++) {
            double along = (double)float_from(batch[12 + axis]);
            uint32_t wanted =
                batch[8 + axis] + place[axis] + (uint32_t)(int64_t)(along * rest);
            uint32_t there = found[(first + j) * (uint64_t)dimension + (uint64_t)axis];
            double missed = fabs((double)(int32_t)(there - wanted));
            double rounding = 4.0 + fabs(along) * (index + 4.0) * 1e-6;
            assert_true(missed <= (double)float_from(batch[20 + axis]) + rounding);
        }
    }
    assert_memory_equal(
        found + expected->living * (uint64_t)dimension,
        expected->buffers[BUFFER_position] + expected->living * (uint64_t)dimension,
        (plan->constants.particle_count - expected->living) * (uint64_t)dimension * 4);
}

static void check_buffer(mote_simulation *simulation, reference *expected,
                         const schedule_entry *entry, int buffer, uint64_t living_words)
{
    uint32_t *found = read_buffer(simulation, buffer);
    const uint32_t *wanted = expected->buffers[buffer];
    if (!writes(entry, buffer, false)) {
        check_words(expected, entry, buffer, found, wanted,
                    word_count(simulation, buffer));
    } else if (reference_settles(expected, entry, buffer)) {
        check_words(expected, entry, buffer, found, wanted, living_words);
    } else {
        if (buffer == BUFFER_particle_slot) {
            check_slots(expected, found);
        } else if (entry->stage == STAGE_pour && buffer == BUFFER_position) {
            check_poured(expected, found);
        } else if (buffer == BUFFER_cell_member) {
            check_members(expected, found);
        } else if (buffer == BUFFER_sprite) {
            check_sprites(expected, found);
        } else if (buffer == BUFFER_motion_sum) {
            check_motion(expected, found);
        } else if (strcmp(expected->plan->buffers[buffer].name, "attraction_sums") == 0) {
            oracle_check_pulls(expected->scene, simulation, 60);
        }
        reference_take(expected, buffer, found);
    }
    free(found);
}

static void check_twins(mote_simulation *simulation, const reference *expected,
                        const schedule_entry *entry)
{
    backend *backend = simulation->backend;
    backend->swap(backend, entry);
    for (int k = 0; k < entry->access_count; k++) {
        int buffer = entry->access[k].buffer;
        if (entry->access[k].twin) {
            uint32_t *found = read_buffer(simulation, buffer);
            check_words(expected, entry, buffer, found, expected->twins[buffer],
                        reference_words(expected, buffer));
            free(found);
        }
    }
    backend->swap(backend, entry);
}

static void check_entry(mote_simulation *simulation, reference *expected,
                        const schedule_entry *entry)
{
    write_inputs(simulation, expected, entry);
    assert_ok(simulation->backend->run(simulation->backend, entry));
    uint64_t words[BUFFER_MAX] = {0}; // of those who live when the stage begins
    for (int b = 0; b < simulation->plan->buffer_count; b++) {
        // Of rows that are not born, none is touched.
        words[b] = entry->stage == STAGE_pour ? word_count(simulation, b)
                                              : reference_words(expected, b);
    }
    reference_run(expected, entry);
    check_twins(simulation, expected, entry);
    for (int b = 0; b < simulation->plan->buffer_count; b++) {
        if (b != BUFFER_dispatch_size) {
            check_buffer(simulation, expected, entry, b, words[b]);
        }
    }
    if (entry->swaps) {
        reference_swap(expected, entry);
        simulation->backend->swap(simulation->backend, entry);
    }
}

// An eye that looks slantwise, from beside the middle, where scenes are sorted by depth.
static void turn_eye(reference *expected)
{
    const uint32_t eye[EYE_SIZE] = {0x91234567,
                                    0x6fedcba9,
                                    0x01234567,
                                    float_bits(0.6 / 4294967296.0),
                                    float_bits(-0.64 / 4294967296.0),
                                    float_bits(0.48 / 4294967296.0)};
    if (expected->plan->sorts) {
        memcpy(expected->buffers[BUFFER_eye], eye, sizeof eye);
    }
}

// Three steps, so that particles are out of order, then the draw list and statistics.
static void check_all_stages(const mote_scene *scene, mote_simulation *simulation)
{
    const plan *plan = simulation->plan;
    reference *expected = reference_of(scene, simulation);
    for (int turn = 0; turn < 3; turn++) {
        if (plan->pouring) {
            void *rows = expected->buffers[BUFFER_pouring];
            (void)pouring_fill(plan->pouring, (uint64_t)turn, rows);
        }
        for (int i = 0; i < plan->step_count; i++) {
            check_entry(simulation, expected, &plan->step[i]);
        }
    }
    turn_eye(expected);
    for (int i = 0; i < plan->draw_count; i++) {
        check_entry(simulation, expected, &plan->draw[i]);
    }
    for (int i = 0; i < plan->statistics_count; i++) {
        check_entry(simulation, expected, &plan->statistics[i]);
    }
    reference_destroy(expected);
}

// ---- The worked example of design.md: 13 particles in 12 cells -----------------------

#define EXAMPLE_PARTICLES 13
#define EXAMPLE_CELLS     12

static const uint32_t example_cell[] = {7, 2, 10, 0, 5, 2, 7, 8, 6, 10, 0, 6, 7};
static const uint32_t example_count[] = {2, 0, 2, 0, 0, 1, 2, 3, 1, 0, 2, 0, 0};
static const uint32_t example_start[] = {0, 2, 2, 4, 4, 4, 5, 7, 10, 11, 11, 13, 13};
static const uint32_t example_order[] = {3, 10, 1, 5, 4, 8, 11, 0, 6, 12, 7, 2, 9};

static void expect_words(mote_simulation *simulation, int buffer,
                         const uint32_t *expected, uint64_t count)
{
    uint32_t *found = read_buffer(simulation, buffer);
    assert_int_equal(word_count(simulation, buffer), count);
    for (uint64_t i = 0; i < count; i++) {
        assert_int_equal(found[i], expected[i]);
    }
    free(found);
}

static void the_worked_example_is_sorted(void **state)
{
    mote_scene *scene = scene_of(
        "{'particles': 13, 'world': {'width': 12, 'height': 1, 'edges': 'bounce'},"
        " 'life': {'minimum_radius': 0.3, 'maximum_radius': 0.99}}");
    mote_device_def device = mote_default_device_def();
    device.search = "grid";
    device.cell_reach = 1;
    mote_simulation *simulation = simulation_on(*state, scene, &device);
    assert_int_equal(simulation->plan->constants.cell_total, EXAMPLE_CELLS);
    uint32_t position[2 * EXAMPLE_PARTICLES];
    for (int i = 0; i < EXAMPLE_PARTICLES; i++) {
        // The middle of the cell, in the middle quarter of the box.
        double x = 0.375 + 0.25 * (example_cell[i] + 0.5) / EXAMPLE_CELLS;
        position[2 * i] = (uint32_t)(x * 4294967296.0);
        position[2 * i + 1] = UINT32_C(1) << 31;
    }
    write_buffer(simulation, BUFFER_position, position);
    run_before(simulation, STAGE_reorder);
    expect_words(simulation, BUFFER_particle_cell, example_cell, EXAMPLE_PARTICLES);
    expect_words(simulation, BUFFER_cell_count, example_count, EXAMPLE_CELLS + 1);
    expect_words(simulation, BUFFER_cell_start, example_start, EXAMPLE_CELLS + 1);
    expect_words(simulation, BUFFER_cell_order, example_order, EXAMPLE_PARTICLES);
    // Ids are indices here, so cell_id is cell_order with each cell in any order.
    uint32_t *cell_id = read_buffer(simulation, BUFFER_cell_id);
    for (int i = 0; i < EXAMPLE_PARTICLES; i++) {
        assert_int_equal(example_cell[cell_id[i]], example_cell[example_order[i]]);
    }
    free(cell_id);
    run_stage(simulation, STAGE_reorder);
    uint32_t *identity = read_buffer(simulation, BUFFER_identity);
    for (int i = 0; i < EXAMPLE_PARTICLES; i++) {
        assert_int_equal(identity[2 * i], example_order[i]);
    }
    free(identity);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Random input of all sizes -------------------------------------------------------

typedef struct stage_case {
    int particles, dimension;
    const char *model, *search, *edges;
    double radius;
} stage_case;

static mote_scene *scene_of_case(const stage_case *c)
{
    const char *names = strcmp(c->model, "life") == 0
                            ? "'matrix': 'random', 'minimum_radius': 0, 'maximum_radius'"
                            : "'lifetime': 0.05, 'radius'";
    return scene_of("{'model': '%s', 'particles': %d, 'dimension': %d, 'seed': 7,"
                    " 'start': {'speed': 0.3}, 'world': {'edges': '%s'},"
                    " '%s': {%s: %g}}",
                    c->model, c->particles, c->dimension, c->edges, c->model, names,
                    c->radius);
}

static void run_case(const test_backend *on, const stage_case *c, const char *sort)
{
    mote_scene *scene = scene_of_case(c);
    mote_device_def device = mote_default_device_def();
    device.search = c->search;
    device.sort = sort;
    mote_simulation *simulation = simulation_on(on, scene, &device);
    check_all_stages(scene, simulation);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void run_cases(const test_backend *on, const stage_case *cases, size_t count)
{
    need_backend(on);
    for (size_t i = 0; i < count; i++) {
        run_case(on, &cases[i], NULL);
    }
}

static void each_stage_of_a_grid_does_what_its_row_says(void **state)
{
    static const stage_case cases[] = {
        {0, 2, "life", "grid", "wrap", 0.1},      {1, 2, "life", "grid", "wrap", 0.1},
        {63, 2, "life", "grid", "bounce", 0.1},   {64, 2, "life", "grid", "wrap", 0.03},
        {65, 2, "life", "grid", "open", 0.1},     {1000, 2, "life", "grid", "wrap", 0.05},
        {70000, 2, "life", "grid", "wrap", 0.01},
    };
    run_cases(*state, cases, COUNT_OF(cases));
}

static void each_stage_of_a_loop_does_what_its_row_says(void **state)
{
    static const stage_case cases[] = {
        {0, 2, "life", "loop", "wrap", 0.1},    {1, 2, "life", "loop", "wrap", 0.1},
        {63, 2, "life", "loop", "bounce", 0.1}, {64, 2, "life", "loop", "wrap", 0.1},
        {65, 2, "life", "loop", "open", 0.1},   {1000, 2, "life", "loop", "wrap", 0.1},
    };
    run_cases(*state, cases, COUNT_OF(cases));
}

static void each_stage_of_an_index_list_does_what_its_row_says(void **state)
{
    static const stage_case cases[] = {
        {0, 2, "life", "indexed", "wrap", 0.1},
        {1, 2, "life", "published", "wrap", 0.1},
        {65, 2, "life", "published", "bounce", 0.1},
        {1000, 2, "life", "indexed", "wrap", 0.05},
        {1000, 3, "life", "published", "open", 0.2},
        {70000, 2, "life", "indexed", "wrap", 0.01},
    };
    run_cases(*state, cases, COUNT_OF(cases));
}

static void each_stage_in_3d_does_what_its_row_says(void **state)
{
    static const stage_case cases[] = {
        {0, 3, "life", "grid", "wrap", 0.1},      {1, 3, "life", "grid", "bounce", 0.1},
        {65, 3, "life", "loop", "wrap", 0.2},     {1000, 3, "life", "grid", "open", 0.1},
        {70000, 3, "life", "grid", "wrap", 0.03},
    };
    run_cases(*state, cases, COUNT_OF(cases));
}

static void each_stage_of_a_bitonic_sort_does_what_its_row_says(void **state)
{
    static const stage_case cases[] = {
        {0, 3, "life", "loop", "wrap", 0.1},
        {1, 3, "life", "loop", "wrap", 0.1},
        {2049, 3, "life", "grid", "bounce", 0.1},
        {70000, 3, "life", "grid", "wrap", 0.03},
    };
    need_backend(*state);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        run_case(*state, &cases[i], "bitonic");
    }
}

static void each_stage_of_a_mortal_model_does_what_its_row_says(void **state)
{
    static const stage_case cases[] = {
        {0, 2, "ready", "grid", "wrap", 0.1},
        {1, 2, "ready", "grid", "wrap", 0.1},
        {65, 3, "ready", "grid", "bounce", 0.1},
        {1000, 2, "ready", "grid", "wrap", 0.1},
        {70000, 2, "ready", "grid", "wrap", 0.004},
    };
    run_cases(*state, cases, COUNT_OF(cases));
}

// More is due than there is room for at the end of the first and in the second step; the
// drains make some again.
static void each_stage_of_faucets_and_drains_does_what_its_row_says(void **state)
{
    static const struct {
        int particles, first, dimension;
        const char *edges;
    } cases[] = {
        {0, 0, 2, "wrap"},        {1, 0, 2, "bounce"},    {65, 1, 3, "wrap"},
        {1000, 900, 2, "bounce"}, {1000, 500, 3, "open"}, {3000, 0, 2, "wrap"},
    };
    need_backend(*state);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *z = cases[i].dimension == 3 ? ", 0.5" : "";
        mote_scene *scene = scene_of(
            "{'model': 'ready', 'particles': %d, 'dimension': %d, 'seed': 7, 'species': 3,"
            " 'start': {'speed': 0.3, 'count': %d}, 'world': {'edges': '%s'},"
            " 'ready': {'lifetime': 0.5, 'radius': 0.05, 'faucets': ["
            " {'position': [0.3, 0.8%s], 'width': 0.2, 'rate': 20000, 'species': 2},"
            " {'position': [0.5, 0.3%s], 'direction': [1, 2%s], 'width': 0.1, 'rate':"
            " 777, 'jitter': 0.5},"
            " {'start': 0.01, 'stop': 0.03, 'speed': 10, 'rate': 1000, 'jitter': 0}],"
            " 'drains': [{'shape': 'sphere', 'radius': 0.2}, {'position': [0, 0%s],"
            " 'size': [0.5, 0.25%s]}]}}",
            cases[i].particles, cases[i].dimension, cases[i].first, cases[i].edges, z, z,
            z, z, z);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        check_all_stages(scene, simulation);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(the_worked_example_is_sorted),
        ON_EACH_BACKEND(each_stage_of_a_grid_does_what_its_row_says),
        ON_EACH_BACKEND(each_stage_of_a_loop_does_what_its_row_says),
        ON_EACH_BACKEND(each_stage_of_an_index_list_does_what_its_row_says),
        ON_EACH_BACKEND(each_stage_in_3d_does_what_its_row_says),
        ON_EACH_BACKEND(each_stage_of_a_bitonic_sort_does_what_its_row_says),
        ON_EACH_BACKEND(each_stage_of_a_mortal_model_does_what_its_row_says),
        ON_EACH_BACKEND(each_stage_of_faucets_and_drains_does_what_its_row_says),
    };
    return cmocka_run_group_tests_name("stages", tests, NULL, NULL);
}
