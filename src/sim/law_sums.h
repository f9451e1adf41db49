// SPDX-License-Identifier: MIT
// The sums of the pass LAW_PASS as a struct. Included once for each pass, by the file
// that the build makes of the model's PASS rows.

#include "model_rows.h"
#undef SUM
#define SUM(pass, name, shape, bits, meaning) IN_##pass(MEMBER_##shape(name))
typedef struct PASTE3(MODEL_NAME, _, PASTE(LAW_PASS, _sums)) {
#include MODEL_DEF
} PASTE3(MODEL_NAME, _, PASTE(LAW_PASS, _sums));
