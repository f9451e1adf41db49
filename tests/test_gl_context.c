// SPDX-License-Identifier: MIT
// Contexts: which device they are on, who shares them, what is said where a driver lacks
// a function, lost ones, and OpenGL's own messages.

#include "support.h"

#include "gl/gl_context.h"
#include "gl/gl_devices.h"
#include "gl/gl_platform.h"

#include <glad/gl.h>

#include <stdio.h>
#include <string.h>

#define LINE_MAX_SIZE 512

static gl_context *open_or_skip(const mote_device_def *device)
{
    gl_context *context = NULL;
    if (gl_context_open(device, &context) != MOTE_OK) {
        print_message("no OpenGL: %s\n", mote_last_error());
        skip();
    }
    return context;
}

static gl_context *open_default(void)
{
    mote_device_def device = mote_default_device_def();
    return open_or_skip(&device);
}

static void expect_end(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t size = strlen(end);
    if (length < size || strcmp(text + length - size, end) != 0) {
        fail_msg("no \"%s\" at the end of: %s", end, text);
    }
}

#define BROKEN ": the driver is broken; a newer or another one would help"

// ---- Devices -------------------------------------------------------------------------

// The numbers of devices that open, at most `max`.
static int find_devices(int *numbers, int max)
{
    int found = 0;
    for (int i = 0; i < gl_device_count() && found < max; i++) {
        gl_context context;
        if (gl_device_look(i, &context) == MOTE_OK) {
            numbers[found++] = i;
        }
    }
    return found;
}

static void a_number_opens_the_device_that_is_listed_by_it(void **state)
{
    (void)state;
    int numbers[8];
    int count = find_devices(numbers, 8);
    if (count == 0) {
        skip();
    }
    for (int i = 0; i < count; i++) {
        gl_context listed;
        assert_ok(gl_device_look(numbers[i], &listed));
        mote_device_def device = mote_default_device_def();
        device.gl_device = numbers[i];
        gl_context *context = NULL;
        assert_ok(gl_context_open(&device, &context));
        assert_int_equal(context->device, numbers[i]);
        assert_string_equal(context->how, listed.how);
        assert_string_equal(context->renderer, listed.renderer);
        gl_context_close(context);
    }
}

static void without_a_number_no_other_device_is_better(void **state)
{
    (void)state;
    gl_context *context = open_default();
    gl_context best = *context;
    gl_context_close(context);
    for (int i = 0; i < gl_device_count(); i++) {
        gl_context other;
        if (gl_device_look(i, &other) == MOTE_OK) {
            assert_false(best.is_software && !other.is_software);
            bool is_alike = best.is_software == other.is_software;
            assert_false(is_alike && other.has_compute && !best.has_compute);
        }
    }
}

static void a_number_that_is_not_there_is_refused_with_the_range(void **state)
{
    (void)state;
    int count = gl_device_count();
    char range[64];
    snprintf(range, sizeof range, "they go from 0 to %d", count - 1);
    const int numbers[] = {count, 9999, -2};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        mote_device_def device = mote_default_device_def();
        device.gl_device = numbers[i];
        gl_context *context = NULL;
        expect_error(gl_context_open(&device, &context), MOTE_BAD_INPUT, range);
        assert_null(context);
    }
}

static void auto_refuses_a_number_that_is_not_there(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = NULL;
    mote_device_def device = mote_default_device_def();
    device.gl_device = gl_device_count();
    expect_error(mote_simulation_create(scene, &device, &simulation), MOTE_BAD_INPUT,
                 "mote info --devices");
    assert_null(simulation);
    mote_scene_destroy(scene);
}

