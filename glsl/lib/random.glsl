// SPDX-License-Identifier: MIT
// Counted randomness: a number is a pure function of a key and a counter, so it does not
// matter who asks first. Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random
// numbers: as easy as 1, 2, 3" (SC 2011). One text for GLSL and C.

// What a number is drawn for: the last counter. The key is the scene's seed.
#define RANDOM_MATRIX    1u // other counters: self, other, row of the pair parameter
#define RANDOM_PLACE     2u // id, draw
#define RANDOM_DIRECTION 3u // id, draw
#define RANDOM_SPECIES   4u // round of a permutation of ids
#define RANDOM_BIRTH     5u // birth number (two words), draw
#define RANDOM_PATH      6u // number of four paths (two words), draw
#define RANDOM_SOBOL     7u // dimension: of the shift of its points

structure(philox_words) {
    natural_value a;
    natural_value b;
    natural_value c;
    natural_value d;
};

pure philox_words philox(natural counter_a, natural counter_b, natural counter_c,
                         natural counter_d, uint key_a, uint key_b)
{
    philox_words w;
    w.a = counter_a;
    w.b = counter_b;
    w.c = counter_c;
    w.d = counter_d;
    uint k_a = key_a;
    uint k_b = key_b;
    for (int turn = 0; turn < 10; turn++) {
        natural_product first = natural_multiply(w.a, 0xd2511f53u);
        natural_product second = natural_multiply(w.c, 0xcd9e8d57u);
        w.a = second.high ^ w.b ^ k_a;
        w.b = second.low;
        w.c = first.high ^ w.d ^ k_b;
        w.d = first.low;
        k_a += 0x9e3779b9u;
        k_b += 0xbb67ae85u;
    }
    return w;
}
