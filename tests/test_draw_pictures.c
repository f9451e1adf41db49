// SPDX-License-Identifier: MIT
// Particles drawn as a picture: the pyramid of its sizes, how it stands, turns and
// stretches in the software renderer, and all of it in OpenGL against that.

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

// ---- Pictures ------------------------------------------------------------------------

typedef uint32_t painted(int x, int y, int width, int height);

#define RED     0xff0000ffu
#define GREEN   0x00ff00ffu
#define BLUE    0x0000ffffu
#define WHITE   0xffffffffu
#define NOTHING 0xff000000u // red that is not to be seen

static uint32_t white(int x, int y, int width, int height)
{
    (void)x, (void)y, (void)width, (void)height;
    return WHITE;
}

// Red and green above, blue and white below.
static uint32_t quarters(int x, int y, int width, int height)
{
    return 2 * y < height ? (2 * x < width ? RED : GREEN)
                          : (2 * x < width ? BLUE : WHITE);
}

static uint32_t checkers(int x, int y, int width, int height)
{
    (void)width, (void)height;
    return (x + y) % 2 ? WHITE : 0xffffff00u;
}

static uint32_t half_green(int x, int y, int width, int height)
{
    (void)y, (void)height;
    return 2 * x < width ? GREEN : NOTHING;
}

// A blot of many colours that fades towards its border.
static uint32_t blot(int x, int y, int width, int height)
{
    double dx = (x + 0.5) / width - 0.5, dy = (y + 0.5) / height - 0.5;
    double fading = fmax(0.0, 1.0 - 4.0 * (dx * dx + dy * dy));
    uint32_t noise = ((uint32_t)x * 2654435761u ^ (uint32_t)y * 2246822519u) >> 7;
    return (noise & 0xffu) << 24 | (noise & 0xff00u) << 8 | 0x8000u |
           (uint32_t)(255.0 * fading);
}

static pyramid *pyramid_of(painted *paint, int width, int height)
{
    pyramid *made = NULL;
    picture picture = {width, height, malloc(4 * (size_t)width * (size_t)height)};
    assert_non_null(picture.pixels);
    for (int i = 0; i < width * height; i++) {
        uint32_t color = paint(i % width, i / width, width, height);
        for (int c = 0; c < 4; c++) {
            picture.pixels[4 * i + c] = (uint8_t)(color >> (24 - 8 * c));
        }
    }
    assert_ok(pyramid_create(&picture, &made));
    picture_free(&picture);
    return made;
}

// One particle; lengths in pixels, in a frame of 64 x 64 that shows a world of side 1.
typedef struct one {
    double x, y, radius, turns;
    double tail_x, tail_y;
} one;

static synthetic small_frame(const pyramid *pyramid)
{
    synthetic s = synthetic_default();
    s.width = s.height = 64;
    s.wraps = false;
    s.looks = s.alpha = true;
    s.radius = 0.5;
    s.count = 1;
    s.pyramid = pyramid;
    return s;
}

static image draw_colored(const synthetic *s, const one *p, const double color[4])
{
    uint32_t sprite[4], look[4], tail[4];
    synthetic_sprite(s, p->x / 64.0, p->y / 64.0, p->radius / 64.0, sprite);
    synthetic_own_look(color, p->turns, look);
    synthetic_tail(s, p->tail_x / 64.0, p->tail_y / 64.0, tail);
    sprite_list list = {.sprites = sprite, .looks = look, .tails = tail, .count = 1};
    return synthetic_draw_list(s, NULL, &list, NULL);
}

static image draw_one(const synthetic *s, const one *p)
{
    const double color[4] = {1.0, 1.0, 1.0, 1.0};
    return draw_colored(s, p, color);
}

static const uint8_t *pixel_at(const image *image, double x, double y)
{
    return image->pixels + 4 * ((63 - (int)floor(y)) * 64 + (int)floor(x));
}

static void assert_color(const image *image, double x, double y, uint32_t color)
{
    const uint8_t *pixel = pixel_at(image, x, y);
    for (int c = 0; c < 4; c++) {
        int expected = (int)(color >> (24 - 8 * c) & 0xffu);
        if (abs(pixel[c] - expected) > 1) {
            fail_msg("%02x%02x%02x%02x at %g, %g; expected %08x", pixel[0], pixel[1],
                     pixel[2], pixel[3], x, y, color);
        }
    }
}

