// SPDX-License-Identifier: MIT
// After model_rows.h: makes each key of a list's items a row ITEM(list, name), for what
// is the same for all kinds. No include guard: it is meant to repeat.

#undef ITEM_NUMBER
#define ITEM_NUMBER(list, name, ...) ITEM(list, name)
#undef ITEM_WHOLE
#define ITEM_WHOLE(list, name, ...) ITEM(list, name)
#undef ITEM_RANGE
#define ITEM_RANGE(list, name, ...) ITEM(list, name)
#undef ITEM_POINT
#define ITEM_POINT(list, name, ...) ITEM(list, name)
#undef ITEM_PLACE
#define ITEM_PLACE(list, name, ...) ITEM(list, name)
#undef ITEM_CHOICE
#define ITEM_CHOICE(list, name, ...) ITEM(list, name)
#undef ITEM_TEXT
#define ITEM_TEXT(list, name, ...) ITEM(list, name)
#undef ITEM_LINK
#define ITEM_LINK(list, name, ...) ITEM(list, name)
#undef ITEM_CURVE
#define ITEM_CURVE(list, name, ...) ITEM(list, name)
#undef ITEM_GRADIENT
#define ITEM_GRADIENT(list, name, ...) ITEM(list, name)
#undef ITEM_TABLE
#define ITEM_TABLE(list, name, ...) ITEM(list, name)
