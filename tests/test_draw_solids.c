// SPDX-License-Identifier: MIT
// Colliders in frames: pixels whose places lie inside one have the colour of what is
// solid, all others that of the background, wherever a camera stands; and OpenGL draws
// them as the software renderer does.

#include "support.h"
#include "synthetic.h"

#include "sim/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PSNR_LEAST 40.0 // dB
#define WIDTH      150
#define HEIGHT     110

// The world is 3 x 2. Planes and boxes, a disc; and the sides of what holds particles in.
#define THREE                                                                            \
    "[{'normal': [1, 2], 'position': [1.5, 0.1]}, {'shape': 'sphere', 'position': [2, "  \
    "1.4], 'radius': 0.3}, {'shape': 'box', 'position': [0.1, 1.2], 'size': [0.8, "      \
    "0.4]}]"
#define BOWL                                                                             \
    "[{'shape': 'sphere', 'position': [1.4, 1], 'radius': 0.7, 'solid': 'outside'}]"

// How deep inside what is solid, by no code of ours, world units.
static double depth_in_three(double x, double y)
{
    double plane = -((x - 1.5) + 2.0 * (y - 0.1)) / sqrt(5.0);
    double disc = 0.3 - hypot(x - 2.0, y - 1.4);
    double box = fmin(0.4 - fabs(x - 0.1), 0.2 - fabs(y - 1.2));
    return fmax(plane, fmax(disc, box));
}

static double depth_in_bowl(double x, double y)
{
    return hypot(x - 1.4, y - 1.0) - 0.7;
}

typedef struct world {
    const char *edges, *colliders, *background;
    double (*depth)(double x, double y);
    uint8_t empty[3], solid[3]; // colours
} world;

static const world worlds[] = {
    {"bounce", THREE, "#0b0e14", depth_in_three, {11, 14, 20}, {52, 55, 60}},
    {"wrap", THREE, "#0b0e14", depth_in_three, {11, 14, 20}, {52, 55, 60}},
    {"open", BOWL, "#ffffff", depth_in_bowl, {255, 255, 255}, {212, 212, 212}},
    {"bounce", BOWL, "#ffffff", depth_in_bowl, {255, 255, 255}, {212, 212, 212}},
};

// One particle that stands still, and is too small and faint to see.
static mote_scene *scene_in(const world *w, const char *view)
{
    return scene_of(
        "{'model': 'emitter', 'particles': 10, 'dimension': 2, 'world': {'width': 3, "
        "'height': 2, 'edges': '%s', 'border': 1}, 'emitter': {'emitters': [{'bursts': "
        "[[0, 1]], 'rate': 0, 'position': [0.9, 1.2], 'speed': 0, 'lifetime': 100, "
        "'gravity_scale': 0, 'particle_radius': 1e-6}], 'colliders': %s}, 'view': "
        "{'background': '%s' %s}}",
        w->edges, w->colliders, w->background, view);
}

static image draw_on(const test_backend *on, const mote_scene *scene, mote_view_def view,
                     mote_renderer_kind kind)
{
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    mote_renderer *renderer = NULL;
    mote_frame frame = {0};
    view.renderer = kind;
    step(simulation, 2);
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    assert_ok(mote_renderer_draw(renderer));
    assert_ok(mote_renderer_take(renderer, true, &frame));
    assert_non_null(frame.pixels);
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    return (image){frame.width, frame.height, frame.channels, frame.pixels};
}

static image draw(const mote_scene *scene, mote_view_def view, mote_renderer_kind kind)
{
    return draw_on(&test_cpu, scene, view, kind);
}

static mote_view_def view_of(const mote_scene *scene)
{
    mote_view_def view = mote_default_view_def(scene);
    view.width = WIDTH;
    view.height = HEIGHT;
    return view;
}

static void expect_color(const image *frame, int column, int row, const uint8_t color[3])
{
    const uint8_t *pixel =
        frame->pixels + (ptrdiff_t)(row * frame->width + column) * frame->channels;
    for (int c = 0; c < 3; c++) {
        if (abs(pixel[c] - color[c]) > 1) {
            fail_msg("pixel %d, %d is %d, %d, %d and not %d, %d, %d", column, row,
                     pixel[0], pixel[1], pixel[2], color[0], color[1], color[2]);
        }
    }
}

// ---- Straight from above -------------------------------------------------------------

