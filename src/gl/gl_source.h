// SPDX-License-Identifier: MIT
// The text of one shader, put together from files and from what C writes, with #line
// directives so that a compiler's messages can name the file and line.

#ifndef MOTE_GL_SOURCE_H
#define MOTE_GL_SOURCE_H

#include "../core/instrument.h"

#define SOURCE_FILE_MAX 24

// Start from {0}.
typedef struct gl_source {
    text text;
    char files[SOURCE_FILE_MAX][64]; // 0: what C writes
    int file_count;
    instrument *instrument; // through which files go; NULL: as they are
} gl_source;

// Begins with "#version": 330, 430, or 420 with the extensions that compute shaders then
// need. `title` names what C writes in messages.
void gl_source_begin(gl_source *source, const char *title, int version);
// Goes back to what C writes, after a file.
void gl_source_resume(gl_source *source);
// Adds an embedded file ("lib/exact.glsl"), or the one in the folder that the environment
// variable MOTE_GLSL names; once, however often it is asked for. In it, a line that says
// #include "NAME" stands for the file of that name, whatever folder has it.
mote_status gl_source_add_file(gl_source *source, const char *name);
// Adds comments that say which file's lines have which numbers.
void gl_source_name_lines(const gl_source *source, text *out);
// A copy of a driver's message with its "0:12" and "0(12)" turned into "pair.comp:12".
mote_status gl_source_explain(const gl_source *source, const char *log, char **message);
void gl_source_free(gl_source *source);

// The text of an embedded file, or of its namesake in MOTE_GLSL; free() it. A law may
// stand in any folder: "models/NAME.glsl" is then found by its last part.
mote_status gl_file_read(const char *name, char **contents);

#endif
