// SPDX-License-Identifier: MIT
// The monotonic clock of each system, and OpenMP's count of CPUs.

#include "clock.h"

#include <omp.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

#ifdef _WIN32

double clock_seconds(void)
{
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&frequency);
    return (double)ticks.QuadPart / (double)frequency.QuadPart;
}

#else

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif

int clock_cpu_count(void)
{
    // OpenMP asks for the affinity mask, and is there on every system we build on.
    int count = omp_get_num_procs();
    return count < 1 ? 1 : count;
}
