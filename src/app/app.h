// SPDX-License-Identifier: MIT
// What all commands of the program share: exit codes, messages, scenes, option groups.
//
// To add a command: write cmd_NAME.c with its function and add a row to the table in
// main.c.

#ifndef MOTE_APP_H
#define MOTE_APP_H

#include "options.h"

#include <mote/mote.h>

typedef enum exit_code {
    EXIT_DONE = 0,         // done, or equal
    EXIT_FAILED = 1,       // failed, or different
    EXIT_COULD_NOT = 2,    // could not run: bad input, no such backend
    EXIT_INTERRUPTED = 130 // by Ctrl-C
} exit_code;

typedef struct command {
    const char *name;
    const char *summary; // one line
    int (*run)(int count, char **arguments);
} command;

int cmd_run(int count, char **arguments);
int cmd_view(int count, char **arguments);
int cmd_compare(int count, char **arguments);
int cmd_info(int count, char **arguments);
int cmd_scene(int count, char **arguments);
int cmd_price(int count, char **arguments);
int cmd_bench(int count, char **arguments);

exit_code exit_code_of(mote_status status);
// Prints `mote: SENTENCE` on stderr.
void app_message(const char *format, ...);
// Likewise, for mote_device_def.log.
void app_log(void *context, const char *line);
// Prints the last error unless the status is MOTE_OK; returns the exit code.
int app_end(mote_status status);
// Parses; on --help prints it. True when the command should return *code now.
bool app_parse(command_line *line, int count, char **arguments, int *code);

// ---- The options of a scene

typedef struct scene_values {
    option_list settings; // --set, -n, -s, -t in the order given
} scene_values;

extern const option scene_options[];

// Encoders of frames beside a simulation: `asked`, if not 0; all processors, but on a GPU
// one less, since the thread that feeds it must never wait for a turn.
int app_encoder_threads(const mote_simulation *simulation, int asked);

// `name`: a file, a built-in scene's name, or NULL: the built-in life. Then the settings.
mote_status app_open_scene(const char *name, const scene_values *values,
                           mote_scene **scene);

// Only the settings.
mote_status app_set_scene(mote_scene *scene, const scene_values *values);

// ---- The options of a device

typedef struct device_values {
    const char *backend, *search, *sort, *isa, *gl_device;
    int threads, cell_reach, group_size, slices;
    bool clamp_limits, gl_debug, software_gl;
} device_values;

extern const option device_options[];
// Those of them that are of OpenGL alone.
const option *app_gl_options(void);

// The def that the options ask for, or why they do not fit together. `gl_may_draw`:
// OpenGL may have work to do whatever computes.
mote_status app_device_def(const device_values *values, bool gl_may_draw,
                           mote_device_def *device);
// Where OpenGL has to draw: that it opens, asked before a simulation says that it does
// without.
mote_status app_need_gl(const mote_device_def *device);

#endif
