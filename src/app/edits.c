// SPDX-License-Identifier: MIT
// See edits.h.

#include "edits.h"

#include "../core/status.h"
#include "../core/text.h"

#include <stdlib.h>
#include <string.h>

static void free_edit(edit *e)
{
    free(e->key);
    free(e->before);
    free(e->after);
    *e = (edit){0};
}

// Keeps the first `count`.
static void cut(edits *self, int count)
{
    while (self->count > count) {
        free_edit(&self->list[--self->count]);
    }
}

void edits_clear(edits *self)
{
    cut(self, 0);
    *self = (edits){0};
}

static void forget_oldest(edits *self)
{
    free_edit(&self->list[0]);
    memmove(&self->list[0], &self->list[1], (EDIT_MAX - 1) * sizeof self->list[0]);
    self->list[EDIT_MAX - 1] = (edit){0};
    self->count--;
    self->done--;
}

static mote_status grow(edit *last, const char *after)
{
    char *copy = text_copy(after, strlen(after));
    if (!copy) {
        return fail_memory(strlen(after), "an edit");
    }
    free(last->after);
    last->after = copy;
    return MOTE_OK;
}

mote_status edits_add(edits *self, const char *key, const char *before, const char *after)
{
    edit *last = self->done > 0 ? &self->list[self->done - 1] : NULL;
    bool is_more = last && self->is_going && strcmp(last->key, key) == 0;
    cut(self, self->done);
    if (is_more) {
        return grow(last, after);
    }
    edit e = {text_copy(key, strlen(key)), text_copy(before, strlen(before)),
              text_copy(after, strlen(after))};
    if (!e.key || !e.before || !e.after) {
        free_edit(&e);
        return fail_memory(strlen(before) + strlen(after), "an edit");
    }
    if (self->count == EDIT_MAX) {
        forget_oldest(self);
    }
    self->list[self->count++] = e;
    self->done = self->count;
    self->is_going = true;
    return MOTE_OK;
}

void edits_settle(edits *self)
{
    self->is_going = false;
}

const edit *edits_undone(const edits *self)
{
    return self->done > 0 ? &self->list[self->done - 1] : NULL;
}

const edit *edits_redone(const edits *self)
{
    return self->done < self->count ? &self->list[self->done] : NULL;
}

void edits_undo(edits *self)
{
    self->done -= self->done > 0;
    edits_settle(self);
}

void edits_redo(edits *self)
{
    self->done += self->done < self->count;
    edits_settle(self);
}
