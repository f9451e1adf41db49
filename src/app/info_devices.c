// SPDX-License-Identifier: MIT
// `mote info --devices`: the OpenGL devices of this machine by their numbers, and how to
// get another GPU of a laptop that has two.

#include "info.h"

#include "terminal.h"

#include "../core/status.h"
#include "../gl/gl_devices.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct device_info {
    gl_context gl;   // what it said while it was open
    char error[512]; // why it did not open; else ""
    int same_as;     // an earlier one that is the same; -1: none, or EGL does not tell
} device_info;

static void look_at(int number, device_info *info)
{
    info->same_as = -1;
    if (gl_device_look(number, &info->gl) != MOTE_OK) {
        snprintf(info->error, sizeof info->error, "%s", mote_last_error());
    }
}

// Two ways to one device are the same only where EGL says so.
static void find_same(device_info *list, int number)
{
    for (int i = 0; i < number && list[number].gl.egl_device; i++) {
        if (list[i].gl.egl_device == list[number].gl.egl_device) {
            list[number].same_as = i;
            return;
        }
    }
}

// ---- As text -------------------------------------------------------------------------

static void print_device(const device_info *info, int number)
{
    const gl_context *gl = &info->gl;
    if (*info->error) {
        printf("%3d  %s\n     none: %s\n", number, gl->how, info->error);
        return;
    }
    printf("%3d  %s: %s\n", number, gl->how, gl->renderer);
    printf("     OpenGL %d.%d, %s, %s", gl->major, gl->minor,
           gl->has_compute ? "compute shaders" : "no compute shaders",
           gl->is_software ? "software" : "hardware");
    if (info->same_as >= 0) {
        printf("; the same device as %d", info->same_as);
    }
    printf("\n");
}

// What is said here holds for the drivers named, and was looked up in their manuals.
static void print_advice(void)
{
    static const char *const lines[] = {
        "run, compare, bench and info take one of them by --device N; else hardware",
        "comes before software, and the first that suits is taken.",
        "",
        "On a laptop with two GPUs, EGL devices name each of them, while a window (GLFW)",
        "gets the one that the system thinks fit. To have the other one:",
        "  Linux, Mesa    DRI_PRIME=1 mote ...",
        "  Linux, NVIDIA  __NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia",
        "                 mote ...",
        "  Windows        mote.exe asks the drivers of NVIDIA and AMD for the fast GPU;",
        "                 else choose it in Settings > System > Display > Graphics",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        printf("%s\n", lines[i]);
    }
}

static void print_text(const device_info *list, int count)
{
    terminal_heading(stdout, "OpenGL devices");
    for (int i = 0; i < count; i++) {
        print_device(&list[i], i);
    }
    printf("\n");
    print_advice();
}

// ---- As JSON -------------------------------------------------------------------------

static json_t *device_json(const device_info *info, int number)
{
    const gl_context *gl = &info->gl;
    if (*info->error) {
        return json_pack("{s:i, s:s, s:b, s:s}", "number", number, "opened_by", gl->how,
                         "available", 0, "error", info->error);
    }
    json_t *device =
        json_pack("{s:i, s:s, s:b, s:s, s:s, s:b, s:s, s:s, s:b}", "number", number,
                  "opened_by", gl->how, "available", 1, "device", gl->renderer, "vendor",
                  gl->vendor, "software", gl->is_software, "version", gl->version, "glsl",
                  gl->glsl, "compute", gl->has_compute);
    if (!gl->has_compute) {
        json_object_set_new(device, "no_compute_because", json_string(gl->why_not));
    }
    json_object_set_new(device, "same_as",
                        info->same_as >= 0 ? json_integer(info->same_as) : json_null());
    return device;
}

static void print_json(const device_info *list, int count)
{
    json_t *devices = json_array();
    for (int i = 0; i < count; i++) {
        json_array_append_new(devices, device_json(&list[i], i));
    }
    json_t *root = json_pack("{s:s, s:o}", "version", mote_version(), "devices", devices);
    json_dumpf(root, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(root);
}

mote_status info_print_devices(bool json)
{
    int count = gl_device_count();
    device_info *list = calloc((size_t)count, sizeof *list);
    if (!list) {
        return fail_memory((size_t)count * sizeof *list, "the list of devices");
    }
    for (int i = 0; i < count; i++) {
        look_at(i, &list[i]);
        find_same(list, i);
    }
    if (json) {
        print_json(list, count);
    } else {
        print_text(list, count);
    }
    free(list);
    return MOTE_OK;
}
