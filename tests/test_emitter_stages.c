// SPDX-License-Identifier: MIT
// Each stage of the emitter alone: it is given a state that is made up here, with its
// outputs full of sentinels; everything that it then left in memory is held against what
// stages.def and buffers.def say, written in the plainest way, and against the oracle.

#include "stage_bench.h"
#include "statistics_oracle.h"

#include "emission.glsl"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CHUNK ((uint64_t)PARTICLES_PER_CHUNK)

// ---- Words ---------------------------------------------------------------------------

static uint32_t word_of(const bench *b, int word)
{
    return b->before[BUFFER_population][word];
}

static uint64_t wide_of(const uint32_t *population, int word)
{
    return (uint64_t)population[word + 1] << 32 | population[word];
}

static void set_wide(uint32_t *population, int word, uint64_t value)
{
    population[word] = (uint32_t)value;
    population[word + 1] = (uint32_t)(value >> 32);
}

static uint64_t chunk_count(const bench *b)
{
    return b->plan->lengths[BUFFER_chunk];
}

// ---- Births --------------------------------------------------------------------------

static void check_schedule_births(bench *b, const schedule_entry *entry)
{
    uint32_t *wanted = b->before[BUFFER_population];
    uint64_t scheduled = b->before[BUFFER_emission][1];
    uint64_t all = scheduled + wanted[POPULATION_CHILDREN];
    uint64_t room = b->plan->constants.particle_count - wanted[POPULATION_LIVING];
    uint64_t births = all < room ? all : room;
    wanted[POPULATION_BIRTHS] = (uint32_t)births;
    wanted[POPULATION_SCHEDULED] = (uint32_t)(scheduled < births ? scheduled : births);
    uint64_t first = wide_of(wanted, POPULATION_NEXT);
    set_wide(wanted, POPULATION_FIRST, first);
    set_wide(wanted, POPULATION_NEXT, first + all * (b->oracle.mask + 1));
    set_wide(wanted, POPULATION_BORN, wide_of(wanted, POPULATION_BORN) + births);
    set_wide(wanted, POPULATION_DROPPED,
             wide_of(wanted, POPULATION_DROPPED) + all - births);
    bench_expect(b, entry, BUFFER_population, b->after[BUFFER_population], wanted, 0,
                 POPULATION_SIZE);
    for (uint64_t k = 0; k < chunk_count(b); k++) {
        b->before[BUFFER_chunk][4 * k] = b->before[BUFFER_chunk][4 * k + 2] = 0;
    }
    bench_expect(b, entry, BUFFER_chunk, b->after[BUFFER_chunk], b->before[BUFFER_chunk],
                 0, 4 * chunk_count(b));
}

// In 2-D there is no z.
static void check_flat(const bench *b, uint64_t place)
{
    bool is_flat = b->plan->dimension == 2;
    assert_true(!is_flat || b->after_twin[BUFFER_body][4 * place + 2] == 0);
    assert_true(!is_flat || b->after_twin[BUFFER_flight][4 * place + 2] == 0);
}

// The j-th birth of this step: its number and, where nothing pulls it, all the rest.
static void check_birth(bench *b, uint64_t place, uint64_t j, int e, double age,
                        const double from[3], const double velocity[3])
{
    emitted_row row = bench_row(b, b->after_twin, place);
    check_flat(b, place);
    uint64_t number = wide_of(b->before[BUFFER_population], POPULATION_FIRST) +
                      j * (b->oracle.mask + 1) + (uint64_t)e;
    assert_int_equal(row.number, (uint32_t)number);
    assert_true(row.life > 0.0);
    int forces = model_find_list(b->plan->model, "forces");
    if (b->plan->lists[forces].count == 0) {
        assert_true(oracle_could_be_born(&b->oracle, e, &row, age, from, velocity));
        b->seen++;
    }
}

