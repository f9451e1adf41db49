// SPDX-License-Identifier: MIT
// After a step: the newly born are counted in, and the living and the children before each
// chunk of rows by an exclusive prefix sum. One work group; each thread sums a run of
// chunks, so that the group scans once.
#include "population.glsl"
#include "scan.glsl"
#include "wide.glsl"

// Rows from `low` to `high` that are in the chunk.
uint rows_of_chunk(uint low, uint high, uint k)
{
    uint first = k * PARTICLES_PER_CHUNK;
    uint from = max(low, first);
    uint to = min(high, first + PARTICLES_PER_CHUNK);
    return to > from ? to - from : 0u;
}

// What the first thread reads for all: it writes the population anew while others are still
// at work, and a compiler may read a buffer a second time where a value is used again. (It
// does, on an H200 with NVIDIA 580: some chunks of newly born were given one place.)
shared uint survivors_before;
shared uint births_before;

void main()
{
    uint t = gl_LocalInvocationIndex;
    if (t == 0u) {
        survivors_before = population[POPULATION_LIVING];
        births_before = population[POPULATION_BIRTHS];
    }
    memoryBarrierShared();
    barrier();
    uint survivors = survivors_before;
    uint rows = survivors + births_before;
    uint chunks = (rows + PARTICLES_PER_CHUNK - 1u) / PARTICLES_PER_CHUNK;
    uint run = (chunks + GROUP_SIZE - 1u) / GROUP_SIZE;
    uint begin = min(t * run, chunks);
    uint end = min(begin + run, chunks);
    uint living = 0u;
    uint children = 0u;
    for (uint k = begin; k < end; k++) {
        uvec4 counts = chunk[k];
        living += counts.x + rows_of_chunk(survivors, rows, k);
        children += counts.z;
    }
    uint living_before = scan_group(living);
    uint all_living = scan_total();
    uint children_before = scan_group(children);
    uint all_children = scan_total();
    for (uint k = begin; k < end; k++) {
        uvec4 counts = chunk[k];
        counts.x += rows_of_chunk(survivors, rows, k);
        counts.y = living_before;
        counts.w = children_before;
        chunk[k] = counts;
        living_before += counts.x;
        children_before += counts.z;
    }
    // Chunks past the rows hold nothing.
    uint most = (constants.particle_count + PARTICLES_PER_CHUNK - 1u) / PARTICLES_PER_CHUNK;
    for (uint k = chunks + t; k < most; k += GROUP_SIZE) {
        chunk[k] = uvec4(0u, all_living, 0u, all_children);
    }
    if (t == 0u) {
        add_wide(POPULATION_DIED, rows - all_living);
        population[POPULATION_ROWS] = rows;
        population[POPULATION_LIVING] = all_living;
        population[POPULATION_CHILDREN] = all_children;
        draw_size[0] = uvec4(4u, all_living, 0u, 0u);
    }
}
