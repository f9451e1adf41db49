// SPDX-License-Identifier: MIT
// See recording.h.

#include "recording.h"

#include "../core/os.h"
#include "../core/status.h"

#include <inttypes.h>
#include <stdio.h>

// Frames that may be on their way from the renderer.
#define FRAMES_UNDERWAY 3

// A disk that does not say how full it is, is taken to have room.
static mote_status check_room(const recording *self, const char *place)
{
    uint64_t left;
    if (os_free_space(place, &left) != 0 || left >= self->reserve) {
        return MOTE_OK;
    }
    return fail(MOTE_FAILED,
                "the recording ends: only %.0f MiB are left on the disk, and %.0f are to "
                "stay free (--disk-reserve)",
                (double)left / 1048576.0, (double)self->reserve / 1048576.0);
}

mote_status recording_begin(recording *self, const char *name, const mote_view_def *view,
                            int threads, uint64_t reserve)
{
    *self = (recording){.reserve = reserve};
    TRY(check_room(self, "."));
    free_name(self->folder, "recordings/", name, "");
    mote_writer_def def = mote_default_writer_def();
    def.path = self->folder;
    def.width = view->width;
    def.height = view->height;
    def.channels = view->alpha ? 4 : 3;
    def.threads = threads;
    return mote_writer_open(&def, &self->writer);
}

bool recording_is_on(const recording *self)
{
    return self->writer != NULL;
}

mote_status recording_draw(recording *self, mote_renderer *renderer)
{
    TRY(mote_renderer_draw(renderer));
    self->frames++;
    return MOTE_OK;
}

mote_status recording_take(recording *self, mote_renderer *renderer, bool wait)
{
    TRY(check_room(self, self->folder));
    while (self->pushed < self->frames) {
        mote_frame frame;
        bool is_late = self->frames - self->pushed >= FRAMES_UNDERWAY;
        TRY(mote_renderer_take(renderer, wait || is_late, &frame));
        if (!frame.pixels) {
            break;
        }
        frame.index = self->pushed++;
        TRY(mote_writer_push(self->writer, &frame));
    }
    return MOTE_OK;
}

mote_status recording_end(recording *self, char note[160])
{
    mote_written written;
    mote_status status = mote_writer_close(self->writer, &written);
    snprintf(note, 160, "%" PRIu64 " frame%s: %.120s", written.frames,
             written.frames == 1 ? "" : "s", self->folder);
    self->writer = NULL;
    return status;
}
