// SPDX-License-Identifier: MIT
// alike BACKGROUND A.png B.png: whether two frames look alike, by the test that the
// renderers are held to (image_metric.h). BACKGROUND is "#rrggbb". Prints how alike they
// are; ends with 0 from 40 dB on, else with 1, or 2 where a file is no frame.

#include "image_metric.h"
#include "pictures.h"

#include <stdio.h>
#include <stdlib.h>

#define PSNR_LEAST 40.0 // dB

static bool read_frame(const char *path, image *frame)
{
    mote_frame read;
    if (!picture_read_png(path, 3, &read) && !picture_read_png(path, 4, &read)) {
        fprintf(stderr, "alike: %s is no RGB or RGBA frame\n", path);
        return false;
    }
    *frame = (image){read.width, read.height, read.channels, read.pixels};
    return true;
}

int main(int count, char **arguments)
{
    unsigned background[3];
    image a = {0}, b = {0};
    if (count != 4 || sscanf(arguments[1], "#%2x%2x%2x", &background[0], &background[1],
                             &background[2]) != 3) {
        fprintf(stderr, "usage: alike #rrggbb A.png B.png\n");
        return 2;
    }
    if (!read_frame(arguments[2], &a) || !read_frame(arguments[3], &b)) {
        free(a.pixels);
        return 2;
    }
    const uint8_t ground[3] = {(uint8_t)background[0], (uint8_t)background[1],
                               (uint8_t)background[2]};
    image_difference d = image_compare(&a, &b, ground);
    printf("%.1f dB over %.0f %% of the frame, at most %d apart\n", d.psnr, 100.0 * d.lit,
           d.largest);
    free(a.pixels);
    free(b.pixels);
    return d.psnr >= PSNR_LEAST ? 0 : 1;
}
