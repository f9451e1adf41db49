// SPDX-License-Identifier: MIT
// Stage sum_mixing: how full the cells of the statistics' grid are, and how many pairs of
// particles of a cell are alike.

#include "stages.h"

#include "statistics_words.glsl"

// Ordered pairs of two out of so many.
static uint64_t pairs_of(uint64_t count)
{
    return count * (count - 1);
}

static void write_wide(uint32_t *words, uint64_t sum)
{
    words[0] = (uint32_t)sum;
    words[1] = (uint32_t)(sum >> 32);
}

static void sum_strip(const cpu_view *view, uint32_t strip)
{
    const uint32_t *species_count = view->planes[BUFFER_species_count][0];
    size_t all = (size_t)view->plan->species_count;
    uint32_t cells = view->plan->constants.statistics_cell_total;
    uint32_t first = strip * CELLS_PER_STRIP;
    uint32_t end = cells - first < CELLS_PER_STRIP ? cells : first + CELLS_PER_STRIP;
    uint32_t inside = 0, fullest = 0;
    uint64_t pairs = 0, alike = 0;
    for (uint32_t cell = first; cell < end; cell++) {
        uint32_t here = 0;
        for (size_t species = 0; species < all; species++) {
            uint32_t count = species_count[cell * all + species];
            here += count;
            alike += pairs_of(count);
        }
        inside += here;
        fullest = here > fullest ? here : fullest;
        pairs += pairs_of(here);
    }
    uint32_t *words = view->planes[BUFFER_mixing_sum][0] + (size_t)strip * MIXING_SIZE;
    words[MIXING_INSIDE] = inside;
    words[MIXING_FULLEST] = fullest;
    write_wide(words + MIXING_PAIRS, pairs);
    write_wide(words + MIXING_ALIKE, alike);
}

void cpu_sum_mixing(const cpu_view *view, uint32_t first, uint32_t end)
{
    for (uint32_t strip = first; strip < end; strip++) {
        sum_strip(view, strip);
    }
}
