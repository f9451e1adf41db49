// SPDX-License-Identifier: MIT
// A simulation that goes on under another plan. Where the backend runs that plan, too, it
// gets its constants and tables; else another backend is made, and gets the state.

#include "simulation_change.h"

#include "plan_change.h"

#include "../core/status.h"

#include "population.glsl"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- The state -----------------------------------------------------------------------

void state_copy_free(state_copy *copy)
{
    for (int b = 0; b < BUFFER_MAX; b++) {
        free(copy->data[b]);
    }
    *copy = (state_copy){0};
}

static mote_status read_all(mote_simulation *self, state_copy *copy)
{
    const plan *p = self->plan;
    for (int b = 0; b < p->buffer_count; b++) {
        uint64_t size = plan_is_state(p, b) ? plan_buffer_size(p, b) : 0;
        if (size == 0) {
            continue;
        }
        copy->data[b] = malloc((size_t)size);
        if (!copy->data[b]) {
            return fail_memory((size_t)size, "a copy of the state");
        }
        TRY(self->backend->read(self->backend, b, copy->data[b], size));
    }
    return MOTE_OK;
}

mote_status state_copy_read(mote_simulation *self, state_copy *copy)
{
    *copy = (state_copy){0};
    mote_status status = read_all(self, copy);
    if (status != MOTE_OK) {
        state_copy_free(copy);
        TRY(simulation_recover(self, status));
        status = read_all(self, copy);
    }
    if (status != MOTE_OK) {
        state_copy_free(copy);
    }
    return status;
}

// Places as they are in the next plan's box.
static void convert_places(const plan *from, const plan *to, state_copy *copy)
{
    int buffer = from->emits ? BUFFER_body : BUFFER_position;
    uint32_t *words = copy->data[buffer];
    int width = from->buffers[buffer].components;
    for (uint64_t i = 0; words && i < from->lengths[buffer]; i++) {
        for (int axis = 0; axis < from->dimension; axis++) {
            uint32_t *word = words + i * (uint64_t)width + (uint64_t)axis;
            *word = plan_convert(from, to, axis, *word);
        }
    }
}

// Rows of a copy, as long as the next plan has them; what is new is 0.
static mote_status fit_rows(const plan *from, const plan *to, state_copy *copy)
{
    for (int b = 0; b < to->buffer_count; b++) {
        uint64_t had = copy->data[b] ? plan_buffer_size(from, b) : 0;
        uint64_t size = plan_is_state(to, b) ? plan_buffer_size(to, b) : 0;
        if (size <= had) {
            continue;
        }
        uint32_t *data = realloc(copy->data[b], (size_t)size);
        if (!data) {
            return fail_memory((size_t)size, "a copy of the state");
        }
        memset((char *)data + had, 0, (size_t)(size - had));
        copy->data[b] = data;
    }
    return MOTE_OK;
}

static mote_status write_all(mote_simulation *self, const state_copy *copy)
{
    const plan *p = self->plan;
    for (int b = 0; b < p->buffer_count; b++) {
        if (plan_is_state(p, b) && plan_buffer_size(p, b) > 0) {
            TRY(self->backend->write(self->backend, b, copy->data[b],
                                     plan_buffer_size(p, b)));
        }
    }
    return MOTE_OK;
}

static mote_status write_eye(mote_simulation *self)
{
    uint32_t eye[EYE_SIZE];
    plan_first_eye(self->plan, eye);
    return simulation_write_eye(self, eye);
}

// The simulation's plan is the one that owns what both may have.
static void exchange(plan *own, plan *other)
{
    bool borrows = other->borrows;
    plan_exchange(own, other);
    own->borrows = false;
    other->borrows = borrows;
}

// ---- Another backend -----------------------------------------------------------------

static mote_status open_backend(mote_simulation *self, const state_copy *copy)
{
    TRY(device_open(self->plan, &self->device, &self->backend, self->reason,
                    sizeof self->reason));
    mote_status status = simulation_write_tables(self);
    if (status == MOTE_OK) {
        status = write_eye(self);
    }
    if (status == MOTE_OK) {
        status = write_all(self, copy);
    }
    if (status != MOTE_OK) {
        self->backend->destroy(self->backend);
        self->backend = NULL;
    }
    return status;
}

// Should there be none for the next plan, the simulation goes on as before.
static mote_status replace_backend(mote_simulation *self, plan *next, state_copy *before,
                                   const state_copy *after)
{
    for (viewer *v = self->viewers; v; v = v->next) {
        v->let_go(v);
    }
    self->backend->destroy(self->backend);
    self->backend = NULL;
    exchange(self->plan, next);
    mote_status status = open_backend(self, after);
    if (status != MOTE_OK) {
        char cause[1024];
        snprintf(cause, sizeof cause, "%s", mote_last_error());
        exchange(self->plan, next);
        TRY(open_backend(self, before));
        return fail(status, "%s", cause);
    }
    return MOTE_OK;
}

