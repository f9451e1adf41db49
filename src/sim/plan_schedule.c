// SPDX-License-Identifier: MIT
// The schedule of a step: the rows of stages.def that run, every access resolved.

#include "plan_parts.h"

#include <assert.h>
#include <string.h>

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

// The buffer that holds a field a pass names: `species` and `id` are parts of `identity`,
// and each SCRATCH is one of `scratch`.
static int field_buffer(const plan *p, const char *name)
{
    if (strcmp(name, "species") == 0 || strcmp(name, "id") == 0) {
        return BUFFER_identity;
    }
    for (int i = 0; i < p->model->scratch_count; i++) {
        if (strcmp(p->model->scratches[i].name, name) == 0) {
            return plan_scratch_buffer(p);
        }
    }
    int buffer = plan_find_buffer(p, name);
    assert(buffer >= 0 && "GATHER, UPDATE or MORTAL names an unknown field");
    return buffer;
}

// Of the rows of a pass.
static void add_fields_of(const plan *p, schedule_entry *entry, access_kind kind,
                          const pass_field_row *rows, int count, int pass)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].pass, p->model->passes[pass]) == 0) {
            add_access(entry, kind, field_buffer(p, rows[i].name), false);
        }
    }
}

static void add_fields(const plan *p, schedule_entry *entry, access_kind kind,
                       const pass_field_row *rows, int count)
{
    add_fields_of(p, entry, kind, rows, count, entry->pass);
}

static void add_sums(const plan *p, schedule_entry *entry, access_kind kind)
{
    add_access(entry, kind, plan_sum_buffer(p, entry->pass), false);
}

static void add_sorted(schedule_entry *entry, int buffer)
{
    add_access(entry, ACCESS_READ, buffer, false);
    add_access(entry, ACCESS_WRITE, buffer, true);
    entry->swaps = true;
}

static bool is_last_pass(const plan *p, int pass)
{
    return pass == p->model->pass_count - 1;
}

static void add_updated(const plan *p, schedule_entry *entry)
{
    // Not the whole particle: OpenGL 4.3 promises eight storage blocks.
    add_access(entry, ACCESS_READ, BUFFER_velocity, false);
    add_fields(p, entry, ACCESS_READ, p->model->gathers, p->model->gather_count);
    add_fields(p, entry, ACCESS_READ, p->model->updates, p->model->update_count);
    if (p->model->scratch_count > 0 && entry->pass > 0) {
        add_access(entry, ACCESS_READ, plan_scratch_buffer(p), false);
    }
    if (p->model->list_column_count > 0) {
        add_access(entry, ACCESS_READ, BUFFER_item_table, false);
    }
    add_access(entry, ACCESS_READ, BUFFER_position, false);
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
        case ACCESS_SORTED:
            add_sorted(entry, row->access[i].buffer);
            break;
        case ACCESS_MOVED:
            for (int k = 0; k < entry->moved_count; k++) {
                add_sorted(entry, entry->moved[k]);
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
        case ACCESS_TWIN:
            add_access(entry, ACCESS_WRITE, row->access[i].buffer, true);
            break;
        case ACCESS_BRED:
            if (p->breeds) {
                add_access(entry, ACCESS_WRITE, BUFFER_child_count, false);
            }
            break;
        case ACCESS_LADEN:
            if (p->state_size == 40) {
                add_access(entry, ACCESS_READ, BUFFER_ballast, false);
                add_access(entry, ACCESS_WRITE, BUFFER_ballast, true);
            }
            break;
        case ACCESS_LOADED:
            if (p->state_size == 40) {
                add_access(entry, ACCESS_WRITE, BUFFER_ballast, true);
            }
            break;
        case ACCESS_PACKED:
            if (entry->pass > 0) {
                add_access(entry, ACCESS_READ, BUFFER_gathered, false);
            } else {
                add_access(entry, ACCESS_READ, BUFFER_position, false);
                add_fields(p, entry, ACCESS_READ, p->model->gathers,
                           p->model->gather_count);
            }
            break;
        case ACCESS_PACKS:
            if (p->marks && !is_last_pass(p, entry->pass)) {
                add_fields_of(p, entry, ACCESS_READ, p->model->gathers,
                              p->model->gather_count, entry->pass + 1);
                add_access(entry, ACCESS_WRITE, BUFFER_gathered, false);
            }
            break;
        case ACCESS_STREAKED:
            if (p->streaks) {
                add_access(entry, ACCESS_WRITE, BUFFER_sprite_tail, false);
            }
            break;
        case ACCESS_MORTALITY:
            if (p->model->mortal) {
                int buffer = field_buffer(p, p->model->mortal);
                add_access(entry, ACCESS_READ, buffer, false);
            }
            if (p->drain_count > 0) {
                add_access(entry, ACCESS_UNIFORM, BUFFER_drain, false);
            }
            break;
        case ACCESS_POURED:
            for (int b = 0; b < p->buffer_count; b++) {
                if (p->buffers[b].moves) {
                    add_access(entry, ACCESS_ATOMIC, b, false);
                }
            }
            break;
        case ACCESS_COLUMNS:
            if (p->model->column_count > 0) {
                add_access(entry, ACCESS_READ, BUFFER_pair_table, false);
            }
            break;
        default:
            add_access(entry, row->access[i].kind, row->access[i].buffer, false);
        }
    }
    if (p->mortal && (row->per == PER_PARTICLE || row->per == PER_PART)) {
        add_access(entry, ACCESS_READ, BUFFER_population, false);
    }
}