// Every pixel that no edge is near: how many there were of what is solid, and of what is
// not.
static void expect_pixels(const world *w, const image *frame, const double center[2],
                          double scale, int seen[2])
{
    bool wraps = strcmp(w->edges, "wrap") == 0;
    for (int row = 0; row < HEIGHT; row++) {
        for (int column = 0; column < WIDTH; column++) {
            double x = center[0] + (column + 0.5 - 0.5 * WIDTH) / scale;
            double y = center[1] - (row + 0.5 - 0.5 * HEIGHT) / scale;
            x = wraps ? x - 3.0 * floor(x / 3.0) : x;
            y = wraps ? y - 2.0 * floor(y / 2.0) : y;
            double edge = fmin(fmin(x, 3.0 - x), fmin(y, 2.0 - y));
            double depth = w->depth(x, y);
            bool is_solid = depth > 0.0 && edge > 0.0;
            bool is_at_edge = fabs(edge) * scale < 1.5 || fabs(depth) * scale < 1.5;
            bool is_particle = hypot(x - 0.9, y - 1.2) * scale < 3.0;
            if (!is_at_edge && !is_particle) {
                expect_color(frame, column, row, is_solid ? w->solid : w->empty);
                seen[is_solid]++;
            }
        }
    }
}

static void expect_zooms(const world *w, mote_renderer_kind kind)
{
    const double zooms[] = {0.3, 1.0, 2.5};
    int seen[2] = {0};
    mote_scene *scene = scene_in(w, "");
    for (size_t i = 0; i < COUNT_OF(zooms); i++) {
        for (int follow = 0; follow < 2; follow++) {
            mote_view_def view = view_of(scene);
            view.zoom = zooms[i];
            view.follow = follow ? 0 : -1;
            view.center[0] = follow ? 0.9 : 1.6;
            view.center[1] = follow ? 1.2 : 0.8;
            double scale = fmin(WIDTH / 3.0, HEIGHT / 2.0) * zooms[i];
            image frame = draw(scene, view, kind);
            expect_pixels(w, &frame, view.center, scale, seen);
            free(frame.pixels);
        }
    }
    assert_true(seen[0] > 1000 && seen[1] > 1000);
    mote_scene_destroy(scene);
}

static void pixels_inside_are_solid_in_software(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(worlds); i++) {
        expect_zooms(&worlds[i], MOTE_RENDERER_SOFT);
    }
}

static void pixels_inside_are_solid_in_gl(void **state)
{
    if (*state == NULL) {
        skip();
    }
    for (size_t i = 0; i < COUNT_OF(worlds); i++) {
        expect_zooms(&worlds[i], MOTE_RENDERER_GL);
    }
}

// ---- Aslant --------------------------------------------------------------------------

static void normalize(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int axis = 0; axis < 3; axis++) {
        v[axis] /= length;
    }
}

static void cross(const double a[3], const double b[3], double product[3])
{
    for (int axis = 0; axis < 3; axis++) {
        int j = (axis + 1) % 3, k = (axis + 2) % 3;
        product[axis] = a[j] * b[k] - a[k] * b[j];
    }
    normalize(product);
}

// Where a place of the flat world stands in the frame; *scale: pixels of a world unit
// there. Both projections show what is around the center as large.
static void project(const mote_view_def *view, double x, double y, double pixel[2],
                    double *scale)
{
    double back[3], right[3], up[3], distance = 0.0, across = 0.0, above = 0.0;
    double towards = 0.0;
    const double from_center[3] = {x - view->center[0], y - view->center[1], 0.0};
    for (int axis = 0; axis < 3; axis++) {
        back[axis] = view->offset[axis];
        distance += back[axis] * back[axis];
    }
    distance = sqrt(distance);
    normalize(back);
    cross(view->up, back, right);
    cross(back, right, up);
    for (int axis = 0; axis < 3; axis++) {
        across += right[axis] * from_center[axis];
        above += up[axis] * from_center[axis];
        towards += back[axis] * from_center[axis];
    }
    double half = tan(view->field_of_view * 3.14159265358979) * distance;
    *scale = 0.5 * HEIGHT / half;
    if (view->projection == MOTE_PROJECTION_ORTHOGRAPHIC) {
        *scale = fmin(WIDTH / 3.0, HEIGHT / 2.0);
    } else {
        *scale *= distance / (distance - towards);
    }
    pixel[0] = 0.5 * WIDTH + across * *scale;
    pixel[1] = 0.5 * HEIGHT - above * *scale;
}

