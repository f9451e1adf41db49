// SPDX-License-Identifier: MIT
// The tools of the mouse: what they do to the particles of a simulation that is watched.
// All of it goes through live_input, so that it can be done again.

#include "app.h"
#include "live.h"

#include "../core/status.h"
#include "../draw/camera.h"
#include "../sim/simulation.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Pixels that a tool reaches at first.
#define USUAL_REACH     70.0
#define REACH_PER_NOTCH 1.15

// In the time of a frame a pull makes for so much of the speed that would cross the
// tool's radius in so many frames.
#define PULL_FRAMES 4.0

// Part of the difference to the cursor's speed that a push takes on in a step.
#define PUSH_PART 0.3

// Of the particles that the ball would hold if they stood evenly, so many are placed in a
// frame; at most PLACED_MOST.
#define PLACED_PART 0.1
#define PLACED_MOST 1000.0

const live_tool_row live_tools[LIVE_TOOL_COUNT] = {
    {LIVE_ATTRACT, "attract", "towards the cursor; the right button, or Shift: away"},
    {LIVE_REPEL, "repel", "away from the cursor; the right button, or Shift: towards it"},
    {LIVE_PUSH, "push", "along with the cursor; the right button, or Shift: hold"},
    {LIVE_PLACE, "place", "put particles there; the right button, or Shift: take away"},
    {LIVE_ERASE, "erase", "take particles away; the right button, or Shift: put some"},
    {LIVE_FOLLOW, "follow",
     "keep one in the middle; the right button, or Shift: no more"},
};

int live_species_count(const live *self)
{
    return self->scene->species_count;
}

live_tool live_usual_tool(void)
{
    return (live_tool){
        .kind = LIVE_ATTRACT, .radius = USUAL_REACH, .strength = 1.0, .species = -1};
}

// ---- From pixels to the world --------------------------------------------------------

static sight sight_of(const live *self)
{
    sight sight;
    (void)sight_take(&sight, self->scene->size, self->view.offset, self->view.up);
    return sight;
}

double live_unit_of_pixel(const live *self)
{
    sight sight = sight_of(self);
    return 1.0 / camera_pixels_per_unit(&self->view, self->scene->size,
                                        self->scene->dimension, &sight);
}

// What lies at the cursor, as far away as what the camera looks at.
static void world_at_cursor(const live *self, double at[3])
{
    sight sight = sight_of(self);
    double unit = live_unit_of_pixel(self);
    for (int axis = 0; axis < 3; axis++) {
        at[axis] =
            self->view.center[axis] + unit * (self->tool.cursor[0] * sight.right[axis] +
                                              self->tool.cursor[1] * sight.above[axis]);
    }
    if (self->scene->dimension == 2) {
        at[2] = 0.0;
    }
}

// ---- Touches -------------------------------------------------------------------------

static mote_status release_touch(live *self)
{
    input input = {.kind = INPUT_RELEASE};
    if (!self->tool.is_touching) {
        return MOTE_OK;
    }
    self->tool.is_touching = false;
    return live_input(self, &input);
}

static mote_status touch(live *self, const mote_touch *touch)
{
    live_tool *tool = &self->tool;
    if (tool->is_touching && memcmp(touch, &tool->touch, sizeof *touch) == 0) {
        return MOTE_OK;
    }
    input input = {.kind = INPUT_TOUCH, .touch = *touch};
    TRY(live_input(self, &input));
    tool->touch = *touch;
    tool->is_touching = true;
    return MOTE_OK;
}

static mote_touch ball_at_cursor(const live *self)
{
    mote_touch ball;
    memset(&ball, 0, sizeof ball); // it is compared byte by byte
    world_at_cursor(self, ball.position);
    ball.radius = self->tool.radius * live_unit_of_pixel(self);
    return ball;
}

static mote_status pull(live *self, double frame_time, double sign)
{
    mote_touch ball = ball_at_cursor(self);
    ball.pull = sign * self->tool.strength * ball.radius /
                (PULL_FRAMES * frame_time * frame_time);
    return touch(self, &ball);
}

