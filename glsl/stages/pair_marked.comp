// SPDX-License-Identifier: MIT
// Sums the law of a pass over each particle's neighbours, which `mark` has found among its
// candidates: less work in each pass, where there are several. `pair_crowded` does those of
// whom it could not mark all.

void main()
{
    copy_columns();
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    uint stride = constants.particle_count;
    uvec2 word = neighbour_mark[i];
    if (word.y == 0u) {
        return;
    }
    PROBE_PARTICLE(i);
    POSITION p = position_of(i);
    PARTICLE self = load_particle(i);
    law_context c = law_context_of(self.species);
    self = PREPARE(c, self);
    uint added = 0u; // less than CHUNK: 32 for each word
    uint next = 1u;
    while (word.y != 0u) {
        uint bit = uint(findMSB(word.y));
        uint j = word.x - bit;
        word.y ^= 1u << bit;
        PROBE_CANDIDATE(j)
        add_terms(LAW(c, self, load_particle(j), separation_between(p, position_of(j))));
        added++;
        if (word.y == 0u && next < MARK_WORDS) {
            word = neighbour_mark[next * stride + i];
            next++;
        }
    }
    carry_terms(added);
    store_sums(i);
}
