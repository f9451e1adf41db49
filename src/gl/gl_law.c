// SPDX-License-Identifier: MIT
// The GLSL side of a law: the same types and functions that src/sim/law.h gives to C, and
// the loading, summing and storing around it that src/cpu does in its kernels.

#include "gl_law.h"

#include "gl_probe.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// Vectors of four words that a particle has in `gathered`, at most.
#define PACK_VECTORS_MOST 8

static const char axes[] = "xyz";

int law_component_count(const law_writer *w, field_shape shape)
{
    return shape == SHAPE_VECTOR ? w->plan->dimension : 1;
}

const char *law_component_name(char *name, size_t size, const char *of, field_shape shape,
                               int axis, char separator)
{
    if (shape == SHAPE_VECTOR) {
        snprintf(name, size, "%s%c%c", of, separator, axes[axis]);
    } else {
        snprintf(name, size, "%s", of);
    }
    return name;
}

// ---- Types ---------------------------------------------------------------------------

static void write_member(const law_writer *w, const char *name, field_shape shape)
{
    text_add(w->out, "    %s %s;\n", shape == SHAPE_VECTOR ? "vector" : "float", name);
}

static void write_types(const law_writer *w)
{
    const model *m = w->model;
    text_add(
        w->out,
        "struct separation {\n    vector offset;\n    float squared;\n};\n"
        "struct %s_particle {\n    uint id;\n    uint species;\n    vector velocity;\n",
        m->name);
    for (int i = 0; i < m->field_count; i++) {
        write_member(w, m->fields[i].name, m->fields[i].shape);
    }
    for (int i = 0; i < m->scratch_count; i++) {
        write_member(w, m->scratches[i].name, m->scratches[i].shape);
    }
    text_add(w->out, "};\n");
    for (int pass = 0; pass < m->pass_count; pass++) {
        text_add(w->out, "struct %s_%s_sums {\n", m->name, m->passes[pass]);
        for (int i = 0; i < m->sum_count; i++) {
            if (strcmp(m->sums[i].pass, m->passes[pass]) == 0) {
                write_member(w, m->sums[i].name, m->sums[i].shape);
            }
        }
        text_add(w->out, "};\n");
    }
}

// ---- Constants and columns -----------------------------------------------------------

static int pair_count(const law_writer *w)
{
    return w->plan->species_count * w->plan->species_count;
}

static bool has_table(const law_writer *w)
{
    return entry_touches(w->entry, BUFFER_pair_table) && w->model->column_count > 0;
}

// Columns looked up for each pair; the others have one value and are read once.
static int looked_up_count(const law_writer *w)
{
    if (pair_count(w) == 1) {
        return 0;
    }
    return w->plan->is_uniform ? 1 : w->model->column_count;
}

static void write_column(const law_writer *w, int column, const char *table)
{
    text_add(w->out, "float column_%s(law_context c, uint species)\n{\n",
             w->model->columns[column].name);
    if (!has_table(w)) {
        text_add(w->out, "    return 0.0;\n");
    } else if (column < looked_up_count(w)) {
        text_add(w->out, "    return uintBitsToFloat(%s[%du + c.row + species]);\n",
                 table, column * pair_count(w));
    } else {
        text_add(w->out, "    return c.%s;\n", w->model->columns[column].name);
    }
    text_add(w->out, "}\n");
}

static void write_context(const law_writer *w)
{
    const model *m = w->model;
    text_add(w->out, "struct law_context {\n    uint row;\n    vector place;\n");
    int looked_up = looked_up_count(w);
    for (int i = looked_up; i < m->column_count; i++) {
        write_member(w, m->columns[i].name, SHAPE_REAL);
    }
    text_add(w->out, "};\n");
    gl_law_write_constants(m, w->out);
    int shared_count = looked_up * pair_count(w);
    bool is_shared =
        has_table(w) && shared_count > 0 && shared_count * 4 <= SHARED_COLUMNS_SIZE;
    if (is_shared) {
        text_add(w->out, "shared uint shared_columns[%d];\n", shared_count);
    }
    for (int i = 0; i < m->column_count; i++) {
        write_column(w, i, is_shared ? "shared_columns" : "pair_table");
    }
    text_add(w->out, "void copy_columns()\n{\n");
    if (is_shared) {
        text_add(
            w->out,
            "    for (uint k = gl_LocalInvocationIndex; k < %du; k += GROUP_SIZE) {\n"
            "        shared_columns[k] = pair_table[k];\n"
            "    }\n"
            "    memoryBarrierShared();\n"
            "    barrier();\n",
            shared_count);
    }
    text_add(w->out, "}\n"
                     "law_context law_context_of(uint species)\n{\n"
                     "    law_context c;\n"
                     "    c.row = species * SPECIES_COUNT;\n"
                     "    c.place = vector_zero();\n");
    for (int i = looked_up; i < m->column_count; i++) {
        if (has_table(w)) {
            text_add(w->out, "    c.%s = uintBitsToFloat(pair_table[%d]);\n",
                     m->columns[i].name, i * pair_count(w));
        } else {
            text_add(w->out, "    c.%s = 0.0;\n", m->columns[i].name);
        }
    }
    text_add(w->out, "    return c;\n}\n");
}

