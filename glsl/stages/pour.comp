// SPDX-License-Identifier: MIT
// Gives birth to what faucets pour in this sub-step: behind those that live, in the order
// of the batches, each where it has come to by the sub-step's end.
#include "population.glsl"
#include "pouring.glsl"
#include "pour.glsl"

// The row of the batch that holds the j-th birth.
uint find_batch(uint j)
{
    uint row = POURING_BATCHES;
    for (uint k = 1u; k < pouring[0].x; k++) {
        uint next = row + POURING_BATCH_ROWS;
        if (j < pouring[next].y) {
            break;
        }
        row = next;
    }
    return row;
}

uint axis_of(uint row, int axis, uint slot, uint index, uint word)
{
    real along = uintBitsToFloat(pouring[row + 3u][axis]);
    real miss = uintBitsToFloat(pouring[row + 5u][axis]);
    real rest = pour_rest(index, uintBitsToFloat(pouring[row + 1u].z),
                          uintBitsToFloat(pouring[row + 1u].w));
    uint place = pouring[row + 2u][axis] + mouth[slot][axis];
    return pour_inside(pour_coordinate(place, along, rest, miss, word), constants.wraps,
                       constants.edge_low, constants.edge_span);
}

void main()
{
    uint j = thread_index();
    uint births = population[POPULATION_BIRTHS];
    if (j >= min(births, slice_end)) {
        return;
    }
    uint place = population[POPULATION_ROWS] - births + j;
    uint row = find_batch(j);
    uint index = j - pouring[row].y;
    uint slot = pouring[row].z + (pouring[row + 1u].x + index) % pouring[row].w;
    uint id = pouring[0].z + j;
    philox_words chance = pour_chance(id, constants.seed_low, constants.seed_high);
    uint x = axis_of(row, 0, slot, index, chance.a);
    uint y = axis_of(row, 1, slot, index, chance.b);
    identity[place] = uvec2(id, pouring[row + 1u].y);
    position[place] = AXES(x, y, axis_of(row, 2, slot, index, chance.c));
    uvec4 speed = pouring[row + 4u];
    velocity[place] = AXES(speed.x, speed.y, speed.z);
    begin_fields(place);
}
