// SPDX-License-Identifier: MIT
// The GLSL of a pass's sums: integers that terms are rounded to, added in chunks that fit
// an int, and carried into 64 bits.

#include "gl_law.h"

#include "gl_probe.h"

#include <stdio.h>
#include <string.h>

// Of exact_round (glsl/lib/exact.glsl): what it adds, and the bits of that.
#define ROUND_NUMBER "12582912.0"
#define ROUND_BITS   "0x4b400000"

// Calls `write` for each component of each sum of the pass: its name as a member of a
// struct, and as a variable.
typedef void sum_writer(const law_writer *w, const sum_row *sum, int axis,
                        const char *member, const char *name);

static void each_sum(const law_writer *w, sum_writer *write)
{
    for (int i = 0; i < w->model->sum_count; i++) {
        const sum_row *sum = &w->model->sums[i];
        if (strcmp(sum->pass, w->pass) == 0) {
            for (int axis = 0; axis < law_component_count(w, sum->shape); axis++) {
                char member[64], name[64];
                law_component_name(member, sizeof member, sum->name, sum->shape, axis,
                                   '.');
                law_component_name(name, sizeof name, sum->name, sum->shape, axis, '_');
                write(w, sum, axis, member, name);
            }
        }
    }
}

static void write_sum_variables(const law_writer *w, const sum_row *sum, int axis,
                                const char *member, const char *name)
{
    (void)sum;
    (void)axis;
    (void)member;
    text_add(w->out, "int chunk_%s = 0;\nuint low_%s = 0u;\nint high_%s = 0;\n", name,
             name, name);
}

// The product with a power of two is exact, so it makes no difference whether a device
// fuses it with the sum; fma() says that it may. The bits of the rounding number stay in
// until carry_terms takes them out of the whole chunk at once.
static void write_sum_add(const law_writer *w, const sum_row *sum, int axis,
                          const char *member, const char *name)
{
    (void)axis;
    text_add(w->out,
             "    chunk_%s += floatBitsToInt(fma(term.%s, %d.0, " ROUND_NUMBER "));\n",
             name, member, 1 << sum->bits);
    char mark[96], value[160];
    snprintf(mark, sizeof mark, "term.%s", member);
    snprintf(value, sizeof value,
             "floatBitsToInt(fma(term.%s, %d.0, " ROUND_NUMBER ")) - " ROUND_BITS, member,
             1 << sum->bits);
    gl_probe_mark(w->source, PROBE_integer, mark, value);
}

static void write_sum_carry(const law_writer *w, const sum_row *sum, int axis,
                            const char *member, const char *name)
{
    (void)sum;
    (void)axis;
    (void)member;
    text_add(w->out,
             "    carry_term(chunk_%s - added, low_%s, high_%s);\n"
             "    chunk_%s = 0;\n",
             name, name, name, name);
}

// The element of a component: a row of the buffer has one for each.
static void name_sum(const law_writer *w, const sum_row *sum, int axis, char *name,
                     size_t size)
{
    const buffer_row *row = &w->plan->buffers[plan_sum_buffer(w->plan, w->entry->pass)];
    snprintf(name, size, "%s[%du * i + %du]", row->name, row->components / 2,
             plan_sum_component(w->plan, sum) + axis);
}

static void write_sum_marks(const law_writer *w, const sum_row *sum, int axis,
                            const char *member, const char *name)
{
    static const char *const limbs[] = {"low", "high"};
    (void)sum;
    (void)axis;
    for (int k = 0; k < 2; k++) {
        char mark[96], value[96];
        snprintf(mark, sizeof mark, "sum.%s.%s", member, limbs[k]);
        snprintf(value, sizeof value, "uint(%s_%s)", limbs[k], name);
        gl_probe_mark(w->source, PROBE_natural, mark, value);
    }
}

static void write_sum_store(const law_writer *w, const sum_row *sum, int axis,
                            const char *member, const char *name)
{
    (void)member;
    char element[96];
    name_sum(w, sum, axis, element, sizeof element);
    text_add(w->out, "    %s = uvec2(low_%s, uint(high_%s));\n", element, name, name);
}

static void write_sum_load(const law_writer *w, const sum_row *sum, int axis,
                           const char *member, const char *name)
{
    (void)name;
    char element[96];
    name_sum(w, sum, axis, element, sizeof element);
    text_add(w->out, "    sum.%s = exact_from_limbs(%s.x, int(%s.y));\n", member, element,
             element);
}

// So many terms of at most 2^bits fit an int.
static unsigned chunk_size(const law_writer *w)
{
    unsigned size = 0x7fffffffu;
    for (int i = 0; i < w->model->sum_count; i++) {
        const sum_row *sum = &w->model->sums[i];
        unsigned fits = (1u << (31 - sum->bits)) - 1u;
        if (strcmp(sum->pass, w->pass) == 0 && fits < size) {
            size = fits;
        }
    }
    return size;
}

void law_write_sums(const law_writer *w)
{
    text_add(w->out, "#define CHUNK %uu\n", chunk_size(w));
    each_sum(w, write_sum_variables);
    text_add(w->out, "void add_terms(SUMS term)\n{\n");
    each_sum(w, write_sum_add);
    text_add(w->out, "}\n"
                     "void carry_term(int chunk, inout uint low, inout int high)\n{\n"
                     "    uint before = low;\n"
                     "    low += uint(chunk);\n"
                     "    high += (chunk >> 31) + (low < before ? 1 : 0);\n"
                     "}\n"
                     "void carry_terms(uint count)\n{\n"
                     "    int added = int(count * uint(" ROUND_BITS "));\n");
    each_sum(w, write_sum_carry);
    text_add(w->out, "}\nvoid store_sums(uint i)\n{\n");
    each_sum(w, write_sum_marks);
    each_sum(w, write_sum_store);
    text_add(w->out, "}\n");
}

void law_write_sum_loads(const law_writer *w)
{
    text_add(w->out, "SUMS load_sums(uint i)\n{\n    SUMS sum;\n");
    for (int i = 0; i < w->model->sum_count; i++) {
        const sum_row *sum = &w->model->sums[i];
        if (sum->shape == SHAPE_VECTOR && strcmp(sum->pass, w->pass) == 0) {
            text_add(w->out, "    sum.%s = vector_zero();\n", sum->name);
        }
    }
    each_sum(w, write_sum_load);
    text_add(w->out, "    return sum;\n}\n");
}
