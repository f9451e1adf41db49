// SPDX-License-Identifier: MIT
// The self-test of a device (exact.glsl says what is at stake). What is expected comes
// from the same text, compiled as C.

#include "gl_self_test.h"

#include "gl_errors.h"
#include "gl_program.h"

#include "../core/lanes.h"
#include "../core/status.h"

#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Keeps compilers from working results out before this program runs.
static uint32_t opaque(uint32_t x)
{
    static const volatile uint32_t zero = 0;
    return x ^ zero;
}

#include "exact.glsl"
#include "random.glsl"
#include "self_test.glsl"

#define PARTICLE_COUNT 13
#define CELL_COUNT     12

static const uint32_t particle_cell[PARTICLE_COUNT] = {7, 2, 10, 0, 5, 2, 7,
                                                       8, 6, 10, 0, 6, 7};
static const uint32_t cell_count[CELL_COUNT] = {2, 0, 2, 0, 0, 1, 2, 3, 1, 0, 2, 0};
static const uint32_t cell_start[CELL_COUNT] = {0, 2, 2, 4, 4, 4, 5, 7, 10, 11, 11, 13};
static const uint32_t cell_order[PARTICLE_COUNT] = {3, 10, 1,  5, 4, 8, 11,
                                                    0, 6,  12, 7, 2, 9};

// Where in the results each line begins.
enum {
#define ROW(name, value) ROW_##name,
#include "self_test_rows.glsl"
#undef ROW
    STORE,
    REDUCTION,
    CARRY, // two words
    SORT = CARRY + 2,
    STARTS = SORT + CELL_COUNT,
    ORDER = STARTS + CELL_COUNT,
    RESULT_COUNT = ORDER + PARTICLE_COUNT,
};

// To add a line of arithmetic: a row of self_test_rows.glsl is all. To add another: a
// word above, a row here, what is expected in expect_all, a function in self_test.comp,
// and a fault in tests/test_self_test.c.
static const struct {
    const char *name;
    int first; // of its results
} lines[] = {
#define ROW(name, value) {#name, ROW_##name},
#include "self_test_rows.glsl"
#undef ROW
    {"a_store_rounds_twice", STORE},
    {"a_full_work_group_adds_up_in_shared_memory", REDUCTION},
    {"atomics_carry_into_a_second_word", CARRY},
    {"13_particles_are_counted_by_cell", SORT},
    {"13_particles_have_a_prefix_sum", STARTS},
    {"13_particles_are_sorted_by_cell_and_id", ORDER},
};

#define LINE_COUNT ((int)(sizeof lines / sizeof lines[0]))

const char *gl_self_test_line(int index)
{
    return index < LINE_COUNT ? lines[index].name : NULL;
}

// Of the line that this result belongs to.
static const char *line_name(int result)
{
    int line = 0;
    while (line + 1 < LINE_COUNT && lines[line + 1].first <= result) {
        line++;
    }
    return lines[line].name;
}

// ---- What is expected ----------------------------------------------------------------

static void expect_all(uint32_t group_size, uint32_t *expected)
{
    const uint32_t rows[] = {
#define ROW(name, value) value,
#include "self_test_rows.glsl"
#undef ROW
    };
    memcpy(expected, rows, sizeof rows);
    expected[STORE] = one_line_bits(0x3f800800u, 0x3f800800u, 0xbf801000u);
    uint32_t sum = 0;
    uint64_t wide = 0;
    for (uint32_t t = 0; t < group_size; t++) {
        sum += t * t + 1;
        wide += (uint32_t)(0x9e3779b9u * (t + 1)) | 0x80000000u;
    }
    expected[REDUCTION] = sum;
    expected[CARRY] = (uint32_t)wide;
    expected[CARRY + 1] = (uint32_t)(wide >> 32);
    memcpy(expected + SORT, cell_count, sizeof cell_count);
    memcpy(expected + STARTS, cell_start, sizeof cell_start);
    memcpy(expected + ORDER, cell_order, sizeof cell_order);
}

// ---- What the device says ------------------------------------------------------------

static mote_status make_program(const gl_context *context, uint32_t group_size,
                                uint32_t *program)
{
    gl_source source = {0};
    gl_source_begin(&source, "prelude of self_test", context->compute_version);
    text_add(&source.text,
             "layout(local_size_x = %u) in;\n"
             "#define GROUP_SIZE %uu\n#define PARTICLES %uu\n#define CELLS %uu\n"
             "#define STORE %uu\n#define REDUCTION %uu\n#define CARRY %uu\n"
             "#define SORT %uu\n#define STARTS %uu\n#define ORDER %uu\n",
             group_size, group_size, PARTICLE_COUNT, CELL_COUNT, STORE, REDUCTION, CARRY,
             SORT, STARTS, ORDER);
    mote_status status = gl_source_add_file(&source, "lib/glsl.glsl");
    if (status == MOTE_OK) {
        status = gl_source_add_file(&source, "stages/self_test.comp");
    }
    if (status == MOTE_OK) {
        status = gl_program_create(&source, "self_test", program);
    }
    gl_source_free(&source);
    return status;
}

static mote_status run(gl_context *context, uint32_t program, uint32_t *results)
{
    uint32_t hidden[1 + PARTICLE_COUNT] = {0};
    memcpy(hidden + 1, particle_cell, sizeof particle_cell);
    GLuint buffers[2];
    gl_errors_drop(); // what went wrong before is not this test's
    glGenBuffers(2, buffers);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[0]);
    glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof hidden, hidden, GL_STATIC_DRAW);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffers[1]);
    // What is not written shows; the sum with a carry begins at 0.
    memset(results, 0xa5, RESULT_COUNT * sizeof *results);
    results[CARRY] = results[CARRY + 1] = 0;
    glBufferData(GL_SHADER_STORAGE_BUFFER, RESULT_COUNT * sizeof *results, results,
                 GL_DYNAMIC_COPY);
    glUseProgram(program);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, RESULT_COUNT * sizeof *results,
                       results);
    glUseProgram(0);
    glDeleteBuffers(2, buffers);
    return gl_errors_check_lost(context, "in the self-test");
}

mote_status gl_self_test(gl_context *context)
{
    if (context->has_passed) {
        return MOTE_OK;
    }
    // A power of two, as the reduction needs; GL 4.3 has at least 1024.
    uint32_t group_size = context->limits.group_invocations >= 1024 ? 1024 : 512;
    uint32_t program = 0;
    TRY(make_program(context, group_size, &program));
    uint32_t results[RESULT_COUNT];
    uint32_t expected[RESULT_COUNT];
    mote_status status = run(context, program, results);
    glDeleteProgram(program);
    if (status != MOTE_OK) {
        return fail(MOTE_UNAVAILABLE, "%s", mote_last_error());
    }
    expect_all(group_size, expected);
    for (int i = 0; i < RESULT_COUNT; i++) {
        if (results[i] != expected[i]) {
            return fail(
                MOTE_UNAVAILABLE,
                "%s (%s) failed the self-test at %s: expected 0x%08x, found 0x%08x; "
                "a newer driver may help",
                context->renderer, context->version, line_name(i), expected[i],
                results[i]);
        }
    }
    context->has_passed = true;
    return MOTE_OK;
}