// The sum of alpha over the frame, in pixels: the mean of several places in a pixel.
static double alpha_sum(const synthetic *s, const one *p)
{
    double sum = 0.0;
    for (int i = 0; i < 16; i++) {
        one moved = *p;
        moved.x += (i % 4) / 4.0;
        moved.y += i / 16.0;
        image image = draw_one(s, &moved);
        for (int k = 0; k < 64 * 64; k++) {
            sum += image.pixels[4 * k + 3] / 255.0;
        }
        free(image.pixels);
    }
    return sum / 16.0;
}

// ---- The pyramid ---------------------------------------------------------------------

static void texels_are_linear_light_times_alpha(void **state)
{
    (void)state;
    uint8_t pixels[8] = {255, 128, 0, 255, 200, 100, 50, 51};
    picture picture = {2, 1, pixels};
    pyramid *made = NULL;
    assert_ok(pyramid_create(&picture, &made));
    for (int i = 0; i < 8; i++) {
        double alpha = pixels[i | 3] / 255.0;
        double light = i % 4 == 3 ? 1.0 : (double)look_linear(pixels[i]);
        assert_near(made->levels[0].texels[i], 65535.0 * light * alpha, 0.6);
    }
    pyramid_destroy(made);
}

static void levels_halve_down_to_one_texel(void **state)
{
    (void)state;
    const int sizes[][3] = {{1, 1, 1}, {2, 1, 2}, {5, 3, 3}, {64, 16, 7}, {100, 257, 9}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        pyramid *made = pyramid_of(blot, sizes[i][0], sizes[i][1]);
        assert_int_equal(made->level_count, sizes[i][2]);
        for (int k = 1; k < made->level_count; k++) {
            const pyramid_level *below = &made->levels[k - 1], *level = &made->levels[k];
            assert_int_equal(level->width, below->width > 1 ? below->width / 2 : 1);
            assert_int_equal(level->height, below->height > 1 ? below->height / 2 : 1);
        }
        pyramid_destroy(made);
    }
}

// So the last is the mean of the whole picture, whatever its sides.
static void levels_keep_the_mean(void **state)
{
    (void)state;
    const int sizes[][2] = {{2, 2}, {3, 3}, {5, 1}, {7, 12}, {31, 33}, {1, 100}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        pyramid *made = pyramid_of(blot, sizes[i][0], sizes[i][1]);
        int count = sizes[i][0] * sizes[i][1];
        for (int c = 0; c < 4; c++) {
            double sum = 0.0;
            for (int k = 0; k < count; k++) {
                sum += made->levels[0].texels[4 * k + c];
            }
            const pyramid_level *last = &made->levels[made->level_count - 1];
            assert_near(last->texels[c], sum / count, 0.51 * made->level_count);
        }
        pyramid_destroy(made);
    }
}

static void odd_sides_are_shared_by_area(void **state)
{
    (void)state;
    uint8_t pixels[20] = {0};
    for (int i = 0; i < 5; i++) {
        pixels[4 * i + 3] = (uint8_t)(i == 2 ? 250 : 0);
    }
    picture picture = {5, 1, pixels};
    pyramid *made = NULL;
    assert_ok(pyramid_create(&picture, &made));
    assert_int_equal(made->levels[1].width, 2);
    for (int i = 0; i < 2; i++) { // half a texel of two and a half
        assert_near(made->levels[1].texels[4 * i + 3], 250 * 257 / 5.0, 0.6);
    }
    pyramid_destroy(made);
}

// ---- Standing ------------------------------------------------------------------------

