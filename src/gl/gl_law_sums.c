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

// Calls `write` for each component of each sum of the pass.
typedef void sum_writer(const law_writer *w, const sum_row *sum, int axis,
                        const char *name);

static void each_sum(const law_writer *w, sum_writer *write)
{
    for (int i = 0; i < w->model->sum_count; i++) {
        const sum_row *sum = &w->model->sums[i];
        if (strcmp(sum->pass, w->pass) == 0) {
            for (int axis = 0; axis < law_component_count(w, sum->shape); axis++) {
                char name[64];
                law_component_name(name, sizeof name, sum->name, sum->shape, axis);
                write(w, sum, axis, name);
            }
        }
    }
}

static void write_sum_variables(const law_writer *w, const sum_row *sum, int axis,
                                const char *name)
{
    (void)sum;
    (void)axis;
    text_add(w->out, "int chunk_%s = 0;\nuint low_%s = 0u;\nint high_%s = 0;\n", name,
             name, name);
}

// The product with a power of two is exact, so it makes no difference whether a device
// fuses it with the sum; fma() says that it may. The bits of the rounding number stay in
// until carry_terms takes them out of the whole chunk at once.
static void write_sum_add(const law_writer *w, const sum_row *sum, int axis,
                          const char *name)
{
    (void)axis;
    text_add(w->out,
             "    chunk_%s += floatBitsToInt(fma(term.%s, %d.0, " ROUND_NUMBER "));\n",
             name, name, 1 << sum->bits);
    char mark[96], value[160];
    snprintf(mark, sizeof mark, "term.%s", name);
    snprintf(value, sizeof value,
             "floatBitsToInt(fma(term.%s, %d.0, " ROUND_NUMBER ")) - " ROUND_BITS, name,
             1 << sum->bits);
    gl_probe_mark(w->source, PROBE_integer, mark, value);
}

static void write_sum_carry(const law_writer *w, const sum_row *sum, int axis,
                            const char *name)
{
    (void)sum;
    (void)axis;
    text_add(w->out,
             "    carry_term(chunk_%s - added, low_%s, high_%s);\n"
             "    chunk_%s = 0;\n",
             name, name, name, name);
}

// The element that a component stands in, and how its limbs are called there.
typedef struct sum_place {
    char element[96];
    const char *low, *high;
} sum_place;

static sum_place find_sum(const law_writer *w, const sum_row *sum, int axis)
{
    bool is_flat_vector = sum->shape == SHAPE_VECTOR && w->plan->dimension == 2;
    sum_place place = {.low = is_flat_vector && axis == 1 ? "z" : "x",
                       .high = is_flat_vector && axis == 1 ? "w" : "y"};
    if (sum->shape == SHAPE_VECTOR && w->plan->dimension == 3) {
        snprintf(place.element, sizeof place.element, "%s[3u * i + %du]", sum->name,
                 axis);
    } else {
        snprintf(place.element, sizeof place.element, "%s[i]", sum->name);
    }
    return place;
}

static void write_sum_marks(const law_writer *w, const sum_row *sum, int axis,
                            const char *name)
{
    static const char *const limbs[] = {"low", "high"};
    (void)sum;
    (void)axis;
    for (int k = 0; k < 2; k++) {
        char mark[96], value[96];
        snprintf(mark, sizeof mark, "sum.%s.%s", name, limbs[k]);
        snprintf(value, sizeof value, "uint(%s_%s)", limbs[k], name);
        gl_probe_mark(w->source, PROBE_natural, mark, value);
    }
}

static void write_sum_store(const law_writer *w, const sum_row *sum, int axis,
                            const char *name)
{
    sum_place place = find_sum(w, sum, axis);
    if (sum->shape == SHAPE_VECTOR && w->plan->dimension == 2) {
        if (axis == 0) {
            text_add(
                w->out,
                "    %s = uvec4(low_%s, uint(high_%s), low_%s_y, uint(high_%s_y));\n",
                place.element, name, name, sum->name, sum->name);
        }
    } else {
        text_add(w->out, "    %s = uvec2(low_%s, uint(high_%s));\n", place.element, name,
                 name);
    }
}

static void write_sum_load(const law_writer *w, const sum_row *sum, int axis,
                           const char *name)
{
    sum_place place = find_sum(w, sum, axis);
    text_add(w->out, "    sum.%s = exact_from_limbs(%s.%s, int(%s.%s));\n", name,
             place.element, place.low, place.element, place.high);
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
    each_sum(w, write_sum_load);
    text_add(w->out, "    return sum;\n}\n");
}
