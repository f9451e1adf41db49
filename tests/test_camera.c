// SPDX-License-Identifier: MIT
// The camera against a projection written here in double precision; where it stands by
// default, how it moves, and what it shows of what is near, far and behind it.

#include "support.h"
#include "synthetic.h"

#include "sim/sight.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

static void assert_near(double value, double expected, double bound)
{
    if (!(fabs(value - expected) <= bound)) {
        fail_msg("%.12g is not within %g of %.12g", value, bound, expected);
    }
}

static double inner(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double length(const double v[3])
{
    return sqrt(inner(v, v));
}

// ---- Two projections -----------------------------------------------------------------

// Pixels from the middle of the frame, to the right and upwards, and distances along the
// line of sight in those of the center.
typedef struct seen {
    double x, y, depth;
} seen;

// A pinhole: the ray from the camera through a point meets the frame, which stands square
// to the line of sight where it shows `field_of_view`.
static seen pinhole(const mote_view_def *view, const double point[3])
{
    double distance = length(view->offset);
    double back[3], above[3], from_camera[3];
    for (int axis = 0; axis < 3; axis++) {
        back[axis] = view->offset[axis] / distance;
        from_camera[axis] = point[axis] - view->center[axis] - view->offset[axis];
    }
    double along = inner(view->up, back);
    for (int axis = 0; axis < 3; axis++) {
        above[axis] = view->up[axis] - along * back[axis];
    }
    double above_length = length(above);
    const double right[3] = {(above[1] * back[2] - above[2] * back[1]) / above_length,
                             (above[2] * back[0] - above[0] * back[2]) / above_length,
                             (above[0] * back[1] - above[1] * back[0]) / above_length};
    double shorter = view->width < view->height ? view->width : view->height;
    double frame = shorter / 2.0 / tan(view->field_of_view * PI) * view->zoom;
    double depth = -inner(from_camera, back);
    double flat = view->projection == MOTE_PROJECTION_PERSPECTIVE ? depth : distance;
    return (seen){.x = frame * inner(from_camera, right) / flat,
                  .y = frame * inner(from_camera, above) / above_length / flat,
                  .depth = depth / distance};
}

// By the camera's matrix, as the painters do it.
static seen projected(const camera *camera, const uint32_t coordinate[3])
{
    double clip[4];
    for (int row = 0; row < 4; row++) {
        clip[row] = (double)camera->matrix[12 + row];
        for (int axis = 0; axis < 3; axis++) {
            int32_t difference = (int32_t)(coordinate[axis] - camera->centre[axis]);
            clip[row] += (double)camera->matrix[4 * axis + row] * difference;
        }
    }
    return (seen){.x = clip[0] / clip[3] * camera->width / 2.0,
                  .y = clip[1] / clip[3] * camera->height / 2.0,
                  .depth = clip[2]};
}

static camera camera_of(const synthetic *s)
{
    look look = synthetic_look(s);
    mote_view_def view = synthetic_view(s);
    camera camera;
    camera_point(&camera, &look, &view);
    return camera;
}

static void expect_alike(const synthetic *s, const double point[3], double bound)
{
    camera camera = camera_of(s);
    mote_view_def view = synthetic_view(s);
    seen expected = pinhole(&view, point);
    uint32_t coordinate[3];
    for (int axis = 0; axis < 3; axis++) {
        coordinate[axis] = synthetic_coordinate(s, axis, point[axis]);
    }
    seen found = projected(&camera, coordinate);
    double frame = hypot(expected.x, expected.y) + s->width + s->height;
    assert_near(found.depth, expected.depth, 1e-5 * (1.0 + fabs(expected.depth)));
    if (expected.depth > 0.01) {
        assert_near(found.x, expected.x, bound * frame / expected.depth);
        assert_near(found.y, expected.y, bound * frame / expected.depth);
    }
}

static double between(random_source *random, double low, double high)
{
    return low + (high - low) * random_unit(random);
}

static void points_stand_where_a_pinhole_shows_them(void **state)
{
    (void)state;
    random_source random = random_from(3);
    for (int i = 0; i < 2000; i++) {
        synthetic s = synthetic_space();
        s.projection = (mote_projection)(i & 1);
        s.wraps = i & 2;
        s.width = 20 + (int)(random_next(&random) % 2000);
        s.height = 20 + (int)(random_next(&random) % 2000);
        s.zoom = exp(between(&random, -1.0, 2.0));
        s.field_of_view = between(&random, 0.02, 0.4);
        double point[3];
        for (int axis = 0; axis < 3; axis++) {
            s.size[axis] = exp(between(&random, -2.0, 2.0));
            s.center[axis] = s.size[axis] * between(&random, 0.0, 1.0);
            s.offset[axis] = between(&random, -2.0, 2.0);
            s.up[axis] = between(&random, -1.0, 1.0);
            // Of a world that wraps the box around the center is seen.
            point[axis] =
                s.wraps ? s.center[axis] + s.size[axis] * between(&random, -0.49, 0.49)
                        : s.size[axis] * between(&random, 0.0, 1.0);
        }
        expect_alike(&s, point, 1e-5);
    }
}

// Coordinates end half a box from the centre; the camera may look farther.
static void a_center_far_from_a_walled_world_stays_where_it_is(void **state)
{
    (void)state;
    const double far[][3] = {{7.0, 0.5, 0.5}, {0.5, -9.0, 0.2}, {-3.0, 4.0, 30.0}};
    const double corner[3] = {1.0, 0.0, 0.25};
    for (size_t i = 0; i < COUNT_OF(far); i++) {
        for (int projection = 0; projection < 2; projection++) {
            synthetic s = synthetic_space();
            s.projection = (mote_projection)projection;
            memcpy(s.center, far[i], sizeof s.center);
            expect_alike(&s, corner, 1e-5);
        }
    }
}

// A flat world is at height 0, whichever way the camera looks at it.
static void a_flat_world_can_be_seen_aslant(void **state)
{
    (void)state;
    for (int wraps = 0; wraps < 2; wraps++) {
        synthetic s = synthetic_default();
        s.wraps = wraps == 1;
        s.projection = MOTE_PROJECTION_PERSPECTIVE;
        s.offset[1] = -1.5;
        s.center[0] = 0.25;
        const double points[][3] = {{0.25, 0.5, 0}, {0.1, 0.1, 0}, {0.6, 0.9, 0}};
        for (size_t i = 0; i < COUNT_OF(points); i++) {
            camera camera = camera_of(&s);
            mote_view_def view = synthetic_view(&s);
            const uint32_t at[3] = {synthetic_coordinate(&s, 0, points[i][0]),
                                    synthetic_coordinate(&s, 1, points[i][1]), 0};
            seen found = projected(&camera, at);
            seen expected = pinhole(&view, points[i]);
            assert_near(found.x, expected.x, 1e-3);
            assert_near(found.y, expected.y, 1e-3);
        }
    }
}

static void the_deepest_zoom_does_not_jitter_in_perspective(void **state)
{
    (void)state;
    synthetic s = synthetic_space();
    s.wraps = true;
    s.zoom = 1e6;
    s.center[0] = s.center[1] = s.center[2] = 1.0 / 3.0;
    camera camera = camera_of(&s);
    const uint32_t at[3] = {camera.centre[0] + 20, camera.centre[1] - 5,
                            camera.centre[2] + 3};
    mote_view_def view = synthetic_view(&s);
    double point[3];
    const double steps[3] = {20, -5, 3};
    for (int axis = 0; axis < 3; axis++) {
        assert_int_equal(camera.centre[axis], 1431655765);
        point[axis] = view.center[axis] = 0.0; // the same, without its rounding
        point[axis] = steps[axis] / 4294967296.0;
    }
    seen found = projected(&camera, at);
    seen expected = pinhole(&view, point);
    assert_near(found.x, expected.x, 1e-4);
    assert_near(found.y, expected.y, 1e-4);
    assert_true(fabs(found.x) > 0.3); // a unit of coordinate is not nothing here
}

// ---- Pictures ------------------------------------------------------------------------

static int value_at(const image *image, int x, int y, int channel)
{
    return image->pixels[(y * image->width + x) * image->channels + channel];
}

// One particle on nothing, drawn in software: its light and where it is.
typedef struct spot {
    double light, x, y; // pixels that it fills; from the middle of the frame
    int reach;          // pixels from its middle to the farthest that it lights
} spot;

static spot draw_spot(synthetic s, const double point[3])
{
    spot spot = {0};
    s.count = 1;
    s.alpha = true;
    const uint32_t sprite[4] = {synthetic_coordinate(&s, 0, point[0]),
                                synthetic_coordinate(&s, 1, point[1]),
                                synthetic_coordinate(&s, 2, point[2]), 0};
    image image = synthetic_draw_sprites(&s, NULL, sprite);
    for (int i = 0; i < s.width * s.height; i++) {
        int column = i % s.width, row = i / s.width;
        double part = image.pixels[4 * i + 3] / 255.0;
        spot.light += part;
        spot.x += part * (column + 0.5 - s.width / 2.0);
        spot.y -= part * (row + 0.5 - s.height / 2.0);
    }
    spot.x /= spot.light > 0.0 ? spot.light : 1.0;
    spot.y /= spot.light > 0.0 ? spot.light : 1.0;
    for (int i = 0; i < s.width * s.height; i++) {
        int column = i % s.width, row = i / s.width;
        double x = column + 0.5 - s.width / 2.0 - spot.x;
        double y = s.height / 2.0 - row - 0.5 - spot.y;
        int from = (int)hypot(x, y);
        spot.reach = image.pixels[4 * i + 3] > 2 && from > spot.reach ? from : spot.reach;
    }
    free(image.pixels);
    return spot;
}

static void a_particle_is_drawn_where_a_pinhole_shows_it(void **state)
{
    (void)state;
    const double points[][3] = {
        {0.5, 0.5, 0.5}, {0.9, 0.6, 0.8}, {0.1, 0.3, 0.2}, {0.4, 0.9, 0.1}};
    for (size_t i = 0; i < COUNT_OF(points); i++) {
        synthetic s = synthetic_space();
        s.radius = 0.02;
        mote_view_def view = synthetic_view(&s);
        seen expected = pinhole(&view, points[i]);
        spot found = draw_spot(s, points[i]);
        assert_near(found.x, expected.x, 0.05);
        assert_near(found.y, expected.y, 0.05);
        // Its area goes with the square of its nearness.
        double scale = 120.0 / tan(0.125 * PI) / length(s.offset) / expected.depth;
        assert_near(found.light / (PI * pow(0.02 * scale, 2)), 1.0, 0.03);
    }
}

static void nearer_is_larger_only_in_perspective(void **state)
{
    (void)state;
    for (int projection = 0; projection < 2; projection++) {
        synthetic s = synthetic_space();
        s.projection = (mote_projection)projection;
        s.radius = 0.03;
        double before = 0.0;
        for (int i = 0; i <= 4; i++) {
            // From behind the center towards the camera.
            double point[3];
            for (int axis = 0; axis < 3; axis++) {
                point[axis] = 0.5 + s.offset[axis] * (i - 2) * 0.08;
            }
            double light = draw_spot(s, point).light;
            bool grows = light > before * 1.1;
            assert_true(i == 0 || grows == (projection == MOTE_PROJECTION_PERSPECTIVE));
            before = light;
        }
    }
}

// Sprites along the line of sight, the camera included: those that are not in front of it
// leave the frame empty.
static void what_is_behind_the_camera_is_not_drawn(void **state)
{
    (void)state;
    synthetic s = synthetic_space();
    const double offset[3] = {0.1, 0.05, 0.3};
    memcpy(s.offset, offset, sizeof offset);
    s.count = 1;
    for (int i = -10; i <= 40; i++) {
        uint32_t sprite[4] = {0};
        for (int axis = 0; axis < 3; axis++) {
            sprite[axis] =
                synthetic_coordinate(&s, axis, 0.5 + 0.9995 * offset[axis] * i / 10.0);
        }
        image image = synthetic_draw_sprites(&s, NULL, sprite);
        bool is_lit = false;
        for (int p = 0; p < s.width * s.height; p++) {
            is_lit |= memcmp(image.pixels + 3 * p, synthetic_background, 3) != 0;
        }
        assert_int_equal(is_lit, i < 10);
        free(image.pixels);
    }
}

// The nearer, the fainter, and never larger than an eighth of the frame.
static void what_passes_close_by_fades(void **state)
{
    (void)state;
    synthetic s = synthetic_space();
    const double offset[3] = {0.0, 0.0, 0.4};
    memcpy(s.offset, offset, sizeof offset);
    s.radius = 0.01;
    double brightest = 0.0, before = 0.0;
    bool fades = false;
    for (int i = 0; i < 60; i++) {
        double depth = pow(0.9, i); // of the offset
        const double point[3] = {0.5, 0.5, 0.9 - 0.4 * depth};
        spot spot = draw_spot(s, point);
        assert_in_range(spot.reach, 0, 240 / 8 + 1);
        assert_true(!fades || spot.light <= before); // once it fades it goes on
        fades |= spot.light < before;
        before = spot.light;
        brightest = spot.light > brightest ? spot.light : brightest;
    }
    assert_true(brightest > 2000.0);
    assert_true(before < 60.0);
}

// Not even the largest particle is held back as long as it is farther than half the
// offset.
static void what_is_large_where_the_camera_looks_is_drawn_so(void **state)
{
    (void)state;
    synthetic s = synthetic_space();
    const double offset[3] = {0.0, 0.0, 2.0};
    const double middle[3] = {0.5, 0.5, 0.5};
    memcpy(s.offset, offset, sizeof offset);
    s.radius = 0.4;
    double expected = 0.4 * 120.0 / tan(0.125 * PI) / 2.0;
    assert_in_range(draw_spot(s, middle).reach, (int)expected - 1, (int)expected + 1);
}

static void haze_takes_the_colour_of_what_is_far(void **state)
{
    (void)state;
    synthetic s = synthetic_space();
    const double offset[3] = {0.0, 0.0, 2.0};
    memcpy(s.offset, offset, sizeof offset);
    s.radius = 0.05;
    s.count = 1;
    for (int additive = 0; additive < 2; additive++) {
        s.additive = additive == 1;
        for (int i = 0; i <= 4; i++) {
            s.haze = 0.0;
            const uint32_t sprite[4] = {synthetic_coordinate(&s, 0, 0.5),
                                        synthetic_coordinate(&s, 1, 0.5),
                                        synthetic_coordinate(&s, 2, 1.0 - i / 4.0), 0};
            image clear = synthetic_draw_sprites(&s, NULL, sprite);
            s.haze = 0.75;
            image hazy = synthetic_draw_sprites(&s, NULL, sprite);
            double left = pow(0.25, i / 4.0); // a whole side: a quarter
            look look = synthetic_look(&s);
            double red = (double)look_linear(255.0) * left;
            red += (double)look.haze_color[0] * (1.0 - left);
            red = additive ? 1.0 - exp2(-2.0 * red) +
                                 (double)look.background[0] * exp2(-2.0 * red)
                           : red;
            double found = (double)look_linear(value_at(&hazy, 160, 120, 0));
            assert_near(found, red, 0.01);
            if (i == 0) {
                assert_int_equal(value_at(&hazy, 160, 120, 1),
                                 value_at(&clear, 160, 120, 1));
            }
            free(clear.pixels);
            free(hazy.pixels);
        }
    }
}

// ---- Where it stands -----------------------------------------------------------------

static camera camera_on(const mote_simulation *simulation, const mote_view_def *view)
{
    look look;
    camera camera;
    look_take(&look, simulation->plan);
    camera_point(&camera, &look, view);
    return camera;
}

// Corners of the world that are not in the frame.
static int lost_corners(const mote_simulation *simulation, const mote_view_def *view)
{
    camera camera = camera_on(simulation, view);
    int count = 0;
    for (int corner = 0; corner < 8; corner++) {
        uint32_t at[3];
        for (int axis = 0; axis < 3; axis++) {
            bool is_high = (corner >> axis & 1) && axis < simulation->plan->dimension;
            at[axis] = plan_coordinate(simulation->plan, is_high ? 0xffffffffu : 0);
        }
        if (simulation->plan->dimension == 2) {
            at[2] = 0;
        }
        seen seen = projected(&camera, at);
        bool is_in = fabs(seen.x) <= view->width / 2.0 + 1e-3 &&
                     fabs(seen.y) <= view->height / 2.0 + 1e-3 && seen.depth > 0.0;
        count += !is_in;
    }
    return count;
}

static const int shapes[][2] = {{1920, 1080}, {1080, 1920}, {500, 500},
                                {2000, 100},  {64, 900},    {1, 1}};

static mote_simulation *world_of(double width, double height, double depth,
                                 const char *more)
{
    mote_scene *scene = scene_of("{'dimension': 3, 'particles': 10, 'world': {'width': "
                                 "%g, 'height': %g, 'depth': %g, 'edges': 'bounce'}%s}",
                                 width, height, depth, more);
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    mote_scene_destroy(scene);
    return simulation;
}

static mote_view_def view_of(const mote_simulation *simulation)
{
    mote_view_def view = mote_default_view_def(NULL);
    view.projection = MOTE_PROJECTION_PERSPECTIVE;
    mote_view_fit(&view, simulation);
    return view;
}

static void fit_shows_all_eight_corners_from_everywhere(void **state)
{
    (void)state;
    const double worlds[][3] = {{1, 1, 1}, {4, 1, 0.5}, {0.1, 3, 3}, {1e3, 2e3, 10}};
    random_source random = random_from(8);
    for (size_t w = 0; w < COUNT_OF(worlds); w++) {
        const double *size = worlds[w];
        mote_simulation *simulation = world_of(size[0], size[1], size[2], "");
        for (size_t i = 0; i < COUNT_OF(shapes); i++) {
            for (int turn = 0; turn < 50; turn++) {
                mote_view_def view = view_of(simulation);
                view.projection = (mote_projection)(turn & 1);
                view.width = shapes[i][0];
                view.height = shapes[i][1];
                view.field_of_view = between(&random, 0.01, 0.4);
                mote_view_orbit(&view, between(&random, -2, 2),
                                between(&random, -0.3, 0.3));
                view.center[1] = 77.0;
                view.zoom = 3.0;
                mote_view_fit(&view, simulation);
                assert_int_equal(lost_corners(simulation, &view), 0);
            }
        }
        mote_simulation_destroy(simulation);
    }
}

// Nor is it farther away than need be: two corners of a cube, seen square to the line
// through both, touch the frame.
static void fit_is_no_farther_than_need_be(void **state)
{
    (void)state;
    mote_simulation *simulation = world_of(1, 1, 1, "");
    mote_view_def view = view_of(simulation);
    const double across[3] = {-1.0, 0.0, 1.0}, up[3] = {1.0, 1.0, 1.0};
    memcpy(view.offset, across, sizeof across);
    memcpy(view.up, up, sizeof up);
    mote_view_fit(&view, simulation);
    assert_int_equal(lost_corners(simulation, &view), 0);
    mote_view_dolly(&view, 0.9);
    assert_int_equal(lost_corners(simulation, &view), 2);
    mote_simulation_destroy(simulation);
}

static void a_world_fits_by_default(void **state)
{
    (void)state;
    const char *const scenes[] = {
        "{'dimension': 3}",
        "{'dimension': 3, 'world': {'width': 9, 'depth': 0.5}}",
        "{'dimension': 3, 'world': {'width': 2, 'edges': 'open'}}",
        "{'dimension': 3, 'view': {'field_of_view': 0.3}}",
        "{'dimension': 3, 'view': {'projection': 'orthographic'}}",
        "{'world': {'width': 3}, 'view': {'projection': 'perspective'}}",
        "{'world': {'width': 3, 'edges': 'bounce'}}",
    };
    for (size_t k = 0; k < COUNT_OF(scenes); k++) {
        mote_scene *scene = scene_of("%s", scenes[k]);
        mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
        for (size_t i = 0; i < COUNT_OF(shapes); i++) {
            mote_view_def view = mote_default_view_def(scene);
            view.width = shapes[i][0];
            view.height = shapes[i][1];
            assert_int_equal(lost_corners(simulation, &view), 0);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void a_center_alone_takes_the_camera_along(void **state)
{
    (void)state;
    mote_scene *usual = scene_of("{'dimension': 3}");
    mote_scene *moved = scene_of("{'dimension': 3, 'view': {'center': [0.1, 0.2, 3]}}");
    mote_scene *placed = scene_of("{'dimension': 3, 'view': {'center': [0.1, 0.2, 3],"
                                  " 'position': [1, 1, 5]}}");
    mote_view_def a = mote_default_view_def(usual), b = mote_default_view_def(moved);
    mote_view_def c = mote_default_view_def(placed);
    assert_int_equal(a.projection, MOTE_PROJECTION_PERSPECTIVE);
    assert_true(a.offset[2] > 1.0 && a.offset[1] > 0.0 && a.offset[1] < a.offset[2] / 2);
    const double expected[3] = {0.9, 0.8, 2.0};
    for (int axis = 0; axis < 3; axis++) {
        assert_near(b.offset[axis], a.offset[axis], 1e-12);
        assert_near(c.offset[axis], expected[axis], 1e-12);
    }
    mote_scene_destroy(usual);
    mote_scene_destroy(moved);
    mote_scene_destroy(placed);
}

// ---- How it moves --------------------------------------------------------------------

static void orbit_keeps_the_distance(void **state)
{
    (void)state;
    random_source random = random_from(4);
    for (int i = 0; i < 500; i++) {
        mote_view_def view = mote_default_view_def(NULL);
        for (int axis = 0; axis < 3; axis++) {
            view.offset[axis] = between(&random, -3, 3);
            view.up[axis] = between(&random, -3, 3);
        }
        double distance = length(view.offset);
        mote_view_def moved = view;
        for (int turn = 0; turn < 20; turn++) {
            sight sight;
            const double size[3] = {1, 1, 1};
            mote_view_orbit(&moved, between(&random, -5, 5), between(&random, -1, 1));
            assert_near(length(moved.offset), distance, 1e-12 * distance);
            assert_int_equal(sight_take(&sight, size, moved.offset, moved.up),
                             SIGHT_CLEAR);
        }
        // A whole turn and the way back end where they began.
        moved = view;
        mote_view_orbit(&moved, 0.3, 0.0);
        mote_view_orbit(&moved, 0.7, 0.0);
        mote_view_orbit(&moved, -4.25, 0.0);
        mote_view_orbit(&moved, 0.25, 0.0);
        for (int axis = 0; axis < 3; axis++) {
            assert_near(moved.offset[axis], view.offset[axis], 1e-12);
        }
    }
}

static void orbit_goes_to_the_right_and_up(void **state)
{
    (void)state;
    mote_view_def view = mote_default_view_def(NULL); // at +z
    mote_view_orbit(&view, 0.25, 0.0);
    assert_near(view.offset[0], 1.0, 1e-12);
    assert_near(view.offset[2], 0.0, 1e-12);
    mote_view_orbit(&view, 0.0, 0.125);
    assert_near(view.offset[0], sqrt(0.5), 1e-12);
    assert_near(view.offset[1], sqrt(0.5), 1e-12);
    mote_view_orbit(&view, 0.0, 0.125); // the top, but for a little
    assert_true(view.offset[1] > 0.999 && view.offset[1] < 1.0);
    assert_true(view.offset[0] > 0.0);
    mote_view_orbit(&view, 0.0, -3.0);
    assert_true(view.offset[1] < -0.999 && view.offset[0] > 0.0);
}

static void dolly_changes_the_distance_alone(void **state)
{
    (void)state;
    mote_view_def view = mote_default_view_def(NULL);
    const double offset[3] = {1.0, -2.0, 4.0};
    memcpy(view.offset, offset, sizeof offset);
    mote_view_dolly(&view, 0.25);
    for (int axis = 0; axis < 3; axis++) {
        assert_near(view.offset[axis], offset[axis] / 4.0, 0.0);
    }
}

// ---- What orders sprites -------------------------------------------------------------

static void eye_gives_depths_in_world_units(void **state)
{
    (void)state;
    synthetic s = synthetic_space();
    s.size[0] = 2.0;
    s.size[2] = 3.0;
    camera camera = camera_of(&s);
    mote_view_def view = synthetic_view(&s);
    uint32_t eye[EYE_SIZE];
    camera_eye(&camera, eye);
    const double points[][3] = {{0.1, 0.2, 0.3}, {1.9, 0.9, 2.9}, {0.5, 0.5, 0.5}};
    for (size_t i = 0; i < COUNT_OF(points); i++) {
        float depth = 0.0f;
        for (int axis = 0; axis < 3; axis++) {
            uint32_t at = synthetic_coordinate(&s, axis, points[i][axis]);
            depth += float_from(eye[3 + axis]) * (float)(int32_t)(at - eye[axis]);
        }
        double distance = length(view.offset);
        double expected = (pinhole(&view, points[i]).depth - 1.0) * distance;
        assert_near((double)depth, expected, 1e-6);
    }
    assert_int_equal(eye[6], 0);
    assert_int_equal(eye[7], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_stand_where_a_pinhole_shows_them),
        cmocka_unit_test(a_center_far_from_a_walled_world_stays_where_it_is),
        cmocka_unit_test(a_flat_world_can_be_seen_aslant),
        cmocka_unit_test(the_deepest_zoom_does_not_jitter_in_perspective),
        cmocka_unit_test(a_particle_is_drawn_where_a_pinhole_shows_it),
        cmocka_unit_test(nearer_is_larger_only_in_perspective),
        cmocka_unit_test(what_is_behind_the_camera_is_not_drawn),
        cmocka_unit_test(what_passes_close_by_fades),
        cmocka_unit_test(what_is_large_where_the_camera_looks_is_drawn_so),
        cmocka_unit_test(haze_takes_the_colour_of_what_is_far),
        cmocka_unit_test(fit_shows_all_eight_corners_from_everywhere),
        cmocka_unit_test(fit_is_no_farther_than_need_be),
        cmocka_unit_test(a_world_fits_by_default),
        cmocka_unit_test(a_center_alone_takes_the_camera_along),
        cmocka_unit_test(orbit_keeps_the_distance),
        cmocka_unit_test(orbit_goes_to_the_right_and_up),
        cmocka_unit_test(dolly_changes_the_distance_alone),
        cmocka_unit_test(eye_gives_depths_in_world_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
