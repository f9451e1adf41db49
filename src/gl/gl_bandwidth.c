// SPDX-License-Identifier: MIT
// How fast the GPU's memory is: the time of copying, by a shader. (glCopyBufferSubData
// takes 20 times as long on an H200.)

#include "gl_backend.h"

#include "gl_errors.h"
#include "gl_program.h"
#include "gl_state.h"

#include "../core/status.h"

#include <glad/gl.h>

#define GROUP_SIZE   256
#define REPEATS      32 // of which the first do not count
#define WARM_UP      8
#define BUFFER_SIZE  (UINT64_C(256) << 20) // bytes; an H200 is slower with larger ones
#define BUFFER_PAIRS 1024

typedef struct copy_job {
    gl_backend *backend;
    GLuint program, queries[2];
    GLuint buffers[BUFFER_PAIRS][2];
    uint64_t sizes[BUFFER_PAIRS];
    int pair_count;
} copy_job;

static mote_status make_program(copy_job *job)
{
    gl_source source = {0};
    gl_source_begin(&source, "prelude of copy", job->backend->context->compute_version);
    text_add(&source.text, "#define GROUP_SIZE %d\n", GROUP_SIZE);
    mote_status status = gl_source_add_file(&source, "stages/copy.comp");
    if (status == MOTE_OK) {
        status = gl_program_create(&source, "copy", &job->program);
    }
    gl_source_free(&source);
    return status;
}

static mote_status make_buffers(copy_job *job, uint64_t size)
{
    uint64_t largest = (uint64_t)job->backend->context->limits.storage_block_size;
    largest = (largest < BUFFER_SIZE ? largest : BUFFER_SIZE) / 16 * 16;
    if (size > largest * BUFFER_PAIRS) {
        return fail(MOTE_BAD_INPUT, "%llu bytes are too many to copy at once",
                    (unsigned long long)size);
    }
    for (; size > 0; job->pair_count++) {
        uint64_t part = size < largest ? size : largest;
        job->sizes[job->pair_count] = part;
        glGenBuffers(2, job->buffers[job->pair_count]);
        for (int k = 0; k < 2; k++) {
            glBindBuffer(GL_COPY_WRITE_BUFFER, job->buffers[job->pair_count][k]);
            glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)((part + 15) / 16 * 16), NULL,
                         GL_DYNAMIC_COPY);
        }
        size -= part;
    }
    glGenQueries(2, job->queries);
    return gl_errors_check(job->backend->context, "while making room to copy");
}

static double copy_once(const copy_job *job)
{
    GLuint64 start = 0;
    GLuint64 end = 0;
    glUseProgram(job->program);
    glQueryCounter(job->queries[0], GL_TIMESTAMP);
    for (int i = 0; i < job->pair_count; i++) {
        GLuint count = (GLuint)((job->sizes[i] + 15) / 16);
        GLuint groups[3];
        gl_group_counts(job->backend, (count + GROUP_SIZE - 1) / GROUP_SIZE, groups);
        glUniform1ui(glGetUniformLocation(job->program, "count"), count);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, job->buffers[i][0]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, job->buffers[i][1]);
        glDispatchCompute(groups[0], groups[1], groups[2]);
    }
    glQueryCounter(job->queries[1], GL_TIMESTAMP);
    glGetQueryObjectui64v(job->queries[0], GL_QUERY_RESULT, &start);
    glGetQueryObjectui64v(job->queries[1], GL_QUERY_RESULT, &end);
    return (double)(end - start) * 1e-9;
}

static void destroy(copy_job *job)
{
    glDeleteProgram(job->program);
    for (int i = 0; i < job->pair_count; i++) {
        glDeleteBuffers(2, job->buffers[i]);
    }
    glDeleteQueries(2, job->queries);
}

static mote_status measure(copy_job *job, uint64_t size, double *seconds)
{
    TRY(make_program(job));
    TRY(make_buffers(job, size));
    *seconds = 0.0;
    for (int i = 0; i < REPEATS; i++) {
        double once = copy_once(job);
        bool is_least = *seconds == 0.0 || once < *seconds;
        *seconds = i >= WARM_UP && is_least ? once : *seconds;
    }
    return gl_errors_check(job->backend->context, "while measuring a copy");
}

mote_status gl_measure_copy(backend *base, uint64_t size, double *seconds)
{
    copy_job job = {.backend = (gl_backend *)base};
    gl_state kept = gl_state_keep(job.backend->context->is_host);
    mote_status status = measure(&job, size, seconds);
    destroy(&job);
    gl_state_put_back(&kept);
    return status;
}
