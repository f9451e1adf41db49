// SPDX-License-Identifier: MIT
// Saving and restoring GL state. To draw with one more thing: add it to a table here.

#include "draw_state.h"

#include "../gl/gl_errors.h"
#include "../gl/gl_state.h"

#include <string.h>

// Drawing begins with all of these off.
static const GLenum capabilities[DRAW_STATE_CAPABILITIES] = {
    GL_BLEND,          GL_DEPTH_TEST,         GL_STENCIL_TEST,   GL_SCISSOR_TEST,
    GL_CULL_FACE,      GL_RASTERIZER_DISCARD, GL_COLOR_LOGIC_OP, GL_FRAMEBUFFER_SRGB,
    GL_DITHER,         GL_PROGRAM_POINT_SIZE, GL_CLIP_DISTANCE0, GL_CLIP_DISTANCE1,
    GL_CLIP_DISTANCE2, GL_CLIP_DISTANCE3,     GL_CLIP_DISTANCE4, GL_CLIP_DISTANCE5,
    GL_CLIP_DISTANCE6, GL_CLIP_DISTANCE7,
};

static const struct {
    GLenum target, name;
} bindings[DRAW_STATE_BINDINGS] = {
    {GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING},
    {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING},
    {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING},
    {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING},
    {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING},
};

static const struct {
    GLenum name;
    GLint usual;
} packing[DRAW_STATE_PACKING] = {
    {GL_PACK_ALIGNMENT, 4},     {GL_PACK_ROW_LENGTH, 0},   {GL_PACK_SKIP_ROWS, 0},
    {GL_PACK_SKIP_PIXELS, 0},   {GL_PACK_SWAP_BYTES, 0},   {GL_PACK_LSB_FIRST, 0},
    {GL_UNPACK_ALIGNMENT, 4},   {GL_UNPACK_ROW_LENGTH, 0}, {GL_UNPACK_SKIP_ROWS, 0},
    {GL_UNPACK_SKIP_PIXELS, 0}, {GL_UNPACK_SWAP_BYTES, 0}, {GL_UNPACK_LSB_FIRST, 0},
};

static const GLenum blend_names[6] = {
    GL_BLEND_SRC_RGB,   GL_BLEND_DST_RGB,      GL_BLEND_SRC_ALPHA,
    GL_BLEND_DST_ALPHA, GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA,
};

static void set_capability(GLenum name, GLboolean is_on)
{
    if (is_on) {
        glEnable(name);
    } else {
        glDisable(name);
    }
}

static void note_units(draw_state *state)
{
    glGetIntegerv(GL_ACTIVE_TEXTURE, &state->active_texture);
    for (GLuint unit = 0; unit < DRAW_STATE_UNITS; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &state->textures[unit]);
        glGetIntegerv(GL_SAMPLER_BINDING, &state->samplers[unit]);
    }
}

static void note(draw_state *state)
{
    for (int i = 0; i < DRAW_STATE_CAPABILITIES; i++) {
        state->capabilities[i] = glIsEnabled(capabilities[i]);
    }
    for (int i = 0; i < DRAW_STATE_BINDINGS; i++) {
        glGetIntegerv(bindings[i].name, &state->bindings[i]);
    }
    for (int i = 0; i < DRAW_STATE_PACKING; i++) {
        glGetIntegerv(packing[i].name, &state->packing[i]);
    }
    for (int i = 0; i < 6; i++) {
        glGetIntegerv(blend_names[i], &state->blend[i]);
    }
    if (GLAD_GL_VERSION_4_0) {
        glGetIntegerv(GL_DRAW_INDIRECT_BUFFER_BINDING, &state->indirect_buffer);
    }
    glGetIntegerv(GL_CURRENT_PROGRAM, &state->program);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &state->vertex_array);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &state->draw_frame);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &state->read_frame);
    glGetIntegerv(GL_VIEWPORT, state->viewport);
    glGetIntegerv(GL_POLYGON_MODE, state->polygon_mode);
    glGetBooleanv(GL_COLOR_WRITEMASK, state->color_mask);
}

void draw_state_enter(draw_state *state)
{
    memset(state, 0, sizeof *state);
    gl_errors_drop(); // what a host left
    note(state);
    note_units(state);
    for (int i = 0; i < DRAW_STATE_CAPABILITIES; i++) {
        glDisable(capabilities[i]);
    }
    for (int i = 0; i < DRAW_STATE_BINDINGS; i++) {
        glBindBuffer(bindings[i].target, 0);
    }
    for (int i = 0; i < DRAW_STATE_PACKING; i++) {
        glPixelStorei(packing[i].name, packing[i].usual);
    }
    for (GLuint unit = 0; unit < DRAW_STATE_UNITS; unit++) {
        glBindSampler(unit, 0);
    }
    glBlendEquation(GL_FUNC_ADD);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

static void restore_units(const draw_state *state)
{
    for (GLuint unit = 0; unit < DRAW_STATE_UNITS; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, (GLuint)state->textures[unit]);
        glBindSampler(unit, (GLuint)state->samplers[unit]);
    }
    glActiveTexture((GLenum)state->active_texture);
}

void draw_state_leave(const draw_state *state)
{
    restore_units(state);
    gl_state_use_again(state->program);
    glBindVertexArray((GLuint)state->vertex_array);
    for (int i = 0; i < DRAW_STATE_BINDINGS; i++) {
        glBindBuffer(bindings[i].target, (GLuint)state->bindings[i]);
    }
    if (GLAD_GL_VERSION_4_0) {
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, (GLuint)state->indirect_buffer);
    }
    for (int i = 0; i < DRAW_STATE_PACKING; i++) {
        glPixelStorei(packing[i].name, state->packing[i]);
    }
    for (int i = 0; i < DRAW_STATE_CAPABILITIES; i++) {
        set_capability(capabilities[i], state->capabilities[i]);
    }
    const GLint *b = state->blend;
    glBlendFuncSeparate((GLenum)b[0], (GLenum)b[1], (GLenum)b[2], (GLenum)b[3]);
    glBlendEquationSeparate((GLenum)b[4], (GLenum)b[5]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)state->draw_frame);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)state->read_frame);
    glViewport(state->viewport[0], state->viewport[1], state->viewport[2],
               state->viewport[3]);
    glPolygonMode(GL_FRONT_AND_BACK, (GLenum)state->polygon_mode[0]);
    const GLboolean *m = state->color_mask;
    glColorMask(m[0], m[1], m[2], m[3]);
}