static void expect_places(const mote_view_def *view, const image *frame)
{
    int seen[2] = {0};
    for (int i = 1; i < 60; i++) {
        for (int j = 1; j < 40; j++) {
            double x = i * 0.05, y = j * 0.05, pixel[2], scale;
            project(view, x, y, pixel, &scale);
            bool is_seen =
                pixel[0] > 0.0 && pixel[0] < WIDTH && pixel[1] > 0.0 && pixel[1] < HEIGHT;
            double depth = depth_in_three(x, y);
            double edge = fmin(fmin(x, 3.0 - x), fmin(y, 2.0 - y));
            bool is_particle = hypot(x - 0.9, y - 1.2) < 0.15;
            if (is_seen && !is_particle && fmin(fabs(depth), edge) * scale > 4.0) {
                expect_color(frame, (int)pixel[0], (int)pixel[1],
                             depth > 0.0 ? worlds[0].solid : worlds[0].empty);
                seen[depth > 0.0]++;
            }
        }
    }
    assert_true(seen[0] > 50 && seen[1] > 50);
}

static void a_world_aslant_shows_them(void **state)
{
    for (int kind = 0; kind < 16; kind++) {
        mote_scene *scene = scene_in(&worlds[kind >> 3], "");
        mote_view_def view = view_of(scene);
        const double offset[3] = {1.0, kind & 1 ? -2.5 : 1.0, kind & 4 ? -3.0 : 3.0};
        memcpy(view.offset, offset, sizeof offset);
        view.up[0] = 0.2;
        view.projection = (mote_projection)(kind >> 1 & 1);
        image soft = draw(scene, view, MOTE_RENDERER_SOFT);
        expect_places(&view, &soft);
        if (*state != NULL) {
            image gl = draw(scene, view, MOTE_RENDERER_GL);
            expect_places(&view, &gl);
            free(gl.pixels);
        }
        free(soft.pixels);
        mote_scene_destroy(scene);
    }
}

static void a_world_from_its_edge_shows_none(void **state)
{
    (void)state;
    mote_scene *scene = scene_in(&worlds[0], "");
    mote_view_def view = view_of(scene);
    const double offset[3] = {5.0, 0.0, 0.0};
    memcpy(view.offset, offset, sizeof offset);
    image frame = draw(scene, view, MOTE_RENDERER_SOFT);
    expect_color(&frame, 5, 5, worlds[0].empty);
    expect_color(&frame, WIDTH / 2 + 5, HEIGHT / 2 + 5, worlds[0].empty);
    free(frame.pixels);
    mote_scene_destroy(scene);
}

// ---- With particles ------------------------------------------------------------------

static mote_scene *fluid_with(const char *colliders, const char *view)
{
    return scene_of("{'model': 'fluid', 'particles': 1500, 'world': {'width': 3, "
                    "'height': 2}, 'fluid': {'colliders': %s}, 'view': {%s}}",
                    colliders, view);
}

// A context that a simulation is on resolves frames by a compute shader, another not.
static void compare(const test_backend *on, const mote_scene *scene,
                    const mote_view_def *view, const char *what)
{
    image gl = draw_on(on, scene, *view, MOTE_RENDERER_GL);
    image soft = draw(scene, *view, MOTE_RENDERER_SOFT);
    image_difference d = image_compare(&gl, &soft, scene->view.background);
    print_message("%s: %.1f dB over %.0f %% of the frame\n", what, d.psnr, 100.0 * d.lit);
    if (!(d.psnr >= PSNR_LEAST)) {
        fail_msg("%s: OpenGL and software differ: %.1f dB", what, d.psnr);
    }
    free(gl.pixels);
    free(soft.pixels);
}

static void gl_and_software_look_alike(void **state)
{
    if (*state == NULL) {
        skip();
    }
    for (int kind = 0; kind < 32; kind++) {
        bool computes = kind & 16 && gl_is_available();
        char view_keys[100];
        snprintf(view_keys, sizeof view_keys,
                 "'blend': '%s', 'shape': '%s', 'trails': %d, 'opacity': 0.7",
                 kind & 1 ? "add" : "alpha", kind & 2 ? "glow" : "disc",
                 kind & 4 ? 3 : 0);
        mote_scene *scene = fluid_with(kind & 1 ? BOWL : THREE, view_keys);
        mote_view_def view = view_of(scene);
        view.alpha = kind & 8;
        view.width = 317 + kind % 4;
        view.zoom = kind & 2 ? 1.5 : 0.9;
        compare(computes ? &test_gl : &test_cpu, scene, &view, view_keys);
        mote_scene_destroy(scene);
    }
}

