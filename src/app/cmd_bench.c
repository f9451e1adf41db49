// SPDX-License-Identifier: MIT
// `mote bench`: measures this machine. The rows are in bench_*.c; see bench.h.

#include "bench.h"

#include "interrupt.h"

#include "../core/status.h"
#include "../core/suggest.h"

#include <stdlib.h>
#include <string.h>

typedef struct bench_row {
    const char *name, *summary;
    mote_status (*prepare)(const scene_values *scene, const bench_values *values,
                           bench_table *table);
} bench_row;

static const bench_row rows[] = {
    {"search", "finding neighbours: particle loop, as published, and ours", bench_search},
    {"sort", "sorting by depth: bitonic, radix, and the C library", bench_sort},
    {"reduce", "sum, least and largest of -n numbers, beside a copy of them",
     bench_reduce},
    {"backends", "one scene on the CPU by instruction set and threads, and on GL",
     bench_backends},
    {"emitter", "births, flight and compaction; by work groups, state and a dead list",
     bench_emitter},
    {"deaths", "the same when all die and are born anew in each step", bench_deaths},
    {"draw", "a million small discs whose light adds up, as quads and as splats",
     bench_draw},
    {"pipeline", "simulating, drawing and encoding: each alone, and at once",
     bench_pipeline},
    {"frames", "encoding of PNG frames, against stb_image_write as it comes",
     bench_frames},
    {"price",
     "pricing on CPU and GPU, by the number of paths; [SCENE]: a style of option",
     bench_price},
    {"variance", "the error that as many paths leave: plain, antithetic, control, Sobol",
     bench_variance},
    {0},
};

#define AT(member) offsetof(bench_values, member)
static const option bench_options[] = {
    {"rounds", 0, OPTION_INT, AT(rounds), "R", NULL, 1, BENCH_ROUND_MAX,
     "rounds of each case (11)"},
    {"steps", 0, OPTION_COUNT, AT(steps), "S", NULL, 1, 1e9,
     "steps of a round; `frames`: before the frame; `pipeline`: of a frame; `sort`: "
     "sorts of a round; `draw`: its frames"},
    {"paths", 0, OPTION_LARGE, AT(paths), "N", NULL, 1000, 0x1p40,
     "`price`: the most paths of a price; `variance`: the paths"},
    {"size", 0, OPTION_SIZE, AT(size), "WxH", NULL, 1, 16384,
     "pixels of a frame (1920x1080)"},
    {"json", 0, OPTION_FLAG, AT(json), NULL, NULL, 0, 0, "as JSON, for programs"},
    {0},
};
#undef AT

static void print_rows(FILE *out)
{
    for (const bench_row *row = rows; row->name; row++) {
        fprintf(out, "  %-10s%s\n", row->name, row->summary);
    }
}

static const bench_row *find_row(const char *name)
{
    suggestion near = suggest_begin(name);
    for (const bench_row *row = rows; row->name; row++) {
        if (strcmp(row->name, name) == 0) {
            return row;
        }
        suggest_offer(&near, row->name);
    }
    const char *best = suggest_end(&near);
    if (best) {
        fail(MOTE_BAD_INPUT, "there is no bench '%s'; did you mean '%s'?", name, best);
    } else {
        fail(MOTE_BAD_INPUT, "there is no bench '%s'; `mote bench` lists them", name);
    }
    return NULL;
}

static int measure(const bench_row *row, const scene_values *scene_values,
                   const bench_values *values, bench_table *table)
{
    table->name = row->name;
    table->rounds = values->rounds;
    mote_status status = row->prepare(scene_values, values, table);
    if (status == MOTE_OK) {
        status = bench_measure(table, false);
    }
    if (status == MOTE_OK && table->rounds > 0) {
        if (values->json) {
            bench_print_json(table, stdout);
        } else {
            bench_print_markdown(table, stdout);
        }
    }
    int code = app_end(status);
    if (status == MOTE_OK && !bench_is_right(table)) {
        app_message("the cases did not compute the same; see the column `%s`",
                    table->check_name);
        code = EXIT_FAILED;
    }
    bench_clear(table);
    return interrupt_asked() ? EXIT_INTERRUPTED : code;
}

// Why a case is not on a GPU is told in the table's notes.
static mote_status read_device(const device_values *values, mote_device_def *device)
{
    TRY(app_device_def(values, true, device));
    device->log = device->gl_debug ? device->log : NULL;
    return MOTE_OK;
}

int cmd_bench(int count, char **arguments)
{
    scene_values scene_values = {0};
    device_values gl_values = {0};
    bench_values values = {.rounds = 11, .size = {1920, 1080}};
    option_group groups[] = {
        {.title = "Measuring", .options = bench_options, .values = &values},
        {.title = "Scene", .options = scene_options, .values = &scene_values},
        {.title = "OpenGL, where a case uses it",
         .options = app_gl_options(),
         .values = &gl_values},
    };
    command_line line = {
        .command = "bench",
        .operands = "NAME [SCENE]",
        .about =
            "Measures this machine in paired rounds: the cases take turns, a figure is "
            "the median of its rounds with their spread, and a check beside it says "
            "whether all cases computed the same. `mote bench` lists the names.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .operand_max = 2,
    };
    int code;
    if (app_parse(&line, count, arguments, &code)) {
        return code;
    }
    if (line.operand_count == 0) {
        print_rows(stdout);
        return EXIT_DONE;
    }
    const bench_row *row = find_row(line.operand[0]);
    if (!row) {
        return app_end(MOTE_BAD_INPUT);
    }
    values.scene = line.operand[1];
    mote_status status = read_device(&gl_values, &values.device);
    if (status != MOTE_OK) {
        return app_end(status);
    }
    bench_table *table = calloc(1, sizeof *table);
    if (!table) {
        return app_end(fail_memory(sizeof *table, "the bench"));
    }
    code = measure(row, &scene_values, &values, table);
    free(table);
    return code;
}
