// SPDX-License-Identifier: MIT
// The births that the CPU has scheduled, by their ordinal in the step. GLSL only.

// The row of the batch that holds the j-th birth.
uint find_batch(uint j)
{
    uint row = EMISSION_BATCHES;
    for (uint k = 1u; k < emission[0].x; k++) {
        uint next = row + EMISSION_BATCH_ROWS;
        if (j < emission[next].z) {
            break;
        }
        row = next;
    }
    return row;
}

emitter_scheduled scheduled_birth(law_context c, uint j)
{
    uint row = find_batch(j);
    uvec4 batch = emission[row];
    uvec4 start = emission[row + 1u];
    uvec4 shift = emission[row + 2u];
    uvec4 velocity = emission[row + 3u];
    emitter_scheduled birth;
    birth.emitter = batch.x;
    birth.index = j - batch.z;
    birth.x = start.x;
    birth.y = start.y;
    birth.z = start.z;
    birth.first_time = uintBitsToFloat(start.w);
    birth.shift = vector_of(uintBitsToFloat(shift.x), uintBitsToFloat(shift.y), uintBitsToFloat(shift.z));
    birth.time_step = uintBitsToFloat(shift.w);
    birth.velocity =
        vector_of(uintBitsToFloat(velocity.x), uintBitsToFloat(velocity.y), uintBitsToFloat(velocity.z));
    birth.key = emitter_key_after(c, population[POPULATION_FIRST], population[POPULATION_FIRST + 1u],
                                  j, batch.x);
    return birth;
}
