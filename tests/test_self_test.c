// SPDX-License-Identifier: MIT
// The self-test of a device, with a fault put into every line of it in turn: the device
// is refused and the line named. The lines are those that the self-test itself goes by,
// so a new one is tested, too, or this fails.

#include "scratch.h"
#include "support.h"
#include "synthetic.h"

#include "core/file.h"
#include "core/text.h"
#include "gl/gl_self_test.h"
#include "gl/gl_source.h"

#include <stdio.h>
#include <string.h>

typedef struct fault {
    const char *line;      // that it must show in
    const char *file;      // of the folder glsl
    const char *from, *to; // the change
} fault;

#define ROWS_FILE  "lib/self_test_rows.glsl"
#define STAGE_FILE "stages/self_test.comp"

// Rows of arithmetic need none: the last bit of any value can be flipped.
static const fault faults[] = {
    {"a_store_rounds_twice", STAGE_FILE, "[STORE] = ", "[STORE] = 1u ^ "},
    {"a_full_work_group_adds_up_in_shared_memory", STAGE_FILE, "half_size > 0u",
     "half_size > 1u"},
    {"atomics_carry_into_a_second_word", STAGE_FILE, "before + value < before",
     "before + value > before"},
    {"13_particles_are_counted_by_cell", STAGE_FILE,
     "[SORT + t] = ", "[SORT + t] = 1u ^ "},
    {"13_particles_have_a_prefix_sum", "lib/scan.glsl", "reach *= 2u", "reach *= 4u"},
    {"13_particles_are_sorted_by_cell_and_id", STAGE_FILE, "ids[k] < t", "ids[k] > t"},
};

typedef struct bench {
    char *folder; // of changed shader files
    mote_scene *scene;
} bench;

// ---- Faults --------------------------------------------------------------------------

// The fault of a line; `row` keeps the text of one that is made up.
static fault fault_of(const char *line, char (*row)[160])
{
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        if (strcmp(faults[i].line, line) == 0) {
            return faults[i];
        }
    }
    snprintf(row[0], sizeof row[0], "ROW(%s, ", line);
    snprintf(row[1], sizeof row[1], "ROW(%s, 1u ^ ", line);
    return (fault){line, ROWS_FILE, row[0], row[1]};
}

// Writes the changed file into the folder. Fails where there is nothing to change: then
// the line has no fault above.
static void write_fault(const bench *bench, const fault *fault)
{
    char *original = NULL;
    assert_ok(gl_file_read(fault->file, &original));
    char *place = strstr(original, fault->from);
    if (!place) {
        fail_msg("no fault is known for the line %s: %s lacks \"%s\"", fault->line,
                 fault->file, fault->from);
    }
    text changed = {0};
    text_add(&changed, "%.*s%s%s", (int)(place - original), original, fault->to,
             place + strlen(fault->from));
    assert_ok(file_write_whole(scratch_path(bench->folder, fault->file), changed.data,
                               changed.size));
    text_free(&changed);
    free(original);
}

// Creates a simulation on a device that has the fault.
static mote_status create(const bench *bench, const fault *fault, mote_backend_kind kind,
                          mote_simulation **simulation)
{
    if (fault) {
        write_fault(bench, fault);
    }
    mote_device_def device = mote_default_device_def();
    device.backend = kind;
    device.takes_software_gl = true;
    setenv("MOTE_GLSL", bench->folder, 1);
    mote_status status = mote_simulation_create(bench->scene, &device, simulation);
    unsetenv("MOTE_GLSL");
    if (fault) {
        remove(scratch_path(bench->folder, fault->file));
    }
    return status;
}

// Whether a message says that the self-test failed there.
static void expect_named(const char *message, const char *line)
{
    char words[160];
    snprintf(words, sizeof words, "self-test at %s:", line);
    if (!strstr(message, words)) {
        fail_msg("a fault in the line %s: %s", line, message);
    }
}

static const bench *need_bench(void **state)
{
    const mote_device_def device = mote_default_device_def();
    gl_context *context = NULL;
    if (gl_context_open(&device, &context) != MOTE_OK || !context->has_compute) {
        print_message("no OpenGL with compute shaders\n");
        gl_context_close(context);
        skip();
    }
    gl_context_close(context);
    return *state;
}

// ---- Cases ---------------------------------------------------------------------------

static void a_device_without_a_fault_is_taken(void **state)
{
    const bench *bench = need_bench(state);
    mote_simulation *simulation = NULL;
    assert_ok(create(bench, NULL, MOTE_BACKEND_AUTO, &simulation));
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_GL);
    mote_simulation_destroy(simulation);
}