// Along with the cursor; `holds`: to where it is.
static mote_status push(live *self, double frame_time, bool holds)
{
    mote_touch ball = ball_at_cursor(self);
    live_tool *tool = &self->tool;
    bool has_moved = false;
    for (int axis = 0; axis < 3; axis++) {
        double moved = tool->has_been ? ball.position[axis] - tool->was[axis] : 0.0;
        ball.velocity[axis] = holds ? 0.0 : moved / frame_time;
        has_moved = has_moved || fabs(moved) > 0.0;
        tool->was[axis] = ball.position[axis];
    }
    tool->has_been = true;
    ball.drag = PUSH_PART / self->scene->dt;
    return has_moved || holds ? touch(self, &ball) : release_touch(self);
}

// ---- Particles -----------------------------------------------------------------------

// Of a ball; in 2-D of a disc.
static double volume_of(const live *self, double radius)
{
    const double pi = 3.14159265358979323846;
    return self->scene->dimension == 3 ? 4.0 / 3.0 * pi * radius * radius * radius
                                       : pi * radius * radius;
}

static mote_status place(live *self)
{
    const mote_scene *scene = self->scene;
    live_tool *tool = &self->tool;
    input input = {.kind = INPUT_PLACE, .touch = ball_at_cursor(self)};
    double world = scene->size[0] * scene->size[1];
    world *= scene->dimension == 3 ? scene->size[2] : 1.0;
    double density = (double)scene->particle_count / world;
    double count = PLACED_PART * density * volume_of(self, input.touch.radius);
    input.count = (uint32_t)fmin(fmax(count, 1.0), PLACED_MOST);
    input.species = tool->species >= 0 && tool->species < scene->species_count
                        ? (uint32_t)tool->species
                        : (uint32_t)(tool->placed % (uint64_t)scene->species_count);
    tool->placed++;
    return live_input(self, &input);
}

static mote_status erase(live *self)
{
    input input = {.kind = INPUT_ERASE, .touch = ball_at_cursor(self)};
    return live_input(self, &input);
}

// ---- Following -----------------------------------------------------------------------

// How far a place is from the line of sight through the cursor, squared; in 2-D from the
// cursor.
static double away_from_cursor(const live *self, const double at[3],
                               const double place[3])
{
    sight sight = sight_of(self);
    double right = 0.0, above = 0.0;
    for (int axis = 0; axis < self->scene->dimension; axis++) {
        double size = self->scene->size[axis], away = place[axis] - at[axis];
        if (self->scene->edges == EDGES_WRAP) {
            away -= size * floor(away / size + 0.5);
        }
        right += away * sight.right[axis];
        above += away * sight.above[axis];
    }
    return right * right + above * above;
}

// Rows of the buffers where particles are, and what tells one from others.
typedef struct rows {
    uint32_t *places, *names;
    uint64_t count;
    int place_width, name_width, name_at;
} rows;

static mote_status read_buffer(live *self, const char *name, uint32_t **words)
{
    size_t size;
    TRY(mote_simulation_buffer_size(self->simulation, name, &size));
    *words = malloc(size + 4);
    return *words ? mote_simulation_read(self->simulation, name, *words, size)
                  : fail_memory(size, name);
}

static mote_status read_rows(live *self, rows *rows)
{
    bool emits = self->scene->model->emits != NULL;
    *rows = emits ? (struct rows){.place_width = 4, .name_width = 4, .name_at = 3}
                  : (struct rows){.place_width = self->scene->dimension, .name_width = 2};
    TRY(simulation_population(self->simulation, &rows->count));
    TRY(read_buffer(self, emits ? "body" : "position", &rows->places));
    return read_buffer(self, emits ? "flight" : "identity", &rows->names);
}

static void place_of(const live *self, const rows *rows, uint64_t row, double place[3])
{
    for (int axis = 0; axis < self->scene->dimension; axis++) {
        place[axis] =
            plan_world(self->simulation->plan, axis,
                       rows->places[row * (uint64_t)rows->place_width + (uint64_t)axis]);
    }
}

