// SPDX-License-Identifier: MIT
// Options that name a stage.

#include "stage_option.h"

#include "../core/status.h"
#include "../core/suggest.h"
#include "../sim/table.h"

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
