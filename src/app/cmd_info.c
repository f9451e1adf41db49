// SPDX-License-Identifier: MIT
// `mote info`: the devices of this machine, and which of them would be used and why. What
// would be used is found by doing it: a small simulation is created and asked.

#include "app.h"

#include "info.h"
#include "terminal.h"

#include "../core/clock.h"
#include "../core/status.h"
#include "../cpu/cpu_backend.h"
#include "../gl/gl_context.h"
#include "../gl/gl_self_test.h"

#include <jansson.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct machine_info {
    gl_context *gl;     // NULL: none
    char gl_error[512]; // why there is none, or what failed in the self-test
    char isas[128];     // "scalar sse2 avx2"
    bool is_chosen;     // else `reason` says what is in the way
    char device[160], renderer[160], reason[512];
} machine_info;

typedef struct limit_row {
    const char *name, *unit;
    int64_t value;
} limit_row;

enum {
#define LIMIT(type, name, when, gl_name, least, unit) limit_##name,
#include "../gl/limits.def"
#undef LIMIT
    LIMIT_COUNT,
};

static void limit_rows(const gl_limits *limits, limit_row *rows)
{
    const limit_row all[LIMIT_COUNT] = {
#define LIMIT(type, name, when, gl_name, least, unit) {#name, unit, limits->name},
#include "../gl/limits.def"
#undef LIMIT
    };
    memcpy(rows, all, sizeof all);
}

static mote_status try_device(const mote_scene *scene, const mote_device_def *device,
                              machine_info *info)
{
    mote_simulation *simulation;
    mote_renderer *renderer;
    TRY(mote_simulation_create(scene, device, &simulation));
    snprintf(info->device, sizeof info->device, "%s",
             mote_simulation_device_name(simulation));
    snprintf(info->reason, sizeof info->reason, "%s", mote_simulation_reason(simulation));
    mote_view_def view = mote_default_view_def(scene);
    view.threads = device->threads;
    mote_status status = mote_renderer_create(simulation, &view, &renderer);
    if (status == MOTE_OK) {
        snprintf(info->renderer, sizeof info->renderer, "%s",
                 mote_renderer_name(renderer));
        mote_renderer_destroy(renderer);
    }
    mote_simulation_destroy(simulation);
    return status;
}

// The instruction sets of kernels that this CPU has, best last.
static void find_isas(machine_info *info)
{
    int count = 0;
    while (cpu_isa_name(count)) {
        count++;
    }
    for (int i = count - 1; i >= 0; i--) {
        size_t used = strlen(info->isas);
        if (cpu_has_isa(cpu_isa_name(i))) {
            snprintf(info->isas + used, sizeof info->isas - used, "%s%s", used ? " " : "",
                     cpu_isa_name(i));
        }
    }
}

static void look_at_gl(const mote_device_def *device, machine_info *info)
{
    mote_status status = gl_context_open(device, &info->gl);
    if (status == MOTE_OK && info->gl->has_compute) {
        status = gl_self_test(info->gl);
    }
    if (status != MOTE_OK) {
        snprintf(info->gl_error, sizeof info->gl_error, "%s", mote_last_error());
    }
}

static mote_status collect(const mote_device_def *device, machine_info *info)
{
    mote_scene *scene;
    TRY(mote_scene_create(&scene));
    mote_status status = mote_scene_set(scene, "particles", "64");
    if (status == MOTE_OK) {
        look_at_gl(device, info);
        find_isas(info);
        status = try_device(scene, device, info);
        info->is_chosen = status == MOTE_OK;
        if (!info->is_chosen) {
            snprintf(info->reason, sizeof info->reason, "%s", mote_last_error());
        }
    }
    mote_scene_destroy(scene);
    return status;
}

static const char *self_test_word(const machine_info *info)
{
    if (!info->gl->has_compute) {
        return "not run";
    }
    return *info->gl_error ? info->gl_error : "passed";
}

static void print_gl(const machine_info *info)
{
    const gl_context *gl = info->gl;
    terminal_heading(stdout, "OpenGL");
    if (!gl) {
        printf("  none: %s\n", info->gl_error);
        return;
    }
    printf("  device                   %s (%s)\n", gl->renderer, gl->vendor);
    printf("  kind                     %s\n", gl->is_software ? "software" : "hardware");
    printf("  version                  %s\n", gl->version);
    printf("  GLSL                     %s\n", gl->glsl);
    printf("  opened by                %s\n", gl->how);
    printf("  device number            %d\n", gl->device);
    printf("  compute shaders          %s%s\n",
           gl->has_compute ? "yes" : "no: ", gl->why_not);
    printf("  self-test                %s\n", self_test_word(info));
    limit_row rows[LIMIT_COUNT];
    limit_rows(&gl->limits, rows);
    for (int i = 0; i < LIMIT_COUNT; i++) {
        printf("  %-25s%" PRId64 "%s\n", rows[i].name, rows[i].value, rows[i].unit);
    }
}

