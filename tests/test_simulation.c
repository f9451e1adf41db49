// SPDX-License-Identifier: MIT
// The public face of a simulation: what can be asked of it, and what it says when asked
// for what is not there.

#include "gl/gl_context.h"
#include "sim/hash.h"
#include "support.h"

#include <string.h>

// ---- Reading -------------------------------------------------------------------------

static void buffers_are_read_by_name(void **state)
{
    mote_scene *scene = scene_of("{'particles': 500, 'species': 4}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    size_t size = 0;
    assert_ok(mote_simulation_buffer_size(simulation, "identity", &size));
    assert_int_equal(size, 500 * 8);
    uint32_t *identity = malloc(size);
    assert_ok(mote_simulation_read(simulation, "identity", identity, size));
    for (uint32_t i = 0; i < 500; i++) {
        assert_int_equal(identity[2 * i], i);
        assert_in_range(identity[2 * i + 1], 0, 3);
    }
    free(identity);
    assert_int_equal(mote_simulation_particle_count(simulation), 500);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void reading_what_is_not_there_is_refused_with_a_sentence(void **state)
{
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint32_t values[40];
    size_t size;
    expect_error(mote_simulation_buffer_size(simulation, "positon", &size),
                 MOTE_BAD_INPUT,
                 "no buffer is named \"positon\"; there are position, velocity");
    expect_error(mote_simulation_read(simulation, "mass", values, 4), MOTE_BAD_INPUT,
                 "no buffer is named \"mass\"");
    expect_error(mote_simulation_read(simulation, "position", values, 12), MOTE_BAD_INPUT,
                 "buffer position has 80 bytes, the caller gave room for 12");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void only_opengl_has_buffer_objects(void **state)
{
    const test_backend *on = *state;
    mote_scene *scene = scene_of("{'particles': 2000}");
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    uint32_t before = 0, after = 0;
    mote_status status = mote_simulation_gl_buffer(simulation, "position", &before);
    if (on->kind == MOTE_BACKEND_CPU) {
        expect_error(status, MOTE_UNAVAILABLE, "runs on CPU");
    } else {
        assert_ok(status);
        step(simulation, 1); // the sort swaps names
        assert_ok(mote_simulation_gl_buffer(simulation, "position", &after));
        assert_true(before != 0 && after != 0 && before != after);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Stepping ------------------------------------------------------------------------

static void steps_are_counted(void **state)
{
    mote_scene *scene = scene_of("{'particles': 100}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    assert_int_equal(mote_simulation_step_count(simulation), 0);
    step(simulation, 0);
    assert_int_equal(mote_simulation_step_count(simulation), 0);
    step(simulation, 7);
    step(simulation, 1);
    assert_ok(mote_simulation_finish(simulation));
    assert_int_equal(mote_simulation_step_count(simulation), 8);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void reading_and_drawing_between_steps_changes_nothing(void **state)
{
    mote_scene *scene = scene_of("{'particles': 2000, 'start': {'speed': 0.1}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int turn = 0; turn < 10; turn++) {
        step(simulation, 1);
        free(read_buffer(simulation, BUFFER_velocity));
        assert_ok(simulation_list_sprites(simulation));
        hash_of(simulation);
    }
    assert_true(hash_of(simulation) == hash_after(&test_cpu, scene, NULL, 10));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_scene_may_go_before_its_simulation(void **state)
{
    mote_scene *scene = scene_of("{'particles': 300}");
    uint64_t expected = hash_after(&test_cpu, scene, NULL, 3);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    mote_scene_destroy(scene);
    step(simulation, 3);
    assert_true(hash_of(simulation) == expected);
    mote_simulation_destroy(simulation);
}

static void two_simulations_do_not_disturb_each_other(void **state)
{
    mote_scene *scene = scene_of("{'particles': 2000, 'start': {'speed': 0.1}}");
    mote_scene *other = scene_of("{'particles': 1500, 'dimension': 3}");
    mote_simulation *a = simulation_on(*state, scene, NULL);
    mote_simulation *b = simulation_on(*state, other, NULL);
    for (int turn = 0; turn < 4; turn++) {
        step(a, 1);
        step(b, 2);
    }
    assert_true(hash_of(a) == hash_after(&test_cpu, scene, NULL, 4));
    mote_simulation_destroy(a);
    step(b, 1);
    assert_true(hash_of(b) == hash_after(&test_cpu, other, NULL, 9));
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
    mote_scene_destroy(other);
}

// ---- The hash ------------------------------------------------------------------------

// The sum over particles of the hash of id, species, position and velocity.
static void the_hash_is_the_sum_over_particles(void **state)
{
    mote_scene *scene = scene_of("{'particles': 700, 'dimension': 3}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 2);
    kept_state kept = keep_state(simulation);
    uint64_t sum = 0;
    for (uint64_t i = 0; i < 700; i++) {
        uint32_t words[8];
        memcpy(words, kept.identity + 2 * i, 8);
        memcpy(words + 2, kept.position + 3 * i, 12);
        memcpy(words + 5, kept.velocity + 3 * i, 12);
        sum += hash_words(words, 8);
    }
    assert_true(hash_of(simulation) == sum);
    free_state(&kept);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void any_bit_of_a_particle_changes_its_hash(void **state)
{
    (void)state;
    uint32_t words[6] = {1, 2, 3, 4, 5, 6};
    uint64_t before = hash_words(words, 6);
    for (int bit = 0; bit < 192; bit++) {
        words[bit / 32] ^= UINT32_C(1) << bit % 32;
        assert_true(hash_words(words, 6) != before);
        words[bit / 32] ^= UINT32_C(1) << bit % 32;
    }
}

// ---- Choosing a device ---------------------------------------------------------------

static void auto_never_takes_a_software_opengl(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = NULL;
    mote_device_def device = mote_default_device_def();
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    bool takes_gl = mote_simulation_backend(simulation) == MOTE_BACKEND_GL;
    assert_true(strlen(mote_simulation_reason(simulation)) > 0);
    assert_true(strlen(mote_simulation_device_name(simulation)) > 0);
    gl_context *context = NULL;
    if (gl_context_open(&device, &context) == MOTE_OK) {
        assert_false(takes_gl && context->is_software);
        if (context->is_software && context->has_compute) {
            assert_non_null(strstr(mote_simulation_reason(simulation), "slower"));
        }
        gl_context_close(context);
    } else {
        assert_false(takes_gl);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void impossible_devices_are_refused_with_a_sentence(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = NULL;
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_CPU;
    device.isa = "mmx";
    expect_error(mote_simulation_create(scene, &device, &simulation), MOTE_BAD_INPUT,
                 "isa: expected avx512, avx2, sse2 or scalar, found \"mmx\"");
    device.isa = NULL;
    device.search = "tree";
    expect_error(mote_simulation_create(scene, &device, &simulation), MOTE_BAD_INPUT,
                 "found \"tree\"");
    assert_null(simulation);
    mote_scene_destroy(scene);
    mote_simulation_destroy(NULL);
    mote_scene_destroy(NULL);
}

// ---- The yardstick -------------------------------------------------------------------

static void copying_more_takes_longer(void **state)
{
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    backend *backend = simulation->backend;
    double little = 0.0, much = 0.0;
    assert_ok(backend->measure_copy(backend, 1000, &little));
    assert_ok(backend->measure_copy(backend, 50000001, &much));
    assert_true(little > 0.0);
    assert_true(much > little);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(buffers_are_read_by_name),
        ON_EACH_BACKEND(reading_what_is_not_there_is_refused_with_a_sentence),
        ON_EACH_BACKEND(only_opengl_has_buffer_objects),
        ON_EACH_BACKEND(steps_are_counted),
        ON_EACH_BACKEND(reading_and_drawing_between_steps_changes_nothing),
        ON_EACH_BACKEND(a_scene_may_go_before_its_simulation),
        ON_EACH_BACKEND(two_simulations_do_not_disturb_each_other),
        ON_EACH_BACKEND(the_hash_is_the_sum_over_particles),
        ON_EACH_BACKEND(copying_more_takes_longer),
        cmocka_unit_test(any_bit_of_a_particle_changes_its_hash),
        cmocka_unit_test(auto_never_takes_a_software_opengl),
        cmocka_unit_test(impossible_devices_are_refused_with_a_sentence),
    };
    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
