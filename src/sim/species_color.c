// SPDX-License-Identifier: MIT
// Colours for species that name none: hues evenly round the colour circle of OKLCH
// (B. Ottosson, "A perceptual color space for image processing", 2020), so that all look
// equally bright; many species alternate between two lightnesses. Computed by the exact
// functions: a scene written on any machine names the same colours.

#include "scene_parts.h"

#include "../core/lanes.h"

#include "exact.glsl"

typedef struct linear_color {
    float r, g, b;
} linear_color;

static float cube(float x)
{
    return x * x * x;
}

// OKLab to linear sRGB, with the constants of the article above.
static linear_color from_oklab(float lightness, float a, float b)
{
    float l = cube(lightness + 0.3963377774f * a + 0.2158037573f * b);
    float m = cube(lightness - 0.1055613458f * a - 0.0638541728f * b);
    float s = cube(lightness - 0.0894841775f * a - 1.2914855480f * b);
    return (linear_color){
        4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s,
        -1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s,
        -0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s,
    };
}

static bool is_displayable(linear_color c)
{
    return c.r >= 0.0f && c.g >= 0.0f && c.b >= 0.0f && c.r <= 1.0f && c.g <= 1.0f &&
           c.b <= 1.0f;
}

// IEC 61966-2-1
static uint8_t encode_srgb(float linear)
{
    float encoded = linear * 12.92f;
    if (linear > 0.0031308f) {
        encoded = 1.055f * exact_exp2(exact_log2(linear) * (1.0f / 2.4f)) - 0.055f;
    }
    return (uint8_t)exact_round(encoded * 255.0f);
}

void species_color(int i, int n, uint8_t color[3])
{
    // The first is a warm red, 0.07 of a turn.
    uint32_t hue = 300647711u + (uint32_t)(4294967296.0 * i / n);
    float lightness = n > 8 && i % 2 ? 0.62f : 0.76f;
    float along_a = exact_cosine(hue);
    float along_b = exact_sine(hue);
    // The strongest colour of this hue that a screen can show.
    float chroma = 0.2f;
    linear_color linear = from_oklab(lightness, chroma * along_a, chroma * along_b);
    while (!is_displayable(linear) && chroma > 0.0f) {
        chroma -= 0.005f;
        linear = from_oklab(lightness, chroma * along_a, chroma * along_b);
    }
    color[0] = encode_srgb(linear.r);
    color[1] = encode_srgb(linear.g);
    color[2] = encode_srgb(linear.b);
}
