// SPDX-License-Identifier: MIT
// Philox4x32-10 against the known answers that are published with Random123 (Salmon,
// Moraes, Dror, Shaw, SC 2011; its file kat_vectors).

#include "core/lanes.h"

#include "random.glsl"

#include "support.h"

typedef struct known_answer {
    uint32_t counter[4], key[2], answer[4];
} known_answer;

static const known_answer known_answers[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

static void philox_gives_the_published_answers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known_answers / sizeof *known_answers; i++) {
        const known_answer *k = &known_answers[i];
        philox_words w = philox(k->counter[0], k->counter[1], k->counter[2],
                                k->counter[3], k->key[0], k->key[1]);
        assert_int_equal(w.a, k->answer[0]);
        assert_int_equal(w.b, k->answer[1]);
        assert_int_equal(w.c, k->answer[2]);
        assert_int_equal(w.d, k->answer[3]);
    }
}

// Half of all output bits change with any bit of counter or key; 10 rounds make it so.
static void any_bit_of_counter_or_key_changes_half_of_the_answer(void **state)
{
    (void)state;
    for (int bit = 0; bit < 192; bit++) {
        uint32_t changed = 0;
        for (uint32_t sample = 0; sample < 200; sample++) {
            uint32_t in[6] = {sample, 0, 7, 0, 1, 0};
            philox_words a = philox(in[0], in[1], in[2], in[3], in[4], in[5]);
            in[bit / 32] ^= UINT32_C(1) << bit % 32;
            philox_words b = philox(in[0], in[1], in[2], in[3], in[4], in[5]);
            const uint32_t difference[4] = {a.a ^ b.a, a.b ^ b.b, a.c ^ b.c, a.d ^ b.d};
            for (int i = 0; i < 128; i++) {
                changed += difference[i / 32] >> i % 32 & 1;
            }
        }
        // 12,800 of 25,600 expected, with a standard deviation of 80.
        assert_in_range(changed, 12800 - 480, 12800 + 480);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_gives_the_published_answers),
        cmocka_unit_test(any_bit_of_counter_or_key_changes_half_of_the_answer),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
