// SPDX-License-Identifier: MIT
// Frames that are shown in a window are the frames that are drawn, byte for byte,
// whatever simulates and draws.

#include "support.h"

#include "gl/gl_platform.h"

#include <glad/gl.h>
#include <string.h>

typedef struct show_case {
    const char *name;
    mote_backend_kind backend;
    mote_renderer_kind renderer;
    mote_draw_kind draw;
    bool has_trails;
} show_case;

static const show_case show_cases[] = {
    {"OpenGL", MOTE_BACKEND_GL, MOTE_RENDERER_GL, MOTE_DRAW_QUADS, false},
    {"OpenGL, with trails", MOTE_BACKEND_GL, MOTE_RENDERER_GL, MOTE_DRAW_QUADS, true},
    {"OpenGL, splats", MOTE_BACKEND_GL, MOTE_RENDERER_GL, MOTE_DRAW_SPLAT, false},
    {"CPU, drawn by OpenGL", MOTE_BACKEND_CPU, MOTE_RENDERER_GL, MOTE_DRAW_QUADS, false},
    {"CPU", MOTE_BACKEND_CPU, MOTE_RENDERER_SOFT, MOTE_DRAW_QUADS, false},
    {"CPU, with trails", MOTE_BACKEND_CPU, MOTE_RENDERER_SOFT, MOTE_DRAW_QUADS, true},
};

// A window's framebuffer, as far as a host without windows can have one.
typedef struct canvas {
    GLuint texture, framebuffer;
    int width, height;
} canvas;

static canvas canvas_of(int width, int height)
{
    canvas made = {.width = width, .height = height};
    glGenTextures(1, &made.texture);
    glBindTexture(GL_TEXTURE_2D, made.texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
    glGenFramebuffers(1, &made.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, made.framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           made.texture, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return made;
}

// RGBA, the lowest row first; free() it.
static uint8_t *pixels_of(const canvas *canvas)
{
    uint8_t *pixels = malloc((size_t)canvas->width * (size_t)canvas->height * 4);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas->framebuffer);
    glReadPixels(0, 0, canvas->width, canvas->height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return pixels;
}

static void canvas_free(canvas *canvas)
{
    glDeleteFramebuffers(1, &canvas->framebuffer);
    glDeleteTextures(1, &canvas->texture);
}

// Each pixel of the canvas is the one of the frame that it stands for.
static void expect_shown(const canvas *canvas, const mote_frame *frame)
{
    uint8_t *pixels = pixels_of(canvas);
    int lit = 0;
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            int column = x * frame->width / canvas->width;
            int row = frame->height - 1 - y * frame->height / canvas->height;
            const uint8_t *found = pixels + 4 * (y * canvas->width + x);
            const uint8_t *wanted = frame->pixels + 3 * (row * frame->width + column);
            assert_memory_equal(found, wanted, 3);
            assert_int_equal(found[3], 255);
            lit += wanted[0] > 100 || wanted[1] > 100 || wanted[2] > 100;
        }
    }
    assert_true(lit > 50);
    free(pixels);
}

static mote_simulation *simulation_in(gl_platform *host, const show_case *c,
                                      mote_view_def *view)
{
    mote_scene *scene = scene_of(
        "{'particles': 500, 'view': {'radius': 0.006, 'trails': %d, 'blend': '%s'}}",
        c->has_trails ? 3 : 0, c->draw == MOTE_DRAW_SPLAT ? "add" : "alpha");
    mote_device_def device = mote_default_device_def();
    mote_simulation *simulation;
    device.backend = c->backend;
    device.host_loader = host->loader;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    *view = mote_default_view_def(scene);
    view->renderer = c->renderer;
    view->draw = c->draw;
    mote_scene_destroy(scene);
    return simulation;
}

static void expect_frame_shown(gl_platform *host, const show_case *c, int width,
                               int height, int larger)
{
    mote_view_def view;
    mote_simulation *simulation = simulation_in(host, c, &view);
    mote_renderer *shown, *drawn;
    mote_frame frame;
    GLint bound = -1;
    canvas canvas = canvas_of(width * larger, height * larger);
    view.width = width;
    view.height = height;
    assert_ok(mote_renderer_create(simulation, &view, &shown));
    assert_ok(mote_renderer_create(simulation, &view, &drawn));
    for (int i = 0; i < 3; i++) {
        step(simulation, 2);
        assert_ok(
            mote_renderer_show(shown, canvas.framebuffer, canvas.width, canvas.height));
        assert_ok(mote_renderer_draw(drawn));
        assert_ok(mote_renderer_take(drawn, true, &frame));
        expect_shown(&canvas, &frame);
        free(frame.pixels);
    }
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    assert_int_equal(bound, 0); // as it was found
    assert_int_equal(glGetError(), GL_NO_ERROR);
    mote_renderer_destroy(shown);
    mote_renderer_destroy(drawn);
    mote_simulation_destroy(simulation);
    canvas_free(&canvas);
}