static void drawing_refuses_a_number_that_is_not_there(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 10}");
    const mote_view_def view = mote_default_view_def(scene);
    const int numbers[] = {gl_device_count(), -2};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        mote_simulation *simulation = NULL;
        mote_renderer *renderer = NULL;
        mote_device_def device = mote_default_device_def();
        device.backend = MOTE_BACKEND_CPU;
        device.gl_device = numbers[i];
        assert_ok(mote_simulation_create(scene, &device, &simulation));
        expect_error(mote_renderer_create(simulation, &view, &renderer), MOTE_BAD_INPUT,
                     "mote info --devices");
        assert_null(renderer);
        mote_simulation_destroy(simulation);
    }
    mote_scene_destroy(scene);
}

static void a_second_device_beside_one_in_use_is_refused(void **state)
{
    (void)state;
    int numbers[2] = {0, 0};
    if (find_devices(numbers, 2) < 2) {
        print_message("fewer than two devices\n");
        skip();
    }
    mote_device_def first = mote_default_device_def();
    mote_device_def second = mote_default_device_def();
    first.gl_device = numbers[0];
    second.gl_device = numbers[1];
    gl_context *context = NULL;
    gl_context *other = NULL;
    assert_ok(gl_context_open(&first, &context));
    expect_error(gl_context_open(&second, &other), MOTE_UNAVAILABLE, "is in use");
    assert_null(other);
    gl_context_close(context);
    assert_ok(gl_context_open(&second, &context));
    assert_int_equal(context->device, numbers[1]);
    gl_context_close(context);
}

// ---- Sharing -------------------------------------------------------------------------

static void those_who_ask_alike_share_a_context(void **state)
{
    (void)state;
    mote_device_def device = mote_default_device_def();
    gl_context *first = open_or_skip(&device);
    gl_context *second = open_or_skip(&device);
    device.gl_device = first->device; // the number that it has anyway
    gl_context *third = open_or_skip(&device);
    device.clamp_limits = true;
    gl_context *clamped = open_or_skip(&device);
    assert_ptr_equal(first, second);
    assert_ptr_equal(first, third);
    assert_ptr_not_equal(first, clamped);
    assert_int_equal(clamped->device, first->device);
    gl_context_close(first);
    gl_context_close(third);
    gl_context_close(clamped);
    assert_non_null(glGetString(GL_VERSION)); // still open for the second
    gl_context_close(second);
}

static void a_self_test_that_was_passed_counts_for_all_alike(void **state)
{
    (void)state;
    mote_device_def device = mote_default_device_def();
    gl_context *context = open_or_skip(&device);
    context->has_passed = true;
    device.clamp_limits = true;
    gl_context *clamped = open_or_skip(&device);
    assert_false(clamped->has_passed); // it would run with other limits
    gl_context_close(clamped);
    gl_context_close(context);
    context = open_default();
    assert_false(context->has_passed); // another context
    gl_context_close(context);
}

// ---- Functions that are missing ------------------------------------------------------

static struct {
    mote_gl_loader loader;
    const char *missing;
} driver;

static mote_gl_function load_most(const char *name)
{
    return strcmp(name, driver.missing) == 0 ? NULL : driver.loader(name);
}

static mote_device_def device_without(gl_platform *host, const char *function)
{
    mote_device_def device = mote_default_device_def();
    driver.loader = host->loader;
    driver.missing = function;
    device.host_loader = load_most;
    return device;
}

static void a_driver_without_a_function_of_compute_shaders_has_none(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    static const char *const names[] = {"glDispatchCompute", "glDispatchComputeIndirect",
                                        "glMemoryBarrier", "glDrawArraysIndirect"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        mote_device_def device = device_without(host, names[i]);
        gl_context *context = NULL;
        assert_ok(gl_context_open(&device, &context));
        assert_false(context->has_compute);
        if (context->major > 4 || (context->major == 4 && context->minor >= 3)) {
            assert_non_null(strstr(context->why_not, "lacks gl"));
            assert_non_null(strstr(context->why_not, names[i]));
            expect_end(context->why_not, BROKEN);
        }
        gl_context_close(context);
    }
    host->destroy(host);
}

