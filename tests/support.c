// SPDX-License-Identifier: MIT
// See support.h.

#include "support.h"

#include "gl/gl_context.h"
#include "gl/gl_platform.h"

#include <stdio.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

void assert_ok_at(mote_status status, const char *call, const char *file, int line)
{
    if (status != MOTE_OK) {
        print_error("%s: status %d: %s\n", call, (int)status, mote_last_error());
        _fail(file, line);
    }
}

void expect_error(mote_status found, mote_status expected, const char *words)
{
    assert_int_equal(found, expected);
    if (!strstr(mote_last_error(), words)) {
        fail_msg("no \"%s\" in: %s", words, mote_last_error());
    }
}

// ---- Backends ------------------------------------------------------------------------

const test_backend test_cpu = {.name = "cpu", .kind = MOTE_BACKEND_CPU};
const test_backend test_gl = {.name = "gl", .kind = MOTE_BACKEND_GL};
const test_backend test_gl_clamped = {
    .name = "gl_clamped", .kind = MOTE_BACKEND_GL, .clamps = true};

bool gl_is_available(void)
{
    // Kept open to the end of the program, so that no simulation need open them again.
    static gl_context *contexts[2]; // limits as they are, and clamped
    static bool tried;
    for (int clamps = 0; clamps < 2 && !tried; clamps++) {
        mote_device_def device = mote_default_device_def();
        device.clamp_limits = clamps == 1;
        if (gl_context_open(&device, &contexts[clamps]) != MOTE_OK) {
            print_message("no OpenGL: %s\n", mote_last_error());
            contexts[clamps] = NULL;
        }
    }
    tried = true;
    return contexts[0] && contexts[0]->has_compute;
}

void need_backend(const test_backend *on)
{
    if (on->kind == MOTE_BACKEND_GL && !gl_is_available()) {
        print_message("GL not available\n");
        skip();
    }
}

gl_platform *open_host(void)
{
    gl_place places[PLACE_MAX];
    gl_platform *host = NULL;
    egl_places_list(places);
    if (places[0].open(&places[0], false, &host) != MOTE_OK) {
        print_message("GL not available through EGL: %s\n", mote_last_error());
        skip();
    }
    return host;
}

// ---- Scenes and simulations ----------------------------------------------------------

void requote(char *text)
{
    for (char *c = text; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
}

mote_scene *scene_of(const char *format, ...)
{
    char json[16384];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(json, sizeof json, format, values);
    va_end(values);
    assert_in_range(size, 0, sizeof json - 1);
    requote(json);
    mote_scene *scene = NULL;
    assert_ok(mote_scene_parse("test.json", json, strlen(json), &scene));
    return scene;
}

mote_simulation *simulation_on(const test_backend *on, const mote_scene *scene,
                               const mote_device_def *device)
{
    need_backend(on);
    mote_device_def def = device ? *device : mote_default_device_def();
    def.backend = on->kind;
    def.clamp_limits |= on->clamps;
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &def, &simulation));
    assert_int_equal(mote_simulation_backend(simulation), on->kind);
    return simulation;
}

void step(mote_simulation *simulation, uint64_t steps)
{
    assert_ok(mote_simulation_step(simulation, steps));
}

uint64_t hash_of(mote_simulation *simulation)
{
    uint64_t hash = 0;
    assert_ok(mote_simulation_hash(simulation, &hash));
    return hash;
}

uint64_t hash_after(const test_backend *on, const mote_scene *scene,
                    const mote_device_def *device, uint64_t steps)
{
    mote_simulation *simulation = simulation_on(on, scene, device);
    step(simulation, steps);
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    return hash;
}

mote_population population_of(mote_simulation *simulation)
{
    mote_population population;
    assert_ok(mote_simulation_population(simulation, &population));
    return population;
}

compare_result compare_two(mote_simulation *a, mote_simulation *b, uint64_t steps)
{
    compare_result result;
    assert_ok(compare_run(a, b, steps, &result));
    return result;
}

compare_result expect_equal_runs(mote_simulation *a, mote_simulation *b, uint64_t steps)
{
    compare_result result = compare_two(a, b, steps);
    if (!result.equal) {
        fail_msg("%s", result.difference);
    }
    return result;
}

void run_stage(mote_simulation *simulation, int stage)
{
    const plan *plan = simulation->plan;
    int count = 0;
    for (int i = 0; i < plan->step_count + plan->draw_count; i++) {
        bool draws = i >= plan->step_count;
        const schedule_entry *entry =
            draws ? &plan->draw[i - plan->step_count] : &plan->step[i];
        if (entry->stage == stage) {
            assert_ok(simulation_run(simulation, entry));
            count++;
        }
    }
    assert_true(count > 0);
}

