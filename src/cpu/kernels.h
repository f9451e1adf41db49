// SPDX-License-Identifier: MIT
// The kernels that are compiled once for each model, pass, instruction set and dimension,
// and the registry from which one is chosen at run time.

#ifndef MOTE_CPU_KERNELS_H
#define MOTE_CPU_KERNELS_H

#include "../sim/plan.h"
#include "../sim/probe.h"

// A buffer on the CPU is planar: one array for each component.
typedef uint32_t *cpu_planes[2 * MODEL_SUM_MAX];

typedef struct cpu_kernel_row cpu_kernel_row;
typedef struct cpu_flight_row cpu_flight_row;

// What the function of a stage sees. Names stand as they are now:
// planes[BUFFER_position][0] holds the x of all particles, twins[BUFFER_position] its
// sorted twin. Every array can be read and written up to CPU_PADDING elements past its
// length.
typedef struct cpu_view {
    const plan *plan;
    const cpu_planes *planes;
    const cpu_planes *twins;
    const schedule_entry *entry;
    const cpu_kernel_row *kernel; // of the entry's pass, or NULL
    const cpu_flight_row *flight; // of a model that emits, or NULL
    uint32_t turn;                // of the entry's turns
    uint64_t clock;               // steps before this one
    uint32_t population;          // rows of particles
    probe_records *probe;         // what a kernel of PROBE_ISA records, or NULL
} cpu_view;

#define CPU_PADDING 64

// Works on the rows first, first + 1, ... end - 1 of the stage's domain. For particles
// `first` is a multiple of CPU_GRAIN.
typedef void cpu_stage(const cpu_view *view, uint32_t first, uint32_t end);

#define CPU_GRAIN 16

// The kernels that record: scalar, of the laws' instrumented text.
#define PROBE_ISA "probe"

struct cpu_kernel_row {
    const char *model, *pass, *isa; // NULL: the end
    int dimension;
    cpu_stage *pair;
    cpu_stage *update;
};

extern const cpu_kernel_row cpu_kernels[];

// Of models that emit.
struct cpu_flight_row {
    const char *model, *isa; // NULL: the end
    int dimension;
    cpu_stage *spawn;
    cpu_stage *spawn_children;
    cpu_stage *advance;
    cpu_stage *list_emitted;
    cpu_stage *advance_recycled;
    cpu_stage *spawn_recycled;
};

extern const cpu_flight_row cpu_flights[];

#endif
