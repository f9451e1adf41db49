// SPDX-License-Identifier: MIT
// The exclusive prefix sum over a work group: Hillis and Steele's doubling steps between
// two halves of shared memory, so that each step takes one barrier. GLSL only.

shared uint scan_values[2u * GROUP_SIZE];
shared uint scan_last;

// The sum of `value` over the threads before this one. All threads of a group call it.
uint scan_group(uint value)
{
    uint t = gl_LocalInvocationIndex;
    uint here = 0u;
    uint sum = value;
    // Threads that still read scan_last of an earlier scan are waited for.
    memoryBarrierShared();
    barrier();
    scan_values[t] = sum;
    memoryBarrierShared();
    barrier();
    for (uint reach = 1u; reach < GROUP_SIZE; reach *= 2u) {
        if (t >= reach) {
            sum += scan_values[here + t - reach];
        }
        here = GROUP_SIZE - here;
        scan_values[here + t] = sum;
        memoryBarrierShared();
        barrier();
    }
    if (t == GROUP_SIZE - 1u) {
        scan_last = sum;
    }
    memoryBarrierShared();
    barrier();
    return sum - value;
}

// The sum over the whole group, after scan_group.
uint scan_total()
{
    return scan_last;
}
