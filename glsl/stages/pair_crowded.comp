// SPDX-License-Identifier: MIT
// Sums the law of a pass over all candidates of those particles for which `mark` had too
// little room. (In `pair_marked` this would cost all others: shaders with more code keep
// fewer threads going.)
#include "pair_sum.glsl"

void main()
{
    copy_columns();
    uint i = thread_index();
    if (i >= particle_end() || neighbour_mark[i].y != 0u) {
        return;
    }
    PROBE_PARTICLE(i);
    PARTICLE self = load_particle(i);
    law_context c = law_context_of(self.species);
    sum_candidates(position_of(i), PREPARE(c, self), c);
    store_sums(i);
}
