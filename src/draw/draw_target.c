// SPDX-License-Identifier: MIT
// Textures with a framebuffer each.

#include "draw_target.h"

#include "../core/status.h"
#include "../gl/gl_errors.h"

mote_status draw_target_create(draw_target *made, gl_context *context, GLenum format,
                               int width, int height)
{
    const float nothing[4] = {0};
    *made = (draw_target){.width = width, .height = height};
    glGenTextures(1, &made->texture);
    glBindTexture(GL_TEXTURE_2D, made->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glGenFramebuffers(1, &made->frame);
    glBindFramebuffer(GL_FRAMEBUFFER, made->frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           made->texture, 0);
    TRY(gl_errors_check(context, "while making room for %d x %d pixels", width, height));
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        return fail(MOTE_UNAVAILABLE,
                    "the GPU cannot hold a frame of %d x %d pixels; a smaller --size may "
                    "fit",
                    width, height);
    }
    glClearBufferfv(GL_COLOR, 0, nothing);
    return MOTE_OK;
}

void draw_target_destroy(draw_target *target)
{
    glDeleteFramebuffers(1, &target->frame);
    glDeleteTextures(1, &target->texture);
}

void draw_target_begin(const draw_target *target)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->frame);
    glViewport(0, 0, target->width, target->height);
}

void draw_target_fill(GLuint empty_array)
{
    glBindVertexArray(empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void draw_bind_texture(GLuint unit, GLuint texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}
