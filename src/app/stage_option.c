// SPDX-License-Identifier: MIT
// Options that name a stage.

#include "stage_option.h"

#include "../core/status.h"
#include "../core/suggest.h"
#include "../sim/table.h"

#include <stdlib.h>
#include <string.h>

mote_status stage_option_check(const char *option, const char *stage)
{
    if (stage_find(stage) >= 0) {
        return MOTE_OK;
    }
    suggestion near = suggest_begin(stage);
    char names[512] = "";
    for (int i = 0; i < STAGE_COUNT; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                 stages[i].name);
        suggest_offer(&near, stages[i].name);
    }
    const char *best = suggest_end(&near);
    if (best) {
        return fail(MOTE_BAD_INPUT, "--%s: there is no stage '%s'; did you mean '%s'?",
                    option, stage, best);
    }
    return fail(MOTE_BAD_INPUT, "--%s: there is no stage '%s'; there are %s", option,
                stage, names);
}

mote_status stage_option_read(const stage_number_option *option,
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
    return stage_option_check(option->name, stage);
}
