// SPDX-License-Identifier: MIT
// `mote bench frames`: a frame of the scene encoded as PNG, on one thread, by mote's way
// and by stb_image_write as it comes. The check decodes what was encoded.

#include "bench.h"
#include "png_pixels.h"

#include "../core/status.h"
#include "../output/encode.h"

#include <stdlib.h>

#define STEPS 100

typedef mote_status encoder(const mote_frame *frame, unsigned char **data, size_t *size);

typedef struct encoding {
    mote_frame frame; // its own copy
    encoder *encode;
    unsigned char *data; // of the last round
    size_t size;
} encoding;

static mote_status encode_usual(const mote_frame *frame, unsigned char **data,
                                size_t *size)
{
    return encode_png(frame, ENCODE_LEVEL, data, size);
}

static mote_status encoding_run(void *state)
{
    encoding *self = state;
    free(self->data);
    self->data = NULL;
    return self->encode(&self->frame, &self->data, &self->size);
}

// FNV-1a.
static uint64_t hash_bytes(const uint8_t *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static size_t frame_size(const mote_frame *frame)
{
    return (size_t)frame->width * (size_t)frame->height * (size_t)frame->channels;
}

static mote_status encoding_check(void *state, uint64_t *check)
{
    encoding *self = state;
    mote_frame decoded;
    TRY(png_read_pixels(self->data, self->size, &decoded));
    uint64_t original = hash_bytes(self->frame.pixels, frame_size(&self->frame));
    *check = hash_bytes(decoded.pixels, frame_size(&decoded));
    free(decoded.pixels);
    if (*check != original) {
        return fail(MOTE_FAILED,
                    "the encoded PNG holds other pixels than the frame; this is "
                    "a bug of mote");
    }
    return MOTE_OK;
}

static void encoding_destroy(void *state)
{
    encoding *self = state;
    free(self->data);
    free(self->frame.pixels);
    free(self);
}

static mote_status draw_frame(const mote_scene *scene, const bench_values *values,
                              mote_frame *frame)
{
    mote_view_def view = mote_default_view_def(scene);
    mote_simulation *simulation;
    mote_renderer *renderer = NULL;
    view.width = values->size[0];
    view.height = values->size[1];
    TRY(mote_simulation_create(scene, &values->device, &simulation));
    mote_status status =
        mote_simulation_step(simulation, values->steps ? values->steps : STEPS);
    if (status == MOTE_OK) {
        status = mote_renderer_create(simulation, &view, &renderer);
    }
    if (status == MOTE_OK) {
        status = mote_renderer_draw(renderer);
    }
    if (status == MOTE_OK) {
        status = mote_renderer_take(renderer, true, frame);
    }
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    return status;
}

static mote_status add_encoder(const mote_scene *scene, const bench_values *values,
                               const char *name, encoder *encode, bench_table *table)
{
    encoding *encoding = calloc(1, sizeof *encoding);
    if (!encoding) {
        return fail_memory(sizeof *encoding, "a case of the bench");
    }
    encoding->encode = encode;
    bench_case *added = bench_add_case(table);
    added->state = encoding;
    added->run = encoding_run;
    added->check = encoding_check;
    added->destroy = encoding_destroy;
    snprintf(added->name, sizeof added->name, "%s", name);
    return draw_frame(scene, values, &encoding->frame);
}

mote_status bench_frames(const scene_values *scene_values, const bench_values *values,
                         bench_table *table)
{
    mote_scene *scene;
    TRY(app_open_scene(values->scene, scene_values, &scene));
    snprintf(table->title, sizeof table->title, "PNG encoding on one thread: %s, %dx%d",
             mote_scene_name(scene), values->size[0], values->size[1]);
    table->unit = "frame";
    table->work = 1;
    table->check_name = "decoded pixels";
    mote_status status = add_encoder(scene, values, "stb_image_write, its defaults",
                                     encode_png_baseline, table);
    if (status == MOTE_OK) {
        status = add_encoder(scene, values, "mote: stb_image_write over libdeflate",
                             encode_usual, table);
    }
    mote_scene_destroy(scene);
    return status;
}