void run_before(mote_simulation *simulation, int stage)
{
    const plan *plan = simulation->plan;
    for (int i = 0; i < plan->step_count && plan->step[i].stage != stage; i++) {
        assert_ok(simulation_run(simulation, &plan->step[i]));
    }
}

int buffer_named(const mote_simulation *simulation, const char *name)
{
    int buffer = plan_find_buffer(simulation->plan, name);
    assert_true(buffer >= 0);
    return buffer;
}

uint64_t word_count(const mote_simulation *simulation, int buffer)
{
    return plan_buffer_size(simulation->plan, buffer) / 4;
}

uint32_t *read_buffer(mote_simulation *simulation, int buffer)
{
    uint64_t size = plan_buffer_size(simulation->plan, buffer);
    uint32_t *values = malloc(size + 4);
    assert_non_null(values);
    assert_ok(simulation->backend->read(simulation->backend, buffer, values, size));
    return values;
}

uint32_t *buffer_of(mote_simulation *simulation, const char *name)
{
    return read_buffer(simulation, buffer_named(simulation, name));
}

void write_buffer(mote_simulation *simulation, int buffer, const void *data)
{
    uint64_t size = plan_buffer_size(simulation->plan, buffer);
    assert_ok(simulation->backend->write(simulation->backend, buffer, data, size));
}

// Whether more is state than places, velocities and ids.
static bool is_born_or_dies(const mote_simulation *simulation)
{
    return simulation->plan->emits || simulation->plan->mortal;
}

static kept_state keep_emitted(mote_simulation *simulation)
{
    kept_state state = {.step = simulation->clock};
    for (int b = 0; b < simulation->plan->buffer_count; b++) {
        if (plan_is_state(simulation->plan, b)) {
            state.emitted[b] = read_buffer(simulation, b);
        }
    }
    return state;
}

kept_state keep_state(mote_simulation *simulation)
{
    if (is_born_or_dies(simulation)) {
        return keep_emitted(simulation);
    }
    return (kept_state){
        .step = simulation->clock,
        .position = read_buffer(simulation, BUFFER_position),
        .velocity = read_buffer(simulation, BUFFER_velocity),
        .identity = read_buffer(simulation, BUFFER_identity),
    };
}

void restore_state(mote_simulation *simulation, const kept_state *state)
{
    simulation->clock = state->step; // births and chance go by the clock
    if (is_born_or_dies(simulation)) {
        for (int b = 0; b < simulation->plan->buffer_count; b++) {
            if (state->emitted[b]) {
                write_buffer(simulation, b, state->emitted[b]);
            }
        }
        return;
    }
    write_buffer(simulation, BUFFER_position, state->position);
    write_buffer(simulation, BUFFER_velocity, state->velocity);
    write_buffer(simulation, BUFFER_identity, state->identity);
}

void free_state(kept_state *state)
{
    free(state->position);
    free(state->velocity);
    free(state->identity);
    for (int b = 0; b < BUFFER_MAX; b++) {
        free(state->emitted[b]);
    }
}

#ifdef __SSE2__
// Bits 15 (flush to zero) and 6 (denormals are zero) of MXCSR.
#define FLUSH_BITS 0x8040u

bool flush_subnormals(bool flush)
{
#pragma omp parallel num_threads(8)
    {
        unsigned control = _mm_getcsr() & ~FLUSH_BITS;
        _mm_setcsr(flush ? control | FLUSH_BITS : control);
    }
    return true;
}
#else
bool flush_subnormals(bool flush)
{
    return !flush;
}
#endif

// ---- Numbers -------------------------------------------------------------------------

uint32_t float_bits(double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return bits;
}

float float_from(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int64_t limbs_value(const uint32_t *limbs)
{
    return (int64_t)((uint64_t)limbs[1] << 32 | limbs[0]);
}

random_source random_from(uint64_t seed)
{
    return (random_source){seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
}

// xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators".
uint64_t random_next(random_source *source)
{
    source->state ^= source->state >> 12;
    source->state ^= source->state << 25;
    source->state ^= source->state >> 27;
    return source->state * UINT64_C(0x2545f4914f6cdd1d);
}

double random_unit(random_source *source)
{
    return (double)(random_next(source) >> 11) / 9007199254740992.0;
}
