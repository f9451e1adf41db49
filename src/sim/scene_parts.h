// SPDX-License-Identifier: MIT
// What the scene_*.c files share, and nobody else needs.

#ifndef MOTE_SIM_SCENE_PARTS_H
#define MOTE_SIM_SCENE_PARTS_H

#include "matrix_rule.h"
#include "scene_keys.h"

#include "../core/suggest.h"
#include "../core/text.h"

#include <jansson.h>

// One reading of a document into a scene.
typedef struct scene_reader {
    mote_scene *scene;
    const json_t *root;
    const char *changed; // the key that mote_scene_set has just changed, or NULL
} scene_reader;

// Where a scene says nothing.
#define DEFAULT_MODEL   "life"
#define DEFAULT_SEED    1
#define DEFAULT_SPECIES 6

// ---- scene.c ----

// Makes a scene of a document, which is checked as a whole. `file` and `text` are where
// it came from; `changed` as in scene_reader.
mote_status scene_from_document(const char *file, const char *text, json_t *document,
                                const char *changed, mote_scene **scene);

// ---- scene_read.c ----

mote_status scene_read(const scene_reader *reader);
// The pair parameters of the model; scene_pairs.c.
mote_status scene_read_pairs(const scene_reader *reader);
// Checks the pairs against each other and the interaction radius against the world.
mote_status scene_check_pairs(const scene_reader *reader);
// The lists of the model, with every item's default; scene_lists.c.
mote_status scene_read_lists(const scene_reader *reader);
void scene_free_lists(mote_scene *scene);
// Checks what emitters say row by row, and what they ask for together;
// scene_emission.c.
mote_status scene_check_emission(const scene_reader *reader);
// Whether the document has faucets; how many particles are there at first, once it is
// known how many may live; checks what faucets ask for; scene_pour.c.
bool scene_will_pour(const scene_reader *reader);
mote_status scene_count_start(const scene_reader *reader);
mote_status scene_check_pouring(const scene_reader *reader);
// Refuses a start that leaves the world; scene_start.c.
mote_status scene_check_start(const scene_reader *reader);
// `species` as a number or an array; scene_species.c.
mote_status scene_read_species(const scene_reader *reader, const json_t *value);
// Reads the picture of view.sprite; refuses a camera that looks nowhere; scene_view.c.
mote_status scene_check_view(const scene_reader *reader);
// Particles of each species, once all the rest is read.
mote_status scene_count_species(const scene_reader *reader);

// The keys of an entry of `species`, and their bounds.
typedef struct item_row {
    const char *name, *meaning; // name NULL: the end
} item_row;
extern const item_row species_items[];
extern const double species_count_bounds[2];
extern const double species_weight_bounds[2];

// ---- scene_substeps.c ----

// Of a scene whose law is stable so long at once; at most SUBSTEPS_MAX.
int scene_choose_substeps(const mote_scene *scene, double stable_time);
// Refuses a scene whose law needs more.
mote_status scene_check_substeps(const scene_reader *reader);

// ---- scene_items.c: what an item of a list says for one of its keys ----

typedef struct item_place {
    const item_key_row *key;
    char path[KEY_PATH_SIZE]; // "emitter.emitters[0].rate"
    const json_t *value;      // or NULL: the default
    item_value *into;
} item_place;

mote_status scene_read_item_value(const scene_reader *reader, const item_place *place);

// The fields of a table's row, and how many numbers of a scene they are.
typedef struct table_fields {
    const item_field_row *rows;
    int count;
    int least, most; // numbers
    int width;       // numbers as kept: a point is always three
    char names[128]; // "[time, count, repeats, interval]"
} table_fields;

table_fields scene_table_fields(const model *model, const item_key_row *key,
                                int dimension);

// Names a key of an item: "emitter.emitters[0].rate"; scene_lists.c.
const char *scene_item_path(const mote_scene *scene, const char *list, int item,
                            const char *key, char path[KEY_PATH_SIZE]);

// ---- scene_options.c: the choices of a model ----

// Reads the word of an option as its number.
mote_status scene_read_option(const scene_reader *reader, const char *path,
                              const json_t *value, model_choice choice, double *number);
void scene_write_option(text *t, const model *model, model_choice choice, double number);
// The words, each with what it means; `fallback`: the number of the default.
json_t *scene_option_schema(const model *model, model_choice choice, double fallback);

#define OPTION_MAX 16 // of a choice

// ---- scene_refuse.c: what messages are made of ----

