// SPDX-License-Identifier: MIT
// Options that name a stage.

#include "stage_option.h"

#include "../core/status.h"
#include "../core/suggest.h"
#include "../sim/model.h"

#include <stdlib.h>
#include <string.h>

// What was meant, or which names there are.
typedef struct known_names {
    suggestion near;
    char all[1024];
} known_names;

static void add_name(known_names *known, const char *name)
{
    size_t used = strlen(known->all);
    snprintf(known->all + used, sizeof known->all - used, "%s%s", used ? ", " : "", name);
    suggest_offer(&known->near, name);
}

static void add_stages(known_names *known)
{
    for (int i = 0; i < STAGE_COUNT; i++) {
        add_name(known, stages[i].name);
    }
}

static mote_status fail_to_know(const char *option, const char *kind,
                                const known_names *known)
{
    const char *best = suggest_end(&known->near);
    if (best) {
        return fail(MOTE_BAD_INPUT, "--%s: there is no %s '%s'; did you mean '%s'?",
                    option, kind, known->near.word, best);
    }
    return fail(MOTE_BAD_INPUT, "--%s: there is no %s '%s'; there are %s", option, kind,
                known->near.word, known->all);
}

mote_status stage_option_check(const char *option, const char *stage)
{
    if (stage_find(stage) >= 0) {
        return MOTE_OK;
    }
    known_names known = {.near = suggest_begin(stage)};
    add_stages(&known);
    return fail_to_know(option, "stage", &known);
}

mote_status stage_option_check_pass(const char *option, const char *name,
                                    const char **pass)
{
    *pass = NULL;
    if (stage_find(name) >= 0) {
        return MOTE_OK;
    }
    known_names known = {.near = suggest_begin(name)};
    add_stages(&known);
    for (const model *const *m = models; *m; m++) {
        for (int i = 0; i < (*m)->pass_count; i++) {
            if (strcmp((*m)->passes[i], name) == 0) {
                *pass = (*m)->passes[i];
                return MOTE_OK;
            }
            add_name(&known, (*m)->passes[i]);
        }
    }
    return fail_to_know(option, "stage or pass", &known);
}

mote_status stage_option_split(const stage_number_option *option,
                               const struct option_list_row *row, char stage[64],
                               uint64_t *number)
{
    size_t digits = strspn(row->value, "0123456789");
    snprintf(stage, 64, "%.*s", (int)row->key_length, row->key);
    if (digits == 0 || digits > 15 || row->value[digits]) {
        return fail(MOTE_BAD_INPUT, "--%s %s:%s: expected %s, as in %s, not '%s'",
                    option->name, stage, row->value, option->form, option->example,
                    row->value);
    }
    *number = strtoull(row->value, NULL, 10);
    return MOTE_OK;
}

mote_status stage_option_read(const stage_number_option *option,
                              const struct option_list_row *row, char stage[64],
                              uint64_t *number)
{
    TRY(stage_option_split(option, row, stage, number));
    return stage_option_check(option->name, stage);
}

mote_status stage_option_take_loss(const option_list *losses, char stage[64],
                                   mote_device_def *device)
{
    if (losses->count == 0) {
        return MOTE_OK;
    }
    if (losses->count > 1) {
        return fail(MOTE_BAD_INPUT, "--lose is given more than once; a GPU fails once");
    }
    static const stage_number_option option = {"lose", "STAGE:STEP", "pair:100"};
    TRY(stage_option_read(&option, &losses->rows[0], stage, &device->lost_step));
    device->lost_stage = stage;
    return MOTE_OK;
}
