// SPDX-License-Identifier: MIT
// The constants of a plan: the box, its edges, the grid, and the scales of a step.

#include "plan_parts.h"

#include <assert.h>
#include <math.h>

// Without walls the box is the world. With them the world is the middle quarter of the
// box, so that a step of up to one world cannot wrap past a wall (glsl/lib/motion.glsl).
#define WALLED_SHIFT 2
#define WALLED_SPAN  ((UINT32_C(1) << (32 - WALLED_SHIFT)) - 1)
#define WALLED_LOW   ((UINT32_C(1) << 31) - (UINT32_C(1) << (31 - WALLED_SHIFT)))

// exact_root comes out up to 4.8e-6 too small. Offsets are scaled up by more than that,
// so that a law sees no particle nearer than it is: nothing at or past the radius is
// felt, whichever cells are searched, and neither is one exactly half the domain away,
// which has no nearest image.
#define OFFSET_MARGIN (1.0 + 1.0 / 131072.0)

// The rest of the rounding of a distance: cells are a bit wider than the radius.
#define CELL_MARGIN (1.0 + 1.0 / 1048576.0)

// Cells along an axis of `length` world units, at least `cell` wide and at most `most`.
static uint32_t cells_along(double length, double cell, double most)
{
    double cells = floor(length / cell);
    cells = cells > most ? most : cells;
    return cells < 1.0 ? 1 : (uint32_t)cells;
}

// Cells of a row are neighbours in memory, so narrower ones along x cost nothing but
// their number, and fit the ball around a particle better. They pay as long as there is
// about a particle in each. (Narrower ones along y and z mean more and shorter ranges:
// slower at all densities, measured on an H200 and on CPUs.)
#define REACH_X_MOST 8

static int choose_reach_x(const plan *p, const double length[3])
{
    double each = p->constants.particle_count;
    for (int axis = 0; axis < p->dimension; axis++) {
        each *= p->radius / length[axis];
    }
    int reach = 1;
    while (reach < REACH_X_MOST && each >= 2.0 * reach) {
        reach *= 2;
    }
    return reach;
}

// `asked`: cells per radius along all axes; 0: not asked for.
static void set_grid(plan *p, const double length[3], int asked)
{
    // Wider cells are always right; many more cells than particles only cost time.
    double particles = (double)p->constants.particle_count;
    double total = particles * 4.0 > 16384.0 ? particles * 4.0 : 16384.0;
    total = total > 268435456.0 ? 268435456.0 : total;
    int reach = asked ? asked : 1;
    const int reaches[3] = {asked ? asked : choose_reach_x(p, length), reach, reach};
    constants *c = &p->constants;
    assert(p->dimension <= 3);
    uint32_t cells[3] = {1, 1, 1};
    double product = total + 1.0;
    for (double wider = 1.0; product > total; wider *= 1.125) {
        product = 1.0;
        for (int axis = 0; axis < p->dimension; axis++) {
            double cell = p->radius / reaches[axis] * CELL_MARGIN * wider;
            cells[axis] = cells_along(length[axis], cell, 1048576.0);
            product *= cells[axis];
        }
    }
    c->cells_x = cells[0];
    c->cells_y = cells[1];
    c->cells_z = cells[2];
    c->cell_total = c->cells_x * c->cells_y * c->cells_z;
    c->block_total = c->cell_total / CELLS_PER_BLOCK + 1;
    c->cell_reach_x = (uint32_t)reaches[0];
    c->cell_reach = (uint32_t)reach;
}

// For any number of sprites up to that of particles (glsl/lib/sort.glsl).
static uint32_t count_key_blocks(uint32_t particles)
{
    uint32_t tiles = particles / KEYS_PER_TILE + 1;
    return tiles < KEY_BLOCK_MAX ? tiles : KEY_BLOCK_MAX;
}

// Cells of the statistics' grid along the longest axis; the others have as many as keep
// cells as square as whole numbers can.
static double statistics_cells(int dimension)
{
    return dimension == 3 ? 16.0 : 64.0;
}