static void picture_stands_upright(void **state)
{
    (void)state;
    pyramid *made = pyramid_of(quarters, 16, 16);
    for (int looks = 0; looks < 2; looks++) {
        synthetic s = small_frame(made);
        s.looks = looks == 1;
        s.radius = looks == 1 ? 0.5 : 20.0 / 64.0;
        one p = {.x = 32.0, .y = 32.0, .radius = 20.0};
        uint32_t sprite[4], look[4];
        const double color[4] = {1.0, 1.0, 1.0, 1.0};
        synthetic_sprite(&s, 0.5, 0.5, 20.0 / 64.0, sprite);
        synthetic_own_look(color, p.turns, look);
        sprite_list list = {.sprites = sprite, .looks = look, .count = 1};
        if (!s.looks) {
            sprite[3] = 0; // at rest, of species 0
        }
        image image = synthetic_draw_list(&s, NULL, &list, NULL);
        assert_color(&image, 22.5, 22.5, s.looks ? BLUE : 0x000057ffu);
        assert_color(&image, 42.5, 42.5, s.looks ? GREEN : 0x005c00ffu);
        assert_color(&image, 22.5, 42.5, RED);
        assert_color(&image, 42.5, 22.5, s.looks ? WHITE : 0xff5c57ffu);
        assert_int_equal(pixel_at(&image, 11.0, 32.0)[3], 0);
        free(image.pixels);
    }
    pyramid_destroy(made);
}

// Counterclockwise, and its colours with it.
static void picture_turns_by_its_rotation(void **state)
{
    (void)state;
    pyramid *made = pyramid_of(quarters, 64, 64);
    synthetic s = small_frame(made);
    const uint32_t colors[4] = {GREEN, RED, BLUE, WHITE}; // from the upper right on
    for (int i = 0; i < 16; i++) {
        one p = {.x = 31.7, .y = 32.4, .radius = 20.0, .turns = i / 16.0};
        image image = draw_one(&s, &p);
        for (int k = 0; k < 4; k++) {
            double angle = 2.0 * PI * (p.turns + 0.125 + k / 4.0);
            assert_color(&image, p.x + 14.0 * cos(angle), p.y + 14.0 * sin(angle),
                         colors[k]);
            double corner = 20.0 * sqrt(2.0);
            const uint8_t *inside = pixel_at(&image, p.x + (corner - 2.5) * cos(angle),
                                             p.y + (corner - 2.5) * sin(angle));
            assert_int_equal(inside[3], 255);
            const uint8_t *outside = pixel_at(&image, p.x + (corner + 2.5) * cos(angle),
                                              p.y + (corner + 2.5) * sin(angle));
            assert_int_equal(outside[3], 0);
        }
        free(image.pixels);
    }
    pyramid_destroy(made);
}

static void longer_side_is_two_radii(void **state)
{
    (void)state;
    const int sizes[][2] = {{64, 16}, {10, 20}, {33, 33}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        int width = sizes[i][0], height = sizes[i][1];
        double longer = width > height ? width : height;
        pyramid *made = pyramid_of(white, width, height);
        synthetic s = small_frame(made);
        for (int k = 0; k < 3; k++) {
            one p = {.x = 31.0, .y = 31.0, .radius = 16.0, .turns = k * 0.1};
            double area = 32.0 * 32.0 * width * height / (longer * longer);
            assert_near(alpha_sum(&s, &p) / area, 1.0, 0.01);
        }
        one p = {.x = 32.0, .y = 32.0, .radius = 16.0};
        image image = draw_one(&s, &p);
        double right = 16.0 * width / longer, up = 16.0 * height / longer;
        assert_int_equal(pixel_at(&image, 32.0 + right - 1.0, 32.0)[3], 255);
        assert_int_equal(pixel_at(&image, 32.0 + right + 1.0, 32.0)[3], 0);
        assert_int_equal(pixel_at(&image, 32.0, 32.0 + up - 1.0)[3], 255);
        assert_int_equal(pixel_at(&image, 32.0, 32.0 + up + 1.0)[3], 0);
        free(image.pixels);
        pyramid_destroy(made);
    }
}

// ---- Light ---------------------------------------------------------------------------

static void colors_and_alphas_multiply(void **state)
{
    (void)state;
    uint8_t pixels[4] = {128, 255, 200, 102};
    picture picture = {1, 1, pixels};
    pyramid *made = NULL;
    assert_ok(pyramid_create(&picture, &made));
    synthetic s = small_frame(made);
    s.opacity = 0.8;
    const double color[4] = {1.0, look_linear(90.0), 0.5, 0.5};
    one p = {.x = 32.0, .y = 32.0, .radius = 9.0};
    image image = draw_colored(&s, &p, color);
    const uint8_t *pixel = pixel_at(&image, 32.0, 32.0);
    assert_in_range(pixel[0], 126, 130);
    assert_in_range(pixel[1], 88, 92);
    assert_in_range(pixel[2], 145, 149); // half of 200 in linear light
    assert_in_range(pixel[3], 40, 42);   // 255 * 0.4 * 0.5 * 0.8
    free(image.pixels);
    pyramid_destroy(made);
}

