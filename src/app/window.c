// SPDX-License-Identifier: MIT
// See window.h.

#include "window.h"

#include "ask_file.h"
#include "display.h"
#include "panel.h"

#include "../core/status.h"
#include "../gl/gl_platform.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <stdio.h>
#include <stdlib.h>

// How long a window without news waits for some.
#define WAIT_S 0.1

struct window {
    GLFWwindow *glfw;
    live *watched;
    panel *panel;       // or NULL; made when it is first needed
    mote_status status; // of the actions of the events being taken
    bool is_resized;    // since events were last taken
    file_question question;
    double cursor[2]; // screen coordinates, from the upper left
    bool has_dragged; // while Space was held, which then pauses nothing
    int place[4];     // x, y, width and height before it took the full screen
};

typedef struct key_row {
    live_action action;
    int key;
    int control;
} key_row;

static const key_row keys[] = {
#define KEY(action, key, control, name, meaning) KEY_ALSO(action, key, control)
#define KEY_ALSO(action, key, control)           {LIVE_##action, GLFW_KEY_##key, control},
#include "view_keys.def"
#undef KEY
#undef KEY_ALSO
};

// ---- Events --------------------------------------------------------------------------

static window *window_of(GLFWwindow *glfw)
{
    return glfwGetWindowUserPointer(glfw);
}

static void note(window *self, mote_status status)
{
    if (status != MOTE_OK) {
        snprintf(self->watched->note, sizeof self->watched->note, "%s",
                 mote_last_error());
    }
    self->status = self->status == MOTE_OK ? status : self->status;
}

// How much of the stretch `begin`, `length` is in the other one.
static int shared_length(int begin, int length, int other_begin, int other_length)
{
    int end = begin + length, other_end = other_begin + other_length;
    int first = begin > other_begin ? begin : other_begin;
    int last = end < other_end ? end : other_end;
    return last > first ? last - first : 0;
}

// The one that most of the window is on; NULL: there is none.
static GLFWmonitor *monitor_under(const window *self)
{
    int count;
    const int *place = self->place;
    GLFWmonitor **monitors = glfwGetMonitors(&count);
    GLFWmonitor *best = glfwGetPrimaryMonitor();
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        int x, y;
        const GLFWvidmode *mode = glfwGetVideoMode(monitors[i]);
        glfwGetMonitorPos(monitors[i], &x, &y);
        double shared = (double)shared_length(place[0], place[2], x, mode->width) *
                        shared_length(place[1], place[3], y, mode->height);
        if (shared > most) {
            most = shared;
            best = monitors[i];
        }
    }
    return best;
}

static void toggle_full_screen(window *self)
{
    int *place = self->place;
    if (glfwGetWindowMonitor(self->glfw)) {
        glfwSetWindowMonitor(self->glfw, NULL, place[0], place[1], place[2], place[3],
                             GLFW_DONT_CARE);
        return;
    }
    glfwGetWindowPos(self->glfw, &place[0], &place[1]);
    glfwGetWindowSize(self->glfw, &place[2], &place[3]);
    GLFWmonitor *monitor = monitor_under(self);
    if (monitor) {
        const GLFWvidmode *mode = glfwGetVideoMode(monitor);
        glfwSetWindowMonitor(self->glfw, monitor, 0, 0, mode->width, mode->height,
                             mode->refreshRate);
    }
}

static void print_keys(void)
{
#define KEY(action, key, control, name, meaning) printf("%-22s%s\n", name, meaning);
#define KEY_ALSO(action, key, control)
#include "view_keys.def"
#undef KEY
#undef KEY_ALSO
    fflush(stdout);
}

// It makes cursors, which GLFW 3.3 cannot on a Wayland without a mouse: so whoever
// neither asks for it nor presses a button has none.
static void need_panel(window *self)
{
    if (!self->panel) {
        self->panel = panel_open(self->glfw, self->watched);
    }
}

// Of the panel; where there is none, the keys go to the terminal.
static void act_on_panel(window *self, live_action action)
{
    need_panel(self);
    if (self->panel) {
        (action == LIVE_HELP ? panel_toggle_help : panel_toggle)(self->panel);
    } else if (action == LIVE_HELP) {
        print_keys();
    } else {
        snprintf(self->watched->note, sizeof self->watched->note,
                 "no panel: built without Dear ImGui; F1 prints the keys");
    }
}

