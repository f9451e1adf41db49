// SPDX-License-Identifier: MIT
// Splats in a band of rows of the software renderer.

#ifndef MOTE_DRAW_SOFT_SPLAT_H
#define MOTE_DRAW_SOFT_SPLAT_H

#include "soft_band.h"
#include "soft_solids.h"
#include "splat.h"

// Adds discs to the sums of the band's rows, 3 * band->width for each.
void soft_draw_splats(const splat *splat, const soft_band *band, uint32_t *sums,
                      const soft_disc *discs, size_t count);

// Writes the band's rows into the whole frame's pixels.
void soft_splat_write(const splat *splat, const look *look, const soft_band *band,
                      const uint32_t *sums, uint8_t *frame);

// Writes those pixels again that are solid behind the splats.
void soft_splat_write_solids(const splat *splat, const soft_solids *solids,
                             const soft_band *band, const uint32_t *sums, uint8_t *frame);

#endif
