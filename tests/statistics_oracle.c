// SPDX-License-Identifier: MIT
// See statistics_oracle.h.

#include "statistics_oracle.h"

#include "core/text.h"
#include "emitted.h"

#include <math.h>
#include <string.h>

#define PART_ROWS   1024
#define PART_WORDS  14
#define STRIP_CELLS 256
#define STRIP_WORDS 6

// ---- Particles -----------------------------------------------------------------------

static void take_row(const plan *plan, uint32_t *const *buffers, uint64_t i,
                     oracle_crowd *crowd)
{
    uint64_t dimension = (uint64_t)plan->dimension;
    oracle_particle *row = &crowd->rows[i];
    const uint32_t *place = buffers[BUFFER_position] + i * dimension;
    const uint32_t *velocity = buffers[BUFFER_velocity] + i * dimension;
    crowd->lives[i] = true;
    if (plan->emits) {
        place = buffers[BUFFER_body] + 4 * i;
        velocity = buffers[BUFFER_flight] + 4 * i;
        crowd->lives[i] = float_from(place[3]) > 0.0f;
    } else {
        row->species = buffers[BUFFER_identity][2 * i + 1];
    }
    for (uint64_t axis = 0; axis < dimension; axis++) {
        row->place[axis] = place[axis];
        row->velocity[axis] = (double)float_from(velocity[axis]);
    }
}

oracle_crowd oracle_crowd_of_words(const plan *plan, uint32_t *const *buffers,
                                   uint64_t rows)
{
    oracle_crowd crowd = {.count = rows};
    crowd.rows = calloc(rows + 1, sizeof *crowd.rows);
    crowd.lives = calloc(rows + 1, sizeof *crowd.lives);
    for (uint64_t i = 0; i < rows; i++) {
        take_row(plan, buffers, i, &crowd);
    }
    return crowd;
}

oracle_crowd oracle_crowd_of(mote_simulation *simulation)
{
    static const int needed[] = {BUFFER_position, BUFFER_velocity, BUFFER_identity,
                                 BUFFER_body, BUFFER_flight};
    uint32_t *buffers[BUFFER_MAX] = {NULL};
    uint64_t rows = 0;
    assert_ok(simulation_population(simulation, &rows));
    for (size_t i = 0; i < COUNT_OF(needed); i++) {
        buffers[needed[i]] = read_buffer(simulation, needed[i]);
    }
    oracle_crowd crowd = oracle_crowd_of_words(simulation->plan, buffers, rows);
    for (size_t i = 0; i < COUNT_OF(needed); i++) {
        free(buffers[needed[i]]);
    }
    return crowd;
}

void oracle_crowd_free(oracle_crowd *crowd)
{
    free(crowd->rows);
    free(crowd->lives);
}

// ---- Cells ---------------------------------------------------------------------------

uint64_t oracle_statistics_cells(const plan *plan, uint64_t cells[3])
{
    double longest = 0.0, most = plan->dimension == 3 ? 16.0 : 64.0;
    for (int axis = 0; axis < plan->dimension; axis++) {
        longest = fmax(longest, plan->size[axis]);
    }
    cells[0] = cells[1] = cells[2] = 1;
    for (int axis = 0; axis < plan->dimension; axis++) {
        cells[axis] = (uint64_t)fmax(1.0, round(most * plan->size[axis] / longest));
    }
    return cells[0] * cells[1] * cells[2];
}

uint64_t oracle_statistics_cell(const plan *plan, const uint32_t place[3])
{
    uint64_t cells[3], cell = 0;
    uint64_t total = oracle_statistics_cells(plan, cells);
    for (int axis = 2; axis >= 0; axis--) {
        if (axis >= plan->dimension) {
            continue;
        }
        double part = plan_world(plan, axis, place[axis]) / plan->size[axis];
        if (part < 0.0 || part >= 1.0) {
            return total;
        }
        cell = cell * cells[axis] + (uint64_t)(part * (double)cells[axis]);
    }
    return cell;
}

void oracle_count_species(const plan *plan, const oracle_crowd *crowd, uint32_t *words)
{
    for (uint64_t i = 0; i < crowd->count; i++) {
        if (crowd->lives[i]) {
            uint64_t cell = oracle_statistics_cell(plan, crowd->rows[i].place);
            words[cell * (uint64_t)plan->species_count + crowd->rows[i].species]++;
        }
    }
}

