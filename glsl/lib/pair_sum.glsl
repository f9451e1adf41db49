// SPDX-License-Identifier: MIT
// The sum of a law over all candidates of a particle. Those out of range give 0, and the
// sums are integers, so their order does not matter. GLSL only.
//
// Four candidates a turn: their loads overlap, and llvmpipe, which ends every loop after
// 65,535 turns without a word, gets through a cell of 100,000.
#include "candidates.glsl"

#define ADD(k)                                                                           \
    PROBE_CANDIDATE(k)                                                                   \
    add_terms(LAW(c, self, load_particle(k), separation_between(p, position_of(k))));

void sum_candidates(POSITION p, PARTICLE self, law_context c)
{
    candidate_rows rows = candidate_rows_around(p);
    uint room = CHUNK;
    for (uint k = 0u; k < rows.z.count; k++) {
        for (uint l = 0u; l < rows.y.count; l++) {
            for (uint part = 0u; part < rows.parts; part++) {
                uvec2 range = candidate_range(rows, k, l, part);
                uint j = range.x;
                while (j < range.y) {
                    uint stop = min(range.y, j + room);
                    room -= stop - j;
                    for (; j + 4u <= stop; j += 4u) {
                        ADD(j)
                        ADD(j + 1u)
                        ADD(j + 2u)
                        ADD(j + 3u)
                    }
                    for (; j < stop; j++) {
                        ADD(j)
                    }
                    if (room == 0u) {
                        carry_terms(CHUNK);
                        room = CHUNK;
                    }
                }
            }
        }
    }
    carry_terms(CHUNK - room);
}
