// SPDX-License-Identifier: MIT
// Looking into a law: which row of a stage a particle is, and what is recorded of it.

#include "probe.h"

#include "simulation.h"

#include "../core/status.h"

#include "population.glsl"

#include <stdlib.h>
#include <string.h>

_Thread_local probe_records *law_probing;

// ---- Records -------------------------------------------------------------------------

mote_status probe_start(probe_records *records)
{
    *records = (probe_records){.row = 0};
    return instrument_create(&records->instrument);
}

void probe_add(probe_records *records, const probe_site *site, uint32_t bits)
{
    if (records->has_failed || !instrument_looks_into(records->instrument, site->file)) {
        return;
    }
    if (records->count == PROBE_VALUE_MAX) {
        records->is_cut = true;
        return;
    }
    if (records->count == records->room) {
        uint32_t room = records->room ? 2 * records->room : 1024;
        probe_value *values = realloc(records->values, room * sizeof *values);
        if (!values) {
            records->has_failed = true;
            return;
        }
        records->values = values;
        records->room = room;
    }
    records->values[records->count++] =
        (probe_value){site, bits, records->stage, records->pass};
}

void probe_free(probe_records *records)
{
    free(records->values);
    instrument_destroy(records->instrument);
    *records = (probe_records){0};
}

// ---- Where a particle is -------------------------------------------------------------

// Looks for the particle's row in a stage that comes next.
typedef mote_status row_finder(mote_simulation *self, const probe_request *asked,
                               uint32_t *row);

static mote_status read_rows(mote_simulation *self, int buffer, uint64_t rows,
                             uint32_t **words)
{
    const plan *plan = self->plan;
    uint64_t size = rows * 4 * (uint64_t)plan->buffers[buffer].components;
    *words = malloc(size + 4);
    if (!*words) {
        return fail_memory((size_t)size, plan->buffers[buffer].name);
    }
    return self->backend->read(self->backend, buffer, *words, size);
}

// By the ids in `identity`.
static mote_status find_id(mote_simulation *self, const probe_request *asked,
                           uint32_t *row)
{
    uint32_t id = asked->id;
    uint64_t rows;
    uint32_t *identity = NULL;
    TRY(simulation_population(self, &rows));
    mote_status status = read_rows(self, BUFFER_identity, rows, &identity);
    uint64_t found = 0;
    while (status == MOTE_OK && found < rows && identity[2 * found] != id) {
        found++;
    }
    free(identity);
    TRY(status);
    *row = (uint32_t)found;
    uint64_t count = simulation_next_id(self);
    char step[STEP_NAME_SIZE];
    if (found < rows) {
        return MOTE_OK;
    }
    return id < count
               ? fail(MOTE_BAD_INPUT, "--probe %s:%u: particle %u is not alive in %s",
                      probe_request_name(asked), id, id,
                      simulation_name_step(self, self->clock, step))
               : fail(MOTE_BAD_INPUT,
                      "--probe %s:%u: there is no particle of this id; ids go from 0 to "
                      "%u",
                      probe_request_name(asked), id, (unsigned)(count - 1));
}

// The lowest and highest birth number of the living, and how many they are.
typedef struct living {
    uint32_t first, last, count;
} living;

static mote_status fail_to_find(const mote_simulation *self, const probe_request *asked,
                                const living *who)
{
    const char *name = probe_request_name(asked);
    bool is_after = !probe_is_in_step(asked) && self->clock > 0;
    const char *when = is_after ? "after" : "at the beginning of";
    char step[STEP_NAME_SIZE];
    simulation_name_step(self, self->clock - is_after, step);
    if (who->count == 0) {
        return fail(MOTE_BAD_INPUT, "--probe %s:%u: nobody lives %s %s", name, asked->id,
                    when, step);
    }
    return fail(MOTE_BAD_INPUT,
                "--probe %s:%u: no particle of this birth number lives %s %s; "
                "%u live, with numbers from %u to %u",
                name, asked->id, when, step, who->count, who->first, who->last);
}

