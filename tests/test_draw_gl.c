// SPDX-License-Identifier: MIT
// The OpenGL renderer against the software renderer: on synthetic particles that show one
// thing each, and on every scene of assets/scenes. And what it leaves of a host's state.

#include "support.h"
#include "synthetic.h"

#include "draw/draw_program.h"
#include "sim/scene.h"

#include <glad/gl.h>

#include <stdio.h>
#include <string.h>

#define PSNR_LEAST 40.0 // dB

static gl_context *need_context(void **state)
{
    if (*state == NULL) {
        skip();
    }
    return *state;
}

static void expect_alike(const char *what, const image *gl, const image *soft,
                         const uint8_t background[3])
{
    image_difference d = image_compare(gl, soft, background);
    print_message("%s: %.1f dB over %.0f %% of the frame, at most %d apart\n", what,
                  d.psnr, 100.0 * d.lit, d.largest);
    if (!(d.psnr >= PSNR_LEAST)) {
        fail_msg("%s: OpenGL and software differ: %.1f dB", what, d.psnr);
    }
}

static void compare(void **state, const char *what, const synthetic *s)
{
    gl_context *context = need_context(state);
    image gl = synthetic_draw(s, context);
    image soft = synthetic_draw(s, NULL);
    expect_alike(what, &gl, &soft, synthetic_background);
    free(gl.pixels);
    free(soft.pixels);
}

// ---- Synthetic particles -------------------------------------------------------------

static void discs_and_halos_look_alike(void **state)
{
    for (int kind = 0; kind < 8; kind++) {
        synthetic s = synthetic_default();
        s.halo = kind & 1;
        s.additive = kind & 2;
        s.by_speed = kind & 4;
        s.opacity = 0.6;
        compare(state, "discs, halos", &s);
    }
}

static void trails_look_alike(void **state)
{
    for (int kind = 0; kind < 4; kind++) {
        synthetic s = synthetic_default();
        s.halo = kind & 1;
        s.additive = kind & 2;
        s.trails = 6.0;
        s.frames = 12;
        s.opacity = 0.7;
        s.count = 500;
        compare(state, "trails", &s);
    }
}

static void transparent_frames_look_alike(void **state)
{
    for (int kind = 0; kind < 8; kind++) {
        synthetic s = synthetic_default();
        s.alpha = true;
        s.halo = kind & 1;
        s.additive = kind & 2;
        s.trails = kind & 4 ? 4.0 : 0.0;
        s.frames = 3;
        s.opacity = 0.8;
        compare(state, "transparent", &s);
    }
}

static void every_zoom_looks_alike(void **state)
{
    const double zooms[] = {0.05, 0.4, 0.97, 3.0, 50.0, 2000.0};
    for (size_t i = 0; i < COUNT_OF(zooms); i++) {
        synthetic s = synthetic_default();
        s.zoom = zooms[i];
        s.follow = i == 5 ? 11 : -1; // else nothing would be in view
        s.count = i < 4 ? 2000 : 200000;
        s.radius = i < 4 ? 0.008 : 0.001;
        s.halo = i & 1;
        compare(state, "zoom", &s);
    }
}

static void worlds_of_every_shape_look_alike(void **state)
{
    for (int kind = 0; kind < 4; kind++) {
        synthetic s = synthetic_default();
        s.wraps = kind & 1;
        s.size[kind / 2] = 5.0;
        s.center[kind / 2] = 2.5;
        s.radius = 0.03;
        compare(state, "long worlds", &s);
    }
}

static void a_followed_particle_looks_alike(void **state)
{
    for (int walls = 0; walls < 2; walls++) {
        synthetic s = synthetic_default();
        s.wraps = walls == 0;
        s.follow = 77;
        s.frames = 4;
        s.zoom = 1.5;
        compare(state, "follow", &s);
    }
}

static void faint_crowds_look_alike(void **state)
{
    for (int additive = 0; additive < 2; additive++) {
        synthetic s = synthetic_default();
        s.count = 300000;
        s.radius = 0.0003;
        s.opacity = 0.3;
        s.additive = additive == 1;
        compare(state, "faint crowds", &s);
    }
}

// ---- Space ---------------------------------------------------------------------------

