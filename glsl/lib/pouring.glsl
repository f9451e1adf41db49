// SPDX-License-Identifier: MIT
// The rows of the buffer `pouring`, which the CPU writes before each sub-step of a scene
// with faucets: four words each, "(float)" marks the bits of a float.
//
//     0         batches, births of all batches, id of the first of them, 0
//     1 ...     batches of POURING_BATCH_ROWS rows; a batch are births of one faucet:
//       + 0     births; births before them in this sub-step; the faucet's first row in the
//               buffer `mouth`, and its rows there
//       + 1     which of those is the first birth's; species;
//               (float) when the first is born, as a part of the sub-step;
//               (float) from one birth to the next, as a part of the sub-step
//       + 2     x, y, z of the middle of the mouth, coordinates; 0
//       + 3     (float) x, y, z by which the jet moves in the sub-step, units of
//               coordinate; 0
//       + 4     (float) x, y, z of its velocity, world units/s; 0
//       + 5     (float) x, y, z by which births may miss their places, units of
//               coordinate; 0

#define POURING_BATCH_MOST 16u
#define POURING_BATCHES    1u
#define POURING_BATCH_ROWS 6u
#define POURING_ROWS       97u // for POURING_BATCH_MOST batches
