// SPDX-License-Identifier: MIT
// See ask_file.h.

#include "ask_file.h"

#include "../core/status.h"

#ifdef _WIN32

#include <windows.h>
#include <commdlg.h>

// Windows asks while this waits; the window is kept alive by its loop.
mote_status ask_file_begin(file_question *self)
{
    wchar_t name[2048] = L"";
    OPENFILENAMEW question = {
        .lStructSize = sizeof question,
        .lpstrFilter = L"Scenes (*.json)\0*.json\0",
        .lpstrFile = name,
        .nMaxFile = sizeof name / sizeof *name,
        .Flags = OFN_FILEMUSTEXIST | OFN_NOCHANGEDIR | OFN_HIDEREADONLY,
    };
    self->is_asked = GetOpenFileNameW(&question) &&
                     WideCharToMultiByte(CP_UTF8, 0, name, -1, self->path,
                                         sizeof self->path, NULL, NULL) > 0;
    return MOTE_OK;
}

mote_status ask_file_look(file_question *self, const char **path)
{
    *path = self->is_asked ? self->path : NULL;
    self->is_asked = false;
    return MOTE_OK;
}

void ask_file_end(file_question *self)
{
    self->is_asked = false;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// As shells end for a command that is not there.
#define NOT_FOUND 127

static void ask(int answer)
{
    static char *const zenity[] = {"zenity", "--file-selection", "--title=mote: a scene",
                                   "--file-filter=*.json", NULL};
    static char *const kdialog[] = {
        "kdialog", "--title", "mote: a scene", "--getopenfilename", ".", "*.json", NULL};
    if (dup2(answer, STDOUT_FILENO) >= 0) {
        execvp(zenity[0], zenity);
        execvp(kdialog[0], kdialog);
    }
    _exit(NOT_FOUND);
}

mote_status ask_file_begin(file_question *self)
{
    int ends[2];
    if (self->is_asked) {
        return MOTE_OK;
    }
    if (pipe(ends) != 0) {
        return fail(MOTE_FAILED, "no dialog can be opened: %s", strerror(errno));
    }
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    pid_t process = fork();
    if (process == 0) {
        ask(ends[1]);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return fail(MOTE_FAILED, "no dialog can be opened: %s", strerror(errno));
    }
    *self = (file_question){.is_asked = true, .process = process, .answer = ends[0]};
    return MOTE_OK;
}

// True at the end of the answer.
static bool read_answer(file_question *self)
{
    for (;;) {
        size_t room = sizeof self->path - 1 - self->length;
        ssize_t count = read(self->answer, self->path + self->length, room);
        if (count <= 0) {
            return count == 0 || (errno != EAGAIN && errno != EINTR);
        }
        self->length += (size_t)count;
    }
}

mote_status ask_file_look(file_question *self, const char **path)
{
    *path = NULL;
    if (!self->is_asked || !read_answer(self)) {
        return MOTE_OK;
    }
    int end = 0;
    close(self->answer);
    waitpid((pid_t)self->process, &end, 0);
    self->is_asked = false;
    if (WIFEXITED(end) && WEXITSTATUS(end) == NOT_FOUND) {
        return fail(MOTE_UNAVAILABLE, "there is neither zenity nor kdialog to ask for a "
                                      "file by; drop one on the window instead");
    }
    self->path[self->length] = '\0';
    self->path[strcspn(self->path, "\n")] = '\0';
    *path = self->path[0] ? self->path : NULL;
    return MOTE_OK;
}

void ask_file_end(file_question *self)
{
    if (self->is_asked) {
        close(self->answer);
        kill((pid_t)self->process, SIGTERM);
        waitpid((pid_t)self->process, NULL, 0);
        self->is_asked = false;
    }
}

#endif
