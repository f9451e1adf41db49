// SPDX-License-Identifier: MIT
// What the tables say of a stage, as GLSL: group size, constants, buffers, threads.

#include "gl_prelude.h"

#include "gl_probe.h"

#include <stdio.h>

bool entry_touches(const schedule_entry *entry, int buffer)
{
    for (int i = 0; i < entry->access_count; i++) {
        if (entry->access[i].buffer == buffer && !entry->access[i].twin) {
            return true;
        }
    }
    return false;
}

bool entry_writes(const schedule_entry *entry, int buffer)
{
    for (int i = 0; i < entry->access_count; i++) {
        const struct entry_access *access = &entry->access[i];
        if (access->buffer == buffer && access_writes(access->kind) && !access->twin) {
            return true;
        }
    }
    return false;
}

int entry_storage_blocks(const schedule_entry *entry)
{
    int count = 0;
    for (int i = 0; i < entry->access_count; i++) {
        count += entry->access[i].kind != ACCESS_UNIFORM;
    }
    return count;
}

static void write_numbers(const plan *plan, int group_size, text *out)
{
    text_add(out, "layout(local_size_x = %d) in;\n", group_size);
    text_add(out, "#define GROUP_SIZE %du\n", group_size);
    text_add(out, "#define DIMENSION %d\n", plan->dimension);
    // In 3-D with a fourth word that is 0: loads of four are the fastest.
    text_add(out,
             plan->dimension == 3
                 ? "#define POSITION uvec4\n#define AXES(x, y, z) uvec4(x, y, z, 0u)\n"
                 : "#define POSITION uvec2\n#define AXES(x, y, z) uvec2(x, y)\n");
    text_add(out, "#define CELLS_PER_BLOCK %du\n", CELLS_PER_BLOCK);
    text_add(out, "#define PARTICLES_PER_CHUNK %du\n", PARTICLES_PER_CHUNK);
    text_add(out, "#define ROWS_PER_PART %du\n", ROWS_PER_PART);
    text_add(out, "#define CELLS_PER_STRIP %du\n", CELLS_PER_STRIP);
    text_add(out, "#define KEYS_PER_TILE %du\n", KEYS_PER_TILE);
    text_add(out, "#define KEY_BLOCK_MAX %du\n", KEY_BLOCK_MAX);
    text_add(out, "#define DIGIT_COUNT %du\n", DIGIT_COUNT);
    text_add(out, "#define SPECIES_COUNT %du\n", plan->species_count);
    text_add(out, "#define SCHEDULE_COUNT %d\n", plan->step_count);
    text_add(out, "#define IS_MORTAL %d\n", plan->mortal);
}

static void write_constants(const plan *plan, text *out)
{
    text_add(out, "layout(std140, binding = 0) uniform constants_block {\n");
    for (int i = 0; i < CONSTANT_CORE_COUNT; i++) {
        text_add(out, "    uint %s;\n", core_constant_names[i]);
    }
    for (int i = 0; i < plan->model->constant_count; i++) {
        text_add(out, "    uint model_%s;\n", plan->model->constants[i].name);
    }
    text_add(out, "} constants;\n");
}

// ---- Buffers -------------------------------------------------------------------------

// A row of SUMS is several pairs: see buffers.def.
static const char *element_name(const buffer_row *row)
{
    static const char *const names[] = {"uint", "uvec2", "uvec4", "uvec4"};
    return row->type == TYPE_SUMS ? "uvec2" : names[row->components - 1];
}

static const char *access_word(access_kind kind)
{
    if (kind == ACCESS_READ) {
        return "readonly ";
    }
    return kind == ACCESS_WRITE ? "writeonly " : "";
}

static void write_buffers(const plan *plan, const schedule_entry *entry, text *out)
{
    int binding = 0;
    for (int i = 0; i < entry->access_count; i++) {
        const struct entry_access *access = &entry->access[i];
        const buffer_row *row = &plan->buffers[access->buffer];
        const char *twin = access->twin ? "_sorted" : "";
        if (access->kind == ACCESS_UNIFORM) {
            text_add(out,
                     "layout(std140, binding = %d) uniform %s_block { %s %s[%u]; };\n",
                     UNIFORM_BINDING, row->name, element_name(row), row->name,
                     (unsigned)plan->lengths[access->buffer]);
            continue;
        }
        text_add(
            out,
            "layout(std430, binding = %d) %srestrict buffer %s%s_block { %s %s%s[]; };\n",
            binding++, access_word(access->kind), row->name, twin, element_name(row),
            row->name, twin);
    }
}

