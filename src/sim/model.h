// SPDX-License-Identifier: MIT
// A model: its parameters, the fields of its particles, and its pair passes, as its .def
// declares them. The registry is made by the build from the files in glsl/models.
//
// To add a model: write glsl/models/NAME.def and glsl/models/NAME.glsl, and nothing else
// but write the schema anew: `mote scene schema > assets/scene.schema.json`. The build
// refuses a .def that lacks a row which it needs: with pairs, MODEL, a RADIUS or
// PAIR_RADIUS, and a PASS with a SUM. Then see whether it comes out the same everywhere:
//
//   .ci/precise.sh build NAME         names the line of each operation on floats that
//                                     compilers may do in their own ways; also a test
//   mote compare --set model=NAME     GPU against CPU; where they differ, --probe
//                                     PASS:ID shows the law's values, with their lines
//
// The rows of a .def, each on a line of its own:
//
//   MODEL(name, meaning)      NAME, of a to z, 0 to 9 and _, as the names of PASSes are
//   MORTAL(field)             particles die: one whose REAL field is <= 0 is dead, and
//                             `reorder` leaves it behind; the population lives in a
//                             GPU buffer
//   EMITS(list)               particles are born and die: the items of this LIST are the
//                             emitters that give birth to them. It has the keys that
//                             model_check.c lists, and there are a LIST `forces`, whose
//                             items have a `speed`, and a PARAMETER `prewarm`. There are
//                             no pairs then: no PASS, no radius, no species
//   POURS(list, density)      the items of this LIST are faucets: they give birth to
//                             particles while the simulation runs. Its rows are
//                             glsl/lib/faucets.def, included behind the LIST row, of 16
//                             items at most. `density`: particles per world unit to the
//                             power of `dimension` in what rests, as dense as a jet is by
//                             default. A scene's `particles` is then how many may live at
//                             once, `start.count` how many are there at first. With
//                             PASSes only, and three FIELDs at most
//   DRAINS(list)              who is inside an item of this LIST dies. Its rows are
//                             glsl/lib/drains.def, likewise
//   SOLIDS(list)              the items of this LIST are solid: a run tells who starts
//                             inside. Its rows are glsl/lib/colliders.def, included
//                             behind the LIST row, and the law includes collider.glsl
//   SCENE_DEFAULT(section, name, value)   what a scene's key (scene_keys.def) is by
//                             default where the model is at work: C in double, of `scene`
//                             and `axis`, as in a COMPUTED row; of a CHOICE the option's
//                             value
//   PARAMETER(name, default, lowest, highest, unit, meaning)         a number, model.name
//   PARAMETER_POINT(name, x, y, z, lowest, highest, unit, meaning)   one a dimension
//   PARAMETER_CHOICE(name, default, meaning)      one of its options, right behind it:
//   PARAMETER_OPTION(name, word, CONSTANT, meaning)
//                             CONSTANT: a name for its number, which counts from 0; the
//                             default, expressions and the law have it
//   PARAMETER_CHECK(name, condition, message)     must hold; the message is about this
//                             parameter
//   PAIR_PARAMETER(name, default, lowest, highest, rules, unit, meaning)
//                             a species x species matrix (row: who feels), or one number
//                             for all pairs. `rules`: PLAIN; or RULED: may also be
//                             made by a rule, and by default is: by "random", scaled by
//                             the default
//   PAIR_CHECK(condition, message)        must hold for every pair
//   PAIR_RADIUS(parameter)                the interaction radius, in world units, is the
//                                         largest entry of this PAIR_PARAMETER
//   RADIUS(expression)                    ... or this, where it is no matrix
//   STABLE_TIME(expression)               the longest time in s that the law stands to be
//                             advanced at once; without it, any. A scene's dt that is
//                             longer is cut into equal sub-steps, each of which runs the
//                             whole schedule of a step (unless `substeps` says how many).
//                             Not with EMITS
//   TOP_SPEED(expression)     nothing starts faster, in world units a second: a longer
//                             velocity of the start is shortened to this. For laws that
//                             let nothing be faster, and add up velocities
//   CONSTANT(name, value, meaning)        computed once, on the CPU: float
//   COLUMN(name, value, meaning)          computed once for each pair: float
//   FIELD(name, shape, start, meaning)    one more value per particle: travels with it
//   TALLY(field, what)        this REAL field counts how often the law had to hold a
//                             particle back; who runs a scene is told of all together,
//                             in these words
//   SCRATCH(name, shape, meaning)         a value that one pass finds of a particle and a
//                                         later one reads, forgotten after the step; all
//                                         together four components in 3-D
//   PASS(name)                            a sum over neighbours; passes run in order
//   GATHER(pass, field, shape)            what the law reads of self and other: velocity,
//                                         species, id, a FIELD or a SCRATCH
//   PREPARE(pass)             self is first prepared for the pairs of the pass, once
//   SUM(pass, name, shape, bits, meaning) what it adds up: |term| <= 1, times 2^bits, 8
//                                         to 20 (the fewer, the longer it fits an int)
//   UPDATE(pass, field, shape)            what the pass changes of a particle at its end
//
// Shapes: REAL one float, VECTOR one a dimension, NATURAL a uint (species, id; GATHER
// only). Expressions are C in double: `parameter(x)` (the number of a CHOICE),
// `parameter_axis(x, k)` (k 0 to 2), `dimension`, `world_size(k)` (in world units),
// `start_density` (particles per world unit to the power of `dimension`, at the start; if
// there are none, of all that may live, as if they stood there), `largest_pair(x)` (of
// the sizes of a PAIR_PARAMETER's entries), `larger(a, b)`, `smaller(a, b)`; but in
// RADIUS, `radius`; but in RADIUS and STABLE_TIME, `dt`, that of a sub-step; in PAIR rows
// and COLUMN, `pair(x)`. CONSTANT and COLUMN are then rounded to float. A law that asks
// for a CHOICE has it as a CONSTANT.
//
// Lists: arrays of objects, model.list[i].name. An item's keys stand behind their LIST:
//
//   LIST(list, item, most, fallback, meaning)
//                             at most so many; `item` is what people call one; fallback:
//                             JSON, the list of a scene that says nothing of it
//   ITEM_NUMBER(list, name, default, lowest, highest, unit, meaning)
//   ITEM_WHOLE(list, name, default, lowest, highest, meaning)         a whole number
//   ITEM_RANGE(list, name, low, high, lowest, highest, unit, meaning)
//                             [low, high], or one number for both
//   ITEM_POINT(list, name, x, y, z, lowest, highest, unit, meaning)  one a dimension
//   ITEM_PLACE(list, name, meaning)       a POINT that by default is the world's middle
//   ITEM_CHOICE(list, name, default, meaning)     one of its options, right behind it:
//   ITEM_OPTION(list, name, word, CONSTANT, meaning)      as a PARAMETER_OPTION
//   ITEM_TEXT(list, name, meaning)        by default ""
//   ITEM_LINK(list, name, target, meaning)
//                             the `name` (a TEXT) of an item of the list `target`, or ""
//   ITEM_CURVE(list, name, default, lowest, highest, meaning)
//                             a number over a life: one, several evenly spaced, or
//                             [[part of the life, number], ...]
//   ITEM_GRADIENT(list, name, default, meaning)
//                             a colour, likewise; the default is JSON
//   ITEM_TABLE(list, name, most, meaning)         at most so many rows of these numbers:
//   ITEM_FIELD(list, name, field, lowest, highest, unit)
//   ITEM_FIELD_POINT(list, name, field, lowest, highest, unit)       one a dimension
//   ITEM_FIELD_EXTRA(list, name, field, default, lowest, highest, unit)
//                             may be left out, together with those behind it
//   ITEM_CHECK(list, name, condition, message)    must hold for every item; the message
//                             is about this key of it
//   ITEM_NEEDS(list, name, condition, what)       the key does nothing unless this
//                             holds, which `what` says: who gives it all the same is told
//
// A list `colliders` is drawn in 2-D. Its rows begin with glsl/lib/colliders.def,
// included behind the LIST row, of 16 items at most.
//
// What a law reads of an item, computed once, on the CPU, and rounded to float:
//
//   LIST_COLUMN(list, name, value, meaning)
//   LIST_SAMPLES(list, name, count, value, meaning)       so many, for k = 0, 1, ...
//
// Their expressions have all these but `radius` and those of pairs, `unit_axis(x, y, z,
// k)` and `side_axis(x, y, z, k)` (of the unit vector along x, y, z, and of one at right
// angles to it), and of the item
//   item(x)                   a NUMBER or WHOLE; the number of a CHOICE; of a LINK the
//                             index of the item it names, or -1
//   item_low(x), item_high(x)             a RANGE
//   item_axis(x, k)                       a POINT or PLACE
//   item_place(x, k)                      a PLACE, from the middle of the world
//   item_curve(x, t)                      a CURVE at a part of the life, 0 to 1
//   item_squared(x)                       the squared length of a POINT
//   item_has(x)                           whether a TEXT is not empty
//   item_rows(x)                          how many a TABLE has
//   item_gradient(x, channel, t)          a GRADIENT: 0 to 2 red, green and blue in
//                                         linear light, 3 alpha; all from 0 to 1
// Only + - * / and sqrt() in double and the functions of glsl/lib/exact.glsl may be used:
// others come out differently on other machines.
//
// In NAME.glsl each pass P has functions, one text for GLSL and C (src/core/lanes.h). Of
// floats there are only + - * (multiply by exact_reciprocal to divide), and what they
// give goes into a `real` local first, as in `real x = a * b + c;`, before it is
// returned, compared, passed to a function or stored in a member: not `return a * b;`,
// not f(a * b). In place of branches on floats there are choose(mask, a, b), both and
// either; a number that is passed to a function is real_splat(1.0f). Functions begin with
// `pure`, one's own, too, and return a `real_value`, where they take a `real`.
//
//   NAME_P_sums   NAME_P(law_context c, NAME_particle self, NAME_particle other,
//                        separation s)
//                 the terms of one pair. s.offset: from self to other, in interaction
//                 radii; s.squared: its squared length. Candidates farther than 1 come
//                 too and must give 0; self comes too, at distance 0.
//   NAME_particle NAME_P_prepare(law_context c, NAME_particle self)
//                 only of a pass with a PREPARE: what self is to the function above, in
//                 which all of self is as it says. What does not depend on the other is
//                 computed here, not for each pair. It sees what the pass GATHERs.
//   NAME_particle NAME_P_update(law_context c, NAME_particle self, NAME_P_sums sum)
//                 the particle after the pass; sums are whole numbers, in units of
//                 2^-bits, to be multiplied by that. The last pass's velocity then moves
//                 the particle.
//
//   NAME_particle has id, species, velocity and each FIELD and SCRATCH. NAME_P and
//   NAME_P_prepare see what the pass GATHERs of them, NAME_P_update also what the pass
//   UPDATEs, velocity and all SCRATCHes; the rest is 0 (so chance, which goes by the id,
//   needs a GATHER of it, and columns need one of the species). What an update changes of
//   what the pass does not UPDATE is lost.
//
//   NAME_P_sums has each SUM of the pass. A REAL is a real, a VECTOR a vector, for which
//   glsl/lib/vector.glsl has functions that serve 2-D and 3-D. constant_X(c) and
//   column_X(c, other.species) read CONSTANT and COLUMN rows; an update has no other, and
//   so no columns. constant_X_whole(c) is a whole number as a uint: `if` may ask for it,
//   as it is the same for all particles.
//
//   glsl/lib/law.glsl has the rest: where the particle is, chance, the core's constants;
//   glsl/lib/exact.glsl the functions that come out the same everywhere.

