// SPDX-License-Identifier: MIT
// Quads of sprites: their program, their buffers as instanced attributes, and the draw
// call.

#include "gl_sprites.h"

#include "draw_program.h"
#include "pyramid.h"

#include "../core/status.h"

#include <stdio.h>

// ---- Creation ------------------------------------------------------------------------

static void set_look(const gl_sprites *self)
{
    const look *look = self->look;
    GLuint program = self->program;
    glUseProgram(program);
    draw_set_float(program, "smallest", look->smallest);
    draw_set_float(program, "halo", look->halo);
    draw_set_float(program, "soft", look->soft);
    draw_set_float(program, "by_speed", look->by_speed);
    draw_set_float(program, "opacity", look->opacity);
    glUniform3fv(glGetUniformLocation(program, "haze_color"), 1, look->haze_color);
    glUniform3fv(glGetUniformLocation(program, "colors"), LOOK_COLOR_COUNT,
                 &look->colors[0][0]);
}

// With all its levels, as they are.
static void make_picture(gl_sprites *self)
{
    const pyramid *pyramid = self->look->pyramid;
    glGenTextures(1, &self->picture);
    glBindTexture(GL_TEXTURE_2D, self->picture);
    for (int i = 0; i < pyramid->level_count; i++) {
        const pyramid_level *level = &pyramid->levels[i];
        glTexImage2D(GL_TEXTURE_2D, i, GL_RGBA16, level->width, level->height, 0, GL_RGBA,
                     GL_UNSIGNED_SHORT, level->texels);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, pyramid->level_count - 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static void set_picture(const gl_sprites *self)
{
    const pyramid *pyramid = self->look->pyramid;
    const pyramid_level *ground = &pyramid->levels[0];
    float sides[2];
    pyramid_sides(pyramid, sides);
    draw_set_integer(self->program, "picture", 0);
    glUniform2fv(glGetUniformLocation(self->program, "picture_sides"), 1, sides);
    glUniform2f(glGetUniformLocation(self->program, "picture_size"), (float)ground->width,
                (float)ground->height);
}

mote_status gl_sprites_create(gl_sprites *self, const look *look)
{
    char defines[256];
    snprintf(defines, sizeof defines,
             "#define HAS_LOOKS %d\n#define HAS_TAILS %d\n#define HAS_PICTURE %d\n"
             "#define SHAPE %d\n",
             look->has_looks, look->has_tails, look->pyramid != NULL, look_shape(look));
    *self = (gl_sprites){.look = look};
    TRY(draw_program_create("sprite.vert", "sprite.frag", defines, &self->program));
    glGenVertexArrays(1, &self->array);
    glGenBuffers(GL_SPRITES_LISTS, self->uploads);
    glGenBuffers(1, &self->command);
    set_look(self);
    if (look->pyramid != NULL) {
        make_picture(self);
        set_picture(self);
    }
    return MOTE_OK;
}

void gl_sprites_destroy(gl_sprites *self)
{
    glDeleteProgram(self->program);
    glDeleteVertexArrays(1, &self->array);
    glDeleteBuffers(GL_SPRITES_LISTS, self->uploads);
    glDeleteBuffers(1, &self->command);
    glDeleteTextures(1, &self->picture);
}

// ---- Drawing -------------------------------------------------------------------------

static void set_camera(const gl_sprites *self, const camera *camera)
{
    GLuint program = self->program;
    glUniformMatrix4fv(glGetUniformLocation(program, "camera"), 1, GL_FALSE,
                       camera->matrix);
    glUniform3uiv(glGetUniformLocation(program, "centre"), 1, camera->centre);
    glUniform2f(glGetUniformLocation(program, "frame"), (float)camera->width,
                (float)camera->height);
    glUniform2fv(glGetUniformLocation(program, "half_frame"), 1, camera->half_frame);
    glUniform2i(glGetUniformLocation(program, "images"), camera->images[0],
                camera->images[1]);
    draw_set_float(program, "radius",
                   self->look->has_looks ? camera->scale : camera->radius);
    draw_set_float(program, "largest", camera->largest);
    draw_set_float(program, "haze_start", camera->haze_start);
    draw_set_float(program, "haze_rate", camera->haze_rate);
}

// What each attribute reads.
typedef struct attribute {
    bool is_used;
    const uint32_t *values; // on the CPU
    GLuint buffer;          // or in GL
} attribute;

static void find_attributes(const gl_sprites *self, const sprite_list *list,
                            attribute attributes[GL_SPRITES_LISTS])
{
    attributes[0] = (attribute){true, list->sprites, list->gl_sprites};
    attributes[1] = (attribute){self->look->has_looks, list->looks, list->gl_looks};
    attributes[2] = (attribute){self->look->has_tails, list->tails, list->gl_tails};
}

// An attribute goes on by a row when `divisor` instances are drawn.
static void bind_lists(const gl_sprites *self, const sprite_list *list, GLuint divisor)
{
    attribute attributes[GL_SPRITES_LISTS];
    find_attributes(self, list, attributes);
    if (list->gl_sprites != 0 && glMemoryBarrier != NULL) {
        glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT |
                        GL_BUFFER_UPDATE_BARRIER_BIT);
    }
    glBindVertexArray(self->array);
    for (GLuint i = 0; i < GL_SPRITES_LISTS; i++) {
        if (!attributes[i].is_used) {
            continue;
        }
        if (attributes[i].buffer != 0) {
            glBindBuffer(GL_ARRAY_BUFFER, attributes[i].buffer);
        } else {
            glBindBuffer(GL_ARRAY_BUFFER, self->uploads[i]);
            glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)list->count * 16,
                         attributes[i].values, GL_STREAM_DRAW);
        }
        glEnableVertexAttribArray(i);
        glVertexAttribIPointer(i, 4, GL_UNSIGNED_INT, 0, NULL);
        glVertexAttribDivisor(i, divisor);
    }
}

// Where only the GPU knows how many sprites there are, draw_size is the command, or lends
// its count to one with another number of vertices.
static void draw_indirect(const gl_sprites *self, const sprite_list *list, int images)
{
    if (images == 1) {
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, list->gl_draw_size);
        glDrawArraysIndirect(GL_TRIANGLE_STRIP, NULL);
        return;
    }
    const GLuint command[4] = {6 * (GLuint)images, 0, 0, 0};
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, self->command);
    glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof command, command, GL_STREAM_DRAW);
    glBindBuffer(GL_COPY_READ_BUFFER, list->gl_draw_size);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_DRAW_INDIRECT_BUFFER, 4, 4, 4);
    draw_set_integer(self->program, "is_strip", 0);
    glDrawArraysIndirect(GL_TRIANGLES, NULL);
}

// A known count of sprites with several images is drawn twice as fast as instances that
// share a sprite.
void gl_sprites_draw(const gl_sprites *self, const camera *camera,
                     const sprite_list *list)
{
    int images = camera->images[0] * camera->images[1];
    bool is_indirect = list->gl_draw_size != 0 && GLAD_GL_VERSION_4_0 &&
                       (images == 1 || list->count == 0);
    glUseProgram(self->program);
    set_camera(self, camera);
    bind_lists(self, list, is_indirect ? 1 : (GLuint)images);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, self->picture);
    draw_set_integer(self->program, "is_strip", 1);
    if (is_indirect) {
        draw_indirect(self, list, images);
    } else {
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)list->count * images);
    }
}
