// SPDX-License-Identifier: MIT
// Quads and points of sprites: their program, their buffers as instanced attributes, and
// the draw call.

#include "gl_sprites.h"

#include "draw_program.h"
#include "pyramid.h"

#include "../core/status.h"

#include <math.h>
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

// Discs can, in steps of size that sprite.vert expects; and where points are squares, as
// in a core profile always.
static bool can_be_points(const look *look)
{
    GLint profile = 0;
    GLfloat step = 1.0f;
    glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    glGetFloatv(GL_POINT_SIZE_GRANULARITY, &step);
    return !look->has_tails && look->pyramid == NULL && step <= 0.125f &&
           (profile & GL_CONTEXT_CORE_PROFILE_BIT) != 0;
}

mote_status gl_sprites_create(gl_sprites *self, const look *look,
                              const gl_context *context)
{
    char defines[256];
    snprintf(defines, sizeof defines,
             "#define HAS_LOOKS %d\n#define HAS_TAILS %d\n#define HAS_PICTURE %d\n"
             "#define SHAPE %d\n",
             look->has_looks, look->has_tails, look->pyramid != NULL, look_shape(look));
    *self = (gl_sprites){.look = look, .context = context};
    self->can_be_points = can_be_points(look);
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

static bool has_indirect(const sprite_list *list)
{
    return list->gl_draw_size != 0 && GLAD_GL_VERSION_4_0;
}

// An instance for each sprite, of so many vertices: draw_size lends its count to a
// command with another number of vertices.
static void draw_instances(const gl_sprites *self, const sprite_list *list, GLenum mode,
                           int vertices)
{
    bind_lists(self, list, 1);
    if (list->count > 0 || !has_indirect(list)) {
        glDrawArraysInstanced(mode, 0, vertices, (GLsizei)list->count);
        return;
    }
    const GLuint command[4] = {(GLuint)vertices, 0, 0, 0};
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, self->command);
    glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof command, command, GL_STREAM_DRAW);
    glBindBuffer(GL_COPY_READ_BUFFER, list->gl_draw_size);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_DRAW_INDIRECT_BUFFER, 4, 4, 4);
    glDrawArraysIndirect(mode, NULL);
}

// An instance for each image.
static void draw_strips(const gl_sprites *self, const sprite_list *list, int images)
{
    bool is_indirect = has_indirect(list) && images == 1;
    bind_lists(self, list, (GLuint)images);
    if (is_indirect) {
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, list->gl_draw_size);
        glDrawArraysIndirect(GL_TRIANGLE_STRIP, NULL);
    } else {
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)list->count * images);
    }
}

// Points whose middle is outside the viewport are not drawn, so it is made larger than
// the frame by this margin, in pixels; 0: quads are to be drawn.
static int point_margin(const gl_sprites *self, const camera *camera)
{
    const gl_limits *limits = &self->context->limits;
    double reach = camera_reach(self->look, camera_radius_most(camera, self->look));
    double largest = fmax(camera->width, camera->height);
    bool is_small = 2.0 * reach + 1.0 <= limits->point_size &&
                    largest + 2.0 * reach + 2.0 <= limits->viewport_size;
    return self->can_be_points && is_small ? (int)ceil(reach) + 1 : 0;
}

void gl_sprites_draw(const gl_sprites *self, const camera *camera,
                     const sprite_list *list)
{
    int images = camera->images[0] * camera->images[1];
    int margin = point_margin(self, camera);
    // A known count of quads with several images is drawn twice as fast as instances that
    // share a sprite.
    bool shares = images > 1 && list->count == 0;
    int corners = margin > 0 ? 1 : shares ? 6 : 4;
    glUseProgram(self->program);
    set_camera(self, camera);
    draw_set_float(self->program, "margin", (float)margin);
    draw_set_integer(self->program, "corners", corners);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, self->picture);
    glViewport(-margin, -margin, camera->width + 2 * margin, camera->height + 2 * margin);
    if (corners == 4) {
        draw_strips(self, list, images);
        return;
    }
    glEnable(GL_PROGRAM_POINT_SIZE);
    draw_instances(self, list, corners == 1 ? GL_POINTS : GL_TRIANGLES, corners * images);
    glDisable(GL_PROGRAM_POINT_SIZE);
}
