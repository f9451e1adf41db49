// SPDX-License-Identifier: MIT
// The 64-bit numbers of population.glsl. GLSL only; the buffer population is there.

void add_wide(uint at, uint count)
{
    uint low = population[at] + count;
    if (low < count) {
        population[at + 1u]++;
    }
    population[at] = low;
}