// By the birth numbers in `flight`.
static mote_status find_living(mote_simulation *self, const probe_request *asked,
                               uint32_t *row)
{
    uint32_t id = asked->id;
    uint64_t rows;
    uint32_t *body = NULL, *flight = NULL;
    TRY(simulation_population(self, &rows));
    mote_status status = read_rows(self, BUFFER_body, rows, &body);
    if (status == MOTE_OK) {
        status = read_rows(self, BUFFER_flight, rows, &flight);
    }
    living who = {.first = 0};
    bool is_found = false;
    for (uint64_t i = 0; i < rows && status == MOTE_OK; i++) {
        uint32_t number = flight[4 * i + 3];
        if (body[4 * i + 3] != 0) {
            who.first = who.count ? who.first : number;
            who.last = number;
            who.count++;
            *row = number == id ? (uint32_t)i : *row;
            is_found |= number == id;
        }
    }
    free(body);
    free(flight);
    TRY(status);
    return is_found ? MOTE_OK : fail_to_find(self, asked, &who);
}

// By the numbers that the births of the step get.
static mote_status find_birth(mote_simulation *self, const probe_request *asked,
                              uint32_t *row)
{
    uint32_t id = asked->id;
    uint32_t words[POPULATION_SIZE];
    TRY(self->backend->read(self->backend, BUFFER_population, words, sizeof words));
    bool is_child = asked->stage == STAGE_spawn_children;
    uint32_t from = is_child ? words[POPULATION_SCHEDULED] : 0;
    uint32_t end = words[is_child ? POPULATION_BIRTHS : POPULATION_SCHEDULED];
    uint32_t number_step = self->plan->constants.emitter_mask + 1;
    uint32_t first = words[POPULATION_FIRST];
    uint32_t ordinal = (id - first) / number_step;
    char step[STEP_NAME_SIZE];
    simulation_name_step(self, self->clock, step);
    *row = ordinal - from;
    if (ordinal >= from && ordinal < end) {
        return MOTE_OK;
    }
    if (from == end) {
        return fail(MOTE_BAD_INPUT, "--probe %s:%u: %s has no such births",
                    probe_request_name(asked), id, step);
    }
    return fail(MOTE_BAD_INPUT,
                "--probe %s:%u: not a birth number of %s, whose births in this "
                "stage have numbers from %u to %u",
                probe_request_name(asked), id, step, first + from * number_step,
                first + end * number_step - 1);
}

// ---- Stages --------------------------------------------------------------------------

// Those that have a law. To add one: a row here, and PROBE_PARTICLE in its .comp and its
// kernel where both begin with a particle.
static const struct {
    int stage;
    row_finder *find;
} probed[] = {
    {STAGE_spawn, find_birth},     {STAGE_spawn_children, find_birth},
    {STAGE_advance, find_living},  {STAGE_pair, find_id},
    {STAGE_pair_marked, find_id},  {STAGE_pair_crowded, find_id},
    {STAGE_pair_indexed, find_id}, {STAGE_pair_loop, find_id},
    {STAGE_update, find_id},       {STAGE_list_emitted, find_living},
};

#define PROBED_COUNT (sizeof probed / sizeof probed[0])

static row_finder *finder_of(int stage)
{
    for (size_t i = 0; i < PROBED_COUNT; i++) {
        if (probed[i].stage == stage) {
            return probed[i].find;
        }
    }
    return NULL;
}

bool probe_has_law(int stage)
{
    return finder_of(stage) != NULL;
}

bool probe_is_drawing(int stage)
{
    return stages[stage].when == WHEN_DRAW || stages[stage].when == WHEN_DRAW_EMITTED;
}

bool probe_is_asked(const probe_request *request)
{
    return request->stage >= 0 || request->pass;
}

bool probe_is_in_step(const probe_request *request)
{
    return request->pass || !probe_is_drawing(request->stage);
}

const char *probe_request_name(const probe_request *request)
{
    return request->pass ? request->pass : stages[request->stage].name;
}

bool probe_matches(const probe_request *request, const model *model, int stage, int pass)
{
    if (request->pass) {
        return pass >= 0 && strcmp(model->passes[pass], request->pass) == 0 &&
               probe_has_law(stage);
    }
    return stage == request->stage;
}

static bool runs_here(const plan *plan, const probe_request *request)
{
    bool draws = !probe_is_in_step(request);
    for (int i = 0; i < (draws ? plan->draw_count : plan->step_count); i++) {
        const schedule_entry *entry = draws ? &plan->draw[i] : &plan->step[i];
        if (probe_matches(request, plan->model, entry->stage, entry->pass)) {
            return true;
        }
    }
    return false;
}

