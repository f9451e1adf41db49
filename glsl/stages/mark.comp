// SPDX-License-Identifier: MIT
// Marks who of a particle's candidates is near, for `pair_marked`: words with a bit for each
// of up to 32 candidates in a row, beside the last of them; only those words in which there
// is a bit. Where there are more words than room, the first is empty, and `pair_crowded`
// takes all candidates.
#include "candidates.glsl"

bool is_near(POSITION from, POSITION to)
{
    real x = float(int(to.x - from.x)) * uintBitsToFloat(constants.offset_scale_x);
    real y = float(int(to.y - from.y)) * uintBitsToFloat(constants.offset_scale_y);
    real squared = x * x;
    squared = fma(y, y, squared);
#if DIMENSION == 3
    real z = float(int(to.z - from.z)) * uintBitsToFloat(constants.offset_scale_z);
    squared = fma(z, z, squared);
#endif
    return squared < CANDIDATE_NEAR;
}

#define MARK(j) bits = bits << 1 | uint(is_near(p, position[j]));

void main()
{
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    POSITION p = position[i];
    candidate_rows rows = candidate_rows_around(p);
    uint stride = constants.particle_count;
    uint words = 0u;
    for (uint k = 0u; k < rows.z.count; k++) {
        for (uint l = 0u; l < rows.y.count; l++) {
            for (uint part = 0u; part < rows.parts; part++) {
                uvec2 range = candidate_range(rows, k, l, part);
                uint j = range.x;
                while (j < range.y && words <= MARK_WORDS) {
                    uint stop = min(range.y, j + 32u);
                    uint bits = 0u;
                    for (; j + 4u <= stop; j += 4u) {
                        MARK(j)
                        MARK(j + 1u)
                        MARK(j + 2u)
                        MARK(j + 3u)
                    }
                    for (; j < stop; j++) {
                        MARK(j)
                    }
                    if (bits != 0u && words < MARK_WORDS) {
                        neighbour_mark[words * stride + i] = uvec2(j - 1u, bits);
                    }
                    words += bits != 0u ? 1u : 0u;
                }
            }
        }
    }
    if (words < MARK_WORDS) {
        neighbour_mark[words * stride + i] = uvec2(0u);
    } else if (words > MARK_WORDS) {
        neighbour_mark[i] = uvec2(0u);
    }
}