// ---- The change ----------------------------------------------------------------------

static mote_status settle(mote_simulation *self)
{
    for (viewer *v = self->viewers; v; v = v->next) {
        TRY(v->settle(v));
    }
    return MOTE_OK;
}

static mote_status take_up(mote_simulation *self)
{
    for (viewer *v = self->viewers; v; v = v->next) {
        TRY(v->take_up(v));
    }
    return MOTE_OK;
}

// The state as it is after `edit`, on the backend that there is.
static mote_status adopt_in_place(mote_simulation *self, plan *next,
                                  const state_copy *after)
{
    exchange(self->plan, next);
    if (self->backend->constants_changed) {
        TRY(self->backend->constants_changed(self->backend));
    }
    TRY(simulation_write_tables(self));
    return after ? write_all(self, after) : MOTE_OK;
}

static mote_status copy_of(const plan *p, const state_copy *from, state_copy *to)
{
    for (int b = 0; b < p->buffer_count; b++) {
        size_t size = from->data[b] ? (size_t)plan_buffer_size(p, b) : 0;
        if (size == 0) {
            continue;
        }
        to->data[b] = malloc(size);
        if (!to->data[b]) {
            return fail_memory(size, "a copy of the state");
        }
        memcpy(to->data[b], from->data[b], size);
    }
    return MOTE_OK;
}

// With the state in hand: `next` becomes the simulation's plan, `*next` what it was.
static mote_status adopt_with_state(mote_simulation *self, plan *next, state_edit *edit,
                                    void *context)
{
    state_copy before, after = {0};
    TRY(state_copy_read(self, &before));
    bool is_alike = plan_is_alike(self->plan, next);
    mote_status status = copy_of(self->plan, &before, &after);
    if (status == MOTE_OK && !plan_has_same_box(self->plan, next)) {
        convert_places(self->plan, next, &after);
    }
    if (status == MOTE_OK) {
        status = fit_rows(self->plan, next, &after);
    }
    if (status == MOTE_OK && edit) {
        edit(self, next, &after, context);
    }
    if (status == MOTE_OK) {
        status = is_alike ? adopt_in_place(self, next, &after)
                          : replace_backend(self, next, &before, &after);
    }
    state_copy_free(&before);
    state_copy_free(&after);
    return status;
}

mote_status simulation_adopt(mote_simulation *self, plan *next, state_edit *edit,
                             void *context)
{
    uint64_t step = simulation_step_at(self, self->clock);
    mote_status status = settle(self);
    if (status != MOTE_OK) {
        plan_destroy(next);
        return status;
    }
    bool needs_state =
        edit || !plan_is_alike(self->plan, next) || !plan_has_same_box(self->plan, next);
    next->prewarm_steps = self->plan->prewarm_steps;
    uint64_t clock = step * (uint64_t)next->substeps;
    if (next->pouring && self->plan->pouring) {
        pouring_continue(next->pouring, clock,
                         pouring_next_id(self->plan->pouring, self->clock));
    }
    status = needs_state ? adopt_with_state(self, next, edit, context)
                         : adopt_in_place(self, next, NULL);
    if (status == MOTE_OK) {
        self->clock = clock;
        touch_queue_renew(self->touches, clock);
    }
    plan_destroy(next);
    mote_status renewed = self->backend ? recovery_renew(self) : MOTE_OK;
    mote_status taken = self->backend ? take_up(self) : MOTE_OK;
    TRY(status);
    TRY(renewed);
    return taken;
}

// ---- Another scene -------------------------------------------------------------------

static mote_status refuse(const char *what)
{
    return fail(MOTE_BAD_INPUT,
                "a simulation that goes on keeps its %s; make another one", what);
}

mote_status simulation_check_change(const mote_simulation *self, const mote_scene *scene)
{
    const plan *p = self->plan;
    uint64_t seed = (uint64_t)p->constants.seed_high << 32 | p->constants.seed_low;
    if (scene->model != p->model) {
        return refuse("model");
    }
    if (scene->dimension != p->dimension) {
        return refuse("dimensions");
    }
    if (scene->seed != seed) {
        return refuse("seed");
    }
    bool has_as_many = scene->particle_count + self->device.room ==
                       (uint64_t)p->constants.particle_count;
    if (!has_as_many || scene->start.count != p->start_count) {
        return refuse("particles");
    }
    return scene->species_count == p->species_count ? MOTE_OK : refuse("species");
}

mote_status mote_simulation_change(mote_simulation *self, const mote_scene *scene)
{
    plan *next;
    TRY(simulation_check_change(self, scene));
    TRY(plan_create(scene, &self->device, &next));
    if (next->constants.emitter_mask != self->plan->constants.emitter_mask) {
        plan_destroy(next); // birth numbers tell of emitters by these bits
        return refuse("number of emitters");
    }
    return simulation_adopt(self, next, NULL, NULL);
}