static void splats_are_the_same_bytes(void **state)
{
    if (*state == NULL || !gl_is_available()) {
        skip();
    }
    mote_scene *scene = fluid_with(THREE, "'blend': 'add', 'opacity': 0.5");
    for (int kind = 0; kind < 2; kind++) {
        mote_view_def view = view_of(scene);
        view.draw = MOTE_DRAW_SPLAT;
        view.width = 149 + kind;
        view.zoom = kind ? 1.0 : 1.7;
        view.offset[1] = kind ? 0.3 : 0.0;
        view.projection = (mote_projection)kind;
        image gl = draw(scene, view, MOTE_RENDERER_GL);
        image soft = draw(scene, view, MOTE_RENDERER_SOFT);
        size_t size = frame_size(view.width, view.height, false);
        assert_memory_equal(gl.pixels, soft.pixels, size);
        free(gl.pixels);
        free(soft.pixels);
    }
    mote_scene_destroy(scene);
}

// What is solid hides what is behind the frame, and nothing else does.
static void transparent_frames_are_opaque_there(void **state)
{
    (void)state;
    const char *const blends[] = {", 'blend': 'alpha'", ", 'blend': 'add'"};
    for (size_t i = 0; i < COUNT_OF(blends); i++) {
        mote_scene *scene = scene_in(&worlds[0], blends[i]);
        mote_view_def view = view_of(scene);
        view.alpha = true;
        image frame = draw(scene, view, MOTE_RENDERER_SOFT);
        int inside = (HEIGHT - 7) * WIDTH + 20; // of the plane
        int outside = 60 * WIDTH + 75;
        expect_color(&frame, 20, HEIGHT - 7, worlds[0].solid);
        assert_int_equal(frame.pixels[inside * 4 + 3], 255);
        assert_int_equal(frame.pixels[outside * 4 + 3], 0);
        free(frame.pixels);
        mote_scene_destroy(scene);
    }
}

// ---- Without -------------------------------------------------------------------------

static void hidden_ones_leave_the_background(void **state)
{
    (void)state;
    mote_scene *scene = scene_in(&worlds[0], ", 'colliders': 'hidden'");
    image frame = draw(scene, view_of(scene), MOTE_RENDERER_SOFT);
    expect_color(&frame, 20, HEIGHT - 7, worlds[0].empty);
    free(frame.pixels);
    mote_scene_destroy(scene);
}

// ---- In space ------------------------------------------------------------------------

// A ball, a box that the floor cuts, and what is not drawn: a plane, and what holds
// particles in.
#define BODIES                                                                           \
    "[{'shape': 'sphere', 'position': [2.1, 1.3, 0.6], 'radius': 0.45}, {'shape': "      \
    "'box', 'position': [0.8, 0.1, 1.1], 'size': [0.7, 1.0, 0.8]}, {'normal': [0, 1, "   \
    "0], 'position': [1.5, 0.4, 1]}, {'shape': 'box', 'size': [2.9, 1.9, 1.9], "         \
    "'solid': 'outside'}]"

static mote_scene *scene_in_space(const char *edges, const char *view)
{
    return scene_of(
        "{'model': 'emitter', 'particles': 10, 'dimension': 3, 'world': {'width': 3, "
        "'height': 2, 'depth': 2, 'edges': '%s'}, 'emitter': {'emitters': [{'bursts': "
        "[[0, 1]], 'rate': 0, 'position': [0.1, 1.9, 0.1], 'speed': 0, 'lifetime': 100, "
        "'gravity_scale': 0, 'particle_radius': 1e-6}], 'colliders': " BODIES
        "}, 'view': {'background': '#0b0e14' %s}}",
        edges, view);
}

// How deep in a body, by no code of ours, world units; below 0 outside.
static double depth_in_ball(const double p[3])
{
    double across = hypot(p[0] - 2.1, p[1] - 1.3);
    return 0.45 - hypot(across, p[2] - 0.6);
}

static double depth_in_box(const double p[3])
{
    double above = fmin(0.6 - p[1], p[1]);
    return fmin(above, fmin(0.35 - fabs(p[0] - 0.8), 0.4 - fabs(p[2] - 1.1)));
}

// The deepest that a pixel's ray is inside of a body, by small steps. *first: the step
// that is the first inside; there is none when it is `end`.
static double march(const double eye[3], const double step[3], int end,
                    double (*depth)(const double p[3]), int *first)
{
    double deepest = -1.0e9;
    *first = end;
    for (int i = 0; i < end; i++) {
        const double p[3] = {eye[0] + i * step[0], eye[1] + i * step[1],
                             eye[2] + i * step[2]};
        double here = depth(p);
        deepest = fmax(deepest, here);
        *first = here > 0.0 && i < *first ? i : *first;
    }
    return deepest;
}

