// SPDX-License-Identifier: MIT
// Colliders as uniforms, under the names that solid.glsl and collider.glsl read.

#include "gl_solids.h"

#include "solid_law.h"

static const struct {
    const char *list, *name;
} columns[] = {
#include "../sim/model_rows.h"
#undef LIST_COLUMN
#define LIST_COLUMN(list, name, ...) {#list, #name},
#include "colliders.def"
#include "../sim/model_rows.h"
};

static const struct {
    const char *name;
    int value;
} options[] = {
#include "../sim/model_rows.h"
#undef ITEM_OPTION
#define ITEM_OPTION(list, name, word, constant, meaning) {#constant, constant},
#include "colliders.def"
#include "../sim/model_rows.h"
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

void gl_solids_declare(const look *look, text *out)
{
    int count = look->solids.count;
    text_add(out, "#define SOLID_COUNT %d\n", count);
    if (count == 0) {
        return;
    }
    text_add(out,
             "#define DIMENSION %d\n"
             "uniform float solid_items[%d];\n"
             "uniform float solid_aim[%d];\n"
             "uniform vec3 solid_color; // linear\n"
             "struct law_context {\n    int unused;\n};\n"
             "#define colliders_count(c) %du\n"
             "#define solid_aim_at(c, i) solid_aim[i]\n",
             look->dimension, count * SOLID_COLUMNS, SOLID_NUMBERS, count);
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        text_add(out, "#define %s %du\n", options[i].name, options[i].value);
    }
    for (size_t i = 0; i < COUNT_OF(columns); i++) {
        const char *list = columns[i].list, *name = columns[i].name;
        text_add(out,
                 "#define %s_%s_at(c, k) solid_items[int(k) * %d + %d]\n"
                 "#define %s_%s_whole(c, k) uint(int(%s_%s_at(c, k)))\n",
                 list, name, SOLID_COLUMNS, (int)i, list, name, list, name);
    }
}

void gl_solids_set(GLuint program, const look *look, const camera *camera)
{
    const solids *solids = &look->solids;
    float aim[SOLID_NUMBERS];
    if (solids->count == 0) {
        return;
    }
    solids_aim(look, camera, aim);
    glUniform1fv(glGetUniformLocation(program, "solid_items"),
                 solids->count * SOLID_COLUMNS, solids->items);
    glUniform1fv(glGetUniformLocation(program, "solid_aim"), SOLID_NUMBERS, aim);
    glUniform3fv(glGetUniformLocation(program, "solid_color"), 1, solids->color);
}
