// SPDX-License-Identifier: MIT
// Stage scan_sums: particles before each block, the exclusive prefix sum of the sums.

#include "stages.h"

void cpu_scan_sums(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *block_sum = view->planes[BUFFER_block_sum][0];
    uint32_t *block_start = view->planes[BUFFER_block_start][0];
    uint32_t start = 0;
    (void)first;
    (void)end;
    for (uint32_t block = 0; block < view->plan->constants.block_total; block++) {
        block_start[block] = start;
        start += block_sum[block];
    }
}
