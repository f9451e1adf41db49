// SPDX-License-Identifier: MIT
// One triangle that covers the frame.

void main()
{
    vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4(4.0 * at - 1.0, 0.0, 1.0);
}