static void check_spawn(bench *b, const schedule_entry *entry)
{
    const uint32_t *emission = b->before[BUFFER_emission];
    uint64_t living = word_of(b, POPULATION_LIVING);
    uint64_t scheduled = word_of(b, POPULATION_SCHEDULED), j = 0;
    for (uint32_t k = 0; k < emission[0]; k++) {
        const uint32_t *batch = emission + 4 * (EMISSION_BATCHES + 4 * k);
        double from[3] = {0}, velocity[3] = {0};
        for (uint32_t i = 0; i < batch[1] && j < scheduled; i++, j++) {
            double t = (double)float_from(batch[7]) + i * (double)float_from(batch[11]);
            t = fmin(fmax(t, 0.0), 1.0);
            for (int axis = 0; axis < b->plan->dimension; axis++) {
                double units = (double)(int32_t)(batch[4 + axis] - UINT32_C(0x80000000));
                units += (double)float_from(batch[8 + axis]) * t;
                from[axis] = units / 4294967296.0 * b->plan->box[axis];
                velocity[axis] = (double)float_from(batch[12 + axis]);
            }
            check_birth(b, living + j, j, (int)batch[0], (1.0 - t) * b->oracle.dt, from,
                        velocity);
        }
    }
    assert_int_equal(j, scheduled);
    bench_check_other_rows(b, entry, living, living + scheduled);
}

// Parents in the order of their rows, each one's children in a row.
static void check_spawn_children(bench *b, const schedule_entry *entry)
{
    uint64_t living = word_of(b, POPULATION_LIVING);
    uint64_t scheduled = word_of(b, POPULATION_SCHEDULED);
    uint64_t births = word_of(b, POPULATION_BIRTHS), j = scheduled;
    for (uint64_t i = 0; i < word_of(b, POPULATION_ROWS); i++) {
        emitted_row parent = bench_row(b, b->before, i);
        bool collided = b->before[BUFFER_child_start][i] & COLLIDED;
        uint32_t children = oracle_children(&b->oracle, &parent, collided);
        for (uint32_t k = 0; k < children && j < births; k++, j++) {
            int e = oracle_emitter_of_child(&b->oracle, &parent, collided, k);
            check_birth(b, living + j, j, e, b->oracle.dt, parent.place, parent.velocity);
        }
    }
    assert_int_equal(j, births);
    bench_check_other_rows(b, entry, living + scheduled, living + births);
}

// ---- A step --------------------------------------------------------------------------

static void check_flight(bench *b, uint64_t from, uint64_t place, bool collided)
{
    emitted_row before = bench_row(b, b->before, from);
    emitted_row found = bench_row(b, b->after_twin, place);
    oracle_step wanted = oracle_advance(&b->oracle, &before);
    check_flat(b, place);
    assert_int_equal(found.number, before.number);
    b->seen++;
    if (wanted.is_close_call) {
        b->close++;
        return;
    }
    assert_int_equal(collided, wanted.collides);
    assert_near(found.life, wanted.row.life, 1e-6);
    for (int axis = 0; axis < 3; axis++) {
        assert_near(found.place[axis], wanted.row.place[axis], wanted.place_bound);
        assert_near(found.velocity[axis], wanted.row.velocity[axis],
                    wanted.velocity_bound);
    }
}

static void check_advance(bench *b, const schedule_entry *entry)
{
    uint64_t place = 0;
    uint32_t *chunk = b->before[BUFFER_chunk];
    for (uint64_t i = 0; i < word_of(b, POPULATION_ROWS); i++) {
        if (b->before[BUFFER_body][4 * i + 3] == 0) {
            continue;
        }
        uint32_t count = b->after[BUFFER_child_count][place];
        check_flight(b, i, place, count & COLLIDED);
        emitted_row found = bench_row(b, b->after_twin, place);
        assert_int_equal(count & ~COLLIDED,
                         oracle_children(&b->oracle, &found, count & COLLIDED));
        chunk[place / CHUNK * 4] += found.life > 0.0;
        chunk[place / CHUNK * 4 + 2] += count & ~COLLIDED;
        place++;
    }
    assert_int_equal(place, word_of(b, POPULATION_LIVING));
    bench_check_other_rows(b, entry, 0, place);
    bench_expect(b, entry, BUFFER_chunk, b->after[BUFFER_chunk], chunk, 0,
                 4 * chunk_count(b));
    for (uint64_t i = place; i < b->plan->lengths[BUFFER_child_count]; i++) {
        assert_int_equal(b->after[BUFFER_child_count][i], SENTINEL);
    }
}

