// SPDX-License-Identifier: MIT
// Asks for a file by a dialog of the system's: of Windows' own, else of zenity or kdialog
// where one is there, as a process of its own beside which the window goes on.

#ifndef MOTE_APP_ASK_FILE_H
#define MOTE_APP_ASK_FILE_H

#include <mote/mote.h>

typedef struct file_question {
    bool is_asked;
    long process;
    int answer; // a pipe
    char path[4096];
    size_t length;
} file_question;

// One at a time.
mote_status ask_file_begin(file_question *self);
// *path: what was chosen, kept in `self`, or NULL: nothing yet, or nothing at all.
// MOTE_UNAVAILABLE: there is no program that asks.
mote_status ask_file_look(file_question *self, const char **path);
// Takes the question back.
void ask_file_end(file_question *self);

#endif
