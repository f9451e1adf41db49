// SPDX-License-Identifier: MIT
// A context in a hidden GLFW window, where EGL is missing (Windows, as a rule).
//
// GLFW is never terminated here: the program may have windows of its own.

#include "gl_platform.h"

#include "../core/status.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct glfw_platform {
    gl_platform base;
    GLFWwindow *window;
} glfw_platform;

static bool glfw_make_current(gl_platform *base)
{
    glfwMakeContextCurrent(((glfw_platform *)base)->window);
    return glfwGetError(NULL) == GLFW_NO_ERROR;
}

static void glfw_release(gl_platform *base)
{
    (void)base;
    glfwMakeContextCurrent(NULL);
}

static void glfw_destroy(gl_platform *base)
{
    glfw_platform *self = (glfw_platform *)base;
    if (self->window) {
        glfwDestroyWindow(self->window);
    }
    free(self);
}

static const char *glfw_cause(void)
{
    const char *cause = NULL;
    glfwGetError(&cause);
    return cause ? cause : "no reason given";
}

static GLFWwindow *open_window(const int version[2], bool debug, int robustness)
{
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version[0]);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version[1]);
    bool has_profiles = version[0] >= 3;
    glfwWindowHint(GLFW_OPENGL_PROFILE,
                   has_profiles ? GLFW_OPENGL_CORE_PROFILE : GLFW_OPENGL_ANY_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, has_profiles);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug);
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness);
    GLFWwindow *window = glfwCreateWindow(16, 16, "mote", NULL, NULL);
    glfwDefaultWindowHints();
    return window;
}

static mote_status glfw_open(const gl_place *place, bool debug, gl_platform **platform)
{
    (void)place;
    *platform = NULL;
    // Else GLFW changes the working folder of a macOS application.
    glfwInitHint(GLFW_COCOA_CHDIR_RESOURCES, GLFW_FALSE);
    if (!glfwInit()) {
        return fail(MOTE_UNAVAILABLE, "%s", glfw_cause());
    }
    glfw_platform *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a window's context");
    }
    for (int i = 0; i < VERSION_COUNT && !self->window; i++) {
        self->window = open_window(gl_versions[i], debug, GLFW_LOSE_CONTEXT_ON_RESET);
        if (!self->window) {
            self->window = open_window(gl_versions[i], false, GLFW_NO_ROBUSTNESS);
        }
    }
    if (!self->window) {
        mote_status status = fail(MOTE_UNAVAILABLE, "%s", glfw_cause());
        free(self);
        return status;
    }
    self->base = (gl_platform){
        .loader = glfwGetProcAddress,
        .make_current = glfw_make_current,
        .release = glfw_release,
        .destroy = glfw_destroy,
    };
    glfwGetError(NULL); // of a try that was refused
    glfwMakeContextCurrent(self->window);
    *platform = &self->base;
    return MOTE_OK;
}

int glfw_places_list(gl_place *places)
{
    places[0] = (gl_place){.how = "GLFW", .open = glfw_open};
    return 1;
}