static void check_place_living(bench *b, const schedule_entry *entry)
{
    uint32_t *population = b->before[BUFFER_population];
    uint32_t *chunk = b->before[BUFFER_chunk];
    uint64_t survivors = population[POPULATION_LIVING];
    uint64_t rows = survivors + population[POPULATION_BIRTHS];
    for (uint64_t i = survivors; i < rows; i++) {
        chunk[i / CHUNK * 4]++; // all that are born live
    }
    uint32_t living = 0, children = 0;
    for (uint64_t k = 0; k < chunk_count(b); k++) {
        chunk[4 * k + 1] = living;
        chunk[4 * k + 3] = children;
        living += chunk[4 * k];
        children += chunk[4 * k + 2];
    }
    set_wide(population, POPULATION_DIED,
             wide_of(population, POPULATION_DIED) + rows - living);
    population[POPULATION_ROWS] = (uint32_t)rows;
    population[POPULATION_LIVING] = living;
    population[POPULATION_CHILDREN] = children;
    const uint32_t draw_size[4] = {4, living, 0, 0};
    bench_expect(b, entry, BUFFER_population, b->after[BUFFER_population], population, 0,
                 POPULATION_SIZE);
    bench_expect(b, entry, BUFFER_chunk, b->after[BUFFER_chunk], chunk, 0,
                 4 * chunk_count(b));
    bench_expect(b, entry, BUFFER_draw_size, b->after[BUFFER_draw_size], draw_size, 0, 4);
}

static void check_list_children(bench *b, const schedule_entry *entry)
{
    uint64_t rows = word_of(b, POPULATION_ROWS);
    uint64_t advanced = rows - word_of(b, POPULATION_BIRTHS);
    uint32_t *wanted = b->before[BUFFER_child_start], sum = 0; // sentinels until now
    for (uint64_t i = 0; i < rows; i++) {
        uint32_t count = i < advanced ? b->before[BUFFER_child_count][i] : 0;
        sum = i % CHUNK == 0 ? 0 : sum;
        wanted[i] = sum | (count & COLLIDED);
        sum += count & ~COLLIDED;
    }
    bench_expect(b, entry, BUFFER_child_start, b->after[BUFFER_child_start], wanted, 0,
                 word_count(b->simulation, BUFFER_child_start));
}

// ---- The list of what is drawn -------------------------------------------------------

// Emitter 2's particles live for 2 s, are 0.25 large at first and grow to three times as
// much, from black to half of white.
static void check_look(const bench *b, const emitted_row *row, const uint32_t *look,
                       double radius)
{
    if ((row->number & b->oracle.mask) != 2) {
        return;
    }
    double part = 1.0 - row->life / 2.0, along = part * 15.0;
    // The last thousandth of the last part between samples is left out.
    assert_near(radius, 0.25 * (1.0 + 2.0 * part), 4e-5);
    // Linear light between 16 samples of the curve of sRGB.
    double low = floor(along), share = along - low, light[2];
    for (int k = 0; k < 2; k++) {
        double encoded = (low + k) / 15.0 * 128.0 / 255.0;
        light[k] =
            encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
    }
    double expected = 4096.0 * (light[0] + share * (light[1] - light[0]));
    assert_near(look[0] & 0xffff, expected, 0.52);
    assert_near(look[0] >> 16, expected, 0.52);
    assert_near(look[1] & 0xffff, expected, 0.52);
    assert_near(look[1] >> 16, 65535.0, 0.0);
    double turn = (0.125 + 0.5 * (2.0 - row->life)) * 4294967296.0;
    assert_near((double)(int32_t)(look[2] - (uint32_t)(int64_t)turn), 0.0, 3000.0);
}

