// SPDX-License-Identifier: MIT
// Lists what is drawn: place, speed and species, by id, so that overlapping discs do not
// flicker as particles cross cells; and how much is drawn, so that the count need not visit
// the CPU. Where particles die, ids have gaps: sprites then stand in buffer order.
#include "exact.glsl"

void main()
{
    uint i = thread_index();
    if (i == 0u) {
        draw_size[0] = uvec4(4u, particle_count(), 0u, 0u);
    }
    if (i >= particle_end()) {
        return;
    }
    POSITION p = position[i];
    real x = uintBitsToFloat(velocity[i].x);
    real y = uintBitsToFloat(velocity[i].y);
    real xx = x * x;
    real yy = y * y;
    real squared = xx + yy;
#if DIMENSION == 3
    uint depth = p.z;
    real z = uintBitsToFloat(velocity[i].z);
    real zz = z * z;
    squared = squared + zz;
#else
    uint depth = 0u;
#endif
    real speed = exact_root(squared);
    uint species = identity[i].y;
    uint looks = (floatBitsToUint(speed) & 0xffffff00u) | species;
    sprite[IS_MORTAL != 0 ? i : identity[i].x] = uvec4(p.x, p.y, depth, looks);
}
