// SPDX-License-Identifier: MIT
// Adds up each block of CELLS_PER_BLOCK entries of cell_count: the first of the three
// dispatches of a reduce-then-scan.

shared uint sums[GROUP_SIZE];

void main()
{
    uint block = group_index();
    if (block >= min(constants.block_total, group_end())) {
        return;
    }
    uint t = gl_LocalInvocationIndex;
    uint first = block * CELLS_PER_BLOCK;
    uint end = min(first + CELLS_PER_BLOCK, constants.cell_total + 1u);
    uint sum = 0u;
    for (uint cell = first + t; cell < end; cell += GROUP_SIZE) {
        sum += cell_count[cell];
    }
    sums[t] = sum;
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
        block_sum[block] = sums[0];
    }
}
