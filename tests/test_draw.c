// SPDX-License-Identifier: MIT
// The camera, the look and the software renderer at known values; and the metric by which
// renderers are compared, shown to reject what is wrong.

#include "support.h"
#include "synthetic.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void assert_near(double value, double expected, double bound)
{
    if (!(fabs(value - expected) <= bound)) {
        fail_msg("%.9g is not within %g of %.9g", value, bound, expected);
    }
}

static camera camera_of(const synthetic *s)
{
    look look = synthetic_look(s);
    mote_view_def view = synthetic_view(s);
    camera camera;
    camera_point(&camera, &look, &view);
    return camera;
}

// Where a world's point stands in the frame: -1 to 1 along an axis.
static double place(const synthetic *s, int axis, double world)
{
    camera camera = camera_of(s);
    uint32_t coordinate = synthetic_coordinate(s, axis, world);
    int32_t offset = (int32_t)(coordinate - camera.centre[axis]);
    return (double)camera.matrix[5 * axis] * offset;
}

static int value_at(const image *image, int x, int y, int channel)
{
    return image->pixels[(y * image->width + x) * image->channels + channel];
}

// One particle of species 0 at a place of the world.
static image draw_one(const synthetic *wanted, double x, double y)
{
    synthetic s = *wanted;
    s.count = 1;
    uint32_t sprite[4] = {synthetic_coordinate(&s, 0, x), synthetic_coordinate(&s, 1, y)};
    return synthetic_draw_sprites(&s, NULL, sprite);
}

// ---- Camera --------------------------------------------------------------------------

static void camera_puts_its_center_in_the_middle(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.center[0] = 0.3;
    s.center[1] = 0.8;
    for (int walls = 0; walls < 2; walls++) {
        s.wraps = walls == 0;
        assert_near(place(&s, 0, 0.3), 0.0, 1e-8);
        assert_near(place(&s, 1, 0.8), 0.0, 1e-8);
    }
}

static void camera_fits_the_whole_world(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.wraps = false; // 320 x 240: the height is the tight side
    assert_near(place(&s, 1, 0.0), -1.0, 1e-6);
    assert_near(place(&s, 1, 1.0), 1.0, 1e-6);
    assert_near(place(&s, 0, 0.0), -0.75, 1e-6);
    s.size[0] = 4.0; // now the width
    s.center[0] = 2.0;
    assert_near(place(&s, 0, 4.0), 1.0, 1e-6);
    assert_near(place(&s, 1, 1.0), 320.0 / 4.0 / 240.0, 1e-6);
}

static void camera_zooms_about_its_center(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.wraps = false;
    s.zoom = 8.0;
    assert_near(place(&s, 1, 0.5), 0.0, 1e-6);
    assert_near(place(&s, 1, 0.5 + 0.5 / 8.0), 1.0, 1e-6);
    assert_near(camera_of(&s).radius, 0.008 * 240.0 * 8.0, 1e-4);
}

static void camera_counts_the_images_that_can_be_seen(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    assert_int_equal(camera_of(&s).images[0], 2); // 320 pixels of a 240 pixel world
    assert_int_equal(camera_of(&s).images[1], 2); // a disc may cross the seam
    s.zoom = 2.0;
    assert_int_equal(camera_of(&s).images[0], 1);
    s.zoom = 0.25;
    assert_int_equal(camera_of(&s).images[1], 5);
    s.wraps = false;
    assert_int_equal(camera_of(&s).images[1], 1);
}

static void deep_zoom_does_not_jitter(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.zoom = 1e6; // a pixel is 18 units of coordinate
    s.center[0] = s.center[1] = 1.0 / 3.0;
    uint32_t middle = camera_of(&s).centre[0];
    double unit = (double)camera_of(&s).matrix[0];
    assert_int_equal(middle, synthetic_coordinate(&s, 0, 1.0 / 3.0));
    assert_near(unit * 0.5 * s.width, 240.0 * 1e6 / 4294967296.0, 1e-6);
}

// ---- Discs ---------------------------------------------------------------------------

// The sum of coverage over the frame, in pixels: the mean of several places in a pixel.
static double covered_area(double radius, double smallest)
{
    synthetic s = synthetic_default();
    double sum = 0.0;
    s.width = s.height = 64;
    s.alpha = true;
    s.radius = radius / 64.0;
    s.smallest = smallest;
    for (int i = 0; i < 16; i++) {
        image image =
            draw_one(&s, (32.0 + (i % 4) / 4.0) / 64.0, (32.0 + i / 16.0) / 64.0);
        for (int p = 0; p < 64 * 64; p++) {
            sum += image.pixels[4 * p + 3] / 255.0;
        }
        free(image.pixels);
    }
    return sum / 16.0;
}

