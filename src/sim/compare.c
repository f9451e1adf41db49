// SPDX-License-Identifier: MIT
// Comparison stage by stage: the loop over the schedule that mote_simulation_step runs,
// with a look at what each entry wrote.

#include "compare.h"

#include "../core/lanes.h"
#include "../core/status.h"

#include "exact.glsl"

#include "population.glsl"
#include "touch.glsl"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is read back of one buffer, from both sides.
typedef struct both_sides {
    mote_simulation *a, *b;
    uint32_t *of_a, *of_b;
    uint64_t room; // bytes that each holds
    compare_result *result;
} both_sides;

static mote_status make_room(both_sides *sides, uint64_t size)
{
    if (size <= sides->room) {
        return MOTE_OK;
    }
    free(sides->of_a);
    free(sides->of_b);
    sides->of_a = malloc(size);
    sides->of_b = malloc(size);
    sides->room = size;
    return sides->of_a && sides->of_b ? MOTE_OK : fail_memory(size, "a comparison");
}

uint64_t compare_ulp(uint32_t bits_a, uint32_t bits_b)
{
    int64_t a = bits_a & 0x80000000u ? -(int64_t)(bits_a & 0x7fffffffu) : (int64_t)bits_a;
    int64_t b = bits_b & 0x80000000u ? -(int64_t)(bits_b & 0x7fffffffu) : (int64_t)bits_b;
    return (uint64_t)(a > b ? a - b : b - a);
}

static bool is_float(const buffer_row *row)
{
    return row->type == TYPE_VECTOR || row->type == TYPE_REAL || row->type == TYPE_REALS;
}

static void write_value(const buffer_row *row, uint32_t bits, char *text, size_t size)
{
    if (is_float(row)) {
        float value;
        memcpy(&value, &bits, sizeof value);
        snprintf(text, size, "%.9g (0x%08x)", (double)value, bits);
    } else {
        snprintf(text, size, "%u", bits);
    }
}

static const char *element_name(domain per)
{
    switch (per) {
    case PER_PARTICLE:
        return "particle";
    case PER_CELL_END:
        return "cell";
    case PER_BLOCK:
        return "block";
    case PER_SPRITE:
        return "sprite";
    default:
        break;
    }
    return "entry";
}

// A word of a row.
static mote_status read_word(mote_simulation *side, int buffer, uint64_t row, int word,
                             uint32_t *value)
{
    uint64_t words = (uint64_t)side->plan->buffers[buffer].components;
    uint64_t size = (row + 1) * words * 4;
    uint32_t *rows = malloc(size);
    if (!rows) {
        return fail_memory(size, "a comparison");
    }
    mote_status status = side->backend->read(side->backend, buffer, rows, size);
    *value = status == MOTE_OK ? rows[row * words + (uint64_t)word] : 0;
    free(rows);
    return status;
}

// Where the row of a buffer is a particle's: whose.
static mote_status find_particle(both_sides *sides, const schedule_entry *entry,
                                 int buffer, uint64_t row)
{
    const plan *plan = sides->a->plan;
    bool is_row = plan->buffers[buffer].per == PER_PARTICLE;
    uint32_t id = 0;
    if (is_row && plan->emits) {
        TRY(read_word(sides->a, BUFFER_flight, row, 3, &id));
    } else if (is_row && (entry->pass >= 0 || entry->stage == STAGE_pour)) {
        TRY(read_word(sides->a, BUFFER_identity, row, 0, &id));
    } else if (entry->stage == STAGE_list_emitted) {
        TRY(read_word(sides->a, BUFFER_sprite_look, row, 3, &id));
    } else {
        return MOTE_OK;
    }
    sides->result->particle = id;
    return MOTE_OK;
}

