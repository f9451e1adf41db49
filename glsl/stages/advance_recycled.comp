// SPDX-License-Identifier: MIT
// A step of the living where they are; who dies puts its row on the list of the free, who
// lives on the list of the living: the way without compaction, to measure against. The
// lists are appended to by atomics, so their order is anyone's guess.
#include "population.glsl"
#include "emission.glsl"
#include "emitted.glsl"

void main()
{
    uint row = thread_index();
    if (row >= particle_end()) {
        return;
    }
    if (int(body[row].w) <= 0) {
        return;
    }
    emitted p = emitter_advance(law_context_here(), emitted_of(body[row], flight[row]));
    uvec4 next = body_of(p);
    body[row] = next;
    flight[row] = flight_of(p);
    if (int(next.w) > 0) {
        living_list[atomicAdd(recycling[0].y, 1u)] = row;
    } else {
        dead_list[atomicAdd(recycling[0].x, 1u)] = row;
    }
}