static void follow_nearest(live *self, const rows *rows)
{
    double at[3], nearest = HUGE_VAL;
    world_at_cursor(self, at);
    for (uint64_t row = 0; row < rows->count; row++) {
        double place[3];
        bool is_dead = rows->place_width == 4 && (int32_t)rows->places[row * 4 + 3] <= 0;
        place_of(self, rows, row, place);
        double away = is_dead ? HUGE_VAL : away_from_cursor(self, at, place);
        if (away < nearest) {
            nearest = away;
            self->view.follow =
                rows->names[row * (uint64_t)rows->name_width + (uint64_t)rows->name_at];
        }
    }
}

// The camera stays where it is, at whom it followed.
static void leave(live *self, const rows *rows)
{
    for (uint64_t row = 0; row < rows->count; row++) {
        if (rows->names[row * (uint64_t)rows->name_width + (uint64_t)rows->name_at] ==
            self->view.follow) {
            place_of(self, rows, row, self->view.center);
        }
    }
    self->view.follow = -1;
}

static mote_status follow(live *self, bool leaves)
{
    rows rows;
    mote_view_def before = self->view;
    mote_status status = read_rows(self, &rows);
    if (status == MOTE_OK && self->view.follow >= 0) {
        leave(self, &rows);
    }
    if (status == MOTE_OK && !leaves) {
        follow_nearest(self, &rows);
        status = mote_renderer_set_view(self->renderer, &self->view);
    }
    free(rows.places);
    free(rows.names);
    if (status != MOTE_OK) {
        self->view = before;
        return status;
    }
    if (self->view.follow >= 0) {
        snprintf(self->note, sizeof self->note, "following %" PRId64, self->view.follow);
    } else {
        snprintf(self->note, sizeof self->note, "following none");
    }
    return MOTE_OK;
}

// ---- The mouse -----------------------------------------------------------------------

void live_point(live *self, double right, double up)
{
    self->tool.cursor[0] = right;
    self->tool.cursor[1] = up;
}

mote_status live_press(live *self, bool is_right, bool has_shift)
{
    live_tool *tool = &self->tool;
    tool->is_reversed = is_right != has_shift;
    tool->has_been = false;
    if (tool->kind == LIVE_FOLLOW) {
        return follow(self, tool->is_reversed);
    }
    tool->is_pressed = true;
    return MOTE_OK;
}

void live_release(live *self)
{
    self->tool.is_pressed = false;
}

void live_size_tool(live *self, double notches)
{
    double radius = self->tool.radius * pow(REACH_PER_NOTCH, notches);
    self->tool.radius = fmin(fmax(radius, LIVE_REACH_LEAST), LIVE_REACH_MOST);
}

static mote_status use(live *self, uint64_t steps)
{
    const live_tool *tool = &self->tool;
    bool is_reversed = tool->is_reversed;
    double frame_time = self->scene->dt * (double)steps;
    if (!tool->is_pressed) {
        return release_touch(self);
    }
    switch (tool->kind) {
    case LIVE_ATTRACT:
    case LIVE_REPEL:
        // Of a simulation that stands still nothing can be pulled.
        return steps == 0
                   ? MOTE_OK
                   : pull(self, frame_time,
                          (tool->kind == LIVE_ATTRACT) != is_reversed ? 1.0 : -1.0);
    case LIVE_PUSH:
        return steps == 0 ? MOTE_OK : push(self, frame_time, is_reversed);
    case LIVE_PLACE:
    case LIVE_ERASE:
        return (tool->kind == LIVE_PLACE) != is_reversed ? place(self) : erase(self);
    default:
        return MOTE_OK;
    }
}

void live_use_tool(live *self, uint64_t steps)
{
    mote_status status = use(self, steps);
    if (status != MOTE_OK) {
        // What could not be done has changed nothing.
        self->tool.is_pressed = false;
        app_end(status);
        snprintf(self->note, sizeof self->note, "%.150s", mote_last_error());
    }
}