static void describe(both_sides *sides, const schedule_entry *entry, int buffer,
                     uint64_t word)
{
    const plan *plan = sides->a->plan;
    const buffer_row *row = &plan->buffers[buffer];
    uint64_t components = (uint64_t)row->components;
    char value_a[64], value_b[64], step[STEP_NAME_SIZE], component[96], ulp[48] = "",
                                                                        who[48] = "";
    write_value(row, sides->of_a[word], value_a, sizeof value_a);
    write_value(row, sides->of_b[word], value_b, sizeof value_b);
    if (is_float(row)) {
        snprintf(ulp, sizeof ulp, ", %llu ULP apart",
                 (unsigned long long)compare_ulp(sides->of_a[word], sides->of_b[word]));
    }
    if (sides->result->particle >= 0) {
        snprintf(who, sizeof who, " (%s %llu)", plan->emits ? "birth number" : "id",
                 (unsigned long long)sides->result->particle);
    }
    snprintf(sides->result->difference, sizeof sides->result->difference,
             "%s, stage %s%s%s, buffer %s, %s %llu%s, %s: %s on %s, "
             "%s on %s%s",
             simulation_name_step(sides->a, sides->a->clock, step),
             stages[entry->stage].name, entry->pass >= 0 ? " of pass " : "",
             entry->pass >= 0 ? plan->model->passes[entry->pass] : "", row->name,
             element_name(row->per), (unsigned long long)(word / components), who,
             plan_name_component(plan, buffer, (int)(word % components), component,
                                 sizeof component),
             value_a, sides->a->backend->name, value_b, sides->b->backend->name, ulp);
}

// For qsort.
static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Sorts each cell's entries of both sides, so that their order there does not matter.
static mote_status sort_cells(both_sides *sides, uint64_t count)
{
    uint64_t size = plan_buffer_size(sides->a->plan, BUFFER_cell_start);
    uint32_t *cell_start = malloc(size);
    if (!cell_start) {
        return fail_memory(size, "a comparison");
    }
    mote_status status =
        sides->a->backend->read(sides->a->backend, BUFFER_cell_start, cell_start, size);
    for (uint64_t cell = 0; cell < size / 4 && status == MOTE_OK; cell++) {
        uint64_t from = cell_start[cell];
        uint64_t to = cell + 1 < size / 4 ? cell_start[cell + 1] : count;
        if (from <= to && to <= count) {
            qsort(sides->of_a + from, to - from, 4, by_value);
            qsort(sides->of_b + from, to - from, 4, by_value);
        }
    }
    free(cell_start);
    return status;
}

// Rows of particles that mean something.
typedef struct row_counts {
    uint64_t particles;
    uint64_t first; // row of particles that an entry wrote, where others did the rest
} row_counts;

// Of a model that emits, after a stage, from the words of `population`.
static row_counts rows_after(const schedule_entry *entry, const uint32_t *population)
{
    uint32_t living = population[POPULATION_LIVING];
    row_counts rows = {population[POPULATION_ROWS], 0};
    if (entry->swaps) {
        // The living have moved, and the newly born stand behind them.
        rows.particles = living + population[POPULATION_BIRTHS];
    } else if (entry->stage == STAGE_spawn) {
        rows.first = living;
        rows.particles = living + population[POPULATION_SCHEDULED];
    } else if (entry->stage == STAGE_spawn_children) {
        rows.first = living + population[POPULATION_SCHEDULED];
        rows.particles = living + population[POPULATION_BIRTHS];
    }
    return rows;
}

// Living are counted before the stage runs: one that buries the dead leaves buffers that
// still hold them.
static mote_status count_rows(mote_simulation *simulation, row_counts *rows)
{
    TRY(simulation_population(simulation, &rows->particles));
    rows->first = 0;
    return MOTE_OK;
}

static mote_status count_rows_after(mote_simulation *simulation,
                                    const schedule_entry *entry, row_counts *rows)
{
    if (simulation->plan->emits) {
        uint32_t population[POPULATION_SIZE];
        TRY(simulation->backend->read(simulation->backend, BUFFER_population, population,
                                      sizeof population));
        *rows = rows_after(entry, population);
    }
    return MOTE_OK;
}

static uint64_t element_size(const plan *plan, int buffer)
{
    return 4 * (uint64_t)plan->buffers[buffer].components;
}

// How many sprites are listed.
static mote_status count_sprites(both_sides *sides, uint64_t *count)
{
    uint32_t draw_size[4];
    uint64_t most = plan_row_count(sides->a->plan, PER_SPRITE);
    TRY(sides->a->backend->read(sides->a->backend, BUFFER_draw_size, draw_size,
                                sizeof draw_size));
    *count = draw_size[1] < most ? draw_size[1] : most;
    return MOTE_OK;
}

// Bytes of a buffer that mean something: of the living only.
static mote_status meant_size(both_sides *sides, int buffer, const row_counts *counts,
                              uint64_t *size)
{
    const plan *plan = sides->a->plan;
    const buffer_row *row = &plan->buffers[buffer];
    uint64_t rows = plan->lengths[buffer];
    if (row->per == PER_PARTICLE) {
        rows = counts->particles;
    } else if (row->per == PER_SPRITE) {
        TRY(count_sprites(sides, &rows));
    }
    *size = rows * element_size(plan, buffer);
    return MOTE_OK;
}

