// SPDX-License-Identifier: MIT
// What the records in an instrumented law (src/core/instrument.h) do in GLSL, and the run
// of a stage that records. Of other stages nothing of it is left.

#ifndef MOTE_GL_PROBE_H
#define MOTE_GL_PROBE_H

#include "gl_source.h"

#include "../sim/backend.h"

// Before all files: what PROBE, PROBE_PARTICLE and PROBE_CANDIDATE are.
void gl_probe_write(const schedule_entry *entry, gl_source *source);
// Behind a law: stages call exact_flush where they like, so there it records nothing.
void gl_probe_write_quiet(gl_source *source);
// A record around a law, of a value that C, too, records under this name.
void gl_probe_mark(gl_source *source, probe_type type, const char *name,
                   const char *value);

mote_status gl_backend_probe(backend *base, const schedule_entry *entry,
                             probe_records *records);

#endif
