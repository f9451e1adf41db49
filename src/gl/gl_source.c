// SPDX-License-Identifier: MIT
// Shader files and the text of a shader.

#include "gl_source.h"

#include "embedded.h"

#include "../core/file.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Mesa forgets the file that a #line names, so the file travels in the line number.
#define LINES_PER_FILE 100000

// ---- Files ---------------------------------------------------------------------------

static const char *last_part(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static const char *find_embedded(const char *name)
{
    for (const embedded_file *file = embedded_files; file->name; file++) {
        if (strcmp(file->name, name) == 0) {
            return file->text;
        }
    }
    for (const embedded_file *file = embedded_files; file->name; file++) {
        if (strcmp(last_part(file->name), last_part(name)) == 0) {
            return file->text;
        }
    }
    return NULL;
}

// "models/life.glsl" for "life.glsl": the folder it stands in.
static void folder_name(const char *file, char *name, size_t size)
{
    for (const embedded_file *own = embedded_files; own->name; own++) {
        if (strcmp(last_part(own->name), file) == 0) {
            snprintf(name, size, "%s", own->name);
            return;
        }
    }
    snprintf(name, size, "lib/%s", file);
}

// *contents stays NULL where there is no such file.
static mote_status read_in_folder(const char *folder, const char *name, char **contents)
{
    char *path = path_join(folder, name);
    if (!path) {
        return fail_memory(strlen(name), "a path");
    }
    size_t size;
    mote_status status = file_exists(path) ? file_read(path, contents, &size) : MOTE_OK;
    free(path);
    return status;
}

mote_status gl_file_read(const char *name, char **contents)
{
    *contents = NULL;
    const char *folder = getenv("MOTE_GLSL");
    if (folder && folder[0]) {
        TRY(read_in_folder(folder, name, contents));
        if (*contents) {
            return MOTE_OK;
        }
    }
    const char *found = find_embedded(name);
    if (!found) {
        return fail(MOTE_FAILED, "shader file %s is not part of this build", name);
    }
    *contents = text_copy(found, strlen(found));
    return *contents ? MOTE_OK : fail_memory(strlen(found), name);
}

// ---- Putting together ----------------------------------------------------------------

static int line_count(const char *text)
{
    int lines = 0;
    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

void gl_source_begin(gl_source *source, const char *title, int version)
{
    snprintf(source->files[0], sizeof source->files[0], "%s", title);
    source->file_count = 1;
    text_add(&source->text, "#version %d core\n", version);
    if (version == 420) {
        text_add(&source->text,
                 "#extension GL_ARB_compute_shader : require\n"
                 "#extension GL_ARB_shader_storage_buffer_object : require\n");
    }
}

void gl_source_resume(gl_source *source)
{
    // Lines are those of the whole text, which MOTE_DUMP_GLSL shows.
    int line = source->text.data ? line_count(source->text.data) : 0;
    text_add(&source->text, "#line %d\n", line + 2);
}

// The file in a line  #include "FILE",  as it is named from glsl/ on, or false.
static bool read_include(const char *line, char *name, size_t size)
{
    static const char directive[] = "#include \"";
    if (strncmp(line, directive, sizeof directive - 1) != 0) {
        return false;
    }
    const char *start = line + sizeof directive - 1;
    char file[64];
    snprintf(file, sizeof file, "%.*s", (int)strcspn(start, "\"\n"), start);
    folder_name(file, name, size);
    return true;
}

// Lines of a file, from this one on.
static void add_part(gl_source *source, int number, int line, const char *part,
                     size_t size)
{
    text_add(&source->text, "#line %d\n", number * LINES_PER_FILE + line);
    if (source->instrument) {
        char name[80];
        folder_name(source->files[number], name, sizeof name);
        instrument_add(source->instrument, name, line, part, size, &source->text);
    } else {
        text_add(&source->text, "%.*s", (int)size, part);
    }
    if (size > 0 && part[size - 1] != '\n') {
        text_add(&source->text, "\n");
    }
}

static mote_status add_lines(gl_source *source, int number, const char *contents)
{
    const char *part = contents;
    int line = 1, part_line = 1;
    for (; *contents; line++) {
        const char *next = contents + strcspn(contents, "\n");
        next += *next == '\n';
        char name[80];
        if (read_include(contents, name, sizeof name)) {
            add_part(source, number, part_line, part, (size_t)(contents - part));
            TRY(gl_source_add_file(source, name));
            part = next;
            part_line = line + 1;
        }
        contents = next;
    }
    add_part(source, number, part_line, part, (size_t)(contents - part));
    return MOTE_OK;
}

mote_status gl_source_add_file(gl_source *source, const char *name)
{
    for (int i = 1; i < source->file_count; i++) {
        if (strcmp(source->files[i], last_part(name)) == 0) {
            return MOTE_OK;
        }
    }
    if (source->file_count == SOURCE_FILE_MAX) {
        return fail(MOTE_FAILED, "shader file %s: more than %d files in one shader", name,
                    SOURCE_FILE_MAX);
    }
    char *contents;
    TRY(gl_file_read(name, &contents));
    assert(contents);
    int number = source->file_count++;
    snprintf(source->files[number], sizeof source->files[number], "%s", last_part(name));
    mote_status status = add_lines(source, number, contents);
    free(contents);
    return status;
}

void gl_source_free(gl_source *source)
{
    text_free(&source->text);
    *source = (gl_source){0};
}

void gl_source_name_lines(const gl_source *source, text *out)
{
    for (int i = 1; i < source->file_count; i++) {
        text_add(out, "// line %d: %s:1\n", i * LINES_PER_FILE + 1, source->files[i]);
    }
}

// ---- Messages ------------------------------------------------------------------------

// Drivers begin a message with "0:LINE", "0(LINE" or "ERROR: 0:LINE".
static const char *explain_line(const gl_source *source, const char *line, text *message)
{
    size_t length = strcspn(line, "\n");
    size_t skip = strncmp(line, "ERROR: ", 7) == 0 ? 7 : 0;
    skip = strncmp(line, "WARNING: ", 9) == 0 ? 9 : skip;
    bool is_place = line[skip] == '0' &&
                    (line[skip + 1] == ':' || line[skip + 1] == '(') &&
                    isdigit((unsigned char)line[skip + 2]);
    char *after = NULL;
    unsigned long number = is_place ? strtoul(line + skip + 2, &after, 10) : 0;
    if (is_place && number / LINES_PER_FILE < (unsigned long)source->file_count) {
        size_t used = (size_t)(after - line);
        text_add(message, "%s:%lu%.*s", source->files[number / LINES_PER_FILE],
                 number % LINES_PER_FILE, (int)(length - used), after);
    } else {
        text_add(message, "%.*s", (int)length, line);
    }
    line += length;
    if (*line == '\n') {
        line++;
        if (*line) {
            text_add(message, "\n");
        }
    }
    return line;
}

mote_status gl_source_explain(const gl_source *source, const char *log, char **message)
{
    text explained = {0};
    while (*log) {
        log = explain_line(source, log, &explained);
    }
    return text_take(&explained, message);
}