// What cannot be seen does not shine through where texels are mixed, large or small.
static void transparent_texels_have_no_color(void **state)
{
    (void)state;
    pyramid *made = pyramid_of(half_green, 8, 8);
    synthetic s = small_frame(made);
    const double radii[] = {0.7, 2.0, 4.0, 20.0};
    for (size_t i = 0; i < COUNT_OF(radii); i++) {
        one p = {.x = 32.3, .y = 32.0, .radius = radii[i], .turns = 0.05};
        image image = draw_one(&s, &p);
        for (int k = 0; k < 64 * 64; k++) {
            const uint8_t *pixel = image.pixels + 4 * (ptrdiff_t)k;
            assert_true(pixel[3] < 2 || (pixel[0] == 0 && pixel[1] > 250));
        }
        free(image.pixels);
    }
    pyramid_destroy(made);
}

// However small and wherever between pixels it is.
static void picture_keeps_its_light(void **state)
{
    (void)state;
    const double radii[] = {0.2, 0.5, 1.0, 2.3, 5.0, 20.0};
    painted *const paintings[] = {white, checkers, blot};
    const int sizes[][2] = {{64, 64}, {64, 64}, {50, 40}};
    for (int i = 0; i < 3; i++) {
        pyramid *made = pyramid_of(paintings[i], sizes[i][0], sizes[i][1]);
        double mean = made->levels[made->level_count - 1].texels[3] / 65535.0;
        float sides[2];
        pyramid_sides(made, sides);
        synthetic s = small_frame(made);
        for (size_t k = 0; k < COUNT_OF(radii); k++) {
            double r = radii[k];
            one p = {.x = 31.1, .y = 31.7, .radius = r, .turns = 0.02 * (double)k};
            double area = 4.0 * r * r * (double)sides[0] * (double)sides[1] * mean;
            assert_near(alpha_sum(&s, &p) / area, 1.0, r < 1.0 ? 0.06 : 0.03);
        }
        pyramid_destroy(made);
    }
}

static void each_size_shows_the_level_made_for_it(void **state)
{
    (void)state;
    pyramid *made = pyramid_of(checkers, 32, 32);
    synthetic s = small_frame(made);
    one p = {.x = 32.0, .y = 32.0, .radius = 16.0}; // a texel is a pixel
    image image = draw_one(&s, &p);
    for (int i = 0; i < 8; i++) {
        int expected = i % 2 ? 255 : 0; // 16 + i and 16 of the picture
        assert_int_equal(pixel_at(&image, 32 + i, 31)[3], expected);
    }
    free(image.pixels);
    // Far smaller, it is gray wherever it stands: it does not sparkle.
    for (int i = 0; i < 8; i++) {
        p = (one){.x = 32.0 + i / 8.0, .y = 32.0 + i / 7.0, .radius = 5.0};
        image = draw_one(&s, &p);
        assert_in_range(pixel_at(&image, 32, 32)[3], 127, 128);
        assert_in_range(pixel_at(&image, 34, 31)[3], 127, 128);
        free(image.pixels);
    }
    // Half-way between two levels it is half of each.
    p = (one){.x = 32.0, .y = 32.0, .radius = 16.0 / sqrt(2.0)};
    image = draw_one(&s, &p);
    int least = 255, most = 0;
    for (int i = 0; i < 8; i++) {
        int alpha = pixel_at(&image, 32 + i, 32)[3];
        least = alpha < least ? alpha : least;
        most = alpha > most ? alpha : most;
    }
    assert_in_range(least, 63, 128);
    assert_in_range(most, 128, 192);
    free(image.pixels);
    pyramid_destroy(made);
}

// ---- Streaks and space ---------------------------------------------------------------