static void what_is_shown_is_what_is_drawn(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    for (size_t i = 0; i < COUNT_OF(show_cases); i++) {
        print_message("%s\n", show_cases[i].name);
        expect_frame_shown(host, &show_cases[i], 160, 90, 1);
        expect_frame_shown(host, &show_cases[i], 61, 47, 1); // rows of parts of texels
        expect_frame_shown(host, &show_cases[i], 61, 47, 2); // stretched
    }
    host->destroy(host);
}

static void show(mote_renderer *renderer, const canvas *canvas)
{
    assert_ok(
        mote_renderer_show(renderer, canvas->framebuffer, canvas->width, canvas->height));
}

static mote_frame drawn(mote_renderer *renderer)
{
    mote_frame frame;
    assert_ok(mote_renderer_draw(renderer));
    assert_ok(mote_renderer_take(renderer, true, &frame));
    assert_non_null(frame.pixels);
    return frame;
}

// Shown again and drawn, both ways round, it is the frame it was.
static void expect_still(mote_renderer *renderer, const canvas *canvas,
                         const mote_frame *frame)
{
    for (int again = 0; again < 3; again++) {
        show(renderer, canvas);
        expect_shown(canvas, frame);
        mote_frame same = drawn(renderer);
        assert_memory_equal(same.pixels, frame->pixels,
                            (size_t)frame->width * (size_t)frame->height * 3);
        free(same.pixels);
        // Drawn, shown, and only then taken.
        assert_ok(mote_renderer_draw(renderer));
        show(renderer, canvas);
        expect_shown(canvas, frame);
        assert_ok(mote_renderer_take(renderer, true, &same));
        assert_memory_equal(same.pixels, frame->pixels,
                            (size_t)frame->width * (size_t)frame->height * 3);
        free(same.pixels);
    }
}

static void expect_stands(gl_platform *host, const show_case *c)
{
    mote_view_def view;
    mote_simulation *simulation = simulation_in(host, c, &view);
    mote_renderer *renderer, *fresh;
    canvas canvas = canvas_of(160, 90);
    view.width = 160;
    view.height = 90;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    for (int i = 0; i < 4; i++) {
        step(simulation, 5);
        show(renderer, &canvas);
    }
    mote_frame trailing = drawn(renderer);
    expect_still(renderer, &canvas, &trailing);
    assert_ok(mote_renderer_create(simulation, &view, &fresh));
    mote_frame alone = drawn(fresh);
    bool trails = memcmp(alone.pixels, trailing.pixels, 160 * 90 * 3) != 0;
    assert_int_equal(trails, c->has_trails);
    free(alone.pixels);
    mote_renderer_destroy(fresh);
    view.zoom *= 1.5;
    view.center[0] += 0.1;
    assert_ok(mote_renderer_set_view(renderer, &view));
    assert_ok(mote_renderer_create(simulation, &view, &fresh));
    mote_frame moved = drawn(fresh);
    expect_still(renderer, &canvas, &moved);
    // Trails go on from there.
    step(simulation, 5);
    mote_frame wanted = drawn(fresh), found = drawn(renderer);
    assert_memory_equal(found.pixels, wanted.pixels, 160 * 90 * 3);
    free(trailing.pixels);
    free(moved.pixels);
    free(wanted.pixels);
    free(found.pixels);
    mote_renderer_destroy(renderer);
    mote_renderer_destroy(fresh);
    mote_simulation_destroy(simulation);
    canvas_free(&canvas);
}

static void what_stands_still_is_the_same_and_leaves_no_smear(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    for (size_t i = 0; i < COUNT_OF(show_cases); i++) {
        print_message("%s\n", show_cases[i].name);
        expect_stands(host, &show_cases[i]);
    }
    host->destroy(host);
}

static void without_a_host_there_is_nothing_to_show_in(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    mote_view_def view = mote_default_view_def(scene);
    mote_renderer *renderer;
    view.renderer = MOTE_RENDERER_SOFT;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    expect_error(mote_renderer_show(renderer, 0, 10, 10), MOTE_BAD_INPUT, "host_loader");
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_shown_is_what_is_drawn),
        cmocka_unit_test(what_stands_still_is_the_same_and_leaves_no_smear),
        cmocka_unit_test(without_a_host_there_is_nothing_to_show_in),
    };
    return cmocka_run_group_tests_name("draw_show", tests, NULL, NULL);
}
