// SPDX-License-Identifier: MIT
// How strong the curl noise is. To be included once for each DIMENSION, which the shared
// text takes at compile time, with NOISE_MEAN, the name of the function.

#include "support.h"

#include "core/lanes.h"

// In 2-D some have no use for z.
#pragma GCC diagnostic ignored "-Wunused-parameter"

#include "exact.glsl"
#include "vector.glsl"
#include "noise.glsl"

// The mean square of the field at so many places.
double noise_mean_in_plane(uint64_t count);
double noise_mean_in_space(uint64_t count);

static float noise_place(random_source *random)
{
    return (float)(4096.0 * random_unit(random) - 512.0);
}

double NOISE_MEAN(uint64_t count)
{
    random_source random = random_from(DIMENSION);
    double sum = 0.0;
    for (uint64_t i = 0; i < count; i++) {
        float x = noise_place(&random), y = noise_place(&random);
        vector p = vector_of(x, y, DIMENSION == 3 ? noise_place(&random) : 0.0f);
        vector v = noise_curl(p, noise_place(&random));
        sum += (double)v.x * (double)v.x + (double)v.y * (double)v.y +
               (double)v.z * (double)v.z;
    }
    return sum / (double)count;
}