// Appends a name to a list of them.
static void list_name(char names[256], const char *name)
{
    size_t used = strlen(names);
    snprintf(names + used, 256 - used, "%s%s", used ? ", " : "", name);
}

mote_status probe_check(const mote_simulation *self, const probe_request *request)
{
    const plan *plan = self->plan;
    bool has_law = request->pass || finder_of(request->stage);
    if (has_law && runs_here(plan, request)) {
        return MOTE_OK;
    }
    char names[256] = "", passes[256] = "";
    for (size_t i = 0; i < PROBED_COUNT; i++) {
        if (runs_here(plan, &(probe_request){.stage = probed[i].stage})) {
            list_name(names, stages[probed[i].stage].name);
        }
    }
    for (int i = 0; i < plan->model->pass_count; i++) {
        list_name(passes, plan->model->passes[i]);
    }
    return fail(MOTE_BAD_INPUT, "--probe: %s %s %s; those to look into are %s%s%s",
                request->pass ? "pass" : "stage", probe_request_name(request),
                has_law ? "does not run in this scene" : "has no law", names,
                *passes ? "; or of a pass: " : "", passes);
}

// ---- The step that is looked into ----------------------------------------------------

// Candidates are recorded by their rows; people know them by their ids.
static mote_status name_candidates(mote_simulation *self, probe_records *records,
                                   uint32_t first)
{
    uint64_t rows;
    uint32_t *identity = NULL;
    TRY(simulation_population(self, &rows));
    mote_status status = read_rows(self, BUFFER_identity, rows, &identity);
    for (uint32_t i = first; i < records->count && status == MOTE_OK; i++) {
        probe_value *value = &records->values[i];
        if (probe_is_candidate(value) && value->bits < rows) {
            value->bits = identity[2 * value->bits];
        }
    }
    free(identity);
    return status;
}

static mote_status run_entry(mote_simulation *self, const schedule_entry *entry,
                             const probe_request *asked, probe_records *records)
{
    TRY(finder_of(entry->stage)(self, asked, &records->row));
    records->stage = (int16_t)entry->stage;
    records->pass = (int16_t)entry->pass;
    uint32_t first = records->count;
    TRY(simulation_run_probed(self, entry, records));
    if (records->has_failed) {
        return fail_memory(records->count * sizeof(probe_value), "recorded values");
    }
    return self->plan->emits ? MOTE_OK : name_candidates(self, records, first);
}

// Where a number could have been born, another may be, of another emitter.
static mote_status check_birth(mote_simulation *self, const probe_request *asked,
                               const probe_records *records)
{
    uint32_t id = asked->id;
    uint32_t words[POPULATION_SIZE];
    uint32_t *flight = NULL;
    TRY(self->backend->read(self->backend, BUFFER_population, words, sizeof words));
    uint32_t rows = words[POPULATION_ROWS];
    uint32_t born = asked->stage == STAGE_spawn
                        ? words[POPULATION_BIRTHS]
                        : words[POPULATION_BIRTHS] - words[POPULATION_SCHEDULED];
    mote_status status = read_rows(self, BUFFER_flight, rows, &flight);
    uint32_t number =
        status == MOTE_OK ? flight[4 * (rows - born + records->row) + 3] : id;
    free(flight);
    TRY(status);
    return number == id ? MOTE_OK
                        : fail(MOTE_BAD_INPUT,
                               "--probe %s:%u: nobody has this birth number, but %u has "
                               "the next",
                               probe_request_name(asked), id, number);
}

mote_status simulation_probe(mote_simulation *self, const probe_request *asked,
                             probe_records *records)
{
    const plan *plan = self->plan;
    TRY(probe_check(self, asked));
    bool draws = !probe_is_in_step(asked);
    for (int i = 0; i < (draws ? plan->draw_count : plan->step_count); i++) {
        const schedule_entry *entry = draws ? &plan->draw[i] : &plan->step[i];
        TRY(probe_matches(asked, plan->model, entry->stage, entry->pass)
                ? run_entry(self, entry, asked, records)
                : simulation_run(self, entry));
    }
    self->clock += draws ? 0 : 1;
    bool is_birth = asked->stage >= 0 && finder_of(asked->stage) == find_birth;
    return is_birth ? check_birth(self, asked, records) : MOTE_OK;
}