static void a_whole_driver_has_them(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    mote_device_def device = device_without(host, "glNothing");
    gl_context *context = NULL;
    assert_ok(gl_context_open(&device, &context));
    bool is_4_3 = context->major > 4 || (context->major == 4 && context->minor >= 3);
    assert_true(context->has_compute || !is_4_3);
    assert_true(context->has_compute == (context->why_not[0] == '\0'));
    gl_context_close(context);
    host->destroy(host);
}

static void auto_computes_on_the_cpu_where_a_function_is_missing(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = NULL;
    mote_device_def device = device_without(host, "glMemoryBarrier");
    device.takes_software_gl = true;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
    assert_true(strstr(mote_simulation_reason(simulation), "glMemoryBarrier") ||
                strstr(mote_simulation_reason(simulation), "compute shader"));
    mote_simulation_destroy(simulation);
    device.backend = MOTE_BACKEND_GL;
    expect_error(mote_simulation_create(scene, &device, &simulation), MOTE_UNAVAILABLE,
                 "OpenGL");
    mote_scene_destroy(scene);
    host->destroy(host);
}

static void a_driver_without_a_function_of_3_3_is_not_taken(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    static const char *const names[] = {"glMapBufferRange", "glFenceSync",
                                        "glGetInteger64v"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        mote_device_def device = device_without(host, names[i]);
        gl_context *context = NULL;
        expect_error(gl_context_open(&device, &context), MOTE_UNAVAILABLE, names[i]);
        expect_end(mote_last_error(), BROKEN);
        assert_null(context);
    }
    host->destroy(host);
}

static void a_loader_that_finds_nothing_is_refused(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    static const char *const names[] = {"glGetString", "glGetStringi", "glGetIntegerv"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        mote_device_def device = device_without(host, names[i]);
        gl_context *context = NULL;
        expect_error(gl_context_open(&device, &context), MOTE_UNAVAILABLE, "loader");
        assert_null(context);
    }
    host->destroy(host);
}

static void a_host_has_no_device_numbers(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    mote_device_def device = device_without(host, "glNothing");
    device.gl_device = 0;
    gl_context *context = NULL;
    expect_error(gl_context_open(&device, &context), MOTE_BAD_INPUT, "exclude");
    host->destroy(host);
}

// After a host without some function, our own context has all of its own again.
static void a_hosts_functions_are_not_our_own(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    host->release(host);
    gl_context *own = open_default();
    assert_true(host->make_current(host));
    mote_device_def device = device_without(host, "glFlush");
    gl_context *context = NULL;
    assert_int_equal(gl_context_open(&device, &context), MOTE_UNAVAILABLE);
    assert_null(glad_glFlush);
    gl_context *again = open_default();
    assert_ptr_equal(own, again);
    assert_non_null(glad_glFlush);
    gl_context_close(own);
    gl_context_close(again);
    host->destroy(host);
}

static void a_driver_without_names_for_debuggers_computes(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    static const char *const names[] = {"glPushDebugGroup", "glObjectLabel"};
    mote_scene *scene = scene_of("{'particles': 10}");
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        mote_device_def device = device_without(host, names[i]);
        device.backend = MOTE_BACKEND_GL;
        mote_simulation *simulation = NULL;
        if (mote_simulation_create(scene, &device, &simulation) == MOTE_OK) {
            step(simulation, 1);
        } else {
            expect_error(MOTE_UNAVAILABLE, MOTE_UNAVAILABLE, "compute shader");
        }
        mote_simulation_destroy(simulation);
    }
    mote_scene_destroy(scene);
    host->destroy(host);
}

// ---- Loss ----------------------------------------------------------------------------

static GLenum GLAD_API_PTR tell_of_reset(void)
{
    return GL_UNKNOWN_CONTEXT_RESET;
}

static GLenum GLAD_API_PTR tell_of_nothing(void)
{
    return GL_NO_ERROR;
}

