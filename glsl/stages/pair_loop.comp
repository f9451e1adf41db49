// SPDX-License-Identifier: MIT
// Sums the law of a pass over all particles, for systems too small for a grid. A work group
// reads the particles tile by tile into shared memory. Four candidates a turn, as in `pair`.

#define ADD(k)                                                                           \
    PROBE_CANDIDATE(first + k)                                                           \
    add_terms(LAW(c, self, tile_particle[k], separation_between(p, tile_position[k])))

shared POSITION tile_position[GROUP_SIZE];
shared PARTICLE tile_particle[GROUP_SIZE];

void main()
{
    copy_columns();
    uint i = thread_index();
    uint count = particle_count();
    PROBE_PARTICLE(i);
    // Threads past the end help to fill tiles, and store nothing.
    uint reader = min(i, max(count, 1u) - 1u);
    POSITION p = position[reader];
    PARTICLE self = load_particle(reader);
    law_context c = law_context_of(self.species);
    self = PREPARE(c, self);
    uint room = CHUNK;
    for (uint first = 0u; first < count; first += GROUP_SIZE) {
        uint other = min(first + gl_LocalInvocationIndex, count - 1u);
        tile_position[gl_LocalInvocationIndex] = position[other];
        tile_particle[gl_LocalInvocationIndex] = load_particle(other);
        memoryBarrierShared();
        barrier();
        uint end = min(count - first, GROUP_SIZE);
        uint j = 0u;
        for (; j + 4u <= end; j += 4u) {
            ADD(j);
            ADD(j + 1u);
            ADD(j + 2u);
            ADD(j + 3u);
        }
        for (; j < end; j++) {
            ADD(j);
        }
        room -= end;
        if (room < GROUP_SIZE) {
            carry_terms(CHUNK - room);
            room = CHUNK;
        }
        memoryBarrierShared();
        barrier();
    }
    carry_terms(CHUNK - room);
    if (i < particle_end()) {
        store_sums(i);
    }
}