static void check_list_emitted(bench *b, const schedule_entry *entry)
{
    uint64_t place = 0;
    for (uint64_t i = 0; i < word_of(b, POPULATION_ROWS); i++) {
        emitted_row row = bench_row(b, b->before, i);
        if (row.life <= 0.0) {
            continue;
        }
        int e = (int)(row.number & b->oracle.mask);
        const uint32_t *sprite = b->after[BUFFER_sprite] + 4 * place;
        const uint32_t *look = b->after[BUFFER_sprite_look] + 4 * place;
        const uint32_t *tail = b->after[BUFFER_sprite_tail] + 4 * place;
        assert_memory_equal(sprite, b->before[BUFFER_body] + 4 * i, 12);
        assert_int_equal(look[3], row.number);
        check_look(b, &row, look, (double)float_from(sprite[3]));
        double streak = oracle_item(&b->oracle, "emitters", e, "streak", 0);
        for (int axis = 0; axis < 3; axis++) {
            double way = axis < b->plan->dimension ? (double)(int32_t)tail[axis] /
                                                         4294967296.0 * b->plan->box[axis]
                                                   : (double)tail[axis];
            assert_near(way, -row.velocity[axis] * streak, 1e-6);
        }
        assert_int_equal(tail[3], 0);
        place++;
    }
    assert_int_equal(place, word_of(b, POPULATION_LIVING));
    static const int lists[] = {BUFFER_sprite, BUFFER_sprite_look, BUFFER_sprite_tail};
    for (size_t k = 0; k < COUNT_OF(lists); k++) {
        bench_expect(b, entry, lists[k], b->after[lists[k]], b->before[lists[k]],
                     4 * place, word_count(b->simulation, lists[k]));
    }
}

// ---- Statistics ----------------------------------------------------------------------

static void check_clear_species(bench *b, const schedule_entry *entry)
{
    uint64_t words = word_count(b->simulation, BUFFER_species_count);
    memset(b->before[BUFFER_species_count], 0, words * 4);
    bench_expect(b, entry, BUFFER_species_count, b->after[BUFFER_species_count],
                 b->before[BUFFER_species_count], 0, words);
}

static void check_sum_flight(bench *b, const schedule_entry *entry)
{
    oracle_crowd crowd =
        oracle_crowd_of_words(b->plan, b->before, word_of(b, POPULATION_ROWS));
    oracle_count_species(b->plan, &crowd, b->before[BUFFER_species_count]);
    oracle_check_motion(b->plan, &crowd, b->after[BUFFER_motion_sum]);
    bench_expect(b, entry, BUFFER_species_count, b->after[BUFFER_species_count],
                 b->before[BUFFER_species_count], 0,
                 word_count(b->simulation, BUFFER_species_count));
    oracle_crowd_free(&crowd);
}

static void check_sum_species(bench *b, const schedule_entry *entry)
{
    uint32_t *wanted = b->before[BUFFER_species_total];
    oracle_sum_species(b->plan, b->before[BUFFER_species_count], wanted);
    bench_expect(b, entry, BUFFER_species_total, b->after[BUFFER_species_total], wanted,
                 0, word_count(b->simulation, BUFFER_species_total));
}

static void check_sum_mixing(bench *b, const schedule_entry *entry)
{
    uint32_t *wanted = b->before[BUFFER_mixing_sum];
    oracle_sum_mixing(b->plan, b->before[BUFFER_species_count], wanted);
    bench_expect(b, entry, BUFFER_mixing_sum, b->after[BUFFER_mixing_sum], wanted, 0,
                 word_count(b->simulation, BUFFER_mixing_sum));
}

typedef void stage_check(bench *b, const schedule_entry *entry);

static stage_check *const checks[STAGE_COUNT] = {
    [STAGE_schedule_births] = check_schedule_births,
    [STAGE_spawn] = check_spawn,
    [STAGE_spawn_children] = check_spawn_children,
    [STAGE_advance] = check_advance,
    [STAGE_place_living] = check_place_living,
    [STAGE_list_children] = check_list_children,
    [STAGE_list_emitted] = check_list_emitted,
    [STAGE_clear_species] = check_clear_species,
    [STAGE_sum_flight] = check_sum_flight,
    [STAGE_sum_species] = check_sum_species,
    [STAGE_sum_mixing] = check_sum_mixing,
};