// ---- Loading and storing -------------------------------------------------------------

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

static void write_loads(const law_writer *w)
{
    const model *m = w->model;
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

static void write_separation(const law_writer *w)
{
    text_add(w->out, "separation separation_between(POSITION from, POSITION to)\n{\n"
                     "    separation s;\n    s.offset = vector_zero();\n");
    for (int axis = 0; axis < w->plan->dimension; axis++) {
        char a = axes[axis];
        text_add(w->out,
                 "    real %c = float(int(to.%c - from.%c)) * "
                 "uintBitsToFloat(constants.offset_scale_%c);\n"
                 "    real %c%c = %c * %c;\n"
                 "    s.offset.%c = %c;\n",
                 a, a, a, a, a, a, a, a, a, a);
    }
    text_add(w->out, "    real squared = xx + yy;\n");
    if (w->plan->dimension == 3) {
        text_add(w->out, "    squared = squared + zz;\n");
    }
    for (int axis = 0; axis < w->plan->dimension; axis++) {
        const char value[] = {axes[axis], '\0'};
        char name[32];
        snprintf(name, sizeof name, "separation.offset.%s", value);
        gl_probe_mark(w->source, PROBE_real, name, value);
    }
    gl_probe_mark(w->source, PROBE_real, "separation.squared", "squared");
    text_add(w->out, "    s.squared = squared;\n    return s;\n}\n");
}

// The place of a particle that an update law sees (glsl/lib/law.glsl).
static void write_place(const law_writer *w)
{
    text_add(w->out, "vector place_at(uint i)\n{\n"
                     "    vector place = vector_zero();\n");
    for (int axis = 0; axis < w->plan->dimension; axis++) {
        char a = axes[axis];
        text_add(w->out,
                 "    real %c = float(int(position[i].%c - 0x80000000u)) * "
                 "uintBitsToFloat(constants.unit_%c);\n"
                 "    place.%c = %c;\n",
                 a, a, a, a, a);
    }
    text_add(w->out, "    return place;\n}\n");
}

// What a particle has of words of a pack: their texts, one by one.
typedef struct pack_words {
    char text[4 * PACK_VECTORS_MOST][144];
    int count;
} pack_words;

static void add_word(pack_words *words, const char *format, const char *what)
{
    assert(words->count < 4 * PACK_VECTORS_MOST);
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

// What a pass updates; of velocity in the last pass, the move stores it.
static void write_stores(const law_writer *w)
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

// What self is to the pairs of a pass.
static void write_prepare(const law_writer *w)
{
    const model *m = w->model;
    for (int i = 0; i < m->prepare_count; i++) {
        if (strcmp(m->prepares[i], w->pass) == 0) {
            text_add(w->out, "#define PREPARE(c, self) %s_%s_prepare(c, self)\n", m->name,
                     w->pass);
            return;
        }
    }
    text_add(w->out, "#define PREPARE(c, self) self\n");
}

mote_status gl_law_write(const plan *plan, const schedule_entry *entry, gl_source *source)
{
    static const char *const libraries[] = {"lib/exact.glsl", "lib/random.glsl",
                                            "lib/cell.glsl", "lib/motion.glsl",
                                            "lib/vector.glsl"};
    law_writer w = {plan,          plan->model, entry, plan->model->passes[entry->pass],
                    &source->text, source};
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        TRY(gl_source_add_file(source, libraries[i]));
    }
    gl_source_resume(source);
    write_types(&w);
    write_context(&w);
    gl_law_write_lists(plan, entry, &source->text);
    TRY(gl_source_add_file(source, "lib/law.glsl"));
    gl_source_resume(source);
    char file[96];
    snprintf(file, sizeof file, "models/%s.glsl", plan->model->name);
    TRY(gl_source_add_file(source, file));
    gl_source_resume(source);
    gl_probe_write_quiet(source);
    text_add(&source->text,
             "#define PARTICLE %s_particle\n"
             "#define SUMS %s_%s_sums\n"
             "#define LAW %s_%s\n"
             "#define LAW_UPDATE %s_%s_update\n",
             w.model->name, w.model->name, w.pass, w.model->name, w.pass, w.model->name,
             w.pass);
    write_position(&w);
    write_prepare(&w);
    write_loads(&w);
    if (stage_does(entry->stage, ACCESS_SUMS)) {
        write_separation(&w);
        law_write_sums(&w);
    }
    if (stage_does(entry->stage, ACCESS_SUMMED)) {
        law_write_sum_loads(&w);
    }
    if (stage_does(entry->stage, ACCESS_UPDATED)) {
        write_place(&w);
        write_stores(&w);
    }
    return MOTE_OK;
}
