// SPDX-License-Identifier: MIT
// Mixing as in splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators" (OOPSLA 2014).

#include "hash.h"

uint64_t hash_words(const uint32_t *words, int count)
{
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < count; i++) {
        hash = (hash ^ words[i]) + UINT64_C(0x9e3779b97f4a7c15);
        hash = (hash ^ (hash >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        hash = (hash ^ (hash >> 27)) * UINT64_C(0x94d049bb133111eb);
        hash = hash ^ (hash >> 31);
    }
    return hash;
}
