// SPDX-License-Identifier: MIT
// Lists what is drawn of the living, in order of birth: place, size, colour, rotation and,
// where there are streaks, their ends.
#include "population.glsl"
#include "emission.glsl"
#include "emitted.glsl"
#include "chunk.glsl"

void main()
{
    uint own = group_index();
    uint first = own * PARTICLES_PER_CHUNK;
    uint rows = population[POPULATION_ROWS];
    if (first >= rows || own >= group_end()) {
        return;
    }
    chunk_find_living(first, rows);
    law_context c = law_context_here();
    uint start = chunk[own].y;
    for (uint k = gl_LocalInvocationIndex; k < PARTICLES_PER_CHUNK; k += GROUP_SIZE) {
        if (!chunk_lives(k)) {
            continue;
        }
        PROBE_PARTICLE(first + k);
        emitted p = emitted_of(body[first + k], flight[first + k]);
        emitter_key key = emitter_key_of(p.number, population[POPULATION_NEXT],
                                         population[POPULATION_NEXT + 1u]);
        emitter_look look = emitter_look_of(c, p, key);
        uint place = start + chunk_rank(k);
        sprite[place] = uvec4(p.x, p.y, p.z, floatBitsToUint(exact_flush(look.radius)));
        sprite_look[place] = uvec4(look.red_green, look.blue_alpha, look.rotation, p.number);
#if STREAKS
        sprite_tail[place] = uvec4(look.tail_x, look.tail_y, look.tail_z, 0);
#endif
    }
}
