// SPDX-License-Identifier: MIT
// The GLSL side of a law of a model with lists: what src/sim/law_lists.h gives to C.

#include "gl_prelude.h"

#include "gl_probe.h"

#include <stdio.h>

static void write_options(const model *m, text *out)
{
    for (int i = 0; i < m->option_count; i++) {
        const model_option_row *row = &m->options[i];
        text_add(out, "#define %s %du\n", row->constant, row->value);
    }
}

// Column by column, the items of each side by side; 0 in stages that have no table.
static void write_column(const plan *plan, bool has_table, const list_column_row *column,
                         text *out)
{
    const plan_list *span = &plan->lists[model_find_list(plan->model, column->list)];
    bool is_sampled = column->count > 1;
    text_add(out, "#define %s_%s(c, i%s) ", column->list, column->name,
             is_sampled ? ", k" : "");
    if (has_table) {
        text_add(out, "uintBitsToFloat(item_table[%uu + (%du%s) * %uu + (i)])\n",
                 span->first, column->first, is_sampled ? " + (k)" : "", span->count);
    } else {
        text_add(out, "0.0\n");
    }
    if (!is_sampled) {
        text_add(out,
                 "#define %s_%s_at(c, i) %s_%s(c, i)\n"
                 "#define %s_%s_whole(c, i) uint(int(%s_%s(c, i)))\n",
                 column->list, column->name, column->list, column->name, column->list,
                 column->name, column->list, column->name);
    }
}

void gl_law_write_lists(const plan *plan, const schedule_entry *entry, text *out)
{
    const model *m = plan->model;
    write_options(m, out);
    for (int list = 0; list < m->list_count; list++) {
        text_add(out, "#define %s_count(c) %uu\n", m->lists[list].name,
                 plan->lists[list].count);
    }
    for (int i = 0; i < m->list_column_count; i++) {
        write_column(plan, entry_touches(entry, BUFFER_item_table), &m->list_columns[i],
                     out);
    }
}

void gl_law_write_constants(const model *m, text *out)
{
    text_add(out, "#define core_of(c, name) constants.name\n"
                  "#define core_real(c, name) uintBitsToFloat(constants.name)\n"
                  "#define law_clock_low(c) clock.x\n"
                  "#define law_clock_high(c) clock.y\n");
    for (int i = 0; i < m->constant_count; i++) {
        const char *name = m->constants[i].name;
        text_add(out,
                 "#define constant_%s(c) uintBitsToFloat(constants.model_%s)\n"
                 "#define constant_%s_whole(c) uint(int(constant_%s(c)))\n",
                 name, name, name, name);
    }
}

static void write_context(const plan *plan, const schedule_entry *entry, text *out)
{
    text_add(out, "struct law_context {\n    int unused;\n};\n"
                  "law_context law_context_here()\n{\n"
                  "    return law_context(0);\n}\n");
    gl_law_write_constants(plan->model, out);
    text_add(out,
             "float emission_drift(law_context c, uint force)\n{\n    return %s;\n}\n",
             entry_touches(entry, BUFFER_emission)
                 ? "uintBitsToFloat(emission[EMISSION_DRIFT + force / 4u][force % 4u])"
                 : "0.0");
}

// One of the points of an emitter (plan.h).
static void write_points(const plan *plan, gl_source *source)
{
    text *out = &source->text;
    text_add(out, "vector emission_point(law_context c, uint emitter, float u)\n{\n");
    if (plan->first_point > 0) {
        text_add(out,
                 "    uint span = %uu + 2u * emitter;\n"
                 "    uint count = item_table[span + 1u];\n"
                 "    if (count > 0u) {\n"
                 "        real along = u * float(int(count));\n",
                 plan->first_point);
        gl_probe_mark(source, PROBE_real, "points.along", "along");
        text_add(out, "        uint k = min(uint(int(along)), count - 1u);\n"
                      "        uint at = item_table[span] + 3u * k;\n"
                      "        return vector_of(uintBitsToFloat(item_table[at]),\n"
                      "                         uintBitsToFloat(item_table[at + 1u]),\n"
                      "                         uintBitsToFloat(item_table[at + 2u]));\n"
                      "    }\n");
    }
    text_add(out, "    return vector_zero();\n}\n");
}

mote_status gl_law_lists_write(const plan *plan, const schedule_entry *entry,
                               gl_source *source)
{
    static const char *const libraries[] = {"lib/exact.glsl", "lib/random.glsl",
                                            "lib/motion.glsl", "lib/vector.glsl",
                                            "lib/noise.glsl"};
    TRY(gl_source_add_file(source, "lib/emission.glsl"));
    gl_source_resume(source);
    text_add(&source->text,
             "#define BREEDS %d\n#define STREAKS %d\n#define STATE_SIZE %d\n",
             plan->breeds, plan->streaks, plan->state_size);
    gl_law_write_lists(plan, entry, &source->text);
    write_context(plan, entry, &source->text);
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        TRY(gl_source_add_file(source, libraries[i]));
    }
    gl_source_resume(source);
    write_points(plan, source);
    char file[96];
    snprintf(file, sizeof file, "models/%s.glsl", plan->model->name);
    TRY(gl_source_add_file(source, file));
    gl_source_resume(source);
    gl_probe_write_quiet(source);
    return MOTE_OK;
}
