// SPDX-License-Identifier: MIT
// Bytes of frames, in a buffer or as the colours of pixels.

#include "gl_resolve.h"

#include "draw_program.h"
#include "gl_solids.h"

#include "../core/status.h"
#include "../core/text.h"
#include "../gl/gl_errors.h"
#include "../gl/gl_state.h"

#include <stdlib.h>

// Threads of a work group of resolve.comp.
#define GROUP_COLUMNS 32
#define GROUP_ROWS    4

static mote_status make_program(gl_resolve *self)
{
    text defines = {0};
    char *lines = NULL;
    gl_solids_declare(self->look, &defines);
    TRY(text_take(&defines, &lines));
    mote_status status =
        self->context->has_passed
            ? draw_program_create_compute("resolve", lines, self->context, &self->program)
            : draw_program_create("screen.vert", "resolve.frag", lines, &self->program);
    free(lines);
    return status;
}

mote_status gl_resolve_create(gl_resolve *self, const look *look, gl_context *context,
                              int width, int height, bool alpha)
{
    int columns = readback_columns(width, alpha);
    *self = (gl_resolve){.look = look, .context = context, .alpha = alpha};
    self->pixels.width = columns;
    self->pixels.height = height;
    TRY(make_program(self));
    if (!context->has_passed) {
        return draw_target_create(&self->pixels, context, GL_RGBA8, columns, height);
    }
    glGenBuffers(1, &self->bytes);
    glBindBuffer(GL_COPY_WRITE_BUFFER, self->bytes);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)4 * columns * height, NULL,
                 GL_DYNAMIC_COPY);
    return gl_errors_check(context, "while making room for a frame of %d x %d pixels",
                           width, height);
}

void gl_resolve_destroy(gl_resolve *self)
{
    glDeleteProgram(self->program);
    glDeleteBuffers(1, &self->bytes);
    draw_target_destroy(&self->pixels);
}

static void set_numbers(const gl_resolve *self)
{
    draw_set_integer(self->program, "light", 0);
    draw_set_integer(self->program, "height", self->pixels.height);
    draw_set_integer(self->program, "transparent", self->alpha ? 1 : 0);
    draw_set_float(self->program, "additive", self->look->additive);
    glUniform3fv(glGetUniformLocation(self->program, "background"), 1,
                 self->look->background);
}

static GLuint groups(int count, int size)
{
    return (GLuint)((count + size - 1) / size);
}

static void dispatch(const gl_resolve *self)
{
    gl_state kept = gl_state_keep(self->context->is_host);
    draw_set_integer(self->program, "columns", self->pixels.width);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, self->bytes);
    glDispatchCompute(groups(self->pixels.width, GROUP_COLUMNS),
                      groups(self->pixels.height, GROUP_ROWS), 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl_state_put_back(&kept);
}

void gl_resolve_draw(const gl_resolve *self, const camera *camera,
                     const draw_target *light, GLuint empty_array)
{
    glUseProgram(self->program);
    draw_bind_texture(0, light->texture);
    set_numbers(self);
    gl_solids_set(self->program, self->look, camera);
    if (self->bytes != 0) {
        dispatch(self);
    } else {
        draw_target_begin(&self->pixels);
        draw_target_fill(empty_array);
    }
}

void gl_resolve_read(const gl_resolve *self, readback *ring)
{
    if (self->bytes != 0) {
        readback_start_buffer(ring, self->bytes);
    } else {
        // It may have been drawn a while ago.
        draw_target_begin(&self->pixels);
        readback_start(ring);
    }
}
