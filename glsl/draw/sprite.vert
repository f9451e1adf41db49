// SPDX-License-Identifier: MIT
// A square for each particle. Made of gl_VertexID alone it is a quad: four vertices of a
// strip. Where several images of a wrapping world are visible, the sprite stays for as many
// instances, or, when only the GPU knows how many sprites there are, each instance has six
// vertices (two triangles) for every image. Discs that are small enough are points, of one
// vertex for every image: a quarter of the work. Either way a particle's images come before
// the next particle. The sprite buffers come as instanced attributes, since the vertex stage
// of GL 4.3 has no storage blocks for sure.

layout(location = 0) in uvec4 sprite; // x, y, z, and: speed and species, or the radius
#if HAS_LOOKS
layout(location = 1) in uvec4 look; // see buffers.def
#endif
#if HAS_TAILS
layout(location = 2) in uvec4 tail; // from x, y, z
#endif

uniform mat4 camera;
uniform uvec3 centre;
uniform vec2 frame;      // pixels
uniform vec2 half_frame; // boxes
uniform ivec2 images;
uniform int corners;     // vertices of an image. 4: an instance is an image; 6 or 1: all
uniform float margin;    // pixels that the viewport has around the frame
uniform float radius;    // pixels where w is 1; with looks, of a radius of 1
uniform float smallest;  // pixels
uniform float largest;   // pixels
uniform float haze_start;
uniform float haze_rate; // 0: no haze
uniform vec3 haze_color;
uniform float halo;
uniform float soft;
uniform float by_speed;
uniform float opacity;
uniform vec3 colors[64];
uniform vec2 picture_sides; // in radii, from its middle
uniform vec2 picture_size;  // texels

#include "sprite_varyings.glsl"

vec4 place;
vec4 form;
vec4 light;

// The quad, in pixels.
struct quad {
    vec2 middle;
    vec2 right; // direction of its width, of length 1
    vec2 sides; // half of them
    bool is_visible;
};

float sprite_radius()
{
#if HAS_LOOKS
    return radius * uintBitsToFloat(sprite.w);
#else
    return radius;
#endif
}

vec3 sprite_hue()
{
#if HAS_LOOKS
    return vec3(sprite_look_color(look.x & 0xffffu), sprite_look_color(look.x >> 16),
                sprite_look_color(look.y & 0xffffu));
#else
    float speed = uintBitsToFloat(sprite.w & 0xffffff00u);
    float at = sprite_color_place(sprite.w & 0xffu, speed, by_speed);
    int low = int(at);
    int high = min(low + 1, 63);
    float t = at - float(low);
    vec3 a = colors[low];
    vec3 b = colors[high];
    return vec3(sprite_mix(a.r, b.r, t), sprite_mix(a.g, b.g, t), sprite_mix(a.b, b.b, t));
#endif
}

// Premultiplied light of a sprite that is `thin`, seen through the haze from `depth`.
vec4 sprite_light(float thin, float depth)
{
    vec3 color = sprite_hue();
    if (haze_rate < 0.0) {
        float left = sprite_clearness(depth, haze_start, haze_rate);
        color = vec3(sprite_mix(haze_color.r, color.r, left),
                     sprite_mix(haze_color.g, color.g, left),
                     sprite_mix(haze_color.b, color.b, left));
    }
#if HAS_LOOKS
    float alpha = thin * opacity * sprite_look_alpha(look.y >> 16);
#else
    float alpha = thin * opacity;
#endif
    return vec4(color, 1.0) * alpha;
}

// Where image number k of the particle stands relative to the centre; w is 0 when that
// image is not to be seen.
vec4 image_offset(int k)
{
    vec3 offset = vec3(ivec3(sprite.xyz - centre));
    if (images.x * images.y == 1) {
        return vec4(offset, 1.0);
    }
    vec2 boxes = offset.xy * 2.3283064365386963e-10;
    vec2 image = vec2(sprite_first_image(boxes.x, half_frame.x) + k % images.x,
                      sprite_first_image(boxes.y, half_frame.y) + k / images.x);
    bool is_seen = all(lessThanEqual(boxes + image, half_frame));
    return vec4(offset + vec3(image, 0.0) * 4294967296.0, is_seen ? 1.0 : 0.0);
}

