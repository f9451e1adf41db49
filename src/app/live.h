// SPDX-License-Identifier: MIT
// A simulation that is watched: what keys and the mouse do to it, with no window of its
// own. window.h brings the events, cmd_view.c the clock.

#ifndef MOTE_APP_LIVE_H
#define MOTE_APP_LIVE_H

#include "edits.h"
#include "inputs.h"
#include "recording.h"
#include "told.h"

#include <mote/mote.h>

typedef enum live_action {
    LIVE_NOTHING,
    LIVE_PAUSE,
    LIVE_STEP,
    LIVE_RESTART,
    LIVE_POSITIONS,
    LIVE_MATRIX,
    LIVE_COLORS,
    LIVE_EDGES,
    LIVE_TRAILS,
    LIVE_FASTER,
    LIVE_SLOWER,
    LIVE_FIT,
    LIVE_FULL_SCREEN, // the window's
    LIVE_PANEL,       // likewise
    LIVE_HELP,        // likewise
    LIVE_UNDO,
    LIVE_REDO,
    // Tools of the mouse: what they do to particles is in live_tools.c.
    LIVE_ATTRACT,
    LIVE_REPEL,
    LIVE_PUSH,
    LIVE_PLACE,
    LIVE_ERASE,
    LIVE_FOLLOW,
    LIVE_SCREENSHOT,
    LIVE_RECORD,
    LIVE_SAVE,
    LIVE_OPEN,  // the window's
    LIVE_CLOSE, // likewise
} live_action;

#define LIVE_STEPS_MOST 4096

typedef struct live_tool_row {
    live_action kind;
    const char *name, *meaning;
} live_tool_row;

#define LIVE_TOOL_COUNT 6
extern const live_tool_row live_tools[LIVE_TOOL_COUNT];

#define LIVE_REACH_LEAST 2.0 // pixels
#define LIVE_REACH_MOST  4000.0

typedef struct live_tool {
    live_action kind; // one of the tools
    double radius;    // of the ball that it reaches, pixels
    double strength;  // of attract and repel: 1 is usual
    int species;      // of what is placed; -1: all in turn
    double cursor[2]; // pixels from the window's middle, to the right and up
    bool is_pressed, is_reversed;
    bool is_touching; // what `touch` says acts now
    bool has_been;    // where the cursor was a frame ago, `was`, is known
    double was[3];    // world units
    uint64_t placed;  // frames in which particles were
    mote_touch touch;
} live_tool;

typedef struct live {
    mote_scene *scene;
    mote_device_def device;
    mote_simulation *simulation;
    mote_renderer *renderer; // of view.width x view.height
    mote_view_def view;
    mote_view_def usual;  // the view that the scene asks for
    int width, height;    // of the window's framebuffer; mostly the view's
    uint32_t framebuffer; // that it shows in; 0: the window's
    struct told told;     // what the device has said
    struct recording recording;
    uint64_t disk_reserve;     // bytes that a recording leaves free
    edits history;             // of the scene
    struct scene_begin *begin; // how it said that the simulation begins, when it did
    input_writer *inputs;      // gets what is done; NULL: nobody asked for it
    input_log *replay;         // what is done again; NULL: nothing, or no more
    live_tool tool;
    uint64_t revision;       // of the scene: counts its changes
    uint64_t matrices_drawn; // since the scene was opened
    bool is_paused;
    uint64_t steps_due;       // single ones, while it is paused
    uint64_t steps_per_frame; // wanted
    uint64_t living;          // particles, when they were last counted
    uint64_t pace;            // as many as the machine keeps up with
    char note[160];           // what has just been done, for the title; or ""
} live;

// Takes the scene over, also on failure. `device` has the loader of the window's context.
mote_status live_create(live *self, mote_scene *scene, const mote_device_def *device,
                        uint64_t steps_per_frame, int width, int height);
void live_destroy(live *self);
// Shows another scene from its start. Takes it over, also on failure, which leaves all as
// it was.
mote_status live_open(live *self, mote_scene *scene);
// The same of a scene file.
mote_status live_open_file(live *self, const char *path);
// The view becomes the one that the scene asks for.
void live_take_view(live *self);
// Sets a key of the scene, and has it take effect; or leaves all as it was. It can be
// undone, several of one key in a row as one, up to live_settle.
mote_status live_set(live *self, const char *key, const char *value);
void live_settle(live *self);

mote_status live_act(live *self, live_action action);
// Those of the actions that edit the scene; live_edit.c.
mote_status live_edit(live *self, live_action action);
// From the start of the scene as it is now; where that cannot be made, the old one goes
// on.
mote_status live_restart(live *self);
live_tool live_usual_tool(void);
int live_species_count(const live *self);
// Does to the simulation what an input says, which is kept if inputs are.
mote_status live_input(live *self, input *input);
// From now on what is done goes to this file; and what this file says is done again. To
// be asked for before the first frame.
mote_status live_record_inputs(live *self, const char *path);
void live_replay(live *self, input_log *log);

// Where the mouse is, its buttons, and Ctrl with its wheel. The right button, and Shift,
// each turn a tool into its opposite.
void live_point(live *self, double right, double up);
mote_status live_press(live *self, bool is_right, bool has_shift);
void live_release(live *self);
void live_size_tool(live *self, double notches);
// Before so many steps: what the tool does meanwhile.
void live_use_tool(live *self, uint64_t steps);
// World units of a pixel at what the camera looks at.
double live_unit_of_pixel(const live *self);

// The window's framebuffer has so many pixels now.
mote_status live_resize(live *self, int width, int height);
// Nearer by so many notches of the wheel (negative: farther), towards a pixel, counted
// from the window's middle, to the right and up.
void live_zoom(live *self, double notches, double right, double up);
// The mouse was dragged by so many pixels, to the right and up: moves a flat world along,
// and turns one in 3-D.
void live_drag(live *self, double right, double up);

// Steps for one frame and shows it. `seconds`: what the frame before took.
mote_status live_show(live *self, double seconds);

// Counts the living, which may wait for the GPU.
mote_status live_count(live *self);
#define LIVE_TITLE_SIZE 512
// "Life: 12000 particles, step 240, 4 steps a frame, paused"
void live_title(const live *self, double frames_per_second, char title[LIVE_TITLE_SIZE]);

#endif