static schedule_entry *add_entry(plan *p, int stage, int pass)
{
    assert(p->step_count < SCHEDULE_MAX);
    schedule_entry *entry = &p->step[p->step_count++];
    *entry = (schedule_entry){.stage = stage, .pass = pass, .turn_count = 1};
    return entry;
}

// One `reorder` for every MOVED_PER_ENTRY buffers that move.
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
    assert(entry); // positions always move
}

static bool runs(const plan *p, stage_when when)
{
    switch (when) {
    case WHEN_MORTAL:
        return p->mortal;
    case WHEN_BREEDING:
        return p->breeds;
    case WHEN_MARKED:
        return p->marks;
    case WHEN_UNMARKED:
        return p->search == SEARCH_GRID && !p->marks;
    case WHEN_POURING:
        return p->pouring != NULL;
    case WHEN_DRAW:
        return !p->emits;
    case WHEN_DRAW_EMITTED:
        return p->search == SEARCH_NONE;
    case WHEN_SORTED:
        return p->sorts;
    case WHEN_RADIX:
        return p->sorts && p->sort == SORT_RADIX;
    case WHEN_BITONIC:
        return p->sorts && p->sort == SORT_BITONIC;
    case WHEN_STATISTICS:
        return true;
    case WHEN_TOUCHED:
    case WHEN_STATISTICS_MOVED:
        return !p->emits;
    case WHEN_TOUCHED_EMITTED:
        return p->search == SEARCH_NONE;
    case WHEN_STATISTICS_EMITTED:
        return p->emits;
    default:
        return (when & 1 << p->search) != 0;
    }
}

static bool is_in_step(stage_when when)
{
    return when < WHEN_DRAW;
}

// The rows of stages.def in their order; those from `pair` to `update` once for each
// pass.
static void add_step(plan *p)
{
    for (int stage = 0; stage < STAGE_pair; stage++) {
        if (!runs(p, stages[stage].when)) {
            continue;
        }
        if (stage == STAGE_reorder) {
            add_reorders(p);
        } else {
            add_entry(p, stage, -1)->swaps = stage == STAGE_advance;
        }
    }
    for (int pass = 0; pass < p->model->pass_count; pass++) {
        for (int stage = STAGE_pair; stage <= STAGE_update; stage++) {
            if (runs(p, stages[stage].when)) {
                add_entry(p, stage, pass);
            }
        }
    }
    for (int stage = STAGE_update + 1; stage < STAGE_COUNT; stage++) {
        if (is_in_step(stages[stage].when) && runs(p, stages[stage].when)) {
            add_entry(p, stage, -1);
        }
    }
    for (int i = 0; i < p->step_count; i++) {
        resolve(p, &p->step[i]);
    }
}

