// SPDX-License-Identifier: MIT
// The exclusive prefix sum of block_sum by one work group, which walks it in tiles of its
// own size and carries the total along.
#include "scan.glsl"

void main()
{
    uint t = gl_LocalInvocationIndex;
    uint carry = 0u;
    for (uint first = 0u; first < constants.block_total; first += GROUP_SIZE) {
        uint block = first + t;
        uint sum = block < constants.block_total ? block_sum[block] : 0u;
        uint before = scan_group(sum);
        if (block < constants.block_total) {
            block_start[block] = carry + before;
        }
        carry += scan_total();
    }
}