// See glsl/lib/statistics.glsl. `worlds`: extent of the space in which particles may
// roam.
static void set_statistics(plan *p, const mote_scene *scene, double worlds)
{
    constants *c = &p->constants;
    uint64_t world = UINT64_C(1) << 32;
    if (!c->wraps) {
        world = (uint64_t)(((double)WALLED_SPAN + 1.0) / worlds);
        c->world_low = (uint32_t)((UINT64_C(1) << 31) - world / 2);
    }
    c->world_span = (uint32_t)(world - 1);
    while (world << c->world_shift <= UINT64_C(1) << 31) {
        c->world_shift++;
    }
    c->world_fraction = (uint32_t)((UINT64_C(1) << 63) / (world << c->world_shift));

    uint32_t *cells[3] = {&c->statistics_cells_x, &c->statistics_cells_y,
                          &c->statistics_cells_z};
    double longest = 0.0;
    for (int axis = 0; axis < p->dimension; axis++) {
        longest = fmax(longest, scene->size[axis]);
    }
    c->statistics_cell_total = 1;
    for (int axis = 0; axis < 3; axis++) {
        double part = axis < p->dimension ? scene->size[axis] / longest : 0.0;
        double along = floor(part * statistics_cells(p->dimension) + 0.5);
        *cells[axis] = along < 1.0 ? 1 : (uint32_t)along;
        c->statistics_cell_total *= *cells[axis];
    }
    int exponent;
    (void)frexp(longest / p->dt, &exponent); // which is at most 2^exponent
    c->speed_scale = float_bits(ldexp(1.0, 29 - exponent));
}

void plan_set_particles(plan *p, uint32_t count)
{
    p->constants.particle_count = count;
    p->constants.key_block_total = count_key_blocks(count);
}

void plan_set_constants(plan *p, const mote_scene *scene, int reach)
{
    constants *c = &p->constants;
    bool wraps = scene->edges == EDGES_WRAP;
    plan_set_particles(p, (uint32_t)scene->particle_count + p->room);
    c->wraps = wraps;
    c->bounces = scene->edges == EDGES_BOUNCE;
    c->edge_low = wraps ? 0 : WALLED_LOW;
    c->edge_span = wraps ? UINT32_MAX : WALLED_SPAN;
    c->grid_shift = wraps ? 0 : WALLED_SHIFT;
    c->seed_low = (uint32_t)scene->seed;
    c->seed_high = (uint32_t)(scene->seed >> 32);
    // Just under half the box, or one world where edges are walls; exact as floats.
    c->move_limit = float_bits(wraps ? 2147483520.0 : 1073741760.0);

    double worlds = scene->edges == EDGES_OPEN ? scene->border : 1.0;
    double length[3] = {0};
    uint32_t *offset_scale[3] = {&c->offset_scale_x, &c->offset_scale_y,
                                 &c->offset_scale_z};
    uint32_t *move_scale[3] = {&c->move_scale_x, &c->move_scale_y, &c->move_scale_z};
    uint32_t *unit[3] = {&c->unit_x, &c->unit_y, &c->unit_z};
    uint32_t *per_unit[3] = {&c->per_unit_x, &c->per_unit_y, &c->per_unit_z};
    c->time_step = float_bits(p->dt);
    assert(p->dimension <= 3);
    for (int axis = 0; axis < p->dimension; axis++) {
        length[axis] = scene->size[axis] * worlds;
        p->box[axis] = length[axis] * (wraps ? 1.0 : (double)(1 << WALLED_SHIFT));
        double radii = p->emits ? 0.0 : p->box[axis] / p->radius;
        *offset_scale[axis] = float_bits(radii / 4294967296.0 * OFFSET_MARGIN);
        *move_scale[axis] = float_bits(p->dt * 4294967296.0 / p->box[axis]);
        *unit[axis] = float_bits(p->box[axis] / 4294967296.0);
        *per_unit[axis] = float_bits(4294967296.0 / p->box[axis]);
    }
    set_statistics(p, scene, worlds);
    if (!p->emits) {
        set_grid(p, length, reach);
    }
}

void plan_first_eye(const plan *p, uint32_t eye[EYE_SIZE])
{
    double unit = p->box[2] / 4294967296.0;
    const uint32_t words[EYE_SIZE] = {
        UINT32_C(1) << 31, UINT32_C(1) << 31, UINT32_C(1) << 31, 0, 0, float_bits(-unit),
    };
    memcpy(eye, words, sizeof words);
}

uint32_t plan_coordinate(const plan *p, uint32_t fraction)
{
    const constants *c = &p->constants;
    if (c->wraps) {
        return fraction;
    }
    uint32_t shifted = fraction >> WALLED_SHIFT;
    if (p->edges == EDGES_OPEN) {
        // The world is the middle of the region in which particles may roam.
        double worlds = p->box[0] / (double)(1 << WALLED_SHIFT) / p->size[0];
        double place = ((double)fraction / 4294967296.0 - 0.5) / worlds + 0.5;
        shifted = (uint32_t)(place * ((double)WALLED_SPAN + 1.0));
    }
    return c->edge_low + shifted;
}

double plan_world(const plan *p, int axis, uint32_t coordinate)
{
    // World units from the world's low edge; the middle of the box is the world's middle
    // where edges are walls.
    if (p->constants.wraps) {
        return (double)coordinate / 4294967296.0 * p->box[axis];
    }
    double from_middle = ((double)coordinate - 2147483648.0) / 4294967296.0;
    return from_middle * p->box[axis] + p->size[axis] / 2.0;
}
