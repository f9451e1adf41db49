// SPDX-License-Identifier: MIT
// A camera's line of sight: its axes, and from where it sees a whole world.

#ifndef MOTE_SIM_SIGHT_H
#define MOTE_SIM_SIGHT_H

typedef struct sight {
    double right[3], above[3], forward[3]; // unit vectors, each square to the others
    double distance; // from the camera to what it looks at, world units
} sight;

typedef enum sight_fault {
    SIGHT_CLEAR,
    SIGHT_TOO_SHORT, // the camera is where it looks at, as far as numbers can tell
    SIGHT_ALONG_UP,  // `up` is no direction, or that of the line of sight
} sight_fault;

// Field of view at the least and at most, turns.
#define SIGHT_NARROWEST 0.0001
#define SIGHT_WIDEST    0.45

// Of a camera at `offset` from what it looks at, with `up` upwards in its picture.
// `size`: of the world, which says what is too short.
sight_fault sight_take(sight *sight, const double size[3], const double offset[3],
                       const double up[3]);

// How far from its middle a camera sees all of a world: the ball around it then fits the
// frame's shorter side. `size` has `dimension` sides; `field_of_view` is in turns.
double sight_fit(const double size[3], int dimension, double field_of_view);

// Half of the field of view's tangent: half the frame over the distance.
double sight_slope(double field_of_view);

// Where a camera stands that nobody has placed, as a unit vector from what it looks at:
// in front of it and, in 3-D, slightly above.
void sight_usual(int dimension, double direction[3]);

#endif
