// SPDX-License-Identifier: MIT
// PSNR over lit pixels.

#include "image_metric.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// A channel as it shows: colours of transparent pictures times alpha.
static double shown(const image *image, size_t pixel, int channel)
{
    const uint8_t *p = image->pixels + pixel * (size_t)image->channels;
    if (image->channels == 3 || channel == 3) {
        return p[channel];
    }
    return p[channel] * p[3] / 255.0;
}

static bool is_lit(const image *image, size_t pixel, const uint8_t background[3])
{
    const uint8_t *p = image->pixels + pixel * (size_t)image->channels;
    if (image->channels == 4) {
        return p[3] > 2;
    }
    for (int c = 0; c < 3; c++) {
        if (abs(p[c] - background[c]) > 2) {
            return true;
        }
    }
    return false;
}

// Marks lit pixels and their neighbours; returns how many are lit.
static size_t mark_lit(const image *image, const uint8_t background[3], uint8_t *marks)
{
    size_t count = 0;
    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++) {
            size_t pixel = (size_t)y * (size_t)image->width + (size_t)x;
            if (!is_lit(image, pixel, background)) {
                continue;
            }
            count++;
            for (int j = y > 0 ? y - 1 : 0; j <= y + 1 && j < image->height; j++) {
                for (int i = x > 0 ? x - 1 : 0; i <= x + 1 && i < image->width; i++) {
                    marks[(size_t)j * (size_t)image->width + (size_t)i] = 1;
                }
            }
        }
    }
    return count;
}

image_difference image_compare(const image *a, const image *b,
                               const uint8_t background[3])
{
    image_difference difference = {0};
    size_t count = (size_t)a->width * (size_t)a->height;
    if (a->width != b->width || a->height != b->height || a->channels != b->channels) {
        return difference;
    }
    uint8_t *marks = calloc(count, 1);
    if (marks == NULL) {
        return difference;
    }
    size_t lit_a = mark_lit(a, background, marks);
    size_t lit_b = mark_lit(b, background, marks);
    double sum = 0.0, compared = 0.0;
    for (size_t i = 0; i < count; i++) {
        for (int c = 0; c < a->channels && marks[i]; c++) {
            double d = fabs(shown(a, i, c) - shown(b, i, c));
            difference.largest = d > difference.largest ? (int)d : difference.largest;
            sum += d * d;
            compared += 1.0;
        }
    }
    free(marks);
    difference.lit = compared / ((double)count * a->channels);
    if (2 * lit_a >= lit_b && 2 * lit_b >= lit_a && compared > 0.0) {
        double mean = sum / compared;
        difference.psnr = mean > 0.0 ? 10.0 * log10(255.0 * 255.0 / mean) : HUGE_VAL;
    }
    return difference;
}