static void act(window *self, live_action action)
{
    switch (action) {
    case LIVE_CLOSE:
        if (!panel_close_top(self->panel)) {
            glfwSetWindowShouldClose(self->glfw, GLFW_TRUE);
        }
        break;
    case LIVE_PANEL:
    case LIVE_HELP:
        act_on_panel(self, action);
        break;
    case LIVE_FULL_SCREEN:
        toggle_full_screen(self);
        break;
    case LIVE_OPEN:
        note(self, ask_file_begin(&self->question));
        break;
    default:
        note(self, live_act(self->watched, action));
    }
}

static live_action action_of(int key, int modifiers)
{
    int control = !(modifiers & GLFW_MOD_CONTROL) ? 0
                  : modifiers & GLFW_MOD_SHIFT    ? 2
                                                  : 1;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i].key == key && keys[i].control == control) {
            return keys[i].action;
        }
    }
    return LIVE_NOTHING;
}

// Space held is for dragging; it pauses when it is let go.
static void on_key(GLFWwindow *glfw, int key, int code, int event, int modifiers)
{
    (void)code;
    window *self = window_of(glfw);
    bool is_space = key == GLFW_KEY_SPACE;
    if (is_space && event == GLFW_PRESS) {
        self->has_dragged = false;
    }
    bool acts = is_space ? event == GLFW_RELEASE && !self->has_dragged
                         : event == GLFW_PRESS ||
                               (event == GLFW_REPEAT && key == GLFW_KEY_PERIOD);
    if (acts && self->watched && !panel_wants_keys(self->panel)) {
        act(self, action_of(key, modifiers));
    }
}

static double pixels_per_coordinate(GLFWwindow *glfw)
{
    int width, pixels, other;
    glfwGetWindowSize(glfw, &width, &other);
    glfwGetFramebufferSize(glfw, &pixels, &other);
    return width > 0 ? (double)pixels / width : 1.0;
}

static bool is_held(GLFWwindow *glfw, int left, int right)
{
    return glfwGetKey(glfw, left) == GLFW_PRESS || glfwGetKey(glfw, right) == GLFW_PRESS;
}

static void on_button(GLFWwindow *glfw, int button, int event, int modifiers)
{
    window *self = window_of(glfw);
    bool is_right = button == GLFW_MOUSE_BUTTON_RIGHT;
    if (!self->watched || (button != GLFW_MOUSE_BUTTON_LEFT && !is_right)) {
        return;
    }
    if (event == GLFW_RELEASE) {
        live_release(self->watched);
        return;
    }
    bool is_space = glfwGetKey(glfw, GLFW_KEY_SPACE) == GLFW_PRESS;
    need_panel(self); // draws how far the tool reaches
    if (!is_space && !panel_wants_mouse(self->panel)) {
        note(self, live_press(self->watched, is_right, modifiers & GLFW_MOD_SHIFT));
    }
}

static void on_wheel(GLFWwindow *glfw, double x, double y)
{
    (void)x;
    window *self = window_of(glfw);
    int width, height;
    glfwGetWindowSize(glfw, &width, &height);
    double scale = pixels_per_coordinate(glfw);
    if (self->watched && is_held(glfw, GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL)) {
        live_size_tool(self->watched, y);
    } else if (self->watched && !panel_wants_mouse(self->panel)) {
        live_zoom(self->watched, y, (self->cursor[0] - width / 2.0) * scale,
                  (height / 2.0 - self->cursor[1]) * scale);
    }
}

