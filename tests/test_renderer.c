// SPDX-License-Identifier: MIT
// mote_renderer: what it refuses, what it chooses, and the frames it keeps.

#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define assert_error_has(text) assert_non_null(strstr(mote_last_error(), text))

static const char small[] = "{'model': 'life', 'particles': 100}";

static mote_view_def small_view(const mote_scene *scene)
{
    mote_view_def view = mote_default_view_def(scene);
    view.width = 64;
    view.height = 48;
    view.renderer = MOTE_RENDERER_SOFT;
    return view;
}

static void expect_refused(mote_simulation *simulation, const mote_view_def *view,
                           const char *text)
{
    mote_renderer *renderer = (mote_renderer *)(uintptr_t)1;
    assert_int_equal(mote_renderer_create(simulation, view, &renderer), MOTE_BAD_INPUT);
    assert_null(renderer);
    assert_error_has(text);
}

static void views_that_cannot_be_are_refused(void **state)
{
    (void)state;
    mote_scene *scene = scene_of(small);
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    const mote_view_def good = small_view(scene);
    mote_view_def view = good;
    view.width = 0;
    expect_refused(simulation, &view, "0 x 48");
    view = good;
    view.height = 70000;
    expect_refused(simulation, &view, "64 x 70000");
    view = good;
    view.zoom = 0.0;
    expect_refused(simulation, &view, "zoom is 0");
    view = good;
    view.center[1] = 1e300 * 1e300;
    expect_refused(simulation, &view, "center[1] is inf");
    view = good;
    view.offset[2] = 0.0;
    expect_refused(simulation, &view, "the camera stands where it looks at");
    view = good;
    view.offset[0] = NAN;
    expect_refused(simulation, &view, "offset[0] is nan");
    view = good;
    view.offset[2] = 1e-300;
    expect_refused(simulation, &view, "the camera stands where it looks at");
    view = good;
    view.up[2] = NAN;
    expect_refused(simulation, &view, "up[2] is nan");
    view = good;
    view.up[1] = 0.0;
    expect_refused(simulation, &view, "up is 0, 0, 0");
    view = good;
    memcpy(view.up, view.offset, sizeof view.up);
    expect_refused(simulation, &view, "points along the line of sight");
    const double angles[] = {0.0, 0.5, -0.1, NAN, 1e300};
    for (size_t i = 0; i < COUNT_OF(angles); i++) {
        view = good;
        view.field_of_view = angles[i];
        expect_refused(simulation, &view, "expected a number of turns from 0.0001 to");
    }
    view = good;
    view.projection = (mote_projection)7;
    expect_refused(simulation, &view, "projection is 7");
    view = good;
    view.follow = 100;
    expect_refused(simulation, &view, "cannot follow particle 100: ids go from 0 to 99");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void more_images_than_can_be_drawn_are_refused(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'life', 'particles': 3000000}");
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    mote_view_def view = small_view(scene);
    view.zoom = 1e-3;
    expect_refused(simulation, &view, "zoom in");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void default_view_is_the_scene_s(void **state)
{
    (void)state;
    mote_scene *scene =
        scene_of("{'model': 'life', 'view': {'zoom': 2.5, 'center': [0.25, 0.75]}}");
    mote_view_def view = mote_default_view_def(scene);
    assert_true(view.zoom == 2.5);
    assert_true(view.center[0] == 0.25);
    assert_true(view.center[1] == 0.75);
    assert_int_equal(view.follow, -1);
    assert_int_equal(view.width, 1920);
    mote_scene_destroy(scene);
}

static mote_frame frame_of(mote_renderer *renderer)
{
    mote_frame frame;
    assert_ok(mote_renderer_draw(renderer));
    assert_ok(mote_renderer_take(renderer, true, &frame));
    assert_non_null(frame.pixels);
    return frame;
}

// From a renderer of its own.
static mote_frame fresh_frame(mote_simulation *simulation, const mote_view_def *view)
{
    mote_renderer *renderer = NULL;
    assert_ok(mote_renderer_create(simulation, view, &renderer));
    mote_frame frame = frame_of(renderer);
    mote_renderer_destroy(renderer);
    return frame;
}

static void expect_same(const mote_frame *a, const mote_frame *b, bool same)
{
    size_t size = (size_t)a->width * (size_t)a->height * (size_t)a->channels;
    assert_int_equal(memcmp(a->pixels, b->pixels, size) == 0, same);
}

// Whatever the view is changed to, frames are those of a renderer made for it.
static void a_view_may_change_between_frames(void **state)
{
    const test_backend *on = *state;
    mote_scene *scene = scene_of("{'particles': 300, 'dimension': 3}");
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    mote_view_def view = small_view(scene);
    view.renderer = on->kind == MOTE_BACKEND_GL ? MOTE_RENDERER_GL : MOTE_RENDERER_SOFT;
    mote_renderer *renderer = NULL;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    mote_frame before = frame_of(renderer);
    for (int i = 0; i < 6; i++) {
        mote_view_orbit(&view, 0.1, 0.02);
        mote_view_dolly(&view, 0.9);
        view.zoom *= 1.1;
        view.center[0] += 0.02;
        view.projection = (mote_projection)(i != 3);
        view.follow = i == 4 ? 17 : -1;
        assert_ok(mote_renderer_set_view(renderer, &view));
        mote_frame frame = frame_of(renderer);
        mote_frame expected = fresh_frame(simulation, &view);
        expect_same(&frame, &expected, true);
        expect_same(&frame, &before, false);
        assert_int_equal(frame.index, i + 1);
        free(before.pixels);
        free(expected.pixels);
        before = frame;
        step(simulation, 1);
    }
    free(before.pixels);
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void expect_kept(mote_renderer *renderer, const mote_view_def *view,
                        const char *text)
{
    assert_int_equal(mote_renderer_set_view(renderer, view), MOTE_BAD_INPUT);
    assert_error_has(text);
}

// And the renderer goes on with the view that it had.
static void views_that_a_renderer_cannot_go_on_with_are_refused(void **state)
{
    (void)state;
    mote_scene *scene = scene_of(small);
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    const mote_view_def good = small_view(scene);
    mote_renderer *renderer = NULL;
    assert_ok(mote_renderer_create(simulation, &good, &renderer));
    mote_frame expected = frame_of(renderer);
    mote_view_def view = good;
    view.width = 65;
    expect_kept(renderer, &view, "64 x 48 pixels cannot go on with 65 x 48 pixels");
    view = good;
    view.alpha = true;
    expect_kept(renderer, &view, "with 64 x 48 pixels with alpha");
    view = good;
    view.threads = 3;
    expect_kept(renderer, &view, "another number of threads");
    view = good;
    view.renderer = MOTE_RENDERER_AUTO;
    expect_kept(renderer, &view, "another kind of renderer");
    view = good;
    view.zoom = -1.0;
    expect_kept(renderer, &view, "zoom is -1");
    view = good;
    view.offset[2] = 0.0;
    expect_kept(renderer, &view, "the camera stands where it looks at");
    mote_frame frame = frame_of(renderer);
    expect_same(&frame, &expected, true);
    free(frame.pixels);
    free(expected.pixels);
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// What the sprites are sorted by.
static void the_eye_is_written_where_sprites_are_sorted(void **state)
{
    for (int alpha = 0; alpha < 2; alpha++) {
        mote_scene *scene =
            scene_of("{'particles': 50, 'dimension': 3, 'view': {'blend': '%s',"
                     " 'center': [0.25, 0.5, 0.75], 'position': [0.25, 0.5, 2]}}",
                     alpha ? "alpha" : "add");
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        mote_view_def view = small_view(scene);
        mote_frame frame = fresh_frame(simulation, &view);
        free(frame.pixels);
        assert_int_equal(simulation->plan->sorts, alpha);
        uint32_t *eye = buffer_of(simulation, "eye");
        if (alpha) {
            const uint32_t expected[8] = {0x40000000, 0x80000000, 0xc0000000, 0, 0,
                                          0xaf800000, 0,          0}; // -2^-32
            for (int i = 0; i < 8; i++) { // zeros of either sign
                assert_int_equal(i == 3 || i == 4 ? eye[i] & 0x7fffffff : eye[i],
                                 expected[i]);
            }
        }
        free(eye);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void scene_may_go_before_the_renderer(void **state)
{
    (void)state;
    mote_scene *scene = scene_of(small);
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    mote_view_def view = small_view(scene);
    mote_scene_destroy(scene);
    mote_renderer *renderer = NULL;
    mote_frame frame;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    assert_ok(mote_renderer_draw(renderer));
    assert_ok(mote_renderer_take(renderer, true, &frame));
    assert_non_null(frame.pixels);
    assert_int_equal(frame.width, 64);
    assert_int_equal(frame.height, 48);
    assert_int_equal(frame.channels, 3);
    assert_non_null(strstr(mote_renderer_name(renderer), "software ("));
    free(frame.pixels);
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
}

// Frames drawn ahead wait in their order; past 64 of them something is wrong.
static void expect_order(mote_simulation *simulation, const mote_view_def *view)
{
    mote_renderer *renderer = NULL;
    mote_frame frame;
    assert_ok(mote_renderer_create(simulation, view, &renderer));
    assert_ok(mote_renderer_take(renderer, true, &frame));
    assert_null(frame.pixels);
    mote_status status = MOTE_OK;
    uint64_t drawn = 0;
    while (drawn < 100 && (status = mote_renderer_draw(renderer)) == MOTE_OK) {
        drawn++;
    }
    assert_int_equal(status, MOTE_FAILED);
    assert_error_has("mote_renderer_take");
    assert_in_range(drawn, 64, 80);
    for (uint64_t i = 0; i < drawn; i++) {
        assert_ok(mote_renderer_take(renderer, true, &frame));
        assert_non_null(frame.pixels);
        assert_int_equal(frame.index, i);
        free(frame.pixels);
    }
    assert_ok(mote_renderer_take(renderer, true, &frame));
    assert_null(frame.pixels);
    assert_ok(mote_renderer_draw(renderer)); // goes on
    mote_renderer_destroy(renderer);         // with a frame under way
}

static void frames_drawn_ahead_wait(void **state)
{
    mote_scene *scene = scene_of(small);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    mote_view_def view = small_view(scene);
    expect_order(simulation, &view);
    if (mote_simulation_backend(simulation) == MOTE_BACKEND_GL) {
        view.renderer = MOTE_RENDERER_GL;
        expect_order(simulation, &view);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void automatic_choice_draws_where_it_simulates(void **state)
{
    const test_backend *on = *state;
    mote_scene *scene = scene_of(small);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    mote_view_def view = small_view(scene);
    view.renderer = MOTE_RENDERER_AUTO;
    mote_renderer *renderer = NULL;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    const char *name = mote_renderer_name(renderer);
    bool is_gl = strncmp(name, "OpenGL (", 8) == 0;
    assert_true(is_gl || strncmp(name, "software (", 10) == 0);
    if (on->kind == MOTE_BACKEND_GL) {
        assert_true(is_gl);
    } else {
        assert_null(strstr(name, "llvmpipe")); // slower than the software renderer
    }
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Two large discs in the middle of the frame, red with id 0 and blue with id 1, at these
// fractions of the world's depth, the other axes being equal: which one is seen?
static char seen_of(mote_simulation *simulation, const mote_view_def *view,
                    const double depths[2])
{
    uint32_t position[6];
    for (int i = 0; i < 6; i++) {
        double place = i % 3 == 2 ? depths[i / 3] : 0.5;
        position[i] = (uint32_t)(place * 4294967296.0);
    }
    write_buffer(simulation, BUFFER_position, position);
    mote_renderer *renderer = NULL;
    mote_frame frame;
    assert_ok(mote_renderer_create(simulation, view, &renderer));
    assert_ok(mote_renderer_draw(renderer));
    assert_ok(mote_renderer_take(renderer, true, &frame));
    const uint8_t *middle = frame.pixels + 3 * (24 * 64 + 32);
    char seen = middle[0] == 255 && middle[2] == 0   ? 'r'
                : middle[0] == 0 && middle[2] == 255 ? 'b'
                                                     : '?';
    free(frame.pixels);
    mote_renderer_destroy(renderer);
    return seen;
}

static void expect_the_nearer(mote_simulation *simulation, mote_view_def view)
{
    const double near_far[2] = {0.7, 0.3}, far_near[2] = {0.3, 0.7};
    const double equal[2] = {0.5, 0.5}, apart[2] = {0.9, 0.1};
    // Seen from +z, where the camera stands.
    assert_int_equal(seen_of(simulation, &view, near_far), 'r');
    assert_int_equal(seen_of(simulation, &view, far_near), 'b');
    assert_int_equal(seen_of(simulation, &view, equal), 'b'); // the later id
    assert_int_equal(seen_of(simulation, &view, apart), 'r');
    // From the followed particle on the world is seen up to half a box to either side.
    view.follow = 1;
    assert_int_equal(seen_of(simulation, &view, apart), 'b');
    assert_int_equal(seen_of(simulation, &view, near_far), 'r');
}

static void what_is_nearer_hides_what_is_farther(void **state)
{
    mote_scene *scene = scene_of("{'dimension': 3, 'particles': 2, 'species':"
                                 " [{'color': '#ff0000'}, {'color': '#0000ff'}],"
                                 " 'view': {'radius': 0.2, 'haze': 0, 'projection':"
                                 " 'orthographic', 'position': [0.5, 0.5, 3]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    const uint32_t identity[4] = {0, 0, 1, 1};
    write_buffer(simulation, BUFFER_identity, identity);
    mote_view_def view = small_view(scene);
    expect_the_nearer(simulation, view);
    if (mote_simulation_backend(simulation) == MOTE_BACKEND_GL) {
        view.renderer = MOTE_RENDERER_GL;
        expect_the_nearer(simulation, view);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void destroying_nothing_is_fine(void **state)
{
    (void)state;
    mote_renderer_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_that_cannot_be_are_refused),
        cmocka_unit_test(more_images_than_can_be_drawn_are_refused),
        cmocka_unit_test(default_view_is_the_scene_s),
        ON_EACH_BACKEND(a_view_may_change_between_frames),
        cmocka_unit_test(views_that_a_renderer_cannot_go_on_with_are_refused),
        ON_EACH_BACKEND(the_eye_is_written_where_sprites_are_sorted),
        cmocka_unit_test(scene_may_go_before_the_renderer),
        ON_EACH_BACKEND(frames_drawn_ahead_wait),
        ON_EACH_BACKEND(automatic_choice_draws_where_it_simulates),
        ON_EACH_BACKEND(what_is_nearer_hides_what_is_farther),
        cmocka_unit_test(destroying_nothing_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
