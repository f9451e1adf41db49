// SPDX-License-Identifier: MIT
// Contexts of this thread: made once, shared and counted; and what they can do.

#include "gl_context.h"

#include "gl_platform.h"

#include "../core/status.h"

#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A context as handed out: the host's or our own, with limits as they are or clamped.
typedef struct shared_context {
    gl_context context;
    struct shared_context **slot;
    int users;
} shared_context;

typedef struct own_platform {
    gl_platform *platform;
    int users;
} own_platform;

// A GL context belongs to a thread, and so does this.
static _Thread_local shared_context *slots[2][2]; // [is_host][clamped]
static _Thread_local own_platform own;

// ---- What the context can do ---------------------------------------------------------

static void clamp_limits(gl_limits *limits)
{
#define LIMIT(type, name, when, gl_name, least, unit)                                    \
    limits->name = limits->name < (least) ? limits->name : (least);
#include "limits.def"
#undef LIMIT
}

typedef enum limit_when { LIMIT_ANY, LIMIT_COMPUTE, LIMIT_AXES } limit_when;

static int64_t query_limit(GLenum name, limit_when when)
{
    GLint64 value = 0;
    if (when != LIMIT_AXES) {
        glGetInteger64v(name, &value);
        return value;
    }
    GLint along_x = 0;
    GLint along_y = 0;
    glGetIntegeri_v(name, 0, &along_x);
    glGetIntegeri_v(name, 1, &along_y);
    return along_x < along_y ? along_x : along_y;
}

static void query_limits(gl_context *context)
{
    gl_limits *limits = &context->limits;
#define LIMIT(type, name, when, gl_name, least, unit)                                    \
    if (context->has_compute || LIMIT_##when == LIMIT_ANY) {                             \
        limits->name = (type)query_limit(gl_name, LIMIT_##when);                         \
    }
#include "limits.def"
#undef LIMIT
}

static void copy_string(char *text, size_t size, GLenum name)
{
    const GLubyte *found = glGetString(name);
    snprintf(text, size, "%s", found ? (const char *)found : "unknown");
}

static bool is_software(const char *renderer)
{
    static const char *const names[] = {"llvmpipe",    "softpipe", "SwiftShader",
                                        "Software",    "swrast",   "GDI Generic",
                                        "Basic Render"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strstr(renderer, names[i])) {
            return true;
        }
    }
    return false;
}

static void describe(gl_context *context, int version)
{
    context->major = GLAD_VERSION_MAJOR(version);
    context->minor = GLAD_VERSION_MINOR(version);
    copy_string(context->renderer, sizeof context->renderer, GL_RENDERER);
    copy_string(context->vendor, sizeof context->vendor, GL_VENDOR);
    copy_string(context->version, sizeof context->version, GL_VERSION);
    copy_string(context->glsl, sizeof context->glsl, GL_SHADING_LANGUAGE_VERSION);
    bool has_extensions = version >= GLAD_MAKE_VERSION(4, 2) &&
                          GLAD_GL_ARB_compute_shader &&
                          GLAD_GL_ARB_shader_storage_buffer_object;
    context->has_compute = version >= GLAD_MAKE_VERSION(4, 3) || has_extensions;
    if (!context->has_compute) {
        snprintf(context->why_not, sizeof context->why_not,
                 "OpenGL %d.%d on %s has no compute shaders", context->major,
                 context->minor, context->renderer);
    }
    context->is_software = is_software(context->renderer);
    query_limits(context);
}

// ---- Our own platform ----------------------------------------------------------------

static mote_status open_platform(void)
{
    static const struct {
        mote_status (*open)(int major, int minor, gl_platform **platform);
        int major, minor;
    } tries[] = {
        {egl_platform_open, 4, 3},
        {egl_platform_open, 3, 3},
        {glfw_platform_open, 4, 3},
        {glfw_platform_open, 3, 3},
    };
    char causes[512] = "";
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        if (tries[i].open(tries[i].major, tries[i].minor, &own.platform) == MOTE_OK) {
            return MOTE_OK;
        }
        size_t used = strlen(causes);
        if (i % 2 == 1) { // what an older version lacks too says more
            snprintf(causes + used, sizeof causes - used, "%s%s", used ? "; " : "",
                     mote_last_error());
        }
    }
    return fail(MOTE_UNAVAILABLE,
                "no OpenGL context (%s); install a driver with EGL (Debian: libegl1 "
                "libgl1-mesa-dri), or use the CPU: --backend cpu",
                causes);
}

static mote_status use_platform(void)
{
    if (!own.platform) {
        TRY(open_platform());
    } else if (!own.platform->make_current(own.platform)) {
        return fail(MOTE_FAILED, "the OpenGL context could not be made current again");
    }
    own.users++;
    return MOTE_OK;
}

static void leave_platform(void)
{
    own.users--;
    if (own.users == 0) {
        own.platform->destroy(own.platform);
        own.platform = NULL;
    }
}

// ---- Opening and closing -------------------------------------------------------------

static mote_status start_context(gl_context *context, const mote_device_def *device)
{
    mote_gl_loader loader = device->host_loader;
    context->is_host = loader != NULL;
    if (!context->is_host) {
        TRY(use_platform());
        loader = own.platform->loader;
        snprintf(context->how, sizeof context->how, "%s", own.platform->how);
    } else {
        snprintf(context->how, sizeof context->how, "host");
    }
    int version = gladLoadGL(loader);
    if (version == 0) {
        if (!context->is_host) {
            leave_platform();
        }
        return fail(MOTE_UNAVAILABLE,
                    context->is_host
                        ? "no OpenGL context is current on this thread, or the "
                          "host's loader does not find its functions"
                        : "the driver's OpenGL functions were not found");
    }
    describe(context, version);
    if (device->clamp_limits) {
        clamp_limits(&context->limits);
    }
    return MOTE_OK;
}

mote_status gl_context_open(const mote_device_def *device, gl_context **result)
{
    *result = NULL;
    shared_context **slot = &slots[device->host_loader != NULL][device->clamp_limits];
    if (*slot && !device->host_loader && !own.platform->make_current(own.platform)) {
        return fail(MOTE_FAILED, "the OpenGL context could not be made current again");
    }
    if (!*slot) {
        shared_context *shared = calloc(1, sizeof *shared);
        if (!shared) {
            return fail_memory(sizeof *shared, "an OpenGL context");
        }
        mote_status status = start_context(&shared->context, device);
        if (status != MOTE_OK) {
            free(shared);
            return status;
        }
        shared->slot = slot;
        *slot = shared;
    }
    (*slot)->users++;
    *result = &(*slot)->context;
    return MOTE_OK;
}

void gl_context_close(gl_context *context)
{
    if (!context) {
        return;
    }
    shared_context *shared = (shared_context *)context;
    shared->users--;
    if (shared->users == 0) {
        *shared->slot = NULL;
        if (!context->is_host) {
            leave_platform();
        }
        free(shared);
    }
}

bool gl_context_is_lost(gl_context *context)
{
    if (!context->is_lost && GLAD_GL_KHR_robustness) {
        context->is_lost = glGetGraphicsResetStatus() != GL_NO_ERROR;
    } else if (!context->is_lost && GLAD_GL_ARB_robustness) {
        context->is_lost = glGetGraphicsResetStatusARB() != GL_NO_ERROR;
    }
    return context->is_lost;
}
