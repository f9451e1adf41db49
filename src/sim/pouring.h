// SPDX-License-Identifier: MIT
// Births by faucets: a pure function of scene and clock, as those of emitters
// (emission.h). glsl/lib/pouring.glsl says how they are written for the stages
// `open_faucets` and `pour`.
//
// A jet is a lattice that comes out of the mouth. Across it there are places, a square
// grid of them; births take them in turn, first every other one, then those between,
// evenly in time. So neighbours come half a row apart: in 2-D near a lattice of equal
// triangles, in 3-D near the densest packing of spheres.
//
//        flow ->    o   o   o   o |
//                     o   o   o   | mouth
//                   o   o   o   o |

#ifndef MOTE_SIM_POURING_H
#define MOTE_SIM_POURING_H

#include "scene.h"

typedef struct pouring pouring;

// What a faucet gives.
typedef struct jet {
    double rate; // particles a second
    double start, stop, speed, width;
    double position[3], direction[3]; // world units from the low edges; of length 1
    double side[2][3];                // across the direction, each of length 1
    bool is_round;
    int columns; // places along a side of its mouth, or JET_COLUMNS_MAX + 1: more
} jet;

// In 3-D its square.
#define JET_COLUMNS_MAX(dimension) ((dimension) == 3 ? 256 : 65536)

jet jet_of(const mote_scene *scene, const model_numbers *numbers, int faucet);

// `box`: world units that 2^32 units of coordinate are, along each axis.
mote_status pouring_create(const mote_scene *scene, const model_numbers *numbers,
                           const double box[3], pouring **result);
void pouring_destroy(pouring *pouring);

// The rows of the buffer `mouth`.
uint32_t pouring_place_count(const pouring *pouring);
const uint32_t (*pouring_places(const pouring *pouring))[4];

// Births that are due up to a clock each take an id, also where there is no room.
// The id of the first birth that is due after a clock; and to go on at a clock with that
// of another pouring, which gave the births before it.
uint64_t pouring_next_id(const pouring *pouring, uint64_t clock);
void pouring_continue(pouring *pouring, uint64_t clock, uint64_t next_id);

// Fills rows of the buffer `pouring`, of which there are POURING_ROWS, for the sub-step
// that begins at a clock; returns their bytes.
uint64_t pouring_fill(const pouring *pouring, uint64_t clock, uint32_t (*rows)[4]);

#endif
