// SPDX-License-Identifier: MIT
// See spoiling.h.

#include "spoiling.h"

#include "core/file.h"
#include "core/text.h"
#include "gl/gl_source.h"
#include "scratch.h"

#include <string.h>

#ifndef _WIN32

const spoiling spoilings[SPOILING_COUNT] = {
    // The lowest digit's first split: a thread puts its keys in place from the last on.
    {"radix", "stages/move_keys.comp", "bank(run + k)];\n        uint counter =",
     "bank(run + (turn == 0u && shift == 16u ? KEYS_PER_THREAD - 1u - k : k))];\n"
     "        uint counter ="},
    {"bitonic", "stages/exchange_keys.comp",
     "|| (key == other_key && order > other_order)", ""},
};

// Shaders are read from this folder first.
static void write_spoilt(const spoiling *s, char *folder)
{
    char *original = NULL;
    assert_ok(gl_file_read(s->file, &original));
    char *place = strstr(original, s->text);
    assert_non_null(place);
    text changed = {0};
    text_add(&changed, "%.*s%s%s", (int)(place - original), original, s->spoilt,
             place + strlen(s->text));
    assert_ok(file_make_folder(scratch_path(folder, "stages")));
    assert_ok(
        file_write_whole(scratch_path(folder, s->file), changed.data, changed.size));
    text_free(&changed);
    free(original);
}

mote_simulation *spoilt_on(const test_backend *on, const mote_scene *scene,
                           const spoiling *spoiling)
{
    mote_device_def device = mote_default_device_def();
    char *folder = scratch_create();
    device.sort = spoiling->sort;
    write_spoilt(spoiling, folder);
    assert_int_equal(setenv("MOTE_GLSL", folder, 1), 0);
    mote_simulation *simulation = simulation_on(on, scene, &device);
    unsetenv("MOTE_GLSL");
    scratch_destroy(folder);
    return simulation;
}

#endif
