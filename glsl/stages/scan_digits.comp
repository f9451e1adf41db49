// SPDX-License-Identifier: MIT
// The exclusive prefix sum of each digit's counts over the blocks, and their total. A work
// group walks the blocks of a digit in tiles of its own size and carries the sum along.
#include "scan.glsl"

void main()
{
    uint digit = group_index();
    if (digit >= min(DIGIT_COUNT, group_end())) {
        return;
    }
    uint t = gl_LocalInvocationIndex;
    uint row = digit * constants.key_block_total;
    uint carry = 0u;
    for (uint first = 0u; first < constants.key_block_total; first += GROUP_SIZE) {
        uint block = first + t;
        uint count = block < constants.key_block_total ? digit_count[row + block] : 0u;
        uint before = scan_group(count);
        if (block < constants.key_block_total) {
            digit_start[row + block] = carry + before;
        }
        carry += scan_total();
    }
    if (t == 0u) {
        digit_total[digit] = carry;
    }
}
