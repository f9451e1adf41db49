// SPDX-License-Identifier: MIT
// See inputs.h.

#include "inputs.h"

#include "../core/file.h"
#include "../core/status.h"
#include "../sim/scene.h"

#include <jansson.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION 1

// ---- Doing ---------------------------------------------------------------------------

// Says something of the scene, and has the simulation follow; or neither.
static mote_status change(const input *input, mote_scene *scene,
                          mote_simulation *simulation)
{
    char *before;
    TRY(scene_keep(scene, &before));
    mote_status status = input->kind == INPUT_SET
                             ? mote_scene_set(scene, input->key, input->value)
                             : scene_go_back(scene, input->value);
    if (status == MOTE_OK) {
        status = mote_simulation_change(simulation, scene);
    }
    if (status != MOTE_OK) {
        // It held before; a failure of this would hide the first one.
        (void)scene_go_back(scene, before);
    }
    free(before);
    return status;
}

mote_status input_apply(const input *input, mote_scene *scene,
                        mote_simulation *simulation)
{
    const mote_touch *touch = &input->touch;
    switch (input->kind) {
    case INPUT_SET:
    case INPUT_SCENE:
        return change(input, scene, simulation);
    case INPUT_TOUCH:
        return mote_simulation_touch(simulation, touch);
    case INPUT_RELEASE:
        return mote_simulation_touch(simulation, NULL);
    case INPUT_PLACE:
        return mote_simulation_place(simulation, touch->position, touch->radius,
                                     input->species, input->count);
    case INPUT_ERASE:
        return mote_simulation_erase(simulation, touch->position, touch->radius, NULL);
    }
    return MOTE_OK;
}

// ---- Writing -------------------------------------------------------------------------

struct input_writer {
    char *path;
    file_output *file;
};

// Takes the object over; NULL: out of memory.
static mote_status write_line(file_output *file, json_t *line)
{
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    json_decref(line);
    if (!text) {
        return fail_memory(0, "a line of inputs");
    }
    size_t size = strlen(text);
    text[size] = '\n'; // in place of its end
    mote_status status = file_output_write(file, text, size + 1);
    free(text);
    return status;
}

static mote_status write_head(file_output *file, const mote_scene *scene)
{
    char *text;
    TRY(scene_keep(scene, &text));
    json_t *whole = json_loads(text, 0, NULL);
    free(text);
    // The file is where pictures and tables of places are looked for.
    return write_line(file, json_pack("{s:i, s:s, s:o}", "mote_inputs", VERSION, "file",
                                      scene->file, "scene", whole));
}

mote_status input_writer_restart(input_writer *self, const mote_scene *scene)
{
    file_output_discard(self->file);
    self->file = NULL;
    TRY(file_output_open(self->path, FILE_STREAM, &self->file));
    TRY(write_head(self->file, scene));
    file_output_mark(self->file);
    return MOTE_OK;
}

void input_writer_discard(input_writer *self)
{
    if (self) {
        file_output_discard(self->file);
        free(self->path);
        free(self);
    }
}

mote_status input_writer_open(const char *path, const mote_scene *scene,
                              input_writer **writer)
{
    *writer = NULL;
    input_writer *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a record of inputs");
    }
    self->path = path_join("", path);
    mote_status status = self->path ? input_writer_restart(self, scene)
                                    : fail_memory(strlen(path), "a record of inputs");
    if (status != MOTE_OK) {
        input_writer_discard(self);
        return status;
    }
    *writer = self;
    return MOTE_OK;
}

static json_t *point(const double at[3])
{
    return json_pack("[f, f, f]", at[0], at[1], at[2]);
}

static json_t *ball(const input *input)
{
    return json_pack("{s:o, s:f}", "position", point(input->touch.position), "radius",
                     input->touch.radius);
}

static json_t *line_of(const input *input)
{
    const mote_touch *touch = &input->touch;
    json_int_t step = (json_int_t)input->step;
    json_t *what = NULL;
    switch (input->kind) {
    case INPUT_SET:
        return json_pack("{s:I, s:s, s:s}", "step", step, "set", input->key, "to",
                         input->value);
    case INPUT_SCENE:
        return json_pack("{s:I, s:s}", "step", step, "scene", input->value);
    case INPUT_RELEASE:
        return json_pack("{s:I, s:n}", "step", step, "touch");
    case INPUT_TOUCH:
        what = ball(input);
        json_object_set_new(what, "pull", json_real(touch->pull));
        json_object_set_new(what, "drag", json_real(touch->drag));
        json_object_set_new(what, "velocity", point(touch->velocity));
        return json_pack("{s:I, s:o}", "step", step, "touch", what);
    case INPUT_PLACE:
        what = ball(input);
        json_object_set_new(what, "species", json_integer(input->species));
        json_object_set_new(what, "count", json_integer(input->count));
        return json_pack("{s:I, s:o}", "step", step, "place", what);
    case INPUT_ERASE:
        return json_pack("{s:I, s:o}", "step", step, "erase", ball(input));
    }
    return NULL;
}

