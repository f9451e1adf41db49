// SPDX-License-Identifier: MIT
// Splats: GPU and CPU draw the same bytes, whatever the order of the particles and the
// number of threads; they look as quads do; no sum overflows; what cannot is refused.

#include "support.h"
#include "synthetic.h"

#include "draw/soft_splat.h"

#include <glad/gl.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define assert_error_has(text) assert_non_null(strstr(mote_last_error(), text))

static gl_context *need_context(void **state)
{
    gl_context *context = *state;
    if (context == NULL || !context->has_compute) {
        skip();
    }
    return context;
}

static synthetic small_discs(void)
{
    synthetic s = synthetic_default();
    s.draw = MOTE_DRAW_SPLAT;
    s.additive = true;
    s.radius = 0.004;
    s.opacity = 0.4;
    s.count = 5000;
    return s;
}

static size_t size_of(const image *image)
{
    return (size_t)image->width * (size_t)image->height * (size_t)image->channels;
}

static bool is_lit(const image *image)
{
    for (size_t i = 0; i < size_of(image); i++) {
        if (image->pixels[i] > synthetic_background[i % 3] + 10) {
            return true;
        }
    }
    return false;
}

// ---- The same bytes ------------------------------------------------------------------

static void expect_same_bytes(gl_context *context, const char *what, const synthetic *s)
{
    image gl = synthetic_draw(s, context);
    image soft = synthetic_draw(s, NULL);
    if (!is_lit(&soft) || memcmp(gl.pixels, soft.pixels, size_of(&gl)) != 0) {
        image_difference d = image_compare(&gl, &soft, synthetic_background);
        fail_msg("%s: OpenGL and software differ, %.1f dB, by up to %d", what, d.psnr,
                 d.largest);
    }
    free(gl.pixels);
    free(soft.pixels);
}

static void gpu_and_cpu_draw_the_same_bytes(void **state)
{
    gl_context *context = need_context(state);
    const double radii[] = {0.001, 0.002, 0.0045, 0.03};
    for (int kind = 0; kind < 32; kind++) {
        synthetic s = small_discs();
        s.radius = radii[kind & 3];
        s.by_speed = kind & 4;
        s.wraps = kind & 8;
        s.looks = kind & 16;
        s.width = 321 + kind; // rows of every rest past whole words
        s.frames = 2;         // the first leaves sums of 0
        expect_same_bytes(context, "flat", &s);
    }
}

static void every_zoom_gives_the_same_bytes(void **state)
{
    gl_context *context = need_context(state);
    const double zooms[] = {0.07, 0.3, 0.97, 3.0, 40.0};
    for (size_t i = 0; i < COUNT_OF(zooms); i++) {
        synthetic s = small_discs();
        s.zoom = zooms[i];
        s.opacity = 1.0;
        s.count = 2000;
        s.follow = 7;
        expect_same_bytes(context, "zoom", &s);
    }
}

static void perspectives_give_the_same_bytes(void **state)
{
    gl_context *context = need_context(state);
    for (int kind = 0; kind < 16; kind++) {
        synthetic s = synthetic_space();
        s.draw = MOTE_DRAW_SPLAT;
        s.additive = true;
        s.radius = 0.006;
        s.wraps = kind & 1;
        s.haze = kind & 2 ? 0.8 : 0.0;
        s.looks = kind & 4;
        s.follow = kind & 8 ? 123 : -1;
        if (kind & 8) {
            s.offset[0] = 0.1; // among the particles
            s.offset[1] = 0.05;
            s.offset[2] = 0.2;
        }
        expect_same_bytes(context, "perspective", &s);
    }
}

// ---- In any order --------------------------------------------------------------------

static void swap_rows(uint32_t *rows, size_t i, size_t k)
{
    for (int word = 0; word < 4; word++) {
        uint32_t kept = rows[4 * i + (size_t)word];
        rows[4 * i + (size_t)word] = rows[4 * k + (size_t)word];
        rows[4 * k + (size_t)word] = kept;
    }
}

static void shuffle(sprite_list *list)
{
    random_source random = random_from(99);
    for (size_t i = list->count; i > 1; i--) {
        size_t k = random_next(&random) % i;
        swap_rows((uint32_t *)list->sprites, i - 1, k);
        swap_rows((uint32_t *)list->looks, i - 1, k);
    }
}

