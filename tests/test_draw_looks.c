// SPDX-License-Identifier: MIT
// Particles with looks of their own: their size, colour and light, soft spots and streaks
// at known values in the software renderer, and all of it in OpenGL against that.

#include "support.h"
#include "synthetic.h"

#include <glad/gl.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI         3.14159265358979
#define PSNR_LEAST 40.0 // dB

static void assert_near(double value, double expected, double bound)
{
    if (!(fabs(value - expected) <= bound)) {
        fail_msg("%.9g is not within %g of %.9g", value, bound, expected);
    }
}

// One particle; lengths in pixels, in a frame of 64 x 64 that shows a world of side 1.
typedef struct one {
    double x, y, radius;
    double color[4];
    double turns;
    double tail_x, tail_y;
} one;

static synthetic small_frame(void)
{
    synthetic s = synthetic_default();
    s.width = s.height = 64;
    s.wraps = false;
    s.looks = s.alpha = true;
    s.radius = 0.5;
    s.count = 1;
    return s;
}

static image draw_one(const synthetic *s, gl_context *context, const one *p)
{
    uint32_t sprite[4], look[4], tail[4];
    synthetic_sprite(s, p->x / 64.0, p->y / 64.0, p->radius / 64.0, sprite);
    synthetic_own_look(p->color, p->turns, look);
    synthetic_tail(s, p->tail_x / 64.0, p->tail_y / 64.0, tail);
    sprite_list list = {.sprites = sprite, .looks = look, .tails = tail, .count = 1};
    return synthetic_draw_list(s, context, &list, NULL);
}

static int value_at(const image *image, int x, int y, int channel)
{
    return image->pixels[(y * image->width + x) * image->channels + channel];
}

// The sum of alpha over the frame, in pixels: the mean of several places in a pixel.
static double alpha_sum(const synthetic *s, const one *p)
{
    double sum = 0.0;
    for (int i = 0; i < 16; i++) {
        one moved = *p;
        moved.x += (i % 4) / 4.0;
        moved.y += i / 16.0;
        image image = draw_one(s, NULL, &moved);
        for (int k = 0; k < 64 * 64; k++) {
            sum += image.pixels[4 * k + 3] / 255.0;
        }
        free(image.pixels);
    }
    return sum / 16.0;
}

// ---- Looks ---------------------------------------------------------------------------

static void particle_has_its_own_radius(void **state)
{
    (void)state;
    synthetic s = small_frame();
    const double radii[] = {0.4, 0.75, 2.0, 9.0, 25.0};
    for (size_t i = 0; i < COUNT_OF(radii); i++) {
        one p = {.x = 32.0, .y = 32.0, .radius = radii[i], .color = {1, 1, 1, 1}};
        assert_near(alpha_sum(&s, &p) / (PI * radii[i] * radii[i]), 1.0, 0.02);
    }
}

static void particle_has_its_own_color_and_alpha(void **state)
{
    (void)state;
    synthetic s = small_frame();
    one p = {.x = 32.0, .y = 32.0, .radius = 9.0};
    const double color[4] = {look_linear(255.0), look_linear(128.0), look_linear(20.0),
                             0.5};
    memcpy(p.color, color, sizeof color);
    image image = draw_one(&s, NULL, &p);
    const int expected[4] = {255, 128, 20, 128};
    for (int c = 0; c < 4; c++) {
        assert_in_range(value_at(&image, 32, 32, c), expected[c] - 1, expected[c] + 1);
    }
    free(image.pixels);
    // Half of the look's alpha again by the scene's opacity.
    s.opacity = 0.5;
    image = draw_one(&s, NULL, &p);
    assert_in_range(value_at(&image, 32, 32, 3), 63, 65);
    free(image.pixels);
}

