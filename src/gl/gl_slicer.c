// SPDX-License-Identifier: MIT
// The adaptive slices of a stage.

#include "gl_slicer.h"

// Seconds a slice should take: well under 0.1, for a guess may be off.
#define SLICE_TIME 0.03
// Threads of a first slice, and how much larger the next may be where costs are unknown.
#define FIRST_SIZE 4096
#define GROWTH     4

gl_slicer gl_slicer_default(void)
{
    gl_slicer slicer = {
        .last_cost = -1.0, .last_size = FIRST_SIZE / GROWTH, .whole_time = -1.0};
    for (int bin = 0; bin < SLICER_BINS; bin++) {
        slicer.cost[bin] = -1.0;
    }
    return slicer;
}

static int bin_of(uint64_t thread, uint64_t total)
{
    return (int)(thread * SLICER_BINS / total);
}

static uint64_t bin_end(int bin, uint64_t total)
{
    // The first thread whose bin is a later one.
    return ((uint64_t)(bin + 1) * total + SLICER_BINS - 1) / SLICER_BINS;
}

uint64_t gl_slicer_next(const gl_slicer *slicer, uint64_t first, uint64_t total)
{
    uint64_t limit = total;
    double left = SLICE_TIME;
    for (uint64_t at = first; at < total;) {
        int bin = bin_of(at, total);
        double cost = slicer->cost[bin];
        if (cost < 0.0) {
            cost = slicer->last_cost;
            uint64_t grown = first + slicer->last_size * GROWTH;
            limit = grown < limit ? grown : limit;
        }
        if (cost < 0.0 || at >= limit) {
            break;
        }
        uint64_t end = bin_end(bin, total);
        double needed = (double)(end - at) * cost;
        if (needed > left) {
            uint64_t fits = at + (uint64_t)(left / cost);
            limit = fits < limit ? fits : limit;
            break;
        }
        left -= needed;
        at = end;
    }
    return limit > first ? limit : first + 1;
}

// Seconds that the slice should have taken; < 0 where a part of it is new.
static double expected(const gl_slicer *slicer, uint64_t first, uint64_t end,
                       uint64_t total)
{
    double seconds = 0.0;
    for (uint64_t at = first; at < end;) {
        int bin = bin_of(at, total);
        uint64_t stop = bin_end(bin, total) < end ? bin_end(bin, total) : end;
        if (slicer->cost[bin] < 0.0) {
            return -1.0;
        }
        seconds += (double)(stop - at) * slicer->cost[bin];
        at = stop;
    }
    return seconds;
}

void gl_slicer_record(gl_slicer *slicer, uint64_t first, uint64_t end, uint64_t total,
                      double seconds)
{
    slicer->run_time = first == 0 ? seconds : slicer->run_time + seconds;
    if (end >= total) {
        slicer->whole_time = slicer->run_time;
    }
    if (end <= first) {
        return;
    }
    slicer->last_cost = seconds / (double)(end - first);
    slicer->last_size = end - first;
    // What is known of crowds within the slice stays in proportion; what is new gets the
    // mean.
    double before = expected(slicer, first, end, total);
    for (int bin = bin_of(first, total); bin <= bin_of(end - 1, total); bin++) {
        if (before > 0.0) {
            slicer->cost[bin] *= seconds / before;
        } else if (before == 0.0 || slicer->cost[bin] < 0.0) {
            slicer->cost[bin] = slicer->last_cost;
        }
    }
}
