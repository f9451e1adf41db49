// SPDX-License-Identifier: MIT
// Small frames of dots.

#include "small_writer.h"
#include "pictures.h"
#include "scratch.h"

#include <stdio.h>
#include <stdlib.h>

mote_writer_def small_def(mote_format format, const char *path, int threads)
{
    mote_writer_def def = mote_default_writer_def();
    def.format = format;
    def.path = path;
    def.width = WIDTH;
    def.height = HEIGHT;
    def.threads = threads;
    return def;
}

mote_frame small_frame(int index)
{
    mote_frame frame = picture_dots(WIDTH, HEIGHT, 3, (uint32_t)index);
    frame.index = (uint64_t)index;
    return frame;
}

int push_frames(mote_writer *writer, int count)
{
    for (int i = 0; i < count; i++) {
        mote_frame frame = small_frame(i);
        mote_status status = mote_writer_push(writer, &frame);
        if (status != MOTE_OK || frame.pixels != NULL) {
            return i;
        }
    }
    return count;
}

const char *frame_path(const char *folder, int index)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/frame_%06d.png", folder, index);
    return path;
}

bool holds_frames(const char *folder, int count)
{
    bool same = scratch_count(folder, "") == count;
    for (int i = 0; i < count && same; i++) {
        mote_frame found, expected = small_frame(i);
        same = picture_read_png(frame_path(folder, i), 3, &found) &&
               picture_difference(&found, &expected) == 0;
        free(found.pixels);
        free(expected.pixels);
    }
    return same;
}
