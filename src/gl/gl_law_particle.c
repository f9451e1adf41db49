// SPDX-License-Identifier: MIT
// The GLSL of what a law sees of a particle: where that stands in buffers, how it is
// loaded, stored, and packed for the next pass.

#include "gl_law.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// ---- Where it stands -----------------------------------------------------------------

// Where a component of a SCRATCH stands in a row of the buffer: "scratch[i].y".
static void name_scratch(const law_writer *w, int row, int axis, char *name, size_t size)
{
    const plan *plan = w->plan;
    int component = plan_scratch_component(plan, &w->model->scratches[row]) + axis;
    bool is_alone = plan->buffers[plan_scratch_buffer(plan)].components == 1;
    snprintf(name, size, is_alone ? "scratch[i]" : "scratch[i].%c", "xyzw"[component]);
}

// The same of a field: "velocity[i].y", "energy[i]".
static void name_field(const law_writer *w, const char *field, field_shape shape,
                       int axis, char *name, size_t size)
{
    for (int i = 0; i < w->model->scratch_count; i++) {
        if (strcmp(w->model->scratches[i].name, field) == 0) {
            name_scratch(w, i, axis, name, size);
            return;
        }
    }
    char element[64];
    snprintf(element, sizeof element, "%s[i]", field);
    law_component_name(name, size, element, shape, axis, '.');
}

// Word `component` of what a pass gathers, in the buffer where it is packed.
static void name_gathered(int component, char *name, size_t size)
{
    snprintf(name, size, "gathered[%du * constants.particle_count + i].%c", component / 4,
             "xyzw"[component % 4]);
}

static bool reads_gathered(const law_writer *w)
{
    return entry_touches(w->entry, BUFFER_gathered) &&
           !entry_writes(w->entry, BUFFER_gathered);
}

