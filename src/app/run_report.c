// SPDX-License-Identifier: MIT
// What a run says before its steps and at its end.

#include "run.h"

#include "../core/file.h"
#include "../core/status.h"
#include "../sim/scene.h"
#include "../sim/simulation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void run_report_instability(const run *run)
{
    const plan *plan = run->simulation->plan;
    double needed = scene_needed_substeps(plan->step_time, plan->stable_time);
    char what[64] = "the step", cure[64] = "";
    if (!(needed > plan->substeps)) {
        return;
    }
    if (plan->substeps > 1) {
        snprintf(what, sizeof what, "each of the %d sub-steps", plan->substeps);
    }
    if (needed <= SUBSTEPS_MAX) {
        snprintf(cure, sizeof cure, "set substeps to 0 or to %.0f or more, or ", needed);
    }
    app_message("%s takes %.3g s, %.3g times as long as the law of model %s is stable "
                "with; %slower dt",
                what, plan->dt, plan->dt / plan->stable_time, plan->model->name, cure);
}

static mote_status dump_buffer(mote_simulation *simulation, const char *buffer,
                               const char *path)
{
    size_t size;
    if (!*path) {
        return fail(MOTE_BAD_INPUT,
                    "--dump %s: expected BUFFER:FILE; the file is missing", buffer);
    }
    TRY(mote_simulation_buffer_size(simulation, buffer, &size));
    void *data = malloc(size ? size : 1);
    if (!data) {
        return fail_memory(size, "a dump");
    }
    mote_status status = mote_simulation_read(simulation, buffer, data, size);
    if (status == MOTE_OK) {
        status = file_write_whole(path, data, size);
    }
    free(data);
    return status;
}

mote_status run_report_results(run *run)
{
    for (int i = 0; i < run->values.dumps.count; i++) {
        const struct option_list_row *row = &run->values.dumps.rows[i];
        char buffer[64];
        snprintf(buffer, sizeof buffer, "%.*s", (int)row->key_length, row->key);
        TRY(dump_buffer(run->simulation, buffer, row->value));
    }
    if (run->values.hash) {
        uint64_t hash;
        TRY(mote_simulation_hash(run->simulation, &hash));
        uint64_t steps = mote_simulation_step_count(run->simulation);
        fprintf(run->report, "state hash after %" PRIu64 " step%s: %016" PRIx64 "\n",
                steps, steps == 1 ? "" : "s", hash);
    }
    if (probe_is_asked(&run->probe) && !run->was_interrupted) {
        probe_print_one(&run->probe, run->simulation, &run->probed, run->report);
    }
    if (run->times) {
        step_times_print(run->times, run->simulation, run->report);
    }
    return MOTE_OK;
}

static void print_bytes(uint64_t bytes, FILE *out)
{
    if (bytes < 100000) {
        fprintf(out, "%" PRIu64 " bytes", bytes);
    } else {
        fprintf(out, "%.1f MB", (double)bytes * 1e-6);
    }
}

static void print_written(const run *run, FILE *out)
{
    const mote_written *written = &run->written;
    fprintf(out, "%" PRIu64 " frame%s", written->frames, written->frames == 1 ? "" : "s");
    if (run->is_stream) {
        fprintf(out, " to %s", strcmp(run->values.out, "-") ? run->values.out : "stdout");
    } else if (written->frames > 1) {
        fprintf(out, ", %s to %s", written->first, written->last);
    } else if (written->frames == 1) {
        fprintf(out, ", %s", written->first);
    }
    fputs(" (", out);
    print_bytes(written->bytes, out);
    fputc(')', out);
}

// A player that takes all numbers in a folder would show the frames of both runs.
static void warn_of_older_frames(const run *run)
{
    char name[64];
    snprintf(name, sizeof name, "frame_%06" PRIu64 ".png",
             run->values.first_frame + run->written.frames);
    char *path = path_join(run->values.out, name);
    if (path && file_exists(path)) {
        app_message("%s and maybe more are of an earlier run", path);
    }
    free(path);
}

// "10000 particles", or how many of those that may live do.
static void print_particles(const run *run, FILE *out)
{
    uint64_t particles = mote_simulation_particle_count(run->simulation);
    mote_population now;
    bool is_known = mote_simulation_population(run->simulation, &now) == MOTE_OK;
    bool has_room = run->simulation->plan->room > 0; // for as many as are placed
    particles = is_known && has_room ? now.living : particles;
    const char *plural = particles == 1 ? "" : "s";
    bool are_born = !has_room && now.born > 0;
    if (!is_known || (now.living == particles && !are_born && now.dropped == 0)) {
        fprintf(out, "%" PRIu64 " particle%s", particles, plural);
        return;
    }
    fprintf(out, "%" PRIu64 " of %" PRIu64 " particle%s alive", now.living, particles,
            plural);
    if (now.dropped > 0) {
        fprintf(out, " (%" PRIu64 " birth%s dropped: raise particles)", now.dropped,
                now.dropped == 1 ? "" : "s");
    }
}

static void report_tally(const run *run)
{
    uint64_t count;
    const char *what;
    if (mote_simulation_tally(run->simulation, &count, &what) == MOTE_OK && count > 0) {
        app_message("%" PRIu64 " time%s %s", count, count == 1 ? "" : "s", what);
    }
}

void run_report_summary(const run *run)
{
    FILE *out = run->report;
    uint64_t steps = mote_simulation_step_count(run->simulation);
    print_particles(run, out);
    fprintf(out, ", %" PRIu64 " step%s", steps, steps == 1 ? "" : "s");
    if (mote_simulation_substeps(run->simulation) > 1) {
        fprintf(out, " of %" PRIu64 " sub-steps",
                mote_simulation_substeps(run->simulation));
    }
    fprintf(out, " at %.4g steps/s on %s",
            run->seconds > 0 ? (double)steps / run->seconds : 0,
            mote_simulation_device_name(run->simulation));
    if (run->draws) {
        fprintf(out, "; drawn by %s: ", mote_renderer_name(run->renderer));
        print_written(run, out);
    }
    fputc('\n', out);
    report_tally(run);
    if (run->draws && !run->is_stream) {
        warn_of_older_frames(run);
    }
}

// As a shell takes it back.
static void print_argument(const char *text, FILE *out)
{
    size_t plain = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-+=.,:/@%");
    if (*text && text[plain] == '\0') {
        fprintf(out, " %s", text);
        return;
    }
    fputs(" '", out);
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("'\\''", out);
        } else {
            fputc(*text, out);
        }
    }
    fputc('\'', out);
}

static void print_continuation(uint64_t first_frame, int count, char **arguments)
{
    fputs("go on with: mote run", stderr);
    for (int i = 0; i < count; i++) {
        if (strcmp(arguments[i], "--first-frame") == 0) {
            i++;
        } else if (strncmp(arguments[i], "--first-frame=", 14) != 0) {
            print_argument(arguments[i], stderr);
        }
    }
    fprintf(stderr, " --first-frame %" PRIu64 "\n", first_frame);
}

void run_report_rest(const run *run, int count, char **arguments)
{
    if (!run->draws) {
        app_message("interrupted after %" PRIu64 " of %" PRIu64 " step%s",
                    mote_simulation_step_count(run->simulation), run->values.steps,
                    run->values.steps == 1 ? "" : "s");
        return;
    }
    fprintf(stderr, "mote: %s; whole and in place: ",
            run->was_interrupted ? "interrupted" : "stopped");
    print_written(run, stderr);
    fputc('\n', stderr);
    if (!run->is_stream) {
        print_continuation(run->values.first_frame + run->written.frames, count,
                           arguments);
    }
}
