// SPDX-License-Identifier: MIT
// What has been edited, to be undone and done again: for each edit what it was about, and
// all that was said before and after it, as texts that mean nothing here.

#ifndef MOTE_APP_EDITS_H
#define MOTE_APP_EDITS_H

#include <mote/mote.h>

// The oldest are forgotten.
#define EDIT_MAX 100

typedef struct edit {
    char *key; // owned, as the texts are
    char *before, *after;
} edit;

// Start from {0}.
typedef struct edits {
    edit list[EDIT_MAX];
    int count;
    int done;      // of them; those behind have been undone
    bool is_going; // the last one may grow
} edits;

void edits_clear(edits *self);
// Forgets what has been undone. One of the same key as the last, which has not been
// settled, becomes one with it: a slider that is dragged is one edit.
mote_status edits_add(edits *self, const char *key, const char *before,
                      const char *after);
// The last edit is over: whatever follows is another one.
void edits_settle(edits *self);

// What would be undone or done again; NULL: nothing.
const edit *edits_undone(const edits *self);
const edit *edits_redone(const edits *self);
// It has been.
void edits_undo(edits *self);
void edits_redo(edits *self);

#endif
