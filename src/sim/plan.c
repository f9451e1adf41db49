// SPDX-License-Identifier: MIT
// From a scene to buffers, constants and schedule.

#include "plan.h"

#include "../core/status.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Without walls the box is the world. With them the world is the middle quarter of the
// box, so that a step of up to one world cannot wrap past a wall (glsl/lib/motion.glsl).
#define WALLED_SHIFT 2
#define WALLED_SPAN  ((UINT32_C(1) << (32 - WALLED_SHIFT)) - 1)
#define WALLED_LOW   ((UINT32_C(1) << 31) - (UINT32_C(1) << (31 - WALLED_SHIFT)))

// Up to so many particles the particle loop beats the grid.
#define LOOP_PARTICLES 1024

// exact_root comes out up to 4.8e-6 too small. Offsets are scaled up by more than that, so
// that a law sees no particle nearer than it is: nothing at or past the radius is felt,
// whichever cells are searched, and neither is one exactly half the domain away, which has
// no nearest image.
#define OFFSET_MARGIN (1.0 + 1.0 / 131072.0)

// The rest of the rounding of a distance: cells are a bit wider than the radius.
#define CELL_MARGIN (1.0 + 1.0 / 1048576.0)

static uint32_t float_bits(double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return bits;
}

// ---- Buffers -------------------------------------------------------------------------

static void add_buffer(plan *p, const char *name, element_type type, bool moves,
                       const char *meaning)
{
    assert(p->buffer_count < BUFFER_MAX);
    p->buffers[p->buffer_count++] =
        (buffer_row){name, type, PER_PARTICLE, ORDER_CANONICAL, moves, meaning};
}

static void list_buffers(plan *p)
{
    memcpy(p->buffers, core_buffers, sizeof core_buffers);
    p->buffer_count = BUFFER_CORE_COUNT;
    for (int i = 0; i < p->model->field_count; i++) {
        const field_row *field = &p->model->fields[i];
        element_type type = field->shape == SHAPE_VECTOR ? TYPE_VECTOR : TYPE_REAL;
        add_buffer(p, field->name, type, true, field->meaning);
    }
    for (int i = 0; i < p->model->sum_count; i++) {
        const sum_row *sum = &p->model->sums[i];
        element_type type = sum->shape == SHAPE_VECTOR ? TYPE_LIMBS_VECTOR : TYPE_LIMBS;
        add_buffer(p, sum->name, type, false, sum->meaning);
    }
}

static uint64_t domain_length(const plan *p, domain per)
{
    const constants *c = &p->constants;
    uint64_t species = (uint64_t)p->species_count;
    switch (per) {
    case PER_PARTICLE:
    case PER_SPRITE:
        return c->particle_count;
    case PER_CELL_END:
        return (uint64_t)c->cell_total + 1;
    case PER_BLOCK:
        return c->block_total;
    case PER_DISPATCH:
        return 3 * SCHEDULE_MAX;
    case PER_PAIR:
        return (uint64_t)p->model->column_count * species * species;
    case PER_ONE:
        break;
    }
    return 1;
}