static void order_and_threads_make_no_difference(void **state)
{
    gl_context *context = *state;
    synthetic s = small_discs();
    s.looks = true;
    s.radius = 0.02; // many overlap
    camera camera;
    look look = synthetic_look(&s);
    mote_view_def view = synthetic_view(&s);
    camera_point(&camera, &look, &view);
    sprite_list list = synthetic_list(&s, 0);
    image first = synthetic_draw_list(&s, NULL, &list, &camera);
    assert_true(is_lit(&first));
    for (int turn = 0; turn < 4; turn++) {
        shuffle(&list);
        s.threads = 1 + 3 * turn;
        bool is_on_gl = context != NULL && context->has_compute && turn > 0;
        image other = synthetic_draw_list(&s, is_on_gl ? context : NULL, &list, &camera);
        assert_memory_equal(first.pixels, other.pixels, size_of(&first));
        free(other.pixels);
    }
    free(first.pixels);
    synthetic_free_list(&list);
}

// ---- As quads ------------------------------------------------------------------------

static void expect_alike(const char *what, const image *a, const image *b,
                         const uint8_t background[3])
{
    image_difference d = image_compare(a, b, background);
    print_message("%s: %.1f dB over %.0f %% of the frame, at most %d apart\n", what,
                  d.psnr, 100.0 * d.lit, d.largest);
    assert_true(d.psnr >= 40.0);
}

static void splats_look_as_quads_do(void **state)
{
    gl_context *context = *state;
    const double radii[] = {0.0004, 0.0025, 0.006, 0.02};
    for (int kind = 0; kind < 24; kind++) {
        synthetic s = small_discs();
        s.radius = radii[kind & 3];
        s.looks = kind & 4;
        s.opacity = (kind >> 3) == 0 ? 1.0 : (kind >> 3) == 1 ? 0.2 : 0.03;
        s.count = 3000 << (kind >> 2 & 6);
        image splats = synthetic_draw(&s, NULL);
        s.draw = MOTE_DRAW_QUADS;
        image quads = synthetic_draw(&s, kind & 1 ? context : NULL);
        expect_alike("splats and quads", &splats, &quads, synthetic_background);
        free(splats.pixels);
        free(quads.pixels);
    }
}

// The coarsest scale that is taken at all: as many particles as fit.
static void coarse_sums_look_as_quads_do(void **state)
{
    (void)state;
    synthetic s = small_discs();
    s.count = 40000;
    s.looks = true;
    s.opacity = 1.0;
    look look = synthetic_look(&s);
    mote_view_def view = synthetic_view(&s);
    sprite_list list = synthetic_list(&s, 0);
    camera camera;
    painter *painter;
    uint8_t *pixels[2];
    look.most = 1 << 20; // of twice white: 2048 steps for white
    camera_point(&camera, &look, &view);
    for (int turn = 0; turn < 2; turn++) {
        view.draw = turn == 0 ? MOTE_DRAW_SPLAT : MOTE_DRAW_QUADS;
        assert_ok(soft_painter_create(&look, &view, &painter));
        assert_ok(painter->draw(painter, &camera, &list));
        assert_ok(painter->take(painter, true, &pixels[turn]));
        painter->destroy(painter);
    }
    image splats = {s.width, s.height, 3, pixels[0]};
    image quads = {s.width, s.height, 3, pixels[1]};
    expect_alike("coarse sums", &splats, &quads, synthetic_background);
    free(pixels[0]);
    free(pixels[1]);
    synthetic_free_list(&list);
}

// ---- Sums ----------------------------------------------------------------------------

static void a_disc_sums_to_its_area(void **state)
{
    (void)state;
    random_source random = random_from(5);
    const double pi = 3.14159265358979;
    enum { SIDE = 16 };
    splat splat = {0x1p20f, 0x1p-20f, 1 << 20};
    soft_band band = {.width = SIDE, .height = SIDE, .row_count = SIDE};
    for (int i = 0; i < 40; i++) {
        double radius = 0.6 + 0.1 * i, mean = 0.0;
        for (int turn = 0; turn < 200; turn++) {
            uint32_t sums[3 * SIDE * SIDE] = {0};
            soft_disc disc = {.color = {0.25f, 0.5f, 1.0f}};
            double total[3] = {0};
            disc.x = (float)(7.5 + random_unit(&random));
            disc.y = (float)(7.5 + random_unit(&random));
            disc.edge = (float)(sqrt(radius * radius - 1.0 / 12.0) + 0.5);
            soft_draw_splats(&splat, &band, sums, &disc, 1);
            for (int k = 0; k < 3 * SIDE * SIDE; k++) {
                total[k % 3] += sums[k] * 0x1p-20;
            }
            assert_true(fabs(total[0] / total[2] - 0.25) < 1e-4);
            assert_true(fabs(total[1] / total[2] - 0.5) < 1e-4);
            mean += total[2] / 200.0;
        }
        assert_true(fabs(mean / (pi * radius * radius) - 1.0) < 0.02);
    }
}

