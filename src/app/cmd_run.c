// SPDX-License-Identifier: MIT
// `mote run`: simulates a scene without a window and writes frames, or its state.

#include "run.h"

#include "stage_option.h"
#include "terminal.h"

#include "../core/clock.h"
#include "../core/status.h"
#include "../sim/scene.h"
#include "../sim/simulation.h"

#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(run_values, member)
// Whole numbers up to 2^53 are exact in the table's double.
#define MANY 9007199254740992.0

static const option frame_options[] = {
    {"frames", 0, OPTION_COUNT, AT(frames), "F", NULL, 1, 1e9,
     "frames of the whole sequence (60)"},
    {"steps-per-frame", 'k', OPTION_COUNT, AT(steps_per_frame), "K", NULL, 0, 1e9,
     "steps before each frame (4)"},
    {"out", 0, OPTION_TEXT, AT(out), "DIR", NULL, 0, 0,
     "folder of the PNG files (out); FILE.y4m: a Y4M video; -: the same on stdout"},
    {"size", 0, OPTION_SIZE, AT(size), "WxH", NULL, 1, 16384, "pixels of a frame"},
    {"fps", 0, OPTION_NUMBER, AT(fps), "N", NULL, 0.001, 1e5,
     "frames per second that Y4M announces and --orbit goes by (60)"},
    {"renderer", 0, OPTION_CHOICE, AT(renderer), NULL, "auto|gl|soft", 0, 0,
     "what draws; auto: a hardware GL, else software"},
    {"draw", 0, OPTION_CHOICE, AT(draw), NULL, "auto|quads|splat", 0, 0,
     "how; splat: particles are summed as integers, to the same bytes on every device; "
     "auto: so on a GPU, where it looks as quads do and is faster"},
    {"zoom", 0, OPTION_NUMBER, AT(zoom), "Z", NULL, 1e-6, 1e9,
     "1: the whole world fits the frame; 2: half of it. A frame larger than a world that "
     "wraps shows its images, up to 32 along an axis"},
    {"center", 0, OPTION_POINT, AT(center), "X,Y[,Z]", NULL, 2, 3,
     "what the camera looks at: it stands in the middle of the frame; world units"},
    {"position", 0, OPTION_POINT, AT(position), "X,Y,Z", NULL, 3, 3,
     "where the camera stands; else as far from the center as in the scene. A world in "
     "2-D lies in space, where z is 0"},
    {"orbit", 0, OPTION_NUMBER, AT(orbit), "TURNS", NULL, -1000, 1000,
     "let the camera go round the center, so many turns a second to its right; of a world "
     "in 2-D it sees the edge after a quarter of a turn, then the back"},
    {"projection", 0, OPTION_CHOICE, AT(projection), NULL, "perspective|orthographic", 0,
     0, "what is farther is smaller, or not; else as the scene says"},
    {"field-of-view", 0, OPTION_NUMBER, AT(field_of_view), "TURNS", NULL, 1e-4, 0.45,
     "angle over the frame's shorter side, at zoom 1"},
    {"follow", 0, OPTION_INTEGER, AT(follow), "ID", NULL, 0, 4294967295.0,
     "the particle that stays in the middle of the frame; with emitters its birth number"},
    {"alpha", 0, OPTION_FLAG, AT(alpha), NULL, NULL, 0, 0, "transparent background"},
    {"first-frame", 0, OPTION_COUNT, AT(first_frame), "N", NULL, 0, 1e9,
     "begin with this frame; the ones before are simulated but not written"},
    {0},
};

static const option result_options[] = {
    {"steps", 0, OPTION_COUNT, AT(steps), "S", NULL, 0, MANY,
     "simulate so many steps, without frames"},
    {"hash", 0, OPTION_FLAG, AT(hash), NULL, NULL, 0, 0,
     "print the hash of the last state: the same on every device"},
    {"dump", 0, OPTION_PAIR, AT(dumps), "BUFFER:FILE", ":", 0, 0,
     "write a buffer of the last state (position, velocity, identity ...) as raw "
     "little-endian numbers; repeatable"},
    {"probe", 0, OPTION_PAIR, AT(probes), "STAGE:ID", ":", 0, 0,
     "print what the law computes on its way for one particle in this stage of the last "
     "step, or sub-step, or in all stages of a pass: PASS:ID; ID: the id, of an emitter's "
     "particle the birth number"},
    {"stats", 0, OPTION_TEXT, AT(statistics), "FILE", NULL, 0, 0,
     "write statistics as CSV, a line for the first state and each K steps, with frames or "
     "without: energy, momentum, speeds, density, mixing of species; -: to stdout"},
    {"stats-every", 0, OPTION_COUNT, AT(statistics_every), "K", NULL, 1, MANY,
     "steps from one line to the next (with frames those of --steps-per-frame, else 1)"},
    {"time", 0, OPTION_FLAG, AT(time), NULL, NULL, 0, 0,
     "print how long a step and its stages take; waits for each step"},
    {"quiet", 'q', OPTION_FLAG, AT(quiet), NULL, NULL, 0, 0,
     "nothing but errors and what --gl-debug asks for: no progress line, no summary, no "
     "word of what stands in for a GPU"},
    {0},
};

