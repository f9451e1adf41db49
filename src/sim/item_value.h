// SPDX-License-Identifier: MIT
// Curves and gradients of items, between their stops. Computed by + - * / and the exact
// functions only: the same bits on every machine.

#ifndef MOTE_SIM_ITEM_VALUE_H
#define MOTE_SIM_ITEM_VALUE_H

#include "model.h"

// The stops of a CURVE or GRADIENT in item_value.rows: the part of the life comes first.
#define STOP_TIME      0
#define STOP_VALUE     1
#define CURVE_WIDTH    2
#define GRADIENT_WIDTH 5
// At most so many stops.
#define STOP_MAX 64

// A curve at a part of the life, from 0 to 1: straight from stop to stop, and level
// before the first and after the last. Of two stops at one time the later counts from
// there on.
double item_curve_at(const item_value *curve, double t);

// A gradient likewise. Channels 0 to 2 are red, green and blue in linear light, 3 is
// alpha; all from 0 to 1. Between stops the sRGB values are mixed, as pictures' editors
// do.
double item_gradient_at(const item_value *gradient, int channel, double t);

#endif
