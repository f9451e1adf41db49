// SPDX-License-Identifier: MIT
// Which painter a renderer gets.

#include "painter.h"

#include "../core/log.h"
#include "../core/status.h"
#include "../sim/simulation.h"

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
    if ((*context)->is_software && !takes_software) {
        return fail(MOTE_UNAVAILABLE,
                    "OpenGL here is %s, software that is slower; a GPU with its driver "
                    "would help",
                    (*context)->renderer);
    }
    return MOTE_OK;
}

// Where the simulation is on the CPU for want of OpenGL, it has said so.
static mote_status step_down(const mote_simulation *simulation, const look *look,
                             const mote_view_def *view, bool has_gl, painter **result)
{
    bool was_said = !has_gl && simulation->device.backend == MOTE_BACKEND_AUTO &&
                    simulation->backend->kind == MOTE_BACKEND_CPU;
    char reason[1024];
    snprintf(reason, sizeof reason, "%s", mote_last_error());
    TRY(soft_painter_create(look, view, result));
    if (!was_said) {
        log_line(&simulation->device, "drawing by %s: %s", (*result)->name, reason);
    }
    return MOTE_OK;
}

mote_status painter_choose(const mote_simulation *simulation, const look *look,
                           const mote_view_def *view, gl_context **own, painter **result)
{
    gl_context *context;
    if (view->renderer == MOTE_RENDERER_SOFT) {
        return soft_painter_create(look, view, result);
    }
    mote_status status = open_gl(simulation, view, own, &context);
    bool has_gl = status == MOTE_OK;
    if (has_gl) {
        status = gl_painter_create(look, view, context, result);
    }
    if (status == MOTE_OK) {
        return MOTE_OK;
    }
    if (view->renderer == MOTE_RENDERER_GL) {
        return has_gl
                   ? status
                   : fail(MOTE_UNAVAILABLE, "%s; or --renderer soft", mote_last_error());
    }
    gl_context_close(*own);
    *own = NULL;
    return step_down(simulation, look, view, has_gl, result);
}
