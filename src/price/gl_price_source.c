// SPDX-License-Identifier: MIT
// The prelude of glsl/price/price.comp: what src/price/law.h is to C.

#include "gl_price_source.h"

// The group fits: 8 bytes of shared memory a thread beside the table's rows.
static int group_size_for(const price_plan *plan, const gl_context *context, int asked)
{
    int64_t room =
        (int64_t)context->limits.shared_memory_size - 16 * (int64_t)price_plan_rows(plan);
    int size = asked;
    while (size > 1 && 8 * size > room) {
        size /= 2;
    }
    return size;
}

static void write_numbers(const price_plan *plan, const gl_context *context,
                          int group_size, text *out)
{
    const price_choices *choices = &plan->context.choices;
    // Software OpenGL takes twice as long with it.
    if (!context->is_software) {
        text_add(out, "#ifdef GL_ARB_gpu_shader_int64\n"
                      "#extension GL_ARB_gpu_shader_int64 : enable\n"
                      "#define HAS_INT64\n#endif\n");
    }
    text_add(out, "#define GROUP_SIZE %uu\n",
             (unsigned)group_size_for(plan, context, group_size));
    text_add(out, "#define STYLE_european %d\n#define STYLE_digital %d\n", STYLE_european,
             STYLE_digital);
    text_add(out, "#define STYLE_asian %d\n#define STYLE_barrier %d\n", STYLE_asian,
             STYLE_barrier);
    text_add(out, "#define STYLE_basket %d\n#define PRICE_STYLE %d\n", STYLE_basket,
             plan->option.style);
    text_add(out, "#define PRICE_ARITHMETIC %uu\n", (unsigned)PRICE_ARITHMETIC);
    text_add(out, "#define PRICE_DIGITAL_COUNT %.1f\n#define PRICE_DIGIT %.1f\n",
             (double)PRICE_DIGITAL_COUNT, (double)PRICE_DIGIT);
    text_add(out, "#define PRICE_DIGIT_INVERSE %.17g\n", (double)PRICE_DIGIT_INVERSE);
    text_add(out, "#define PRICE_CHOICE_antithetic %uu\n", choices->antithetic);
    text_add(out, "#define PRICE_CHOICE_control %uu\n", choices->control);
    text_add(out, "#define PRICE_CHOICE_sobol %uu\n", choices->sobol);
    text_add(out, "#define PRICE_CHOICE_wide %uu\n", choices->wide);
    text_add(out, "#define PRICE_CHOICE_put %uu\n", choices->put);
    text_add(out, "#define PRICE_SUMS %d\n", price_plan_sums(plan));
    text_add(out, "#define PRICE_IS_TABLED %d\n", price_is_tabled(plan));
    text_add(out, "#define PRICE_NORMAL_ROWS %uu\n", price_plan_rows(plan));
    text_add(out, "#define PRICE_SIDE_ROWS(c) %uu\n", plan->context.side_rows);
    text_add(out, "#define PRICE_ASSET_MAX %uu\n", PRICE_ASSET_MAX);
    text_add(out, "#define PRICE_ASSETS(c) %uu\n", plan->context.assets);
    bool is_unrolled = plan->context.draws == 1 || plan->option.style == PRICE_BASKET;
    if (is_unrolled) {
        text_add(out, "#define PRICE_DRAWS(c) %uu\n", plan->context.draws);
    } else {
        text_add(out, "#define PRICE_DRAWS(c) ((c).draws)\n");
    }
}

static void write_context(text *out)
{
    size_t at = 0;
    text_add(out, "struct price_context {\n");
#define COUNT(name, meaning) text_add(out, "    uint %s;\n", #name);
#define INT(name, meaning)   text_add(out, "    int %s;\n", #name);
#define REAL(name, meaning)  text_add(out, "    float %s;\n", #name);
#include "constants.def"
#undef COUNT
#undef INT
#undef REAL
    text_add(out, "};\n\nuniform uint constant[%zu];\nuniform uint round_key[20];\n\n",
             PRICE_CONSTANT_COUNT);
    text_add(out, "price_context price_context_read()\n{\n    price_context c;\n");
#define COUNT(name, meaning) text_add(out, "    c.%s = constant[%zu];\n", #name, at++);
#define INT(name, meaning)   text_add(out, "    c.%s = int(constant[%zu]);\n", #name, at++);
#define REAL(name, meaning)                                                              \
    text_add(out, "    c.%s = uintBitsToFloat(constant[%zu]);\n", #name, at++);
#include "constants.def"
#undef COUNT
#undef INT
#undef REAL
    text_add(out, "    return c;\n}\n\n");
#define TABLE(name, length)                                                              \
    text_add(out, "#define PRICE_TABLE_%s %zuu\n", #name,                                \
             offsetof(price_tables, name) / sizeof(uint32_t));
    PRICE_TABLES(TABLE)
#undef TABLE
}

mote_status price_gl_source(const price_plan *plan, const gl_context *context,
                            int group_size, gl_source *source)
{
    gl_source_begin(source, "prelude of price", context->compute_version);
    write_numbers(plan, context, group_size, &source->text);
    TRY(gl_source_add_file(source, "lib/glsl.glsl"));
    gl_source_resume(source);
    write_context(&source->text);
    return gl_source_add_file(source, "price/price.comp");
}
