// SPDX-License-Identifier: MIT
// See emitted.h.

#include "emitted.h"

#include <math.h>
#include <string.h>

// ---- Rows ----------------------------------------------------------------------------

// The middle of the box is the middle of the world.
static double place_of(const plan *plan, int axis, uint32_t coordinate)
{
    return (double)(int32_t)(coordinate - UINT32_C(0x80000000)) / 4294967296.0 *
           plan->box[axis];
}

static uint32_t coordinate_of(const plan *plan, int axis, double place)
{
    int64_t units = (int64_t)floor(place / plan->box[axis] * 4294967296.0 + 0.5);
    return (uint32_t)(uint64_t)(units + INT64_C(0x80000000));
}

emitted_row emitted_of_words(const plan *plan, const uint32_t body[4],
                             const uint32_t flight[4])
{
    emitted_row row = {.life = (double)float_from(body[3]), .number = flight[3]};
    for (int axis = 0; axis < plan->dimension; axis++) {
        row.place[axis] = place_of(plan, axis, body[axis]);
        row.velocity[axis] = (double)float_from(flight[axis]);
    }
    return row;
}

emitted_row *emitted_rows(mote_simulation *simulation, uint64_t *count)
{
    assert_ok(simulation_population(simulation, count));
    uint32_t *body = read_buffer(simulation, BUFFER_body);
    uint32_t *flight = read_buffer(simulation, BUFFER_flight);
    emitted_row *rows = calloc(*count + 1, sizeof *rows);
    assert_non_null(rows);
    for (uint64_t i = 0; i < *count; i++) {
        rows[i] = emitted_of_words(simulation->plan, body + 4 * i, flight + 4 * i);
    }
    free(body);
    free(flight);
    return rows;
}

emitted_row emitted_first(mote_simulation *simulation)
{
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    assert_true(count > 0);
    emitted_row first = rows[0];
    free(rows);
    return first;
}

void emitted_put(mote_simulation *simulation, const emitted_row *rows, uint64_t count)
{
    const plan *plan = simulation->plan;
    uint32_t *body = read_buffer(simulation, BUFFER_body);
    uint32_t *flight = read_buffer(simulation, BUFFER_flight);
    for (uint64_t i = 0; i < count; i++) {
        for (int axis = 0; axis < plan->dimension; axis++) {
            body[4 * i + (uint64_t)axis] = coordinate_of(plan, axis, rows[i].place[axis]);
            flight[4 * i + (uint64_t)axis] = float_bits(rows[i].velocity[axis]);
        }
        body[4 * i + 3] = float_bits(rows[i].life);
        flight[4 * i + 3] = rows[i].number;
    }
    write_buffer(simulation, BUFFER_body, body);
    write_buffer(simulation, BUFFER_flight, flight);
    free(body);
    free(flight);
}

// ---- Population ----------------------------------------------------------------------

uint64_t population_word(mote_simulation *simulation, int word)
{
    uint32_t *words = read_buffer(simulation, BUFFER_population);
    uint64_t value = words[word];
    free(words);
    return value;
}

uint64_t population_wide(mote_simulation *simulation, int word)
{
    uint64_t low = population_word(simulation, word);
    return population_word(simulation, word + 1) << 32 | low;
}

// ---- Scenes --------------------------------------------------------------------------

mote_scene *scene_of_still(int dimension, uint64_t count, const char *emitter,
                           const char *more)
{
    return scene_of("{'model': 'emitter', 'dimension': %d, 'particles': %llu,"
                    " 'emitter': {'gravity': [0, 0%s], %s 'emitters': [{%s"
                    " 'bursts': [[0, %llu]], 'rate': 0, 'speed': 0,"
                    " 'lifetime': 1e6}]}}",
                    dimension, (unsigned long long)count, dimension == 3 ? ", 0" : "",
                    more, emitter, (unsigned long long)count);
}

mote_simulation *still_on(const test_backend *on, const mote_scene *scene)
{
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    step(simulation, 1);
    assert_int_equal(population_word(simulation, POPULATION_LIVING),
                     mote_simulation_particle_count(simulation));
    return simulation;
}

// ---- Numbers -------------------------------------------------------------------------

double dot_of(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double length_of(const double v[3])
{
    return sqrt(dot_of(v, v));
}

void assert_near_at(double found, double expected, double bound, const char *what,
                    const char *file, int line)
{
    if (!(fabs(found - expected) <= bound)) {
        print_error("%s is %.9g, expected %.9g within %.3g\n", what, found, expected,
                    bound);
        _fail(file, line);
    }
}
