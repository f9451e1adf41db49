// SPDX-License-Identifier: MIT
// How many faucets give birth to in this sub-step: all that are due, as far as there is
// room; the last are dropped. Their ids are used up, so that who else is born does not
// depend on it. Sizes the dispatches of those born, and of all particles that then live.
#include "population.glsl"
#include "wide.glsl"
#include "pouring.glsl"
#include "dispatch.glsl"

// What an entry's rows are: 1: births, else all that live.
uniform uint sized_by[SCHEDULE_COUNT];

void main()
{
    uint living = population[POPULATION_ROWS];
    uint due = pouring[0].y;
    uint births = min(due, constants.particle_count - living);
    memoryBarrierBuffer();
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        population[POPULATION_ROWS] = living + births;
        population[POPULATION_BIRTHS] = births;
        add_wide(POPULATION_BORN, births);
        add_wide(POPULATION_DROPPED, due - births);
    }
    for (uint k = gl_LocalInvocationIndex; k < SCHEDULE_COUNT; k += GROUP_SIZE) {
        if (group_rows[k] > 0u) {
            size_dispatch(k, sized_by[k] == 1u ? births : living + births);
        }
    }
}
