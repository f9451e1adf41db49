// SPDX-License-Identifier: MIT
// Directions that a scene gives by vectors of any length, for the tables of a law. Only
// + - * / and sqrt in double: the same bits everywhere.

#ifndef MOTE_SIM_DIRECTION_H
#define MOTE_SIM_DIRECTION_H

#include <math.h>

// Axis k of the unit vector along v; of one without length: upwards.
static inline double direction_unit(const double v[3], int k)
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(length > 0.0)) {
        return k == 1 ? 1.0 : 0.0;
    }
    return v[k] / length;
}

// Axis k of a unit vector at right angles to v: across it and the axis it is farthest
// from.
static inline double direction_side(const double v[3], int k)
{
    double u[3] = {direction_unit(v, 0), direction_unit(v, 1), direction_unit(v, 2)};
    double size[3] = {fabs(u[0]), fabs(u[1]), fabs(u[2])};
    int least = size[0] <= size[1] && size[0] <= size[2] ? 0 : size[1] <= size[2] ? 1 : 2;
    double other[3] = {least == 0, least == 1, least == 2};
    double side[3] = {u[1] * other[2] - u[2] * other[1],
                      u[2] * other[0] - u[0] * other[2],
                      u[0] * other[1] - u[1] * other[0]};
    return direction_unit(side, k);
}

#endif