static void no_sum_can_overflow(void **state)
{
    (void)state;
    synthetic s = small_discs();
    random_source random = random_from(11);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
        look look = synthetic_look(&s);
        splat splat;
        camera camera;
        mote_view_def view = synthetic_view(&s);
        look.most = (uint32_t)(1.0 + exp2(26.0 * random_unit(&random)));
        look.brightest = (float)exp2(14.0 * random_unit(&random) - 10.0);
        look.opacity = (float)random_unit(&random);
        view.zoom = exp2(4.0 * random_unit(&random) - 3.0);
        camera_point(&camera, &look, &view);
        double images = (double)camera.images[0] * camera.images[1];
        if (splat_prepare(&splat, &look, &camera) != NULL) {
            assert_true(look.most * images * (double)look.brightest > 0x1p20);
            refused++;
            continue;
        }
        assert_true(splat.most * (double)look.most * images <= UINT32_MAX);
        assert_true(splat.most <= 1 << 21); // exact_round takes it
        assert_true(fabs((double)splat.scale * (double)splat.inverse_scale - 1.0) < 1e-6);
    }
    assert_true(refused > 0);
}

// All particles in one place: the pixel is as bright as it gets.
static void all_particles_in_one_pixel_are_white(void **state)
{
    gl_context *context = *state;
    synthetic s = small_discs();
    s.count = 100000;
    s.looks = true;
    s.opacity = 1.0;
    const double color[4] = {2.0, 2.0, 2.0, 1.0};
    uint32_t *sprites = calloc((size_t)s.count, 16), *looks = calloc((size_t)s.count, 16);
    assert_true(sprites != NULL && looks != NULL);
    for (int i = 0; i < s.count; i++) {
        synthetic_sprite(&s, 0.5, 0.5, 0.01, sprites + (ptrdiff_t)4 * i);
        synthetic_own_look(color, 0.0, looks + (ptrdiff_t)4 * i);
    }
    sprite_list list = {.sprites = sprites, .looks = looks, .count = (uint32_t)s.count};
    for (int on_gl = 0; on_gl < 2; on_gl++) {
        bool can = context != NULL && context->has_compute;
        image drawn = synthetic_draw_list(&s, on_gl && can ? context : NULL, &list, NULL);
        const uint8_t *middle = drawn.pixels + 3 * (120 * s.width + 160);
        for (int c = 0; c < 3; c++) {
            assert_int_equal(middle[c], 255);
        }
        free(drawn.pixels);
    }
    free(sprites);
    free(looks);
}

// ---- Simulations ---------------------------------------------------------------------

static uint8_t *frame_of(mote_simulation *simulation, const mote_view_def *from,
                         mote_renderer_kind kind, mote_draw_kind draw)
{
    mote_view_def view = *from;
    mote_renderer *renderer;
    mote_frame frame;
    view.renderer = kind;
    view.draw = draw;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    assert_ok(mote_renderer_draw(renderer));
    assert_ok(mote_renderer_take(renderer, true, &frame));
    mote_renderer_destroy(renderer);
    return frame.pixels;
}

