// SPDX-License-Identifier: MIT
// `mote bench draw`: a million small discs whose light adds up, all in view, drawn as
// quads that the GPU blends and as splats. What is drawn does not move. Each frame must
// look as quads of the same size do.

#include "bench.h"
#include "times.h"

#include "../core/status.h"
#include "../draw/renderer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES          16
#define FRAMES_UNDERWAY 3
#define TIME_MAX        4096 // frames whose time is kept
#define ALIKE           40.0 // dB

typedef struct draw_case {
    const char *name;
    double side; // diameter of a particle, pixels
    mote_draw_kind draw;
} draw_case;

static const draw_case cases[] = {
    {"quads, particles 1.5 px wide", 1.5, MOTE_DRAW_QUADS},
    {"splats, particles 1.5 px wide", 1.5, MOTE_DRAW_SPLAT},
    {"quads, particles 6 px wide", 6.0, MOTE_DRAW_QUADS},
    {"splats, particles 6 px wide", 6.0, MOTE_DRAW_SPLAT},
};

static const char scene_text[] =
    "{\"name\": \"crowd\", \"particles\": 1000000, \"species\": 6,"
    " \"world\": {\"width\": 16, \"height\": 9, \"edges\": \"bounce\"},"
    " \"view\": {\"blend\": \"add\", \"opacity\": 0.1, \"minimum_radius\": 0}}";

typedef struct drawing {
    mote_simulation *simulation;
    mote_renderer *renderer;
    int frames;           // of a round
    mote_frame usual;     // as quads
    mote_frame last;      // of the last round
    double psnr;          // dB; the lowest of all rounds
    size_t lit;           // pixels
    double *draw_seconds; // by the GPU's clock
    size_t time_count;
} drawing;

// ---- Pictures ------------------------------------------------------------------------

static size_t pixel_count(const mote_frame *frame)
{
    return (size_t)frame->width * (size_t)frame->height;
}

// Particles only add light, so the background is what is darkest.
static void find_background(const mote_frame *frame, uint8_t background[3])
{
    memset(background, 255, 3);
    for (size_t i = 0; i < 3 * pixel_count(frame); i++) {
        uint8_t *least = &background[i % 3];
        *least = frame->pixels[i] < *least ? frame->pixels[i] : *least;
    }
}

// Pixels of frame `a` that are lit, and in dB how much it differs there from `b`: empty
// background would make anything alike.
static size_t compare_frames(const mote_frame *a, const mote_frame *b, double *psnr)
{
    uint8_t background[3];
    size_t lit = 0;
    double sum = 0.0;
    find_background(a, background);
    for (size_t i = 0; i < pixel_count(a); i++) {
        const uint8_t *p = a->pixels + 3 * i, *q = b->pixels + 3 * i;
        bool is_lit = memcmp(p, background, 3) != 0;
        lit += is_lit;
        for (int c = 0; c < 3 && is_lit; c++) {
            sum += (p[c] - q[c]) * (p[c] - q[c]);
        }
    }
    double mean = lit > 0 ? sum / (3.0 * (double)lit) : HUGE_VAL;
    *psnr = mean > 0.0 ? 10.0 * log10(255.0 * 255.0 / mean) : HUGE_VAL;
    return lit;
}

// ---- A case --------------------------------------------------------------------------

static mote_status take(drawing *self)
{
    free(self->last.pixels);
    self->last.pixels = NULL;
    TRY(mote_renderer_take(self->renderer, true, &self->last));
    double seconds = renderer_draw_seconds(self->renderer);
    if (seconds >= 0.0 && self->time_count < TIME_MAX) {
        self->draw_seconds[self->time_count++] = seconds;
    }
    return MOTE_OK;
}

static mote_status drawing_run(void *state)
{
    drawing *self = state;
    int taken = 0;
    for (int drawn = 0; drawn < self->frames; drawn++) {
        TRY(mote_renderer_draw(self->renderer));
        if (drawn - taken >= FRAMES_UNDERWAY - 1) {
            TRY(take(self));
            taken++;
        }
    }
    for (; taken < self->frames; taken++) {
        TRY(take(self));
    }
    return MOTE_OK;
}

static mote_status drawing_check(void *state, uint64_t *check)
{
    drawing *self = state;
    double psnr;
    self->lit = compare_frames(&self->usual, &self->last, &psnr);
    self->psnr = fmin(self->psnr, psnr);
    *check = self->psnr >= ALIKE;
    return MOTE_OK;
}

