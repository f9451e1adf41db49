// SPDX-License-Identifier: MIT
// The GLSL side of a law: the same types and functions that src/sim/law.h gives to C,
// and, of gl_law_particle.c and gl_law_sums.c, the loading, summing and storing around it
// that src/cpu does in its kernels.

#include "gl_law.h"

#include "gl_probe.h"

#include <stdio.h>
#include <string.h>

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

// ---- Places --------------------------------------------------------------------------

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

// ---- All of it -----------------------------------------------------------------------

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
    write_prepare(&w);
    law_write_loads(&w);
    if (stage_does(entry->stage, ACCESS_SUMS)) {
        write_separation(&w);
        law_write_sums(&w);
    }
    if (stage_does(entry->stage, ACCESS_SUMMED)) {
        law_write_sum_loads(&w);
    }
    if (stage_does(entry->stage, ACCESS_UPDATED)) {
        write_place(&w);
        law_write_stores(&w);
    }
    return MOTE_OK;
}
