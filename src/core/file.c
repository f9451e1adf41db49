// SPDX-License-Identifier: MIT
// Whole files, streams and folders over the calls of os.h.

#include "file.h"
#include "os.h"
#include "text.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *file_cause(int error)
{
    switch (error) {
    case ENOENT:
        return "no such file or folder";
    case EACCES:
    case EPERM:
        return "permission denied; choose a place that you may write to, or change its "
               "permissions";
    case EROFS:
        return "the file system is read-only; choose another place";
    case ENOSPC:
        return "no space left on the disk; free some, or choose another place";
    case EFBIG:
        return "the file would be larger than this system allows; raise its limit "
               "(ulimit -f), or choose another place";
#ifdef EDQUOT
    case EDQUOT:
        return "the disk quota is used up; free some space, or choose another place";
#endif
    case EPIPE:
        return "the reading program closed it";
    case EISDIR:
        return "it is a folder, not a file";
    case ENOTDIR:
        return "a part of the path is a file, not a folder";
#ifdef ELOOP
    case ELOOP:
        return "the link leads back to itself; remove it";
#endif
    case ENAMETOOLONG:
        return "the name is too long; choose a shorter one";
    default:
        return strerror(error);
    }
}

const char *file_read_cause(const char *path, int error)
{
    if (error == EACCES || error == EPERM) {
        return "permission denied; change the permissions of it, or of the folders that "
               "it is in";
    }
    if (error == ENOENT && os_is_link(path)) {
        return "it is a link that leads to nothing; remove it, or make what it leads to";
    }
    return file_cause(error);
}

static mote_status fail_file(mote_status status, const char *verb, const char *path)
{
    return fail(status, "cannot %s %s: %s", verb, path, file_cause(errno));
}

// ---- Reading -------------------------------------------------------------------------

static mote_status fail_size(const char *path)
{
    return fail(MOTE_BAD_INPUT,
                "cannot read %s: it is larger than %zu MiB; is it the right file?", path,
                FILE_SIZE_LIMIT >> 20);
}

// Reads an open file to its end. The size is a hint: a pipe does not tell it, and a file
// may be growing.
static mote_status read_all(int file, const char *path, char **text, size_t *size)
{
    int64_t hint = os_size(file);
    if (hint > (int64_t)FILE_SIZE_LIMIT) {
        return fail_size(path);
    }
    size_t capacity = hint > 0 ? (size_t)hint + 2 : (size_t)1 << 16;
    size_t used = 0;
    char *data = malloc(capacity);
    while (data != NULL) {
        int64_t count = os_read(file, data + used, capacity - used - 1);
        if (count < 0) {
            free(data);
            return fail(MOTE_FAILED, "cannot read %s: %s", path,
                        file_read_cause(path, errno));
        }
        if (count == 0) {
            data[used] = '\0';
            *text = data;
            *size = used;
            return MOTE_OK;
        }
        used += (size_t)count;
        if (used > FILE_SIZE_LIMIT) {
            free(data);
            return fail_size(path);
        }
        if (used + 1 == capacity) {
            capacity *= 2;
            char *grown = realloc(data, capacity);
            if (grown == NULL) {
                free(data);
            }
            data = grown;
        }
    }
    return fail_memory(capacity, path);
}

mote_status file_read(const char *path, char **text, size_t *size)
{
    *text = NULL;
    *size = 0;
    if (os_look(path) == OS_FOLDER) {
        return fail(MOTE_BAD_INPUT, "cannot read %s: it is a folder, not a file", path);
    }
    int file = os_open_read(path);
    if (file < 0) {
        return fail(MOTE_BAD_INPUT, "cannot read %s: %s", path,
                    file_read_cause(path, errno));
    }
    mote_status status = read_all(file, path, text, size);
    os_close(file);
    return status;
}

// ---- Writing -------------------------------------------------------------------------

struct file_output {
    int file;
    bool is_stdout;
    bool is_plain;      // a file on disk: can be cut back, renamed, removed
    char *path;         // as the caller says it: for messages
    char *temporary;    // FILE_WHOLE: where the bytes are until close; else NULL
    uint64_t size;      // bytes written
    uint64_t kept_size; // bytes that a discard keeps
};

static const char *output_name(const file_output *output)
{
    return output->is_stdout ? "stdout" : output->path;
}

static void free_output(file_output *output)
{
    free(output->path);
    free(output->temporary);
    free(output);
}

// The process id keeps two runs into one folder out of each other's way.
static char *temporary_name(const char *path)
{
    size_t size = strlen(path) + 32;
    char *name = malloc(size);
    if (name != NULL) {
        snprintf(name, size, "%s.%lu.tmp", path, os_process_id());
    }
    return name;
}

static mote_status open_output(file_output *output, file_mode mode)
{
    if (mode == FILE_STREAM && strcmp(output->path, "-") == 0) {
        output->is_stdout = true;
        output->file = os_open_stdout();
    } else {
        os_kind kind = os_look(output->path);
        if (kind == OS_FOLDER) {
            errno = EISDIR;
            return fail_file(MOTE_FAILED, "write", output->path);
        }
        // A device or pipe must never be replaced by a file: written to as it is.
        output->is_plain = kind != OS_OTHER;
        if (mode == FILE_WHOLE && output->is_plain) {
            output->temporary = temporary_name(output->path);
            if (output->temporary == NULL) {
                return fail_memory(strlen(output->path) + 32, "a file name");
            }
        }
        output->file =
            os_open_write(output->temporary != NULL ? output->temporary : output->path);
    }
    return output->file < 0 ? fail_file(MOTE_FAILED, "write", output_name(output))
                            : MOTE_OK;
}

