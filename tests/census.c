// SPDX-License-Identifier: MIT
// See census.h.

#include "census.h"

#include "oracle.h"

#include <math.h>

// Nearer to the radius than this part of it, a pair may be on either side: offsets are
// scaled up by 2^-17 (plan.c), floats round.
#define DOUBT 1e-5

// The hashes of tests/models/census.glsl.
static int64_t mark_of(uint32_t id)
{
    return id * UINT32_C(2654435769) >> 16;
}

static int64_t second_mark_of(uint32_t id)
{
    return (uint32_t)(id * UINT32_C(2246822519) + UINT32_C(374761393)) >> 16;
}

typedef struct census {
    int64_t neighbours, mark, second_mark;
    bool is_doubtful; // some particle is as far as the radius
} census;

static census census_of(const oracle *state, uint64_t i, double radius)
{
    census sum = {0};
    for (uint64_t j = 0; j < state->count; j++) {
        double offset[3];
        double distance = oracle_offset(state, i, j, offset);
        sum.is_doubtful |= fabs(distance - radius) < DOUBT * radius;
        if (distance < radius) {
            sum.neighbours++;
            sum.mark += mark_of(state->id[j]);
            sum.second_mark += second_mark_of(state->id[j]);
        }
    }
    return sum;
}

// The simulation has just run `pair` or `pair_loop`. Returns the share of certain ones.
static double check_census(const mote_scene *scene, mote_simulation *simulation,
                           uint64_t samples)
{
    oracle *state = oracle_of(scene, simulation);
    uint32_t *sums = buffer_of(simulation, "counting_sums");
    double radius = oracle_parameter(scene, "radius");
    uint64_t stride = state->count > samples ? state->count / samples : 1;
    uint64_t checked = 0, certain = 0;
    for (uint64_t i = 0; i < state->count; i += stride) {
        census expected = census_of(state, i, radius);
        checked++;
        if (!expected.is_doubtful) {
            certain++;
            assert_int_equal(limbs_value(sums + 6 * i), expected.neighbours << 16);
            assert_int_equal(limbs_value(sums + 6 * i + 2), expected.mark);
            assert_int_equal(limbs_value(sums + 6 * i + 4), expected.second_mark);
        }
    }
    free(sums);
    oracle_destroy(state);
    return checked > 0 ? (double)certain / (double)checked : 1.0;
}

void census_check(const test_backend *on, const mote_scene *scene,
                  const uint32_t *position, const char *search, int reach)
{
    mote_device_def device = mote_default_device_def();
    device.search = search;
    device.cell_reach = reach;
    mote_simulation *simulation = simulation_on(on, scene, &device);
    if (position) {
        write_buffer(simulation, BUFFER_position, position);
    }
    run_before(simulation, STAGE_update);
    double certain = check_census(scene, simulation, 150);
    assert_true(certain > 0.5);
    mote_simulation_destroy(simulation);
}

static const char *edges_name(scene_edges e)
{
    return e == EDGES_WRAP ? "wrap" : e == EDGES_BOUNCE ? "bounce" : "open";
}

mote_scene *census_scene_like(const mote_scene *scene, double radius)
{
    return scene_of(
        "{'model': 'census', 'particles': %llu, 'dimension': %d,"
        " 'world': {'edges': '%s', 'border': %.17g, 'width': %.17g, 'height': %.17g,"
        " 'depth': %.17g}, 'census': {'radius': %.17g}}",
        (unsigned long long)mote_scene_particle_count(scene), scene->dimension,
        edges_name(scene->edges), scene->border, scene->size[0], scene->size[1],
        scene->size[2], radius);
}
