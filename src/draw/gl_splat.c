// SPDX-License-Identifier: MIT
// The compute programs of splats, their numbers and their buffers.

#include "gl_splat.h"

#include "gl_solids.h"
#include "readback.h"

#include "../core/status.h"
#include "../gl/gl_errors.h"
#include "../gl/gl_program.h"
#include "../gl/gl_self_test.h"
#include "../gl/gl_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Threads of a work group.
#define GROUP_SIZE 128

// What the shaders are given; splat_numbers.def says of each what it is.
typedef struct numbers {
#define NUMBER(name, words, meaning) uint32_t name[words];
#include "splat_numbers.def"
#undef NUMBER
} numbers;

static const struct {
    const char *name;
    int words;
    size_t offset;
} number_rows[] = {
#define NUMBER(name, words, meaning) {"splat_" #name, words, offsetof(numbers, name)},
#include "splat_numbers.def"
#undef NUMBER
};

#define NUMBER_COUNT (sizeof number_rows / sizeof *number_rows)

// ---- Creation ------------------------------------------------------------------------

static int stride_of(const gl_splat *self)
{
    return 4 * readback_columns(self->width, false);
}

static GLsizeiptr sums_size(int width, int height)
{
    return (GLsizeiptr)sizeof(uint32_t) * 4 * readback_columns(width, false) * height;
}

mote_status gl_splat_check(gl_context *context, int width, int height)
{
    TRY(gl_context_check_compute(context));
    if (sums_size(width, height) > context->limits.storage_block_size) {
        return fail(MOTE_UNAVAILABLE, "the sums of so many pixels are larger than a "
                                      "buffer of this OpenGL");
    }
    gl_state kept = gl_state_keep(context->is_host);
    mote_status status = gl_self_test(context);
    gl_state_put_back(&kept);
    return status;
}

static mote_status write_source(const gl_splat *self, const char *file, gl_source *source)
{
    gl_source_begin(source, "gl_splat.c", self->context->compute_version);
    text_add(&source->text,
             "#define GROUP_SIZE %d\n#define HAS_LOOKS %d\n"
             "layout(local_size_x = GROUP_SIZE) in;\n"
             "#define number(name) uintBitsToFloat(splat_##name[0])\n"
             "#define number_at(name, i) uintBitsToFloat(splat_##name[i])\n"
             "uint group_index()\n"
             "{\n"
             "    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;\n"
             "}\n",
             GROUP_SIZE, self->look->has_looks);
    for (size_t i = 0; i < NUMBER_COUNT; i++) {
        text_add(&source->text, "uniform uint %s[%d];\n", number_rows[i].name,
                 number_rows[i].words);
    }
    gl_solids_declare(self->look, &source->text);
    TRY(gl_source_add_file(source, "lib/glsl.glsl"));
    TRY(gl_source_add_file(source, "lib/exact.glsl"));
    TRY(gl_source_add_file(source, "draw/sprite.glsl"));
    TRY(gl_source_add_file(source, "draw/splat.glsl"));
    return gl_source_add_file(source, file);
}

static mote_status make_program(const gl_splat *self, const char *name, GLuint *program)
{
    char file[64];
    gl_source source = {0};
    snprintf(file, sizeof file, "draw/%s.comp", name);
    mote_status status = write_source(self, file, &source);
    if (status == MOTE_OK) {
        status = gl_program_create(&source, name, program);
    }
    gl_source_free(&source);
    return status;
}

static GLuint make_buffer(GLsizeiptr size)
{
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, size, NULL, GL_DYNAMIC_COPY);
    return buffer;
}

// The first frame finds sums of 0; each leaves them so.
static mote_status clear_sums(const gl_splat *self)
{
    GLsizeiptr size = sums_size(self->width, self->height);
    void *zeros = calloc(1, (size_t)size);
    if (zeros == NULL) {
        return fail_memory((size_t)size, "the sums of a frame");
    }
    glBindBuffer(GL_COPY_WRITE_BUFFER, self->sums);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, size, zeros);
    free(zeros);
    return MOTE_OK;
}

static mote_status make_all(gl_splat *self)
{
    TRY(make_program(self, "splat_sprites", &self->add_program));
    TRY(make_program(self, "resolve_splat", &self->resolve_program));
    self->sums = make_buffer(sums_size(self->width, self->height));
    self->bytes = make_buffer(sums_size(self->width, self->height) / 4);
    glGenBuffers(1, &self->sprites_upload);
    glGenBuffers(1, &self->looks_upload);
    TRY(clear_sums(self));
    return gl_errors_check_lost(self->context,
                                "while making room for sums of %d x %d pixels",
                                self->width, self->height);
}

