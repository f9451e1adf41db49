// SPDX-License-Identifier: MIT
// Which particles are drawn as splats, and how their light counts.

#include "splat.h"

#include "../core/status.h"

#include <math.h>

// What light has to be times in sums, at least: with less, errors would show in the dark,
// where a byte's step is 1/4600.
#define SCALE_LEAST 2048.0
// What a particle may add to a sum: what exact_round takes, with room.
#define AMOUNT_MOST 2097152.0
// Pixels. On an H200 a million splats of twice this radius still take a third of the time
// of quads; but one thread draws all pixels of a particle, and few large ones would wait
// for it.
#define RADIUS_MOST 6.0

// ---- The scale -----------------------------------------------------------------------

// Of a channel, from one particle to one pixel.
static double brightest_light(const look *look, const camera *camera)
{
    bool is_flat = camera->matrix[3] == 0.0f && camera->matrix[7] == 0.0f &&
                   camera->matrix[11] == 0.0f;
    double light = (double)look->brightest * (double)look->opacity;
    if (is_flat && camera->radius < look->smallest) {
        double thin = (double)camera->radius / (double)look->smallest;
        light *= thin * thin;
    }
    return fmax(light, 1.0e-6);
}

// So that a crowd of such lights in one pixel fits 32 bits.
static void set_scale(splat *splat, double light, double crowd)
{
    splat->most = (int32_t)fmin(floor(UINT32_MAX / crowd), AMOUNT_MOST);
    splat->scale = (float)(splat->most / light);
    splat->inverse_scale = (float)(light / splat->most);
}

// NULL, or which key of the scene gives particles another look than that of splats.
static const char *other_look(const look *look)
{
    return !(look->additive > 0.0f)
               ? "particles that hide each other have an order (view.blend is alpha, not "
                 "add)"
           : look->has_tails       ? "only discs can (an emitter's `streak` is not 0)"
           : look->pyramid != NULL ? "only discs can (view.sprite is a picture)"
           : look->halo > 0.0f     ? "only discs can (view.shape is glow)"
           : look->soft > 0.0f     ? "only discs can (view.shape is soft)"
           : look->fade > 0.0f     ? "not with trails (view.trails is not 0)"
                                   : NULL;
}

const char *splat_prepare(splat *splat, const look *look, const camera *camera)
{
    const char *why = other_look(look);
    if (why != NULL) {
        return why;
    }
    double images = (double)camera->images[0] * camera->images[1];
    double light = brightest_light(look, camera);
    set_scale(splat, light, fmax(look->most, 1.0) * images);
    if (splat->scale < SCALE_LEAST) {
        return "so many particles in one pixel could pass its 32 bits";
    }
    return NULL;
}

// ---- When they are better ------------------------------------------------------------

bool splat_suits(const look *look, const camera *camera)
{
    return camera_radius_most(camera, look) <= RADIUS_MOST;
}

mote_status splat_check(const mote_view_def *view, const look *look, const camera *camera)
{
    splat splat;
    if (view->draw != MOTE_DRAW_SPLAT) {
        return MOTE_OK;
    }
    const char *why = view->alpha ? "frames must be opaque, without alpha"
                                  : splat_prepare(&splat, look, camera);
    return why == NULL ? MOTE_OK
                       : fail(MOTE_BAD_INPUT,
                              "particles cannot be drawn as splats here: %s; draw quads, "
                              "or leave it to mote (auto)",
                              why);
}
