// SPDX-License-Identifier: MIT
// Stage scan_blocks: the sum of each block of cell counts.

#include "stages.h"

void cpu_scan_blocks(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *cell_count = view->planes[BUFFER_cell_count][0];
    uint32_t *block_sum = view->planes[BUFFER_block_sum][0];
    uint32_t cells = view->plan->constants.cell_total + 1;
    for (uint32_t block = first; block < end; block++) {
        uint32_t from = block * CELLS_PER_BLOCK;
        uint32_t to = cells - from < CELLS_PER_BLOCK ? cells : from + CELLS_PER_BLOCK;
        uint32_t sum = 0;
        for (uint32_t cell = from; cell < to; cell++) {
            sum += cell_count[cell];
        }
        block_sum[block] = sum;
    }
}
