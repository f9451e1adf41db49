// SPDX-License-Identifier: MIT
// The OpenGL renderer. A frame that is not drawn as splats (gl_splat.h), each arrow a
// pass:
//
//     sprites -> fresh ------------> bytes -> readback
//     (blended discs)  \-> trail -/
//
// `fresh` and `trail` hold linear light. `trail` is of 32-bit floats, for with 16 bits
// long trails drift from what they should be. `fresh` is of 16-bit floats where a GPU
// blends, which is several times faster (H200, large halos: 5 times) and rounds well;
// software GL truncates in blending, which would show where hundreds of faint discs add
// up, and gains nothing from small floats: there it is of 32 bits. Works from GL 3.3 on;
// with GL 4 the number of discs comes from the GPU buffer draw_size and never visits the
// CPU.

#include "draw_program.h"
#include "draw_state.h"
#include "gl_resolve.h"
#include "gl_splat.h"
#include "gl_sprites.h"
#include "pyramid.h"

#include "../core/status.h"
#include "../gl/gl_errors.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct gl_painter {
    painter base;
    const look *look;
    gl_context *context;
    int width, height;
    bool alpha, has_trail;
    gl_sprites sprites;
    mote_draw_kind draw;
    bool wants_splat, has_splat;
    gl_splat splat;
    bool is_splat;                     // the picture drawn last
    GLuint queries[READBACK_SLOTS][2]; // time stamps around the drawing of a frame
    uint64_t drawn, taken;             // frames
    GLuint trail_program;
    GLuint empty_array;
    GLuint located; // the sprite to follow
    draw_target fresh, trails[2];
    gl_resolve resolve;
    int trail; // the one drawn last
    readback ring;
} gl_painter;

// ---- Creation ------------------------------------------------------------------------

static mote_status make_programs(gl_painter *self)
{
    if (self->has_trail) {
        TRY(draw_program_create("screen.vert", "trail.frag", "", &self->trail_program));
    }
    return gl_sprites_create(&self->sprites, self->look, self->context);
}

// Under auto, one who cannot have splats does without.
static mote_status make_splat(gl_painter *self)
{
    mote_status status = gl_splat_create(&self->splat, self->look, self->context,
                                         self->width, self->height);
    self->has_splat = status == MOTE_OK;
    if (status == MOTE_OK || self->draw == MOTE_DRAW_SPLAT) {
        return status;
    }
    gl_errors_drop();
    return MOTE_OK;
}

static mote_status make_objects(gl_painter *self, bool is_software)
{
    GLenum light = is_software ? GL_RGBA32F : GL_RGBA16F;
    TRY(make_programs(self));
    TRY(draw_target_create(&self->fresh, self->context, light, self->width,
                           self->height));
    TRY(gl_resolve_create(&self->resolve, self->look, self->context, self->width,
                          self->height, self->alpha));
    for (int i = 0; self->has_trail && i < 2; i++) {
        TRY(draw_target_create(&self->trails[i], self->context, GL_RGBA32F, self->width,
                               self->height));
    }
    glGenVertexArrays(1, &self->empty_array);
    glGenBuffers(1, &self->located);
    readback_create(&self->ring, self->context, self->width, self->height, self->alpha);
    glGenQueries(2 * READBACK_SLOTS, self->queries[0]);
    TRY(gl_errors_check_lost(self->context,
                             "while making room for frames of %d x %d pixels",
                             self->width, self->height));
    return self->wants_splat ? make_splat(self) : MOTE_OK;
}

static void gl_destroy(painter *base)
{
    gl_painter *self = (gl_painter *)base;
    gl_sprites_destroy(&self->sprites);
    if (self->has_splat) {
        gl_splat_destroy(&self->splat);
    }
    glDeleteQueries(2 * READBACK_SLOTS, self->queries[0]);
    glDeleteProgram(self->trail_program);
    gl_resolve_destroy(&self->resolve);
    glDeleteVertexArrays(1, &self->empty_array);
    glDeleteBuffers(1, &self->located);
    draw_target_destroy(&self->fresh);
    draw_target_destroy(&self->trails[0]);
    draw_target_destroy(&self->trails[1]);
    readback_destroy(&self->ring);
    free(self);
}

// ---- Passes --------------------------------------------------------------------------

static void draw_sprites(const gl_painter *self, const camera *camera,
                         const sprite_list *list)
{
    const float nothing[4] = {0};
    draw_target_begin(&self->fresh);
    glClearBufferfv(GL_COLOR, 0, nothing);
    if (list->gl_draw_size == 0 && list->count == 0) {
        return;
    }
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, self->look->additive > 0.0f ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA);
    gl_sprites_draw(&self->sprites, camera, list);
    glDisable(GL_BLEND);
}

