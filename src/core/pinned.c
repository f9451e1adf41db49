// SPDX-License-Identifier: MIT
// Series for log and exp.

#include "pinned.h"

#include <stdint.h>
#include <string.h>

#define LN2_HIGH  0x1.62e42fefa38p-1   // its first bits: exact times a whole number
#define LN2_LOW   0x1.ef35793c7673p-45 // the rest
#define ROOT_HALF 0.70710678118654752440

static double power_of_two(int exponent)
{
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

double pinned_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52) - 1022; // x = m 2^exponent, 1/2 <= m < 1
    double m = x * power_of_two(-exponent / 2) * power_of_two(-exponent + exponent / 2);
    if (m < ROOT_HALF) {
        m *= 2.0;
        exponent--;
    }
    // log m = 2 artanh((m - 1) / (m + 1)), whose argument is below 0.172.
    double s = (m - 1.0) / (m + 1.0);
    double square = s * s;
    double sum = 0.0;
    for (int k = 23; k >= 3; k -= 2) {
        sum = (sum + 1.0 / k) * square;
    }
    return exponent * LN2_HIGH + (2.0 * s * sum + (2.0 * s + exponent * LN2_LOW));
}

double pinned_exp(double x)
{
    double turns = x / PINNED_LN2;
    int whole = (int)(turns < 0 ? turns - 0.5 : turns + 0.5);
    double rest = (x - whole * LN2_HIGH) - whole * LN2_LOW; // at most ln 2 / 2
    double sum = 1.0;
    for (int k = 16; k >= 1; k--) {
        sum = 1.0 + rest / k * sum;
    }
    return sum * power_of_two(whole / 2) * power_of_two(whole - whole / 2);
}