static void a_lost_context_is_not_handed_out_again(void **state)
{
    (void)state;
    mote_device_def device = mote_default_device_def();
    gl_context *context = open_default();
    assert_false(gl_context_is_lost(context));
    GLAD_GL_KHR_robustness = 1;
    glad_glGetGraphicsResetStatus = tell_of_reset;
    assert_true(gl_context_is_lost(context));
    // Drivers tell it once.
    glad_glGetGraphicsResetStatus = tell_of_nothing;
    assert_true(gl_context_is_lost(context));
    gl_context *other = NULL;
    expect_error(gl_context_open(&device, &other), MOTE_UNAVAILABLE, "lost");
    gl_context_close(context);
    context = open_default();
    assert_false(gl_context_is_lost(context));
    gl_context_close(context);
}

static void drivers_that_can_are_asked_to_tell_of_resets(void **state)
{
    (void)state;
    gl_context *context = open_default();
    GLint strategy = 0;
    // GLX and WGL have an extension of their own for it, which GLFW does not tell of.
    bool can = GLAD_GL_KHR_robustness && strncmp(context->how, "EGL", 3) == 0;
    if (can) {
        glGetIntegerv(GL_RESET_NOTIFICATION_STRATEGY, &strategy);
    }
    gl_context_close(context);
    if (!can) {
        print_message("no EGL with KHR_robustness here\n");
        skip();
    }
    assert_int_equal(strategy, GL_LOSE_CONTEXT_ON_RESET);
}

// ---- Lines for people ----------------------------------------------------------------

typedef struct heard {
    int count;
    char last[LINE_MAX_SIZE];
    int error_count;
    char last_error[LINE_MAX_SIZE];
} heard;

static void hear(void *context, const char *line)
{
    heard *all = context;
    all->count++;
    snprintf(all->last, sizeof all->last, "%s", line);
    if (strncmp(line, "OpenGL error", 12) == 0) {
        all->error_count++;
        snprintf(all->last_error, sizeof all->last_error, "%s", line);
    }
}

static mote_device_def listening_device(heard *all)
{
    mote_device_def device = mote_default_device_def();
    device.gl_debug = true;
    device.log = hear;
    device.log_context = all;
    return device;
}

// ---- What would help -----------------------------------------------------------------

static PFNGLGETSHADERIVPROC real_shader_value;
static PFNGLGETSHADERINFOLOGPROC real_shader_log;

static void GLAD_API_PTR refuse_shader(GLuint shader, GLenum name, GLint *value)
{
    real_shader_value(shader, name, value);
    *value = name == GL_COMPILE_STATUS ? 0 : *value;
}

static void GLAD_API_PTR say_nothing(GLuint shader, GLsizei size, GLsizei *length,
                                     GLchar *log)
{
    real_shader_log(shader, size, length, log);
    log[0] = '\0';
}

static gl_context *open_computing(const mote_device_def *device)
{
    gl_context *context = open_or_skip(device);
    if (!context->has_compute) {
        gl_context_close(context);
        print_message("no compute shaders here\n");
        skip();
    }
    return context;
}

