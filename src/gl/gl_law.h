// SPDX-License-Identifier: MIT
// How gl_law.c writes the GLSL of a law, gl_law_particle.c that of its particles, and
// gl_law_sums.c that of its sums.

#ifndef MOTE_GL_LAW_H
#define MOTE_GL_LAW_H

#include "gl_prelude.h"

typedef struct law_writer {
    const plan *plan;
    const model *model;
    const schedule_entry *entry;
    const char *pass;
    text *out;
    gl_source *source; // whose text `out` is
} law_writer;

int law_component_count(const law_writer *w, field_shape shape);
// "pull.x", with this separator, or the name itself where there is one component.
const char *law_component_name(char *name, size_t size, const char *of, field_shape shape,
                               int axis, char separator);

// load_particle, and position_of.
void law_write_loads(const law_writer *w);
// store_particle and pack_particle.
void law_write_stores(const law_writer *w);

// What `pair` does with the terms of pairs: adds, carries and stores them.
void law_write_sums(const law_writer *w);
// What `update` reads of them.
void law_write_sum_loads(const law_writer *w);

#endif