static mote_status compare_buffer(both_sides *sides, const schedule_entry *entry,
                                  int buffer, const row_counts *rows)
{
    const plan *plan = sides->a->plan;
    uint64_t size = 0;
    TRY(meant_size(sides, buffer, rows, &size));
    TRY(make_room(sides, size + 1));
    TRY(sides->a->backend->read(sides->a->backend, buffer, sides->of_a, size));
    TRY(sides->b->backend->read(sides->b->backend, buffer, sides->of_b, size));
    if (plan->buffers[buffer].order == ORDER_IN_CELL) {
        TRY(sort_cells(sides, rows->particles));
    }
    compare_result *result = sides->result;
    uint64_t word = rows->first * element_size(plan, buffer) / 4;
    result->buffers++;
    result->values += size / 4 - word;
    if (memcmp(sides->of_a + word, sides->of_b + word, size - 4 * word) != 0) {
        while (sides->of_a[word] == sides->of_b[word]) {
            word++;
        }
        result->equal = false;
        result->stage = entry->stage;
        result->pass = entry->pass;
        uint64_t row = 4 * word / element_size(plan, buffer);
        TRY(find_particle(sides, entry, buffer, row));
        describe(sides, entry, buffer, word);
    }
    return MOTE_OK;
}

static bool is_birth(const schedule_entry *entry)
{
    return entry->stage == STAGE_spawn || entry->stage == STAGE_spawn_children;
}

static void swap_names(both_sides *sides, const schedule_entry *entry)
{
    sides->a->backend->swap(sides->a->backend, entry);
    sides->b->backend->swap(sides->b->backend, entry);
}

// Several stages may share the rows of a buffer: it is compared after the last of them.
static bool is_shared_with_next(const plan *plan, const schedule_entry *entry, int buffer)
{
    const schedule_entry *next = entry + 1;
    if (next <= plan->step || next >= plan->step + plan->step_count) {
        return false;
    }
    for (int k = 0; k < next->access_count; k++) {
        const struct entry_access *access = &next->access[k];
        if (access->buffer == buffer && access->kind == ACCESS_WRITE && !access->twin) {
            return true;
        }
    }
    return false;
}

// Everything that `entry` wrote.
static mote_status compare_entry(both_sides *sides, const schedule_entry *entry,
                                 const row_counts *rows)
{
    for (int k = 0; k < entry->access_count && sides->result->equal; k++) {
        int buffer = entry->access[k].buffer;
        bool is_twin = entry->access[k].twin;
        if (!access_writes(entry->access[k].kind) ||
            sides->a->plan->buffers[buffer].order == ORDER_FREE ||
            is_shared_with_next(sides->a->plan, entry, buffer)) {
            continue;
        }
        // Twins have their buffer's name once the entry has swapped them; what is born
        // stands in them before.
        if (!is_twin || entry->swaps) {
            TRY(compare_buffer(sides, entry, buffer, rows));
        } else if (rows->particles > rows->first && is_birth(entry)) {
            swap_names(sides, entry);
            mote_status status = compare_buffer(sides, entry, buffer, rows);
            swap_names(sides, entry);
            TRY(status);
        }
    }
    return MOTE_OK;
}

// So many entries of a schedule, of both sides.
static mote_status compare_schedule(both_sides *sides, const schedule_entry *of_a,
                                    const schedule_entry *of_b, int count)
{
    for (int i = 0; i < count && sides->result->equal; i++) {
        row_counts rows;
        TRY(count_rows(sides->a, &rows));
        TRY(simulation_run(sides->a, &of_a[i]));
        TRY(simulation_run(sides->b, &of_b[i]));
        TRY(count_rows_after(sides->a, &of_a[i], &rows));
        TRY(compare_entry(sides, &of_a[i], &rows));
    }
    return MOTE_OK;
}

// The velocities of a side, which a touch changes.
static mote_status move_velocities(mote_simulation *side, uint32_t *words, bool back)
{
    backend *backend = side->backend;
    int buffer = side->plan->emits ? BUFFER_flight : BUFFER_velocity;
    uint64_t size = plan_buffer_size(side->plan, buffer);
    return back ? backend->write(backend, buffer, words, size)
                : backend->read(backend, buffer, words, size);
}

