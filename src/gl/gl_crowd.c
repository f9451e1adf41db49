// SPDX-License-Identifier: MIT
// Counting candidates on the CPU, by the same text that finds them on the GPU.

#include "gl_crowd.h"

#include "../core/lanes.h"
#include "../core/status.h"

#include "cell.glsl"
#include "sort.glsl"

#include <stdlib.h>
#include <string.h>

// Less than 65,535, for the loops around the one over candidates turn, too.
#define TURNS 65000u
// Candidates that `rank`, `pair` and `pair_loop` take in a turn; the others take one.
#define UNROLLED 4u

static uint64_t in_row(const constants *c, const uint32_t *cell_start, cell_span x,
                       uint32_t row)
{
    uint32_t straight = c->cells_x - x.first;
    uint32_t before = x.count < straight ? x.count : straight;
    return (uint64_t)(cell_start[row + x.first + before] - cell_start[row + x.first]) +
           (cell_start[row + x.count - before] - cell_start[row]);
}

static uint64_t candidates_of(const constants *c, const uint32_t *cell_start,
                              uint32_t cell)
{
    uint32_t row = cell / c->cells_x;
    cell_span x =
        cell_neighbours(cell % c->cells_x, c->cells_x, c->cell_reach_x, c->wraps);
    cell_span y = cell_neighbours(row % c->cells_y, c->cells_y, c->cell_reach, c->wraps);
    cell_span z = cell_neighbours(row / c->cells_y, c->cells_z, c->cell_reach, c->wraps);
    uint64_t sum = 0;
    for (uint32_t k = 0; k < y.count * z.count; k++) {
        uint32_t row_y = cell_of_span(y, k % y.count, c->cells_y);
        uint32_t row_z = cell_of_span(z, k / y.count, c->cells_z);
        sum +=
            in_row(c, cell_start, x, cell_index(0, row_y, row_z, c->cells_x, c->cells_y));
    }
    return sum;
}

static mote_status most_candidates(gl_backend *self, uint64_t *most)
{
    const plan *plan = self->base.plan;
    uint64_t size = plan_buffer_size(plan, BUFFER_cell_start);
    uint32_t *cell_start = malloc(size);
    if (!cell_start) {
        return fail_memory(size, "the cells of a crowd");
    }
    mote_status status =
        gl_storage_read(&self->storage, BUFFER_cell_start, cell_start, size);
    for (uint32_t cell = 0; cell < plan->constants.cell_total && status == MOTE_OK;
         cell++) {
        bool is_empty = cell_start[cell] == cell_start[cell + 1];
        uint64_t found = is_empty ? 0 : candidates_of(&plan->constants, cell_start, cell);
        *most = found > *most ? found : *most;
    }
    free(cell_start);
    return status;
}

// Of the stages that sort a tile in shared memory: a thread's share of it, so many times.
static uint64_t tile_turns(const gl_stage *stage, uint32_t particles)
{
    uint64_t share = KEYS_PER_TILE / stage->group_size;
    if (stage->entry->stage == STAGE_exchange_keys) {
        return (TILE_LEVELS * (TILE_LEVELS + 1) / 4 + 2) * share;
    }
    uint64_t tiles = sort_block_size(particles) / KEYS_PER_TILE;
    return tiles * (8 * share + 64) + DIGIT_COUNT / stage->group_size * 12;
}

mote_status gl_crowd_check(gl_backend *self, const gl_stage *stage)
{
    const schedule_entry *entry = stage->entry;
    if (!strstr(self->context->renderer, "llvmpipe")) {
        return MOTE_OK;
    }
    const constants *c = &self->base.plan->constants;
    uint64_t turns = 0;
    switch (entry->stage) {
    case STAGE_pair_loop:
        turns = c->particle_count / UNROLLED;
        break;
    case STAGE_sum_cells:
        turns = c->cell_total;
        break;
    case STAGE_rank: // before `pair`, with the same cells
    case STAGE_pair_indexed: {
        uint64_t unrolled = entry->stage == STAGE_rank ? UNROLLED : 1;
        if (c->particle_count / unrolled > TURNS) {
            TRY(most_candidates(self, &turns));
            turns /= unrolled;
        }
        break;
    }
    case STAGE_move_keys:
    case STAGE_exchange_keys:
        turns = tile_turns(stage, c->particle_count);
        break;
    default:
        break;
    }
    if (turns <= TURNS) {
        return MOTE_OK;
    }
    return fail(
        MOTE_UNAVAILABLE,
        "stage %s needs %llu turns of its loops, but llvmpipe ends them at 65535: too "
        "many particles or cells for it, or too small work groups; use the CPU: "
        "--backend cpu",
        stages[entry->stage].name, (unsigned long long)turns);
}
