// SPDX-License-Identifier: MIT
// Records of a law's values in OpenGL. The particle has one thread, so its records come
// in order without atomics:
//
//     probe_count   how many, also of those that find no room
//     probe_values  site, bits

#include "gl_probe.h"

#include "gl_backend.h"
#include "gl_errors.h"
#include "gl_prelude.h"
#include "gl_state.h"

#include "../core/status.h"

#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- The text ------------------------------------------------------------------------

void gl_probe_mark(gl_source *source, probe_type type, const char *name,
                   const char *value)
{
    if (source->instrument) {
        instrument_mark(source->instrument, type, name, value, &source->text);
        text_add(&source->text, "\n");
    }
}

void gl_probe_write(const schedule_entry *entry, gl_source *source)
{
    if (!source->instrument) {
        text_add(&source->text, "#define PROBE_PARTICLE(i)\n"
                                "#define PROBE_CANDIDATE(i)\n");
        return;
    }
    text_add(&source->text,
             "layout(std430, binding = %d) writeonly restrict buffer probe_block {\n"
             "    uvec2 probe_values[];\n"
             "};\n",
             entry_storage_blocks(entry));
    text_add(&source->text,
             "uniform uint probe_row;\n"
             "uint probe_next = %uu; // past the end: of another particle\n"
             "void probe(uint site, uint bits)\n"
             "{\n"
             "    if (probe_next < %uu) {\n"
             "        probe_values[probe_next] = uvec2(site, bits);\n"
             "        probe_next++;\n"
             "    }\n"
             "}\n",
             PROBE_VALUE_MAX, PROBE_VALUE_MAX);
    text_add(&source->text,
             "uint probe_bits(float x)\n{\n    return floatBitsToUint(x);\n}\n"
             "uint probe_bits(int x)\n{\n    return uint(x);\n}\n"
             "uint probe_bits(uint x)\n{\n    return x;\n}\n"
             "uint probe_bits(bool x)\n{\n    return x ? 1u : 0u;\n}\n"
             "#define PROBE(site, line, type, value) probe(site, probe_bits(value))\n"
             "#define PROBE_PARTICLE(i) probe_next = (i) == probe_row ? 0u : %uu\n"
             "#define PROBE_CANDIDATE(i)",
             PROBE_VALUE_MAX);
    gl_probe_mark(source, PROBE_natural, PROBE_CANDIDATE_NAME, "i");
}

void gl_probe_write_quiet(gl_source *source)
{
    if (source->instrument) {
        text_add(&source->text, "float quiet_flush(float x)\n"
                                "{\n"
                                "    uint kept = probe_next;\n"
                                "    probe_next = 0xffffffffu;\n"
                                "    float flushed = exact_flush(x);\n"
                                "    probe_next = kept;\n"
                                "    return flushed;\n"
                                "}\n"
                                "#define exact_flush(x) quiet_flush(x)\n");
    }
}

// ---- The run -------------------------------------------------------------------------

typedef struct recorded {
    uint32_t site, bits;
} recorded;

#define UNUSED 0xff // bytes of what was not written: no site has such a number

static mote_status make_buffer(gl_backend *self, GLuint binding, GLuint *name)
{
    size_t size = PROBE_VALUE_MAX * sizeof(recorded);
    recorded *unused = malloc(size);
    if (!unused) {
        return fail_memory(size, "recorded values");
    }
    memset(unused, UNUSED, size);
    glGenBuffers(1, name);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, *name);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)size, unused, GL_DYNAMIC_COPY);
    free(unused);
    return gl_errors_check(self->context, "while making room for recorded values");
}

static mote_status read_buffer(gl_backend *self, GLuint name, probe_records *records)
{
    size_t size = PROBE_VALUE_MAX * sizeof(recorded);
    recorded *values = malloc(size);
    if (!values) {
        return fail_memory(size, "recorded values");
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, name);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, (GLsizeiptr)size, values);
    mote_status status =
        gl_errors_check_lost(self->context, "while reading recorded values");
    for (uint32_t i = 0; i < PROBE_VALUE_MAX && status == MOTE_OK; i++) {
        const probe_site *site = instrument_site(records->instrument, values[i].site);
        if (!site) {
            break;
        }
        probe_add(records, site, values[i].bits);
    }
    // What comes later finds no room.
    records->is_cut |= records->count == PROBE_VALUE_MAX;
    free(values);
    return status;
}

static mote_status run_recording(gl_backend *self, gl_stage *stage, GLuint *buffer,
                                 probe_records *records)
{
    TRY(gl_stage_build(self, stage, records->instrument));
    glUniform1ui(glGetUniformLocation(stage->program, "probe_row"), records->row);
    TRY(make_buffer(self, (GLuint)entry_storage_blocks(stage->entry), buffer));
    TRY(gl_stage_run_checked(self, stage, stage->entry));
    return read_buffer(self, *buffer, records);
}

mote_status gl_backend_probe(backend *base, const schedule_entry *entry,
                             probe_records *records)
{
    gl_backend *self = (gl_backend *)base;
    gl_state state = gl_state_keep(self->context->is_host);
    gl_stage *stage = gl_stage_find(self, entry);
    gl_stage kept = *stage;
    GLuint buffer = 0;
    snprintf(stage->name, sizeof stage->name, "%.50s_probed", kept.name);
    stage->program = 0;
    mote_status status = run_recording(self, stage, &buffer, records);
    if (stage->program) {
        glDeleteProgram(stage->program);
    }
    if (buffer) {
        glDeleteBuffers(1, &buffer);
    }
    // The usual program goes on, as if nothing had been; clocks may be new.
    memcpy(kept.queries, stage->queries, sizeof kept.queries);
    kept.is_timed = stage->is_timed;
    *stage = kept;
    gl_state_put_back(&state);
    return status;
}