#ifndef MOTE_SIM_MODEL_H
#define MOTE_SIM_MODEL_H

#include "table.h"

struct mote_scene;

typedef enum field_shape { SHAPE_REAL, SHAPE_VECTOR, SHAPE_NATURAL } field_shape;
typedef enum pair_rules { PAIR_PLAIN, PAIR_RULED } pair_rules;

typedef enum parameter_kind {
    PARAMETER_NUMBER,
    PARAMETER_POINT,
    PARAMETER_CHOICE,
} parameter_kind;

// Its numbers stand in an array of all parameters' from `first` on.
typedef struct parameter_row {
    parameter_kind kind;
    const char *name;
    double fallback[3]; // the default: one number, or one for each axis
    double lowest, highest;
    int first;
    const char *unit, *meaning;
} parameter_row;

typedef struct pair_parameter_row {
    const char *name;
    double fallback, lowest, highest;
    pair_rules rules;
    const char *unit, *meaning;
} pair_parameter_row;

typedef struct field_row {
    const char *name;
    field_shape shape;
    double start; // its value in a new particle
    const char *meaning;
} field_row;

// A field that a pass gathers or updates; names a core buffer's part or a FIELD.
typedef struct pass_field_row {
    const char *pass, *name;
    field_shape shape;
} pass_field_row;