mote_status input_writer_add(input_writer *self, const input *input)
{
    TRY(write_line(self->file, line_of(input)));
    file_output_mark(self->file);
    return MOTE_OK;
}

mote_status input_writer_close(input_writer *self, uint64_t steps)
{
    if (!self) {
        return MOTE_OK;
    }
    mote_status status = write_line(
        self->file, json_pack("{s:I, s:b}", "step", (json_int_t)steps, "end", 1));
    mote_status closed = file_output_close(self->file);
    free(self->path);
    free(self);
    return status != MOTE_OK ? status : closed;
}

// ---- Reading -------------------------------------------------------------------------

struct input_log {
    char *path;
    input *inputs;
    size_t count, room, next;
    uint64_t steps;
    bool has_end;
    json_t **lines; // that inputs point into; as many as inputs
};

typedef struct log_reader {
    input_log *log;
    mote_scene **scene;
    const char *path;
    int line;
} log_reader;

static mote_status refuse(const log_reader *reader, const char *what)
{
    return fail(MOTE_BAD_INPUT, "%s:%d: %s", reader->path, reader->line, what);
}

void input_log_close(input_log *self)
{
    if (self) {
        for (size_t i = 0; i < self->count; i++) {
            json_decref(self->lines[i]);
        }
        free(self->lines);
        free(self->inputs);
        free(self->path);
        free(self);
    }
}

static mote_status read_head(log_reader *reader, json_t *line)
{
    int version;
    const char *file;
    json_t *scene;
    json_error_t error;
    if (!json_object_get(line, "mote_inputs")) {
        return refuse(reader,
                      "not a record of inputs: expected {\"mote_inputs\": 1, ...}");
    }
    if (json_unpack_ex(line, &error, JSON_STRICT, "{s:i, s:s, s:o}", "mote_inputs",
                       &version, "file", &file, "scene", &scene)) {
        return refuse(reader, error.text);
    }
    if (version != VERSION) {
        return fail(MOTE_BAD_INPUT,
                    "%s:1: a record of inputs of version %d; this mote reads version %d",
                    reader->path, version, VERSION);
    }
    char *text = json_dumps(scene, JSON_INDENT(1));
    if (!text) {
        return refuse(reader, "scene: expected an object");
    }
    mote_status status = mote_scene_parse(file, text, strlen(text), reader->scene);
    free(text);
    return status;
}

static bool is_number(const json_t *value, double *number)
{
    *number = json_number_value(value);
    return json_is_number(value);
}

// In 2-D a point may have two numbers.
static bool is_point(const json_t *value, double at[3])
{
    size_t size = json_array_size(value);
    for (size_t i = 0; i < size && i < 3; i++) {
        if (!is_number(json_array_get(value, i), &at[i])) {
            return false;
        }
    }
    return size == 2 || size == 3;
}

static mote_status read_ball(const log_reader *reader, const json_t *what, input *input)
{
    mote_touch *touch = &input->touch;
    bool is_sound = is_point(json_object_get(what, "position"), touch->position) &&
                    is_number(json_object_get(what, "radius"), &touch->radius);
    size_t keys = 2;
    if (input->kind == INPUT_TOUCH) {
        is_sound = is_sound && is_number(json_object_get(what, "pull"), &touch->pull) &&
                   is_number(json_object_get(what, "drag"), &touch->drag) &&
                   is_point(json_object_get(what, "velocity"), touch->velocity);
        keys = 5;
    }
    if (input->kind == INPUT_PLACE) {
        json_t *species = json_object_get(what, "species");
        json_t *count = json_object_get(what, "count");
        json_int_t of = json_integer_value(species), many = json_integer_value(count);
        is_sound = is_sound && json_is_integer(species) && json_is_integer(count) &&
                   of >= 0 && of < UINT32_MAX && many >= 0 && many < UINT32_MAX;
        input->species = (uint32_t)of;
        input->count = (uint32_t)many;
        keys = 4;
    }
    return is_sound && json_object_size(what) == keys
               ? MOTE_OK
               : refuse(reader,
                        "expected \"position\": [x, y], \"radius\": r and, of a touch, "
                        "\"pull\", \"drag\", \"velocity\"; of a place, \"species\", "
                        "\"count\"");
}

