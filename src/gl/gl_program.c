// SPDX-License-Identifier: MIT
// Compiling and linking.

#include "gl_program.h"

#include "../core/file.h"

#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mote_status dump(const gl_source *source, const char *name)
{
    const char *folder = getenv("MOTE_DUMP_GLSL");
    if (!folder || !folder[0]) {
        return MOTE_OK;
    }
    char file[96];
    snprintf(file, sizeof file, "%s.comp", name);
    char *path = path_join(folder, file);
    if (!path) {
        return fail_memory(sizeof file, "a path");
    }
    text whole = {0};
    text_add(&whole, "%s", source->text.data);
    gl_source_name_lines(source, &whole);
    mote_status status = whole.has_failed
                             ? fail_memory(source->text.size, "a shader's text")
                             : file_write_whole(path, whole.data, whole.size);
    text_free(&whole);
    free(path);
    return status;
}

// The driver's message of a shader or program, in our files' lines.
static mote_status fail_with_log(const gl_source *source, const char *what,
                                 const char *name, char *log)
{
    char *message = NULL;
    TRY(gl_source_explain(source, log, &message));
    mote_status status =
        fail(MOTE_UNAVAILABLE,
             "the driver could not %s the shader of %s: %s; a newer driver would help",
             what, name, message[0] ? message : "no reason given");
    free(message);
    return status;
}

#define LOG_SIZE 4096

static mote_status compile(const gl_source *source, const char *name, GLuint shader)
{
    char log[LOG_SIZE] = "";
    const GLchar *text = source->text.data;
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    GLint is_compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
    if (is_compiled) {
        return MOTE_OK;
    }
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    return fail_with_log(source, "compile", name, log);
}

static mote_status link_program(const gl_source *source, const char *name, GLuint program)
{
    char log[LOG_SIZE] = "";
    glLinkProgram(program);
    GLint is_linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (is_linked) {
        return MOTE_OK;
    }
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    return fail_with_log(source, "link", name, log);
}

mote_status gl_program_create(const gl_source *source, const char *name, uint32_t *result)
{
    *result = 0;
    TRY(dump(source, name));
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
    GLuint program = glCreateProgram();
    mote_status status = compile(source, name, shader);
    if (status == MOTE_OK) {
        glAttachShader(program, shader);
        status = link_program(source, name, program);
        glDetachShader(program, shader);
    }
    glDeleteShader(shader);
    if (status != MOTE_OK) {
        glDeleteProgram(program);
        return status;
    }
    if ((GLAD_GL_KHR_debug || GLAD_GL_VERSION_4_3) && glad_glObjectLabel) {
        glObjectLabel(GL_PROGRAM, program, -1, name);
    }
    *result = program;
    return MOTE_OK;
}