// ---- Threads -------------------------------------------------------------------------

static void write_threads(const schedule_entry *entry, text *out)
{
    text_add(
        out,
        "// A stage may be cut into slices of its threads.\n"
        "uniform uint slice_first;\n"
        "uniform uint slice_end;\n"
        "// And run several times, each time with the next number.\n"
        "uniform uint turn;\n"
        "// Steps before this one: the low and the high word.\n"
        "uniform uvec2 clock;\n"
        "uint group_index()\n"
        "{\n"
        "    return slice_first / GROUP_SIZE + gl_WorkGroupID.y * gl_NumWorkGroups.x +\n"
        "           gl_WorkGroupID.x;\n"
        "}\n"
        "// Of stages that work by groups: a slice whose groups spread over y has more\n"
        "// of them than it needs.\n"
        "uint group_end()\n"
        "{\n"
        "    return slice_end / GROUP_SIZE;\n"
        "}\n"
        "uint thread_index()\n"
        "{\n"
        "    return group_index() * GROUP_SIZE + gl_LocalInvocationIndex;\n"
        "}\n");
    bool counts = entry_touches(entry, BUFFER_population) && entry->stage != STAGE_bury;
    text_add(out,
             "uint particle_count()\n"
             "{\n"
             "    return %s;\n"
             "}\n"
             "uint particle_end()\n"
             "{\n"
             "    return min(particle_count(), slice_end);\n"
             "}\n",
             counts ? "population[0]" : "constants.particle_count");
}

// A dead particle's field is <= 0: by its bits, an int that is not positive.
static void write_mortality(const plan *plan, text *out)
{
    text_add(out, "#define DRAIN_COUNT %u\n", plan->drain_count);
    text_add(out, "bool is_dead(uint i)\n{\n");
    if (plan->model->mortal) {
        text_add(out, "    return int(%s[i]) <= 0;\n", plan->model->mortal);
    } else {
        text_add(out, "    return false;\n");
    }
    text_add(out, "}\n");
}

// A particle that is born has its FIELDs as the model's .def says.
static void write_field_starts(const plan *plan, text *out)
{
    text_add(out, "void begin_fields(uint place)\n{\n");
    for (int f = 0; f < plan->model->field_count; f++) {
        const buffer_row *row = &plan->buffers[BUFFER_CORE_COUNT + f];
        text_add(out, "    %s[place] = %s(%uu);\n", row->name, element_name(row),
                 plan_field_start(plan, f));
    }
    text_add(out, "}\n");
}

static void write_moves(const plan *plan, const schedule_entry *entry, text *out)
{
    text_add(out, "void move_all(uint place, uint from)\n{\n");
    for (int i = 0; i < entry->moved_count; i++) {
        const char *name = plan->buffers[entry->moved[i]].name;
        text_add(out, "    %s_sorted[place] = %s[from];\n", name, name);
    }
    text_add(out, "}\n");
}

mote_status gl_stage_source(const plan *plan, const schedule_entry *entry, int group_size,
                            uint32_t mark_words, int version, gl_source *source)
{
    char title[64];
    char file[64];
    snprintf(title, sizeof title, "prelude of %s", stages[entry->stage].name);
    snprintf(file, sizeof file, "stages/%s.comp", stages[entry->stage].name);
    gl_source_begin(source, title, version);
    write_numbers(plan, group_size, &source->text);
    text_add(&source->text, "#define MARK_WORDS %uu\n", mark_words);
    write_constants(plan, &source->text);
    write_buffers(plan, entry, &source->text);
    write_threads(entry, &source->text);
    if (entry->stage == STAGE_count_cells) {
        write_mortality(plan, &source->text);
    }
    if (entry->stage == STAGE_pour) {
        write_field_starts(plan, &source->text);
    }
    if (entry->moved_count > 0) {
        write_moves(plan, entry, &source->text);
    }
    gl_probe_write(entry, source);
    TRY(gl_source_add_file(source, "lib/glsl.glsl"));
    if (entry->pass >= 0) {
        TRY(gl_law_write(plan, entry, source));
    } else if (entry_touches(entry, BUFFER_item_table)) {
        TRY(gl_law_lists_write(plan, entry, source));
    }
    TRY(gl_source_add_file(source, file));
    return source->text.has_failed ? fail_memory(source->text.size, file) : MOTE_OK;
}