static void expect_refused_shaders(const mote_device_def *device, const heard *all)
{
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = NULL;
    mote_renderer *renderer = NULL;
    mote_view_def view = mote_default_view_def(scene);
    assert_ok(mote_simulation_create(scene, device, &simulation));
    assert_memory_equal(all->last, "simulating on the CPU", 21);
    expect_end(all->last, "the driver could not compile the shader of self_test: no "
                          "reason given; a newer driver would help");
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    assert_memory_equal(all->last, "drawing by software", 19);
    expect_end(all->last,
               "the driver could not compile the shader sprite.vert: no reason "
               "given; a newer driver would help");
    mote_renderer_destroy(renderer);
    view.renderer = MOTE_RENDERER_GL;
    expect_error(mote_renderer_create(simulation, &view, &renderer), MOTE_UNAVAILABLE,
                 "a newer driver would help; or --renderer soft");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_refused_shader_asks_for_a_newer_driver(void **state)
{
    (void)state;
    heard all = {0};
    mote_device_def device = listening_device(&all);
    device.gl_debug = false;
    device.takes_software_gl = true;
    gl_context *context = open_computing(&device);
    real_shader_value = glad_glGetShaderiv;
    real_shader_log = glad_glGetShaderInfoLog;
    glad_glGetShaderiv = refuse_shader;
    glad_glGetShaderInfoLog = say_nothing;
    expect_refused_shaders(&device, &all);
    glad_glGetShaderiv = real_shader_value;
    glad_glGetShaderInfoLog = real_shader_log;
    gl_context_close(context);
}

static struct {
    PFNGLBUFFERSUBDATAPROC write;
    PFNGLGETERRORPROC get_error;
    bool is_full;
} memory;

static void GLAD_API_PTR fill_memory(GLenum target, GLintptr offset, GLsizeiptr size,
                                     const void *data)
{
    memory.write(target, offset, size, data);
    memory.is_full = true;
}

static GLenum GLAD_API_PTR tell_of_memory(void)
{
    GLenum error = memory.is_full ? GL_OUT_OF_MEMORY : memory.get_error();
    memory.is_full = false;
    return error;
}

static void a_full_memory_asks_for_fewer_particles(void **state)
{
    (void)state;
    heard all = {0};
    mote_device_def device = listening_device(&all);
    device.gl_debug = false;
    device.takes_software_gl = true;
    gl_context *context = open_computing(&device);
    memory.write = glad_glBufferSubData;
    memory.get_error = glad_glGetError;
    glad_glBufferSubData = fill_memory;
    glad_glGetError = tell_of_memory;
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
    expect_end(
        all.last,
        "(out of memory) while writing buffer position; fewer particles or a smaller frame may fit");
    glad_glBufferSubData = memory.write;
    glad_glGetError = memory.get_error;
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    gl_context_close(context);
}

// ---- Messages of OpenGL --------------------------------------------------------------

static void make_an_error(void)
{
    glEnable(0xdead);
    glGetError();
}

// A context that sends messages, or a skipped test.
static gl_context *open_listening(const mote_device_def *device)
{
    gl_context *context = open_or_skip(device);
    if (!context->has_debug) {
        gl_context_close(context);
        print_message("no KHR_debug here\n");
        skip();
    }
    return context;
}

static void an_error_is_told_with_its_stage(void **state)
{
    (void)state;
    heard all = {0};
    mote_device_def device = listening_device(&all);
    gl_context *context = open_listening(&device);
    make_an_error();
    assert_int_equal(all.count, 1);
    assert_memory_equal(all.last, "OpenGL error (API, high, ", 25);
    assert_null(strchr(all.last, '\n'));

    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "pair");
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "slice");
    make_an_error();
    assert_memory_equal(all.last, "OpenGL error in slice (API, high, ", 34);
    glPopDebugGroup();
    make_an_error();
    assert_memory_equal(all.last, "OpenGL error in pair (API, high, ", 33);
    glPopDebugGroup();
    make_an_error();
    assert_memory_equal(all.last, "OpenGL error (API, high, ", 25);
    assert_int_equal(all.count, 4);
    gl_context_close(context);
}

static void groups_within_groups_end_as_they_began(void **state)
{
    (void)state;
    heard all = {0};
    mote_device_def device = listening_device(&all);
    gl_context *context = open_listening(&device);
    for (int i = 0; i < 40; i++) {
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, i == 0 ? "outer" : "inner");
    }
    for (int i = 0; i < 39; i++) {
        glPopDebugGroup();
    }
    make_an_error();
    assert_memory_equal(all.last, "OpenGL error in outer ", 22);
    glPopDebugGroup();
    gl_context_close(context);
}

