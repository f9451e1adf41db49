// SPDX-License-Identifier: MIT
// What a pass changes of each particle, from its sums; after the last pass the particle
// moves. Compiled like pair_kernel.c; glsl/stages/update.comp does the same on a GPU.

#include "law_loads.h"

#define law_update PASTE3(MODEL_NAME, _, PASTE(LAW_PASS, _update))

LANES_INLINE real load_sum(const uint32_t *low, const uint32_t *high)
{
    return exact_from_limbs(load_natural(low), integer_from_natural(load_natural(high)));
}

// One axis of the particles at i: velocity into position, and what the edges do to both.
LANES_INLINE void move_axis(const cpu_view *view, int axis, uint32_t scale, uint32_t i)
{
    const constants *k = &view->plan->constants;
    uint32_t *x = view->planes[BUFFER_position][axis] + i;
    uint32_t *v = view->planes[BUFFER_velocity][axis] + i;
    axis_motion moved =
        move_along(load_natural(x), load_real(v), real_splat(constant_float(scale)),
                   real_splat(constant_float(k->move_limit)), k->wraps, k->bounces,
                   k->edge_low, k->edge_span);
    store_natural(x, moved.coordinate);
    store_real(v, moved.velocity);
}

// World units from the middle of the world, which is that of the box.
LANES_INLINE real load_coordinate(const cpu_view *view, int axis, uint32_t unit,
                                  uint32_t i)
{
    natural coordinate = load_natural(view->planes[BUFFER_position][axis] + i);
    integer from_middle = integer_from_natural(coordinate - natural_splat(0x80000000u));
    return real_from_integer(from_middle) * constant_float(unit);
}

LANES_INLINE vector load_place(const cpu_view *view, uint32_t i)
{
    const constants *k = &view->plan->constants;
    vector place = vector_zero();
    place.x = load_coordinate(view, 0, k->unit_x, i);
    place.y = load_coordinate(view, 1, k->unit_y, i);
#if DIMENSION == 3
    place.z = load_coordinate(view, 2, k->unit_z, i);
#endif
    return place;
}

cpu_stage PASTE(update_, KERNEL);

void PASTE(update_, KERNEL)(const cpu_view *view, uint32_t first, uint32_t end)
{
    const cpu_planes *planes = view->planes;
    const plan *plan = view->plan;
    bool moves = view->entry->pass == plan->model->pass_count - 1;
    law_context c = law_context_of(plan, NULL, 0);
    c.clock_low = (uint32_t)view->clock;
    c.clock_high = (uint32_t)(view->clock >> 32);
    for (uint32_t i = first; i < end; i += LANES) {
        PROBE_PARTICLE(view, i);
        particle self = {0};
        LOAD_VECTOR(self, velocity, i)
#include "model_rows.h"
#undef GATHER
#define GATHER(pass, field, shape) IN_##pass(LOAD_##shape(self, field, i))
#undef UPDATE
#define UPDATE(pass, field, shape) IN_##pass(LOAD_##shape(self, field, i))
#undef SCRATCH
#define SCRATCH(name, shape, meaning) LOAD_##shape(self, name, i)
#include MODEL_DEF
        c.place = load_place(view, i);
        sums sum = {0};
#include "model_rows.h"
#undef SUM
#define TOTAL(name, member, at)                                                          \
    sum.member = load_sum(planes[sum_buffer][2 * (sum_of_##name + (at))] + i,            \
                          planes[sum_buffer][2 * (sum_of_##name + (at)) + 1] + i);
#if DIMENSION == 3
#define TOTAL_VECTOR(name)                                                               \
    TOTAL(name, name.x, 0) TOTAL(name, name.y, 1) TOTAL(name, name.z, 2)
#else
#define TOTAL_VECTOR(name) TOTAL(name, name.x, 0) TOTAL(name, name.y, 1)
#endif
#define TOTAL_REAL(name)                      TOTAL(name, name, 0)
#define SUM(pass, name, shape, bits, meaning) IN_##pass(TOTAL_##shape(name))
#include MODEL_DEF
        particle next = law_update(c, self, sum);
        (void)next; // of a pass without UPDATE rows
#include "model_rows.h"
#undef UPDATE
#define UPDATE(pass, field, shape) IN_##pass(STORE_##shape(next, field, i))
#include MODEL_DEF
        if (moves) {
            move_axis(view, 0, plan->constants.move_scale_x, i);
            move_axis(view, 1, plan->constants.move_scale_y, i);
#if DIMENSION == 3
            move_axis(view, 2, plan->constants.move_scale_z, i);
#endif
        }
    }
}