void oracle_sum_species(const plan *plan, const uint32_t *counts, uint32_t *words)
{
    uint64_t cells[3], species = (uint64_t)plan->species_count;
    uint64_t total = oracle_statistics_cells(plan, cells);
    memset(words, 0, species * 4);
    for (uint64_t i = 0; i < total * species; i++) {
        words[i % species] += counts[i];
    }
}

static void add_wide(uint32_t *words, uint64_t value)
{
    uint64_t sum = ((uint64_t)words[1] << 32 | words[0]) + value;
    words[0] = (uint32_t)sum;
    words[1] = (uint32_t)(sum >> 32);
}

static uint64_t pairs_of(uint64_t count)
{
    return count == 0 ? 0 : count * (count - 1);
}

void oracle_sum_mixing(const plan *plan, const uint32_t *counts, uint32_t *words)
{
    uint64_t cells[3], species = (uint64_t)plan->species_count;
    uint64_t total = oracle_statistics_cells(plan, cells);
    memset(words, 0, (total + STRIP_CELLS - 1) / STRIP_CELLS * STRIP_WORDS * 4);
    for (uint64_t cell = 0; cell < total; cell++) {
        uint32_t *strip = words + cell / STRIP_CELLS * STRIP_WORDS, here = 0;
        for (uint64_t s = 0; s < species; s++) {
            here += counts[cell * species + s];
            add_wide(strip + 4, pairs_of(counts[cell * species + s]));
        }
        strip[0] += here;
        strip[1] = here > strip[1] ? here : strip[1];
        add_wide(strip + 2, pairs_of(here));
    }
}

// ---- Motion --------------------------------------------------------------------------

static double quanta_per_unit(const plan *plan)
{
    return (double)float_from(plan->constants.speed_scale);
}

static double quantised(const plan *plan, double velocity)
{
    double quanta = rint(velocity * quanta_per_unit(plan));
    return fmin(fmax(quanta, -0x1p29), 0x1p29);
}

static uint64_t wide_of(const uint32_t *words)
{
    return (uint64_t)words[1] << 32 | words[0];
}

static void check_part(const plan *plan, const oracle_crowd *crowd, uint64_t part,
                       const uint32_t *found)
{
    uint64_t low = 0, high = 0, living = 0;
    int64_t momentum[3] = {0};
    double speeds = 0.0, fastest = 0.0;
    uint64_t end = (part + 1) * PART_ROWS;
    end = end < crowd->count ? end : crowd->count;
    for (uint64_t i = part * PART_ROWS; i < end; i++) {
        uint64_t square = 0;
        double length = 0.0;
        for (int axis = 0; axis < 3 && crowd->lives[i]; axis++) {
            int64_t q = (int64_t)quantised(plan, crowd->rows[i].velocity[axis]);
            momentum[axis] += q;
            square += (uint64_t)(q * q);
            length = hypot(length, (double)q);
        }
        living += crowd->lives[i];
        low += square & UINT32_MAX;
        high += square >> 32;
        speeds += length;
        fastest = fmax(fastest, length);
    }
    assert_int_equal(found[0], living);
    assert_near(found[1], fastest, 1.0 + 3e-7 * fastest);
    assert_near((double)wide_of(found + 2), speeds, (double)living + 3e-7 * speeds);
    assert_true(wide_of(found + 4) == low);
    assert_true(wide_of(found + 6) == high);
    for (int axis = 0; axis < 3; axis++) {
        assert_true((int64_t)wide_of(found + 8 + 2 * axis) == momentum[axis]);
    }
}

void oracle_check_motion(const plan *plan, const oracle_crowd *crowd,
                         const uint32_t *found)
{
    uint64_t parts = (plan->constants.particle_count + PART_ROWS - 1) / PART_ROWS;
    for (uint64_t part = 0; part < parts; part++) {
        check_part(plan, crowd, part, found + part * PART_WORDS);
    }
}

// ---- Statistics ----------------------------------------------------------------------

typedef struct pair_counts {
    double near, near_unlike, all, all_unlike; // pairs of one cell, of the world
} pair_counts;

