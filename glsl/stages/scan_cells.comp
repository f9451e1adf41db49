// SPDX-License-Identifier: MIT
// The exclusive prefix sum of cell_count within each block, after the particles of earlier
// blocks. The entry past the last cell becomes the number of the living.
//
// A block is read into shared memory by neighbouring threads side by side; then each thread
// sums CELLS_PER_THREAD entries in a row. One word in 33 is left free, so that these rows
// start in different banks.
#include "scan.glsl"

#define CELLS_PER_THREAD (CELLS_PER_BLOCK / GROUP_SIZE)

shared uint counts[CELLS_PER_BLOCK + CELLS_PER_BLOCK / 32u];

uint bank(uint k)
{
    return k + k / 32u;
}

void main()
{
    uint block = group_index();
    if (block >= min(constants.block_total, group_end())) {
        return;
    }
    uint t = gl_LocalInvocationIndex;
    uint first = block * CELLS_PER_BLOCK;
    uint entries = constants.cell_total + 1u;
    for (uint k = t; k < CELLS_PER_BLOCK; k += GROUP_SIZE) {
        counts[bank(k)] = first + k < entries ? cell_count[first + k] : 0u;
    }
    memoryBarrierShared();
    barrier();
    uint row = t * CELLS_PER_THREAD;
    uint sum = 0u;
    for (uint k = 0u; k < CELLS_PER_THREAD; k++) {
        sum += counts[bank(row + k)];
    }
    uint start = block_start[block] + scan_group(sum);
    for (uint k = 0u; k < CELLS_PER_THREAD; k++) {
        uint count = counts[bank(row + k)];
        counts[bank(row + k)] = start;
        start += count;
    }
    memoryBarrierShared();
    barrier();
    for (uint k = t; k < CELLS_PER_BLOCK && first + k < entries; k += GROUP_SIZE) {
        cell_start[first + k] = counts[bank(k)];
    }
}