static void disc_covers_its_area(void **state)
{
    (void)state;
    const double radii[] = {0.75, 1.0, 1.5, 3.0, 10.0, 25.0};
    for (size_t i = 0; i < COUNT_OF(radii); i++) {
        double area = 3.14159265 * radii[i] * radii[i];
        assert_near(covered_area(radii[i], 0.75) / area, 1.0, 0.01);
    }
}

static void small_disc_keeps_its_light(void **state)
{
    (void)state;
    double area = 3.14159265 * 0.4 * 0.4;
    assert_near(covered_area(0.4, 0.75) / area, 1.0, 0.02);
    assert_near(covered_area(0.4, 1.5) / area, 1.0, 0.03);
}

static void later_id_hides_earlier(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.count = 2;
    uint32_t middle = synthetic_coordinate(&s, 0, 0.5);
    uint32_t sprites[8] = {middle, middle, 0, 0, middle, middle, 0, 3};
    image image = synthetic_draw_sprites(&s, NULL, sprites);
    assert_int_equal(value_at(&image, 160, 120, 0), 70); // species 3
    assert_int_equal(value_at(&image, 160, 120, 1), 200);
    assert_int_equal(value_at(&image, 0, 0, 0), synthetic_background[0]);
    free(image.pixels);
}

static void top_row_shows_the_upper_end_of_the_world(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.wraps = false;
    s.radius = 0.02;
    image image = draw_one(&s, 0.5, 0.9);
    assert_int_equal(value_at(&image, 160, 24, 0), 255);
    assert_int_equal(value_at(&image, 160, 216, 0), synthetic_background[0]);
    free(image.pixels);
}

static void disc_across_the_seam_shows_on_both_sides(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.width = s.height = 200;
    s.radius = 0.05;
    image image = draw_one(&s, 0.99, 0.99);
    const int corners[4][2] = {{0, 0}, {199, 0}, {0, 199}, {199, 199}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(value_at(&image, corners[i][0], corners[i][1], 0), 255);
    }
    free(image.pixels);
    s.wraps = false;
    image = draw_one(&s, 0.99, 0.99);
    assert_int_equal(value_at(&image, 199, 0, 0), 255);
    assert_int_equal(value_at(&image, 0, 199, 0), synthetic_background[0]);
    free(image.pixels);
}

static void frame_wider_than_a_wrapping_world_repeats_it(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.width = 500;
    s.height = 200;
    image image = synthetic_draw(&s, NULL);
    for (int y = 0; y < 200; y++) {
        for (int i = 0; i < 300 * 3; i++) {
            int here = image.pixels[y * 1500 + i],
                there = image.pixels[y * 1500 + i + 600];
            assert_in_range(here - there + 1, 0, 2);
        }
    }
    free(image.pixels);
}

static void followed_particle_stays_in_the_middle(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.count = 10;
    s.follow = 7;
    s.frames = 5;
    s.zoom = 4.0;
    image image = synthetic_draw(&s, NULL);
    assert_int_equal(value_at(&image, 160, 120, 0), 255); // species 1
    assert_int_equal(value_at(&image, 160, 120, 1), 178);
    free(image.pixels);
}

// ---- Trails, transparency ------------------------------------------------------------

static void trails_leave_what_is_at_rest_as_it_is(void **state)
{
    (void)state;
    for (int additive = 0; additive < 2; additive++) {
        synthetic s = synthetic_default();
        s.additive = additive == 1;
        s.opacity = 0.4;
        image without = draw_one(&s, 0.5, 0.5);
        s.trails = 10.0;
        s.frames = 20;
        image with = draw_one(&s, 0.5, 0.5);
        image_difference difference =
            image_compare(&with, &without, synthetic_background);
        assert_in_range(difference.largest, 0, 1);
        free(without.pixels);
        free(with.pixels);
    }
}

static void trail_fades_by_its_half_life(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.count = 1;
    s.alpha = true;
    s.trails = 4.0;
    look look = synthetic_look(&s);
    mote_view_def view = synthetic_view(&s);
    camera camera = camera_of(&s);
    painter *painter = NULL;
    assert_ok(soft_painter_create(&look, &view, &painter));
    uint32_t sprite[4] = {0x80000000u, 0x80000000u, 0, 0};
    for (int frame = 0; frame <= 8; frame++) {
        sprite_list list = {.sprites = sprite, .count = frame == 0 ? 1 : 0};
        uint8_t *pixels = NULL;
        assert_ok(painter->draw(painter, &camera, &list));
        assert_ok(painter->take(painter, true, &pixels));
        int expected = (int)lround(255.0 * exp2(-frame / 4.0));
        assert_in_range(pixels[(120 * 320 + 160) * 4 + 3], expected - 1, expected + 1);
        free(pixels);
    }
    painter->destroy(painter);
}