typedef struct sum_row {
    const char *pass, *name;
    field_shape shape;
    int bits;
    const char *meaning;
} sum_row;

// A value of a particle that lives within a step; component `first` of the buffer
// scratch.
typedef struct scratch_row {
    const char *name;
    field_shape shape;
    const char *meaning;
} scratch_row;

typedef struct named_row {
    const char *name, *meaning;
} named_row;

typedef enum item_kind {
    ITEM_NUMBER,
    ITEM_WHOLE,
    ITEM_RANGE,
    ITEM_POINT,
    ITEM_PLACE,
    ITEM_CHOICE,
    ITEM_TEXT,
    ITEM_LINK,
    ITEM_CURVE,
    ITEM_GRADIENT,
    ITEM_TABLE,
    ITEM_KIND_COUNT,
} item_kind;

typedef struct list_row {
    const char *name, *item;
    int most;
    const char *fallback;     // JSON
    int first_key, key_count; // of item_keys
    int column_count;         // floats of an item: a LIST_SAMPLES is several
    const char *meaning;
} list_row;

// A key of the items of a list.
typedef struct item_key_row {
    item_kind kind;
    const char *list, *name;
    double fallback[3]; // the default: of a RANGE two numbers, of a POINT three
    const char *text;   // GRADIENT: the default as JSON; LINK: the list it points into
    double lowest, highest;
    int most; // TABLE: rows
    const char *unit, *meaning;
} item_key_row;