// Its top lies at the head, its lower border beyond the tail.
static void streak_stretches_the_picture(void **state)
{
    (void)state;
    pyramid *made = pyramid_of(quarters, 32, 32);
    synthetic s = small_frame(made);
    s.tails = true;
    for (int i = 0; i < 16; i++) {
        double angle = 2.0 * PI * i / 16.0, far = 24.0;
        double x = cos(angle), y = sin(angle);
        one p = {.x = 32.0 - 0.5 * far * x, .y = 32.0 - 0.5 * far * y, .radius = 6.0};
        p.tail_x = far * x;
        p.tail_y = far * y;
        p.turns = 0.3; // of no effect
        image image = draw_one(&s, &p);
        // From the middle: so far to the head, and to the left of it.
        const double at[4][2] = {{10, 3}, {10, -3}, {-10, 3}, {-10, -3}};
        const uint32_t colors[4] = {RED, GREEN, BLUE, WHITE};
        for (int k = 0; k < 4; k++) {
            double ahead = at[k][0], left = at[k][1];
            assert_color(&image, 32.0 - ahead * x + left * y, 32.0 - ahead * y - left * x,
                         colors[k]);
        }
        assert_int_equal(pixel_at(&image, 32.0 + 16.5 * x, 32.0 + 16.5 * y)[3], 255);
        assert_int_equal(pixel_at(&image, 32.0 + 19.5 * x, 32.0 + 19.5 * y)[3], 0);
        assert_int_equal(pixel_at(&image, 32.0 + 7.5 * y, 32.0 - 7.5 * x)[3], 0);
        free(image.pixels);
    }
    pyramid_destroy(made);
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
    return camera;
}

// Close by the camera it grows no larger than an eighth of the frame to either side, and
// fades; closer still it is not drawn.
static void near_picture_fades_like_a_disc(void **state)
{
    (void)state;
    pyramid *made = pyramid_of(white, 8, 8);
    synthetic s = small_frame(made);
    camera camera = perspective(&s, 0.25);
    const double color[4] = {1.0, 1.0, 1.0, 1.0};
    const double nearness[] = {2.0, 16.0, 2000.0};
    for (int i = 0; i < 3; i++) {
        uint32_t sprite[4], look[4];
        synthetic_sprite(&s, 0.5, 0.5, 2.0 / 64.0, sprite);
        sprite[2] = (uint32_t)(0.25 * 4294967296.0 * (1.0 - 1.0 / nearness[i]));
        synthetic_own_look(color, 0.0, look);
        sprite_list list = {.sprites = sprite, .looks = look, .count = 1};
        image image = synthetic_draw_list(&s, NULL, &list, &camera);
        int alpha = pixel_at(&image, 32.0, 32.0)[3];
        // 2 pixels times nearness, or 8 with (8 / 32)^2 of its light
        double reach = i == 0 ? 4.0 : 8.0;
        assert_int_equal(alpha, i == 0 ? 255 : i == 1 ? 16 : 0);
        assert_int_equal(pixel_at(&image, 32.0 + reach - 1.0, 32.0)[3], alpha);
        assert_int_equal(pixel_at(&image, 32.0 + reach + 1.0, 32.0)[3], 0);
        free(image.pixels);
    }
    pyramid_destroy(made);
}

static void picture_does_not_depend_on_threads(void **state)
{
    (void)state;
    pyramid *made = pyramid_of(blot, 24, 32);
    for (int kind = 0; kind < 4; kind++) {
        synthetic s = synthetic_default();
        s.pyramid = made;
        s.looks = true;
        s.tails = kind & 1;
        s.additive = kind & 2;
        s.radius = 0.04;
        s.count = 500;
        s.threads = 1;
        image one = synthetic_draw(&s, NULL);
        s.threads = 5;
        image many = synthetic_draw(&s, NULL);
        assert_memory_equal(one.pixels, many.pixels, frame_size(320, 240, false));
        free(one.pixels);
        free(many.pixels);
    }
    pyramid_destroy(made);
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
    assert_true(d.lit > 0.001);
    free(gl.pixels);
    free(soft.pixels);
}

static void pictures_look_alike(void **state)
{
    const int sizes[][2] = {{32, 32}, {17, 40}};
    for (int kind = 0; kind < 32; kind++) {
        const int *size = sizes[kind / 16];
        pyramid *made = pyramid_of(kind & 8 ? quarters : blot, size[0], size[1]);
        synthetic s = synthetic_default();
        s.pyramid = made;
        s.looks = kind & 7; // kinds 0, 8 ...: as particles of life
        s.tails = kind & 1;
        s.additive = kind & 2;
        s.alpha = kind & 4;
        s.wraps = kind & 1;
        s.opacity = 0.7;
        s.radius = s.looks ? 0.05 : 0.02;
        s.count = 400;
        compare(state, s.tails ? "streaks" : s.looks ? "looks" : "life", &s);
        pyramid_destroy(made);
    }
}