static void perspectives_look_alike(void **state)
{
    for (int kind = 0; kind < 16; kind++) {
        synthetic s = synthetic_space();
        s.halo = kind & 1;
        s.additive = kind & 2;
        s.wraps = kind & 4;
        s.haze = kind & 8 ? 0.8 : 0.0;
        s.opacity = 0.6;
        compare(state, "perspective", &s);
    }
}

// The camera among the particles: some are behind it, some fade close by.
static void perspectives_from_within_look_alike(void **state)
{
    for (int kind = 0; kind < 8; kind++) {
        synthetic s = synthetic_space();
        s.wraps = kind & 1;
        s.projection = (mote_projection)(kind >> 1 & 1);
        s.follow = kind & 4 ? 123 : -1;
        s.haze = 0.5;
        s.offset[0] = 0.02;
        s.offset[1] = -0.1;
        s.offset[2] = 0.2;
        s.field_of_view = 0.3;
        s.up[0] = 0.3;
        s.count = 20000;
        s.radius = 0.002;
        compare(state, "from within", &s);
    }
}

static void flat_worlds_aslant_look_alike(void **state)
{
    for (int kind = 0; kind < 4; kind++) {
        synthetic s = synthetic_default();
        s.wraps = kind & 1;
        s.projection = (mote_projection)(kind >> 1);
        s.offset[1] = -2.0;
        s.alpha = kind == 3;
        compare(state, "aslant", &s);
    }
}

// ---- What only OpenGL can do ---------------------------------------------------------

static GLuint buffer_with(const void *data, size_t size)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

static uint8_t *draw_list(painter *painter, const camera *camera, const sprite_list *list)
{
    uint8_t *pixels = NULL;
    assert_ok(painter->draw(painter, camera, list));
    assert_ok(painter->take(painter, true, &pixels));
    assert_non_null(pixels);
    return pixels;
}

// The same context, one of which draws discs as points, the other as quads.
static void points_and_quads(void **state, gl_context contexts[2])
{
    contexts[0] = *need_context(state);
    contexts[1] = contexts[0];
    contexts[1].limits.point_size = 1;
}

static GLuint primitives_of(const synthetic *s, gl_context *context, image *drawn)
{
    GLuint query, primitives;
    glGenQueries(1, &query);
    glBeginQuery(GL_PRIMITIVES_GENERATED, query);
    *drawn = synthetic_draw(s, context);
    glEndQuery(GL_PRIMITIVES_GENERATED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &primitives);
    glDeleteQueries(1, &query);
    return primitives;
}

// Large discs, some of whose middles are outside the frame; small ones; many images; near
// the camera.
static synthetic discs_of_kind(int kind)
{
    synthetic s = kind == 3 ? synthetic_space() : synthetic_default();
    s.frames = 1;
    s.halo = kind == 1;
    s.soft = kind == 2;
    s.radius = kind == 0 ? 0.1 : 0.02;
    s.zoom = kind == 0 ? 4.0 : 0.5;
    s.wraps = kind > 0;
    return s;
}

static void discs_are_points_and_look_as_quads_do(void **state)
{
    gl_context contexts[2];
    points_and_quads(state, contexts);
    for (int kind = 0; kind < 4; kind++) {
        synthetic s = discs_of_kind(kind);
        image points, quads;
        GLuint fewer = primitives_of(&s, &contexts[0], &points);
        GLuint more = primitives_of(&s, &contexts[1], &quads);
        assert_true(more >= 2 * (GLuint)s.count);
        assert_in_range(fewer, more / 2, more / 2 + 4);
        expect_alike("points", &points, &quads, synthetic_background);
        free(points.pixels);
        free(quads.pixels);
    }
}

static void frames_are_resolved_with_and_without_compute_shaders(void **state)
{
    gl_context *context = need_context(state);
    gl_context computes = *context, other = *context;
    computes.has_passed = context->has_compute;
    other.has_passed = false;
    for (int kind = 0; kind < 8; kind++) {
        synthetic s = synthetic_default();
        s.width = 317 + kind % 4;
        s.alpha = kind & 4;
        s.additive = kind & 1;
        s.trails = kind & 2 ? 2.0 : 0.0;
        image a = synthetic_draw(&s, &computes);
        image b = synthetic_draw(&s, &other);
        expect_alike("resolved", &a, &b, synthetic_background);
        free(a.pixels);
        free(b.pixels);
    }
}

