// SPDX-License-Identifier: MIT
// Gives each sprite the key of its depth, and lists the sprites in their order as yet.
#include "exact.glsl"
#include "depth.glsl"

void main()
{
    uint i = thread_index();
    if (i >= min(draw_size[0].y, slice_end)) {
        return;
    }
    uvec4 from = sprite[i];
    real forward_x = uintBitsToFloat(eye[3]);
    real forward_y = uintBitsToFloat(eye[4]);
    real forward_z = uintBitsToFloat(eye[5]);
    real depth = depth_along(int(from.x - eye[0]), int(from.y - eye[1]), int(from.z - eye[2]),
                             forward_x, forward_y, forward_z);
    depth_key[i] = depth_to_key(depth);
    sprite_order[i] = i;
}