// The axes of a camera, and the world units that a pixel is at its center.
static double take_axes(const mote_view_def *view, double right[3], double up[3],
                        double back[3])
{
    double distance = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        back[axis] = view->offset[axis];
        distance += back[axis] * back[axis];
    }
    distance = sqrt(distance);
    normalize(back);
    cross(view->up, back, right);
    cross(back, right, up);
    return tan(view->field_of_view * 3.14159265358979) * distance / (0.5 * HEIGHT);
}

#define MARCH 700

// The ray of a pixel's middle, from the camera to twice as far as what it looks at.
static void take_ray(const mote_view_def *view, int column, int row, double start[3],
                     double step[3])
{
    double right[3], up[3], back[3];
    double pixel = take_axes(view, right, up, back);
    bool turns = view->projection == MOTE_PROJECTION_PERSPECTIVE;
    for (int axis = 0; axis < 3; axis++) {
        double aside = (column + 0.5 - 0.5 * WIDTH) * right[axis] * pixel -
                       (row + 0.5 - 0.5 * HEIGHT) * up[axis] * pixel;
        start[axis] = view->center[axis] + view->offset[axis] + (turns ? 0.0 : aside);
        step[axis] = (-view->offset[axis] + (turns ? aside : 0.0)) * 2.0 / MARCH;
    }
}

static double brightness_at(const image *frame, int column, int row)
{
    const uint8_t *pixel =
        frame->pixels + (ptrdiff_t)(row * frame->width + column) * frame->channels;
    return pixel[0] + pixel[1] + pixel[2];
}

// Pixels that no outline is near: seen[0] of the background, [1] of the ball, [2] of the
// box.
static void expect_bodies(const mote_view_def *view, const image *frame, int seen[3])
{
    double empty = 11 + 14 + 20;
    for (int row = 0; row < HEIGHT; row += 2) {
        for (int column = 0; column < WIDTH; column += 2) {
            double start[3], step[3];
            int first[2];
            take_ray(view, column, row, start, step);
            double ball = march(start, step, MARCH, depth_in_ball, &first[0]);
            double box = march(start, step, MARCH, depth_in_box, &first[1]);
            double deepest = fmax(ball, box), light = brightness_at(frame, column, row);
            if (deepest > 0.03 && light < empty + 20.0) {
                fail_msg("pixel %d, %d shows no body", column, row);
            }
            if (deepest < -0.06 && light > empty + 3.0) {
                fail_msg("pixel %d, %d shows a body: %g", column, row, light);
            }
            seen[0] += deepest < -0.06;
            seen[1] += ball > 0.03 && first[0] < first[1];
            seen[2] += box > 0.03 && first[1] < first[0];
        }
    }
}

static mote_view_def view_in_space(const mote_scene *scene, int kind)
{
    mote_view_def view = view_of(scene);
    const double offset[3] = {kind & 4 ? 3.0 : -1.5, 1.4, kind & 2 ? 3.5 : -4.0};
    memcpy(view.offset, offset, sizeof offset);
    view.projection = (mote_projection)(kind & 1);
    return view;
}

static void bodies_are_where_rays_meet_them(void **state)
{
    int seen[3] = {0};
    for (int kind = 0; kind < 8; kind++) {
        mote_scene *scene = scene_in_space(kind & 1 ? "bounce" : "wrap", ", 'haze': 0");
        mote_view_def view = view_in_space(scene, kind);
        for (int gl = 0; gl < (*state == NULL ? 1 : 2); gl++) {
            image frame = draw(scene, view, gl ? MOTE_RENDERER_GL : MOTE_RENDERER_SOFT);
            expect_bodies(&view, &frame, seen);
            free(frame.pixels);
        }
        mote_scene_destroy(scene);
    }
    assert_true(seen[0] > 1000 && seen[1] > 300 && seen[2] > 300);
}

