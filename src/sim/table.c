// SPDX-License-Identifier: MIT
// The tables of table.h, filled from the .def files.

#include "table.h"

#include <string.h>

const buffer_row core_buffers[BUFFER_CORE_COUNT] = {
#define BUFFER(name, type, per, order, life, meaning)                                    \
    {#name, TYPE_##type, PER_##per, ORDER_##order, life, life == MOVES, meaning, 0},
#include "buffers.def"
#undef BUFFER
};

#define R(buffer) {ACCESS_READ, BUFFER_##buffer},
#define W(buffer) {ACCESS_WRITE, BUFFER_##buffer},
#define A(buffer) {ACCESS_ATOMIC, BUFFER_##buffer},
#define U(buffer) {ACCESS_UNIFORM, BUFFER_##buffer},
#define T(buffer) {ACCESS_TWIN, BUFFER_##buffer},
#define S(buffer) {ACCESS_SORTED, BUFFER_##buffer},
#define MOVED     {ACCESS_MOVED, 0},
#define COLUMNS   {ACCESS_COLUMNS, 0},
#define GATHERED  {ACCESS_GATHERED, 0},
#define SUMS      {ACCESS_SUMS, 0},
#define SUMMED    {ACCESS_SUMMED, 0},
#define UPDATED   {ACCESS_UPDATED, 0},
#define MORTALITY {ACCESS_MORTALITY, 0},
#define POURED    {ACCESS_POURED, 0},
#define BRED      {ACCESS_BRED, 0},
#define PACKED    {ACCESS_PACKED, 0},
#define PACKS     {ACCESS_PACKS, 0},
#define STREAKED  {ACCESS_STREAKED, 0},
#define LADEN     {ACCESS_LADEN, 0},
#define LOADED    {ACCESS_LOADED, 0},

const stage_row stages[STAGE_COUNT] = {
#define STAGE(name, per, when, access) {#name, PER_##per, WHEN_##when, {access}},
#include "stages.def"
#undef STAGE
};

const char *const core_constant_names[CONSTANT_CORE_COUNT] = {
#define CONSTANT(name, meaning) #name,
#include "constants.def"
#undef CONSTANT
};

const char *const search_names[SEARCH_COUNT] = {
    [SEARCH_GRID] = "grid",         [SEARCH_LOOP] = "loop",
    [SEARCH_INDEXED] = "indexed",   [SEARCH_PUBLISHED] = "published",
    [SEARCH_RECYCLED] = "recycled", [SEARCH_NONE] = "none",
};

const char *const sort_names[SORT_COUNT] = {
    [SORT_RADIX] = "radix",
    [SORT_BITONIC] = "bitonic",
};

int sort_find(const char *name)
{
    for (int i = 0; i < SORT_COUNT; i++) {
        if (strcmp(sort_names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

int search_find(const char *name)
{
    for (int i = 0; i < SEARCH_NONE; i++) {
        if (strcmp(search_names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

int stage_find(const char *name)
{
    for (int i = 0; i < STAGE_COUNT; i++) {
        if (strcmp(stages[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

bool stage_does(int stage, access_kind kind)
{
    for (int i = 0; i < STAGE_ACCESS_MAX; i++) {
        if (stages[stage].access[i].kind == kind) {
            return true;
        }
    }
    return false;
}

int type_components(element_type type, int dimension)
{
    switch (type) {
    case TYPE_COORDINATES:
    case TYPE_VECTOR:
        return dimension;
    case TYPE_UINT2:
        return 2;
    case TYPE_UINT4:
        return 4;
    case TYPE_REALS:
    case TYPE_SUMS:
        return 0;
    case TYPE_REAL:
    case TYPE_UINT:
        break;
    }
    return 1;
}

int buffer_stride(const buffer_row *row)
{
    bool is_vec3 = row->components == 3 && row->type != TYPE_SUMS;
    return 4 * (is_vec3 ? 4 : row->components);
}
