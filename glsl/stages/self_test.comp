// SPDX-License-Identifier: MIT
// The self-test (src/gl/gl_self_test.c): arithmetic by thread 0, then what one full work
// group does together: a reduction, a carry between atomics, and the sort of 13 particles
// in 12 cells, with the counting, scan and ranking of a step.

layout(std430, binding = 0) readonly restrict buffer hidden_block { uint hidden[]; };
layout(std430, binding = 1) restrict buffer results_block { uint results[]; };

// hidden: a zero, then the cells of the particles.
uint opaque(uint x)
{
    return x ^ hidden[0];
}

#include "exact.glsl"
#include "random.glsl"
#include "scan.glsl"
#include "self_test.glsl"

shared uint sums[GROUP_SIZE];
shared uint counts[CELLS];
shared uint starts[CELLS];
shared uint ids[PARTICLES];

void test_arithmetic()
{
    uint at = 0u;
#define ROW(name, value)                                                                 \
    results[at] = value;                                                                 \
    at++;
#include "self_test_rows.glsl"
}

// As stages store: what was rounded into a local of the same function.
void test_store()
{
    real sum = opaque_real(0x3f800800u) * opaque_real(0x3f800800u) + opaque_real(0xbf801000u);
    results[STORE] = floatBitsToUint(sum);
}

void test_reduction(uint t)
{
    sums[t] = t * t + opaque(1u);
    memoryBarrierShared();
    barrier();
    for (uint half_size = GROUP_SIZE / 2u; half_size > 0u; half_size /= 2u) {
        if (t < half_size) {
            sums[t] += sums[t + half_size];
        }
        memoryBarrierShared();
        barrier();
    }
    if (t == 0u) {
        results[REDUCTION] = sums[0];
    }
}

// A 64-bit sum in two words: who makes the low one pass its end carries into the high one.
// Three of four do; were it every other one, those that do not would be as many.
void test_carry(uint t)
{
    uint value = opaque(0x9e3779b9u) * (t + 1u) | 0x80000000u;
    uint before = atomicAdd(results[CARRY], value);
    if (before + value < before) {
        atomicAdd(results[CARRY + 1u], 1u);
    }
}

void test_sort(uint t)
{
    if (t < CELLS) {
        counts[t] = 0u;
    }
    memoryBarrierShared();
    barrier();
    uint cell = t < PARTICLES ? hidden[1u + t] : 0u;
    uint slot = 0u;
    if (t < PARTICLES) {
        slot = atomicAdd(counts[cell], 1u);
    }
    memoryBarrierShared();
    barrier();
    uint start = scan_group(t < CELLS ? counts[t] : 0u);
    if (t < CELLS) {
        starts[t] = start;
        results[SORT + t] = counts[t];
        results[STARTS + t] = start;
    }
    memoryBarrierShared();
    barrier();
    if (t < PARTICLES) {
        ids[starts[cell] + slot] = t;
    }
    memoryBarrierShared();
    barrier();
    if (t < PARTICLES) {
        uint place = starts[cell];
        for (uint k = starts[cell]; k < starts[cell] + counts[cell]; k++) {
            place += ids[k] < t ? 1u : 0u;
        }
        results[ORDER + place] = t;
    }
}

void main()
{
    uint t = gl_LocalInvocationIndex;
    if (t == 0u) {
        test_arithmetic();
        test_store();
    }
    test_reduction(t);
    test_carry(t);
    test_sort(t);
}