// A colour of 3 is as bright as three particles of 1 in one place.
static void light_past_white_adds_up(void **state)
{
    (void)state;
    synthetic s = small_frame();
    s.alpha = false;
    s.additive = true;
    one p = {.x = 30.3, .y = 32.8, .radius = 8.0, .color = {3.0, 0.75, 0.3, 0.5}};
    image bright = draw_one(&s, NULL, &p);
    uint32_t sprites[12], looks[12];
    const double color[4] = {1.0, 0.25, 0.1, 0.5};
    for (int i = 0; i < 3; i++) {
        synthetic_sprite(&s, 30.3 / 64.0, 32.8 / 64.0, 8.0 / 64.0, sprites + 4 * i);
        synthetic_own_look(color, 0.0, looks + 4 * i);
    }
    s.count = 3;
    sprite_list list = {.sprites = sprites, .looks = looks, .count = 3};
    image three = synthetic_draw_list(&s, NULL, &list, NULL);
    image_difference d = image_compare(&bright, &three, synthetic_background);
    assert_in_range(d.largest, 0, 1);
    // 1 - exp2(-2 * 1.5), over the background's eighth, as sRGB.
    assert_in_range(value_at(&bright, 30, 31, 0), 239, 241);
    free(bright.pixels);
    free(three.pixels);
}

static void later_particle_hides_earlier_by_its_alpha(void **state)
{
    (void)state;
    synthetic s = small_frame();
    uint32_t sprites[8], looks[8];
    const double colors[2][4] = {{1.0, 0.0, 0.0, 1.0}, {0.0, 1.0, 0.0, 0.25}};
    for (int i = 0; i < 2; i++) {
        synthetic_sprite(&s, 0.5, 0.5, 0.1, sprites + 4 * i);
        synthetic_own_look(colors[i], 0.0, looks + 4 * i);
    }
    s.count = 2;
    sprite_list list = {.sprites = sprites, .looks = looks, .count = 2};
    image image = synthetic_draw_list(&s, NULL, &list, NULL);
    assert_int_equal(value_at(&image, 32, 32, 3), 255);
    assert_in_range(value_at(&image, 32, 32, 0), 224, 226); // 0.75 of light
    assert_in_range(value_at(&image, 32, 32, 1), 136, 138); // 0.25 of light
    free(image.pixels);
}

// ---- Soft spots ----------------------------------------------------------------------

static void soft_spot_gives_a_third_of_a_disc(void **state)
{
    (void)state;
    synthetic s = small_frame();
    s.soft = true;
    const double radii[] = {0.5, 1.5, 2.0, 5.0, 20.0};
    for (size_t i = 0; i < COUNT_OF(radii); i++) {
        one p = {.x = 32.0, .y = 32.0, .radius = radii[i], .color = {1, 1, 1, 1}};
        assert_near(alpha_sum(&s, &p) / (PI * radii[i] * radii[i] / 3.0), 1.0, 0.03);
    }
}

static void soft_spot_falls_smoothly_from_its_middle(void **state)
{
    (void)state;
    synthetic s = small_frame();
    s.soft = true;
    one p = {.x = 32.5, .y = 32.5, .radius = 16.0, .color = {1, 1, 1, 1}};
    image image = draw_one(&s, NULL, &p);
    int before = 256;
    for (int i = 0; i <= 16; i++) {
        double depth = 1.0 - i * i / 256.0;
        int expected = (int)lround(255.0 * depth * depth);
        int value = value_at(&image, 32 + i, 31, 3);
        assert_in_range(value, expected - (expected > 0), expected + 1);
        assert_true(value < before || value == 0);
        before = value;
    }
    free(image.pixels);
}

// ---- Streaks -------------------------------------------------------------------------

static void streak_without_length_is_a_disc(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        synthetic s = small_frame();
        s.halo = kind == 1;
        s.soft = kind == 2;
        one p = {.x = 31.3, .y = 33.8, .radius = 4.3, .color = {1, 0.5, 0.2, 0.8}};
        image disc = draw_one(&s, NULL, &p);
        s.tails = true;
        image streak = draw_one(&s, NULL, &p);
        image_difference d = image_compare(&streak, &disc, synthetic_background);
        assert_in_range(d.largest, 0, 1);
        assert_true(d.lit > 0.01);
        free(disc.pixels);
        free(streak.pixels);
    }
}