static mote_status drawing_remark(void *state, char text[BENCH_REMARK_SIZE])
{
    drawing *self = state;
    char by_gpu[64] = "";
    if (self->time_count > 0) {
        double seconds = quantile(self->draw_seconds, self->time_count, 0.5);
        snprintf(by_gpu, sizeof by_gpu, "%.3g ms of drawing alone by the GPU's clock, ",
                 seconds * 1e3);
    }
    snprintf(text, BENCH_REMARK_SIZE, "%s%.0f %% of the pixels lit, %.1f dB to quads",
             by_gpu, 100.0 * (double)self->lit / (double)pixel_count(&self->last),
             fmin(self->psnr, 999.0));
    return MOTE_OK;
}

static void drawing_destroy(void *state)
{
    drawing *self = state;
    mote_renderer_destroy(self->renderer);
    mote_simulation_destroy(self->simulation);
    free(self->usual.pixels);
    free(self->last.pixels);
    free(self->draw_seconds);
    free(self);
}

static mote_status draw_usual(drawing *self, mote_view_def view)
{
    mote_renderer *renderer;
    view.draw = MOTE_DRAW_QUADS;
    TRY(mote_renderer_create(self->simulation, &view, &renderer));
    mote_status status = mote_renderer_draw(renderer);
    if (status == MOTE_OK) {
        status = mote_renderer_take(renderer, true, &self->usual);
    }
    mote_renderer_destroy(renderer);
    return status;
}

// The whole world fits the frame, so its pixels are those of its tighter side.
static mote_status set_radius(mote_scene *scene, const bench_values *values, double side)
{
    double scale = fmin(values->size[0] / 16.0, values->size[1] / 9.0);
    char radius[32];
    snprintf(radius, sizeof radius, "%.17g", 0.5 * side / scale);
    return mote_scene_set(scene, "view.radius", radius);
}

static mote_status open_drawing(drawing *self, mote_scene *scene,
                                const bench_values *values, const draw_case *made)
{
    TRY(set_radius(scene, values, made->side));
    mote_view_def view = mote_default_view_def(scene);
    view.width = values->size[0];
    view.height = values->size[1];
    view.draw = made->draw;
    self->frames = values->steps ? (int)values->steps : FRAMES;
    self->psnr = HUGE_VAL;
    self->draw_seconds = malloc(TIME_MAX * sizeof *self->draw_seconds);
    if (!self->draw_seconds) {
        return fail_memory(TIME_MAX * sizeof *self->draw_seconds, "times");
    }
    TRY(mote_simulation_create(scene, &values->device, &self->simulation));
    TRY(draw_usual(self, view));
    return mote_renderer_create(self->simulation, &view, &self->renderer);
}

static mote_status add_case(mote_scene *scene, const bench_values *values,
                            const draw_case *made, bench_table *table)
{
    drawing *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a case of the bench");
    }
    bench_case *added = bench_add_case(table);
    snprintf(added->name, sizeof added->name, "%s", made->name);
    added->state = self;
    added->run = drawing_run;
    added->check = drawing_check;
    added->remark = drawing_remark;
    added->destroy = drawing_destroy;
    return open_drawing(self, scene, values, made);
}

static mote_status add_cases(mote_scene *scene, const bench_values *values,
                             bench_table *table)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TRY(add_case(scene, values, &cases[i], table));
    }
    const drawing *first = table->cases[0].state;
    snprintf(
        table->title, sizeof table->title,
        "Frames of %llu particles whose light adds up, %dx%d, with their way back to "
        "the CPU, by %s",
        (unsigned long long)mote_scene_particle_count(scene), values->size[0],
        values->size[1], mote_renderer_name(first->renderer));
    bench_note_reason(first->simulation, table);
    table->unit = "frame";
    table->work = first->frames;
    table->check_name = "40 dB to quads";
    return MOTE_OK;
}

mote_status bench_draw(const scene_values *scene_values, const bench_values *values,
                       bench_table *table)
{
    mote_scene *scene;
    if (values->scene) {
        return fail(MOTE_BAD_INPUT, "bench draw has a scene of its own; leave %s out",
                    values->scene);
    }
    TRY(mote_scene_parse("bench", scene_text, strlen(scene_text), &scene));
    mote_status status = app_set_scene(scene, scene_values);
    if (status == MOTE_OK) {
        status = add_cases(scene, values, table);
    }
    mote_scene_destroy(scene);
    return status;
}
