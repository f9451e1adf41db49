// SPDX-License-Identifier: MIT
// See gl_show.h. A frame's bytes are copied into a texture on the GPU, since a buffer may
// hold more texels than a buffer texture may have.

#include "gl_show.h"

#include "draw_program.h"
#include "readback.h"

#include "../core/status.h"
#include "../gl/gl_errors.h"

#include <stdlib.h>
#include <string.h>

mote_status gl_show_create(gl_show *self, gl_context *context, int width, int height,
                           bool alpha)
{
    *self = (gl_show){
        .context = context, .width = width, .height = height, .channels = alpha ? 4 : 3};
    TRY(draw_program_create("screen.vert", "show.frag", "", &self->program));
    glGenVertexArrays(1, &self->empty_array);
    glGenTextures(1, &self->texture);
    glBindTexture(GL_TEXTURE_2D, self->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, readback_columns(width, alpha), height, 0,
                 GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return gl_errors_check(context, "while making room to show %d x %d pixels", width,
                           height);
}

void gl_show_destroy(gl_show *self)
{
    glDeleteProgram(self->program);
    glDeleteVertexArrays(1, &self->empty_array);
    glDeleteTextures(1, &self->texture);
    *self = (gl_show){0};
}

static void take_texels(const gl_show *self, const void *texels)
{
    int columns = readback_columns(self->width, self->channels == 4);
    glBindTexture(GL_TEXTURE_2D, self->texture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, columns, self->height, GL_RGBA,
                    GL_UNSIGNED_BYTE, texels);
}

void gl_show_buffer(const gl_show *self, GLuint texels, const show_window *window)
{
    glMemoryBarrier(GL_PIXEL_BUFFER_BARRIER_BIT);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, texels);
    take_texels(self, NULL);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    gl_show_texture(self, self->texture, window);
}

void gl_show_texture(const gl_show *self, GLuint texels, const show_window *window)
{
    glBindFramebuffer(GL_FRAMEBUFFER, window->framebuffer);
    glViewport(0, 0, window->width, window->height);
    glUseProgram(self->program);
    draw_bind_texture(0, texels);
    draw_set_integer(self->program, "frame", 0);
    draw_set_integer(self->program, "channels", self->channels);
    glUniform2f(glGetUniformLocation(self->program, "frame_size"), (float)self->width,
                (float)self->height);
    glUniform2f(glGetUniformLocation(self->program, "window_size"), (float)window->width,
                (float)window->height);
    draw_target_fill(self->empty_array);
}

// Rows of whole texels; a copy where they are not, or NULL for want of memory.
static uint8_t *padded(const gl_show *self, const uint8_t *pixels, size_t from, size_t to)
{
    uint8_t *rows = malloc(to * (size_t)self->height);
    for (size_t row = 0; rows && row < (size_t)self->height; row++) {
        memcpy(rows + row * to, pixels + row * from, from);
    }
    return rows;
}

mote_status gl_show_pixels(const gl_show *self, const uint8_t *pixels,
                           const show_window *window)
{
    bool alpha = self->channels == 4;
    size_t from = frame_size(self->width, 1, alpha);
    size_t to = 4 * (size_t)readback_columns(self->width, alpha);
    uint8_t *rows = from == to ? NULL : padded(self, pixels, from, to);
    if (from != to && rows == NULL) {
        return fail_memory(to * (size_t)self->height, "a frame to show");
    }
    take_texels(self, rows ? rows : pixels);
    free(rows);
    gl_show_texture(self, self->texture, window);
    return MOTE_OK;
}