// A CHOICE: a key of the items of a list, or, where the list is "", a parameter.
typedef struct model_choice {
    const char *list, *key;
} model_choice;

typedef struct model_option_row {
    model_choice choice;
    const char *word, *constant;
    int value;
    const char *meaning;
} model_option_row;

typedef struct item_need_row {
    const char *list, *key, *what;
} item_need_row;

// Floats of an item: one, or so many samples.
typedef struct list_column_row {
    const char *list, *name;
    int first, count; // among the floats of an item
    const char *meaning;
} list_column_row;

typedef struct item_field_row {
    const char *list, *key, *name;
    bool is_point, is_extra;
    double fallback, lowest, highest;
    const char *unit;
} item_field_row;

// What an item says for a key.
typedef struct item_value {
    double number[3]; // of a RANGE low and high, of a POINT x, y and z; see item(x) above
    char *text;       // TEXT, LINK; owned
    // CURVE: part of the life, number; GRADIENT: part of the life, red, green, blue,
    // alpha as sRGB from 0 to 255; TABLE: its fields, a POINT always as three. Owned.
    double *rows;
    int row_count, row_width;
    bool is_given; // else it is the default
} item_value;

// Numbers that expressions see, and what follows from the first of them.
typedef struct model_numbers {
    const double *parameters;   // from each row's `first` on
    const double *const *pairs; // by row, species_count x species_count, row-major
    int species_count;
    double size[3]; // of the world
    int dimension;
    double start_density; // particles per world unit^dimension, at the start
    double radius;        // the interaction radius
    double stable_time;   // s that the law stands to be advanced at once; INFINITY: any
    int substeps;         // of a step
    double dt;            // s that a sub-step advances
} model_numbers;

#define MODEL_PARAMETER_MAX 32
#define MODEL_PAIR_MAX      8
#define MODEL_COLUMN_MAX    8
#define MODEL_PASS_MAX      4
#define MODEL_SCRATCH_MAX   4  // components: what stands in one vector of GLSL
#define MODEL_SUM_MAX       16 // components of a pass's sums
#define MODEL_GATHERED_MAX  32 // words that a pass gathers of a particle, its position too
#define MODEL_LIST_MAX      4
#define MODEL_ITEM_KEY_MAX  64  // of one list
#define LIST_COLUMN_MAX     256 // of one list

