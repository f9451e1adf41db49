// SPDX-License-Identifier: MIT
// Time, and how many threads are worth starting.

#ifndef MOTE_CORE_CLOCK_H
#define MOTE_CORE_CLOCK_H

// Seconds since some fixed moment; never steps back.
double clock_seconds(void);

// The logical CPUs this process may run on (fewer than the machine has under taskset or a
// container's CPU set); at least 1.
int clock_cpu_count(void);

#endif