static const option replay_options[] = {
    {"replay", 0, OPTION_TEXT, AT(replay), "FILE", NULL, 0, 0,
     "do again what was done in a window: FILE as `mote view --record-inputs` wrote it; "
     "of its scene unless another is given, and to its end unless --frames or --steps say "
     "how far"},
    {0},
};

static const option recovery_options[] = {
    {"checkpoint", 0, OPTION_COUNT, AT(checkpoint_steps), "K", NULL, 0, MANY,
     "steps between copies of the state: should a GPU fail, --backend auto goes on on "
     "the CPU from the last one, to the same bits; with trails from one before the first "
     "frame that still shows; 0: none (1024)"},
    {"lose", 0, OPTION_PAIR, AT(losses), "STAGE:STEP", ":", 0, 0,
     "let the GPU fail at this stage, from this step on, counted from 0 (to test)"},
    {0},
};
#undef AT

// What has no meaning without frames.
static const char *const needs_frames[] = {
    "frames", "steps-per-frame", "out",           "size",
    "fps",    "renderer",        "draw",          "zoom",
    "center", "position",        "orbit",         "follow",
    "alpha",  "projection",      "field-of-view", "first-frame",
    NULL,
};

static bool is_stream_name(const char *out)
{
    size_t length = strlen(out);
    return strcmp(out, "-") == 0 || (length > 4 && strcmp(out + length - 4, ".y4m") == 0);
}

static mote_status check_frames(const run *run, const command_line *line)
{
    const run_values *values = &run->values;
    if (run->is_stream && values->alpha) {
        return fail(MOTE_BAD_INPUT,
                    "--alpha needs PNG files: Y4M has no transparency; use "
                    "--out DIR");
    }
    if (run->is_stream && values->first_frame) {
        return fail(MOTE_BAD_INPUT,
                    "--first-frame needs PNG files: a Y4M stream begins at "
                    "its beginning; use --out DIR");
    }
    if (!run->is_stream && options_given(line, "fps") && !options_given(line, "orbit")) {
        return fail(MOTE_BAD_INPUT,
                    "--fps is of Y4M and --orbit: PNG files have no rate; use --out - "
                    "or --out FILE.y4m");
    }
    if (options_given(line, "follow") && options_given(line, "center")) {
        return fail(MOTE_BAD_INPUT, "--follow and --center both say what stands in the "
                                    "middle; leave one of them out");
    }
    if (values->first_frame >= values->frames) {
        return fail(MOTE_BAD_INPUT,
                    "--first-frame %llu is past the last frame, %llu; give more --frames",
                    (unsigned long long)values->first_frame,
                    (unsigned long long)values->frames - 1);
    }
    if (strcmp(values->out, "-") == 0 && terminal_is(stdout)) {
        return fail(MOTE_BAD_INPUT,
                    "--out - writes a video to stdout, which is a terminal; "
                    "as in: mote run --out - | ffmpeg -i - life.mp4");
    }
    return MOTE_OK;
}

static mote_status check_options(run *run, const command_line *line)
{
    run->draws = !options_given(line, "steps");
    TRY(probe_read_option(&run->values.probes, &run->probe));
    if (run->draws && probe_is_asked(&run->probe)) {
        return fail(MOTE_BAD_INPUT, "--probe looks into the last step and draws no "
                                    "frames: give --steps, too");
    }
    if (!run->draws) {
        const char *name = options_first_given(line, needs_frames);
        return name ? fail(MOTE_BAD_INPUT,
                           "--steps simulates without frames, so --%s has "
                           "no meaning; leave one of them out",
                           name)
                    : run_statistics_check(run, line);
    }
    run->is_stream = is_stream_name(run->values.out);
    if (strcmp(run->values.out, "-") == 0) {
        run->report = stderr;
    }
    TRY(check_frames(run, line));
    return run_statistics_check(run, line);
}

