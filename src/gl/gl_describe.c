// SPDX-License-Identifier: MIT
// Names, versions, functions and limits of a context. Drivers may claim a version without
// all of its functions, so these are looked at one by one.

#include "gl_describe.h"

#include "../core/status.h"

#include <glad/gl.h>

#include <stdio.h>
#include <string.h>

// ---- Names ---------------------------------------------------------------------------

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

// ---- Functions -----------------------------------------------------------------------

typedef enum function_when {
    FUNCTION_BASE,
    FUNCTION_COMPUTE,
    FUNCTION_DEBUG
} function_when;

typedef struct function_row {
    function_when when;
    const char *name, *of;
    bool is_there;
} function_row;

#define BROKEN "the driver is broken; a newer or another one would help"

// The first function that is missing, or NULL.
static const char *find_missing(function_when when, const char **of)
{
    const function_row rows[] = {
#define FUNCTION(when, name, of) {FUNCTION_##when, "gl" #name, of, glad_gl##name != NULL},
#include "functions.def"
#undef FUNCTION
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].when == when && !rows[i].is_there) {
            *of = rows[i].of;
            return rows[i].name;
        }
    }
    return NULL;
}

static mote_status check_base(const gl_context *context, int version)
{
    const char *of = NULL;
    if (version < GLAD_MAKE_VERSION(3, 3)) {
        return fail(MOTE_UNAVAILABLE,
                    "OpenGL %d.%d on %s is too old, 3.3 is needed; a newer driver or GPU "
                    "would help",
                    context->major, context->minor, context->renderer);
    }
    const char *missing = find_missing(FUNCTION_BASE, &of);
    return missing ? fail(MOTE_UNAVAILABLE,
                          "OpenGL %d.%d on %s lacks %s, which is part of %s: " BROKEN,
                          context->major, context->minor, context->renderer, missing, of)
                   : MOTE_OK;
}

// ---- Compute shaders -----------------------------------------------------------------

#define TOO_OLD "a newer driver or GPU with OpenGL 4.3 would help"

// What is in the way of compute shaders, behind the context's name, with what would help;
// or "".
static void find_obstacle(int version, char *obstacle, size_t size)
{
    const char *of = NULL;
    obstacle[0] = '\0';
    if (version < GLAD_MAKE_VERSION(4, 2)) {
        snprintf(obstacle, size, "has no compute shaders; " TOO_OLD);
    } else if (version < GLAD_MAKE_VERSION(4, 3) && !GLAD_GL_ARB_compute_shader) {
        snprintf(obstacle, size, "lacks ARB_compute_shader; " TOO_OLD);
    } else if (version < GLAD_MAKE_VERSION(4, 3) &&
               !GLAD_GL_ARB_shader_storage_buffer_object) {
        snprintf(obstacle, size, "lacks ARB_shader_storage_buffer_object; " TOO_OLD);
    } else {
        const char *missing = find_missing(FUNCTION_COMPUTE, &of);
        if (missing) {
            snprintf(obstacle, size, "lacks %s, which is part of %s: " BROKEN, missing,
                     of);
        }
    }
}

static void look_for_compute(gl_context *context, int version)
{
    char obstacle[160];
    find_obstacle(version, obstacle, sizeof obstacle);
    context->has_compute = obstacle[0] == '\0';
    context->compute_version = version < GLAD_MAKE_VERSION(4, 3) ? 420 : 430;
    if (!context->has_compute) {
        snprintf(context->why_not, sizeof context->why_not, "OpenGL %d.%d on %s %s",
                 context->major, context->minor, context->renderer, obstacle);
    }
}

// ---- Limits --------------------------------------------------------------------------

typedef enum limit_when { LIMIT_ANY, LIMIT_PAIR, LIMIT_COMPUTE, LIMIT_AXES } limit_when;

static int64_t query_limit(GLenum name, limit_when when)
{
    if (when != LIMIT_AXES) {
        GLint64 values[2] = {0, 0};
        glGetInteger64v(name, values);
        return values[when == LIMIT_PAIR];
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
    if (context->has_compute || LIMIT_##when < LIMIT_COMPUTE) {                          \
        limits->name = (type)query_limit(gl_name, LIMIT_##when);                         \
    }
#include "limits.def"
#undef LIMIT
}

// ---- All of it -----------------------------------------------------------------------

mote_status gl_describe(mote_gl_loader loader, gl_context *context)
{
    int version = gladLoadGL(loader);
    if (version == 0) {
        return fail(MOTE_UNAVAILABLE,
                    context->is_host
                        ? "no OpenGL context is current on this thread, or the "
                          "host's loader does not find its functions"
                        : "OpenGL's functions were not found: " BROKEN);
    }
    const char *of = NULL;
    context->major = GLAD_VERSION_MAJOR(version);
    context->minor = GLAD_VERSION_MINOR(version);
    copy_string(context->renderer, sizeof context->renderer, GL_RENDERER);
    copy_string(context->vendor, sizeof context->vendor, GL_VENDOR);
    copy_string(context->version, sizeof context->version, GL_VERSION);
    copy_string(context->glsl, sizeof context->glsl, GL_SHADING_LANGUAGE_VERSION);
    TRY(check_base(context, version));
    look_for_compute(context, version);
    context->has_debug = (version >= GLAD_MAKE_VERSION(4, 3) || GLAD_GL_KHR_debug) &&
                         !find_missing(FUNCTION_DEBUG, &of);
    context->is_software = is_software(context->renderer);
    query_limits(context);
    return MOTE_OK;
}
