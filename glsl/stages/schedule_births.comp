// SPDX-License-Identifier: MIT
// How many are born in this step: those that the emitters' rates and bursts give, then the
// children of the last step's deaths and collisions, as far as there is room. The last are
// dropped; they use up their numbers, so that who else is born does not depend on it.
#include "population.glsl"
#include "wide.glsl"
#include "emission.glsl"
#include "dispatch.glsl"

// What an entry's rows are: 0: the rows of the last step, 1: births, 2: the rows of this one.
uniform uint sized_by[SCHEDULE_COUNT];

shared uint births_of_step;

void count_births()
{
    uint scheduled = emission[0].y;
    uint wanted = scheduled + population[POPULATION_CHILDREN];
    uint room = constants.particle_count - population[POPULATION_LIVING];
    uint births = min(wanted, room);
    births_of_step = births;
    population[POPULATION_BIRTHS] = births;
    population[POPULATION_SCHEDULED] = min(scheduled, births);
    population[POPULATION_FIRST] = population[POPULATION_NEXT];
    population[POPULATION_FIRST + 1u] = population[POPULATION_NEXT + 1u];
    add_wide(POPULATION_BORN, births);
    add_wide(POPULATION_DROPPED, wanted - births);
    // The step of a number is a power of two, so its product with a count is a shift.
    uint low;
    uint high;
    umulExtended(wanted, constants.emitter_mask + 1u, high, low);
    add_wide(POPULATION_NEXT, low);
    population[POPULATION_NEXT + 1u] += high;
}

void main()
{
    uint t = gl_LocalInvocationIndex;
    if (t == 0u) {
        count_births();
    }
    uint chunks = (constants.particle_count + PARTICLES_PER_CHUNK - 1u) / PARTICLES_PER_CHUNK;
    for (uint k = t; k < chunks; k += GROUP_SIZE) {
        chunk[k].x = 0u;
        chunk[k].z = 0u;
    }
    memoryBarrierShared();
    barrier();
    uint rows = population[POPULATION_ROWS];
    uint rows_after = population[POPULATION_LIVING] + births_of_step;
    for (uint k = t; k < SCHEDULE_COUNT; k += GROUP_SIZE) {
        if (group_rows[k] > 0u) {
            uint births_or_after = sized_by[k] == 1u ? births_of_step : rows_after;
            size_dispatch(k, sized_by[k] == 0u ? rows : births_or_after);
        }
    }
}
