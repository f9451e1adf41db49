// SPDX-License-Identifier: MIT
// What a scene file says, checked and with every default filled in. Plain data: the
// scene_*.c files read and write it, plan.c turns it into buffers and constants, start.c
// into the first state.

#ifndef MOTE_SIM_SCENE_H
#define MOTE_SIM_SCENE_H

#include "model.h"

#include "../core/picture.h"

#include <mote/mote.h>

#define SPECIES_MAX  64
#define SUBSTEPS_MAX 1000

typedef enum scene_edges { EDGES_WRAP, EDGES_BOUNCE, EDGES_OPEN } scene_edges;

typedef enum start_pattern {
    START_UNIFORM,
    START_DISC,
    START_RING,
    START_SPIRAL,
    START_LINE,
    START_GRID,
    START_CSV,
} start_pattern;

typedef enum matrix_rule {
    RULE_NONE, // given number by number
    RULE_RANDOM,
    RULE_SYMMETRIC,
    RULE_ANTISYMMETRIC,
    RULE_CHAIN,
    RULE_SNAKE,
    RULE_ZERO,
} matrix_rule;

typedef enum color_source { COLOR_BY_SPECIES, COLOR_BY_SPEED } color_source;
typedef enum blend_mode { BLEND_ALPHA, BLEND_ADD } blend_mode;
typedef enum collider_view { VIEW_COLLIDERS_SHOWN, VIEW_COLLIDERS_HIDDEN } collider_view;
typedef enum sprite_shape { SPRITE_DISC, SPRITE_GLOW, SPRITE_SOFT } sprite_shape;
typedef enum palette_name {
    PALETTE_VIRIDIS,
    PALETTE_INFERNO,
    PALETTE_MAGMA,
    PALETTE_TURBO,
    PALETTE_GRAY,
} palette_name;

typedef struct scene_species {
    uint8_t color[3]; // sRGB
    bool has_count;   // else by weight
    uint64_t count;   // particles at first, resolved: adds up to start.count
    double weight;
} scene_species;

typedef struct scene_start {
    start_pattern pattern;
    uint64_t count;   // particles at first, resolved; faucets may pour more
    double center[3]; // fraction of the world
    double size[3];   // of the box of uniform and grid: fraction of the world
    double radius;    // of disc, ring, spiral, half a line: fraction of the shorter side
    double width;     // of ring, line and spiral arms: fraction of the shorter side
    double turns;     // of the spiral
    double angle;     // of the line, or where a spiral begins: turns
    double speed;     // of the particles, in random directions: world units/s
    char *file; // CSV: x, y (, z) (, species) (, vx, vy (, vz)), world units; or NULL
} scene_start;

typedef struct scene_view {
    mote_projection projection;
    double zoom;          // 1: the whole world fits the frame
    double field_of_view; // over the frame's shorter side, turns
    double center[3];     // what the camera looks at, world units
    double position[3];   // of the camera, world units
    double up[3];         // direction
    color_source color_by;
    palette_name palette;
    double top_speed; // the speed at the end of the palette, world units/s
    blend_mode blend;
    sprite_shape shape;
    char *sprite;  // PNG file, beside the scene's, that is drawn for each particle; or ""
    double radius; // of a particle, world units
    double minimum_radius; // ... but at least so many pixels
    double opacity;        // 0 to 1
    double trails; // half-life of the picture behind particles, in frames; 0: none
    double haze;   // part of the light that is lost on the way through the world
    uint8_t background[3]; // sRGB
    collider_view colliders;
} scene_view;

// The items of a list of the model.
typedef struct scene_items {
    int count;
    item_value *values; // items x keys; owned
} scene_items;