static void a_fault_in_any_line_is_refused_and_the_line_named(void **state)
{
    const bench *bench = need_bench(state);
    int count = 0;
    for (; gl_self_test_line(count); count++) {
        char row[2][160];
        fault fault = fault_of(gl_self_test_line(count), row);
        mote_simulation *simulation = NULL;
        mote_status status = create(bench, &fault, MOTE_BACKEND_GL, &simulation);
        if (status != MOTE_UNAVAILABLE) {
            fail_msg("a fault in the line %s: status %d", fault.line, (int)status);
        }
        assert_null(simulation);
        expect_named(mote_last_error(), fault.line);
    }
    assert_true(count > (int)COUNT_OF(faults) + 30);
}

static void after_a_fault_in_any_line_the_cpu_is_taken(void **state)
{
    const bench *bench = need_bench(state);
    for (int i = 0; gl_self_test_line(i); i++) {
        char row[2][160];
        fault fault = fault_of(gl_self_test_line(i), row);
        mote_simulation *simulation = NULL;
        assert_ok(create(bench, &fault, MOTE_BACKEND_AUTO, &simulation));
        assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
        expect_named(mote_simulation_reason(simulation), fault.line);
        mote_simulation_destroy(simulation);
    }
}

static void a_device_that_computes_nothing_is_refused(void **state)
{
    const bench *bench = need_bench(state);
    const fault idle = {gl_self_test_line(0), STAGE_FILE,
                        "uint t = gl_LocalInvocationIndex;",
                        "uint t = gl_LocalInvocationIndex; if (t < GROUP_SIZE) return;"};
    mote_simulation *simulation = NULL;
    assert_int_equal(create(bench, &idle, MOTE_BACKEND_GL, &simulation),
                     MOTE_UNAVAILABLE);
    expect_named(mote_last_error(), idle.line);
}

// A context that takes itself for a GPU, with a fault in the first line.
static gl_context *open_faulty(const bench *bench, gl_context *faulty)
{
    const mote_device_def device = mote_default_device_def();
    char row[2][160];
    fault fault = fault_of(gl_self_test_line(0), row);
    gl_context *context = NULL;
    assert_ok(gl_context_open(&device, &context));
    *faulty = *context;
    faulty->is_software = false;
    faulty->has_passed = false;
    write_fault(bench, &fault);
    setenv("MOTE_GLSL", bench->folder, 1);
    return context;
}

static void close_faulty(const bench *bench, gl_context *context)
{
    unsetenv("MOTE_GLSL");
    remove(scratch_path(bench->folder, ROWS_FILE));
    gl_context_close(context);
}

static void a_device_with_a_fault_is_not_asked_for_splats(void **state)
{
    const bench *bench = need_bench(state);
    gl_context faulty;
    gl_context *context = open_faulty(bench, &faulty);
    synthetic s = synthetic_default();
    s.additive = true;
    s.radius = 0.004; // as suits splats
    s.draw = MOTE_DRAW_AUTO;
    image by_auto = synthetic_draw(&s, &faulty);
    s.draw = MOTE_DRAW_QUADS;
    image quads = synthetic_draw(&s, &faulty);
    assert_memory_equal(by_auto.pixels, quads.pixels,
                        frame_size(quads.width, quads.height, false));
    free(by_auto.pixels);
    free(quads.pixels);

    s.draw = MOTE_DRAW_SPLAT;
    look look = synthetic_look(&s);
    mote_view_def view = synthetic_view(&s);
    painter *painter = NULL;
    assert_int_equal(gl_painter_create(&look, &view, &faulty, &painter),
                     MOTE_UNAVAILABLE);
    expect_named(mote_last_error(), gl_self_test_line(0));
    close_faulty(bench, context);
}

static void every_fault_belongs_to_a_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        int line = 0;
        while (gl_self_test_line(line) &&
               strcmp(gl_self_test_line(line), faults[i].line) != 0) {
            line++;
        }
        assert_non_null(gl_self_test_line(line));
    }
}

// ---- Set-up --------------------------------------------------------------------------

// A context is closed with its simulation, and the next one is tested anew: so none may
// be kept open here.
static int set_up(void **state)
{
    bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    bench->folder = scratch_create();
    bench->scene = scene_of("{'particles': 100}");
    assert_ok(file_make_folder(scratch_path(bench->folder, "lib")));
    assert_ok(file_make_folder(scratch_path(bench->folder, "stages")));
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    bench *bench = *state;
    mote_scene_destroy(bench->scene);
    scratch_destroy(bench->folder);
    free(bench);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_without_a_fault_is_taken),
        cmocka_unit_test(a_fault_in_any_line_is_refused_and_the_line_named),
        cmocka_unit_test(after_a_fault_in_any_line_the_cpu_is_taken),
        cmocka_unit_test(a_device_that_computes_nothing_is_refused),
        cmocka_unit_test(a_device_with_a_fault_is_not_asked_for_splats),
        cmocka_unit_test(every_fault_belongs_to_a_line),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