int plan_find_buffer(const plan *p, const char *name)
{
    for (int i = 0; i < p->buffer_count; i++) {
        if (strcmp(p->buffers[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

uint64_t plan_buffer_size(const plan *p, int buffer)
{
    int components = type_components(p->buffers[buffer].type, p->dimension);
    return p->lengths[buffer] * 4 * (uint64_t)components;
}

// ---- Schedule ------------------------------------------------------------------------

static void add_access(schedule_entry *entry, access_kind kind, int buffer, bool twin)
{
    for (int i = 0; i < entry->access_count; i++) {
        if (entry->access[i].buffer == buffer && entry->access[i].twin == twin) {
            if (entry->access[i].kind != kind) {
                entry->access[i].kind = ACCESS_ATOMIC; // read and written
            }
            return;
        }
    }
    assert(entry->access_count < ENTRY_ACCESS_MAX);
    entry->access[entry->access_count++] = (struct entry_access){kind, buffer, twin};
}

// The buffer that holds a field a pass names: `species` and `id` are parts of `identity`.
static int field_buffer(const plan *p, const char *name)
{
    if (strcmp(name, "species") == 0 || strcmp(name, "id") == 0) {
        return BUFFER_identity;
    }
    int buffer = plan_find_buffer(p, name);
    assert(buffer >= 0 && "GATHER, UPDATE or MORTAL names an unknown field");
    return buffer;
}

static void add_fields(const plan *p, schedule_entry *entry, access_kind kind,
                       const pass_field_row *rows, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].pass, p->model->passes[entry->pass]) == 0) {
            add_access(entry, kind, field_buffer(p, rows[i].name), false);
        }
    }
}

static void add_sums(const plan *p, schedule_entry *entry, access_kind kind)
{
    for (int i = 0; i < p->model->sum_count; i++) {
        if (strcmp(p->model->sums[i].pass, p->model->passes[entry->pass]) == 0) {
            int buffer = BUFFER_CORE_COUNT + p->model->field_count + i;
            add_access(entry, kind, buffer, false);
        }
    }
}

static bool is_last_pass(const plan *p, int pass)
{
    return pass == p->model->pass_count - 1;
}

static void add_updated(const plan *p, schedule_entry *entry)
{
    // An update law sees the whole particle; only what it changes is written.
    add_access(entry, ACCESS_READ, BUFFER_identity, false);
    add_access(entry, ACCESS_READ, BUFFER_velocity, false);
    for (int i = 0; i < p->model->field_count; i++) {
        add_access(entry, ACCESS_READ, BUFFER_CORE_COUNT + i, false);
    }
    add_fields(p, entry, ACCESS_ATOMIC, p->model->updates, p->model->update_count);
    if (is_last_pass(p, entry->pass)) {
        add_access(entry, ACCESS_ATOMIC, BUFFER_velocity, false);
        add_access(entry, ACCESS_ATOMIC, BUFFER_position, false);
    }
}

static void resolve(const plan *p, schedule_entry *entry)
{
    const stage_row *row = &stages[entry->stage];
    for (int i = 0; i < STAGE_ACCESS_MAX && row->access[i].kind != ACCESS_NONE; i++) {
        switch (row->access[i].kind) {
        case ACCESS_MOVED:
            for (int k = 0; k < entry->moved_count; k++) {
                add_access(entry, ACCESS_READ, entry->moved[k], false);
                add_access(entry, ACCESS_WRITE, entry->moved[k], true);
            }
            break;
        case ACCESS_GATHERED:
            add_fields(p, entry, ACCESS_READ, p->model->gathers, p->model->gather_count);
            break;
        case ACCESS_SUMS:
            add_sums(p, entry, ACCESS_WRITE);
            break;
        case ACCESS_SUMMED:
            add_sums(p, entry, ACCESS_READ);
            break;
        case ACCESS_UPDATED:
            add_updated(p, entry);
            break;
        case ACCESS_MORTALITY:
            if (p->mortal) {
                int buffer = field_buffer(p, p->model->mortal);
                add_access(entry, ACCESS_READ, buffer, false);
            }
            break;
        default:
            add_access(entry, row->access[i].kind, row->access[i].buffer, false);
        }
    }
    if (p->mortal && row->per == PER_PARTICLE) {
        add_access(entry, ACCESS_READ, BUFFER_population, false);
    }
}

static schedule_entry *add_entry(plan *p, int stage, int pass)
{
    assert(p->step_count < SCHEDULE_MAX);
    schedule_entry *entry = &p->step[p->step_count++];
    *entry = (schedule_entry){.stage = stage, .pass = pass};
    return entry;
}

// One `reorder` for every MOVED_PER_ENTRY buffers that move; the last one swaps.
static void add_reorders(plan *p)
{
    schedule_entry *entry = NULL;
    for (int b = 0; b < p->buffer_count; b++) {
        if (!p->buffers[b].moves) {
            continue;
        }
        if (!entry || entry->moved_count == MOVED_PER_ENTRY) {
            entry = add_entry(p, STAGE_reorder, -1);
        }
        entry->moved[entry->moved_count++] = b;
    }
    entry->swaps = true;
}

static bool runs(const plan *p, stage_when when)
{
    bool searches = (when & 1 << p->search) != 0;
    return when == WHEN_MORTAL ? p->mortal : searches;
}

// The rows of stages.def in their order; those from `pair` on once for each pass.
static void make_schedule(plan *p)
{
    for (int stage = 0; stage < STAGE_pair; stage++) {
        if (!runs(p, stages[stage].when)) {
            continue;
        }
        if (stage == STAGE_reorder) {
            add_reorders(p);
        } else {
            add_entry(p, stage, -1);
        }
    }
    for (int pass = 0; pass < p->model->pass_count; pass++) {
        for (int stage = STAGE_pair; stage < STAGE_COUNT; stage++) {
            if (runs(p, stages[stage].when)) {
                add_entry(p, stage, pass);
            }
        }
    }
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        if (stages[stage].when == WHEN_DRAW) {
            p->draw[p->draw_count++] = (schedule_entry){.stage = stage, .pass = -1};
        }
    }
    for (int i = 0; i < p->step_count; i++) {
        resolve(p, &p->step[i]);
    }
    for (int i = 0; i < p->draw_count; i++) {
        resolve(p, &p->draw[i]);
    }
}

