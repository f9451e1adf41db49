// SPDX-License-Identifier: MIT
// The few calls that each system spells differently: os_posix.c, os_windows.c.
// Paths are UTF-8. All set errno and return -1 (or OS_NOTHING) on failure.

#ifndef MOTE_CORE_OS_H
#define MOTE_CORE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum os_kind {
    OS_NOTHING, // no such name, or one we may not look at: errno says which
    OS_FILE,
    OS_FOLDER,
    OS_OTHER, // a device, pipe, socket
} os_kind;

// What stands under the name (links followed).
os_kind os_look(const char *path);

// Whether the name itself is a link, wherever that leads.
bool os_is_link(const char *path);
// Whether both names are of one file that is there. On Windows, as far as the full names
// tell.
bool os_is_same(const char *path, const char *other);

int os_open_read(const char *path);
// Makes the file, or empties the one that is there.
int os_open_write(const char *path);
// Standard output, as bytes rather than text.
int os_open_stdout(void);
// The size as the system tells it; 0 for a pipe, -1 when it cannot tell.
int64_t os_size(int file);
// Up to `size` bytes; 0 at the end of the file.
int64_t os_read(int file, void *data, size_t size);
int64_t os_write(int file, const void *data, size_t size);
int os_truncate(int file, uint64_t size);
int os_close(int file);

int os_make_folder(const char *path);
// Bytes that we may still write to the disk that a file or folder is on.
int os_free_space(const char *path, uint64_t *bytes);
// Puts `from` in the place of `to`, which may exist.
int os_rename(const char *from, const char *to);
int os_remove(const char *path);

// Tells the names of all that stands in a folder, in no order, until `tell` returns
// false.
int os_list_folder(const char *path, bool (*tell)(const char *name, void *context),
                   void *context);
// The folder `below` ("mote/scenes") of where programs keep what is one user's:
// $XDG_DATA_HOME, by default ~/.local/share; %LOCALAPPDATA%. free() it; NULL when the
// system does not say.
char *os_user_folder(const char *below);

unsigned long os_process_id(void);
// Whether a path names the same thing from every folder ("/a", "C:\a").
bool os_is_absolute(const char *path);
bool os_is_separator(char c);

// Call before any file is opened. A standard stream that is closed stays an error to
// write to, instead of becoming whatever file is opened next.
void os_guard_streams(void);
// Whether a person sees what is written there.
bool os_is_terminal(FILE *file);
// How many columns the terminal has; 0: it is none, or does not say.
int os_columns(FILE *file);
// Whether it is a terminal that obeys escape sequences, which a console of Windows first
// has to be told to do.
bool os_obeys_escapes(FILE *file);

// The arguments of main as UTF-8, for the whole program; its output is taken as UTF-8,
// too.
char **os_arguments(int count, char **arguments);

#endif
