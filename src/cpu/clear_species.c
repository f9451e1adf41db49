// SPDX-License-Identifier: MIT
// Stage clear_species: the cells of the statistics' grid are emptied.

#include "stages.h"

#include <string.h>

void cpu_clear_species(const cpu_view *view, uint32_t first, uint32_t end)
{
    uint32_t *species_count = view->planes[BUFFER_species_count][0];
    memset(species_count + first, 0, (size_t)(end - first) * sizeof *species_count);
}
