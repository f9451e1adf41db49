// SPDX-License-Identifier: MIT
// Listening to OpenGL.

#include "gl_debug.h"

#include "../core/log.h"

#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP_MAX 8

struct gl_debug {
    mote_device_def device; // its log
    // Debug groups that are open, whose names OpenGL sends as messages: stages.
    char groups[GROUP_MAX][64];
    int group_count; // may be more than there is room for
    // As the host had it.
    GLDEBUGPROC old_callback;
    void *old_user;
    GLboolean had_output, had_order;
    // One of mote's own that took a host's messages over from this one, or NULL: it has
    // to give them back to somebody else when this one ends first.
    struct gl_debug *later;
};

typedef struct word_row {
    GLenum value;
    const char *word;
} word_row;

static const word_row words[] = {
    {GL_DEBUG_SOURCE_API, "API"},
    {GL_DEBUG_SOURCE_WINDOW_SYSTEM, "window system"},
    {GL_DEBUG_SOURCE_SHADER_COMPILER, "shader compiler"},
    {GL_DEBUG_SOURCE_THIRD_PARTY, "third party"},
    {GL_DEBUG_SOURCE_APPLICATION, "application"},
    {GL_DEBUG_TYPE_ERROR, "error"},
    {GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR, "deprecated behaviour"},
    {GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, "undefined behaviour"},
    {GL_DEBUG_TYPE_PORTABILITY, "portability"},
    {GL_DEBUG_TYPE_PERFORMANCE, "performance"},
    {GL_DEBUG_TYPE_MARKER, "marker"},
    {GL_DEBUG_SEVERITY_HIGH, "high"},
    {GL_DEBUG_SEVERITY_MEDIUM, "medium"},
    {GL_DEBUG_SEVERITY_LOW, "low"},
    {GL_DEBUG_SEVERITY_NOTIFICATION, "notification"},
};

static const char *word_of(GLenum value)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (words[i].value == value) {
            return words[i].word;
        }
    }
    return "other";
}

// NVIDIA's driver says of every buffer and framebuffer, at every use, where its memory
// is: thousands of lines that are about nothing wrong.
static bool is_chatter(GLuint id, GLenum severity)
{
    return severity == GL_DEBUG_SEVERITY_NOTIFICATION && (id == 131185 || id == 131169);
}

// ---- Groups --------------------------------------------------------------------------

static void enter_group(gl_debug *self, const char *name)
{
    if (self->group_count < GROUP_MAX) {
        char *room = self->groups[self->group_count];
        snprintf(room, sizeof self->groups[0], "%s", name);
    }
    self->group_count++;
}

static void leave_group(gl_debug *self)
{
    self->group_count -= self->group_count > 0;
}

static const char *current_group(const gl_debug *self)
{
    int count = self->group_count < GROUP_MAX ? self->group_count : GROUP_MAX;
    return count > 0 ? self->groups[count - 1] : NULL;
}

// ---- Messages ------------------------------------------------------------------------

// One line, whatever the driver sends.
static void flatten(const char *message, char *line, size_t size)
{
    snprintf(line, size, "%s", message);
    size_t length = strlen(line);
    while (length > 0 && strchr(" \r\n\t", line[length - 1])) {
        line[--length] = '\0';
    }
    for (char *c = line; *c; c++) {
        if (strchr("\r\n\t", *c)) {
            *c = ' ';
        }
    }
}

static void GLAD_API_PTR take_message(GLenum source, GLenum type, GLuint id,
                                      GLenum severity, GLsizei length,
                                      const GLchar *message, const void *user)
{
    (void)length; // the text is terminated, whatever its length is said to be
    gl_debug *self = (gl_debug *)user;
    if (type == GL_DEBUG_TYPE_PUSH_GROUP) {
        enter_group(self, message);
        return;
    }
    if (type == GL_DEBUG_TYPE_POP_GROUP) {
        leave_group(self);
        return;
    }
    if (is_chatter(id, severity)) {
        return;
    }
    char line[1024];
    flatten(message, line, sizeof line);
    const char *group = current_group(self);
    log_line(&self->device, "OpenGL %s%s%s (%s, %s, %u): %s", word_of(type),
             group ? " in " : "", group ? group : "", word_of(source), word_of(severity),
             (unsigned)id, line);
}

// ---- Opening and closing -------------------------------------------------------------

// ISO C has no cast between the address of an object and that of a function.
static GLDEBUGPROC current_callback(void)
{
    void *found = NULL;
    GLDEBUGPROC callback = NULL;
    glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &found);
    memcpy(&callback, &found, sizeof callback);
    return callback;
}

static void set(GLenum capability, bool value)
{
    if (value) {
        glEnable(capability);
    } else {
        glDisable(capability);
    }
}

// One of mote's own that had the messages before, or NULL.
static gl_debug *earlier_of(const gl_debug *self)
{
    return self->old_callback == take_message ? self->old_user : NULL;
}

mote_status gl_debug_open(const mote_device_def *device, const gl_context *context,
                          gl_debug **debug)
{
    *debug = NULL;
    if (!device->gl_debug || !device->log) {
        return MOTE_OK;
    }
    if (!context->has_debug) {
        log_line(device, "OpenGL %d.%d on %s has no KHR_debug, so it sends no messages",
                 context->major, context->minor, context->renderer);
        return MOTE_OK;
    }
    gl_debug *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "OpenGL's messages");
    }
    self->device = *device;
    if (context->is_host) {
        self->old_callback = current_callback();
        glGetPointerv(GL_DEBUG_CALLBACK_USER_PARAM, &self->old_user);
        self->had_output = glIsEnabled(GL_DEBUG_OUTPUT);
        self->had_order = glIsEnabled(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        if (earlier_of(self)) {
            earlier_of(self)->later = self;
        }
    }
    if (!context->is_host) {
        // OpenGL leaves out those of low severity. A host's choice could not be put back.
        glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);
    }
    gl_debug_listen(self);
    *debug = self;
    return MOTE_OK;
}

void gl_debug_listen(gl_debug *self)
{
    // At once, on this thread: so that a message belongs to the group that is open.
    set(GL_DEBUG_OUTPUT_SYNCHRONOUS, true);
    set(GL_DEBUG_OUTPUT, true);
    glDebugMessageCallback(take_message, self);
}

void gl_debug_close(gl_debug *self)
{
    if (!self) {
        return;
    }
    gl_debug *later = self->later, *earlier = earlier_of(self);
    if (earlier) {
        earlier->later = later;
    }
    if (later) {
        later->old_callback = self->old_callback;
        later->old_user = self->old_user;
        later->had_output = self->had_output;
        later->had_order = self->had_order;
    } else {
        glDebugMessageCallback(self->old_callback, self->old_user);
        set(GL_DEBUG_OUTPUT_SYNCHRONOUS, self->had_order);
        set(GL_DEBUG_OUTPUT, self->had_output);
    }
    free(self);
}