static void on_cursor(GLFWwindow *glfw, double x, double y)
{
    window *self = window_of(glfw);
    bool is_space = glfwGetKey(glfw, GLFW_KEY_SPACE) == GLFW_PRESS;
    bool is_left = glfwGetMouseButton(glfw, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
    bool is_middle = glfwGetMouseButton(glfw, GLFW_MOUSE_BUTTON_MIDDLE) == GLFW_PRESS;
    bool drags = is_middle || (is_space && is_left);
    if (self->watched && drags && !panel_wants_mouse(self->panel)) {
        double scale = pixels_per_coordinate(glfw);
        live_drag(self->watched, (x - self->cursor[0]) * scale,
                  (self->cursor[1] - y) * scale);
        self->has_dragged = true;
    }
    self->cursor[0] = x;
    self->cursor[1] = y;
    if (self->watched) {
        int width, height;
        double scale = pixels_per_coordinate(glfw);
        glfwGetWindowSize(glfw, &width, &height);
        live_point(self->watched, (x - width / 2.0) * scale, (height / 2.0 - y) * scale);
    }
}

static void on_resize(GLFWwindow *glfw, int width, int height)
{
    window *self = window_of(glfw);
    // A minimised one may have no pixels.
    self->is_resized = width > 0 && height > 0;
}

// A window that is dragged larger tells of many sizes at a time.
static void take_size(window *self)
{
    int width, height;
    if (!self->is_resized) {
        return;
    }
    self->is_resized = false;
    window_size(self, &width, &height);
    if (width != self->watched->width || height != self->watched->height) {
        note(self, live_resize(self->watched, width, height));
    }
}

static void on_drop(GLFWwindow *glfw, int count, const char **paths)
{
    window *self = window_of(glfw);
    if (self->watched && count > 0) {
        note(self, live_open_file(self->watched, paths[0]));
    }
}

static void take_answer(window *self)
{
    const char *path;
    note(self, ask_file_look(&self->question, &path));
    if (path) {
        note(self, live_open_file(self->watched, path));
    }
}

// ---- The window ----------------------------------------------------------------------

static const char *cause(void)
{
    const char *text = NULL;
    glfwGetError(&text);
    return text ? text : "no reason given";
}

static void listen(window *self)
{
    glfwSetWindowUserPointer(self->glfw, self);
    glfwSetKeyCallback(self->glfw, on_key);
    glfwSetMouseButtonCallback(self->glfw, on_button);
    glfwSetScrollCallback(self->glfw, on_wheel);
    glfwSetCursorPosCallback(self->glfw, on_cursor);
    glfwSetFramebufferSizeCallback(self->glfw, on_resize);
    glfwSetDropCallback(self->glfw, on_drop);
}

mote_status window_open(const char *title, int width, int height, window **opened)
{
    *opened = NULL;
    // Else GLFW changes the working folder of a macOS application.
    glfwInitHint(GLFW_COCOA_CHDIR_RESOURCES, GLFW_FALSE);
    if (!glfwInit()) {
        return fail(MOTE_UNAVAILABLE,
                    "no window can be opened: %s; `mote run` writes frames without one",
                    cause());
    }
    window *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a window");
    }
    for (int i = 0; i < VERSION_COUNT - 1 && !self->glfw; i++) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, gl_versions[i][0]);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, gl_versions[i][1]);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        self->glfw = glfwCreateWindow(width, height, title, NULL, NULL);
    }
    if (!self->glfw) {
        mote_status status =
            fail(MOTE_UNAVAILABLE,
                 "no window with OpenGL 3.3 can be opened: %s; `mote run` writes frames "
                 "without one",
                 cause());
        free(self);
        return status;
    }
    listen(self);
    glfwMakeContextCurrent(self->glfw);
    glfwSwapInterval(1);
    display_watch();
    glfwGetError(NULL); // of a version that was refused
    *opened = self;
    return MOTE_OK;
}

void window_close(window *self)
{
    if (self) {
        panel_close(self->panel);
        ask_file_end(&self->question);
        glfwDestroyWindow(self->glfw);
        free(self);
    }
}

mote_gl_loader window_loader(void)
{
    return glfwGetProcAddress;
}

void window_size(const window *self, int *width, int *height)
{
    glfwGetFramebufferSize(self->glfw, width, height);
}

void window_set_title(window *self, const char *title)
{
    glfwSetWindowTitle(self->glfw, title);
}

void window_watch(window *self, live *watched)
{
    self->watched = watched;
}

mote_status window_take_events(window *self, bool may_wait)
{
    self->status = MOTE_OK;
    if (may_wait) {
        glfwWaitEventsTimeout(WAIT_S);
    } else {
        glfwPollEvents();
    }
    take_size(self);
    take_answer(self);
    return self->status;
}

bool window_must_close(const window *self)
{
    return glfwWindowShouldClose(self->glfw);
}

bool window_is_gone(const window *self)
{
    (void)self;
    return display_has_failed();
}

bool window_is_hidden(const window *self)
{
    return glfwGetWindowAttrib(self->glfw, GLFW_ICONIFIED) == GLFW_TRUE;
}

void window_swap(window *self)
{
    panel_draw(self->panel);
    glfwSwapBuffers(self->glfw);
}
