// SPDX-License-Identifier: MIT
// Gives birth to the children of those that died or collided in the last step, where their
// parents were, in the order of the parents; of one parent first those by its collision. A
// thread finds its parent by bisection: the chunk, then the row.
#include "population.glsl"
#include "emission.glsl"
#include "emitted.glsl"

// The last chunk that has not more than `child` children before it.
uint find_chunk(uint child)
{
    uint low = 0u;
    uint high = (population[POPULATION_ROWS] + PARTICLES_PER_CHUNK - 1u) / PARTICLES_PER_CHUNK;
    while (high - low > 1u) {
        uint middle = (low + high) / 2u;
        if (chunk[middle].w <= child) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// Likewise the row of the chunk.
uint find_parent(uint first, uint child)
{
    uint low = first;
    uint high = min(first + PARTICLES_PER_CHUNK, population[POPULATION_ROWS]);
    while (high - low > 1u) {
        uint middle = (low + high) / 2u;
        if ((child_start[middle] & ~COLLIDED) <= child) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

void main()
{
    uint k = thread_index();
    uint scheduled = population[POPULATION_SCHEDULED];
    if (k >= min(population[POPULATION_BIRTHS] - scheduled, slice_end)) {
        return;
    }
    PROBE_PARTICLE(k);
    law_context c = law_context_here();
    uint parent_chunk = find_chunk(k);
    uint within = k - chunk[parent_chunk].w;
    uint row = find_parent(parent_chunk * PARTICLES_PER_CHUNK, within);
    emitted parent = emitted_of(body[row], flight[row]);
    parent.collided = child_start[row] >> COLLIDED_SHIFT;
    uint index = within - (child_start[row] & ~COLLIDED);
    uint e = emitter_of_child(c, parent, index);
    emitter_key key = emitter_key_after(c, population[POPULATION_FIRST], population[POPULATION_FIRST + 1u],
                                        scheduled + k, e);
    emitter_key parent_key = emitter_key_of(parent.number, population[POPULATION_FIRST],
                                            population[POPULATION_FIRST + 1u]);
    emitted p = emitter_spawn_child(c, parent, parent_key, index, e, key);
    uint place = population[POPULATION_LIVING] + scheduled + k;
    body_sorted[place] = body_of(p);
    flight_sorted[place] = flight_of(p);
#if STATE_SIZE == 40
    ballast_sorted[place] = ballast_of(c, e, key);
#endif
}
