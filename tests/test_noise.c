// SPDX-License-Identifier: MIT
// glsl/lib/noise.glsl: the strength of the field; how it flows, test_emitter_flight.c
// says.

#define DIMENSION  3
#define NOISE_MEAN noise_mean_in_space
#include "noise_mean.h"

#include <math.h>

// Of so many places the root itself spreads by some 0.0003.
#define SAMPLES UINT64_C(16000000)
#define BOUND   0.001

static void the_root_of_its_mean_square_is_1(void **state)
{
    (void)state;
    double plane = sqrt(noise_mean_in_plane(SAMPLES));
    double space = sqrt(noise_mean_in_space(SAMPLES));
    print_message("in the plane %.5f, in space %.5f\n", plane, space);
    assert_true(fabs(plane - 1.0) < BOUND);
    assert_true(fabs(space - 1.0) < BOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_of_its_mean_square_is_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