// Lit from head to tail and nowhere else: what lies nearer to the line than the radius.
static void streak_lies_from_its_head_to_its_tail(void **state)
{
    (void)state;
    synthetic s = small_frame();
    s.tails = true;
    for (int i = 0; i < 16; i++) {
        double turn = 2.0 * PI * i / 16.0, far = 24.0;
        double x = 32.0 - 0.4 * far * cos(turn), y = 32.0 - 0.4 * far * sin(turn);
        one p = {.x = x, .y = y, .radius = 3.0, .color = {1, 1, 1, 1}};
        p.tail_x = far * cos(turn);
        p.tail_y = far * sin(turn);
        image image = draw_one(&s, NULL, &p);
        for (int k = 0; k < 64 * 64; k++) {
            double dx = k % 64 + 0.5 - x, dy = 63.5 - ((k - k % 64) * 0.015625) - y;
            double along = (dx * cos(turn) + dy * sin(turn)) / far;
            along = fmin(fmax(along, 0.0), 1.0);
            double away = hypot(dx - along * p.tail_x, dy - along * p.tail_y);
            int alpha = image.pixels[4 * k + 3];
            assert_true(away > 2.4 || alpha == 255);
            assert_true(away < 3.6 || alpha == 0);
        }
        free(image.pixels);
    }
}

// The area of its two halves of a disc and of the stripe between; of a soft one what that
// sums to, a third and 8/15.
static void streak_keeps_its_light(void **state)
{
    (void)state;
    const double radii[] = {0.3, 0.75, 1.5, 4.0}, lengths[] = {0.7, 3.0, 25.0};
    for (int kind = 0; kind < 2; kind++) {
        synthetic s = small_frame();
        s.tails = true;
        s.soft = kind == 1;
        for (int i = 0; i < 12; i++) {
            double r = radii[i / 3], span = lengths[i % 3];
            one p = {.x = 22.0, .y = 25.0, .radius = r, .color = {1, 1, 1, 1}};
            p.tail_x = span * 0.8;
            p.tail_y = span * 0.6;
            double ends = PI * r * r, sides = 2.0 * r * span;
            double expected = s.soft ? ends / 3.0 + sides * 8.0 / 15.0 : ends + sides;
            double bound = 0.02 + 0.05 * (r < 0.5); // faint: the rounding of alpha shows
            assert_near(alpha_sum(&s, &p) / expected, 1.0, bound);
        }
    }
}

// A camera that stands so many boxes before where z is 0.
static camera perspective(const synthetic *s, double distance)
{
    look look = synthetic_look(s);
    mote_view_def view = synthetic_view(s);
    camera camera;
    camera_point(&camera, &look, &view);
    camera.centre[2] = 0;
    camera.matrix[11] = (float)(-1.0 / (distance * 4294967296.0));
    camera.largest = 1.0e6f; // what is near does not fade here
    return camera;
}

// Twice as near at the tail: twice as wide there.
static void streak_is_as_wide_at_each_end_as_it_is_far(void **state)
{
    (void)state;
    synthetic s = small_frame();
    s.tails = true;
    camera camera = perspective(&s, 0.25);
    uint32_t sprite[4], look[4], tail[4];
    const double white[4] = {1, 1, 1, 1};
    synthetic_sprite(&s, 0.25, 0.5, 0.05, sprite);
    synthetic_own_look(white, 0.0, look);
    synthetic_tail(&s, 0.375, 0.0, tail);
    tail[2] = 0x20000000u; // an eighth of the box: w is 1/2
    sprite_list list = {.sprites = sprite, .looks = look, .tails = tail, .count = 1};
    image image = synthetic_draw_list(&s, NULL, &list, &camera);
    int heights[2] = {0, 0};
    for (int y = 0; y < 64; y++) {
        heights[0] += value_at(&image, 16, y, 3) > 127;
        heights[1] += value_at(&image, 47, y, 3) > 127;
    }
    assert_in_range(heights[0], 6, 7);   // 6.4
    assert_in_range(heights[1], 12, 13); // 12.8
    free(image.pixels);
}

