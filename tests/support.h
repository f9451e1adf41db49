// SPDX-License-Identifier: MIT
// What tests share: scenes from text, simulations on each backend, stages run one by one,
// and random input from a seed.
//
// A test body that runs on every backend takes its backend from `state`:
//
//     static void integrate_keeps_a_resting_particle_at_rest(void **state)
//     {
//         mote_simulation *simulation = simulation_on(*state, scene, NULL);
//         ...
//     const struct CMUnitTest tests[] = {
//         ON_EACH_BACKEND(integrate_keeps_a_resting_particle_at_rest),

#ifndef MOTE_TESTS_SUPPORT_H
#define MOTE_TESTS_SUPPORT_H

#include "core/status.h"
#include "sim/compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

// Fails the test with mote_last_error() unless the call is MOTE_OK.
#define assert_ok(call) assert_ok_at((call), #call, __FILE__, __LINE__)
void assert_ok_at(mote_status status, const char *call, const char *file, int line);

// Fails the test unless a call was `expected`, with these words in mote_last_error().
void expect_error(mote_status found, mote_status expected, const char *words);

// ---- Backends ------------------------------------------------------------------------

typedef struct test_backend {
    const char *name;
    mote_backend_kind kind;
    bool clamps; // limits to what GL 4.3 guarantees
} test_backend;

extern const test_backend test_cpu, test_gl, test_gl_clamped;

#define ON_BACKEND(body, on)                                                             \
    {                                                                                    \
#body "_on_" #on, body, NULL, NULL, (void *)(uintptr_t)&test_##on                \
    }
#define ON_CPU(body)          ON_BACKEND(body, cpu)
#define ON_GL(body)           ON_BACKEND(body, gl)
#define ON_EACH_BACKEND(body) ON_CPU(body), ON_GL(body), ON_BACKEND(body, gl_clamped)

// Whether an OpenGL context with compute shaders opens here. It stays open.
bool gl_is_available(void);
// Skips the test on a backend that this machine lacks.
void need_backend(const test_backend *on);

// A context of a host's own, current on this thread; its destroy() ends it. Skips where
// EGL gives none.
struct gl_platform *open_host(void);

// ---- Scenes and simulations ----------------------------------------------------------

// Makes JSON of text that was written with ' for ".
void requote(char *text);

// A scene from JSON, written like printf, with ' for ".
mote_scene *scene_of(const char *format, ...) MOTE_PRINTF(1, 2);

// The scene's first state on a backend; skips where there is none. `device`: NULL for the
// default.
mote_simulation *simulation_on(const test_backend *on, const mote_scene *scene,
                               const mote_device_def *device);

void step(mote_simulation *simulation, uint64_t steps);
uint64_t hash_of(mote_simulation *simulation);
// The state's hash after so many steps in a simulation of its own.
uint64_t hash_after(const test_backend *on, const mote_scene *scene,
                    const mote_device_def *device, uint64_t steps);

// How many are born, live and die.
mote_population population_of(mote_simulation *simulation);

// compare_run; and the same of sides that have to be equal, else the test fails with what
// differs.
compare_result compare_two(mote_simulation *a, mote_simulation *b, uint64_t steps);
compare_result expect_equal_runs(mote_simulation *a, mote_simulation *b, uint64_t steps);

// Runs the entries of a stage, of all passes, in the order of the schedule.
void run_stage(mote_simulation *simulation, int stage);
// Runs the schedule up to the first entry of a stage, without it.
void run_before(mote_simulation *simulation, int stage);

// A whole buffer, as the backend reads it; free() it. At least one word is allocated.
uint32_t *buffer_of(mote_simulation *simulation, const char *name);
uint32_t *read_buffer(mote_simulation *simulation, int buffer);
void write_buffer(mote_simulation *simulation, int buffer, const void *data);
int buffer_named(const mote_simulation *simulation, const char *name);
uint64_t word_count(const mote_simulation *simulation, int buffer);

uint32_t float_bits(double value);
float float_from(uint32_t bits);
// The value of a sum, from its low and high word.
int64_t limbs_value(const uint32_t *limbs);

// The state of a simulation, and another simulation of the same scene set to it.
typedef struct kept_state {
    uint32_t *position, *velocity, *identity;
    // Where particles are born or die instead all that is state, and its clock.
    uint32_t *emitted[BUFFER_MAX];
    uint64_t step;
} kept_state;

kept_state keep_state(mote_simulation *simulation);
void restore_state(mote_simulation *simulation, const kept_state *state);
void free_state(kept_state *state);

// Lets all OpenMP threads flush subnormals to zero, both ways (FTZ and DAZ), or not.
// False where this processor cannot.
bool flush_subnormals(bool flush);

// ---- Random input --------------------------------------------------------------------

typedef struct random_source {
    uint64_t state;
} random_source;

random_source random_from(uint64_t seed);
uint64_t random_next(random_source *source);
double random_unit(random_source *source); // from 0 to 1, without 1

#endif
