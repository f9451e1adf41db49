// SPDX-License-Identifier: MIT
// What stands behind the window of `mote view`, without one: it starts anew, is resized
// and changes scenes for a thousand frames, and leaves neither errors of OpenGL nor
// memory.

#include "support.h"

#include "app/live.h"
#include "gl/gl_platform.h"

#include <glad/gl.h>
#include <stdio.h>
#include <string.h>

#define FRAMES  1000
#define SETTLED 400 // frames after which memory is not to grow
#define GROWTH  16  // MiB that it may, all the same

static const char *const scene_texts[] = {
    "{'particles': 300, 'view': {'trails': 4}}",
    "{'particles': 200, 'dimension': 3}",
    "{'model': 'emitter', 'particles': 400}",
    "{'model': 'fluid', 'particles': 300}",
    "{'model': 'boids', 'particles': 200, 'view': {'blend': 'add'}}",
};

static mote_scene *scene_number(int number)
{
    return scene_of("%s", scene_texts[number % (int)COUNT_OF(scene_texts)]);
}

// ---- A place to show in --------------------------------------------------------------

typedef struct stage_window {
    gl_platform *host;
    GLuint texture, framebuffer;
    int errors; // of which OpenGL has told
    live live;
} stage_window;

// Of errors; OpenGL must return from this.
static void count_errors(void *context, const char *line)
{
    int *errors = context;
    if (strstr(line, "OpenGL error")) {
        print_message("%s\n", line);
        ++*errors;
    }
}

// `simulates_on_gl`: on whatever OpenGL there is.
static void open_window(stage_window *self, mote_scene *scene, bool simulates_on_gl)
{
    mote_device_def device = mote_default_device_def();
    *self = (stage_window){.host = open_host()};
    device.host_loader = self->host->loader;
    device.backend = simulates_on_gl ? MOTE_BACKEND_AUTO : MOTE_BACKEND_CPU;
    device.takes_software_gl = simulates_on_gl;
    device.gl_debug = true;
    device.threads = 1;
    device.log = count_errors;
    device.log_context = &self->errors;
    assert_ok(live_create(&self->live, scene, &device, 2, 96, 64));
    glGenTextures(1, &self->texture);
    glBindTexture(GL_TEXTURE_2D, self->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 96, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &self->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, self->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           self->texture, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    self->live.framebuffer = self->framebuffer;
}

static void close_window(stage_window *self)
{
    live_destroy(&self->live);
    assert_int_equal(self->errors, 0);
    glDeleteFramebuffers(1, &self->framebuffer);
    glDeleteTextures(1, &self->texture);
    self->host->destroy(self->host);
}

static void show_frames(stage_window *self, int count)
{
    for (int i = 0; i < count; i++) {
        assert_ok(live_show(&self->live, 0.001));
        assert_int_equal(glGetError(), GL_NO_ERROR);
    }
}

// ---- A thousand frames ---------------------------------------------------------------

// MiB of memory that the program has; 0: the system does not say, or what it says is of a
// sanitizer.
static double memory_used(void)
{
    double used = 0.0;
#if defined __linux__ && !defined __SANITIZE_ADDRESS__
    char line[128];
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "VmRSS:", 6) == 0) {
            used = strtod(line + 6, NULL) / 1024.0;
        }
    }
    if (file) {
        fclose(file);
    }
#endif
    return used;
}

// Something else every few frames.
static void disturb(live *live, int frame)
{
    static const live_action actions[] = {LIVE_RESTART, LIVE_TRAILS, LIVE_POSITIONS,
                                          LIVE_EDGES,   LIVE_FASTER, LIVE_SLOWER,
                                          LIVE_FIT};
    live_zoom(live, frame % 2 ? 0.3 : -0.3, 5.0, 3.0);
    live_drag(live, 1.0, -1.0);
    if (frame % 25 == 0) {
        assert_ok(live_open(live, scene_number(frame / 25)));
    } else if (frame % 10 == 0) {
        assert_ok(live_resize(live, 64 + frame % 30, 48 + frame % 20));
    } else if (frame % 5 == 0) {
        // Some models refuse some edges, which then are as they were.
        (void)live_act(live, actions[frame / 5 % (int)COUNT_OF(actions)]);
    }
}

static void expect_a_thousand(bool simulates_on_gl)
{
    stage_window window;
    double before = 0.0;
    open_window(&window, scene_number(0), simulates_on_gl);
    for (int frame = 0; frame < FRAMES; frame++) {
        disturb(&window.live, frame);
        show_frames(&window, 1);
        before = frame == SETTLED ? memory_used() : before;
    }
    double growth = memory_used() - before;
    print_message("%.1f MiB more than after %d frames\n", growth, SETTLED);
    close_window(&window);
    assert_true(growth < GROWTH);
}

static void a_thousand_frames_leave_no_error_and_no_memory(void **state)
{
    (void)state;
    expect_a_thousand(false);
    expect_a_thousand(true);
}

// ---- Scenes --------------------------------------------------------------------------

static void what_cannot_be_opened_changes_nothing(void **state)
{
    (void)state;
    stage_window window;
    open_window(&window, scene_number(0), false);
    show_frames(&window, 3);
    uint64_t hash = hash_of(window.live.simulation);
    expect_error(live_open_file(&window.live, "nowhere.json"), MOTE_BAD_INPUT,
                 "nowhere.json");
    assert_true(hash_of(window.live.simulation) == hash);
    window.live.is_paused = true;
    show_frames(&window, 1);
    assert_true(hash_of(window.live.simulation) == hash);
    assert_int_equal(mote_simulation_step_count(window.live.simulation), 6);
    close_window(&window);
}

// Of another model, dimension and look.
static void another_scene_is_what_it_is_alone(void **state)
{
    (void)state;
    for (int number = 0; number < (int)COUNT_OF(scene_texts); number++) {
        stage_window window;
        mote_scene *alone = scene_number(number + 1);
        open_window(&window, scene_number(number), false);
        show_frames(&window, 2);
        assert_ok(live_open(&window.live, scene_number(number + 1)));
        show_frames(&window, 3);
        assert_true(hash_of(window.live.simulation) ==
                    hash_after(&test_cpu, alone, NULL, 6));
        close_window(&window);
        mote_scene_destroy(alone);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_frames_leave_no_error_and_no_memory),
        cmocka_unit_test(what_cannot_be_opened_changes_nothing),
        cmocka_unit_test(another_scene_is_what_it_is_alone),
    };
    return cmocka_run_group_tests_name("live", tests, NULL, NULL);
}
