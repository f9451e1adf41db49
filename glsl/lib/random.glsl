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
#define RANDOM_POUR      9u // id
#define RANDOM_PLACED    10u // id, draw: of particles placed in the middle of a run
#define RANDOM_LAW       8u // id, step (two words); the draw stands in higher bits: law.glsl

structure(philox_words) {
    natural_value a;
    natural_value b;
    natural_value c;
    natural_value d;
};

// One of the ten rounds.
pure philox_words philox_round(philox_words w, uint key_a, uint key_b)
{
    philox_words next;
    natural_product first = natural_multiply(w.a, 0xd2511f53u);
    natural_product second = natural_multiply(w.c, 0xcd9e8d57u);
    next.a = second.high ^ w.b ^ key_a;
    next.b = second.low;
    next.c = first.high ^ w.d ^ key_b;
    next.d = first.low;
    return next;
}

// What the words of the key grow by from round to round.
#define PHILOX_STEP_A 0x9e3779b9u
#define PHILOX_STEP_B 0xbb67ae85u

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
        w = philox_round(w, k_a, k_b);
        k_a += PHILOX_STEP_A;
        k_b += PHILOX_STEP_B;
    }
    return w;
}
