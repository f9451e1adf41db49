// SPDX-License-Identifier: MIT
// One picture: encoded, then written whole.

#include "png.h"
#include "../core/file.h"
#include "encode.h"

#include <stdlib.h>

mote_status png_write(const char *path, const mote_frame *frame)
{
    unsigned char *data;
    size_t size;
    TRY(encode_png(frame, ENCODE_LEVEL, &data, &size));
    mote_status status = file_write_whole(path, data, size);
    free(data);
    return status;
}
