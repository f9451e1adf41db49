// SPDX-License-Identifier: MIT
// What draws: sprites in, pixels out. soft_painter_create and gl_painter_create complete
// one; mote_renderer owns one and never asks which it is.

#ifndef MOTE_DRAW_PAINTER_H
#define MOTE_DRAW_PAINTER_H

#include "camera.h"
#include "gl_show.h"

// The particles of a frame, in the order in which they are drawn, four words each. A
// sprite is x, y, z, then the speed's float bits with the species in the low byte or,
// where look->has_looks, the radius in world units as float bits. A look is red | green
// << 16, blue | alpha << 16, then the rotation as a fraction of a turn times 2^32, and
// what tells the particle from others; colours are linear light, 4096 for 1, and not
// premultiplied, alpha is 65535 for 1. A tail is where a streak ends: x, y, z from the
// sprite's, as int, and 0.
typedef struct sprite_list {
    const uint32_t *sprites; // NULL when they are only in gl_sprites
    const uint32_t *looks;   // where look->has_looks
    const uint32_t *tails;   // where look->has_tails
    uint32_t count;          // of sprites; 0: only gl_draw_size knows
    // Buffers of the context that is current: the same, and the indirect command that
    // says how many there are. 0: none.
    uint32_t gl_sprites, gl_looks, gl_tails, gl_draw_size;
} sprite_list;

// Frames that any painter holds at once, at most.
#define PAINTER_SLOTS_MAX 3

typedef struct painter painter;

struct painter {
    char name[160];
    int slots;             // frames that may be drawn and not yet taken
    bool takes_gl_buffers; // else it needs list->sprites
    bool begins_anew;      // the next picture has no trails of those before
    double draw_seconds;   // of the frame taken last, by a GPU's clock; < 0: not known
    void (*destroy)(painter *self);
    // Coordinates of the particle with this id, in a list by id or with looks; they stay
    // as they are when there is none.
    mote_status (*locate)(painter *self, const sprite_list *list, uint32_t id,
                          uint32_t centre[3]);
    // There must be a free slot. No list: the picture drawn last, again, which a painter
    // on the CPU has only where there are trails.
    mote_status (*draw)(painter *self, const camera *camera, const sprite_list *list);
    // Draws into a window instead, of the painter's own context. NULL: it draws on the
    // CPU.
    mote_status (*show)(painter *self, const camera *camera, const sprite_list *list,
                        const gl_show *show, const show_window *window);
    // The oldest frame drawn, malloc'd; NULL when there is none or, without `wait`, when
    // it is not ready.
    mote_status (*take)(painter *self, bool wait, uint8_t **pixels);
};

// The one that the view asks for; under auto the best that the machine has, and a line in
// the log where that is not a GPU. *own: a context opened for it alone, or NULL; it must
// outlive the painter.
mote_status painter_choose(const mote_simulation *simulation, const look *look,
                           const mote_view_def *view, gl_context **own, painter **result);

// The place of a particle in a list on the CPU: its id or, where there are looks, which
// are searched, that of the one which has it as its number. list->count: there is none.
uint32_t sprite_place_of(const look *look, const sprite_list *list, uint32_t id);

// Both keep the pointer to `look`.
mote_status soft_painter_create(const look *look, const mote_view_def *view,
                                painter **result);
// Draws in this context, which is current and outlives the painter.
mote_status gl_painter_create(const look *look, const mote_view_def *view,
                              gl_context *context, painter **result);

// Bytes of a frame's pixels.
static inline size_t frame_size(int width, int height, bool alpha)
{
    return (size_t)width * (size_t)height * (alpha ? 4 : 3);
}

#endif
