// SPDX-License-Identifier: MIT
// The OpenGL backend where it differs from others: contexts, limits, slices, and what it
// says when a driver or a shader is wrong.

#include "scratch.h"
#include "support.h"

#include "core/file.h"
#include "core/text.h"
#include "gl/gl_backend.h"
#include "gl/gl_context.h"
#include "gl/gl_platform.h"
#include "gl/gl_slicer.h"
#include "gl/gl_source.h"

#include <glad/gl.h>

#include <string.h>

static mote_scene *small_scene(void)
{
    return scene_of("{'particles': 3000, 'species': 3, 'seed': 5,"
                    " 'life': {'matrix': {'rule': 'random'}}}");
}

static uint64_t hash_with(const mote_device_def *device)
{
    mote_scene *scene = small_scene();
    uint64_t hash = hash_after(&test_gl, scene, device, 10);
    mote_scene_destroy(scene);
    return hash;
}

static uint64_t hash_on_cpu(void)
{
    mote_scene *scene = small_scene();
    uint64_t hash = hash_after(&test_cpu, scene, NULL, 10);
    mote_scene_destroy(scene);
    return hash;
}

// ---- Choices that must not change the result -----------------------------------------

static void slices_do_not_change_the_state(void **state)
{
    (void)state;
    static const int slices[] = {1, 3, 17};
    for (size_t i = 0; i < COUNT_OF(slices); i++) {
        mote_device_def device = mote_default_device_def();
        device.slices = slices[i];
        device.search = i == 1 ? "loop" : "grid";
        assert_int_equal(hash_with(&device), hash_on_cpu());
    }
}

static void group_sizes_do_not_change_the_state(void **state)
{
    (void)state;
    static const int sizes[] = {1, 32, 1024};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        mote_device_def device = mote_default_device_def();
        device.group_size = sizes[i];
        device.search = i == 2 ? "loop" : "grid";
        assert_int_equal(hash_with(&device), hash_on_cpu());
    }
}

static void more_groups_than_an_axis_holds_spread_over_y(void **state)
{
    (void)state;
    mote_device_def device = mote_default_device_def();
    device.clamp_limits = true;
    device.group_size = 1; // 70,000 groups, and 65,535 along x
    mote_scene *scene = scene_of("{'particles': 70000, 'life': {"
                                 " 'minimum_radius': 0.002, 'maximum_radius': 0.005}}");
    assert_int_equal(hash_after(&test_gl, scene, &device, 2),
                     hash_after(&test_cpu, scene, NULL, 2));
    mote_scene_destroy(scene);
}

// Few groups along x, so that slices of a few groups have more than they need.
static void slices_may_spread_over_y(void **state)
{
    (void)state;
    need_backend(&test_gl);
    mote_scene *scenes[] = {
        scene_of("{'model': 'emitter', 'particles': 8000, 'emitter': {'emitters': ["
                 "{'bursts': [[0, 3500]], 'lifetime': [0.03, 0.2], 'on_death': 'b'},"
                 "{'bursts': [[0, 3500]], 'name': 'b'}]}}"),
        scene_of("{'particles': 6000, 'life': {'maximum_radius': 0.01,"
                 " 'minimum_radius': 0.002}}"),
    };
    mote_device_def device = mote_default_device_def();
    gl_context *context = NULL;
    assert_ok(gl_context_open(&device, &context));
    int group_count = context->limits.group_count;
    context->limits.group_count = 3;
    for (size_t i = 0; i < COUNT_OF(scenes); i++) {
        for (device.slices = 1; device.slices <= 4; device.slices++) {
            assert_int_equal(hash_after(&test_gl, scenes[i], &device, 10),
                             hash_after(&test_cpu, scenes[i], NULL, 10));
        }
        mote_scene_destroy(scenes[i]);
    }
    context->limits.group_count = group_count;
    gl_context_close(context);
}

static void clamped_limits_are_what_gl_4_3_guarantees(void **state)
{
    (void)state;
    need_backend(&test_gl);
    mote_device_def device = mote_default_device_def();
    device.clamp_limits = true;
    gl_context *context = NULL;
    assert_ok(gl_context_open(&device, &context));
    assert_int_equal(context->limits.compute_storage_blocks, 8);
    assert_int_equal(context->limits.vertex_storage_blocks, 0);
    assert_int_equal(context->limits.combined_storage_blocks, 8);
    assert_int_equal(context->limits.storage_block_size, 16 << 20);
    assert_int_equal(context->limits.shared_memory_size, 32 << 10);
    gl_context_close(context);
    assert_int_equal(hash_with(&device), hash_on_cpu());
}

