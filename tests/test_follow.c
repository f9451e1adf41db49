// SPDX-License-Identifier: MIT
// A camera that follows a particle that is born and dies, known by its birth number.

#include "support.h"

#include "image_metric.h"

#include <string.h>

// Six births a step, none of which stands still.
static mote_scene *burning_scene(int dimension)
{
    return scene_of("{'model': 'emitter', 'dimension': %d, 'particles': 300, 'emitter': {"
                    "'emitters': [{'rate': 180, 'lifetime': 0.4, 'spread': 0.5},"
                    "{'rate': 180, 'lifetime': 0.4, 'spread': 0.5}]}, 'view': {"
                    "'background': '#000000', 'haze': 0}}",
                    dimension);
}

static mote_view_def view_on(const mote_scene *scene, mote_renderer_kind kind)
{
    mote_view_def view = mote_default_view_def(scene);
    view.renderer = kind;
    view.width = 96;
    view.height = 64;
    return view;
}

// Where a particle is in the world; false: it does not live.
static bool find(mote_simulation *simulation, uint32_t number, double center[3])
{
    uint32_t *body = buffer_of(simulation, "body");
    uint32_t *flight = buffer_of(simulation, "flight");
    uint64_t count = mote_simulation_particle_count(simulation);
    bool lives = false;
    for (uint64_t i = 0; i < count; i++) {
        if (flight[4 * i + 3] != number || !(float_from(body[4 * i + 3]) > 0.0f)) {
            continue;
        }
        lives = true;
        for (int axis = 0; axis < simulation->plan->dimension; axis++) {
            center[axis] =
                plan_world(simulation->plan, axis, body[4 * i + (uint64_t)axis]);
        }
    }
    free(body);
    free(flight);
    return lives;
}

static image frame_of(mote_renderer *renderer)
{
    mote_frame frame = {0};
    assert_ok(mote_renderer_draw(renderer));
    assert_ok(mote_renderer_take(renderer, true, &frame));
    return (image){frame.width, frame.height, frame.channels, frame.pixels};
}

static image frame_at(mote_simulation *simulation, mote_view_def view)
{
    mote_renderer *renderer = NULL;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    image image = frame_of(renderer);
    mote_renderer_destroy(renderer);
    return image;
}

// Each frame is the one of a camera put where the particle is, or was at last.
static void expect_followed(const test_backend *on, mote_renderer_kind kind,
                            int dimension)
{
    static const uint8_t background[3] = {0};
    need_backend(on);
    mote_scene *scene = burning_scene(dimension);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    mote_view_def followed = view_on(scene, kind), placed = followed;
    mote_renderer *renderer = NULL;
    const uint32_t number = 21; // of the second emitter
    followed.follow = number;
    assert_ok(mote_renderer_create(simulation, &followed, &renderer));
    int living = 0;
    for (int i = 0; i < 10; i++) {
        step(simulation, 5);
        living += find(simulation, number, placed.center);
        assert_ok(mote_renderer_set_view(renderer, &followed));
        image found = frame_of(renderer);
        image expected = frame_at(simulation, placed);
        image_difference d = image_compare(&found, &expected, background);
        assert_true(d.psnr > 50.0);
        assert_true(d.lit > 0.001);
        free(found.pixels);
        free(expected.pixels);
    }
    assert_in_range(living, 3, 6); // it is born, and dies
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void particle_is_followed_until_it_dies_in_software(void **state)
{
    (void)state;
    expect_followed(&test_cpu, MOTE_RENDERER_SOFT, 2);
    expect_followed(&test_cpu, MOTE_RENDERER_SOFT, 3);
}

static void particle_is_followed_until_it_dies_on_a_gpu(void **state)
{
    (void)state;
    expect_followed(&test_gl, MOTE_RENDERER_GL, 2);
    expect_followed(&test_gl, MOTE_RENDERER_GL, 3);
}

// Of uploaded lists.
static void particle_is_followed_from_a_cpu_to_a_gpu(void **state)
{
    (void)state;
    need_backend(&test_gl);
    expect_followed(&test_cpu, MOTE_RENDERER_GL, 3);
}

static void expect_refused(mote_simulation *simulation, int64_t follow, const char *text)
{
    mote_renderer *renderer = NULL;
    mote_view_def view = mote_default_view_def(NULL);
    view.renderer = MOTE_RENDERER_SOFT;
    view.follow = follow;
    assert_int_equal(mote_renderer_create(simulation, &view, &renderer), MOTE_BAD_INPUT);
    if (strstr(mote_last_error(), text) == NULL) {
        fail_msg("\"%s\" lacks \"%s\"", mote_last_error(), text);
    }
}

static void numbers_of_no_particle_are_refused(void **state)
{
    (void)state;
    mote_scene *scene =
        scene_of("{'model': 'emitter', 'emitter': {'emitters': [{}, {}, {}]}}");
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    expect_refused(simulation, 7,
                   "follow particle 7: a birth number modulo 4 is the "
                   "emitter, here 3, and there are emitters 0 to 2");
    expect_refused(simulation, INT64_C(4294967296),
                   "birth numbers go from 0 to 4294967295");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particle_is_followed_until_it_dies_in_software),
        cmocka_unit_test(particle_is_followed_until_it_dies_on_a_gpu),
        cmocka_unit_test(particle_is_followed_from_a_cpu_to_a_gpu),
        cmocka_unit_test(numbers_of_no_particle_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