static void check_stage_alone(bench *b, const schedule_entry *entry)
{
    if (!checks[entry->stage]) {
        return; // others sort what is drawn
    }
    bench_give(b, entry);
    assert_ok(b->simulation->backend->run(b->simulation->backend, entry));
    bench_take(b);
    bench_check_rest(b, entry);
    checks[entry->stage](b, entry);
    bench_adopt(b, entry->swaps);
}

// ---- States that are made up ---------------------------------------------------------

// Particles of three emitters, here and there, of whom a quarter has just died and some
// have collided.
static void make_rows(bench *b, uint64_t rows, random_source *random)
{
    uint64_t next = wide_of(b->before[BUFFER_population], POPULATION_NEXT);
    for (uint64_t i = 0; i < rows; i++) {
        uint32_t *body = b->before[BUFFER_body] + 4 * i;
        uint32_t *flight = b->before[BUFFER_flight] + 4 * i;
        double life = random_unit(random) < 0.25 ? 0.0 : 0.005 + random_unit(random);
        body[2] = flight[2] = 0;
        for (int axis = 0; axis < b->plan->dimension; axis++) {
            double place = (9.0 * random_unit(random) - 4.5) / b->plan->box[axis];
            body[axis] = UINT32_C(0x80000000) + (uint32_t)(int32_t)(place * 4294967296.0);
            flight[axis] = float_bits(12.0 * random_unit(random) - 6.0);
        }
        body[3] = float_bits(life);
        flight[3] = (uint32_t)(next - 4 * 3 * (rows - i) + random_next(random) % 3);
        b->before[BUFFER_child_start][i] = random_unit(random) < 0.2 ? COLLIDED : 0;
    }
}

static void make_chunks(bench *b, uint64_t rows)
{
    uint32_t living = 0, children = 0, *chunk = b->before[BUFFER_chunk];
    memset(chunk, 0, 16 * chunk_count(b));
    for (uint64_t i = 0; i < rows; i++) {
        uint32_t *start = &b->before[BUFFER_child_start][i],
                 *counts = chunk + i / CHUNK * 4;
        emitted_row row = bench_row(b, b->before, i);
        uint32_t own = oracle_children(&b->oracle, &row, *start & COLLIDED);
        *start |= counts[2];
        counts[0] += row.life > 0.0;
        counts[2] += own;
    }
    for (uint64_t k = 0; k < chunk_count(b); k++) {
        chunk[4 * k + 1] = living;
        chunk[4 * k + 3] = children;
        living += chunk[4 * k];
        children += chunk[4 * k + 2];
    }
    b->before[BUFFER_population][POPULATION_LIVING] = living;
    b->before[BUFFER_population][POPULATION_CHILDREN] = children;
}

static void make_state(bench *b, uint64_t rows)
{
    random_source random = random_from(rows + 1);
    uint32_t *population = b->before[BUFFER_population];
    static const int rest[] = {BUFFER_body, BUFFER_flight, BUFFER_child_start};
    for (size_t k = 0; k < COUNT_OF(rest); k++) {
        bench_spoil(b, rest[k], b->before[rest[k]]);
    }
    memset(population, 0xa5, 4 * POPULATION_SIZE);
    population[POPULATION_ROWS] = (uint32_t)rows;
    // Numbers of the living are from before a border of 2^32, and all sums carry.
    set_wide(population, POPULATION_NEXT, (UINT64_C(7) << 32) + 4 * 100);
    set_wide(population, POPULATION_BORN, (UINT64_C(3) << 32) - 1);
    set_wide(population, POPULATION_DIED, (UINT64_C(2) << 32) - 1);
    set_wide(population, POPULATION_DROPPED, (UINT64_C(1) << 32) - 1);
    make_rows(b, rows, &random);
    make_chunks(b, rows);
}

// ---- Tests ---------------------------------------------------------------------------

static const uint64_t row_counts[] = {0, 1, 63, 64, 65, 1023, 1024, 1025, 3000};

