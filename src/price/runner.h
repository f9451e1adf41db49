// SPDX-License-Identifier: MIT
// What runs samples: the CPU's kernels or OpenGL's compute shader. Both add the same
// integers to the moments.

#ifndef MOTE_PRICE_RUNNER_H
#define MOTE_PRICE_RUNNER_H

#include "moments.h"
#include "plan.h"

typedef struct price_runner price_runner;

struct price_runner {
    char name[160]; // of the device, for people
    bool is_gpu;
    // From now on the plan, which must stay while it is run, is what is run.
    mote_status (*prepare)(price_runner *self, const price_plan *plan);
    // Runs samples 4 first_quad, ... and adds their sums, or on failure none. first_quad
    // is a multiple of 16.
    mote_status (*run)(price_runner *self, uint64_t first_quad, uint64_t sample_count,
                       price_moments *moments);
    void (*destroy)(price_runner *self);
};

// As device->backend says: AUTO takes a GPU in hardware that passes the self-test, else
// the CPU, and tells the device's log why. Should that GPU fail, the CPU goes on, to the
// same sums.
mote_status price_open(const mote_device_def *device, price_runner **runner);

mote_status price_cpu_open(const mote_device_def *device, price_runner **runner);
mote_status price_gl_open(const mote_device_def *device, price_runner **runner);

#endif