// What a tail behind the camera would be there has no place in the frame.
static void streak_from_behind_the_camera_is_cut(void **state)
{
    gl_context *context = *state;
    synthetic s = small_frame();
    s.tails = true;
    camera camera = perspective(&s, 0.25);
    uint32_t sprite[4], look[4], tail[4];
    const double white[4] = {1, 1, 1, 1};
    synthetic_sprite(&s, 0.25, 0.5, 0.02, sprite);
    synthetic_own_look(white, 0.0, look);
    synthetic_tail(&s, 0.75, 0.0, tail);
    tail[2] = 0x60000000u;
    sprite_list list = {.sprites = sprite, .looks = look, .tails = tail, .count = 1};
    image soft = synthetic_draw_list(&s, NULL, &list, &camera);
    assert_int_equal(value_at(&soft, 16, 32, 3), 255);
    assert_int_equal(value_at(&soft, 40, 32, 3), 255);
    assert_int_equal(value_at(&soft, 5, 32, 3), 0);
    if (context != NULL) {
        image gl = synthetic_draw_list(&s, context, &list, &camera);
        image_difference d = image_compare(&gl, &soft, synthetic_background);
        assert_true(d.psnr >= PSNR_LEAST);
        free(gl.pixels);
    }
    free(soft.pixels);
}

static void picture_does_not_depend_on_threads(void **state)
{
    (void)state;
    for (int kind = 0; kind < 6; kind++) {
        synthetic s = synthetic_default();
        s.looks = true;
        s.tails = kind & 1;
        s.soft = kind / 2 == 1;
        s.halo = kind / 2 == 2;
        s.radius = 0.03;
        s.count = 500;
        s.threads = 1;
        image one = synthetic_draw(&s, NULL);
        s.threads = 5;
        image many = synthetic_draw(&s, NULL);
        assert_memory_equal(one.pixels, many.pixels, frame_size(320, 240, false));
        free(one.pixels);
        free(many.pixels);
    }
}

// ---- OpenGL --------------------------------------------------------------------------

static gl_context *need_context(void **state)
{
    if (*state == NULL) {
        skip();
    }
    return *state;
}

static void compare(void **state, const char *what, const synthetic *s)
{
    gl_context *context = need_context(state);
    image gl = synthetic_draw(s, context);
    image soft = synthetic_draw(s, NULL);
    image_difference d = image_compare(&gl, &soft, synthetic_background);
    print_message("%s: %.1f dB over %.0f %% of the frame, at most %d apart\n", what,
                  d.psnr, 100.0 * d.lit, d.largest);
    if (!(d.psnr >= PSNR_LEAST)) {
        fail_msg("%s: OpenGL and software differ: %.1f dB", what, d.psnr);
    }
    free(gl.pixels);
    free(soft.pixels);
}

static void looks_and_streaks_look_alike(void **state)
{
    for (int kind = 0; kind < 24; kind++) {
        synthetic s = synthetic_default();
        s.looks = true;
        s.tails = kind & 1;
        s.additive = kind & 2;
        s.alpha = kind & 4;
        s.soft = kind / 8 == 1;
        s.halo = kind / 8 == 2;
        s.wraps = kind & 1;
        s.radius = 0.02;
        s.count = 500;
        compare(state, s.tails ? "streaks" : "looks", &s);
    }
}

static void every_zoom_looks_alike(void **state)
{
    const double zooms[] = {0.05, 0.4, 0.97, 3.0, 50.0};
    for (int i = 0; i < 10; i++) {
        synthetic s = synthetic_default();
        s.zoom = zooms[i / 2];
        s.looks = true;
        s.tails = true;
        s.soft = i & 1;
        s.radius = i < 8 ? 0.02 : 0.002;
        s.count = i < 8 ? 500 : 50000;
        compare(state, "zoom", &s);
    }
}

