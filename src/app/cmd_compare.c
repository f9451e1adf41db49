// SPDX-License-Identifier: MIT
// `mote compare`: two simulations of one scene, on two devices or in two ways, every
// buffer of every stage checked for equality.

#include "compare.h"

#include "interrupt.h"
#include "stage_option.h"
#include "terminal.h"

#include "../core/status.h"
#include "../sim/stuck.h"

#include <inttypes.h>
#include <string.h>

typedef struct compare_values {
    uint64_t steps;
    const char *fault;
    option_list probes; // STAGE:ID or PASS:ID
} compare_values;

#define AT(member) offsetof(compare_values, member)
static const option compare_options[] = {
    {"steps", 0, OPTION_COUNT, AT(steps), "S", NULL, 0, 1e9, "steps to compare (20)"},
    {"fault", 0, OPTION_TEXT, AT(fault), "STAGE", NULL, 0, 0,
     "spoil a bit after this stage of the first side, to see that it is found"},
    {"probe", 0, OPTION_PAIR, AT(probes), "STAGE:ID", ":", 0, 0,
     "print side by side what the law computes on its way for one particle in this stage "
     "of the step that differs, else of the last, or in all stages of a pass: PASS:ID; ID: "
     "the id, of an emitter's particle the birth number"},
    {0},
};
#undef AT

static const shared_option both_share[] = {
    {"search", "what is compared is each step of one way to find neighbours"},
    {"sort", "what is compared is each stage of one sort"},
    {"cell-reach", "what is compared is each step on one grid"},
    {"device",
     "two sides on OpenGL share one device; to compare two devices, compare the "
     "hashes that `mote run --hash --device N` prints"},
    {0},
};

static bool is_on(const device_values *side, const char *backend)
{
    return side->backend && strcmp(side->backend, backend) == 0;
}

// What is given once, but of one side alone, is meant for the side that has it: an
// instruction set for the CPU, a device and its messages for the GPU.
static void ignore_what_is_of_the_other(device_values sides[2])
{
    for (int side = 0; side < 2; side++) {
        if (is_on(&sides[side], "gl") && !is_on(&sides[1 - side], "gl")) {
            sides[side].isa = NULL;
        }
        if (is_on(&sides[side], "cpu") && !is_on(&sides[1 - side], "cpu")) {
            sides[side].gl_device = NULL;
            sides[side].gl_debug = false;
        }
    }
}

// `hints`: says how to look closer.
static void print_result(const compare_result *result, const model *model, bool hints)
{
    if (result->equal) {
        char prewarm[64] = "";
        if (result->prewarm > 0) {
            snprintf(prewarm, sizeof prewarm, " after %" PRIu64 " of the prewarm",
                     result->prewarm);
        }
        printf("equal: %" PRIu64 " step%s%s, %" PRIu64 " buffers, %" PRIu64 " value%s\n",
               result->steps, result->steps == 1 ? "" : "s", prewarm, result->buffers,
               result->values, result->values == 1 ? "" : "s");
    } else {
        printf("different: %s\n", result->difference);
    }
    if (hints && result->particle >= 0 && probe_has_law(result->stage)) {
        // Both pair_crowded and pair_marked may have computed it.
        bool is_shared = result->stage == STAGE_pair_marked;
        printf("to see where: --probe %s:%" PRIu32 "\n",
               is_shared ? model->passes[result->pass] : stages[result->stage].name,
               (uint32_t)result->particle);
    }
    if (*result->skipped) {
        printf("skipped: %s\n", result->skipped);
    }
    if (result->equal) {
        printf("state hash after %" PRIu64 " step%s: %016" PRIx64 "\n", result->steps,
               result->steps == 1 ? "" : "s", result->hash);
    }
}

// Shows how far it is; Ctrl-C ends after the current step.
static bool goes_on(uint64_t steps_done, void *context)
{
    progress_show(context, steps_done, steps_done);
    return !interrupt_asked();
}

static mote_status compare(mote_simulation *const sides[2], uint64_t steps,
                           compare_result *result)
{
    printf("comparing %s with %s\n", mote_simulation_device_name(sides[0]),
           mote_simulation_device_name(sides[1]));
    fflush(stdout);
    progress progress =
        progress_begin(false, "step", steps + sides[0]->plan->prewarm_steps);
    mote_status status =
        compare_watched(sides[0], sides[1], steps, goes_on, &progress, result);
    progress_end(&progress);
    return status;
}

// A fault that changed nothing shows nothing of the comparison.
static int refuse_fault(const comparison *asked)
{
    app_message("--fault %s: there was nothing to spoil: in %" PRIu64 " step%s the stage "
                "wrote nothing that is compared; give more --steps, or a scene in which "
                "it does",
                asked->devices[0].fault_stage, asked->steps,
                asked->steps == 1 ? "" : "s");
    return EXIT_COULD_NOT;
}