static void count_that_only_the_gpu_knows_is_drawn(void **state)
{
    gl_context contexts[2];
    points_and_quads(state, contexts);
    for (int i = 0; i < 4; i++) {
        gl_context *context = &contexts[i / 2];
        synthetic s = synthetic_default();
        s.zoom = i % 2 ? 1.0 : 3.0; // several images, one image
        look look = synthetic_look(&s);
        mote_view_def view = synthetic_view(&s);
        camera camera;
        camera_point(&camera, &look, &view);
        painter *painter = NULL;
        assert_ok(gl_painter_create(&look, &view, context, &painter));
        uint32_t *sprites = synthetic_sprites(&s, 0);
        const uint32_t draw_size[4] = {4, (uint32_t)s.count, 0, 0};
        GLuint buffers[2] = {buffer_with(sprites, (size_t)s.count * 16),
                             buffer_with(draw_size, sizeof draw_size)};
        sprite_list on_cpu = {.sprites = sprites, .count = (uint32_t)s.count};
        sprite_list on_gpu = {.gl_sprites = buffers[0], .gl_draw_size = buffers[1]};
        uint8_t *expected = draw_list(painter, &camera, &on_cpu);
        uint8_t *found = draw_list(painter, &camera, &on_gpu);
        assert_memory_equal(expected, found, frame_size(320, 240, false));
        free(expected);
        free(found);
        free(sprites);
        glDeleteBuffers(2, buffers);
        painter->destroy(painter);
    }
}

static void odd_sizes_look_alike(void **state)
{
    const int sizes[][2] = {{1, 1}, {3, 17}, {61, 33}, {640, 5}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        synthetic s = synthetic_default();
        s.width = sizes[i][0];
        s.height = sizes[i][1];
        s.trails = 3.0;
        s.frames = 2;
        compare(state, "odd sizes", &s);
    }
}

static void frames_past_the_limit_are_refused(void **state)
{
    gl_context *context = need_context(state);
    synthetic s = synthetic_default();
    gl_context small = *context;
    look look = synthetic_look(&s);
    mote_view_def view = synthetic_view(&s);
    painter *painter = NULL;
    small.limits.texture_size = 256;
    assert_int_equal(gl_painter_create(&look, &view, &small, &painter), MOTE_UNAVAILABLE);
    assert_null(painter);
    assert_non_null(strstr(mote_last_error(), "320 x 240"));
}

// ---- Frames on their way -------------------------------------------------------------

static void frames_come_in_their_order(void **state)
{
    gl_context *context = need_context(state);
    synthetic s = synthetic_default();
    look look = synthetic_look(&s);
    mote_view_def view = synthetic_view(&s);
    camera camera;
    camera_point(&camera, &look, &view);
    const int blues[] = {87, 62, 120}; // of species 0, 1, 2
    painter *painter = NULL;
    assert_ok(gl_painter_create(&look, &view, context, &painter));
    assert_int_equal(painter->slots, COUNT_OF(blues));
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < (int)COUNT_OF(blues); i++) {
            uint32_t sprite[4] = {0x80000000u, 0x80000000u, 0, (uint32_t)i};
            sprite_list list = {.sprites = sprite, .count = 1};
            assert_ok(painter->draw(painter, &camera, &list));
        }
        for (int i = 0; i < (int)COUNT_OF(blues); i++) {
            uint8_t *pixels = NULL;
            assert_ok(painter->take(painter, true, &pixels));
            assert_int_equal(pixels[(120 * 320 + 160) * 3 + 2], blues[i]);
            free(pixels);
        }
        uint8_t *none = NULL;
        assert_ok(painter->take(painter, false, &none));
        assert_null(none);
    }
    painter->destroy(painter);
}

// ---- A host's state ------------------------------------------------------------------

