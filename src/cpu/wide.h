// SPDX-License-Identifier: MIT
// The 64-bit numbers of glsl/lib/population.glsl.

#ifndef MOTE_CPU_WIDE_H
#define MOTE_CPU_WIDE_H

#include <stdint.h>

static inline void add_wide(uint32_t *population, uint32_t at, uint64_t count)
{
    uint64_t sum = ((uint64_t)population[at + 1] << 32 | population[at]) + count;
    population[at] = (uint32_t)sum;
    population[at + 1] = (uint32_t)(sum >> 32);
}

#endif