// z: what stands for a third number. Without forces births can be told from what they
// become.
static mote_scene *scene_of_case(int dimension, uint64_t room, const char *forces)
{
    const char *z = dimension == 3 ? ", 5" : "", *one = dimension == 3 ? ", 1" : "";
    char emitters[1500], colliders[600];
    snprintf(emitters, sizeof emitters,
             "{'name': 'a', 'rate': 3000, 'shape': 'box', 'size': [1, 2%s], 'speed':"
             " [1, 3], 'spread': 0.1, 'direction': [1, 2%s], 'lifetime': [0.5, 1],"
             " 'on_death': 'b', 'death_count': 2, 'on_collision': 'c',"
             " 'collision_count': 1, 'collision_radius': 0.05, 'path':"
             " [[0, 0, 0%s], [1, 3, 1%s]], 'inherit': 0.5},"
             "{'name': 'b', 'rate': 0, 'inherit': 0.5, 'shape': 'sphere', 'radius': 0.2,"
             " 'spread': 0.5, 'lifetime': [0.1, 0.2], 'on_collision': 'b',"
             " 'collision_count': 3, 'gravity_scale': 0.5},"
             "{'name': 'c', 'rate': 900, 'bursts': [[0.05, 40]], 'lifetime': 2, 'speed':"
             " 4, 'particle_radius': 0.25, 'size_over_life': [1, 3], 'color':"
             " ['#000000', '#808080'], 'streak': 0.1, 'angle': 0.125, 'spin': 0.5}",
             one, one, one, one);
    snprintf(colliders, sizeof colliders,
             "{'position': [5, 2%s], 'normal': [0.2, 1%s], 'lifetime_loss': 0.2},"
             "{'shape': 'sphere', 'position': [7, 7%s], 'bounce': 0.8},"
             "{'shape': 'box', 'position': [2.5, 7%s], 'size': [1, 2%s], 'bounce': 1,"
             " 'lifetime_loss': 1}",
             z, one, z, z, one);
    return scene_of("{'model': 'emitter', 'dimension': %d, 'particles': %llu,"
                    " 'emitter': {%s 'emitters': [%s], 'colliders': [%s]}}",
                    dimension, (unsigned long long)room, forces, emitters, colliders);
}

// Two steps from each state that was made up, a frame, and statistics.
static void check_all_stages(const test_backend *on, int dimension, uint64_t room,
                             const char *forces)
{
    mote_scene *scene = scene_of_case(dimension, room, forces);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    bench b = bench_of(scene, simulation);
    for (size_t i = 0; i < COUNT_OF(row_counts) && row_counts[i] <= room; i++) {
        make_state(&b, row_counts[i]);
        for (uint64_t step = 2; step < 4; step++) {
            emission_fill(b.plan->emission, step, (void *)b.before[BUFFER_emission]);
            for (int k = 0; k < b.plan->step_count; k++) {
                check_stage_alone(&b, &b.plan->step[k]);
            }
        }
        for (int k = 0; k < b.plan->draw_count; k++) {
            check_stage_alone(&b, &b.plan->draw[k]);
        }
        for (int k = 0; k < b.plan->statistics_count; k++) {
            check_stage_alone(&b, &b.plan->statistics[k]);
        }
    }
    assert_true(b.seen > 1000 && b.close * 50 < b.seen);
    bench_free(&b);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void each_stage_does_what_its_row_says(void **state)
{
    check_all_stages(*state, 3, 40000, "");
    check_all_stages(*state, 2, 40000, "");
}

static void each_stage_does_so_where_forces_pull(void **state)
{
    check_all_stages(*state, 3, 40000,
                     "'wind': [1, 0.5, -1], 'forces': [{'strength': 4, 'position':"
                     " [6, 4, 5]}, {'kind': 'vortex', 'axis': [1, 1, 0], 'falloff':"
                     " 'linear', 'radius': 5, 'strength': -2}],");
}

// Room for no birth at all, and for some of them.
static void each_stage_does_so_without_room(void **state)
{
    check_all_stages(*state, 3, 1025, "");
    check_all_stages(*state, 2, 3000, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(each_stage_does_what_its_row_says),
        ON_EACH_BACKEND(each_stage_does_so_where_forces_pull),
        ON_EACH_BACKEND(each_stage_does_so_without_room),
    };
    return cmocka_run_group_tests_name("emitter stages", tests, NULL, NULL);
}
