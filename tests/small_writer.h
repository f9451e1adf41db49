// SPDX-License-Identifier: MIT
// Writers of small frames, and what has to come of them.

#ifndef MOTE_TESTS_SMALL_WRITER_H
#define MOTE_TESTS_SMALL_WRITER_H

#include <mote/mote.h>

#define WIDTH  37
#define HEIGHT 23

mote_writer_def small_def(mote_format format, const char *path, int threads);
// Frame `index` of every small sequence; free() the pixels.
mote_frame small_frame(int index);
// Pushes frames 0 .. count-1 until one is refused; how many were taken.
int push_frames(mote_writer *writer, int count);
// Valid until the next call.
const char *frame_path(const char *folder, int index);
// Whether the folder holds exactly frames 0 .. count-1, whole, and nothing else.
bool holds_frames(const char *folder, int count);

#endif
