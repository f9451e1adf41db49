// SPDX-License-Identifier: MIT
// What the records in an instrumented law (src/core/instrument.h) do in C, in kernels
// that are compiled with MOTE_PROBE; elsewhere nothing. Part of law.h. gl_probe.c writes
// the same as GLSL.

#ifndef MOTE_SIM_LAW_PROBE_H
#define MOTE_SIM_LAW_PROBE_H

#ifdef MOTE_PROBE

#include "probe.h"

#define PROBE_AT(file, line, type, name, bits)                                           \
    do {                                                                                 \
        static const probe_site here_ = {file, line, type, name, ""};                    \
        if (law_probing) {                                                               \
            probe_add(law_probing, &here_, bits);                                        \
        }                                                                                \
    } while (0)

#define PROBE(site, line, type, value)                                                   \
    PROBE_AT(__FILE__, line, PROBE_##type, #value, probe_bits_##type(value))
// A record around a law.
#define PROBE_MARK(type, name, value)                                                    \
    PROBE_AT("", 0, PROBE_##type, name, probe_bits_##type(value))
// From here on row i is computed.
#define PROBE_PARTICLE(view, i)                                                          \
    (law_probing = (view)->probe && (view)->probe->row == (i) ? (view)->probe : NULL)

#define probe_bits_real(value)    (uint32_t) real_bits(value)
#define probe_bits_integer(value) (uint32_t)(value)
#define probe_bits_natural(value) (value)
#define probe_bits_mask(value)    (uint32_t)((value) != 0)

#else

#define PROBE_MARK(type, name, value) ((void)0)
#define PROBE_PARTICLE(view, i)       ((void)0)

#endif
#endif