// What a line says besides its step.
static mote_status read_what(const log_reader *reader, json_t *line, input *input)
{
    json_t *set = json_object_get(line, "set"), *to = json_object_get(line, "to");
    json_t *scene = json_object_get(line, "scene"), *what = NULL;
    input->line = reader->line;
    if (set || to) {
        input->kind = INPUT_SET;
        input->key = json_string_value(set);
        input->value = json_string_value(to);
        return input->key && input->value && json_object_size(line) == 3
                   ? MOTE_OK
                   : refuse(reader, "expected \"set\": \"KEY\", \"to\": \"VALUE\"");
    }
    if (json_object_size(line) != 2) {
        return refuse(reader, "expected \"step\" and one of set, scene, touch, place, "
                              "erase, end");
    }
    if (scene) {
        input->kind = INPUT_SCENE;
        input->value = json_string_value(scene);
        return input->value ? MOTE_OK : refuse(reader, "scene: expected a text");
    }
    if ((what = json_object_get(line, "touch"))) {
        input->kind = json_is_null(what) ? INPUT_RELEASE : INPUT_TOUCH;
        return json_is_null(what) ? MOTE_OK : read_ball(reader, what, input);
    }
    if ((what = json_object_get(line, "place"))) {
        input->kind = INPUT_PLACE;
        return read_ball(reader, what, input);
    }
    if ((what = json_object_get(line, "erase"))) {
        input->kind = INPUT_ERASE;
        return read_ball(reader, what, input);
    }
    return refuse(reader, "expected one of set, scene, touch, place, erase, end");
}

static mote_status make_room(input_log *log)
{
    if (log->count < log->room) {
        return MOTE_OK;
    }
    size_t room = log->room ? 2 * log->room : 64;
    input *inputs = realloc(log->inputs, room * sizeof *inputs);
    log->inputs = inputs ? inputs : log->inputs;
    json_t **lines = realloc(log->lines, room * sizeof *lines);
    log->lines = lines ? lines : log->lines;
    if (!inputs || !lines) {
        return fail_memory(room * sizeof *inputs, "inputs");
    }
    log->room = room;
    return MOTE_OK;
}

static mote_status read_input(log_reader *reader, json_t *line)
{
    input_log *log = reader->log;
    json_t *step = json_object_get(line, "step");
    input input = {.step = (uint64_t)json_integer_value(step)};
    if (!json_is_integer(step) || json_integer_value(step) < 0) {
        return refuse(reader, "expected \"step\": a whole number from 0");
    }
    if (log->has_end || input.step < log->steps) {
        return refuse(reader, "its step is past: lines stand in the order of steps, and "
                              "after the end there is none");
    }
    log->steps = input.step;
    if (json_is_true(json_object_get(line, "end"))) {
        log->has_end = true;
        return MOTE_OK;
    }
    TRY(read_what(reader, line, &input));
    TRY(make_room(log));
    log->lines[log->count] = json_incref(line);
    log->inputs[log->count++] = input;
    return MOTE_OK;
}

// A last line without an end was cut off while it was written: it is no input.
static mote_status read_lines(log_reader *reader, const char *text)
{
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        json_error_t error;
        size_t size = (size_t)(end - text);
        reader->line++;
        if (size == 0) {
            continue;
        }
        json_t *line = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
        mote_status status = !json_is_object(line) ? refuse(reader, "not a JSON object")
                             : reader->line == 1   ? read_head(reader, line)
                                                   : read_input(reader, line);
        json_decref(line);
        TRY(status);
    }
    return *reader->scene
               ? MOTE_OK
               : fail(MOTE_BAD_INPUT,
                      "%s:1: not a record of inputs: expected {\"mote_inputs\": 1, ...}",
                      reader->path);
}

mote_status input_log_open(const char *path, input_log **log, mote_scene **scene)
{
    *log = NULL;
    *scene = NULL;
    char *text;
    size_t size;
    TRY(file_read(path, &text, &size));
    input_log *self = calloc(1, sizeof *self);
    log_reader reader = {.log = self, .scene = scene, .path = path};
    mote_status status = fail_memory(sizeof *self, "inputs");
    if (self && (self->path = path_join("", path))) {
        status = read_lines(&reader, text);
    }
    free(text);
    if (status != MOTE_OK) {
        input_log_close(self);
        mote_scene_destroy(*scene);
        *scene = NULL;
        return status;
    }
    *log = self;
    return MOTE_OK;
}

// ---- Replaying -----------------------------------------------------------------------

uint64_t input_log_steps(const input_log *self)
{
    return self->steps;
}

uint64_t input_log_due(const input_log *self, const mote_simulation *simulation,
                       uint64_t steps)
{
    uint64_t done = mote_simulation_step_count(simulation);
    if (self->next == self->count || self->inputs[self->next].step <= done) {
        return steps;
    }
    uint64_t due = self->inputs[self->next].step - done;
    return due < steps ? due : steps;
}

mote_status input_log_do(input_log *self, const mote_simulation *simulation,
                         input_doer *doer, void *context)
{
    uint64_t done = mote_simulation_step_count(simulation);
    for (; self->next < self->count && self->inputs[self->next].step <= done;
         self->next++) {
        input next = self->inputs[self->next];
        mote_status status = doer(context, &next);
        if (status != MOTE_OK) {
            char cause[1024];
            snprintf(cause, sizeof cause, "%s", mote_last_error());
            return fail(status, "%s:%d: %s", self->path, next.line, cause);
        }
    }
    return MOTE_OK;
}