static void every_size_looks_alike(void **state)
{
    const double zooms[] = {0.05, 0.4, 0.97, 3.0, 50.0};
    pyramid *made = pyramid_of(blot, 40, 64);
    for (int i = 0; i < 10; i++) {
        synthetic s = synthetic_default();
        s.pyramid = made;
        s.zoom = zooms[i / 2];
        s.looks = true;
        s.tails = i & 1;
        s.radius = i < 8 ? 0.03 : 0.003;
        s.count = i < 8 ? 300 : 20000;
        compare(state, "zoom", &s);
    }
    pyramid_destroy(made);
}

static void pictures_in_space_look_alike(void **state)
{
    pyramid *made = pyramid_of(blot, 32, 20);
    for (int kind = 0; kind < 8; kind++) {
        synthetic s = synthetic_space();
        s.pyramid = made;
        s.looks = true;
        s.tails = kind & 1;
        s.additive = kind & 2;
        s.haze = kind & 4 ? 0.8 : 0.0;
        s.radius = 0.05;
        s.count = 400;
        compare(state, "space", &s);
    }
    pyramid_destroy(made);
}

static void trails_of_pictures_look_alike(void **state)
{
    pyramid *made = pyramid_of(blot, 16, 16);
    for (int kind = 0; kind < 2; kind++) {
        synthetic s = synthetic_default();
        s.pyramid = made;
        s.looks = true;
        s.additive = kind & 1;
        s.trails = 4.0;
        s.frames = 6;
        s.radius = 0.03;
        s.count = 200;
        compare(state, "trails", &s);
    }
    pyramid_destroy(made);
}

// How a host unpacks its own textures has no effect on ours, and stays.
static void host_unpacks_as_it_likes(void **state)
{
    gl_context *context = need_context(state);
    static const GLenum names[] = {GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH,
                                   GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS,
                                   GL_UNPACK_SWAP_BYTES};
    const GLint odd[COUNT_OF(names)] = {2, 77, 3, 5, GL_TRUE};
    const GLint usual[COUNT_OF(names)] = {4, 0, 0, 0, GL_FALSE};
    pyramid *made = pyramid_of(quarters, 13, 11);
    synthetic s = synthetic_default();
    GLuint texture;
    GLint bound = 0;
    s.pyramid = made;
    s.looks = true;
    s.radius = 0.1;
    s.count = 50;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        glPixelStorei(names[i], odd[i]);
    }
    compare(state, "a host's state", &s);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        GLint found = -1;
        glGetIntegerv(names[i], &found);
        assert_int_equal(found, odd[i]);
        glPixelStorei(names[i], usual[i]);
    }
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    assert_int_equal(bound, texture);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    glDeleteTextures(1, &texture);
    pyramid_destroy(made);
    (void)context;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texels_are_linear_light_times_alpha),
        cmocka_unit_test(levels_halve_down_to_one_texel),
        cmocka_unit_test(levels_keep_the_mean),
        cmocka_unit_test(odd_sides_are_shared_by_area),
        cmocka_unit_test(picture_stands_upright),
        cmocka_unit_test(picture_turns_by_its_rotation),
        cmocka_unit_test(longer_side_is_two_radii),
        cmocka_unit_test(colors_and_alphas_multiply),
        cmocka_unit_test(transparent_texels_have_no_color),
        cmocka_unit_test(picture_keeps_its_light),
        cmocka_unit_test(each_size_shows_the_level_made_for_it),
        cmocka_unit_test(streak_stretches_the_picture),
        cmocka_unit_test(near_picture_fades_like_a_disc),
        cmocka_unit_test(picture_does_not_depend_on_threads),
        cmocka_unit_test(pictures_look_alike),
        cmocka_unit_test(every_size_looks_alike),
        cmocka_unit_test(pictures_in_space_look_alike),
        cmocka_unit_test(trails_of_pictures_look_alike),
        cmocka_unit_test(host_unpacks_as_it_likes),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
