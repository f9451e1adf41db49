// SPDX-License-Identifier: MIT
// Counted randomness: a number is a pure function of a key and a counter, so it does not
// matter who asks first. Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random
// numbers: as easy as 1, 2, 3" (SC 2011). One text for GLSL and C; scalar.

structure(philox_words) {
    uint a;
    uint b;
    uint c;
    uint d;
};

pure philox_words philox(uint counter_a, uint counter_b, uint counter_c, uint counter_d,
                    uint key_a, uint key_b)
{
    philox_words w;
    w.a = counter_a;
    w.b = counter_b;
    w.c = counter_c;
    w.d = counter_d;
    uint k_a = key_a;
    uint k_b = key_b;
    for (int turn = 0; turn < 10; turn++) {
        uint high_0 = multiply_high(0xd2511f53u, w.a);
        uint low_0 = 0xd2511f53u * w.a;
        uint high_1 = multiply_high(0xcd9e8d57u, w.c);
        uint low_1 = 0xcd9e8d57u * w.c;
        w.a = high_1 ^ w.b ^ k_a;
        w.b = low_1;
        w.c = high_0 ^ w.d ^ k_b;
        w.d = low_0;
        k_a += 0x9e3779b9u;
        k_b += 0xbb67ae85u;
    }
    return w;
}