static void streaks_in_depth_look_alike(void **state)
{
    gl_context *context = need_context(state);
    synthetic s = synthetic_default();
    s.wraps = false;
    s.looks = s.tails = true;
    s.count = 400;
    s.radius = 0.02;
    camera camera = perspective(&s, 0.25);
    sprite_list list = synthetic_list(&s, 0);
    uint32_t *sprites = (uint32_t *)list.sprites, *tails = (uint32_t *)list.tails;
    for (uint32_t i = 0; i < list.count; i++) {
        sprites[4 * i + 2] = (i * 2654435761u >> 1) - 0x40000000u;
        tails[4 * i + 2] = (i * 2246822519u >> 2) - 0x20000000u;
    }
    image gl = synthetic_draw_list(&s, context, &list, &camera);
    image soft = synthetic_draw_list(&s, NULL, &list, &camera);
    image_difference d = image_compare(&gl, &soft, synthetic_background);
    print_message("depth: %.1f dB over %.0f %%\n", d.psnr, 100.0 * d.lit);
    assert_true(d.psnr >= PSNR_LEAST);
    free(gl.pixels);
    free(soft.pixels);
    synthetic_free_list(&list);
}

static GLuint buffer_with(const void *data, size_t size)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

// From buffers on the GPU, with a count that only it knows, the picture is the same.
static void buffers_on_the_gpu_are_drawn_in_place(void **state)
{
    gl_context *context = need_context(state);
    if (context->major < 4) {
        skip();
    }
    const double zooms[] = {1.0, 3.0}; // several images, one image
    for (size_t i = 0; i < COUNT_OF(zooms); i++) {
        synthetic s = synthetic_default();
        s.zoom = zooms[i];
        s.looks = s.tails = true;
        s.radius = 0.02;
        s.count = 300;
        sprite_list on_cpu = synthetic_list(&s, 0);
        const uint32_t draw_size[4] = {4, on_cpu.count, 0, 0};
        size_t size = on_cpu.count * (size_t)16;
        GLuint buffers[4] = {
            buffer_with(on_cpu.sprites, size), buffer_with(on_cpu.looks, size),
            buffer_with(on_cpu.tails, size), buffer_with(draw_size, sizeof draw_size)};
        sprite_list on_gpu = {NULL,       NULL,       NULL,       0,
                              buffers[0], buffers[1], buffers[2], buffers[3]};
        image expected = synthetic_draw_list(&s, context, &on_cpu, NULL);
        image found = synthetic_draw_list(&s, context, &on_gpu, NULL);
        assert_memory_equal(expected.pixels, found.pixels, frame_size(320, 240, false));
        free(expected.pixels);
        free(found.pixels);
        synthetic_free_list(&on_cpu);
        glDeleteBuffers(4, buffers);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particle_has_its_own_radius),
        cmocka_unit_test(particle_has_its_own_color_and_alpha),
        cmocka_unit_test(light_past_white_adds_up),
        cmocka_unit_test(later_particle_hides_earlier_by_its_alpha),
        cmocka_unit_test(soft_spot_gives_a_third_of_a_disc),
        cmocka_unit_test(soft_spot_falls_smoothly_from_its_middle),
        cmocka_unit_test(streak_without_length_is_a_disc),
        cmocka_unit_test(streak_lies_from_its_head_to_its_tail),
        cmocka_unit_test(streak_keeps_its_light),
        cmocka_unit_test(streak_is_as_wide_at_each_end_as_it_is_far),
        cmocka_unit_test(streak_from_behind_the_camera_is_cut),
        cmocka_unit_test(picture_does_not_depend_on_threads),
        cmocka_unit_test(looks_and_streaks_look_alike),
        cmocka_unit_test(every_zoom_looks_alike),
        cmocka_unit_test(streaks_in_depth_look_alike),
        cmocka_unit_test(buffers_on_the_gpu_are_drawn_in_place),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
