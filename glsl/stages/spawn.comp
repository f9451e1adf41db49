// SPDX-License-Identifier: MIT
// Gives birth to those that are due by their emitters' rates and bursts: behind those that
// live on, in the order of the batches, each at its own time within the step.
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
    PROBE_PARTICLE(j);
    law_context c = law_context_here();
    emitter_scheduled birth = scheduled_birth(c, j);
    emitted p = emitter_spawn(c, birth);
    uint place = population[POPULATION_LIVING] + j;
    body_sorted[place] = body_of(p);
    flight_sorted[place] = flight_of(p);
#if STATE_SIZE == 40
    ballast_sorted[place] = ballast_of(c, birth.emitter, birth.key);
#endif
}
