// SPDX-License-Identifier: MIT
// Sum, least and largest of many numbers on the GPU, for `mote bench reduce`: how near
// the one reduction (glsl/lib/reduce.glsl) comes to what memory can do.

#ifndef MOTE_GL_REDUCE_H
#define MOTE_GL_REDUCE_H

#include "../sim/backend.h"

typedef struct reduction {
    uint64_t sum;
    uint32_t least, most;
} reduction;

reduction reduction_none(void);
reduction reduction_join(reduction a, reduction b);

// The numbers, and a program for each size of a work group.
typedef struct gl_reduce gl_reduce;

#define REDUCE_COUNT_MAX (UINT64_C(1) << 30)

// `values` are copied. On the context of a GL backend, which outlives it.
mote_status gl_reduce_create(backend *backend, const uint32_t *values, uint64_t count,
                             gl_reduce **result);
void gl_reduce_destroy(gl_reduce *self);
// Makes the program for groups of so many threads.
mote_status gl_reduce_add(gl_reduce *self, int group_size, int *program);
// So many times, and waits; the last result.
mote_status gl_reduce_run(gl_reduce *self, int program, int times, reduction *result);
// Seconds that the dispatch takes at best, by the GPU's clock.
mote_status gl_reduce_measure(gl_reduce *self, int program, double *seconds);

#endif
