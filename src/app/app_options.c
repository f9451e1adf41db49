// SPDX-License-Identifier: MIT
// The options that several commands share: what to simulate and on which device.

#include "app.h"

#include "../core/clock.h"
#include "../core/status.h"
#include "../gl/gl_context.h"
#include "../sim/scene.h"

#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(scene_values, member)
const option scene_options[] = {
    {"set", 0, OPTION_PAIR, AT(settings), "KEY=VALUE", "=", 0, 0,
     "override a key of the scene, such as life.force=2; repeatable"},
    {"particles", 'n', OPTION_SETTING, AT(settings), "N", "particles", 0, 0,
     "number of particles; with emitters, how many may live at once"},
    {"seed", 's', OPTION_SETTING, AT(settings), "N", "seed", 0, 0,
     "seed of everything random in the scene"},
    {"dt", 't', OPTION_SETTING, AT(settings), "S", "dt", 0, 0,
     "seconds of the simulated world in one step"},
    {0},
};
#undef AT

// Those of OpenGL alone are the last: app_gl_options.
#define AT(member) offsetof(device_values, member)
const option device_options[] = {
    {"backend", 0, OPTION_CHOICE, AT(backend), NULL, "auto|gl|cpu", 0, 0,
     "what simulates; auto: a hardware GPU, else the CPU"},
    {"threads", 0, OPTION_INT, AT(threads), "N", NULL, 0, 4096,
     "CPU threads; 0: all (default)"},
    {"isa", 0, OPTION_CHOICE, AT(isa), NULL, "scalar|sse2|avx2|avx512", 0, 0,
     "instruction set of the CPU's kernels; else the best this CPU has"},
    {"search", 0, OPTION_CHOICE, AT(search), NULL, "grid|loop|indexed|published|recycled",
     0, 0,
     "how neighbours are found; else grid or loop, by the number of particles; recycled: "
     "rows of a model that emits, without compaction"},
    {"sort", 0, OPTION_CHOICE, AT(sort), NULL, "radix|bitonic", 0, 0,
     "how 3-D scenes are sorted by depth before a frame; radix is the faster"},
    {"cell-reach", 0, OPTION_INT, AT(cell_reach), "N", NULL, 1, 3,
     "cells of the grid per interaction radius; else by measurement"},
    {"group-size", 0, OPTION_INT, AT(group_size), "N", NULL, 1, 1024,
     "GPU threads of a work group, a power of two; else by stage"},
    {"slices", 0, OPTION_INT, AT(slices), "N", NULL, 1, 65536,
     "parts that each stage is cut into; else by measured times"},
    {"device", 0, OPTION_TEXT, AT(gl_device), "N", NULL, 0, 0,
     "OpenGL device, by its number in `mote info --devices`; else the first that suits"},
    {"gl-debug", 0, OPTION_FLAG, AT(gl_debug), NULL, NULL, 0, 0,
     "print OpenGL's own messages, with the stage that each is about"},
    {"clamp-limits", 0, OPTION_FLAG, AT(clamp_limits), NULL, NULL, 0, 0,
     "use no more of the GPU than OpenGL 4.3 guarantees (to test)"},
    {"software-gl", 0, OPTION_FLAG, AT(software_gl), NULL, NULL, 0, 0,
     "let auto take a software OpenGL like a GPU (to test)"},
    {0},
};
#undef AT

const option *app_gl_options(void)
{
    const option *row = device_options;
    while (strcmp(row->name, "device") != 0) {
        row++;
    }
    return row;
}

static mote_backend_kind backend_kind(const char *name)
{
    if (name && strcmp(name, "gl") == 0) {
        return MOTE_BACKEND_GL;
    }
    return name && strcmp(name, "cpu") == 0 ? MOTE_BACKEND_CPU : MOTE_BACKEND_AUTO;
}

static mote_status read_gl_device(const char *text, mote_device_def *device)
{
    char *end = NULL;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || number < 0 || number > 9999) {
        return fail(MOTE_BAD_INPUT,
                    "--device takes a number of `mote info --devices`, not '%s'", text);
    }
    device->gl_device = (int)number;
    return MOTE_OK;
}

