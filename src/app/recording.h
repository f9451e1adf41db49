// SPDX-License-Identifier: MIT
// Frames of `mote view`, as they are shown, to files: recordings/NAME-1/frame_000000.png
// and so on. They come from the GPU and are encoded as those of `mote run`, while the
// window goes on; only where encoders do not keep up, it waits for them. No frame is
// dropped.

#ifndef MOTE_APP_RECORDING_H
#define MOTE_APP_RECORDING_H

#include "free_name.h"

#include <mote/mote.h>

typedef struct recording {
    mote_writer *writer; // NULL: nothing is being recorded
    char folder[FREE_NAME_SIZE];
    uint64_t frames;  // drawn
    uint64_t pushed;  // of these, with the encoders
    uint64_t reserve; // bytes that stay free on the disk
} recording;

// Of frames of the view's size. `reserve`: bytes.
mote_status recording_begin(recording *self, const char *name, const mote_view_def *view,
                            int threads, uint64_t reserve);
bool recording_is_on(const recording *self);
// Draws a frame of it.
mote_status recording_draw(recording *self, mote_renderer *renderer);
// Hands on frames that have come back from the GPU; with `wait`, all of them. A failure
// is one of the recording alone: end it.
mote_status recording_take(recording *self, mote_renderer *renderer, bool wait);
// Closes the files and says what there is of them: "2 frames: recordings/Life-1". Frames
// that have not been taken are lost.
mote_status recording_end(recording *self, char note[160]);

#endif