static const GLenum watched[] = {
    GL_BLEND_SRC_RGB,
    GL_BLEND_DST_ALPHA,
    GL_BLEND_EQUATION_RGB,
    GL_CURRENT_PROGRAM,
    GL_VERTEX_ARRAY_BINDING,
    GL_DRAW_FRAMEBUFFER_BINDING,
    GL_ARRAY_BUFFER_BINDING,
    GL_PIXEL_PACK_BUFFER_BINDING,
    GL_PACK_ALIGNMENT,
    GL_ACTIVE_TEXTURE,
    GL_TEXTURE_BINDING_2D,
    GL_SAMPLER_BINDING,
    GL_READ_FRAMEBUFFER_BINDING,
};

static void note_state(GLint values[32])
{
    for (size_t i = 0; i < COUNT_OF(watched); i++) {
        glGetIntegerv(watched[i], &values[i]);
    }
    glGetIntegerv(GL_VIEWPORT, values + 16);
    values[20] = glIsEnabled(GL_DEPTH_TEST);
    values[21] = glIsEnabled(GL_SCISSOR_TEST);
    values[22] = glIsEnabled(GL_BLEND);
    values[23] = glIsEnabled(GL_CULL_FACE);
}

static void state_is_left_as_it_was_found(void **state)
{
    gl_context *context = need_context(state);
    GLuint array, buffer, texture, sampler;
    glGenVertexArrays(1, &array);
    glGenBuffers(1, &buffer);
    glGenTextures(1, &texture);
    glGenSamplers(1, &sampler);
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(1, sampler);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glViewport(1, 2, 3, 4);
    glScissor(0, 0, 1, 1);
    const GLenum on[] = {GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_BLEND, GL_CULL_FACE};
    for (size_t i = 0; i < COUNT_OF(on); i++) {
        glEnable(on[i]);
    }
    glBlendFunc(GL_DST_COLOR, GL_ZERO);
    glBlendEquation(GL_MAX);
    GLint before[32] = {0}, after[32] = {0};
    note_state(before);
    synthetic s = synthetic_default();
    s.trails = 3.0;
    s.frames = 2;
    compare(state, "a host's state", &s);
    note_state(after);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    for (size_t i = 0; i < COUNT_OF(on); i++) {
        glDisable(on[i]);
    }
    glBlendEquation(GL_FUNC_ADD);
    glBindVertexArray(0);
    glBindSampler(1, 0);
    glDeleteVertexArrays(1, &array);
    glDeleteBuffers(1, &buffer);
    glDeleteTextures(1, &texture);
    glDeleteSamplers(1, &sampler);
    (void)context;
}

static void program_that_was_deleted_in_use_is_let_go(void **state)
{
    gl_context *context = need_context(state);
    synthetic s = synthetic_default();
    for (int passed = 0; passed < 2; passed++) {
        gl_context own = *context;
        own.has_passed = passed == 1 && context->has_compute;
        GLuint program = 0;
        assert_ok(draw_program_create("screen.vert", "trail.frag", "", &program));
        glUseProgram(program);
        glDeleteProgram(program);
        free(synthetic_draw(&s, &own).pixels);
        assert_int_equal(glGetError(), GL_NO_ERROR);
    }
}

// ---- Every scene ---------------------------------------------------------------------

// The camera moves from frame to frame where space has depth.
static image draw_scene(mote_simulation *simulation, mote_view_def view,
                        mote_renderer_kind kind)
{
    mote_renderer *renderer = NULL;
    mote_frame frame = {0};
    view.renderer = kind;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    for (int i = 0; i < 3; i++) {
        free(frame.pixels);
        if (view.projection == MOTE_PROJECTION_PERSPECTIVE) {
            mote_view_orbit(&view, 0.03, 0.01);
            assert_ok(mote_renderer_set_view(renderer, &view));
        }
        assert_ok(mote_renderer_draw(renderer));
        assert_ok(mote_renderer_take(renderer, true, &frame));
        assert_non_null(frame.pixels);
        assert_int_equal(frame.index, i);
    }
    mote_renderer_destroy(renderer);
    return (image){frame.width, frame.height, frame.channels, frame.pixels};
}