// How light the face of a box in the middle of the world is, seen along a line.
static double light_of_face(double x, double y, double z)
{
    mote_scene *scene = scene_of(
        "{'model': 'fluid', 'dimension': 3, 'particles': 1, 'fluid': {'colliders': "
        "[{'shape': 'box', 'size': [0.3, 0.3, 0.3]}]}, 'view': {'background': "
        "'#0b0e14', 'radius': 0.0001, 'opacity': 0.001}}");
    mote_view_def view = view_of(scene);
    const double offset[3] = {3.0 * x + 0.1, 3.0 * y + 0.1, 3.0 * z + 0.1};
    memcpy(view.offset, offset, sizeof offset);
    image frame = draw(scene, view, MOTE_RENDERER_SOFT);
    double light = brightness_at(&frame, WIDTH / 2, HEIGHT / 2);
    free(frame.pixels);
    mote_scene_destroy(scene);
    return light;
}

static void faces_differ_in_light(void **state)
{
    (void)state;
    double top = light_of_face(0.0, 1.0, 0.0), front = light_of_face(0.0, 0.0, 1.0);
    double left = light_of_face(-1.0, 0.0, 0.0), right = light_of_face(1.0, 0.0, 0.0);
    assert_true(top > left + 8.0 && left > front + 8.0 && front > right + 8.0);
    assert_true(right > 11 + 14 + 20 + 20);
}

static void gl_and_software_show_alike_bodies(void **state)
{
    if (*state == NULL) {
        skip();
    }
    for (int kind = 0; kind < 16; kind++) {
        bool computes = kind & 8 && gl_is_available();
        mote_scene *scene =
            scene_in_space("bounce", kind & 1 ? ", 'blend': 'add'" : ", 'haze': 0.6");
        mote_view_def view = view_in_space(scene, kind);
        view.alpha = kind & 2;
        compare(computes ? &test_gl : &test_cpu, scene, &view, "in space");
        mote_scene_destroy(scene);
    }
}

static void splats_are_the_same_bytes_in_space(void **state)
{
    if (*state == NULL || !gl_is_available()) {
        skip();
    }
    mote_scene *scene = scene_in_space("open", ", 'blend': 'add', 'haze': 0.4");
    for (int kind = 0; kind < 4; kind++) {
        mote_view_def view = view_in_space(scene, kind);
        view.draw = MOTE_DRAW_SPLAT;
        image gl = draw(scene, view, MOTE_RENDERER_GL);
        image soft = draw(scene, view, MOTE_RENDERER_SOFT);
        assert_memory_equal(gl.pixels, soft.pixels,
                            frame_size(view.width, view.height, false));
        free(gl.pixels);
        free(soft.pixels);
    }
    mote_scene_destroy(scene);
}

// From inside a ball nothing is seen of it, nor of what is behind the camera.
static void a_camera_in_a_body_does_not_see_it(void **state)
{
    (void)state;
    mote_scene *scene = scene_in_space("bounce", "");
    mote_view_def view = view_of(scene);
    const double center[3] = {2.1, 1.3, 1.6}, offset[3] = {0.05, 0.0, -1.0};
    memcpy(view.center, center, sizeof center);
    memcpy(view.offset, offset, sizeof offset);
    view.field_of_view = 0.05;
    image frame = draw(scene, view, MOTE_RENDERER_SOFT);
    expect_color(&frame, WIDTH / 2, HEIGHT / 2, worlds[0].empty);
    free(frame.pixels);
    mote_scene_destroy(scene);
}

static void hidden_bodies_leave_the_background(void **state)
{
    (void)state;
    mote_scene *scene = scene_in_space("bounce", ", 'colliders': 'hidden'");
    image frame = draw(scene, view_in_space(scene, 2), MOTE_RENDERER_SOFT);
    for (int row = 0; row < HEIGHT; row++) {
        for (int column = 0; column < WIDTH; column++) {
            expect_color(&frame, column, row, worlds[0].empty);
        }
    }
    free(frame.pixels);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_inside_are_solid_in_software),
        cmocka_unit_test(pixels_inside_are_solid_in_gl),
        cmocka_unit_test(a_world_aslant_shows_them),
        cmocka_unit_test(a_world_from_its_edge_shows_none),
        cmocka_unit_test(gl_and_software_look_alike),
        cmocka_unit_test(splats_are_the_same_bytes),
        cmocka_unit_test(transparent_frames_are_opaque_there),
        cmocka_unit_test(hidden_ones_leave_the_background),
        cmocka_unit_test(bodies_are_where_rays_meet_them),
        cmocka_unit_test(faces_differ_in_light),
        cmocka_unit_test(gl_and_software_show_alike_bodies),
        cmocka_unit_test(splats_are_the_same_bytes_in_space),
        cmocka_unit_test(a_camera_in_a_body_does_not_see_it),
        cmocka_unit_test(hidden_bodies_leave_the_background),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
