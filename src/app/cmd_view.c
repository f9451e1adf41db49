// SPDX-License-Identifier: MIT
// `mote view`: a window onto a simulation.

#include "app.h"

#include "interrupt.h"
#include "stage_option.h"
#include "window.h"

#include "../core/clock.h"
#include "../core/status.h"

#include <inttypes.h>
#include <stdio.h>

// How often the title tells what is going on.
#define TITLE_S 0.5

typedef struct view_values {
    uint64_t steps_per_frame, frames, disk_reserve;
    uint64_t checkpoint_steps;
    option_list losses; // STAGE:STEP
    int size[2];
    bool hash, paused;
    const char *recorded, *replayed; // files of inputs, or NULL
} view_values;

#define AT(member) offsetof(view_values, member)
static const option view_options[] = {
    {"steps-per-frame", 'k', OPTION_COUNT, AT(steps_per_frame), "K", NULL, 1,
     LIVE_STEPS_MOST, "steps for each frame that is shown (4)"},
    {"size", 0, OPTION_SIZE, AT(size), "WxH", NULL, 64, 16384,
     "size of the window (1280x720)"},
    {"paused", 'P', OPTION_FLAG, AT(paused), NULL, NULL, 0, 0, "begin paused"},
    {"frames", 0, OPTION_COUNT, AT(frames), "F", NULL, 1, 1e9,
     "close the window after so many frames"},
    {"hash", 0, OPTION_FLAG, AT(hash), NULL, NULL, 0, 0,
     "print the steps done and the hash of the last state, which `mote run` has, too"},
    {"disk-reserve", 0, OPTION_COUNT, AT(disk_reserve), "MIB", NULL, 0, 1e12,
     "a recording ends when fewer MiB than this are left on the disk (256)"},
    {0},
};

static const option input_options[] = {
    {"record-inputs", 0, OPTION_TEXT, AT(recorded), "FILE", NULL, 0, 0,
     "write down what is done and in which step: mote run --replay FILE does it again, to "
     "the same bits"},
    {"replay", 0, OPTION_TEXT, AT(replayed), "FILE", NULL, 0, 0,
     "do again what FILE says; of its scene unless another is given"},
    {0},
};

static const option recovery_options[] = {
    {"checkpoint", 0, OPTION_COUNT, AT(checkpoint_steps), "K", NULL, 0, 1e12,
     "steps between copies of the state: should a GPU fail, --backend auto goes on on "
     "the CPU from the last one; 0: none (128)"},
    {"lose", 0, OPTION_PAIR, AT(losses), "STAGE:STEP", ":", 0, 0,
     "let the GPU fail at this stage, from this step on, counted from 0 (to test)"},
    {0},
};
#undef AT

static mote_status tell(window *window, live *live, uint64_t frames, double *told,
                        uint64_t *told_frames)
{
    double now = clock_seconds();
    if (now - *told < TITLE_S) {
        return MOTE_OK;
    }
    TRY(live_count(live));
    char title[LIVE_TITLE_SIZE];
    live_title(live, (double)(frames - *told_frames) / (now - *told), title);
    window_set_title(window, title);
    *told = now;
    *told_frames = frames;
    return MOTE_OK;
}

static mote_status watch(window *window, live *live, const view_values *values)
{
    double told = 0.0, frame_seconds = 0.0;
    uint64_t told_frames = 0, frames = 0;
    window_watch(window, live);
    while (!window_must_close(window) && !interrupt_asked() &&
           !(values->frames && frames == values->frames)) {
        double begin = clock_seconds();
        bool is_idle = live->is_paused && live->steps_due == 0 && !values->frames;
        // What was asked for and failed has changed nothing.
        app_end(window_take_events(window, is_idle || window_is_hidden(window)));
        if (window_is_gone(window)) {
            return fail(MOTE_FAILED, "the window was destroyed by another program");
        }
        TRY(live_show(live, frame_seconds));
        window_swap(window);
        frames++;
        TRY(tell(window, live, frames, &told, &told_frames));
        frame_seconds = clock_seconds() - begin;
    }
    return MOTE_OK;
}

