// SPDX-License-Identifier: MIT
// Sums the law of a pass over each particle's neighbours.
#include "pair_sum.glsl"

void main()
{
    copy_columns();
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    PROBE_PARTICLE(i);
    PARTICLE self = load_particle(i);
    law_context c = law_context_of(self.species);
    sum_candidates(position_of(i), PREPARE(c, self), c);
    store_sums(i);
}