static mote_status write_touch(const mote_simulation *side)
{
    const plan *p = side->plan;
    uint32_t rows[TOUCH_ROWS][4];
    mote_touch touch = {.radius = p->size[0], .pull = 1.0, .drag = 1.0};
    for (int axis = 0; axis < p->dimension; axis++) {
        touch.position[axis] = p->size[axis] / 2.0;
        touch.velocity[axis] = p->size[axis];
    }
    touch_fill(p, &touch, rows);
    return side->backend->write(side->backend, BUFFER_touch, rows, sizeof rows);
}

// A touch of all of the world, after which both sides are as they were.
static mote_status compare_touched(both_sides *sides, uint32_t *of_a, uint32_t *of_b)
{
    TRY(move_velocities(sides->a, of_a, false));
    TRY(move_velocities(sides->b, of_b, false));
    TRY(write_touch(sides->a));
    TRY(write_touch(sides->b));
    TRY(compare_schedule(sides, &sides->a->plan->touch, &sides->b->plan->touch, 1));
    TRY(move_velocities(sides->a, of_a, true));
    return move_velocities(sides->b, of_b, true);
}

static mote_status compare_touch(both_sides *sides)
{
    const plan *p = sides->a->plan;
    if (p->touch.access_count == 0) {
        return MOTE_OK;
    }
    size_t size = (size_t)plan_buffer_size(p, p->emits ? BUFFER_flight : BUFFER_velocity);
    uint32_t *words = malloc(2 * size + 4);
    if (!words) {
        return fail_memory(2 * size, "velocities to compare");
    }
    mote_status status = compare_touched(sides, words, words + size / 4);
    free(words);
    return status;
}

static void list_skipped(const plan *plan, compare_result *result)
{
    for (int b = 0; b < plan->buffer_count; b++) {
        if (plan->buffers[b].order == ORDER_FREE && plan->lengths[b] > 0) {
            size_t used = strlen(result->skipped);
            snprintf(result->skipped + used, sizeof result->skipped - used, "%s%s (%s)",
                     used ? ", " : "", plan->buffers[b].name, plan->buffers[b].meaning);
        }
    }
}

static mote_status compare_steps(both_sides *sides, uint64_t steps,
                                 compare_goes_on *goes_on, void *context)
{
    compare_result *result = sides->result;
    const plan *a = sides->a->plan, *b = sides->b->plan;
    bool stops = false;
    while (result->steps < steps && result->equal && !stops) {
        TRY(compare_schedule(sides, a->step, b->step, a->step_count));
        if (result->equal) {
            sides->a->clock++;
            sides->b->clock++;
        }
        if (result->equal && sides->a->clock % (uint64_t)a->substeps == 0) {
            uint64_t done = simulation_step_at(sides->a, sides->a->clock);
            *(done <= a->prewarm_steps ? &result->prewarm : &result->steps) += 1;
            stops = goes_on && !goes_on(result->prewarm + result->steps, context);
        }
    }
    result->is_in_step = !result->equal;
    result->clock = sides->a->clock;
    if (result->equal) {
        TRY(compare_schedule(sides, a->draw, b->draw, a->draw_count));
        TRY(compare_schedule(sides, a->statistics, b->statistics, a->statistics_count));
        TRY(compare_touch(sides));
    }
    // A state that differs may have lost count of its particles.
    return result->equal ? mote_simulation_hash(sides->a, &result->hash) : MOTE_OK;
}

mote_status compare_run(mote_simulation *a, mote_simulation *b, uint64_t steps,
                        compare_result *result)
{
    return compare_watched(a, b, steps, NULL, NULL, result);
}

mote_status compare_watched(mote_simulation *a, mote_simulation *b, uint64_t steps,
                            compare_goes_on *goes_on, void *context,
                            compare_result *result)
{
    *result = (compare_result){.equal = true, .stage = -1, .particle = -1};
    if (a->plan->search != b->plan->search || a->plan->sort != b->plan->sort ||
        a->plan->substeps != b->plan->substeps ||
        memcmp(&a->plan->constants, &b->plan->constants, sizeof a->plan->constants) !=
            0) {
        return fail(MOTE_BAD_INPUT,
                    "these simulations differ in scene, search, sort or cell size; "
                    "compare two of the same");
    }
    both_sides sides = {.a = a, .b = b, .result = result};
    list_skipped(a->plan, result);
    mote_status status = compare_steps(&sides, steps, goes_on, context);
    free(sides.of_a);
    free(sides.of_b);
    return status;
}