static void join_trail(gl_painter *self)
{
    float fade = self->base.begins_anew ? 0.0f : self->look->fade;
    GLuint program = self->trail_program;
    int earlier = self->trail;
    self->trail = 1 - earlier;
    draw_target_begin(&self->trails[self->trail]);
    glUseProgram(program);
    draw_bind_texture(0, self->fresh.texture);
    draw_bind_texture(1, self->trails[earlier].texture);
    draw_set_integer(program, "fresh", 0);
    draw_set_integer(program, "earlier", 1);
    draw_set_float(program, "fade", fade);
    draw_set_float(program, "additive", self->look->additive);
    draw_target_fill(self->empty_array);
}

static void draw_quads(gl_painter *self, const camera *camera, const sprite_list *list)
{
    draw_sprites(self, camera, list);
    if (self->has_trail) {
        join_trail(self);
    }
    const draw_target *light =
        self->has_trail ? &self->trails[self->trail] : &self->fresh;
    gl_resolve_draw(&self->resolve, camera, light, self->empty_array);
}

// Whether this frame is drawn as splats.
static bool takes_splat(const gl_painter *self, const camera *camera, splat *splat)
{
    return self->has_splat && splat_prepare(splat, self->look, camera) == NULL &&
           (self->draw == MOTE_DRAW_SPLAT || splat_suits(self->look, camera));
}

// Whether it was drawn as splats.
static void draw_list(gl_painter *self, const camera *camera, const sprite_list *list)
{
    splat splat;
    if (list == NULL) {
        return;
    }
    self->is_splat = takes_splat(self, camera, &splat);
    if (self->is_splat) {
        gl_splat_draw(&self->splat, &splat, camera, list);
    } else {
        draw_quads(self, camera, list);
    }
}

static mote_status gl_draw(painter *base, const camera *camera, const sprite_list *list)
{
    gl_painter *self = (gl_painter *)base;
    const GLuint *queries = self->queries[self->drawn++ % READBACK_SLOTS];
    draw_state state;
    draw_state_enter(&state);
    glQueryCounter(queries[0], GL_TIMESTAMP);
    draw_list(self, camera, list);
    glQueryCounter(queries[1], GL_TIMESTAMP);
    if (self->is_splat) {
        readback_start_buffer(&self->ring, self->splat.bytes);
    } else {
        gl_resolve_read(&self->resolve, &self->ring);
    }
    draw_state_leave(&state);
    return gl_errors_check(self->context, "while drawing a frame");
}

static mote_status gl_show_list(painter *base, const camera *camera,
                                const sprite_list *list, const gl_show *show,
                                const show_window *window)
{
    gl_painter *self = (gl_painter *)base;
    draw_state state;
    draw_state_enter(&state);
    draw_list(self, camera, list);
    if (self->is_splat) {
        gl_show_buffer(show, self->splat.bytes, window);
    } else if (self->resolve.bytes != 0) {
        gl_show_buffer(show, self->resolve.bytes, window);
    } else {
        gl_show_texture(show, self->resolve.pixels.texture, window);
    }
    draw_state_leave(&state);
    return gl_errors_check(self->context, "while showing a frame");
}

// A frame that is there has been drawn.
static void take_time(gl_painter *self)
{
    const GLuint *queries = self->queries[self->taken++ % READBACK_SLOTS];
    GLuint64 start = 0;
    GLuint64 end = 0;
    glGetQueryObjectui64v(queries[0], GL_QUERY_RESULT, &start);
    glGetQueryObjectui64v(queries[1], GL_QUERY_RESULT, &end);
    self->base.draw_seconds = (double)(end - start) * 1e-9;
}

static mote_status gl_take(painter *base, bool wait, uint8_t **pixels)
{
    gl_painter *self = (gl_painter *)base;
    mote_status status = readback_take(&self->ring, wait, pixels);
    if (status == MOTE_OK && *pixels == NULL) {
        return MOTE_OK;
    }
    // A lost context is the cause of whatever else went wrong.
    mote_status lost = gl_errors_check_lost(self->context, "while reading a frame back");
    if (lost != MOTE_OK) {
        free(*pixels);
        *pixels = NULL;
        return lost;
    }
    if (status == MOTE_OK) {
        take_time(self);
    }
    return status;
}

// Read through a buffer of its own: a driver may move the buffer that is read to where
// shaders reach it slowly.
static void read_part(const gl_painter *self, GLuint from, size_t at, size_t size,
                      void *into)
{
    glBindBuffer(GL_COPY_READ_BUFFER, from);
    glBindBuffer(GL_COPY_WRITE_BUFFER, self->located);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)size, NULL, GL_STREAM_READ);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, (GLintptr)at, 0,
                        (GLsizeiptr)size);
    glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)size, into);
}