static bool is_listed(const law_writer *w, const pass_field_row *rows, int count,
                      const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].pass, w->pass) == 0 && strcmp(rows[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_updated(const law_writer *w, const char *name)
{
    return is_listed(w, w->model->updates, w->model->update_count, name);
}

// Whether the law of the stage sees a field: not all that the stage has for others.
static bool is_seen(const law_writer *w, const char *name, int buffer)
{
    bool is_always =
        buffer == BUFFER_velocity ||
        (w->model->scratch_count > 0 && buffer == plan_scratch_buffer(w->plan));
    bool is_of_update =
        stage_does(w->entry->stage, ACCESS_UPDATED) && (is_always || is_updated(w, name));
    return entry_touches(w->entry, buffer) &&
           (is_of_update ||
            is_listed(w, w->model->gathers, w->model->gather_count, name));
}

// ---- Loading -------------------------------------------------------------------------

// Where a particle is, as coordinates.
static void write_position(const law_writer *w)
{
    bool is_packed = reads_gathered(w);
    if (is_packed) {
        text_add(w->out,
                 "POSITION position_of(uint i)\n{\n    return gathered[i]%s;\n}\n",
                 w->plan->dimension == 3 ? "" : ".xy");
    } else if (entry_touches(w->entry, BUFFER_position)) {
        text_add(w->out, "POSITION position_of(uint i)\n{\n    return position[i];\n}\n");
    }
}

static void write_load(const law_writer *w, const char *name, field_shape shape,
                       int buffer)
{
    bool is_packed = reads_gathered(w);
    int first = plan_gathered_component(w->plan, w->entry->pass, name);
    bool is_bound = is_packed ? first >= 0 : is_seen(w, name, buffer);
    if (shape == SHAPE_VECTOR) {
        text_add(w->out, "    p.%s = vector_zero();\n", name);
    }
    for (int axis = 0; axis < law_component_count(w, shape); axis++) {
        char member[64], from[96];
        law_component_name(member, sizeof member, name, shape, axis, '.');
        if (!is_bound) {
            text_add(w->out, "    p.%s = 0.0;\n", member);
            continue;
        }
        if (is_packed) {
            name_gathered(first + axis, from, sizeof from);
        } else {
            name_field(w, name, shape, axis, from, sizeof from);
        }
        text_add(w->out, "    p.%s = uintBitsToFloat(%s);\n", member, from);
    }
}

// A word of `identity`.
static void write_load_natural(const law_writer *w, const char *name, char word)
{
    char from[96] = "0u";
    int component = plan_gathered_component(w->plan, w->entry->pass, name);
    if (reads_gathered(w)) {
        if (component >= 0) {
            name_gathered(component, from, sizeof from);
        }
    } else if (is_seen(w, name, BUFFER_identity)) {
        snprintf(from, sizeof from, "identity[i].%c", word);
    }
    text_add(w->out, "    p.%s = %s;\n", name, from);
}

void law_write_loads(const law_writer *w)
{
    const model *m = w->model;
    write_position(w);
    text_add(w->out, "PARTICLE load_particle(uint i)\n{\n    PARTICLE p;\n");
    write_load_natural(w, "id", 'x');
    write_load_natural(w, "species", 'y');
    write_load(w, "velocity", SHAPE_VECTOR, BUFFER_velocity);
    for (int i = 0; i < m->field_count; i++) {
        write_load(w, m->fields[i].name, m->fields[i].shape, BUFFER_CORE_COUNT + i);
    }
    for (int i = 0; i < m->scratch_count; i++) {
        write_load(w, m->scratches[i].name, m->scratches[i].shape,
                   plan_scratch_buffer(w->plan));
    }
    text_add(w->out, "    return p;\n}\n");
}

// ---- Packing -------------------------------------------------------------------------

// What a particle has of words of a pack: their texts, one by one. They fill vectors of
// four; pair_kernel.c sees to it that there are no more.
_Static_assert(MODEL_GATHERED_MAX % 4 == 0, "MODEL_GATHERED_MAX: make it whole vectors");
typedef struct pack_words {
    char text[MODEL_GATHERED_MAX][144];
    int count;
} pack_words;

static void add_word(pack_words *words, const char *format, const char *what)
{
    assert(words->count < MODEL_GATHERED_MAX);
    snprintf(words->text[words->count++], sizeof words->text[0], format, what);
}

static void add_field_words(const law_writer *w, const pass_field_row *row,
                            pack_words *words)
{
    if (row->shape == SHAPE_NATURAL) {
        bool is_id = strcmp(row->name, "id") == 0;
        add_word(words, "%s", is_id ? "identity[i].x" : "identity[i].y");
        return;
    }
    for (int axis = 0; axis < law_component_count(w, row->shape); axis++) {
        char name[96];
        if (is_updated(w, row->name)) {
            law_component_name(name, sizeof name, row->name, row->shape, axis, '.');
            add_word(words, "floatBitsToUint(exact_flush(next.%s))", name);
        } else {
            name_field(w, row->name, row->shape, axis, name, sizeof name);
            add_word(words, "%s", name);
        }
    }
}

// What the next pass gathers, its position first (plan_gathered_component).
static pack_words list_pack(const law_writer *w)
{
    static const char *const coordinates[] = {"position[i].x", "position[i].y",
                                              "position[i].z"};
    pack_words words = {.count = 0};
    assert(w->plan->dimension <= 3);
    for (int axis = 0; axis < w->plan->dimension; axis++) {
        add_word(&words, "%s", coordinates[axis]);
    }
    const char *next_pass = w->model->passes[w->entry->pass + 1];
    for (int i = 0; i < w->model->gather_count; i++) {
        if (strcmp(w->model->gathers[i].pass, next_pass) == 0) {
            add_field_words(w, &w->model->gathers[i], &words);
        }
    }
    while (words.count % 4 != 0) {
        add_word(&words, "%s", "0u");
    }
    return words;
}

static void write_packing(const law_writer *w)
{
    text_add(w->out, "void pack_particle(uint i, PARTICLE next)\n{\n");
    if (entry_writes(w->entry, BUFFER_gathered)) {
        pack_words words = list_pack(w);
        for (int k = 0; k < words.count; k += 4) {
            text_add(
                w->out,
                "    gathered[%du * constants.particle_count + i] = uvec4(%s, %s, %s, "
                "%s);\n",
                k / 4, words.text[k], words.text[k + 1], words.text[k + 2],
                words.text[k + 3]);
        }
    }
    text_add(w->out, "}\n");
}

// ---- Storing -------------------------------------------------------------------------

// What a pass updates; of velocity in the last pass, the move stores it.
void law_write_stores(const law_writer *w)
{
    const model *m = w->model;
    bool is_last = w->entry->pass == m->pass_count - 1;
    bool updates_velocity = false;
    text_add(w->out, "void store_particle(uint i, PARTICLE next)\n{\n");
    for (int u = 0; u < m->update_count; u++) {
        const pass_field_row *row = &m->updates[u];
        if (strcmp(row->pass, w->pass) != 0) {
            continue;
        }
        bool is_velocity = strcmp(row->name, "velocity") == 0;
        updates_velocity = updates_velocity || is_velocity;
        for (int axis = 0; axis < law_component_count(w, row->shape); axis++) {
            char member[64], to[96];
            law_component_name(member, sizeof member, row->name, row->shape, axis, '.');
            name_field(w, row->name, row->shape, axis, to, sizeof to);
            if (!is_velocity || !is_last) {
                text_add(w->out, "    %s = floatBitsToUint(exact_flush(next.%s));\n", to,
                         member);
            }
        }
    }
    text_add(w->out, "}\n");
    write_packing(w);
    text_add(w->out, "#define IS_LAST_PASS %d\n#define UPDATES_VELOCITY %d\n", is_last,
             updates_velocity);
}
