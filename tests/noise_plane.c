// SPDX-License-Identifier: MIT
// The curl noise of the plane; test_noise.c has that of space.

#define DIMENSION  2
#define NOISE_MEAN noise_mean_in_plane
#include "noise_mean.h"
