// SPDX-License-Identifier: MIT
// A quad for each particle, made of gl_VertexID alone: four vertices of a strip. Where
// several images of a wrapping world are visible, the sprite stays for as many instances,
// or, when only the GPU knows how many sprites there are, each instance has six vertices
// (two triangles) for every image. Either way a particle's images come before the next
// particle. The sprite buffer comes as an instanced attribute, since the vertex stage of
// GL 4.3 has no storage blocks for sure.

layout(location = 0) in uvec4 sprite; // x, y, z, speed and species

uniform mat4 camera;
uniform uvec3 centre;
uniform vec2 frame;      // pixels
uniform vec2 half_frame; // boxes
uniform ivec2 images;
uniform int is_strip;    // 1: an instance is an image; 0: it is all images
uniform float radius;    // pixels where w is 1
uniform float smallest;  // pixels
uniform float largest;   // pixels
uniform float haze_start;
uniform float haze_rate; // 0: no haze
uniform vec3 haze_color;
uniform float halo;
uniform float by_speed;
uniform float opacity;
uniform vec3 colors[64];

flat out vec4 disc;  // x, y, edge, 1 / reach^2 of a halo
flat out vec4 light; // premultiplied

vec4 sprite_light(float thin, float depth)
{
    float speed = uintBitsToFloat(sprite.w & 0xffffff00u);
    float place = sprite_color_place(sprite.w & 0xffu, speed, by_speed);
    int low = int(place);
    int high = min(low + 1, 63);
    float t = place - float(low);
    vec3 a = colors[low];
    vec3 b = colors[high];
    vec3 color = vec3(sprite_mix(a.r, b.r, t), sprite_mix(a.g, b.g, t), sprite_mix(a.b, b.b, t));
    if (haze_rate < 0.0) {
        float left = sprite_clearness(depth, haze_start, haze_rate);
        color = vec3(sprite_mix(haze_color.r, color.r, left),
                     sprite_mix(haze_color.g, color.g, left),
                     sprite_mix(haze_color.b, color.b, left));
    }
    return vec4(color, 1.0) * (thin * opacity);
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

void main()
{
    int corner = gl_VertexID;
    int image = gl_InstanceID % (images.x * images.y);
    if (is_strip == 0) {
        image = gl_VertexID / 6;
        corner = gl_VertexID % 6;
        corner = corner < 3 ? corner : 6 - corner; // 0 1 2, 3 2 1
    }
    vec4 offset = image_offset(image);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside
    disc = vec4(0.0);
    light = vec4(0.0);
    if (offset.w == 0.0) {
        return;
    }
    vec4 clip = camera * vec4(offset.xyz, 1.0);
    sprite_disc placed = sprite_place(clip.x, clip.y, clip.w, frame.x, frame.y, radius,
                                      smallest, largest, halo);
    if (clip.w < SPRITE_NEAR || !sprite_is_visible(placed, frame.x, frame.y)) {
        return;
    }
    // A little larger, so that no pixel is lost to the rasteriser's rounding.
    float side = placed.reach + 0.0625;
    vec2 at = vec2(placed.x, placed.y) + side * (2.0 * vec2(corner & 1, corner >> 1) - 1.0);
    gl_Position = vec4(2.0 * at / frame - 1.0, 0.0, 1.0);
    float fading = halo > 0.0 ? exact_reciprocal(placed.reach * placed.reach) : 0.0;
    disc = vec4(placed.x, placed.y, placed.edge, fading);
    light = sprite_light(placed.opacity, clip.z);
}
