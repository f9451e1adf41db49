// SPDX-License-Identifier: MIT
// The loops of `mote run`.
//
// With frames, three things go on at once: a GPU simulates and draws while the frames
// before travel back from it, and the writer's threads encode those that have arrived.
//
//     simulate, draw  | 0 | 1 | 2 | 3 | ...
//     read back           | 0 | 1 | 2 | ...     mote_renderer_take, without waiting
//     encode                  | 0 | 1 | ...     mote_writer_push, which only queues

#include "run.h"

#include "interrupt.h"
#include "terminal.h"

#include "../core/clock.h"
#include "../core/status.h"
#include "../sim/simulation.h"

#include <stdlib.h>

// Steps are asked for in batches of about this length, so that Ctrl-C and the progress
// line stay prompt.
#define BATCH_S 0.05

// Frames that may be on their way from the renderer.
#define FRAMES_UNDERWAY 3

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static mote_status advance_untold(run *run, uint64_t steps)
{
    if (!run->times) {
        return mote_simulation_step(run->simulation, steps);
    }
    for (uint64_t i = 0; i < steps; i++) {
        TRY(step_times_step(run->times, run->simulation));
    }
    return MOTE_OK;
}

static mote_status do_input(void *context, input *input)
{
    run *run = context;
    return input_apply(input, run->scene, run->simulation);
}

mote_status run_replay(run *run)
{
    return run->replay ? input_log_do(run->replay, run->simulation, do_input, run)
                       : MOTE_OK;
}

static mote_status advance(run *run, uint64_t steps)
{
    for (uint64_t done = 0; done < steps;) {
        uint64_t due = run_statistics_due(run, steps - done);
        due = run->replay ? input_log_due(run->replay, run->simulation, due) : due;
        TRY(advance_untold(run, due));
        TRY(run_replay(run));
        TRY(run_statistics_look(run));
        done += due;
    }
    return MOTE_OK;
}

// Steps without drawing, until `end` steps are done or Ctrl-C.
static mote_status advance_until(run *run, uint64_t end, const char *unit)
{
    uint64_t begin = mote_simulation_step_count(run->simulation);
    progress progress = progress_begin(run->values.quiet, unit, end);
    mote_status status = MOTE_OK;
    uint64_t batch = 1;
    for (uint64_t done = begin; done < end && status == MOTE_OK;) {
        if (interrupt_asked()) {
            run->was_interrupted = true;
            break;
        }
        double start = clock_seconds();
        uint64_t steps = smaller(batch, end - done);
        status = advance(run, steps);
        if (status == MOTE_OK) {
            status = mote_simulation_finish(run->simulation);
        }
        done += steps;
        double elapsed = clock_seconds() - start;
        batch = elapsed < BATCH_S / 2 ? 2 * batch : elapsed > BATCH_S ? batch / 2 : batch;
        batch = batch ? batch : 1;
        progress_show(&progress, done, done - begin);
    }
    progress_end(&progress);
    return status;
}

mote_status run_steps(run *run)
{
    double start = clock_seconds();
    uint64_t steps = run->values.steps;
    bool probes = probe_is_asked(&run->probe);
    bool is_last_probed = probes && steps > 0 && probe_is_in_step(&run->probe);
    mote_status status = run_statistics_look(run);
    if (status == MOTE_OK) {
        status = advance_until(run, steps - is_last_probed, "step");
    }
    if (status == MOTE_OK && probes && !run->was_interrupted) {
        status = probe_start(&run->probed);
        if (status == MOTE_OK) {
            uint64_t end = run->simulation->plan->prewarm_steps + steps;
            status = probe_until(run->simulation, &run->probe,
                                 simulation_clock_of(run->simulation, end), &run->probed);
        }
        status = status == MOTE_OK ? run_statistics_look(run) : status;
    }
    run->seconds = clock_seconds() - start;
    return status;
}

// Hands the oldest frame to the writer. *is_taken: there was one.
static mote_status pass_on(run *run, bool wait, bool *is_taken)
{
    mote_frame frame = {0};
    TRY(mote_renderer_take(run->renderer, wait, &frame));
    *is_taken = frame.pixels != NULL;
    if (!frame.pixels) {
        return MOTE_OK;
    }
    frame.index = run->frames_pushed++;
    return mote_writer_push(run->writer, &frame);
}

// Frame `index` of the whole sequence, drawn as its camera sees it.
static mote_status draw(run *run, uint64_t index)
{
    mote_view_def view = run->view;
    mote_view_orbit(&view, run->values.orbit * (double)index / run->values.fps, 0.0);
    TRY(mote_renderer_set_view(run->renderer, &view));
    return mote_renderer_draw(run->renderer);
}

static mote_status draw_frame(run *run)
{
    bool is_taken = true;
    TRY(draw(run, run->values.first_frame + run->frames_drawn));
    run->frames_drawn++;
    while (is_taken && run->frames_pushed < run->frames_drawn) {
        bool wait = run->frames_drawn - run->frames_pushed >= FRAMES_UNDERWAY;
        TRY(pass_on(run, wait, &is_taken));
    }
    return MOTE_OK;
}

// Before the first frame as many are drawn and not kept as show in it by their trails.
static mote_status warm_up(run *run)
{
    uint64_t count =
        smaller(run->values.first_frame, mote_renderer_trail_frames(run->renderer));
    uint64_t steps_per_frame = run->values.steps_per_frame;
    uint64_t first = run->values.first_frame - count;
    TRY(advance_until(run, first * steps_per_frame, "step"));
    for (uint64_t i = 0; i < count && !run->was_interrupted; i++) {
        mote_frame frame = {0};
        TRY(advance(run, steps_per_frame));
        TRY(draw(run, first + i));
        TRY(mote_renderer_take(run->renderer, true, &frame));
        free(frame.pixels);
        run->was_interrupted = interrupt_asked();
    }
    return MOTE_OK;
}

static mote_status frames_loop(run *run, progress *progress)
{
    uint64_t count = run->values.frames - run->values.first_frame;
    TRY(run_statistics_look(run));
    TRY(warm_up(run));
    while (run->frames_drawn < count && !run->was_interrupted) {
        TRY(advance(run, run->values.steps_per_frame));
        TRY(draw_frame(run));
        progress_show(progress, run->frames_drawn,
                      run->frames_drawn * run->values.steps_per_frame);
        run->was_interrupted = run->frames_drawn < count && interrupt_asked();
    }
    bool is_taken = true;
    while (is_taken && run->frames_pushed < run->frames_drawn) {
        TRY(pass_on(run, true, &is_taken));
    }
    return run->was_interrupted ? MOTE_OK : advance(run, run->rest);
}

mote_status run_frames(run *run)
{
    double start = clock_seconds();
    progress progress = progress_begin(run->values.quiet, "frame",
                                       run->values.frames - run->values.first_frame);
    mote_status status = frames_loop(run, &progress);
    progress_end(&progress);
    run->seconds = clock_seconds() - start;
    return status;
}