// ---- Before a frame ------------------------------------------------------------------

static schedule_entry *add_draw(plan *p, int stage, int first_turn, int turn_count)
{
    assert(p->draw_count < SCHEDULE_MAX);
    schedule_entry *entry = &p->draw[p->draw_count++];
    *entry = (schedule_entry){
        .stage = stage, .pass = -1, .first_turn = first_turn, .turn_count = turn_count};
    return entry;
}

static void add_draws(plan *p, stage_when when, int turn)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        if (stages[stage].when == when && runs(p, when)) {
            add_draw(p, stage, turn, 1);
        }
    }
}

// What lists wrote of each sprite is brought into the order of keys.
static void move_listed(const plan *p, schedule_entry *entry)
{
    for (int i = 0; i < p->list_count; i++) {
        for (int k = 0; k < p->draw[i].access_count; k++) {
            int buffer = p->draw[i].access[k].buffer;
            if (p->buffers[buffer].per == PER_SPRITE) {
                assert(entry->moved_count < MOVED_PER_ENTRY);
                entry->moved[entry->moved_count++] = buffer;
            }
        }
    }
}

// As many as glsl/lib/sort.glsl counts: level n after the first takes n turns across
// tiles and one within.
static int bitonic_turns(uint64_t keys)
{
    int levels = 1;
    for (uint64_t sorted = KEYS_PER_TILE; sorted < keys; sorted *= 2) {
        levels++;
    }
    return levels * (levels + 1) / 2;
}

static void add_sort(plan *p)
{
    add_draw(p, STAGE_key_sprites, 0, 1);
    if (p->sort == SORT_BITONIC) {
        int turns = bitonic_turns(plan_row_count(p, PER_SPRITE));
        add_draw(p, STAGE_exchange_keys, 0, turns);
    }
    for (int digit = 0; digit < DIGITS_PER_KEY && p->sort == SORT_RADIX; digit++) {
        add_draws(p, WHEN_RADIX, digit);
    }
    move_listed(p, add_draw(p, STAGE_order_sprites, 0, 1));
}

static void resolve_draws(plan *p, int first)
{
    for (int i = first; i < p->draw_count; i++) {
        resolve(p, &p->draw[i]);
    }
}

// ---- Statistics ----------------------------------------------------------------------

static void add_statistics(plan *p)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        stage_when when = stages[stage].when;
        if (when >= WHEN_STATISTICS && runs(p, when)) {
            assert(p->statistics_count < STATISTICS_MAX);
            schedule_entry *entry = &p->statistics[p->statistics_count++];
            *entry = (schedule_entry){.stage = stage, .pass = -1, .turn_count = 1};
            resolve(p, entry);
        }
    }
}

static void add_touch(plan *p)
{
    int stage = p->emits ? STAGE_touch_flight : STAGE_touch;
    p->touch = (schedule_entry){.stage = stage, .pass = -1, .turn_count = 1};
    if (runs(p, stages[stage].when)) {
        resolve(p, &p->touch);
    }
}

void plan_make_schedule(plan *p)
{
    add_step(p);
    add_touch(p);
    add_statistics(p);
    add_draws(p, WHEN_DRAW, 0);
    add_draws(p, WHEN_DRAW_EMITTED, 0);
    resolve_draws(p, 0);
    p->list_count = p->draw_count;
    if (p->sorts) {
        add_sort(p);
        resolve_draws(p, p->list_count);
    }
}
