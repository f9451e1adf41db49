// SPDX-License-Identifier: MIT
// Stage count_cells: each particle's cell, and its turn among the particles counted
// there. The turns differ from run to run; `rank` makes the order canonical.

#include "stages.h"

#include "../core/lanes.h"

#include "cell.glsl"
#include "drain.glsl"

// A dead particle's REAL field is <= 0: by its bits, an int that is not positive.
static bool is_dead(const cpu_view *view, uint32_t i)
{
    const schedule_entry *entry = view->entry;
    for (int k = 0; k < entry->access_count; k++) {
        if (entry->access[k].buffer >= BUFFER_CORE_COUNT) {
            return (int32_t)view->planes[entry->access[k].buffer][0][i] <= 0;
        }
    }
    return false;
}

static bool is_in_drain(const cpu_view *view, uint32_t k, const uint32_t place[3])
{
    const constants *c = &view->plan->constants;
    uint32_t *const *drain = view->planes[BUFFER_drain];
    uint32_t row = DRAIN_ROWS * k;
    if (drain[3][row] != 0) {
        return drain_has_within(
            place[0], place[1], place[2], drain[0][row], drain[1][row], drain[2][row],
            real_from_bits((int32_t)c->unit_x), real_from_bits((int32_t)c->unit_y),
            real_from_bits((int32_t)c->unit_z), real_from_bits((int32_t)drain[3][row]));
    }
    return drain_spans(place[0], drain[0][row], drain[0][row + 1]) &&
           drain_spans(place[1], drain[1][row], drain[1][row + 1]) &&
           drain_spans(place[2], drain[2][row], drain[2][row + 1]);
}

static bool is_drained(const cpu_view *view, const uint32_t place[3])
{
    for (uint32_t k = 0; k < view->plan->drain_count; k++) {
        if (is_in_drain(view, k, place)) {
            return true;
        }
    }
    return false;
}

void cpu_count_cells(const cpu_view *view, uint32_t first, uint32_t end)
{
    const constants *c = &view->plan->constants;
    const cpu_planes *planes = view->planes;
    uint32_t *particle_cell = planes[BUFFER_particle_cell][0];
    uint32_t *particle_slot = planes[BUFFER_particle_slot][0];
    uint32_t *cell_count = planes[BUFFER_cell_count][0];
    const uint32_t *x = planes[BUFFER_position][0];
    const uint32_t *y = planes[BUFFER_position][1];
    bool flat = view->plan->dimension == 2;
    const uint32_t *z = flat ? x : planes[BUFFER_position][2];
    bool mortal = view->plan->mortal;
    for (uint32_t i = first; i < end; i++) {
        uint32_t cell_x = cell_along(x[i], c->edge_low, c->grid_shift, c->cells_x);
        uint32_t cell_y = cell_along(y[i], c->edge_low, c->grid_shift, c->cells_y);
        uint32_t cell_z =
            flat ? 0 : cell_along(z[i], c->edge_low, c->grid_shift, c->cells_z);
        uint32_t cell = cell_index(cell_x, cell_y, cell_z, c->cells_x, c->cells_y);
        const uint32_t place[3] = {x[i], y[i], flat ? 0 : z[i]};
        if (mortal && (is_dead(view, i) || is_drained(view, place))) {
            cell = c->cell_total;
        }
        particle_cell[i] = cell;
        particle_slot[i] = __atomic_fetch_add(&cell_count[cell], 1, __ATOMIC_RELAXED);
    }
}
