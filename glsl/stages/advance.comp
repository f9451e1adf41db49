// SPDX-License-Identifier: MIT
// A step of the living: forces, flight, collisions; and their compaction: each is written
// to its place among the living. Who dies here keeps that place until the next step, so
// that its children find it. The names of the buffers and of their twins then swap.
#include "population.glsl"
#include "emission.glsl"
#include "emitted.glsl"
#include "chunk.glsl"

// What goes to the two chunks that this one's living are written to.
shared uint chunk_living[2];
shared uint chunk_children[2];

void main()
{
    uint own = group_index();
    uint first = own * PARTICLES_PER_CHUNK;
    uint rows = population[POPULATION_ROWS];
    if (first >= rows || own >= group_end()) {
        return;
    }
    uint t = gl_LocalInvocationIndex;
    for (uint k = t; k < 2u; k += GROUP_SIZE) {
        chunk_living[k] = 0u;
        chunk_children[k] = 0u;
    }
    chunk_find_living(first, rows);
    law_context c = law_context_here();
    uint start = chunk[own].y;
    uint target = start / PARTICLES_PER_CHUNK;
    for (uint k = t; k < PARTICLES_PER_CHUNK; k += GROUP_SIZE) {
        if (!chunk_lives(k)) {
            continue;
        }
        PROBE_PARTICLE(first + k);
        emitted p = emitter_advance(c, emitted_of(body[first + k], flight[first + k]));
        uint place = start + chunk_rank(k);
        uvec4 next = body_of(p);
        body_sorted[place] = next;
        flight_sorted[place] = flight_of(p);
#if STATE_SIZE == 40
        ballast_sorted[place] = ballast[first + k];
#endif
        uint which = place / PARTICLES_PER_CHUNK - target;
        if (int(next.w) > 0) {
            atomicAdd(chunk_living[which], 1u);
        }
#if BREEDS
        uint children = emitter_children(c, p);
        child_count[place] = children | p.collided << COLLIDED_SHIFT;
        if (children > 0u) {
            atomicAdd(chunk_children[which], children);
        }
#endif
    }
    memoryBarrierShared();
    barrier();
    for (uint k = t; k < 2u; k += GROUP_SIZE) {
        if (chunk_living[k] > 0u) {
            atomicAdd(chunk[target + k].x, chunk_living[k]);
        }
        if (chunk_children[k] > 0u) {
            atomicAdd(chunk[target + k].z, chunk_children[k]);
        }
    }
}
