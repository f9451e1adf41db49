// SPDX-License-Identifier: MIT
// Adds the light of each particle to the sums of the pixels that it covers. As in
// sprite.vert and soft_sprites.c; here, every float is `real`.

layout(std430, binding = 0) readonly restrict buffer sprite_block { uvec4 sprite[]; };
layout(std430, binding = 1) readonly restrict buffer draw_size_block { uvec4 draw_size[]; };
layout(std430, binding = 2) restrict buffer sum_block { uint sum[]; };
#if HAS_LOOKS
layout(std430, binding = 3) readonly restrict buffer look_block { uvec4 look[]; };
#endif

// The particle's colour, before opacity, and its alpha.
struct colors_of {
    float red, green, blue, alpha;
};

colors_of color_of(uint i)
{
    colors_of color;
#if HAS_LOOKS
    color.red = sprite_look_color(look[i].x & 0xffffu);
    color.green = sprite_look_color(look[i].x >> 16);
    color.blue = sprite_look_color(look[i].y & 0xffffu);
    color.alpha = sprite_look_alpha(look[i].y >> 16);
#else
    real speed = uintBitsToFloat(sprite[i].w & 0xffffff00u);
    real place = sprite_color_place(sprite[i].w & 0xffu, speed, number(by_speed));
    int low = int(place);
    int high = low < 63 ? low + 1 : low;
    real whole = float(low);
    real between = place - whole;
    color.red = sprite_mix(number_at(colors, 3 * low), number_at(colors, 3 * high), between);
    color.green =
        sprite_mix(number_at(colors, 3 * low + 1), number_at(colors, 3 * high + 1), between);
    color.blue =
        sprite_mix(number_at(colors, 3 * low + 2), number_at(colors, 3 * high + 2), between);
    color.alpha = 1.0;
#endif
    return color;
}

float through_haze(float haze_color, float color, float clearness)
{
    return clearness < 1.0 ? sprite_mix(haze_color, color, clearness) : color;
}

float sprite_radius(uint i)
{
#if HAS_LOOKS
    real radius = number(radius) * uintBitsToFloat(sprite[i].w);
    return radius;
#else
    return number(radius);
#endif
}

float project(int row, float x, float y, float z)
{
    return sprite_project(number_at(matrix, row), number_at(matrix, row + 4),
                          number_at(matrix, row + 8), number_at(matrix, row + 12), x, y, z);
}

void add(uint at, int amount)
{
    if (amount != 0) {
        atomicAdd(sum[at], uint(amount));
    }
}

void add_pixels(sprite_disc disc, float red, float green, float blue)
{
    real scale = number(scale);
    int most = int(splat_most[0]);
    int height = int(splat_height[0]);
    uint stride = splat_stride[0];
    splat_span columns = splat_pixels(disc.x, disc.edge, number(frame_width));
    splat_span rows = splat_pixels(disc.y, disc.edge, number(frame_height));
    for (int row = rows.low; row < rows.high; row++) {
        real dy = splat_offset(row, disc.y);
        uint first = uint(height - 1 - row) * stride;
        for (int column = columns.low; column < columns.high; column++) {
            real dx = splat_offset(column, disc.x);
            real cover = sprite_coverage(disc.edge, 0.0, dx, dy);
            if (cover > 0.0) {
                uint at = first + 3u * uint(column);
                real dither = splat_dither(disc.x, disc.y, column, row);
                add(at, splat_amount(red, cover, scale, dither, most));
                add(at + 1u, splat_amount(green, cover, scale, dither, most));
                add(at + 2u, splat_amount(blue, cover, scale, dither, most));
            }
        }
    }
}

// The image of the particle that stands there, from the camera's centre.
void splat(uint i, float x, float y, float z)
{
    real w = project(3, x, y, z);
    if (w < SPRITE_NEAR) {
        return;
    }
    sprite_point point = sprite_stand(project(0, x, y, z), project(1, x, y, z), w,
                                      number(frame_width), number(frame_height));
    sprite_disc disc = sprite_place(point, sprite_radius(i), number(smallest),
                                    number(largest), 0.0, 0.0);
    if (!sprite_is_visible(disc, number(frame_width), number(frame_height))) {
        return;
    }
    real clearness = 1.0;
    if (number(haze_rate) < 0.0) {
        clearness = sprite_clearness(project(2, x, y, z), number(haze_start),
                                     number(haze_rate));
    }
    colors_of color = color_of(i);
    real alpha = color.alpha * disc.opacity * number(opacity);
    real red = through_haze(number_at(haze_color, 0), color.red, clearness) * alpha;
    real green = through_haze(number_at(haze_color, 1), color.green, clearness) * alpha;
    real blue = through_haze(number_at(haze_color, 2), color.blue, clearness) * alpha;
    add_pixels(disc, red, green, blue);
}

// The images of a wrapping world that may be visible, one box apart.
void splat_images(uint i, float x, float y, float z)
{
    real boxes_x = x * 2.3283064365386963e-10;
    real boxes_y = y * 2.3283064365386963e-10;
    real half_x = number_at(half_frame, 0);
    real half_y = number_at(half_frame, 1);
    int first_x = sprite_first_image(boxes_x, half_x);
    int first_y = sprite_first_image(boxes_y, half_y);
    for (int row = first_y; row < first_y + int(splat_images_up[0]); row++) {
        real up = float(row);
        real at_y = boxes_y + up;
        real image_y = y + up * 4294967296.0;
        for (int column = first_x; column < first_x + int(splat_images_across[0]); column++) {
            real across = float(column);
            real at_x = boxes_x + across;
            real image_x = x + across * 4294967296.0;
            if (at_x <= half_x && at_y <= half_y) {
                splat(i, image_x, image_y, z);
            }
        }
    }
}

void main()
{
    uint i = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint count = splat_count[0] > 0u ? splat_count[0] : draw_size[0].y;
    if (i >= count) {
        return;
    }
    int x = int(sprite[i].x - splat_centre[0]);
    int y = int(sprite[i].y - splat_centre[1]);
    int z = int(sprite[i].z - splat_centre[2]);
    if (splat_images_across[0] * splat_images_up[0] == 1u) {
        splat(i, float(x), float(y), float(z));
    } else {
        splat_images(i, float(x), float(y), float(z));
    }
}
