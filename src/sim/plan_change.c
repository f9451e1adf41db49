// SPDX-License-Identifier: MIT
// From one plan to the next, in the middle of a run: what may stay as it is, and where
// particles stand in the other's box.

#include "plan_change.h"

#include "start_place.h"

#include <string.h>

// The parts of a plan that decide which programs run, on which buffers.
bool plan_is_alike(const plan *a, const plan *b)
{
    bool is_alike =
        a->model == b->model && a->dimension == b->dimension &&
        a->species_count == b->species_count && a->search == b->search &&
        a->marks == b->marks && a->sorts == b->sorts && a->sort == b->sort &&
        a->mortal == b->mortal && a->emits == b->emits && a->breeds == b->breeds &&
        a->streaks == b->streaks && a->state_size == b->state_size &&
        a->is_uniform == b->is_uniform && a->item_word_count == b->item_word_count &&
        a->first_point == b->first_point && a->drain_count == b->drain_count &&
        !a->pouring == !b->pouring && a->buffer_count == b->buffer_count;
    for (int i = 0; is_alike && i < a->model->list_count; i++) {
        is_alike = a->lists[i].first == b->lists[i].first &&
                   a->lists[i].count == b->lists[i].count;
    }
    return is_alike && memcmp(a->lengths, b->lengths, sizeof a->lengths) == 0;
}

// Names of sums lie in the plan itself.
static void name_sums(plan *p)
{
    for (int pass = 0; pass < p->model->pass_count; pass++) {
        p->buffers[plan_sum_buffer(p, pass)].name = p->sum_names[pass];
    }
}

void plan_exchange(plan *a, plan *b)
{
    plan kept = *a;
    *a = *b;
    *b = kept;
    name_sums(a);
    name_sums(b);
}

bool plan_has_same_box(const plan *a, const plan *b)
{
    return a->edges == b->edges && memcmp(a->box, b->box, sizeof a->box) == 0 &&
           memcmp(a->size, b->size, sizeof a->size) == 0;
}

// Only + - * / and floor in double: the same bits everywhere. Who is farther out than
// another's edges let anyone be comes to the edge.
uint32_t plan_convert(const plan *from, const plan *to, int axis, uint32_t coordinate)
{
    double part = plan_world(from, axis, coordinate) / from->size[axis];
    if (to->constants.wraps) {
        return start_place(part, true);
    }
    double boxes = 0.5 + (part - 0.5) * (to->size[axis] / to->box[axis]);
    double low = (double)to->constants.edge_low;
    double place = floor(boxes * 4294967296.0) - low;
    place = place > 0.0 ? place : 0.0;
    double span = (double)to->constants.edge_span;
    return to->constants.edge_low + (uint32_t)(place < span ? place : span);
}
