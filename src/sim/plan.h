// SPDX-License-Identifier: MIT
// A scene turned into what a backend runs: buffers with their lengths, constants, and the
// schedule of a step. Immutable once made; both backends read the same plan, so whatever
// is computed here is the same for both.

#ifndef MOTE_SIM_PLAN_H
#define MOTE_SIM_PLAN_H

#include "emission.h"
#include "pouring.h"
#include "scene.h"
#include "table.h"

// A stage as the schedule runs it: the row, for which pass or group of moved buffers,
// with every access resolved to a buffer.
#define ENTRY_ACCESS_MAX 12
#define SCHEDULE_MAX     32
#define STATISTICS_MAX   4
// Buffers that one `reorder` moves: with cell_order and the population 8 are bound.
#define MOVED_PER_ENTRY 3

typedef struct schedule_entry {
    int stage; // STAGE_x
    int pass;  // of the model, or -1
    // READ, WRITE or ATOMIC. `twin`: the buffer's sorted twin.
    struct entry_access {
        access_kind kind;
        int buffer;
        bool twin;
    } access[ENTRY_ACCESS_MAX];
    int access_count;
    int moved[MOVED_PER_ENTRY]; // buffers of a row that says MOVED
    int moved_count;
    // The stage runs once for each turn, and is told its number: the digit of a radix
    // sort, the step of a bitonic one.
    int first_turn, turn_count;
    bool swaps; // after it, the twins that it wrote and their buffers swap names
} schedule_entry;

#define ITEM_TABLE_MARGIN 16

typedef struct plan {
    const model *model;
    int dimension;
    int species_count;
    search_kind search;
    bool marks; // neighbours are marked once for all passes, as there are several
    bool sorts; // by depth: what is drawn hides what is behind it
    sort_kind sort;
    bool mortal;  // fewer may live than there is room for: a model's own, drains, faucets
    bool emits;   // particles are born, fly and die
    bool breeds;  // ... and their deaths or collisions give birth to others
    bool streaks; // ... and some are drawn as streaks
    double brightest; // channel of their colours, linear light
    int state_size;   // bytes of such a particle: 32, or 40 for the bench
    bool borrows;     // tables and the like are another plan's
    bool is_uniform;  // all columns but the first have one value for all pairs
    constants constants;

    // The core's, then FIELDs, then the sums of each pass, then scratch, if there is any.
    buffer_row buffers[BUFFER_MAX];
    char sum_names[MODEL_PASS_MAX][32]; // of these buffers: "attraction_sums"
    uint64_t lengths[BUFFER_MAX];       // elements
    uint64_t twins;                     // bits of the buffers that have a sorted twin
    int buffer_count;

    schedule_entry step[SCHEDULE_MAX]; // one step, or sub-step
    int step_count;
    schedule_entry draw[SCHEDULE_MAX]; // before a frame
    int draw_count;
    int list_count; // of these, those that list what is drawn; the rest sorts it
    schedule_entry statistics[STATISTICS_MAX]; // when they are asked for
    int statistics_count;
    schedule_entry touch; // before a step in which particles are touched

    // Column c of item i of a list is item_table[first + c * count + i]: float bits. Past
    // the end there are ITEM_TABLE_MARGIN words for lanes that look a row up.
    plan_list lists[MODEL_LIST_MAX];
    uint32_t *item_table;
    uint32_t item_word_count;

    // Of models that emit:
    emission *emission;     // births by the clock
    uint64_t prewarm_steps; // run before the first frame
    // Where in item_table the points of emitters begin; 0: none has any. First two words
    // for each emitter: where its points are in the table, and how many; then points
    // {x, y, z}, float bits, world units from their emitter.
    uint32_t first_point;

    // Of models with pairs:
    uint64_t start_count;  // particles at first
    uint32_t room;         // rows for those that are placed later
    pouring *pouring;      // births by faucets; NULL: there are none
    uint32_t *drain_table; // rows of the buffer `drain`; NULL: there are none
    uint32_t drain_count;

    uint32_t *pair_table; // columns x species x species, float bits
    double box[3];        // world units that 2^32 units of coordinate are
    int substeps;         // of a step, each of which runs the schedule once
    double dt;            // s that a sub-step advances
    double step_time;     // s that a step advances: the scene's dt
    double top_speed;     // world units/s that nobody exceeds; INFINITY: there is none
    double stable_time;   // s that the law stands to be advanced at once; INFINITY: any
    double radius;        // interaction radius, world units

    // What renderers need of the scene, which may be gone by then.
    scene_view view; // without its texts
    picture picture; // drawn for each particle, if there is one; owned
    double reach;    // of what is drawn of a particle, at most: world units
    uint8_t colors[SPECIES_MAX][3];
    scene_edges edges;
    double size[3];
} plan;

// Of the device, `search`, `cell_reach` and what they leave open are settled here.
mote_status plan_create(const mote_scene *scene, const mote_device_def *device,
                        plan **result);
void plan_destroy(plan *plan);
// The same with another `room`, which needs search grid. It borrows the tables of `from`.
mote_status plan_grow(const plan *from, uint32_t room, plan **result);

// Index of a buffer by name, or -1.
int plan_find_buffer(const plan *plan, const char *name);
// The words of a FIELD in a new particle.
uint32_t plan_field_start(const plan *plan, int field);
// The buffers of a pass's sums and of what a step finds of particles.
int plan_sum_buffer(const plan *plan, int pass);
int plan_scratch_buffer(const plan *plan);
// Where among its components a SCRATCH or a SUM of its pass begins; a VECTOR has one for
// each dimension.
int plan_scratch_component(const plan *plan, const scratch_row *row);
int plan_sum_component(const plan *plan, const sum_row *row);
// Of what a pass gathers, packed side by side in the buffer `gathered`: where a field
// begins, or -1 if it does not gather it; without a field: how many words in all. The
// position comes first.
int plan_gathered_component(const plan *plan, int pass, const char *field);
// Vectors of four words that a particle has there.
int plan_gathered_vectors(const plan *plan);
// What a component of a buffer is called: "component 2", "pull_y, low word".
const char *plan_name_component(const plan *plan, int buffer, int component, char *text,
                                size_t size);
// Rows of a domain; of particles, as many as may live at once.
uint64_t plan_row_count(const plan *plan, domain per);
// Bytes of a buffer as mote_simulation_read gives it: components interleaved, unpadded.
uint64_t plan_buffer_size(const plan *plan, int buffer);
// Buffers that are copied together (selection.h): of the state, what a step reads of the
// step before, which is what moves with the particles, and their number; of statistics,
// the sums that the host adds up.
typedef bool plan_selection(const plan *plan, int buffer);
plan_selection plan_is_state, plan_is_statistic;
// Whether a buffer has a twin, with which its name swaps in a step.
bool plan_has_twin(const plan *plan, int buffer);
// Where the camera stands until someone points it: in the middle of the world, looking
// along -z. The words of the buffer `eye`.
void plan_first_eye(const plan *plan, uint32_t eye[EYE_SIZE]);

// Where a fraction of the world (times 2^32) stands in the box, as a coordinate.
uint32_t plan_coordinate(const plan *plan, uint32_t fraction);
// A coordinate in world units along axis 0 to 2.
double plan_world(const plan *plan, int axis, uint32_t coordinate);

#endif