// Where the tail stands in the frame; without tails, where the head does.
sprite_point tail_point(vec4 offset, vec4 clip, sprite_point head)
{
#if HAS_TAILS
    vec4 end = camera * vec4(offset.xyz + vec3(ivec3(tail.xyz)), 1.0);
    end = clip + (end - clip) * sprite_clip(clip.w, end.w);
    return sprite_stand(end.x, end.y, end.w, frame.x, frame.y);
#else
    return head;
#endif
}

#if HAS_PICTURE

quad place_sprite(sprite_point head, sprite_point tail, float depth)
{
#if HAS_LOOKS
    uint turn = look.z;
#else
    uint turn = 0u;
#endif
    sprite_picture placed = sprite_place_picture(head, tail, sprite_radius(), turn,
                                                 picture_sides.x, picture_sides.y, smallest,
                                                 largest);
    float level = sprite_picture_level(placed.half_width, placed.half_height, picture_size.x,
                                       picture_size.y);
    place = vec4(placed.x, placed.y, placed.right_x, placed.right_y);
    form = vec4(placed.half_width, placed.half_height, level, 0.0);
    light = sprite_light(placed.opacity, depth);
    return quad(place.xy, place.zw, form.xy + 0.5,
                sprite_picture_is_visible(placed, frame.x, frame.y));
}

#elif HAS_TAILS

quad place_sprite(sprite_point head, sprite_point tail, float depth)
{
    sprite_streak placed =
        sprite_place_streak(head, tail, sprite_radius(), smallest, largest, halo, soft);
    float fading = halo > 0.0 ? exact_reciprocal(placed.reach * placed.reach) : 0.0;
    vec2 along = vec2(placed.along_x, placed.along_y);
    float inverse = sprite_along_inverse(along.x, along.y);
    place = vec4(placed.x, placed.y, placed.edge, fading);
    form = vec4(along, inverse, placed.tail_edge);
    light = sprite_light(placed.opacity, depth);
    vec2 right = inverse > 0.0 ? along * sqrt(inverse) : vec2(1.0, 0.0);
    vec2 sides = vec2(0.5 * length(along) + placed.reach, placed.reach);
    return quad(place.xy + 0.5 * along, right, sides,
                sprite_streak_is_visible(placed, frame.x, frame.y));
}

#else

quad place_sprite(sprite_point head, sprite_point tail, float depth)
{
    sprite_disc placed = sprite_place(head, sprite_radius(), smallest, largest, halo, soft);
    float fading = halo > 0.0 ? exact_reciprocal(placed.reach * placed.reach) : 0.0;
    place = vec4(placed.x, placed.y, placed.edge, fading);
    light = sprite_light(placed.opacity, depth);
    return quad(place.xy, vec2(1.0, 0.0), vec2(placed.reach),
                sprite_is_visible(placed, frame.x, frame.y));
}

#endif

void main()
{
    int corner = gl_VertexID;
    int image = gl_InstanceID % (images.x * images.y);
    if (corners != 4) {
        image = gl_VertexID / corners;
        corner = gl_VertexID % corners;
        corner = corner < 3 ? corner : 6 - corner; // 0 1 2, 3 2 1
    }
    vec4 offset = image_offset(image);
    vec4 clip = camera * vec4(offset.xyz, 1.0);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside
    gl_PointSize = 1.0;
    place = form = light = vec4(0.0);
    pass_on(place, form, light);
    if (offset.w == 0.0 || clip.w < SPRITE_NEAR) {
        return;
    }
    sprite_point head = sprite_stand(clip.x, clip.y, clip.w, frame.x, frame.y);
    quad placed = place_sprite(head, tail_point(offset, clip, head), clip.z);
    if (!placed.is_visible) {
        return;
    }
    pass_on(place, form, light);
    // A little larger, so that no pixel is lost to the rasteriser's rounding; sizes of points
    // come in eighths.
    vec2 sides = placed.sides + 0.0625;
    gl_PointSize = ceil(16.0 * sides.x) * 0.125;
    vec2 away = corners == 1 ? vec2(0.0)
                             : sides * (2.0 * vec2(corner & 1, corner >> 1) - 1.0);
    vec2 up = vec2(-placed.right.y, placed.right.x);
    vec2 at = placed.middle + placed.right * away.x + up * away.y;
    gl_Position = vec4(2.0 * (at + margin) / (frame + 2.0 * margin) - 1.0, 0.0, 1.0);
}