static mote_status open_writer(run *run, int threads)
{
    mote_writer_def def = mote_default_writer_def();
    def.format = run->is_stream ? MOTE_FORMAT_Y4M : MOTE_FORMAT_PNG;
    def.path = run->values.out;
    def.width = run->view.width;
    def.height = run->view.height;
    def.channels = run->values.alpha ? 4 : 3;
    def.frames_per_second = run->values.fps;
    def.first_index = run->values.first_frame;
    def.threads = app_encoder_threads(run->simulation, threads);
    return mote_writer_open(&def, &run->writer);
}

static bool has_stage(const schedule_entry *entries, int count, int stage)
{
    bool has = false;
    for (int i = 0; i < count; i++) {
        has |= entries[i].stage == stage;
    }
    return has;
}

// A loss that cannot come would seem to have been recovered from.
static mote_status check_loss(const run *run, const mote_device_def *device)
{
    const plan *plan = run->simulation->plan;
    if (!device->lost_stage) {
        return MOTE_OK;
    }
    if (mote_simulation_backend(run->simulation) != MOTE_BACKEND_GL) {
        return fail(MOTE_UNAVAILABLE,
                    "--lose needs a simulation on a GPU, and this one is on the %s; "
                    "--software-gl takes a software OpenGL for one",
                    mote_simulation_device_name(run->simulation));
    }
    int stage = stage_find(device->lost_stage);
    bool is_drawing = has_stage(plan->draw, plan->draw_count, stage);
    bool is_summing = has_stage(plan->statistics, plan->statistics_count, stage);
    if (is_drawing && !run->draws) {
        return fail(MOTE_BAD_INPUT,
                    "--lose: stage %s runs only before a frame, and --steps draws "
                    "none; leave one of them out",
                    device->lost_stage);
    }
    if (is_summing && !run->values.statistics) {
        return fail(MOTE_BAD_INPUT,
                    "--lose: stage %s runs only for --stats; give --stats FILE, too",
                    device->lost_stage);
    }
    uint64_t steps =
        run->draws ? run->values.frames * run->values.steps_per_frame : run->values.steps;
    if (is_summing) {
        steps -= steps % run->values.statistics_every;
    }
    // Frames and statistics come after their steps.
    if (device->lost_step >= steps + (is_drawing || is_summing)) {
        return fail(MOTE_BAD_INPUT,
                    "--lose %s:%llu: the run has %llu step%s; choose an earlier one",
                    device->lost_stage, (unsigned long long)device->lost_step,
                    (unsigned long long)steps, steps == 1 ? "" : "s");
    }
    return MOTE_OK;
}

// The scene, and what is to be done to it. A record brings a scene of its own, and says
// how long it is.
static mote_status open_scene(run *run, const command_line *line,
                              const scene_values *scene_options)
{
    mote_scene *recorded = NULL;
    run_values *values = &run->values;
    if (!values->replay) {
        return app_open_scene(line->operand[0], scene_options, &run->scene);
    }
    TRY(input_log_open(values->replay, &run->replay, &recorded));
    if (line->operand[0]) {
        mote_scene_destroy(recorded);
        TRY(app_open_scene(line->operand[0], scene_options, &run->scene));
    } else {
        run->scene = recorded;
        TRY(app_set_scene(run->scene, scene_options));
    }
    if (run->draws && !options_given(line, "frames")) {
        uint64_t steps = input_log_steps(run->replay);
        uint64_t each = values->steps_per_frame > 0 ? values->steps_per_frame : 1;
        values->frames = steps / each > 0 ? steps / each : 1;
        run->rest = steps > values->frames * values->steps_per_frame
                        ? steps - values->frames * values->steps_per_frame
                        : 0;
    }
    return MOTE_OK;
}

