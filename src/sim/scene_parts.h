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
// `species` as a number or an array; scene_species.c.
mote_status scene_read_species(const scene_reader *reader, const json_t *value);
// Particles of each species, once all the rest is read.
mote_status scene_count_species(const scene_reader *reader);

// The keys of an entry of `species`, and their bounds.
typedef struct item_row {
    const char *name, *meaning; // name NULL: the end
} item_row;
extern const item_row species_items[];
extern const double species_count_bounds[2];
extern const double species_weight_bounds[2];

// ---- scene_refuse.c: what messages are made of ----

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
// Reads a number within bounds.
mote_status scene_read_number(const scene_reader *reader, const char *path,
                              const json_t *value, const double bounds[2],
                              double *number);
// Reads a whole number within bounds; 2e4 is one, too.
mote_status scene_read_whole(const scene_reader *reader, const char *path,
                             const json_t *value, const double bounds[2],
                             uint64_t *number);
// Reads "#rrggbb".
mote_status scene_read_color(const scene_reader *reader, const char *path,
                             const json_t *value, uint8_t color[3]);

// ---- scene_locate.c ----

// The line of a key ("life.matrix[2][5]") in a JSON text, or of what encloses it.
int scene_locate(const char *text, const char *path);

// ---- scene_write.c ----

// `expand`: matrices number by number, where scene files may have rules or one number.
mote_status scene_write_document(const mote_scene *scene, bool expand, char **text);

// ---- species_color.c ----

// The default colour of species i of n.
void species_color(int i, int n, uint8_t color[3]);

// ---- scene_keys.c ----

double scene_shorter_side(const mote_scene *scene);
// The default of view.radius.
double scene_particle_radius(const mote_scene *scene);

#endif