struct mote_scene {
    char *file;              // where it came from; messages and CSV paths use it
    char *text;              // the JSON text, for line numbers
    struct json_t *document; // what it says, together with every key set since
    char *name, *description;
    const model *model;
    int dimension; // 2 or 3
    uint64_t seed;
    double dt;      // s
    int substeps;   // of a step; 0: as many as the law needs
    double size[3]; // of the world: width, height, depth
    scene_edges edges;
    double border;           // EDGES_OPEN: particles may roam so many worlds
    uint64_t particle_count; // that may live at once
    int species_count;
    scene_species species[SPECIES_MAX];
    scene_start start;
    scene_view view;
    picture picture;                        // what view.sprite names; owned
    double parameters[MODEL_PARAMETER_MAX]; // as in model_numbers
    double *pairs[MODEL_PAIR_MAX];          // species x species, row-major; owned
    matrix_rule pair_rules[MODEL_PAIR_MAX]; // how it was made
    double pair_scales[MODEL_PAIR_MAX];     // what a rule's numbers were multiplied by
    scene_items lists[MODEL_LIST_MAX];      // by row of the model
};

// The numbers that the model's expressions see, with all that follows from them.
model_numbers scene_numbers(const mote_scene *scene, const double **pairs_storage);
// Of how many equal parts of dt none is longer than the law stands: a whole number, 1 or
// more, or INFINITY.
double scene_needed_substeps(double dt, double stable_time);

// Whether it has faucets, how many drains, and whether fewer of its particles may live
// than there is room for: because of these, or by its model.
bool scene_pours(const mote_scene *scene);
uint32_t scene_drain_count(const mote_scene *scene);
bool scene_is_mortal(const mote_scene *scene);

// What an item of a list says, by key.
item_value *scene_item(const mote_scene *scene, int list, int item);
// One of these, by names.
const item_value *scene_item_value(const mote_scene *scene, const char *list, int item,
                                   const char *key);

// Opens a scene file, or else the user's own scene of that name, or else the built-in
// one.
mote_status scene_open(const char *path_or_name, mote_scene **scene);
mote_status scene_builtin(const char *name, mote_scene **scene);

// What the scene says, to go back to whatever is set in between. free() it.
mote_status scene_keep(const mote_scene *scene, char **kept);
mote_status scene_go_back(mote_scene *scene, const char *kept);

// Where the user's own scenes are, as NAME.json: the folder mote/scenes of what os.h
// calls the user's. free() it; NULL when the system tells of none. It need not exist.
char *scene_user_folder(void);

// Scenes' names, sorted.
typedef struct scene_names {
    char **name;
    int count;
} scene_names;

// Of the user's own; none where there is no such folder.
mote_status scene_user_names(scene_names *names);
// Opens the user's own of that name, whatever else has it. Waits for no pipe.
mote_status scene_user_open(const char *name, mote_scene **scene);
void scene_names_free(scene_names *names);

// The files of assets/scenes, embedded by the build, in the order of their names.
typedef struct scene_file {
    const char *name; // "life"; NULL: the end
    const char *text;
} scene_file;
extern const scene_file scene_files[];

// The JSON Schema (draft 2020-12) of scene files: assets/scene.schema.json. free() it.
mote_status scene_schema_write(char **text);

// The first state, ids 0 to start.count - 1. Arrays are owned by the start_state.
typedef struct start_state {
    uint32_t *place;    // N x dimension: the fraction of the world, times 2^32
    uint32_t *velocity; // N x dimension: float bits, world units/s; flushed
    uint32_t *species;  // N
} start_state;

// The area, in 3-D the volume, that the start pattern fills, square or cubic world units:
// that of its shape, but no more than the world's, which is also a CSV's. What walls cut
// off a shape is not taken off. 0 for a shape without extent: a line of width 0.
double scene_start_volume(const mote_scene *scene);
// Distance between particles that fill it evenly, world units: for drawing.
double scene_start_spacing(const mote_scene *scene);

// Pure function of scene and seed, the same bits on every machine. A CSV is read again.
mote_status start_fill(const mote_scene *scene, start_state *state);
void start_free(start_state *state);

#endif
