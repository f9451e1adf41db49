// SPDX-License-Identifier: MIT
// Light of one disc in one pixel; blending adds it up.

flat in vec4 disc;  // x, y, edge, 1 / reach^2 of a halo
flat in vec4 light; // premultiplied

out vec4 color;

void main()
{
    vec2 d = gl_FragCoord.xy - disc.xy;
    color = light * sprite_coverage(disc.z, disc.w, d.x, d.y);
}
