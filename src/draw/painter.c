// SPDX-License-Identifier: MIT
// Which painter a renderer gets.

#include "painter.h"

#include "../core/log.h"
#include "../core/status.h"
#include "../sim/simulation.h"

#include <stdio.h>
#include <string.h>

uint32_t sprite_place_of(const look *look, const sprite_list *list, uint32_t id)
{
    if (!look->has_looks) {
        return id < list->count ? id : list->count;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->looks[4 * (size_t)i + 3] == id) {
            return i;
        }
    }
    return list->count;
}

// The context that the simulation computes in, else one of the renderer's own. A software
// GL draws only for a simulation that is on it, or when asked for.
static mote_status open_gl(const mote_simulation *simulation, const mote_view_def *view,
                           gl_context **own, gl_context **context)
{
    const mote_device_def *device = &simulation->device;
    *context = simulation->backend->gl;
    if (*context == NULL) {
        TRY(gl_context_open(device, own));
        *context = *own;
    }
    bool takes_software = view->renderer == MOTE_RENDERER_GL || simulation->backend->gl ||
                          device->takes_software_gl;
    return takes_software ? MOTE_OK : gl_context_check_hardware(*context);
}

// The cause is the last error. That of the simulation's step down has been said.
static mote_status step_down(const mote_simulation *simulation, const look *look,
                             const mote_view_def *view, painter **result)
{
    char reason[sizeof simulation->reason];
    snprintf(reason, sizeof reason, "%s", mote_last_error());
    TRY(soft_painter_create(look, view, result));
    if (strcmp(reason, simulation->reason) != 0) {
        log_line(&simulation->device, "drawing by %s: %s", (*result)->name, reason);
    }
    return MOTE_OK;
}

mote_status painter_choose(const mote_simulation *simulation, const look *look,
                           const mote_view_def *view, gl_context **own, painter **result)
{
    gl_context *context = NULL;
    if (view->renderer == MOTE_RENDERER_SOFT) {
        return soft_painter_create(look, view, result);
    }
    mote_status status = open_gl(simulation, view, own, &context);
    if (status != MOTE_OK && !context && simulation->device.gl_device != -1) {
        return status; // a device asked for by number must open
    }
    if (status == MOTE_OK) {
        status = gl_painter_create(look, view, context, result);
    }
    if (status == MOTE_OK) {
        return MOTE_OK;
    }
    if (view->renderer == MOTE_RENDERER_GL) {
        return status == MOTE_UNAVAILABLE
                   ? fail(status, "%s; or --renderer soft", mote_last_error())
                   : status;
    }
    gl_context_close(*own);
    *own = NULL;
    return step_down(simulation, look, view, result);
}