static void print_text(const machine_info *info)
{
    print_gl(info);
    terminal_heading(stdout, "CPU");
    printf("  threads                  %d\n", clock_cpu_count());
    printf("  instruction sets         %s\n", info->isas);
    terminal_heading(stdout, "Choice");
    if (info->is_chosen) {
        printf("  simulates on             %s\n", info->device);
        printf("  draws with               %s\n", info->renderer);
        printf("  reason                   %s\n", info->reason);
    } else {
        printf("  none: %s\n", info->reason);
    }
}

static json_t *gl_json(const machine_info *info)
{
    const gl_context *gl = info->gl;
    if (!gl) {
        return json_pack("{s:b, s:s}", "available", 0, "error", info->gl_error);
    }
    json_t *limits = json_object();
    limit_row rows[LIMIT_COUNT];
    limit_rows(&gl->limits, rows);
    for (int i = 0; i < LIMIT_COUNT; i++) {
        json_object_set_new(limits, rows[i].name, json_integer(rows[i].value));
    }
    return json_pack("{s:b, s:s, s:s, s:b, s:s, s:s, s:s, s:i, s:b, s:s, s:o}",
                     "available", 1, "device", gl->renderer, "vendor", gl->vendor,
                     "software", gl->is_software, "version", gl->version, "glsl",
                     gl->glsl, "opened_by", gl->how, "number", gl->device, "compute",
                     gl->has_compute, "self_test", self_test_word(info), "limits",
                     limits);
}

static json_t *isas_json(const machine_info *info)
{
    json_t *list = json_array();
    for (const char *word = info->isas; *word;) {
        size_t length = strcspn(word, " ");
        json_array_append_new(list, json_stringn(word, length));
        word += length + (word[length] == ' ');
    }
    return list;
}

static void print_json(const machine_info *info)
{
    json_t *choice = info->is_chosen
                         ? json_pack("{s:s, s:s, s:s}", "device", info->device,
                                     "renderer", info->renderer, "reason", info->reason)
                         : json_pack("{s:n, s:s}", "device", "reason", info->reason);
    json_t *root = json_pack("{s:s, s:o, s:{s:i, s:o}, s:o}", "version", mote_version(),
                             "gl", gl_json(info), "cpu", "threads", clock_cpu_count(),
                             "instruction_sets", isas_json(info), "choice", choice);
    json_dumpf(root, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(root);
}

typedef struct info_values {
    bool devices, json;
} info_values;

static const option info_options[] = {
    {"devices", 0, OPTION_FLAG, offsetof(info_values, devices), NULL, NULL, 0, 0,
     "list the OpenGL devices, by the numbers that --device takes"},
    {"json", 0, OPTION_FLAG, offsetof(info_values, json), NULL, NULL, 0, 0,
     "as JSON, for programs"},
    {0},
};

// A list is of all devices, whatever would be used.
static mote_status check_list(const command_line *line)
{
    for (const option *row = device_options; row->name; row++) {
        if (options_given(line, row->name)) {
            return fail(MOTE_BAD_INPUT,
                        "--devices lists all of them, so --%s has no meaning; leave one "
                        "of them out",
                        row->name);
        }
    }
    return MOTE_OK;
}

int cmd_info(int count, char **arguments)
{
    info_values values = {0};
    device_values device_values = {0};
    option_group groups[] = {
        {.title = "Output", .options = info_options, .values = &values},
        {.title = "Device (what would be used with these)",
         .options = device_options,
         .values = &device_values},
    };
    command_line line = {
        .command = "info",
        .operands = "",
        .about =
            "Prints the OpenGL device, its limits and whether it computes right, the "
            "CPU, and which of them would be used and why. Or lists all OpenGL devices.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    int code;
    if (app_parse(&line, count, arguments, &code)) {
        return code;
    }
    mote_device_def device;
    mote_status status = values.devices ? check_list(&line) : MOTE_OK;
    if (status == MOTE_OK && values.devices) {
        return app_end(info_print_devices(values.json));
    }
    if (status == MOTE_OK) {
        status = app_device_def(&device_values, true, &device);
    }
    if (status != MOTE_OK) {
        return app_end(status);
    }
    if (!device.gl_debug) {
        device.log = NULL; // what it would say is printed as the reason
    }
    machine_info info = {0};
    status = collect(&device, &info);
    if (values.json) {
        print_json(&info);
    } else {
        print_text(&info);
    }
    gl_context_close(info.gl);
    return (int)exit_code_of(status);
}