mote_status gl_splat_create(gl_splat *self, const look *look, gl_context *context,
                            int width, int height)
{
    *self = (gl_splat){look, context, width, height, 0, 0, 0, 0, 0, 0};
    mote_status status = make_all(self);
    if (status != MOTE_OK) {
        gl_splat_destroy(self);
    }
    return status;
}

void gl_splat_destroy(gl_splat *self)
{
    glDeleteProgram(self->add_program);
    glDeleteProgram(self->resolve_program);
    glDeleteBuffers(1, &self->sums);
    glDeleteBuffers(1, &self->bytes);
    glDeleteBuffers(1, &self->sprites_upload);
    glDeleteBuffers(1, &self->looks_upload);
}

// ---- Numbers -------------------------------------------------------------------------

static void put(uint32_t *words, const float *values, size_t count)
{
    memcpy(words, values, count * sizeof *words);
}

static void fill(numbers *n, const gl_splat *self, const splat *splat,
                 const camera *camera, const sprite_list *list)
{
    const look *look = self->look;
    float width = (float)self->width, height = (float)self->height;
    put(n->matrix, camera->matrix, 16);
    memcpy(n->centre, camera->centre, sizeof n->centre);
    put(n->half_frame, camera->half_frame, 2);
    n->images_across[0] = (uint32_t)camera->images[0];
    n->images_up[0] = (uint32_t)camera->images[1];
    put(n->frame_width, &width, 1);
    put(n->frame_height, &height, 1);
    n->height[0] = (uint32_t)self->height;
    n->stride[0] = (uint32_t)stride_of(self);
    n->count[0] = list->count;
    put(n->radius, look->has_looks ? &camera->scale : &camera->radius, 1);
    put(n->smallest, &look->smallest, 1);
    put(n->largest, &camera->largest, 1);
    put(n->haze_start, &camera->haze_start, 1);
    put(n->haze_rate, &camera->haze_rate, 1);
    put(n->haze_color, look->haze_color, 3);
    put(n->opacity, &look->opacity, 1);
    put(n->by_speed, &look->by_speed, 1);
    put(n->colors, look->colors[0], 3 * (size_t)LOOK_COLOR_COUNT);
    put(n->background, look->background, 3);
    put(n->scale, &splat->scale, 1);
    put(n->inverse_scale, &splat->inverse_scale, 1);
    n->most[0] = (uint32_t)splat->most;
}

// Of the program, which is then in use.
static void use_program(GLuint program, const numbers *n)
{
    glUseProgram(program);
    for (size_t i = 0; i < NUMBER_COUNT; i++) {
        const char *words = (const char *)n + number_rows[i].offset;
        glUniform1uiv(glGetUniformLocation(program, number_rows[i].name),
                      number_rows[i].words, (const GLuint *)(const void *)words);
    }
}

// ---- Drawing -------------------------------------------------------------------------

static void dispatch(const gl_splat *self, uint64_t threads)
{
    uint64_t limit = (uint64_t)self->context->limits.group_count;
    uint64_t groups = (threads + GROUP_SIZE - 1) / GROUP_SIZE;
    uint64_t along_x = groups < limit ? groups : limit;
    if (groups > 0) {
        glDispatchCompute((GLuint)along_x, (GLuint)((groups + along_x - 1) / along_x), 1);
    }
}

static void bind_list(GLuint binding, GLuint buffer, GLuint upload,
                      const uint32_t *values, uint32_t count)
{
    if (buffer == 0 && values != NULL && count > 0) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, upload);
        glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)count * 16, values,
                     GL_STREAM_DRAW);
        buffer = upload;
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
}

static void add_sprites(const gl_splat *self, const sprite_list *list, const numbers *n)
{
    bool is_on_gpu = list->gl_sprites != 0;
    uint64_t most = list->count > 0 || !is_on_gpu ? list->count : self->look->most;
    use_program(self->add_program, n);
    bind_list(0, list->gl_sprites, self->sprites_upload, list->sprites, list->count);
    if (self->look->has_looks) {
        bind_list(3, list->gl_looks, self->looks_upload, list->looks, list->count);
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, list->gl_draw_size);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, self->sums);
    dispatch(self, most);
}

void gl_splat_draw(const gl_splat *self, const splat *splat, const camera *camera,
                   const sprite_list *list)
{
    numbers n;
    gl_state kept = gl_state_keep(self->context->is_host);
    fill(&n, self, splat, camera, list);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    add_sprites(self, list, &n);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    use_program(self->resolve_program, &n);
    gl_solids_set(self->resolve_program, self->look, camera);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, self->bytes);
    dispatch(self, (uint64_t)(stride_of(self) / 4) * (uint64_t)self->height);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl_state_put_back(&kept);
}
