// SPDX-License-Identifier: MIT
// Reads scene_keys.def once, with the rows that were defined before, and forgets them.
// Rows that were not defined are empty. No include guard: it is meant to repeat.

#ifndef SECTION
#define SECTION(...)
#endif
#ifndef TEXT
#define TEXT(...)
#endif
#ifndef NUMBER
#define NUMBER(...)
#endif
#ifndef WHOLE
#define WHOLE(...)
#endif
#ifndef SMALL
#define SMALL(...)
#endif
#ifndef POINT
#define POINT(...)
#endif
#ifndef PLACE
#define PLACE(...)
#endif
#ifndef COLOR
#define COLOR(...)
#endif
#ifndef CHOICE
#define CHOICE(...)
#endif
#ifndef OPTION
#define OPTION(...)
#endif
#ifndef SPECIAL
#define SPECIAL(...)
#endif
#ifndef IGNORED
#define IGNORED(...)
#endif
#ifndef COMPUTED
#define COMPUTED(...)
#endif
#ifndef EMITTER_KEY
#define EMITTER_KEY(...)
#endif
#ifndef EMITTER_UNUSED
#define EMITTER_UNUSED(...)
#endif
#ifndef FAUCET_KEY
#define FAUCET_KEY(...)
#endif

#include "scene_keys.def"

#undef SECTION
#undef TEXT
#undef NUMBER
#undef WHOLE
#undef SMALL
#undef POINT
#undef PLACE
#undef COLOR
#undef CHOICE
#undef OPTION
#undef SPECIAL
#undef IGNORED
#undef COMPUTED
#undef EMITTER_KEY
#undef EMITTER_UNUSED
#undef FAUCET_KEY