// A buffer that no stage touches takes no memory; what creation writes stays.
static void set_lengths(plan *p)
{
    uint64_t used = UINT64_C(1) << BUFFER_population | UINT64_C(1) << BUFFER_pair_table;
    for (int i = 0; i < p->step_count; i++) {
        for (int k = 0; k < p->step[i].access_count; k++) {
            used |= UINT64_C(1) << p->step[i].access[k].buffer;
        }
    }
    for (int i = 0; i < p->draw_count; i++) {
        for (int k = 0; k < p->draw[i].access_count; k++) {
            used |= UINT64_C(1) << p->draw[i].access[k].buffer;
        }
    }
    for (int b = 0; b < p->buffer_count; b++) {
        if (used >> b & 1) {
            p->lengths[b] = domain_length(p, p->buffers[b].per);
        }
    }
}

// ---- Constants -----------------------------------------------------------------------

// Cells along an axis of `length` world units, at least `cell` wide and at most `most`.
static uint32_t cells_along(double length, double cell, double most)
{
    double cells = floor(length / cell);
    cells = cells > most ? most : cells;
    return cells < 1.0 ? 1 : (uint32_t)cells;
}

// Cells of half a radius test fewer candidates but in more ranges; they pay in a crowd.
// Measured on an H200 (50 neighbours: 10 to 20 % faster) and on CPUs (no difference at 30).
static int choose_reach(const plan *p, const double length[3])
{
    const double crowd = 24.0;
    double volume = 1.0, ball = p->dimension == 3 ? 4.18879 : 3.14159;
    for (int axis = 0; axis < p->dimension; axis++) {
        volume *= length[axis];
        ball *= p->radius;
    }
    return p->constants.particle_count * ball / volume >= crowd ? 2 : 1;
}

static void set_grid(plan *p, const double length[3], int reach)
{
    // Wider cells are always right; many more cells than particles only cost time.
    double particles = (double)p->constants.particle_count;
    double total = particles * 4.0 > 16384.0 ? particles * 4.0 : 16384.0;
    total = total > 268435456.0 ? 268435456.0 : total;
    double cell = p->radius / reach * CELL_MARGIN;
    constants *c = &p->constants;
    for (;; cell *= 1.125) {
        uint32_t cells[3] = {1, 1, 1};
        double product = 1.0;
        for (int axis = 0; axis < p->dimension; axis++) {
            cells[axis] = cells_along(length[axis], cell, 1048576.0);
            product *= cells[axis];
        }
        if (product <= total) {
            c->cells_x = cells[0];
            c->cells_y = cells[1];
            c->cells_z = cells[2];
            break;
        }
    }
    c->cell_total = c->cells_x * c->cells_y * c->cells_z;
    c->block_total = c->cell_total / CELLS_PER_BLOCK + 1;
    c->cell_reach = (uint32_t)reach;
}

