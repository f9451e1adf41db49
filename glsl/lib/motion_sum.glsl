// SPDX-License-Identifier: MIT
// What sum_motion and sum_flight share: the sums of a thread, joined by the work group and
// written as one part. GLSL only; the buffers motion_sum and species_count are there.
#include "exact.glsl"
#include "cell.glsl"
#include "statistics.glsl"
#include "statistics_words.glsl"
#include "reduce.glsl"

struct motion_sums {
    uint living;
    uint fastest;
    uvec2 speeds;
    uvec2 squares_low;
    uvec2 squares_high;
    uvec2 momentum_x;
    uvec2 momentum_y;
    uvec2 momentum_z;
};

motion_sums motion_none()
{
    uvec2 zero = uvec2(0u);
    return motion_sums(0u, 0u, zero, zero, zero, zero, zero, zero);
}

// -1 has all bits of both words set.
uvec2 wide_of_int(int value)
{
    return uvec2(uint(value), value < 0 ? 0xffffffffu : 0u);
}

uvec2 square_of(int value)
{
    uint size = uint(value < 0 ? -value : value);
    return wide_product(size, size);
}

motion_sums motion_add(motion_sums s, int x, int y, int z)
{
    uint speed = statistics_speed(x, y, z);
    s.living++;
    s.fastest = max(s.fastest, speed);
    s.speeds = wide_add(s.speeds, uvec2(speed, 0u));
    uvec2 square = wide_add(wide_add(square_of(x), square_of(y)), square_of(z));
    s.squares_low = wide_add(s.squares_low, uvec2(square.x, 0u));
    s.squares_high = wide_add(s.squares_high, uvec2(square.y, 0u));
    s.momentum_x = wide_add(s.momentum_x, wide_of_int(x));
    s.momentum_y = wide_add(s.momentum_y, wide_of_int(y));
    s.momentum_z = wide_add(s.momentum_z, wide_of_int(z));
    return s;
}

void motion_count(uint x, uint y, uint z, uint species)
{
    statistics_grid grid = statistics_grid(
        constants.world_low, constants.world_span, constants.world_shift,
        constants.world_fraction, constants.statistics_cells_x,
        constants.statistics_cells_y, constants.statistics_cells_z);
    uint cell = statistics_cell(grid, x, y, z);
    atomicAdd(species_count[cell * SPECIES_COUNT + species], 1u);
}

void motion_write_wide(uint at, uvec2 mine)
{
    uvec2 sum = group_sum(mine);
    if (gl_LocalInvocationIndex == 0u) {
        motion_sum[at] = sum.x;
        motion_sum[at + 1u] = sum.y;
    }
}

// All threads of the group call it.
void motion_write(uint part, motion_sums s)
{
    uint at = part * MOTION_SIZE;
    uint living = group_sum(uvec2(s.living, 0u)).x;
    uint fastest = group_max(s.fastest);
    if (gl_LocalInvocationIndex == 0u) {
        motion_sum[at + MOTION_LIVING] = living;
        motion_sum[at + MOTION_FASTEST] = fastest;
    }
    motion_write_wide(at + MOTION_SPEEDS, s.speeds);
    motion_write_wide(at + MOTION_SQUARES, s.squares_low);
    motion_write_wide(at + MOTION_SQUARES_HIGH, s.squares_high);
    motion_write_wide(at + MOTION_MOMENTUM, s.momentum_x);
    motion_write_wide(at + MOTION_MOMENTUM + 2u, s.momentum_y);
    motion_write_wide(at + MOTION_MOMENTUM + 4u, s.momentum_z);
}

uint part_count()
{
    return (constants.particle_count + ROWS_PER_PART - 1u) / ROWS_PER_PART;
}
