// SPDX-License-Identifier: MIT
// log and exp of doubles, made of + - * / only, so that their bits do not depend on the C
// library. For what shaders and kernels are told, never in them.

#ifndef MOTE_CORE_PINNED_H
#define MOTE_CORE_PINNED_H

#define PINNED_LN2 0.69314718055994530942

// The natural logarithm of a normal x > 0; error 4e-16, relative or, near 1, absolute.
double pinned_log(double x);
// e^x for |x| <= 700; error 1e-15 relative.
double pinned_exp(double x);

#endif
