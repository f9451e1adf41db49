// SPDX-License-Identifier: MIT
// Folders and children of scratch.h.

#include "scratch.h"
#include "core/file.h"
#include "core/os.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#define NOBODY 65534

char *scratch_create(void)
{
    const char *parent = getenv("TMPDIR");
#ifdef _WIN32
    parent = parent != NULL ? parent : ".";
#else
    parent = parent != NULL ? parent : "/tmp";
#endif
    for (int i = 0;; i++) {
        char name[64];
        snprintf(name, sizeof name, "mote-test-%lu-%d", os_process_id(), i);
        char *path = path_join(parent, name);
        if (path == NULL || (!file_exists(path) && file_make_folder(path) != MOTE_OK)) {
            fprintf(stderr, "%s\n", mote_last_error());
            abort();
        }
        if (scratch_count(path, "") == 0) {
#ifndef _WIN32
            chmod(path, 0755);
#endif
            return path;
        }
        free(path);
    }
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name);
    size_t ending_length = strlen(ending);
    return length >= ending_length && strcmp(name + length - ending_length, ending) == 0;
}

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

int scratch_count(const char *folder, const char *ending)
{
    int count = 0;
    DIR *names = opendir(folder);
    for (struct dirent *entry; names != NULL && (entry = readdir(names)) != NULL;) {
        count += !is_dots(entry->d_name) && ends_in(entry->d_name, ending);
    }
    if (names != NULL) {
        closedir(names);
    }
    return count;
}

static void remove_tree(const char *folder)
{
#ifndef _WIN32
    chmod(folder, 0755); // a test may have closed it
#endif
    DIR *names = opendir(folder);
    for (struct dirent *entry; names != NULL && (entry = readdir(names)) != NULL;) {
        char *path = path_join(folder, entry->d_name);
        if (is_dots(entry->d_name) || path == NULL) {
            // not ours to remove
        } else if (os_look(path) == OS_FOLDER) {
            remove_tree(path);
        } else {
            os_remove(path);
        }
        free(path);
    }
    if (names != NULL) {
        closedir(names);
    }
    remove(folder);
}

void scratch_destroy(char *folder)
{
    if (folder != NULL) {
        remove_tree(folder);
        free(folder);
    }
}

const char *scratch_path(const char *folder, const char *name)
{
    static char paths[8][512];
    static int next;
    next = (next + 1) % 8;
    snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
    return paths[next];
}

#ifndef _WIN32

int scratch_child(int (*body)(void *argument), void *argument)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return -1;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        int line = body(argument);
        if (line != 0) {
            fprintf(stderr, "line %d; the last error: %s\n", line, mote_last_error());
        }
        // An exit status would hold 8 bits only.
        ssize_t count = write(ends[1], &line, sizeof line);
        _exit(count == (ssize_t)sizeof line ? 0 : 1);
    }
    close(ends[1]);
    int line = -1;
    if (child < 0 || read(ends[0], &line, sizeof line) != (ssize_t)sizeof line) {
        line = -1;
    }
    close(ends[0]);
    int status;
    if (child > 0 && (waitpid(child, &status, 0) != child || !WIFEXITED(status))) {
        line = -1;
    }
    return line;
}

bool scratch_become_nobody(void)
{
    return geteuid() != 0 || (setgid(NOBODY) == 0 && setuid(NOBODY) == 0);
}

#endif

int scratch_set_up(void **state)
{
    *state = scratch_create();
    return 0;
}

int scratch_tear_down(void **state)
{
    scratch_destroy(*state);
    return 0;
}
