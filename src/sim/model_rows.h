// SPDX-License-Identifier: MIT
// Makes every row of a model's .def empty, to begin one reading of it: include this,
// define the rows of interest, include the .def. No include guard: it is meant to repeat.

#undef MODEL
#define MODEL(...)
#undef MORTAL
#define MORTAL(...)
#undef PARAMETER
#define PARAMETER(...)
#undef PAIR_PARAMETER
#define PAIR_PARAMETER(...)
#undef PAIR_CHECK
#define PAIR_CHECK(...)
#undef PAIR_RADIUS
#define PAIR_RADIUS(...)
#undef RADIUS
#define RADIUS(...)
#undef CONSTANT
#define CONSTANT(...)
#undef COLUMN
#define COLUMN(...)
#undef FIELD
#define FIELD(...)
#undef PASS
#define PASS(...)
#undef GATHER
#define GATHER(...)
#undef SUM
#define SUM(...)
#undef UPDATE
#define UPDATE(...)
