// SPDX-License-Identifier: MIT
// Particles that cover each other do not flicker: frame by frame, while the camera moves,
// two runs give the same picture, though many particles are equally deep and on a GPU
// atomics finish in any order. And the test would see it if ties were left to chance.

#include "spoiling.h"

#include <stdio.h>
#include <string.h>

#define WIDTH  160
#define HEIGHT 120
#define FRAMES 6

typedef struct film {
    uint8_t *frames[FRAMES];
} film;

// Half-transparent discs of many brightnesses, born in turn in three planes, where they
// stay. The camera looks at these straight on: whatever it does, all of a plane are
// equally deep.
static mote_scene *scene_of_ties(void)
{
    static const char plane[] =
        "{'rate': 700, 'shape': 'box', 'size': [6, 6, 0], 'position': [5, 5, %g],"
        " 'direction': [1, 0, 0], 'spread': 0, 'speed': [0.1, 1], 'lifetime': [1, 2],"
        " 'particle_radius': 0.2, 'color': '#ffffffa0', 'color_variation': 1}";
    char planes[3][512];
    for (int i = 0; i < 3; i++) {
        snprintf(planes[i], sizeof planes[i], plane, 4.5 + 0.5 * i);
    }
    return scene_of("{'model': 'emitter', 'particles': 4000, 'emitter': {'gravity':"
                    " [0, 0, 0], 'prewarm': 1, 'emitters': [%s, %s, %s]}, 'view':"
                    " {'blend': 'alpha', 'haze': 0, 'background': '#000000', 'center':"
                    " [5, 5, 5], 'position': [5, 5, 15]}}",
                    planes[0], planes[1], planes[2]);
}

static double lit_part(const uint8_t *pixels)
{
    int lit = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        lit += pixels[3 * i] > 0;
    }
    return (double)lit / (WIDTH * HEIGHT);
}

static film film_of(mote_simulation *simulation, const mote_scene *scene)
{
    film made;
    mote_view_def view = mote_default_view_def(scene);
    mote_renderer *renderer = NULL;
    view.width = WIDTH;
    view.height = HEIGHT;
    assert_true(simulation->plan->sorts);
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    for (int i = 0; i < FRAMES; i++) {
        mote_frame frame;
        view.center[0] += 0.15;
        mote_view_dolly(&view, 0.95);
        assert_ok(mote_renderer_set_view(renderer, &view));
        step(simulation, 2);
        assert_ok(mote_renderer_draw(renderer));
        assert_ok(mote_renderer_take(renderer, true, &frame));
        assert_true(lit_part(frame.pixels) >= 0.05);
        made.frames[i] = frame.pixels;
    }
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    return made;
}

// Frames in which the films differ.
static int differing_frames(const film *a, const film *b)
{
    int count = 0;
    for (int i = 0; i < FRAMES; i++) {
        count += memcmp(a->frames[i], b->frames[i], 3 * WIDTH * HEIGHT) != 0;
    }
    return count;
}

static void free_film(film *made)
{
    for (int i = 0; i < FRAMES; i++) {
        free(made->frames[i]);
    }
}

static film film_on(const test_backend *on, const mote_scene *scene, const char *sort)
{
    mote_device_def device = mote_default_device_def();
    device.sort = sort;
    return film_of(simulation_on(on, scene, &device), scene);
}

static void two_runs_give_the_same_frames(void **state)
{
    need_backend(*state);
    mote_scene *scene = scene_of_ties();
    film first = film_on(*state, scene, "radix");
    film second = film_on(*state, scene, "radix");
    film other = film_on(*state, scene, "bitonic");
    assert_int_equal(differing_frames(&first, &second), 0);
    assert_int_equal(differing_frames(&first, &other), 0);
    free_film(&first);
    free_film(&second);
    free_film(&other);
    mote_scene_destroy(scene);
}

#ifndef _WIN32
static void ties_left_to_chance_would_be_seen(void **state)
{
    need_backend(*state);
    mote_scene *scene = scene_of_ties();
    film sound = film_on(*state, scene, NULL);
    for (int i = 0; i < SPOILING_COUNT; i++) {
        film spoilt = film_of(spoilt_on(*state, scene, &spoilings[i]), scene);
        assert_int_equal(differing_frames(&sound, &spoilt), FRAMES);
        free_film(&spoilt);
    }
    free_film(&sound);
    mote_scene_destroy(scene);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(two_runs_give_the_same_frames),
#ifndef _WIN32
        ON_GL(ties_left_to_chance_would_be_seen),
#endif
    };
    return cmocka_run_group_tests_name("flicker", tests, NULL, NULL);
}
