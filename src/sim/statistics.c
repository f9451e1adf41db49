// SPDX-License-Identifier: MIT
// The queue of statistics: begun, on their way, waiting to be taken.

#include "statistics.h"

#include "selection.h"
#include "simulation.h"

#include "../core/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct statistics_queue {
    viewer viewer; // the simulation's, while it is on a GPU
    mote_simulation *simulation;
    uint32_t *words; // the sums of one set
    // Those on their way: a ring, and the clocks of their states.
    uint64_t clocks[STATISTICS_COPIES];
    int oldest, under_way;
    // Those that wait to be taken, the oldest first.
    mote_statistics *waiting;
    size_t waiting_count, waiting_room;
};

void statistics_queue_destroy(statistics_queue *self)
{
    if (self) {
        free(self->words);
        free(self->waiting);
        free(self);
    }
}

// ---- Summing and waiting -------------------------------------------------------------

static mote_status make_room(statistics_queue *self)
{
    if (self->waiting_count < self->waiting_room) {
        return MOTE_OK;
    }
    size_t room = self->waiting_room ? 2 * self->waiting_room : 16;
    mote_statistics *waiting = realloc(self->waiting, room * sizeof *waiting);
    if (!waiting) {
        return fail_memory(room * sizeof *waiting, "statistics that wait to be taken");
    }
    self->waiting = waiting;
    self->waiting_room = room;
    return MOTE_OK;
}

// `words` are of the state at that clock.
static mote_status add_waiting(statistics_queue *self, uint64_t clock)
{
    const plan *plan = self->simulation->plan;
    TRY(make_room(self));
    assert(self->waiting && "there is room");
    mote_statistics *added = &self->waiting[self->waiting_count++];
    *added = statistics_of(plan, self->words);
    added->step = simulation_step_at(self->simulation, clock) - plan->prewarm_steps;
    added->time = (double)added->step * plan->step_time;
    return MOTE_OK;
}

static mote_status sum(mote_simulation *simulation)
{
    for (int i = 0; i < simulation->plan->statistics_count; i++) {
        TRY(simulation_run(simulation, &simulation->plan->statistics[i]));
    }
    return MOTE_OK;
}

static mote_status sum_and_read(statistics_queue *self)
{
    mote_simulation *simulation = self->simulation;
    TRY(sum(simulation));
    TRY(selection_read(simulation->backend, plan_is_statistic, self->words));
    return add_waiting(self, simulation->clock);
}

// ---- On their way --------------------------------------------------------------------

static void note_needs(statistics_queue *self)
{
    self->viewer.needed_clock = self->viewer.is_on_gpu && self->under_way > 0
                                    ? self->clocks[self->oldest]
                                    : UINT64_MAX;
}

static void drop_oldest(statistics_queue *self)
{
    self->oldest = (self->oldest + 1) % STATISTICS_COPIES;
    self->under_way--;
}

static mote_status fetch_now(statistics_queue *self, bool wait)
{
    backend *backend = self->simulation->backend;
    bool is_there = false;
    TRY(backend->copy_take(backend, COPY_STATISTICS + self->oldest, wait, self->words,
                           &is_there));
    if (is_there) {
        TRY(add_waiting(self, self->clocks[self->oldest]));
        drop_oldest(self);
        note_needs(self);
    }
    return MOTE_OK;
}

// After a recovery what was on its way is among those that wait.
static mote_status fetch(statistics_queue *self, bool wait)
{
    mote_status status = fetch_now(self, wait);
    return status == MOTE_OK ? MOTE_OK : simulation_recover(self->simulation, status);
}

static mote_status leave_gpu(viewer *viewer)
{
    viewer->is_on_gpu = false;
    viewer->needed_clock = UINT64_MAX;
    return MOTE_OK;
}

// Sums those again that were of this step and never arrived.
static mote_status look_again(viewer *viewer)
{
    statistics_queue *self = (statistics_queue *)viewer;
    while (!viewer->is_on_gpu && self->under_way > 0 &&
           self->clocks[self->oldest] == self->simulation->clock) {
        TRY(sum_and_read(self));
        drop_oldest(self);
    }
    return MOTE_OK;
}

// ---- Where the simulation is changed -------------------------------------------------

static mote_status settle(viewer *viewer)
{
    statistics_queue *self = (statistics_queue *)viewer;
    while (self->under_way > 0) {
        TRY(fetch(self, true));
    }
    return MOTE_OK;
}

static void let_go(viewer *viewer)
{
    ((statistics_queue *)viewer)->oldest = 0;
}

static mote_status take_up(viewer *viewer)
{
    statistics_queue *self = (statistics_queue *)viewer;
    mote_simulation *simulation = self->simulation;
    size_t size = (size_t)selection_size(simulation->plan, plan_is_statistic);
    uint32_t *words = realloc(self->words, size);
    if (!words) {
        return fail_memory(size, "statistics");
    }
    self->words = words;
    return simulation_watch_gpu(simulation, viewer,
                                simulation->backend->kind == MOTE_BACKEND_GL);
}

// ---- Beginning and taking ------------------------------------------------------------

static mote_status create_queue(mote_simulation *simulation)
{
    statistics_queue *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "statistics");
    }
    size_t size = (size_t)selection_size(simulation->plan, plan_is_statistic);
    self->simulation = simulation;
    self->words = malloc(size);
    mote_status status = self->words ? MOTE_OK : fail_memory(size, "statistics");
    if (status == MOTE_OK) {
        self->viewer = (viewer){.leave_gpu = leave_gpu,
                                .look_again = look_again,
                                .settle = settle,
                                .let_go = let_go,
                                .take_up = take_up};
        status = simulation_watch(simulation, &self->viewer,
                                  simulation->backend->kind == MOTE_BACKEND_GL);
    }
    if (status != MOTE_OK) {
        statistics_queue_destroy(self);
        return status;
    }
    simulation->statistics = self;
    return MOTE_OK;
}

static mote_status begin_now(statistics_queue *self)
{
    backend *backend = self->simulation->backend;
    if (!backend->copy_begin) {
        return sum_and_read(self);
    }
    int slot = (self->oldest + self->under_way) % STATISTICS_COPIES;
    TRY(sum(self->simulation));
    TRY(backend->copy_begin(backend, COPY_STATISTICS + slot));
    self->clocks[slot] = self->simulation->clock;
    self->under_way++;
    note_needs(self);
    return MOTE_OK;
}

mote_status mote_simulation_statistics_begin(mote_simulation *simulation)
{
    if (!simulation->statistics) {
        TRY(create_queue(simulation));
    }
    statistics_queue *self = simulation->statistics;
    assert(self && "it was made");
    if (self->under_way == STATISTICS_COPIES) {
        TRY(fetch(self, true));
    }
    mote_status status = begin_now(self);
    if (status != MOTE_OK) {
        TRY(simulation_recover(simulation, status));
        status = begin_now(self);
    }
    return status;
}

mote_status mote_simulation_statistics_take(mote_simulation *simulation, bool wait,
                                            mote_statistics *statistics, bool *is_there)
{
    statistics_queue *self = simulation->statistics;
    *statistics = (mote_statistics){0};
    *is_there = false;
    if (!self) {
        return MOTE_OK;
    }
    if (self->waiting_count == 0 && self->under_way > 0) {
        TRY(fetch(self, wait));
    }
    if (self->waiting_count > 0) {
        *statistics = self->waiting[0];
        *is_there = true;
        self->waiting_count--;
        memmove(self->waiting, self->waiting + 1,
                self->waiting_count * sizeof *self->waiting);
    }
    return MOTE_OK;
}