static void simulations_are_drawn_to_the_same_bytes(void **state)
{
    need_context(state);
    const char *const scenes[] = {
        "{'particles': 3000, 'view': {'blend': 'add', 'opacity': 0.5}}",
        "{'particles': 3000, 'dimension': 3, 'view': {'blend': 'add'}}",
        "{'model': 'emitter', 'particles': 4000, 'view': {'blend': 'add'}, 'emitter':"
        " {'prewarm': 1, 'emitters': [{'rate': 2000, 'brightness': 3}]}}",
        "{'model': 'emitter', 'particles': 4000, 'dimension': 3, 'view': {'blend': 'add'},"
        " 'emitter': {'prewarm': 1, 'emitters': [{'rate': 2000}]}}",
    };
    for (size_t i = 0; i < COUNT_OF(scenes); i++) {
        mote_scene *scene = scene_of("%s", scenes[i]);
        mote_simulation *gl = simulation_on(&test_gl, scene, NULL);
        mote_simulation *cpu = simulation_on(&test_cpu, scene, NULL);
        mote_view_def view = mote_default_view_def(scene);
        view.width = 322;
        view.height = 201;
        size_t size = (size_t)view.width * (size_t)view.height * 3;
        for (int round = 0; round < 2; round++) {
            uint8_t *frames[] = {
                frame_of(gl, &view, MOTE_RENDERER_GL, MOTE_DRAW_SPLAT),
                frame_of(cpu, &view, MOTE_RENDERER_GL, MOTE_DRAW_SPLAT),
                frame_of(gl, &view, MOTE_RENDERER_SOFT, MOTE_DRAW_SPLAT),
                frame_of(cpu, &view, MOTE_RENDERER_SOFT, MOTE_DRAW_SPLAT),
                frame_of(cpu, &view, MOTE_RENDERER_SOFT, MOTE_DRAW_QUADS),
            };
            for (int k = 1; k < 4; k++) {
                assert_memory_equal(frames[0], frames[k], size);
            }
            image splats = {view.width, view.height, 3, frames[0]};
            image quads = {view.width, view.height, 3, frames[4]};
            expect_alike("a simulation", &splats, &quads, scene->view.background);
            for (int k = 0; k < 5; k++) {
                free(frames[k]);
            }
            step(gl, 10);
            step(cpu, 10);
        }
        mote_simulation_destroy(gl);
        mote_simulation_destroy(cpu);
        mote_scene_destroy(scene);
    }
}

// ---- Choice and refusal --------------------------------------------------------------

static void auto_takes_quads_where_no_gpu_draws(void **state)
{
    gl_context *context = need_context(state);
    if (!context->is_software) {
        skip();
    }
    synthetic s = small_discs();
    s.draw = MOTE_DRAW_AUTO;
    image by_auto = synthetic_draw(&s, context);
    s.draw = MOTE_DRAW_QUADS;
    image quads = synthetic_draw(&s, context);
    assert_memory_equal(by_auto.pixels, quads.pixels, size_of(&quads));
    free(by_auto.pixels);
    free(quads.pixels);
}

static PFNGLGETSHADERIVPROC real_shader_value;
static PFNGLBUFFERSUBDATAPROC real_write;

// The shaders of splats do not compile.
static void GLAD_API_PTR refuse_splat(GLuint shader, GLenum name, GLint *value)
{
    static char source[1 << 16];
    real_shader_value(shader, name, value);
    glGetShaderSource(shader, sizeof source, NULL, source);
    if (name == GL_COMPILE_STATUS && strstr(source, "splat_")) {
        *value = 0;
    }
}

// Nor is there room for their sums.
static void GLAD_API_PTR refuse_write(GLenum target, GLintptr offset, GLsizeiptr size,
                                      const void *data)
{
    (void)target;
    (void)offset;
    (void)size;
    (void)data;
    glBindBuffer(0, 0); // an error
}

static void expect_no_splats(gl_context *gpu, const image *quads)
{
    synthetic s = small_discs();
    look look = synthetic_look(&s);
    mote_view_def view = synthetic_view(&s);
    painter *painter;
    assert_int_equal(gl_painter_create(&look, &view, gpu, &painter), MOTE_UNAVAILABLE);
    assert_null(painter);
    s.draw = MOTE_DRAW_AUTO;
    image by_auto = synthetic_draw(&s, gpu);
    assert_memory_equal(by_auto.pixels, quads->pixels, size_of(quads));
    assert_int_equal(glGetError(), GL_NO_ERROR);
    free(by_auto.pixels);
}

static void auto_takes_quads_where_splats_cannot_be_made(void **state)
{
    gl_context gpu = *need_context(state);
    gpu.is_software = false;
    gpu.has_passed = true;
    synthetic s = small_discs();
    s.draw = MOTE_DRAW_QUADS;
    image quads = synthetic_draw(&s, &gpu);
    real_shader_value = glad_glGetShaderiv;
    glad_glGetShaderiv = refuse_splat;
    expect_no_splats(&gpu, &quads);
    glad_glGetShaderiv = real_shader_value;
    real_write = glad_glBufferSubData;
    glad_glBufferSubData = refuse_write;
    expect_no_splats(&gpu, &quads);
    glad_glBufferSubData = real_write;
    free(quads.pixels);
}