static void a_buffer_too_large_is_named_with_need_and_limit(void **state)
{
    (void)state;
    need_backend(&test_gl);
    mote_device_def device = mote_default_device_def();
    device.clamp_limits = true;
    device.backend = MOTE_BACKEND_GL;
    mote_scene *scene = scene_of("{'particles': 3000000}");
    mote_simulation *simulation = NULL;
    assert_int_equal(mote_simulation_create(scene, &device, &simulation),
                     MOTE_UNAVAILABLE);
    assert_null(simulation);
    assert_non_null(strstr(mote_last_error(), "position needs 22.9 MiB"));
    assert_non_null(strstr(mote_last_error(), "hold 16.0 MiB"));
    mote_scene_destroy(scene);
}

static void llvmpipe_is_not_given_loops_that_it_would_cut_short(void **state)
{
    (void)state;
    need_backend(&test_gl);
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_GL;
    mote_scene *scene =
        scene_of("{'particles': 270000, 'start': {'pattern': 'disc', 'radius': 1e-7}}");
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    if (strstr(mote_simulation_device_name(simulation), "llvmpipe")) {
        assert_int_equal(mote_simulation_step(simulation, 1), MOTE_UNAVAILABLE);
        assert_non_null(strstr(mote_last_error(), "stage rank needs 67500 turns"));
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Slices --------------------------------------------------------------------------

static void a_slicer_starts_small_and_heeds_crowded_parts(void **state)
{
    (void)state;
    // 1 us a thread, but 50 us in the last quarter.
    uint64_t total = 1000000;
    uint64_t crowd = 750000;
    gl_slicer slicer = gl_slicer_default();
    double longest = 0.0;
    for (int run = 0; run < 3; run++) {
        longest = 0.0;
        for (uint64_t first = 0; first < total;) {
            uint64_t end = gl_slicer_next(&slicer, first, total);
            assert_in_range(end, first + 1, total);
            if (run == 0 && first == 0) {
                assert_in_range(end, 1, 10000);
            }
            uint64_t dense_from = first > crowd ? first : crowd;
            uint64_t dense = end > dense_from ? end - dense_from : 0;
            double seconds = 1e-6 * (double)(end - first - dense) + 5e-5 * (double)dense;
            longest = seconds > longest ? seconds : longest;
            gl_slicer_record(&slicer, first, end, total, seconds);
            first = end;
        }
    }
    assert_true(longest < 0.1);
    assert_true(slicer.whole_time > 13.0 && slicer.whole_time < 13.5);
}

static void no_slice_of_a_later_step_comes_near_a_reset(void **state)
{
    (void)state;
    mote_scene *scene =
        scene_of("{'particles': 200000, 'start': {'pattern': 'disc', 'radius': 0.1},"
                 " 'life': {'minimum_radius': 0.001, 'maximum_radius': 0.003}}");
    mote_simulation *simulation = simulation_on(&test_gl, scene, NULL);
    step(simulation, 1);
    gl_backend_longest_slice(simulation->backend);
    step(simulation, 2);
    // 0.2 s is what it should be, 2 s is when systems reset drivers; others use this
    // machine too.
    assert_true(gl_backend_longest_slice(simulation->backend) < 1.0);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- A host's context ----------------------------------------------------------------

#define STATE_COUNT 11

static void read_state(int64_t *values)
{
    static const GLenum names[] = {GL_CURRENT_PROGRAM,
                                   GL_UNIFORM_BUFFER_BINDING,
                                   GL_SHADER_STORAGE_BUFFER_BINDING,
                                   GL_DISPATCH_INDIRECT_BUFFER_BINDING,
                                   GL_COPY_WRITE_BUFFER,
                                   GL_COPY_READ_BUFFER};
    GLint value = 0;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        glGetIntegerv(names[i], &value);
        values[i] = value;
    }
    for (GLuint i = 0; i < 2; i++) {
        glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, i, &value);
        values[6 + i] = value;
    }
    glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, 3, &value);
    values[8] = value;
    GLint64 part = 0;
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, 3, &part);
    values[9] = part;
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, 3, &part);
    values[10] = part;
}

// Eight buffers of the host, bound where stages bind theirs.
static void bind_host_buffers(GLuint *buffers)
{
    glGenBuffers(8, buffers);
    for (int i = 0; i < 8; i++) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[i]);
        glBufferData(GL_COPY_WRITE_BUFFER, 4096, NULL, GL_STATIC_DRAW);
    }
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffers[0]);
    glBindBufferBase(GL_UNIFORM_BUFFER, 1, buffers[5]);
    glBindBuffer(GL_UNIFORM_BUFFER, buffers[1]);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 3, buffers[2], 256, 512);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[3]);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, buffers[4]);
    glBindBuffer(GL_COPY_READ_BUFFER, buffers[6]);
}

