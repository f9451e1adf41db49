// SPDX-License-Identifier: MIT
// Compiling the shaders that draw.

#include "draw_program.h"

#include "../core/status.h"
#include "../gl/gl_program.h"

#include <stdio.h>
#include <stdlib.h>

#define TITLE "draw_program.c" // of what is not in a file

// `source` has begun.
static mote_status put_together(gl_source *source, const char *file)
{
    char name[64];
    snprintf(name, sizeof name, "draw/%s", file);
    TRY(gl_source_add_file(source, "draw/prelude.glsl"));
    TRY(gl_source_add_file(source, "draw/sprite.glsl"));
    return gl_source_add_file(source, name);
}

static mote_status refuse(const char *what, const char *file, const char *cause)
{
    return fail(MOTE_UNAVAILABLE,
                "the driver could not %s the shader %s: %s; a newer driver would help",
                what, file, cause[0] ? cause : "no reason given");
}

static mote_status report(const gl_source *source, const char *file, const char *log)
{
    char *message = NULL;
    TRY(gl_source_explain(source, log, &message));
    mote_status status = refuse("compile", file, message);
    free(message);
    return status;
}

static mote_status compile(GLenum kind, const char *file, const char *defines,
                           GLuint *shader)
{
    gl_source source = {0};
    gl_source_begin(&source, TITLE, GLAD_GL_VERSION_4_3 ? 430 : 330);
    text_add(&source.text, "%s%s", kind == GL_VERTEX_SHADER ? "#define VERTEX\n" : "",
             defines);
    mote_status status = put_together(&source, file);
    if (status == MOTE_OK) {
        const char *text = source.text.data;
        GLint is_good = 0;
        *shader = glCreateShader(kind);
        glShaderSource(*shader, 1, &text, NULL);
        glCompileShader(*shader);
        glGetShaderiv(*shader, GL_COMPILE_STATUS, &is_good);
        if (!is_good) {
            char log[4096] = "";
            glGetShaderInfoLog(*shader, sizeof log, NULL, log);
            status = report(&source, file, log);
        }
    }
    gl_source_free(&source);
    return status;
}

static mote_status link(GLuint program, const char *file)
{
    GLint is_good = 0;
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &is_good);
    if (!is_good) {
        char log[1024] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        return refuse("link", file, log);
    }
    return MOTE_OK;
}

mote_status draw_program_create(const char *vertex, const char *fragment,
                                const char *defines, GLuint *program)
{
    GLuint shaders[2] = {0, 0};
    mote_status status = compile(GL_VERTEX_SHADER, vertex, defines, &shaders[0]);
    if (status == MOTE_OK) {
        status = compile(GL_FRAGMENT_SHADER, fragment, defines, &shaders[1]);
    }
    *program = 0;
    if (status == MOTE_OK) {
        *program = glCreateProgram();
        glAttachShader(*program, shaders[0]);
        glAttachShader(*program, shaders[1]);
        status = link(*program, fragment);
    }
    glDeleteShader(shaders[0]);
    glDeleteShader(shaders[1]);
    if (status != MOTE_OK) {
        glDeleteProgram(*program);
        *program = 0;
    }
    return status;
}

mote_status draw_program_create_compute(const char *name, const char *defines,
                                        const gl_context *context, GLuint *program)
{
    char file[48];
    gl_source source = {0};
    snprintf(file, sizeof file, "%s.comp", name);
    gl_source_begin(&source, TITLE, context->compute_version);
    text_add(&source.text, "%s", defines);
    mote_status status = put_together(&source, file);
    if (status == MOTE_OK) {
        status = gl_program_create(&source, name, program);
    }
    gl_source_free(&source);
    return status;
}

void draw_set_float(GLuint program, const char *name, float value)
{
    glUniform1f(glGetUniformLocation(program, name), value);
}

void draw_set_integer(GLuint program, const char *name, int value)
{
    glUniform1i(glGetUniformLocation(program, name), value);
}