// Whether one of the paths is the other or leads to it.
bool scene_is_same_branch(const char *a, const char *b);
// Fails with "FILE:LINE: PATH: ...": the key at `path` is not what it should be.
mote_status scene_refuse(const scene_reader *reader, const char *path, const char *format,
                         ...) MOTE_PRINTF(3, 4);
// Fails for a key that is none of `names`.
mote_status scene_refuse_name(const scene_reader *reader, const char *path,
                              const char *name, const char *const *names, int count);
// Fails unless every key of an object is one of `names`.
mote_status scene_check_names(const scene_reader *reader, const char *path,
                              const json_t *object, const char *const *names, int count);
// What stands in a document, for people: "x", 12, an array of 3
#define FOUND_SIZE 80
const char *scene_found(const json_t *value, char found[FOUND_SIZE]);
// Fails for a value that is none of the words.
mote_status scene_refuse_word(const scene_reader *reader, const char *path,
                              const json_t *value, const char *const *words, int count);
// Reads a number within bounds.
mote_status scene_read_number(const scene_reader *reader, const char *path,
                              const json_t *value, const double bounds[2],
                              double *number);
// Reads a whole number within bounds; 2e4 is one, too.
mote_status scene_read_whole(const scene_reader *reader, const char *path,
                             const json_t *value, const double bounds[2],
                             uint64_t *number);
// Reads an array of one number for each dimension of the scene.
mote_status scene_read_numbers(const scene_reader *reader, const char *path,
                               const json_t *value, int count, const double bounds[2],
                               double *point);
// ... one for each dimension.
mote_status scene_read_point(const scene_reader *reader, const char *path,
                             const json_t *value, const double bounds[2], double *point);
// Reads a text; free() it.
mote_status scene_read_text(const scene_reader *reader, const char *path,
                            const json_t *value, char **text);
// Reads the hexadecimal digits of "#rrggbb" or, with four of them, also "#rrggbbaa".
bool scene_parse_color(const char *text, int most, uint8_t *color);
// Reads "#rrggbb".
mote_status scene_read_color(const scene_reader *reader, const char *path,
                             const json_t *value, uint8_t color[3]);

// ---- scene_locate.c ----

// The line of a key ("life.matrix[2][5]") in a JSON text, or of what encloses it.
int scene_locate(const char *text, const char *path);

// ---- scene_write.c ----

// `expand`: matrices number by number, where scene files may have rules or one number.
mote_status scene_write_document(const mote_scene *scene, bool expand, char **text);

// What it is made of.
void scene_write_string(text *t, const char *string);
void scene_write_number(text *t, double value);
// One number for each dimension.
void scene_write_numbers(text *t, int count, const double *point);
void scene_write_point(text *t, const mote_scene *scene, const double *point);
// A list of the model; scene_write_lists.c.
void scene_write_list(text *t, const mote_scene *scene, int list, bool expand);

// ---- scene_schema_lists.c ----

// The type of a list of the model; what is not in JSON's own types is described in words.
json_t *scene_list_schema(const model *model, int list);
// A number from lowest to highest.
json_t *scene_number_schema(double lowest, double highest);
// ... a whole one.
json_t *scene_whole_schema(double lowest, double highest);
// Adds "meaning (unit)".
void scene_describe(json_t *type, const char *meaning, const char *unit);

// ---- species_color.c ----

// The default colour of species i of n.
void species_color(int i, int n, uint8_t color[3]);

// ---- scene_view.c ----

// The default of view.position.
double scene_camera_position(const mote_scene *scene, int axis);

// ---- scene_keys.c ----

// Whether a key means anything to a model: one that emits has no species and no start,
// and its emitters say what their particles look like.
bool key_is_used(const key_row *key, const model *model);
bool section_is_used(const char *section, const model *model);
// What of a document has no use for the model: the object that holds it, and its name
// there, which is the key's, or its section's if all of that has none. NULL: nothing.
json_t *key_without_use(const json_t *root, const key_row *key, const model *model,
                        const char **name);
// The key of an emitter that says what this one does elsewhere, or NULL.
const char *key_of_emitters(int key);
// Whether a key is of scenes with faucets alone.
bool key_is_of_faucets(int key);
// Why a key does nothing where particles are emitted, and no key of an emitter says it;
// or NULL.
const char *key_unused_by_emitters(int key);
// Whether the default of a key follows from other keys.
bool key_is_computed(int key);
double scene_shorter_side(const mote_scene *scene);
// The particles that say how dense a start is: those at first or, where there are none,
// all that may live, as if they stood there.
uint64_t scene_start_crowd(const mote_scene *scene);
// The default of view.radius.
double scene_particle_radius(const mote_scene *scene);

#endif