static void set_constants(plan *p, const mote_scene *scene, int reach)
{
    constants *c = &p->constants;
    bool wraps = scene->edges == EDGES_WRAP;
    c->particle_count = (uint32_t)scene->particle_count;
    c->species_count = (uint32_t)scene->species_count;
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
    for (int axis = 0; axis < p->dimension; axis++) {
        length[axis] = scene->size[axis] * worlds;
        p->box[axis] = length[axis] * (wraps ? 1.0 : (double)(1 << WALLED_SHIFT));
        double radii = p->box[axis] / p->radius;
        *offset_scale[axis] = float_bits(radii / 4294967296.0 * OFFSET_MARGIN);
        *move_scale[axis] = float_bits(scene->dt * 4294967296.0 / p->box[axis]);
    }
    set_grid(p, length, reach ? reach : choose_reach(p, length));
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

// ---- The model's numbers -------------------------------------------------------------

static bool column_is_uniform(const plan *p, int column)
{
    size_t pairs = (size_t)p->species_count * (size_t)p->species_count;
    const uint32_t *first = p->pair_table + (size_t)column * pairs;
    for (size_t i = 1; i < pairs; i++) {
        if (first[i] != first[0]) {
            return false;
        }
    }
    return true;
}

static mote_status set_pair_table(plan *p, const model_numbers *numbers)
{
    int species = p->species_count;
    size_t size = plan_buffer_size(p, BUFFER_pair_table);
    p->pair_table = calloc(1, size ? size : 4);
    if (!p->pair_table) {
        return fail_memory(size, "the table of species pairs");
    }
    for (int self = 0; self < species; self++) {
        for (int other = 0; other < species; other++) {
            float values[MODEL_COLUMN_MAX];
            p->model->columns_of(numbers, self, other, values);
            for (int column = 0; column < p->model->column_count; column++) {
                int at = (column * species + self) * species + other;
                p->pair_table[at] = float_bits(values[column]);
            }
        }
    }
    p->is_uniform = true;
    for (int column = 1; column < p->model->column_count; column++) {
        p->is_uniform = p->is_uniform && column_is_uniform(p, column);
    }
    return MOTE_OK;
}

static mote_status fill(plan *p, const mote_scene *scene, const mote_device_def *device)
{
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(scene, pairs);
    p->model = scene->model;
    p->dimension = scene->dimension;
    p->species_count = scene->species_count;
    p->mortal = p->model->mortal != NULL;
    p->dt = scene->dt;
    p->radius = numbers.radius;
    p->view = scene->view;
    p->edges = scene->edges;
    memcpy(p->size, scene->size, sizeof p->size);
    for (int i = 0; i < scene->species_count; i++) {
        memcpy(p->colors[i], scene->species[i].color, 3);
    }
    bool small = scene->particle_count <= LOOP_PARTICLES && !p->mortal;
    p->search = small ? SEARCH_LOOP : SEARCH_GRID;
    for (int search = 0; search < SEARCH_COUNT && device->search; search++) {
        if (strcmp(device->search, search_names[search]) == 0) {
            p->search = (search_kind)search;
        }
    }
    set_constants(p, scene, device->cell_reach);
    float values[MODEL_CONSTANT_MAX];
    p->model->constants_of(&numbers, values);
    for (int i = 0; i < p->model->constant_count; i++) {
        p->constants.model[i] = float_bits(values[i]);
    }
    list_buffers(p);
    make_schedule(p);
    set_lengths(p);
    return set_pair_table(p, &numbers);
}

static bool is_search(const char *name)
{
    for (int search = 0; search < SEARCH_COUNT; search++) {
        if (strcmp(name, search_names[search]) == 0) {
            return true;
        }
    }
    return false;
}

static mote_status check(const mote_scene *scene, const mote_device_def *device)
{
    const char *search = device->search;
    if (search && !is_search(search)) {
        return fail(MOTE_BAD_INPUT,
                    "search: expected grid, loop, indexed or published, found \"%s\"",
                    search);
    }
    if (search && scene->model->mortal &&
        strcmp(search, search_names[SEARCH_GRID]) != 0) {
        return fail(MOTE_BAD_INPUT,
                    "search %s: particles of model %s can die, which needs search grid",
                    search, scene->model->name);
    }
    if (device->cell_reach < 0 || device->cell_reach > 3) {
        return fail(MOTE_BAD_INPUT, "cell reach: expected 1 to 3 (0: chosen), found %d",
                    device->cell_reach);
    }
    return MOTE_OK;
}

mote_status plan_create(const mote_scene *scene, const mote_device_def *device,
                        plan **result)
{
    *result = NULL;
    TRY(check(scene, device));
    plan *p = calloc(1, sizeof *p);
    if (!p) {
        return fail_memory(sizeof *p, "the plan of a simulation");
    }
    mote_status status = fill(p, scene, device);
    if (status != MOTE_OK) {
        plan_destroy(p);
        return status;
    }
    *result = p;
    return MOTE_OK;
}

void plan_destroy(plan *p)
{
    if (p) {
        free(p->pair_table);
        free(p);
    }
}