static int end_code(const comparison *asked, const compare_result *result)
{
    if (!result->equal) {
        return EXIT_FAILED;
    }
    if (result->steps < asked->steps) {
        return EXIT_INTERRUPTED;
    }
    return asked->devices[0].fault_stage ? refuse_fault(asked) : EXIT_DONE;
}

mote_status comparison_begin(const comparison *asked, mote_simulation **sides)
{
    mote_scene *scene;
    TRY(app_open_scene(asked->scene, asked->scene_values, &scene));
    mote_status status = simulation_create_cold(scene, &asked->devices[0], &sides[0]);
    if (status == MOTE_OK) {
        status = simulation_create_cold(scene, &asked->devices[1], &sides[1]);
    }
    mote_scene_destroy(scene);
    return status;
}

void comparison_end(mote_simulation **sides)
{
    mote_simulation_destroy(sides[1]);
    mote_simulation_destroy(sides[0]);
    sides[0] = sides[1] = NULL;
}

static mote_status read_values(const compare_values *values,
                               device_values sides_values[2], comparison *asked)
{
    TRY(values->fault ? stage_option_check("fault", values->fault) : MOTE_OK);
    TRY(probe_read_option(&values->probes, &asked->probe));
    ignore_what_is_of_the_other(sides_values);
    for (int side = 0; side < 2; side++) {
        TRY(app_device_def(&sides_values[side], false, &asked->devices[side]));
    }
    asked->devices[0].fault_stage = values->fault;
    asked->steps = values->steps;
    return MOTE_OK;
}

static mote_status tell_stuck(const comparison *asked)
{
    mote_scene *scene;
    TRY(app_open_scene(asked->scene, asked->scene_values, &scene));
    mote_status status = stuck_tell(scene, &asked->devices[0]);
    mote_scene_destroy(scene);
    return status;
}

static mote_status run_comparison(const comparison *asked, mote_simulation **sides,
                                  compare_result *result)
{
    TRY(tell_stuck(asked));
    TRY(comparison_begin(asked, sides));
    if (probe_is_asked(&asked->probe)) {
        TRY(probe_check(sides[0], &asked->probe));
    }
    return compare(sides, asked->steps, result);
}

// The exit code, which a difference that was found keeps.
static int look_closer(const comparison *asked, mote_simulation **sides,
                       const compare_result *result, int code)
{
    bool differs = false;
    mote_status status = comparison_look(asked, sides, result, &differs);
    int end = app_end(status) != EXIT_DONE ? EXIT_COULD_NOT
              : differs                    ? EXIT_FAILED
                                           : EXIT_DONE;
    return code != EXIT_DONE ? code : end;
}

static int run_all(const comparison *asked)
{
    mote_simulation *sides[2] = {NULL, NULL};
    compare_result result;
    mote_status status = run_comparison(asked, sides, &result);
    // 1 says that the sides differ, which a side that fails does not show.
    int code = app_end(status) == EXIT_DONE ? EXIT_DONE : EXIT_COULD_NOT;
    if (status == MOTE_OK) {
        bool is_probed = probe_is_asked(&asked->probe);
        print_result(&result, sides[0]->plan->model, !is_probed);
        fflush(stdout);
        code = end_code(asked, &result);
        if (is_probed && code != EXIT_INTERRUPTED) {
            code = look_closer(asked, sides, &result, code);
        }
    }
    comparison_end(sides);
    return code;
}

int cmd_compare(int count, char **arguments)
{
    scene_values scene_values = {0};
    compare_values values = {.steps = 20};
    device_values sides_values[2] = {{.backend = "gl"}, {.backend = "cpu"}};
    option_group groups[] = {
        {.title = "Scene", .options = scene_options, .values = &scene_values},
        {.title = "Comparison", .options = compare_options, .values = &values},
        {.title = "Devices ([,...]: one for each side, else the same for both)",
         .options = device_options,
         .values = &sides_values[0],
         .second_values = &sides_values[1],
         .shared = both_share},
    };
    command_line line = {
        .command = "compare",
        .operands = "[SCENE]",
        .about =
            "Runs a scene twice, side by side, and checks every buffer after every stage "
            "of every step for equality, bit for bit: by default on the GPU and on the "
            "CPU. Names the first difference. Two sides on OpenGL share one device. Exit "
            "code: 0 equal, 1 different, 2 could not run.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .operand_max = 1,
    };
    int code;
    if (app_parse(&line, count, arguments, &code)) {
        return code;
    }
    comparison asked = {.scene = line.operand[0], .scene_values = &scene_values};
    mote_status status = read_values(&values, sides_values, &asked);
    return status == MOTE_OK ? run_all(&asked) : (app_end(status), (int)EXIT_COULD_NOT);
}
