// SPDX-License-Identifier: MIT
// The shaders and laws of glsl/, embedded by the build.

#ifndef MOTE_GL_EMBEDDED_H
#define MOTE_GL_EMBEDDED_H

typedef struct embedded_file {
    const char *name; // "stages/pair.comp"; NULL: the end
    const char *text;
} embedded_file;

extern const embedded_file embedded_files[];

#endif
