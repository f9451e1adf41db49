// SPDX-License-Identifier: MIT
// Sobol's sequence, whose points fill the unit cube more evenly than random ones do:
// I. M. Sobol', "On the distribution of points in a cube and the approximate evaluation
// of integrals" (1967).

#ifndef MOTE_PRICE_SOBOL_H
#define MOTE_PRICE_SOBOL_H

#include <stdint.h>

#define SOBOL_DIMENSION_MAX 256

// The direction numbers of a dimension from 0, as 32-bit fractions of one: coordinate k
// of the sequence is the xor of v[b] over the bits b that are set in the plain k (not in
// its Gray code, which only gives each 2^m points another order). Dimension 0 is van der
// Corput's: 0, 1/2, 1/4, 3/4, ...
void sobol_directions(int dimension, uint32_t v[32]);

#endif