static void messages_are_lines(void **state)
{
    (void)state;
    heard all = {0};
    mote_device_def device = listening_device(&all);
    gl_context *context = open_listening(&device);
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 7,
                         GL_DEBUG_SEVERITY_LOW, -1, "two\nlines\n");
    assert_string_equal(all.last, "OpenGL marker (application, low, 7): two lines");
    // What NVIDIA's driver says at every use of a buffer, and a real warning of that id.
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 131185,
                         GL_DEBUG_SEVERITY_NOTIFICATION, -1, "chatter");
    assert_int_equal(all.count, 1);
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 131185,
                         GL_DEBUG_SEVERITY_HIGH, -1, "no chatter");
    assert_int_equal(all.count, 2);
    gl_context_close(context);
}

// A context that is open three ways: by one who does not listen, and by two who do.
typedef struct audience {
    heard first, second;
    gl_context *silent, *one, *two;
} audience;

static void open_audience(audience *all)
{
    *all = (audience){.silent = open_default()};
    mote_device_def device = listening_device(&all->first);
    all->one = open_listening(&device);
    device = listening_device(&all->second);
    all->two = open_listening(&device);
    assert_ptr_not_equal(all->one, all->two);
}

// An error reaches whom it should.
static void expect_heard(const audience *all, int by_first, int by_second)
{
    make_an_error();
    assert_int_equal(all->first.count, by_first);
    assert_int_equal(all->second.count, by_second);
}

static void messages_end_with_those_who_listen(void **state)
{
    (void)state;
    audience all;
    open_audience(&all);
    expect_heard(&all, 0, 1);
    gl_context_close(all.two);
    expect_heard(&all, 1, 1);
    gl_context_close(all.one);
    expect_heard(&all, 1, 1);
    gl_context_close(all.silent);
}

static void the_first_may_stop_listening_first(void **state)
{
    (void)state;
    audience all;
    open_audience(&all);
    gl_context_close(all.one);
    expect_heard(&all, 0, 1);
    gl_context_close(all.two);
    expect_heard(&all, 0, 1);
    gl_context_close(all.silent);
}

static void GLAD_API_PTR host_listener(GLenum source, GLenum type, GLuint id,
                                       GLenum severity, GLsizei length,
                                       const GLchar *message, const void *user)
{
    (void)source, (void)type, (void)id, (void)severity, (void)length, (void)message;
    ++*(int *)user;
}

static void a_host_gets_its_messages_back(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    heard all = {0};
    int host_count = 0;
    mote_device_def device = listening_device(&all);
    device.host_loader = host->loader;
    assert_true(gladLoadGL(host->loader) != 0);
    if (!GLAD_GL_KHR_debug) {
        host->destroy(host);
        skip();
    }
    glEnable(GL_DEBUG_OUTPUT);
    glDisable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(host_listener, &host_count);
    gl_context *context = NULL;
    assert_ok(gl_context_open(&device, &context));
    make_an_error();
    assert_int_equal(all.count, 1);
    assert_int_equal(host_count, 0);
    gl_context_close(context);
    make_an_error();
    glFinish();
    assert_int_equal(all.count, 1);
    assert_int_equal(host_count, 1);
    assert_true(glIsEnabled(GL_DEBUG_OUTPUT));
    assert_false(glIsEnabled(GL_DEBUG_OUTPUT_SYNCHRONOUS));
    glDebugMessageCallback(NULL, NULL);
    host->destroy(host);
}

static void a_host_that_asks_for_no_messages_keeps_its_own(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    int host_count = 0;
    heard all = {0};
    mote_device_def device = listening_device(&all);
    device.gl_debug = false;
    device.host_loader = host->loader;
    gl_context *context = NULL;
    assert_ok(gl_context_open(&device, &context));
    if (context->has_debug) {
        glEnable(GL_DEBUG_OUTPUT);
        glDebugMessageCallback(host_listener, &host_count);
        make_an_error();
        glFinish();
        assert_int_equal(host_count, 1);
        glDebugMessageCallback(NULL, NULL);
    }
    assert_int_equal(all.count, 0);
    gl_context_close(context);
    host->destroy(host);
}

