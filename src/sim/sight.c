// SPDX-License-Identifier: MIT
// Vectors of a camera.

#include "sight.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

// Of the world's diagonal: from nearer than this, coordinates are too coarse to look at.
#define SHORTEST 1e-9
// Sine of the angle between `up` and the line of sight that is still told from none.
#define LEAST_SINE 1e-6

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double result[3])
{
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

sight_fault sight_take(sight *sight, const double size[3], const double offset[3],
                       const double up[3])
{
    double diagonal = sqrt(dot(size, size));
    double up_length = sqrt(dot(up, up));
    memset(sight, 0, sizeof *sight);
    sight->distance = sqrt(dot(offset, offset));
    if (!(sight->distance >= diagonal * SHORTEST) || !(sight->distance > 0.0)) {
        return SIGHT_TOO_SHORT;
    }
    for (int axis = 0; axis < 3; axis++) {
        sight->forward[axis] = -offset[axis] / sight->distance;
    }
    cross(sight->forward, up, sight->right);
    double sine = sqrt(dot(sight->right, sight->right));
    if (!(sine > up_length * LEAST_SINE)) {
        return SIGHT_ALONG_UP;
    }
    for (int axis = 0; axis < 3; axis++) {
        sight->right[axis] /= sine;
    }
    cross(sight->right, sight->forward, sight->above);
    return SIGHT_CLEAR;
}

double sight_fit(const double size[3], int dimension, double field_of_view)
{
    double squared = 0.0;
    for (int axis = 0; axis < dimension; axis++) {
        squared += size[axis] * size[axis];
    }
    return 0.5 * sqrt(squared) / sin(PI * field_of_view);
}

double sight_slope(double field_of_view)
{
    return tan(PI * field_of_view);
}

void sight_usual(int dimension, double direction[3])
{
    const double height = dimension == 3 ? 0.25 : 0.0;
    double length = sqrt(1.0 + height * height);
    direction[0] = 0.0;
    direction[1] = height / length;
    direction[2] = 1.0 / length;
}