static mote_status check_gl_options(const device_values *values, bool gl_may_draw,
                                    mote_device_def *device)
{
    const char *name = values->gl_device  ? "device"
                       : values->gl_debug ? "gl-debug"
                                          : NULL;
    if (name && device->backend == MOTE_BACKEND_CPU && !gl_may_draw) {
        return fail(MOTE_BAD_INPUT,
                    "--%s is of the GPU, but --backend cpu computes on the CPU and "
                    "nothing is drawn with OpenGL; leave one of them out",
                    name);
    }
    return values->gl_device ? read_gl_device(values->gl_device, device) : MOTE_OK;
}

mote_status app_device_def(const device_values *values, bool gl_may_draw,
                           mote_device_def *device)
{
    *device = mote_default_device_def();
    device->backend = backend_kind(values->backend);
    device->threads = values->threads;
    device->isa = values->isa;
    device->search = values->search;
    device->sort = values->sort;
    device->cell_reach = values->cell_reach;
    device->group_size = values->group_size;
    device->slices = values->slices;
    device->clamp_limits = values->clamp_limits;
    device->gl_debug = values->gl_debug;
    device->takes_software_gl = values->software_gl;
    device->log = app_log;
    TRY(check_gl_options(values, gl_may_draw, device));
    if (values->isa && device->backend == MOTE_BACKEND_GL) {
        return fail(MOTE_BAD_INPUT,
                    "--isa is of the CPU, but --backend gl computes on the "
                    "GPU; leave one of them out");
    }
    if (values->group_size && device->backend == MOTE_BACKEND_CPU) {
        return fail(MOTE_BAD_INPUT, "--group-size is of the GPU, but --backend cpu "
                                    "computes on the CPU; leave one of them out");
    }
    if (values->group_size & (values->group_size - 1)) {
        return fail(MOTE_BAD_INPUT, "--group-size takes a power of two, not '%d'",
                    values->group_size);
    }
    if (values->cell_reach && values->search && strcmp(values->search, "loop") == 0) {
        return fail(MOTE_BAD_INPUT, "--cell-reach is of the grid, but --search loop uses "
                                    "none; leave one of them out");
    }
    return MOTE_OK;
}

mote_status app_need_gl(const mote_device_def *device)
{
    gl_context *context;
    mote_status status = gl_context_open(device, &context);
    gl_context_close(context);
    return status == MOTE_UNAVAILABLE
               ? fail(status, "%s; or --renderer soft", mote_last_error())
               : status;
}

int app_encoder_threads(const mote_simulation *simulation, int asked)
{
    int all = clock_cpu_count();
    bool feeds_gpu = mote_simulation_backend(simulation) == MOTE_BACKEND_GL && all > 1;
    return asked ? asked : feeds_gpu ? all - 1 : all;
}

static mote_status apply_setting(mote_scene *scene, const struct option_list_row *row)
{
    char key[256];
    if (row->key_length >= sizeof key) {
        return fail(MOTE_BAD_INPUT, "--set: the key is longer than any key is");
    }
    memcpy(key, row->key, row->key_length);
    key[row->key_length] = '\0';
    return mote_scene_set(scene, key, row->value);
}

// Settings may need each other: a radius below the other's default, say. One that is
// refused is put off until the rest are in; then the first that still fails is told.
static mote_status apply_settings(mote_scene *scene, const option_list *settings)
{
    bool is_done[OPTION_LIST_MAX] = {false};
    bool progress = true;
    while (progress) {
        progress = false;
        for (int i = 0; i < settings->count; i++) {
            if (!is_done[i] && apply_setting(scene, &settings->rows[i]) == MOTE_OK) {
                is_done[i] = progress = true;
            }
        }
    }
    for (int i = 0; i < settings->count; i++) {
        if (!is_done[i]) {
            return apply_setting(scene, &settings->rows[i]);
        }
    }
    return MOTE_OK;
}

mote_status app_set_scene(mote_scene *scene, const scene_values *values)
{
    return apply_settings(scene, &values->settings);
}

mote_status app_open_scene(const char *name, const scene_values *values,
                           mote_scene **scene)
{
    *scene = NULL;
    if (name) {
        TRY(scene_open(name, scene));
    } else {
        TRY(mote_scene_create(scene));
    }
    mote_status status = app_set_scene(*scene, values);
    if (status != MOTE_OK) {
        mote_scene_destroy(*scene);
        *scene = NULL;
    }
    return status;
}