static void a_driver_without_messages_is_told_about_in_a_line(void **state)
{
    (void)state;
    gl_platform *host = open_host();
    heard all = {0};
    mote_device_def device = listening_device(&all);
    device.host_loader = device_without(host, "glDebugMessageCallback").host_loader;
    gl_context *context = NULL;
    assert_ok(gl_context_open(&device, &context));
    assert_false(context->has_debug);
    assert_int_equal(all.count, 1);
    assert_non_null(strstr(all.last, "has no KHR_debug"));
    gl_context_close(context);
    host->destroy(host);
}

static PFNGLMEMORYBARRIERPROC real_barrier;

static void GLAD_API_PTR barrier_with_an_error(GLbitfield barriers)
{
    real_barrier(barriers);
    glEnable(0xdead);
}

static void the_stage_of_an_error_is_named(void **state)
{
    (void)state;
    heard all = {0};
    mote_device_def device = listening_device(&all);
    gl_context *context = open_listening(&device);
    bool computes = context->has_compute;
    gl_context_close(context);
    if (!computes) {
        skip();
    }
    device.backend = MOTE_BACKEND_GL;
    mote_scene *scene = scene_of("{'particles': 10}");
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    step(simulation, 1);
    assert_int_equal(all.error_count, 0); // drivers tell of slow buffers, too
    real_barrier = glad_glMemoryBarrier;
    glad_glMemoryBarrier = barrier_with_an_error;
    mote_simulation_step(simulation, 1);
    glad_glMemoryBarrier = real_barrier;
    assert_true(all.error_count > 0);
    assert_memory_equal(all.last_error, "OpenGL error in ", 16);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_opens_the_device_that_is_listed_by_it),
        cmocka_unit_test(without_a_number_no_other_device_is_better),
        cmocka_unit_test(a_number_that_is_not_there_is_refused_with_the_range),
        cmocka_unit_test(auto_refuses_a_number_that_is_not_there),
        cmocka_unit_test(drawing_refuses_a_number_that_is_not_there),
        cmocka_unit_test(a_second_device_beside_one_in_use_is_refused),
        cmocka_unit_test(those_who_ask_alike_share_a_context),
        cmocka_unit_test(a_self_test_that_was_passed_counts_for_all_alike),
        cmocka_unit_test(a_driver_without_a_function_of_compute_shaders_has_none),
        cmocka_unit_test(a_whole_driver_has_them),
        cmocka_unit_test(auto_computes_on_the_cpu_where_a_function_is_missing),
        cmocka_unit_test(a_driver_without_names_for_debuggers_computes),
        cmocka_unit_test(a_driver_without_a_function_of_3_3_is_not_taken),
        cmocka_unit_test(a_loader_that_finds_nothing_is_refused),
        cmocka_unit_test(a_host_has_no_device_numbers),
        cmocka_unit_test(a_hosts_functions_are_not_our_own),
        cmocka_unit_test(a_lost_context_is_not_handed_out_again),
        cmocka_unit_test(drivers_that_can_are_asked_to_tell_of_resets),
        cmocka_unit_test(a_refused_shader_asks_for_a_newer_driver),
        cmocka_unit_test(a_full_memory_asks_for_fewer_particles),
        cmocka_unit_test(an_error_is_told_with_its_stage),
        cmocka_unit_test(groups_within_groups_end_as_they_began),
        cmocka_unit_test(messages_are_lines),
        cmocka_unit_test(messages_end_with_those_who_listen),
        cmocka_unit_test(the_first_may_stop_listening_first),
        cmocka_unit_test(a_host_gets_its_messages_back),
        cmocka_unit_test(a_host_that_asks_for_no_messages_keeps_its_own),
        cmocka_unit_test(a_driver_without_messages_is_told_about_in_a_line),
        cmocka_unit_test(the_stage_of_an_error_is_named),
    };
    return cmocka_run_group_tests_name("contexts", tests, NULL, NULL);
}
