// SPDX-License-Identifier: MIT
// The text of the compute shader that runs samples of a plan.

#ifndef MOTE_PRICE_GL_PRICE_SOURCE_H
#define MOTE_PRICE_GL_PRICE_SOURCE_H

#include "plan.h"

#include "../gl/gl_context.h"
#include "../gl/gl_source.h"

// Words of the uniform `constant`: the members of price_context before the keys.
#define PRICE_CONSTANT_COUNT (offsetof(price_context, keys) / sizeof(uint32_t))

// `group_size` is a power of two; fewer threads where the table leaves no room for more.
mote_status price_gl_source(const price_plan *plan, const gl_context *context,
                            int group_size, gl_source *source);

#endif
