// SPDX-License-Identifier: MIT
// How many live after a step; the next one lists them anew.
#include "population.glsl"

void main()
{
    if (gl_LocalInvocationIndex == 0u) {
        population[POPULATION_LIVING] = recycling[0].y;
        recycling[0].y = 0u;
    }
}