// Where particles have looks, all of these are read back to find one: 16 bytes each.
static mote_status find_place(const gl_painter *self, const sprite_list *list,
                              uint32_t id, uint32_t *place, uint32_t *count)
{
    *place = id;
    *count = UINT32_MAX;
    if (!self->look->has_looks) {
        return MOTE_OK;
    }
    *count = 0;
    read_part(self, list->gl_draw_size, sizeof *count, sizeof *count, count);
    size_t size = (size_t)*count * 16;
    uint32_t *looks = malloc(size + 1);
    if (looks == NULL) {
        return fail_memory(size, "the particle to follow");
    }
    if (*count > 0) {
        read_part(self, list->gl_looks, 0, size, looks);
    }
    const sprite_list read = {.looks = looks, .count = *count};
    *place = sprite_place_of(self->look, &read, id);
    free(looks);
    return MOTE_OK;
}

static mote_status locate_on_gpu(const gl_painter *self, const sprite_list *list,
                                 uint32_t id, uint32_t centre[3])
{
    uint32_t place, count;
    TRY(find_place(self, list, id, &place, &count));
    if (place < count) {
        read_part(self, list->gl_sprites, (size_t)place * 16, 12, centre);
    }
    return gl_errors_check(self->context, "while looking for the particle to follow");
}

static mote_status gl_locate(painter *base, const sprite_list *list, uint32_t id,
                             uint32_t centre[3])
{
    const gl_painter *self = (gl_painter *)base;
    if (list->gl_sprites == 0) {
        uint32_t place = sprite_place_of(self->look, list, id);
        for (size_t axis = 0; place < list->count && axis < 3; axis++) {
            centre[axis] = list->sprites[4 * (size_t)place + axis];
        }
        return MOTE_OK;
    }
    GLint from = 0;
    GLint to = 0;
    if (glMemoryBarrier != NULL) {
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    }
    glGetIntegerv(GL_COPY_READ_BUFFER_BINDING, &from);
    glGetIntegerv(GL_COPY_WRITE_BUFFER_BINDING, &to);
    mote_status status = locate_on_gpu(self, list, id, centre);
    glBindBuffer(GL_COPY_READ_BUFFER, (GLuint)from);
    glBindBuffer(GL_COPY_WRITE_BUFFER, (GLuint)to);
    return status;
}

// Under auto it has to be faster: on a GPU, where its looks allow it at all.
static bool may_splat(const look *look, const mote_view_def *view,
                      const gl_context *context)
{
    bool is_suited = look->additive > 0.0f && !view->alpha && !context->is_software;
    return view->draw == MOTE_DRAW_SPLAT || (view->draw == MOTE_DRAW_AUTO && is_suited);
}

mote_status gl_painter_create(const look *look, const mote_view_def *view,
                              gl_context *context, painter **result)
{
    *result = NULL;
    int limit = context->limits.texture_size;
    if (view->width > limit || view->height > limit) {
        return fail(
            MOTE_UNAVAILABLE,
            "a frame of %d x %d pixels is larger than the %d that %s can draw; a smaller "
            "--size would fit",
            view->width, view->height, limit, context->renderer);
    }
    if (look->pyramid != NULL && (look->pyramid->levels[0].width > limit ||
                                  look->pyramid->levels[0].height > limit)) {
        return fail(
            MOTE_UNAVAILABLE,
            "the picture of view.sprite has sides of more than the %d pixels that "
            "%s can draw with; a smaller one would fit",
            limit, context->renderer);
    }
    bool can_splat = may_splat(look, view, context) &&
                     gl_splat_check(context, view->width, view->height) == MOTE_OK;
    if (view->draw == MOTE_DRAW_SPLAT && !can_splat) {
        return fail(MOTE_UNAVAILABLE, "%s cannot draw splats: %s; draw quads",
                    context->renderer, mote_last_error());
    }
    gl_painter *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return fail_memory(sizeof *self, "the OpenGL renderer");
    }
    self->look = look;
    self->context = context;
    self->width = view->width;
    self->height = view->height;
    self->alpha = view->alpha;
    self->has_trail = look->fade > 0.0f;
    self->draw = view->draw;
    self->wants_splat = can_splat;
    self->base.draw_seconds = -1.0;
    self->base.slots = READBACK_SLOTS;
    self->base.takes_gl_buffers = true;
    self->base.destroy = gl_destroy;
    self->base.locate = gl_locate;
    self->base.draw = gl_draw;
    self->base.show = gl_show_list;
    self->base.take = gl_take;
    snprintf(self->base.name, sizeof self->base.name, "OpenGL (%s)", context->renderer);
    draw_state state;
    draw_state_enter(&state);
    mote_status status = make_objects(self, context->is_software);
    if (status != MOTE_OK) {
        // What OpenGL keeps is the cause; and no stage must be taken for it.
        (void)gl_errors_check_lost(context, "while it was made ready to draw");
        status = fail(MOTE_UNAVAILABLE, "%s", mote_last_error());
        gl_destroy(&self->base);
    }
    draw_state_leave(&state);
    if (status != MOTE_OK) {
        return status;
    }
    *result = &self->base;
    return MOTE_OK;
}
