// SPDX-License-Identifier: MIT
// The whole GLSL text of a schedule entry: what the tables say (gl_prelude.c), what a law
// is given (gl_law.c), the law, and the stage's own file.

#ifndef MOTE_GL_PRELUDE_H
#define MOTE_GL_PRELUDE_H

#include "gl_source.h"

#include "../sim/plan.h"

// Columns of this many bytes at most are copied to shared memory.
#define SHARED_COLUMNS_SIZE 16384

// Where the buffer that a stage reads as a uniform block is bound; 0 are the constants.
#define UNIFORM_BINDING 1

// `version` of GLSL: 430, or 420 with the extensions.
mote_status gl_stage_source(const plan *plan, const schedule_entry *entry, int group_size,
                            uint32_t mark_words, int version, gl_source *source);

// Whether an entry has a buffer (not its twin) among its accesses.
bool entry_touches(const schedule_entry *entry, int buffer);
bool entry_writes(const schedule_entry *entry, int buffer);
int entry_storage_blocks(const schedule_entry *entry);

// gl_law.c: the types and functions that a law uses, the law, and those that use it.
mote_status gl_law_write(const plan *plan, const schedule_entry *entry,
                         gl_source *source);
// gl_law_lists.c: what laws read of constants and lists, and all that the stages of a
// model that emits use.
void gl_law_write_constants(const model *m, text *out);
void gl_law_write_lists(const plan *plan, const schedule_entry *entry, text *out);
mote_status gl_law_lists_write(const plan *plan, const schedule_entry *entry,
                               gl_source *source);

#endif