static mote_status print_hash(const live *live)
{
    uint64_t hash;
    TRY(mote_simulation_hash(live->simulation, &hash));
    printf("state hash after %" PRIu64 " steps: %016" PRIx64 "\n",
           mote_simulation_step_count(live->simulation), hash);
    return MOTE_OK;
}

// The scene of the record of inputs, unless another is given; and the record.
static mote_status open_scene(const view_values *values, const char *name,
                              const scene_values *scene_options, mote_scene **scene,
                              input_log **log)
{
    if (!values->replayed) {
        return app_open_scene(name, scene_options, scene);
    }
    TRY(input_log_open(values->replayed, log, scene));
    if (!name) {
        return app_set_scene(*scene, scene_options);
    }
    mote_scene_destroy(*scene);
    return app_open_scene(name, scene_options, scene);
}

// Takes the scene and the record over.
static mote_status view(const view_values *values, mote_scene *scene, input_log *log,
                        mote_device_def *device, window *window)
{
    live live;
    int width, height;
    window_size(window, &width, &height);
    device->host_loader = window_loader();
    mote_status status =
        live_create(&live, scene, device, values->steps_per_frame, width, height);
    if (status == MOTE_OK) {
        live.is_paused = values->paused;
        live.disk_reserve = values->disk_reserve << 20;
        live_replay(&live, log);
        status = values->recorded ? live_record_inputs(&live, values->recorded) : MOTE_OK;
    } else {
        input_log_close(log);
    }
    if (status == MOTE_OK) {
        status = watch(window, &live, values);
    }
    if (status == MOTE_OK && values->hash) {
        status = print_hash(&live);
    }
    live_destroy(&live);
    return status;
}

int cmd_view(int count, char **arguments)
{
    scene_values scene_values = {0};
    device_values device_values = {0};
    view_values values = {.steps_per_frame = 4,
                          .size = {1280, 720},
                          .disk_reserve = 256,
                          .checkpoint_steps = 128};
    option_group groups[] = {
        {.title = "Scene", .options = scene_options, .values = &scene_values},
        {.title = "Window", .options = view_options, .values = &values},
        {.title = "Inputs", .options = input_options, .values = &values},
        {.title = "Device (the result is the same on all)",
         .options = device_options,
         .values = &device_values},
        {.title = "Should the GPU fail", .options = recovery_options, .values = &values},
    };
    command_line line = {
        .command = "view",
        .operands = "[SCENE]",
        .about =
            "Shows a scene in a window, while it is simulated. The wheel zooms at the "
            "cursor; the middle button, or the left one with Space, moves a flat world "
            "along and turns one in 3-D. Keys: "
#define KEY(action, key, control, name, meaning) name " " meaning "; "
#define KEY_ALSO(action, key, control)
#include "view_keys.def"
#undef KEY
#undef KEY_ALSO
            "in the title is what goes on.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .operand_max = 1,
    };
    int code;
    if (app_parse(&line, count, arguments, &code)) {
        return code;
    }
    mote_device_def device;
    mote_scene *scene = NULL;
    input_log *log = NULL;
    window *window = NULL;
    char lost_stage[64];
    mote_status status = app_device_def(&device_values, true, &device);
    device.checkpoint_steps = values.checkpoint_steps;
    if (status == MOTE_OK) {
        status = stage_option_take_loss(&values.losses, lost_stage, &device);
    }
    if (status == MOTE_OK) {
        status = open_scene(&values, line.operand[0], &scene_values, &scene, &log);
    }
    if (status == MOTE_OK) {
        status =
            window_open(mote_scene_name(scene), values.size[0], values.size[1], &window);
    }
    if (status == MOTE_OK) {
        status = view(&values, scene, log, &device, window);
    } else {
        mote_scene_destroy(scene);
        input_log_close(log);
    }
    window_close(window);
    code = app_end(status);
    return code == EXIT_DONE && interrupt_asked() ? EXIT_INTERRUPTED : code;
}
