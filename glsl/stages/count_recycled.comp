// SPDX-License-Identifier: MIT
// How many live after a step, and have died; the next one lists the living anew.
#include "population.glsl"
#include "wide.glsl"

void main()
{
    if (gl_LocalInvocationIndex == 0u) {
        uint living = recycling[0].y;
        uint rows = population[POPULATION_LIVING] + population[POPULATION_BIRTHS];
        add_wide(POPULATION_DIED, rows - living);
        population[POPULATION_LIVING] = living;
        recycling[0].y = 0u;
    }
}
