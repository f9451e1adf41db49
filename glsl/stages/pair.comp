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
    sum_candidates(position_of(i), self, law_context_of(self.species));
    store_sums(i);
}