static bool suits(const synthetic *s)
{
    look look = synthetic_look(s);
    mote_view_def view = synthetic_view(s);
    camera camera;
    camera_point(&camera, &look, &view);
    return splat_suits(&look, &camera);
}

static void splats_suit_small_discs(void **state)
{
    (void)state;
    synthetic s = small_discs(); // 240 pixels a world
    assert_true(suits(&s));
    s.radius = 0.05;
    assert_false(suits(&s));
    s = synthetic_space();
    s.radius = 0.001;
    assert_true(suits(&s));
    s.offset[0] = s.offset[1] = 0.0; // the camera is in the world
    s.offset[2] = 0.3;
    assert_false(suits(&s));
}

static void expect_scene_refused(mote_scene *scene, bool alpha, const char *text)
{
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    mote_view_def view = mote_default_view_def(scene);
    mote_renderer *renderer;
    view.renderer = MOTE_RENDERER_SOFT;
    view.draw = MOTE_DRAW_SPLAT;
    view.alpha = alpha;
    assert_int_equal(mote_renderer_create(simulation, &view, &renderer), MOTE_BAD_INPUT);
    assert_null(renderer);
    assert_error_has("cannot be drawn as splats here");
    assert_error_has(text);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void expect_refused(const char *settings, bool alpha, const char *text)
{
    expect_scene_refused(scene_of("{'particles': 100, 'view': {%s}}", settings), alpha,
                         text);
}

// And which key says so.
static void what_splats_cannot_show_is_refused(void **state)
{
    (void)state;
    expect_refused("'blend': 'alpha'", false, "hide each other");
    expect_refused("'blend': 'alpha'", false, "view.blend is alpha");
    expect_refused("'blend': 'add', 'shape': 'glow'", false,
                   "discs can (view.shape is glow");
    expect_refused("'blend': 'add', 'shape': 'soft'", false,
                   "discs can (view.shape is soft");
    expect_refused("'blend': 'add', 'trails': 3", false, "view.trails");
    expect_refused("'blend': 'add'", true, "opaque");
    expect_scene_refused(scene_of("{'model': 'emitter', 'emitter': {'emitters':"
                                  " [{'streak': 0.1}]}, 'view': {'blend': 'add'}}"),
                         false, "only discs can (an emitter's `streak` is not 0)");
}

static void a_renderer_keeps_its_way_of_drawing(void **state)
{
    (void)state;
    mote_scene *small = scene_of("{'particles': 100, 'view': {'blend': 'add'}}");
    mote_simulation *simulation = simulation_on(&test_cpu, small, NULL);
    mote_view_def view = mote_default_view_def(small);
    mote_renderer *renderer;
    view.width = view.height = 64;
    view.renderer = MOTE_RENDERER_SOFT;
    view.draw = MOTE_DRAW_SPLAT;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    view.draw = MOTE_DRAW_QUADS;
    assert_int_equal(mote_renderer_set_view(renderer, &view), MOTE_BAD_INPUT);
    assert_error_has("another kind of renderer or drawing");
    view.draw = (mote_draw_kind)5;
    mote_renderer *none;
    assert_int_equal(mote_renderer_create(simulation, &view, &none), MOTE_BAD_INPUT);
    assert_error_has("draw is 5");
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_and_cpu_draw_the_same_bytes),
        cmocka_unit_test(every_zoom_gives_the_same_bytes),
        cmocka_unit_test(perspectives_give_the_same_bytes),
        cmocka_unit_test(order_and_threads_make_no_difference),
        cmocka_unit_test(splats_look_as_quads_do),
        cmocka_unit_test(coarse_sums_look_as_quads_do),
        cmocka_unit_test(a_disc_sums_to_its_area),
        cmocka_unit_test(no_sum_can_overflow),
        cmocka_unit_test(all_particles_in_one_pixel_are_white),
        cmocka_unit_test(simulations_are_drawn_to_the_same_bytes),
        cmocka_unit_test(auto_takes_quads_where_no_gpu_draws),
        cmocka_unit_test(auto_takes_quads_where_splats_cannot_be_made),
        cmocka_unit_test(splats_suit_small_discs),
        cmocka_unit_test(what_splats_cannot_show_is_refused),
        cmocka_unit_test(a_renderer_keeps_its_way_of_drawing),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