mote_status file_output_open(const char *path, file_mode mode, file_output **output)
{
    *output = NULL;
    file_output *made = calloc(1, sizeof *made);
    if (made == NULL || (made->path = text_copy(path, strlen(path))) == NULL) {
        free(made);
        return fail_memory(sizeof *made + strlen(path) + 1, "a file");
    }
    mote_status status = open_output(made, mode);
    if (status != MOTE_OK) {
        free_output(made);
        return status;
    }
    *output = made;
    return MOTE_OK;
}

mote_status file_output_write(file_output *output, const void *data, size_t size)
{
    assert(output);
    const unsigned char *bytes = data;
    while (size > 0) {
        int64_t count = os_write(output->file, bytes, size);
        if (count <= 0) {
            errno = count == 0 ? ENOSPC : errno;
            return fail_file(MOTE_FAILED, "write", output_name(output));
        }
        bytes += count;
        size -= (size_t)count;
        output->size += (uint64_t)count;
    }
    return MOTE_OK;
}

void file_output_mark(file_output *output)
{
    output->kept_size = output->size;
}

mote_status file_output_close(file_output *output)
{
    assert(output);
    mote_status status = MOTE_OK;
    // Network file systems may tell only now that the disk is full.
    if (!output->is_stdout && os_close(output->file) != 0) {
        status = fail_file(MOTE_FAILED, "write", output_name(output));
    }
    if (status == MOTE_OK && output->temporary != NULL &&
        os_rename(output->temporary, output->path) != 0) {
        status = fail_file(MOTE_FAILED, "write", output->path);
    }
    if (status != MOTE_OK && output->temporary != NULL) {
        os_remove(output->temporary);
    }
    free_output(output);
    return status;
}

void file_output_discard(file_output *output)
{
    if (output == NULL) {
        return;
    }
    if (output->temporary == NULL && output->is_plain &&
        output->size > output->kept_size) {
        os_truncate(output->file, output->kept_size);
    }
    if (!output->is_stdout) {
        os_close(output->file);
    }
    if (output->temporary != NULL) {
        os_remove(output->temporary);
    }
    free_output(output);
}

mote_status file_write_whole(const char *path, const void *data, size_t size)
{
    file_output *output;
    TRY(file_output_open(path, FILE_WHOLE, &output));
    mote_status status = file_output_write(output, data, size);
    if (status != MOTE_OK) {
        file_output_discard(output);
        return status;
    }
    return file_output_close(output);
}

// ---- Folders and paths ---------------------------------------------------------------

static mote_status make_one_folder(const char *path)
{
    os_kind kind = os_look(path);
    if (kind == OS_FOLDER) {
        return MOTE_OK;
    }
    if (kind != OS_NOTHING) {
        return fail(MOTE_FAILED,
                    "cannot make the folder %s: a file of that name is there; "
                    "remove it, or choose another name",
                    path);
    }
    if (os_make_folder(path) == 0) {
        return MOTE_OK;
    }
    // Another process may have made it between the look and now.
    int error = errno;
    if (os_look(path) == OS_FOLDER) {
        return MOTE_OK;
    }
    errno = error;
    return fail_file(MOTE_FAILED, "make the folder", path);
}

mote_status file_make_folder(const char *path)
{
    if (path[0] == '\0') {
        return fail(MOTE_BAD_INPUT, "cannot make a folder without a name");
    }
    char *part = text_copy(path, strlen(path));
    if (part == NULL) {
        return fail_memory(strlen(path) + 1, "a file name");
    }
    mote_status status = MOTE_OK;
    for (size_t i = 1; part[i] != '\0' && status == MOTE_OK; i++) {
        // Neither the root ("/", "C:") nor the empty name between two separators.
        if (os_is_separator(part[i]) && !os_is_separator(part[i - 1]) &&
            part[i - 1] != ':') {
            char separator = part[i];
            part[i] = '\0';
            status = make_one_folder(part);
            part[i] = separator;
        }
    }
    free(part);
    return status == MOTE_OK ? make_one_folder(path) : status;
}

bool file_exists(const char *path)
{
    return os_look(path) != OS_NOTHING;
}

bool file_is_same(const char *path, const char *other)
{
    return os_is_same(path, other);
}

char *path_join(const char *folder, const char *name)
{
    if (folder[0] == '\0' || os_is_absolute(name)) {
        return text_copy(name, strlen(name));
    }
    size_t length = strlen(folder);
    size_t size = length + 1 + strlen(name) + 1;
    char *path = malloc(size);
    if (path != NULL) {
        const char *between = os_is_separator(folder[length - 1]) ? "" : "/";
        snprintf(path, size, "%s%s%s", folder, between, name);
    }
    return path;
}

char *path_folder(const char *path)
{
    size_t end = strlen(path);
    while (end > 0 && !os_is_separator(path[end - 1])) {
        end--;
    }
    if (end == 0) {
        return text_copy(".", 1);
    }
    while (end > 1 && os_is_separator(path[end - 1])) {
        end--;
    }
    return text_copy(path, end);
}

char *path_beside(const char *file, const char *name)
{
    char *folder = path_folder(file);
    char *path = folder == NULL ? NULL : path_join(folder, name);
    free(folder);
    return path;
}
