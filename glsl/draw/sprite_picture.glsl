// SPDX-License-Identifier: MIT
// Pictures that are drawn for particles: where one stands, and which level of its pyramid
// it shows. Part of sprite.glsl.

// How far the corners of a square picture are from its middle, in radii.
#define SPRITE_PICTURE_REACH 1.4143f

// A picture in the frame: its middle, the direction of its width, and half its sides in
// pixels, which fade over a pixel at its border.
structure(sprite_picture) {
    real_value x, y;
    real_value right_x, right_y; // of length 1
    real_value half_width, half_height;
    real_value opacity; // below 1 where it is not drawn as large as it is
};

// Its sides are `across` and `up` radii from its middle. It is turned by a fraction of a
// turn times 2^32; that of a streak lies from the tail up to the head.
pure sprite_picture sprite_place_picture(sprite_point head, sprite_point tail, real radius,
                                         natural turn, real across, real up,
                                         real smallest, real largest)
{
    sprite_picture picture;
    real along_x = head.x - tail.x;
    real along_y = head.y - tail.y;
    real xx = along_x * along_x;
    real yy = along_y * along_y;
    real squared = xx + yy;
    real span = exact_root(squared);
    real inverse = exact_reciprocal(exact_max(span, real_splat(1.0e-6f)));
    real size = radius * (head.nearness + tail.nearness) * 0.5f;
    real shown = (sprite_limit(radius, head.nearness, largest) +
                  sprite_limit(radius, tail.nearness, largest)) *
                 0.5f;
    real drawn_width = exact_max(shown * across, smallest);
    real drawn_height = exact_max(shown * up + span * 0.5f, smallest);
    real area = size * across * (size * up + span * 0.5f);
    real drawn_area = drawn_width * drawn_height;
    real spread = area * exact_reciprocal(drawn_area);
    real shrunk = drawn_area * exact_reciprocal(area);
    mask turns = span < 1.0e-3f;
    picture.x = (head.x + tail.x) * 0.5f;
    picture.y = (head.y + tail.y) * 0.5f;
    picture.right_x = choose(turns, exact_cosine(turn), along_y * inverse);
    picture.right_y = choose(turns, exact_sine(turn), -along_x * inverse);
    picture.half_width = drawn_width;
    picture.half_height = drawn_height;
    picture.opacity = choose(area > drawn_area, shrunk, spread);
    return picture;
}

// How far from its middle a picture reaches along x: with its sides swapped, along y.
pure real_value sprite_picture_reach(real right_x, real right_y, real half_width,
                                     real half_height)
{
    real across = exact_abs(right_x) * (half_width + 0.5f);
    real up = exact_abs(right_y) * (half_height + 0.5f);
    real reach = across + up;
    return reach;
}

pure mask sprite_picture_is_visible(sprite_picture picture, real width, real height)
{
    real x = sprite_picture_reach(picture.right_x, picture.right_y, picture.half_width,
                                  picture.half_height);
    real y = sprite_picture_reach(picture.right_y, picture.right_x, picture.half_width,
                                  picture.half_height);
    mask across = both(picture.x + x > 0.0f, picture.x - x < width);
    mask up = both(picture.y + y > 0.0f, picture.y - y < height);
    return both(across, up);
}

// The level of the picture's pyramid whose texels are as large as pixels: level 0 has this
// many texels across and up.
pure real_value sprite_picture_level(real half_width, real half_height, real columns,
                                     real rows)
{
    real across = columns * exact_reciprocal(half_width);
    real up = rows * exact_reciprocal(half_height);
    real texels = exact_max(across, up) * 0.5f;
    real level = exact_log2(exact_max(texels, real_splat(1.0f)));
    return level;
}

// Coverage of a pixel that lies x to the right of the picture's middle and y above it.
pure real_value sprite_picture_coverage(real half_width, real half_height, real x, real y)
{
    real inside_x = half_width + 0.5f - exact_abs(x);
    real inside_y = half_height + 0.5f - exact_abs(y);
    real across = exact_clamp(inside_x, real_splat(0.0f), real_splat(1.0f));
    real up = exact_clamp(inside_y, real_splat(0.0f), real_splat(1.0f));
    real cover = across * up;
    return cover;
}