// Where the columns of a list stand in a plan's table: column c of item i is float
// first + c * count + i.
typedef struct plan_list {
    uint32_t first, count;
} plan_list;

// All rows of one .def. Arrays are never NULL; counts say how long they are.
typedef struct model {
    const char *name, *meaning;
    const char *mortal; // the field that says who lives, or NULL
    const char *emits;  // the list of emitters, or NULL
    const char *tally;  // the field that counts, or NULL; and what it counts
    const char *tally_meaning;
    const char *pours;  // the list of faucets, or NULL
    const char *drains; // the list of drains, or NULL
    const char *solids; // the list of what is solid, or NULL
    const parameter_row *parameters;
    int parameter_count;
    const model_option_row *options; // of all choices
    int option_count;
    const pair_parameter_row *pairs;
    int pair_count;
    const named_row *constants;
    int constant_count;
    const named_row *columns;
    int column_count;
    const field_row *fields;
    int field_count;
    const scratch_row *scratches;
    int scratch_count;
    const char *const *passes;
    int pass_count;
    const pass_field_row *gathers;
    int gather_count;
    const char *const *prepares; // passes
    int prepare_count;
    const pass_field_row *updates;
    int update_count;
    const sum_row *sums;
    int sum_count;
    const list_row *lists;
    int list_count;
    const item_key_row *item_keys;
    int item_key_count;
    const item_need_row *item_needs;
    int item_need_count;
    const item_field_row *item_fields;
    int item_field_count;
    const list_column_row *list_columns;
    int list_column_count;
    // Whether a scene's key has a default of this model's, and which.
    bool (*scene_default)(const struct mote_scene *scene, int key, int axis,
                          double *value);
    // The interaction radius, in world units.
    double (*radius)(const model_numbers *numbers);
    // Of STABLE_TIME; INFINITY where there is none.
    double (*stable_time)(const model_numbers *numbers);
    // Of POURS: particles per world unit^dimension of what rests.
    double (*rest_density)(const model_numbers *numbers);
    // Of TOP_SPEED; INFINITY where there is none.
    double (*top_speed)(const model_numbers *numbers);
    // Fills constant_count floats.
    void (*constants_of)(const model_numbers *numbers, float *constants);
    // Fills column_count floats of the pair (self, other).
    void (*columns_of)(const model_numbers *numbers, int self, int other, float *columns);
    // Fills column_count floats of an item of a list; `values`: by key.
    void (*list_columns_of)(const model_numbers *numbers, int list,
                            const item_value *values, float *columns);
    // NULL, or the message of the first PARAMETER_CHECK that does not hold, and its row.
    const char *(*check_parameter)(const model_numbers *numbers, int *parameter);
    // NULL, or the message of the first ITEM_CHECK that does not hold, and its key.
    const char *(*check_item)(const model_numbers *numbers, int list,
                              const item_value *values, int *key);
    // NULL, or what a key of an item needs by an ITEM_NEEDS that does not hold.
    const char *(*need_of_item)(const model_numbers *numbers, int list,
                                const item_value *values, int key);
    // Of SOLIDS: how far inside of an item a place is, world units from the world's
    // middle; at most 0: it is not. `items`, `lists`: of a plan. NULL: there are none.
    float (*solid_depth)(const float *items, const plan_list *lists, uint32_t item,
                         int dimension, const float place[3]);
    // NULL, or the message of the first PAIR_CHECK that does not hold.
    const char *(*check_pair)(const model_numbers *numbers, int self, int other);
} model;

// All models of this build, NULL at the end.
extern const model *const models[];

const model *model_find(const char *name);
// The row of a list by name, or -1.
int model_find_list(const model *model, const char *name);
// Where a parameter's first number stands, or -1.
int model_find_parameter(const model *model, const char *name);
// Where among an item's values a key of the list stands, or -1.
int model_find_key(const model *model, int list, const char *name);
// The option of a choice behind another one, or the first behind NULL; NULL at the end.
const model_option_row *model_next_option(const model *model, model_choice choice,
                                          const model_option_row *behind);
// NULL, or the name of a key or parameter that EMITS, POURS or DRAINS asks for and that
// is not there, or of another kind. Tests ask this of all models, so nobody else need.
const char *model_lacks(const model *model);

#endif
