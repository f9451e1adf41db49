// SPDX-License-Identifier: MIT
// Stage scan_digits: keys with a digit in earlier blocks, and in all of them.

#include "stages.h"

void cpu_scan_digits(const cpu_view *view, uint32_t first, uint32_t end)
{
    uint32_t blocks = view->plan->constants.key_block_total;
    for (uint32_t digit = first; digit < end; digit++) {
        const uint32_t *digit_count =
            view->planes[BUFFER_digit_count][0] + (size_t)digit * blocks;
        uint32_t *digit_start =
            view->planes[BUFFER_digit_start][0] + (size_t)digit * blocks;
        uint32_t sum = 0;
        for (uint32_t block = 0; block < blocks; block++) {
            digit_start[block] = sum;
            sum += digit_count[block];
        }
        view->planes[BUFFER_digit_total][0][digit] = sum;
    }
}