static void compare_scene(const scene_file *file, bool alpha, const char *dimension)
{
    mote_scene *scene = NULL;
    assert_ok(mote_scene_parse(file->name, file->text, strlen(file->text), &scene));
    // Where a scene gives places, they have as many numbers as it has dimensions: those
    // are drawn in their own alone.
    char own[2] = {(char)('0' + scene->dimension), '\0'};
    bool is_other = strcmp(own, dimension) != 0 && !scene->model->emits;
    if (is_other && mote_scene_set(scene, "dimension", dimension) != MOTE_OK) {
        mote_scene_destroy(scene);
        return;
    }
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    mote_view_def view = mote_default_view_def(scene);
    view.width = 640;
    view.height = 360;
    view.alpha = alpha;
    step(simulation, 20);
    image gl = draw_scene(simulation, view, MOTE_RENDERER_GL);
    image soft = draw_scene(simulation, view, MOTE_RENDERER_SOFT);
    expect_alike(file->name, &gl, &soft, scene->view.background);
    free(gl.pixels);
    free(soft.pixels);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void every_scene_looks_alike(void **state)
{
    need_context(state);
    for (const scene_file *file = scene_files; file->name != NULL; file++) {
        compare_scene(file, false, "2");
    }
}

static void every_scene_looks_alike_in_space(void **state)
{
    need_context(state);
    for (const scene_file *file = scene_files; file->name != NULL; file++) {
        compare_scene(file, false, "3");
    }
}

static void every_scene_looks_alike_on_nothing(void **state)
{
    need_context(state);
    for (const scene_file *file = scene_files; file->name != NULL; file++) {
        compare_scene(file, true, "2");
    }
}

// Drawn from the simulation's own buffers, the picture is the one of uploaded sprites.
static void buffers_on_the_gpu_are_drawn_in_place(void **state)
{
    need_context(state);
    const double zooms[] = {1.0, 3.0}; // several images, one image
    for (size_t i = 0; i < COUNT_OF(zooms); i++) {
        mote_scene *scene = scene_of("{'model': 'life', 'particles': 3000}");
        mote_simulation *gl = simulation_on(&test_gl, scene, NULL);
        mote_simulation *cpu = simulation_on(&test_cpu, scene, NULL);
        mote_view_def view = mote_default_view_def(scene);
        view.width = 320;
        view.height = 200;
        view.zoom = zooms[i];
        view.follow = 5;
        image in_place = draw_scene(gl, view, MOTE_RENDERER_GL);
        image uploaded = draw_scene(cpu, view, MOTE_RENDERER_GL);
        image soft = draw_scene(gl, view, MOTE_RENDERER_SOFT);
        assert_memory_equal(in_place.pixels, uploaded.pixels,
                            frame_size(320, 200, false));
        expect_alike("buffers in place", &in_place, &soft, scene->view.background);
        free(in_place.pixels);
        free(uploaded.pixels);
        free(soft.pixels);
        mote_simulation_destroy(gl);
        mote_simulation_destroy(cpu);
        mote_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discs_and_halos_look_alike),
        cmocka_unit_test(trails_look_alike),
        cmocka_unit_test(transparent_frames_look_alike),
        cmocka_unit_test(every_zoom_looks_alike),
        cmocka_unit_test(worlds_of_every_shape_look_alike),
        cmocka_unit_test(a_followed_particle_looks_alike),
        cmocka_unit_test(faint_crowds_look_alike),
        cmocka_unit_test(perspectives_look_alike),
        cmocka_unit_test(perspectives_from_within_look_alike),
        cmocka_unit_test(flat_worlds_aslant_look_alike),
        cmocka_unit_test(discs_are_points_and_look_as_quads_do),
        cmocka_unit_test(frames_are_resolved_with_and_without_compute_shaders),
        cmocka_unit_test(count_that_only_the_gpu_knows_is_drawn),
        cmocka_unit_test(odd_sizes_look_alike),
        cmocka_unit_test(frames_past_the_limit_are_refused),
        cmocka_unit_test(frames_come_in_their_order),
        cmocka_unit_test(state_is_left_as_it_was_found),
        cmocka_unit_test(program_that_was_deleted_in_use_is_let_go),
        cmocka_unit_test(every_scene_looks_alike),
        cmocka_unit_test(every_scene_looks_alike_on_nothing),
        cmocka_unit_test(every_scene_looks_alike_in_space),
        cmocka_unit_test(buffers_on_the_gpu_are_drawn_in_place),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
