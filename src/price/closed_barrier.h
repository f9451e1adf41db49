// SPDX-License-Identifier: MIT
// Closed forms of options with one barrier.

#ifndef MOTE_PRICE_CLOSED_BARRIER_H
#define MOTE_PRICE_CLOSED_BARRIER_H

#include "option.h"

// The discounted price of an option with a barrier that is watched at all times.
double closed_barrier(const price_option *option);

#endif
