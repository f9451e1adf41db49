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
    return true;
}

static void glfw_destroy(gl_platform *base)
{
    glfw_platform *self = (glfw_platform *)base;
    if (self->window) {
        glfwMakeContextCurrent(NULL);
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

mote_status glfw_platform_open(int major, int minor, gl_platform **platform)
{
    *platform = NULL;
    if (!glfwInit()) {
        return fail(MOTE_UNAVAILABLE, "GLFW: %s", glfw_cause());
    }
    glfw_platform *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a window's context");
    }
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    self->window = glfwCreateWindow(16, 16, "mote", NULL, NULL);
    glfwDefaultWindowHints();
    if (!self->window) {
        mote_status status = fail(MOTE_UNAVAILABLE, "GLFW: %s", glfw_cause());
        free(self);
        return status;
    }
    self->base = (gl_platform){
        .loader = glfwGetProcAddress,
        .how = "GLFW",
        .make_current = glfw_make_current,
        .destroy = glfw_destroy,
    };
    glfwMakeContextCurrent(self->window);
    *platform = &self->base;
    return MOTE_OK;
}