static void check_motion_of(const plan *plan, const oracle_crowd *crowd,
                            const mote_statistics *found)
{
    double energy = 0.0, momentum[3] = {0}, speeds = 0.0, largest = 0.0, living = 0.0;
    for (uint64_t i = 0; i < crowd->count; i++) {
        const double *v = crowd->rows[i].velocity;
        double squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        if (crowd->lives[i]) {
            living += 1.0;
            energy += squared / 2.0;
            speeds += sqrt(squared);
            largest = fmax(largest, sqrt(squared));
            for (int axis = 0; axis < 3; axis++) {
                momentum[axis] += v[axis];
            }
        }
    }
    double quantum = 1.0 / quanta_per_unit(plan);
    assert_int_equal(found->living, living);
    // Each velocity is off by half a quantum along an axis, at most.
    assert_near(found->energy, energy, speeds * quantum + living * quantum * quantum);
    assert_near(found->largest_speed, largest, 2.0 * quantum + 3e-7 * largest);
    double mean = living > 0.0 ? speeds / living : 0.0;
    assert_near(found->mean_speed, mean, 2.0 * quantum + 3e-7 * mean);
    for (int axis = 0; axis < 3; axis++) {
        assert_near(found->momentum[axis], momentum[axis], living * quantum);
    }
}

static pair_counts count_pairs(const oracle_crowd *crowd, const uint64_t *cells,
                               uint64_t outside)
{
    pair_counts pairs = {0};
    for (uint64_t i = 0; i < crowd->count; i++) {
        for (uint64_t j = 0; j < i; j++) {
            bool counts = crowd->lives[i] && crowd->lives[j] && cells[i] != outside &&
                          cells[j] != outside;
            bool is_unlike = crowd->rows[i].species != crowd->rows[j].species;
            pairs.all += counts;
            pairs.all_unlike += counts && is_unlike;
            pairs.near += counts && cells[i] == cells[j];
            pairs.near_unlike += counts && is_unlike && cells[i] == cells[j];
        }
    }
    return pairs;
}

static void check_mixing(const pair_counts *pairs, const mote_statistics *found)
{
    if (pairs->near == 0.0 || pairs->all_unlike == 0.0) {
        assert_false(is_finite(found->mixing));
        return;
    }
    double near = pairs->near_unlike / pairs->near, all = pairs->all_unlike / pairs->all;
    assert_near(found->mixing, near / all, 1e-12);
}

static void check_crowds_of(const plan *plan, const oracle_crowd *crowd,
                            const mote_statistics *found)
{
    uint64_t cells_along[3], *cells = calloc(crowd->count + 1, sizeof *cells);
    uint64_t total = oracle_statistics_cells(plan, cells_along);
    uint64_t *members = calloc(total + 1, sizeof *members), fullest = 0;
    double world = 1.0, inside = 0.0;
    for (int axis = 0; axis < plan->dimension; axis++) {
        world *= plan->size[axis];
    }
    for (uint64_t i = 0; i < crowd->count; i++) {
        cells[i] = oracle_statistics_cell(plan, crowd->rows[i].place);
        members[cells[i]] += crowd->lives[i];
        inside += crowd->lives[i] && cells[i] != total;
    }
    for (uint64_t cell = 0; cell < total; cell++) {
        fullest = members[cell] > fullest ? members[cell] : fullest;
    }
    assert_int_equal(found->outside, members[total]);
    assert_int_equal(found->fullest_cell, fullest);
    double density = inside / world, densest = (double)fullest / (world / (double)total);
    assert_near(found->mean_density, density, 1e-12 * density);
    assert_near(found->largest_density, densest, 1e-12 * densest);
    pair_counts pairs = count_pairs(crowd, cells, total);
    check_mixing(&pairs, found);
    free(members);
    free(cells);
}

void oracle_check_statistics(mote_simulation *simulation, const mote_statistics *found)
{
    const plan *plan = simulation->plan;
    oracle_crowd crowd = oracle_crowd_of(simulation);
    uint64_t steps = mote_simulation_step_count(simulation);
    assert_int_equal(found->step, steps);
    assert_near(found->time, (double)steps * plan->step_time, 1e-9);
    check_motion_of(plan, &crowd, found);
    check_crowds_of(plan, &crowd, found);
    oracle_crowd_free(&crowd);
}
