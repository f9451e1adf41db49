// SPDX-License-Identifier: MIT
// The one reduction: each thread of a work group gathers what it can by itself, then a tree
// in shared memory joins the threads in log2(GROUP_SIZE) turns, and the group writes one
// partial result; few enough of these remain for the CPU. GLSL only.
//
//     thread   0   1   2   3   4   5   6   7
//     turn 4   +---------------'                 0 takes 4, 1 takes 5, 2 takes 6, 3 takes 7
//     turn 2   +-------'                         0 takes 2, 1 takes 3
//     turn 1   +---'                             0 takes 1
//
// A sum is an integer of 64 bits in two words, the lower first, so its order does not
// matter and it is exact as long as the caller's bound keeps it below 2^64. GROUP_SIZE is a
// power of two. All threads of the group call these, and all get the result.

shared uint reduce_low[GROUP_SIZE];
shared uint reduce_high[GROUP_SIZE];

void reduce_wait()
{
    memoryBarrierShared();
    barrier();
}

uvec2 wide_add(uvec2 a, uvec2 b)
{
    uint carry;
    uint low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}

// The whole product of two uints.
uvec2 wide_product(uint a, uint b)
{
    uint high;
    uint low;
    umulExtended(a, b, high, low);
    return uvec2(low, high);
}

uvec2 group_sum(uvec2 mine)
{
    uint t = gl_LocalInvocationIndex;
    reduce_low[t] = mine.x;
    reduce_high[t] = mine.y;
    reduce_wait();
    for (uint reach = GROUP_SIZE / 2u; reach > 0u; reach /= 2u) {
        if (t < reach) {
            uvec2 theirs = uvec2(reduce_low[t + reach], reduce_high[t + reach]);
            uvec2 sum = wide_add(uvec2(reduce_low[t], reduce_high[t]), theirs);
            reduce_low[t] = sum.x;
            reduce_high[t] = sum.y;
        }
        reduce_wait();
    }
    uvec2 result = uvec2(reduce_low[0], reduce_high[0]);
    reduce_wait(); // before the next reduction writes
    return result;
}

uint group_max(uint mine)
{
    uint t = gl_LocalInvocationIndex;
    reduce_low[t] = mine;
    reduce_wait();
    for (uint reach = GROUP_SIZE / 2u; reach > 0u; reach /= 2u) {
        if (t < reach) {
            reduce_low[t] = max(reduce_low[t], reduce_low[t + reach]);
        }
        reduce_wait();
    }
    uint result = reduce_low[0];
    reduce_wait();
    return result;
}

uint group_min(uint mine)
{
    return ~group_max(~mine);
}
