// SPDX-License-Identifier: MIT
// For tests of files: a folder of one's own, and children with fewer rights.

#ifndef MOTE_TESTS_SCRATCH_H
#define MOTE_TESTS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

// A new empty folder, open to all users; for scratch_destroy.
char *scratch_create(void);
// Removes the folder with all that is in it.
void scratch_destroy(char *folder);
// folder/name; valid until the 8th next call.
const char *scratch_path(const char *folder, const char *name);
// How many names in the folder end in `ending`.
int scratch_count(const char *folder, const char *ending);

#ifndef _WIN32

// Runs body in a child process and gives the line it ended on (CHILD_EXPECT), 0 when all
// held, -1 when a signal killed it. No cmocka assertions in there.
int scratch_child(int (*body)(void *argument), void *argument);
#define CHILD_EXPECT(condition)                                                          \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            return __LINE__;                                                             \
        }                                                                                \
    } while (0)

// Gives up root's powers, where the process has them. For children only.
bool scratch_become_nobody(void);

#endif

// For cmocka: a folder of its own in *state, and its removal.
int scratch_set_up(void **state);
int scratch_tear_down(void **state);

#endif
