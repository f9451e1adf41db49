// SPDX-License-Identifier: MIT
// The choices and lists of one model's .def as C names: the constants of options, and
// where each key and column of an item stands.

#ifndef MOTE_SIM_MODEL_LISTS_H
#define MOTE_SIM_MODEL_LISTS_H

#include <stddef.h>

// Those of a choice count from 0.
enum {
#include "model_rows.h"
#undef PARAMETER_CHOICE
#define PARAMETER_CHOICE(name, fallback, meaning) before_parameter_##name = -1,
#undef PARAMETER_OPTION
#define PARAMETER_OPTION(name, word, constant, meaning) constant,
#undef ITEM_CHOICE
#define ITEM_CHOICE(list, name, fallback, meaning) before_##list##_##name = -1,
#undef ITEM_OPTION
#define ITEM_OPTION(list, name, word, constant, meaning) constant,
#include MODEL_DEF
    after_options,
};

enum {
#include "model_rows.h"
#undef LIST
#define LIST(list, ...) list_##list,
#include MODEL_DEF
    list_total,
};

// A struct for each list with a byte for each key, and one with a byte for each float of
// an item. A row that stands behind another LIST than its own has none, and does not
// compile.
#define NEXT_LIST(part, list)                                                            \
    }                                                                                    \
    ;                                                                                    \
    struct part##list {                                                                  \
        char none;

struct no_keys {
    char none;
#include "model_rows.h"

#include "model_items.h"
#define ITEM(list, name) char key_##name;
#undef LIST
#define LIST(list, ...) NEXT_LIST(keys_, list)
#include MODEL_DEF
#undef ITEM
};

struct no_columns {
    char none;
#include "model_rows.h"
#undef LIST_COLUMN
#define LIST_COLUMN(list, name, value, meaning) char column_##name;
#undef LIST_SAMPLES
#define LIST_SAMPLES(list, name, count, value, meaning) char column_##name[count];
#undef LIST
#define LIST(list, ...) NEXT_LIST(columns_, list)
#include MODEL_DEF
};
#undef NEXT_LIST

// Of `struct keys_LIST` and `struct columns_LIST`.
#define KEY_INDEX(keys, name)       ((int)offsetof(keys, key_##name) - 1)
#define COLUMN_INDEX(columns, name) ((int)offsetof(columns, column_##name) - 1)
#define INDEX_COUNT(part)           ((int)sizeof(part) - 1)

// Those of all lists count on.
enum {
#include "model_rows.h"

#include "model_items.h"
#define ITEM(list, name) key_##list##_##name,
#undef LIST
#define LIST(list, ...) keys_at_##list, before_keys_##list = keys_at_##list - 1,
#include MODEL_DEF
#undef ITEM
    key_total,
};

#include "model_rows.h"

#endif
