// SPDX-License-Identifier: MIT
// Gives birth to those that are due, each in a row from the list of the free.
#include "population.glsl"
#include "emission.glsl"
#include "emitted.glsl"
#include "scheduled.glsl"

void main()
{
    uint j = thread_index();
    if (j >= min(population[POPULATION_SCHEDULED], slice_end)) {
        return;
    }
    law_context c = law_context_here();
    emitted p = emitter_spawn(c, scheduled_birth(c, j));
    uint row = dead_list[atomicAdd(recycling[0].x, 0xffffffffu) - 1u];
    body[row] = body_of(p);
    flight[row] = flight_of(p);
    living_list[atomicAdd(recycling[0].y, 1u)] = row;
}
