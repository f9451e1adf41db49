// SPDX-License-Identifier: MIT
// What someone does to a simulation while it goes on, as a file: JSON, a line for each
// input, with the step before which it comes. The first line holds the scene as it was at
// the start, the last one says how many steps there were:
//
//     {"mote_inputs": 1, "file": "life", "scene": {...}}
//     {"step": 12, "set": "life.force", "to": "2.5"}
//     {"step": 15, "touch": {"position": [0.8, 0.4], "radius": 0.1, "pull": 2, "drag": 0,
//                            "velocity": [0, 0]}}
//     {"step": 20, "touch": null}
//     {"step": 21, "place": {"position": [0.5, 0.5], "radius": 0.1, "species": 0,
//     "count": 50}}
//     {"step": 22, "erase": {"position": [0.5, 0.5], "radius": 0.1}}
//     {"step": 300, "end": true}
//
// The same inputs before the same steps lead to the same bits: what was done by hand is
// done again by `mote run --replay` on any device.

#ifndef MOTE_APP_INPUTS_H
#define MOTE_APP_INPUTS_H

#include <mote/mote.h>

typedef enum input_kind {
    INPUT_SET,
    INPUT_SCENE, // all that is said of it: an edit of several keys, or one undone
    INPUT_TOUCH,
    INPUT_RELEASE, // no touch any more
    INPUT_PLACE,
    INPUT_ERASE,
} input_kind;

typedef struct input {
    input_kind kind;
    uint64_t step;           // steps before it
    const char *key, *value; // as mote_scene_set takes them; of a scene its text
    mote_touch touch;        // of a place and of what is erased: position and radius
    uint32_t species, count;
    int line; // of the file
} input;

// Does to a simulation what the input says; of a set, first to its scene, which is left
// as it was where the simulation cannot go on with it.
mote_status input_apply(const input *input, mote_scene *scene,
                        mote_simulation *simulation);

// ---- Writing

typedef struct input_writer input_writer;

// Begins the file with the scene as it is now. Should it be there, it is written anew.
mote_status input_writer_open(const char *path, const mote_scene *scene,
                              input_writer **writer);
mote_status input_writer_add(input_writer *writer, const input *input);
// Begins the file anew: what was before is of no weight any more.
mote_status input_writer_restart(input_writer *writer, const mote_scene *scene);
// Says how many steps there were, closes and frees.
mote_status input_writer_close(input_writer *writer, uint64_t steps);
// Frees after a failure; the file holds what was whole.
void input_writer_discard(input_writer *writer);

// ---- Reading

typedef struct input_log input_log;

// Reads and checks all of it. `scene`: the one of the first line.
mote_status input_log_open(const char *path, input_log **log, mote_scene **scene);
void input_log_close(input_log *log);

// Steps that were done, or up to the last input where the file has no end.
uint64_t input_log_steps(const input_log *log);
// Of so many steps after the step that the simulation is at, those before the next input.
uint64_t input_log_due(const input_log *log, const mote_simulation *simulation,
                       uint64_t steps);
// Hands the inputs that come before the next step to someone who does what they say; a
// failure gets their line.
typedef mote_status input_doer(void *context, input *input);
mote_status input_log_do(input_log *log, const mote_simulation *simulation,
                         input_doer *doer, void *context);

#endif