// Runs a scene in a host's context, and destroys it.
static void check_host_state(mote_scene *scene)
{
    gl_platform *host = open_host();
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_GL;
    device.host_loader = host->loader;
    assert_true(gladLoadGL(host->loader) != 0);
    GLuint buffers[8];
    bind_host_buffers(buffers);
    int64_t before[STATE_COUNT];
    int64_t after[STATE_COUNT];
    read_state(before);

    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    step(simulation, 10);
    uint64_t hash = hash_of(simulation);
    read_state(after);
    assert_memory_equal(before, after, sizeof before);
    mote_simulation_destroy(simulation);
    read_state(after);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    assert_int_equal(hash, hash_after(&test_cpu, scene, NULL, 10));
    mote_scene_destroy(scene);
    host->destroy(host);
}

static void a_host_finds_its_state_as_it_left_it(void **state)
{
    (void)state;
    need_backend(&test_gl);
    check_host_state(small_scene());
}

static void a_host_finds_its_state_after_births_too(void **state)
{
    (void)state;
    need_backend(&test_gl);
    check_host_state(scene_of("{'model': 'emitter', 'particles': 3000,"
                              " 'emitter': {'emitters': [{'rate': 600}]}}"));
}

// ---- What it says --------------------------------------------------------------------

static void a_driver_message_names_file_and_line(void **state)
{
    (void)state;
    gl_source source = {0};
    gl_source_begin(&source, "prelude", 430);
    assert_ok(gl_source_add_file(&source, "lib/glsl.glsl"));
    assert_ok(gl_source_add_file(&source, "stages/count_cells.comp"));
    // Its line 3 brings in lib/cell.glsl, so this is the third file.
    static const char log[] = "0:4(1): error: a\n0(300007) : error C1: b\n"
                              "ERROR: 0:200012: 'c'\nnot a place\n";
    char *message = NULL;
    assert_ok(gl_source_explain(&source, log, &message));
    assert_string_equal(message, "prelude:4(1): error: a\ncell.glsl:7) : error C1: b\n"
                                 "count_cells.comp:12: 'c'\nnot a place");
    free(message);
    gl_source_free(&source);
}

#ifndef _WIN32
// Creates a simulation in a context of its own, with shader files of ours in place of the
// embedded ones, and gives the status.
static mote_status create_with_file(const char *name, const char *from, const char *to)
{
    need_backend(&test_gl);
    gl_platform *host = open_host();
    char *folder = scratch_create();
    char *original = NULL;
    assert_ok(gl_file_read(name, &original));
    char *place = strstr(original, from);
    assert_non_null(place);
    text changed = {0};
    text_add(&changed, "%.*s%s%s", (int)(place - original), original, to,
             place + strlen(from));
    assert_ok(file_make_folder(scratch_path(folder, "stages")));
    assert_ok(file_write_whole(scratch_path(folder, name), changed.data, changed.size));
    assert_int_equal(setenv("MOTE_GLSL", folder, 1), 0);
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_GL;
    device.host_loader = host->loader;
    mote_scene *scene = small_scene();
    mote_simulation *simulation = NULL;
    mote_status status = mote_simulation_create(scene, &device, &simulation);
    mote_simulation_destroy(simulation);
    unsetenv("MOTE_GLSL");
    mote_scene_destroy(scene);
    text_free(&changed);
    free(original);
    scratch_destroy(folder);
    host->destroy(host);
    return status;
}

static void a_shader_error_names_the_file_and_line(void **state)
{
    (void)state;
    mote_status status = create_with_file("stages/update.comp", "load_sums(i)", "lod(i)");
    assert_int_equal(status, MOTE_UNAVAILABLE);
    assert_non_null(strstr(mote_last_error(), "update.comp:"));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_do_not_change_the_state),
        cmocka_unit_test(group_sizes_do_not_change_the_state),
        cmocka_unit_test(more_groups_than_an_axis_holds_spread_over_y),
        cmocka_unit_test(slices_may_spread_over_y),
        cmocka_unit_test(clamped_limits_are_what_gl_4_3_guarantees),
        cmocka_unit_test(a_buffer_too_large_is_named_with_need_and_limit),
        cmocka_unit_test(llvmpipe_is_not_given_loops_that_it_would_cut_short),
        cmocka_unit_test(a_slicer_starts_small_and_heeds_crowded_parts),
        cmocka_unit_test(no_slice_of_a_later_step_comes_near_a_reset),
        cmocka_unit_test(a_host_finds_its_state_as_it_left_it),
        cmocka_unit_test(a_host_finds_its_state_after_births_too),
        cmocka_unit_test(a_driver_message_names_file_and_line),
#ifndef _WIN32
        cmocka_unit_test(a_shader_error_names_the_file_and_line),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
