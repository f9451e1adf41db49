// SPDX-License-Identifier: MIT
// A chunk of rows in a work group: who of them lives, and which of the living each is. A
// bit for each row stands in shared memory; the rows before it are counted by words. GLSL
// only; population.glsl and the buffers population, body and chunk are there.

#define CHUNK_WORDS (PARTICLES_PER_CHUNK / 32u)

shared uint chunk_bits[CHUNK_WORDS];
shared uint chunk_before[CHUNK_WORDS]; // living in the words before

// All threads of the group call it; rows from `first` on.
void chunk_find_living(uint first, uint rows)
{
    uint t = gl_LocalInvocationIndex;
    for (uint w = t; w < CHUNK_WORDS; w += GROUP_SIZE) {
        chunk_bits[w] = 0u;
    }
    memoryBarrierShared();
    barrier();
    for (uint k = t; k < PARTICLES_PER_CHUNK; k += GROUP_SIZE) {
        // A life is a float above 0: by its bits, an int above 0.
        if (first + k < rows && int(body[first + k].w) > 0) {
            atomicOr(chunk_bits[k / 32u], 1u << (k % 32u));
        }
    }
    memoryBarrierShared();
    barrier();
    for (uint w = t; w < CHUNK_WORDS; w += GROUP_SIZE) {
        uint sum = 0u;
        for (uint v = 0u; v < w; v++) {
            sum += uint(bitCount(chunk_bits[v]));
        }
        chunk_before[w] = sum;
    }
    memoryBarrierShared();
    barrier();
}

bool chunk_lives(uint k)
{
    return (chunk_bits[k / 32u] >> (k % 32u) & 1u) != 0u;
}

// Living rows of the chunk before row k of it.
uint chunk_rank(uint k)
{
    uint below = chunk_bits[k / 32u] & ((1u << (k % 32u)) - 1u);
    return chunk_before[k / 32u] + uint(bitCount(below));
}
