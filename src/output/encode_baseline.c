// SPDX-License-Identifier: MIT
// stb_image_write with all its defaults: what encode.c is measured against.

#include "encode.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

mote_status encode_png_baseline(const mote_frame *frame, unsigned char **data,
                                size_t *size)
{
    *data = NULL;
    *size = 0;
    TRY(encode_check_frame(frame));
    int out_size = 0;
    *data = stbi_write_png_to_mem(frame->pixels, 0, frame->width, frame->height,
                                  frame->channels, &out_size);
    if (*data == NULL) {
        return fail_memory((size_t)frame->width * (size_t)frame->height * 4,
                           "a PNG frame");
    }
    *size = (size_t)out_size;
    return MOTE_OK;
}
