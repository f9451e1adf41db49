// SPDX-License-Identifier: MIT
// The rows of the buffer `emission`, which the CPU writes before each step: four words
// each, "(float)" marks the bits of a float.
//
//     0         batches, births of all batches, 0, 0
//     1 - 4     (float) how far each of 16 forces' turbulence has drifted, in whirls
//     5 ...     batches of EMISSION_BATCH_ROWS rows; a batch are births of one emitter:
//       + 0     emitter; count; births before it in this step; 0
//       + 1     x, y, z of the emitter at the beginning of the step, coordinates;
//               (float) when the first of them is born, as a part of the step
//       + 2     (float) x, y, z by which it moves in the step, units of coordinate;
//               (float) from one birth to the next, as a part of the step
//       + 3     (float) x, y, z of its velocity, world units/s; 0

#define EMISSION_DRIFT      1u
#define EMISSION_BATCHES    5u
#define EMISSION_BATCH_ROWS 4u
// A uniform block of OpenGL holds 16 KiB at least.
#define EMISSION_ROWS       1024u
#define EMISSION_BATCH_MOST ((EMISSION_ROWS - EMISSION_BATCHES) / EMISSION_BATCH_ROWS)