static void transparent_frame_is_clear_where_nothing_is(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.alpha = true;
    image image = draw_one(&s, 0.5, 0.5);
    for (int c = 0; c < 4; c++) {
        assert_int_equal(value_at(&image, 0, 0, c), 0);
    }
    assert_int_equal(value_at(&image, 160, 120, 0), 255);
    assert_int_equal(value_at(&image, 160, 120, 1), 92);
    assert_int_equal(value_at(&image, 160, 120, 3), 255);
    free(image.pixels);
}

static void picture_does_not_depend_on_threads(void **state)
{
    (void)state;
    for (int kind = 0; kind < 8; kind++) {
        synthetic s = synthetic_default();
        s.halo = kind & 1;
        s.additive = kind & 2;
        s.trails = kind & 4 ? 5.0 : 0.0;
        s.frames = 3;
        s.opacity = 0.5;
        s.threads = 1;
        image one = synthetic_draw(&s, NULL);
        const int threads[] = {2, 3, 7, 40};
        for (size_t t = 0; t < COUNT_OF(threads); t++) {
            s.threads = threads[t];
            image many = synthetic_draw(&s, NULL);
            assert_memory_equal(one.pixels, many.pixels, frame_size(320, 240, false));
            free(many.pixels);
        }
        free(one.pixels);
    }
}

static void odd_sizes_and_no_particles_are_drawn(void **state)
{
    (void)state;
    const int sizes[][2] = {{1, 1}, {3, 17}, {17, 3}, {63, 33}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        synthetic s = synthetic_default();
        s.width = sizes[i][0];
        s.height = sizes[i][1];
        s.halo = true;
        free(synthetic_draw(&s, NULL).pixels);
        s.count = 0;
        image image = synthetic_draw(&s, NULL);
        assert_memory_equal(image.pixels, synthetic_background, 3);
        free(image.pixels);
    }
}

// ---- The metric ----------------------------------------------------------------------

enum spoil { UNSPOILT, BLANK, SWAPPED, SHIFTED, FLIPPED };

static uint8_t *spoil(const image *image, enum spoil how)
{
    size_t size = frame_size(image->width, image->height, false);
    uint8_t *pixels = malloc(size);
    assert_non_null(pixels);
    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++) {
            int from_x = how == SHIFTED && x > 0 ? x - 1 : x;
            int from_y = how == FLIPPED ? image->height - 1 - y : y;
            for (int c = 0; c < 3; c++) {
                int from_c = how == SWAPPED ? 2 - c : c;
                int value = value_at(image, from_x, from_y, from_c);
                pixels[(y * image->width + x) * 3 + c] =
                    how == BLANK ? synthetic_background[c] : (uint8_t)value;
            }
        }
    }
    return pixels;
}

static void metric_rejects_what_is_wrong(void **state)
{
    (void)state;
    for (int halo = 0; halo < 2; halo++) {
        synthetic s = synthetic_default();
        s.count = 300;
        s.halo = halo == 1;
        image good = synthetic_draw(&s, NULL);
        for (int how = UNSPOILT; how <= FLIPPED; how++) {
            image spoilt = good;
            spoilt.pixels = spoil(&good, (enum spoil)how);
            double psnr = image_compare(&good, &spoilt, synthetic_background).psnr;
            assert_true(how == UNSPOILT ? psnr > 100.0 : psnr < 30.0);
            free(spoilt.pixels);
        }
        free(good.pixels);
    }
}

static void metric_rejects_two_blank_frames(void **state)
{
    (void)state;
    synthetic s = synthetic_default();
    s.count = 0;
    image blank = synthetic_draw(&s, NULL);
    assert_near(image_compare(&blank, &blank, synthetic_background).psnr, 0.0, 0.0);
    free(blank.pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(camera_puts_its_center_in_the_middle),
        cmocka_unit_test(camera_fits_the_whole_world),
        cmocka_unit_test(camera_zooms_about_its_center),
        cmocka_unit_test(camera_counts_the_images_that_can_be_seen),
        cmocka_unit_test(deep_zoom_does_not_jitter),
        cmocka_unit_test(disc_covers_its_area),
        cmocka_unit_test(small_disc_keeps_its_light),
        cmocka_unit_test(later_id_hides_earlier),
        cmocka_unit_test(top_row_shows_the_upper_end_of_the_world),
        cmocka_unit_test(disc_across_the_seam_shows_on_both_sides),
        cmocka_unit_test(frame_wider_than_a_wrapping_world_repeats_it),
        cmocka_unit_test(followed_particle_stays_in_the_middle),
        cmocka_unit_test(trails_leave_what_is_at_rest_as_it_is),
        cmocka_unit_test(trail_fades_by_its_half_life),
        cmocka_unit_test(transparent_frame_is_clear_where_nothing_is),
        cmocka_unit_test(picture_does_not_depend_on_threads),
        cmocka_unit_test(odd_sizes_and_no_particles_are_drawn),
        cmocka_unit_test(metric_rejects_what_is_wrong),
        cmocka_unit_test(metric_rejects_two_blank_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
