// SPDX-License-Identifier: MIT
// The rules of matrix_rule.h. To add one: add it to `matrix_rule` in scene.h, and its row
// and function here.

#include "matrix_rule.h"

#include "../core/lanes.h"

#include "random.glsl"

// What an entry is made from.
typedef struct entry {
    int self, other, count; // species
    uint64_t seed;
    int row; // of the model's pair parameters: each has numbers of its own
} entry;

// Uniform in [-1, 1), the same on every machine.
static double random_entry(const entry *e, int self, int other)
{
    philox_words words =
        philox((uint32_t)self, (uint32_t)other, (uint32_t)e->row, RANDOM_MATRIX,
               (uint32_t)e->seed, (uint32_t)(e->seed >> 32));
    return (double)(int32_t)words.a / 2147483648.0;
}

static double rule_random(const entry *e)
{
    return random_entry(e, e->self, e->other);
}

static double rule_symmetric(const entry *e)
{
    return e->self < e->other ? random_entry(e, e->self, e->other)
                              : random_entry(e, e->other, e->self);
}

static double rule_antisymmetric(const entry *e)
{
    if (e->self == e->other) {
        return 0.0;
    }
    return e->self < e->other ? random_entry(e, e->self, e->other)
                              : -random_entry(e, e->other, e->self);
}

// Species stand in a circle; how far it is onwards from self to other.
static int steps_onward(const entry *e)
{
    return (e->other - e->self + e->count) % e->count;
}

static double rule_chain(const entry *e)
{
    int steps = steps_onward(e);
    if (steps == 0) {
        return 1.0;
    }
    return steps == 1 || steps == e->count - 1 ? 0.2 : -1.0;
}

static double rule_snake(const entry *e)
{
    int steps = steps_onward(e);
    if (steps == 0) {
        return 1.0;
    }
    return steps == 1 ? 0.2 : 0.0;
}

static double rule_zero(const entry *e)
{
    (void)e;
    return 0.0;
}

const matrix_rule_row matrix_rules[RULE_COUNT] = {
    [RULE_NONE] = {NULL, "given number by number"},
    [RULE_RANDOM] = {"random", "each entry by chance, from -1 to 1"},
    [RULE_SYMMETRIC] = {"symmetric",
                        "by chance, but both species of a pair feel the same"},
    [RULE_ANTISYMMETRIC] = {"antisymmetric",
                            "by chance, but what one species of a pair feels is the "
                            "opposite of what the other feels; 0 for its own kind"},
    [RULE_CHAIN] = {"chain", "species stand in a circle: 1 for the own kind, 0.2 for the "
                             "next and the one before, -1 for all others"},
    [RULE_SNAKE] = {"snake", "species stand in a circle: 1 for the own kind, 0.2 for the "
                             "next, 0 for all others"},
    [RULE_ZERO] = {"zero", "0"},
};

static double (*const rule_entries[RULE_COUNT])(const entry *) = {
    [RULE_RANDOM] = rule_random,
    [RULE_SYMMETRIC] = rule_symmetric,
    [RULE_ANTISYMMETRIC] = rule_antisymmetric,
    [RULE_CHAIN] = rule_chain,
    [RULE_SNAKE] = rule_snake,
    [RULE_ZERO] = rule_zero,
};

void matrix_rule_fill(const mote_scene *scene, int row, matrix_rule rule, double scale)
{
    const pair_parameter_row *pair = &scene->model->pairs[row];
    int count = scene->species_count;
    for (int self = 0; self < count; self++) {
        for (int other = 0; other < count; other++) {
            entry e = {self, other, count, scene->seed, row};
            double value = rule_entries[rule](&e) * scale + 0.0; // -0 becomes 0
            value = value < pair->lowest ? pair->lowest : value;
            value = value > pair->highest ? pair->highest : value;
            scene->pairs[row][self * count + other] = value;
        }
    }
}