static mote_status set_up(run *run, const command_line *line,
                          const scene_values *scene_options,
                          const device_values *device_options)
{
    mote_device_def device;
    TRY(check_options(run, line));
    bool gl_may_draw =
        run->draws && run_renderer_kind(&run->values) != MOTE_RENDERER_SOFT;
    TRY(app_device_def(device_options, gl_may_draw, &device));
    char lost_stage[64];
    device.checkpoint_steps = run->values.checkpoint_steps;
    TRY(stage_option_take_loss(&run->values.losses, lost_stage, &device));
    if (run->values.quiet && !device.gl_debug) {
        device.log = NULL;
    }
    if (run->values.time) {
        TRY(step_times_create(&run->times));
    }
    TRY(open_scene(run, line, scene_options));
    mote_status status = run_read_view(run, line, run->scene);
    run->view.threads = device.threads;
    if (status == MOTE_OK && run->draws && run->view.renderer == MOTE_RENDERER_GL) {
        status = app_need_gl(&device);
    }
    if (status == MOTE_OK) {
        status = mote_simulation_create(run->scene, &device, &run->simulation);
    }
    if (status == MOTE_OK) {
        status = run_replay(run);
    }
    if (status == MOTE_OK) {
        status = check_loss(run, &device);
    }
    if (status == MOTE_OK && probe_is_asked(&run->probe)) {
        status = probe_check(run->simulation, &run->probe);
    }
    if (status == MOTE_OK) {
        status = run_statistics_open(run);
    }
    if (status == MOTE_OK && !run->values.quiet) {
        run_report_instability(run);
    }
    if (status != MOTE_OK || !run->draws) {
        return status;
    }
    TRY(mote_renderer_create(run->simulation, &run->view, &run->renderer));
    return open_writer(run, device.threads);
}

// Simulates; afterwards all that can be whole is.
static mote_status work(run *run)
{
    if (!run->draws) {
        return run_statistics_close(run, run_steps(run));
    }
    double start = clock_seconds();
    mote_status status = run_statistics_close(run, run_frames(run));
    // The first failure is the one to tell.
    if (status != MOTE_OK) {
        app_message("%s", mote_last_error());
    }
    mote_status closed = mote_writer_close(run->writer, &run->written);
    run->writer = NULL;
    run->seconds = clock_seconds() - start;
    if (status == MOTE_OK && closed != MOTE_OK) {
        app_message("%s", mote_last_error());
    }
    return status != MOTE_OK ? status : closed;
}

static int execute(run *run, int count, char **arguments)
{
    mote_status status = work(run);
    if (status != MOTE_OK) {
        if (run->draws) {
            run_report_rest(run, count, arguments);
        } else {
            app_end(status);
        }
        return (int)exit_code_of(status);
    }
    status = run_report_results(run);
    if (status != MOTE_OK) {
        return app_end(status);
    }
    if (!run->values.quiet) {
        run_report_summary(run);
    }
    if (run->was_interrupted) {
        fflush(stdout);
        run_report_rest(run, count, arguments);
        return EXIT_INTERRUPTED;
    }
    return EXIT_DONE;
}

int cmd_run(int count, char **arguments)
{
    scene_values scene_values = {0};
    device_values device_values = {0};
    run run = {
        .values = {.frames = 60,
                   .steps_per_frame = 4,
                   .out = "out",
                   .fps = 60,
                   .checkpoint_steps = 1024},
        .report = stdout,
    };
    option_group groups[] = {
        {.title = "Scene", .options = scene_options, .values = &scene_values},
        {.title = "Frames", .options = frame_options, .values = &run.values},
        {.title = "Results", .options = result_options, .values = &run.values},
        {.title = "Inputs", .options = replay_options, .values = &run.values},
        {.title = "Device (the result is the same on all)",
         .options = device_options,
         .values = &device_values},
        {.title = "Should the GPU fail",
         .options = recovery_options,
         .values = &run.values},
    };
    command_line line = {
        .command = "run",
        .operands = "[SCENE]",
        .about =
            "Simulates a scene without a window and writes its frames: out/"
            "frame_000000.png and so on. SCENE is a scene file or a name of mote scene "
            "list; without it, the built-in life runs. Frame i shows "
            "the state after (i + 1) K steps. Ctrl-C ends after the current frame.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .operand_max = 1,
    };
    int code;
    if (app_parse(&line, count, arguments, &code)) {
        return code;
    }
    mote_status status = set_up(&run, &line, &scene_values, &device_values);
    code = status == MOTE_OK ? execute(&run, count, arguments) : app_end(status);
    mote_writer_close(run.writer, NULL);
    file_output_discard(run.statistics.file);
    mote_renderer_destroy(run.renderer);
    mote_simulation_destroy(run.simulation);
    input_log_close(run.replay);
    mote_scene_destroy(run.scene);
    step_times_destroy(run.times);
    probe_free(&run.probed);
    return code;
}
