// SPDX-License-Identifier: MIT
// `mote price`: the price of an option, or of all options of a file, by Monte Carlo.

#include "pricing.h"

#include "interrupt.h"

#include "../core/file.h"
#include "../core/status.h"
#include "../price/options_file.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_PATHS   (UINT64_C(1) << 24)
#define TOLERANCE_PATHS UINT64_C(1000000000000)

#define AT(member) offsetof(pricing_values, member)
static const option path_options[] = {
    {"paths", 0, OPTION_LARGE, AT(paths), "N", NULL, 1, PRICE_PATHS_MOST,
     "paths to draw, such as 1e9 (16777216); with --tolerance, at most (1e12)"},
    {"tolerance", 0, OPTION_NUMBER, AT(tolerance), "E", NULL, 1e-12, 1e12,
     "draw until the standard error is at most this"},
    {"seed", 0, OPTION_COUNT, AT(seed), "N", NULL, 0, 0x1p63,
     "seed of everything random (0)"},
    {"antithetic", 0, OPTION_FLAG, AT(antithetic), NULL, NULL, 0, 0,
     "pairs of paths, of which one draws the other's numbers times -1"},
    {"control", 0, OPTION_FLAG, AT(control), NULL, NULL, 0, 0,
     "take away the error that is seen in something else of the same paths whose price "
     "is known"},
    {"sobol", 0, OPTION_FLAG, AT(sobol), NULL, NULL, 0, 0,
     "points of a Sobol sequence in place of random ones; at most 2^32"},
    {"greeks", 0, OPTION_FLAG, AT(greeks), NULL, NULL, 0, 0,
     "also delta, gamma, vega, rho and theta"},
    {"bias", 0, OPTION_FLAG, AT(bias), NULL, NULL, 0, 0,
     "measure the bias of the arithmetic for all options of a batch, too, some 0.1 s each"},
    {0},
};

static const option output_options[] = {
    {"batch", 0, OPTION_TEXT, AT(batch), "FILE.csv", NULL, 0, 0,
     "price all options of a file: columns are named like the options above, with _ for "
     "-; the command line gives what it leaves out"},
    {"out", 0, OPTION_TEXT, AT(out), "FILE.csv", NULL, 0, 0,
     "write options and prices to a file, too"},
    {"json", 0, OPTION_FLAG, AT(json), NULL, NULL, 0, 0, "as JSON, for programs"},
    {"quiet", 'q', OPTION_FLAG, AT(quiet), NULL, NULL, 0, 0,
     "no progress line, and no word of what stands in for a GPU"},
    {0},
};
#undef AT

// ---- Devices -------------------------------------------------------------------------

#define DEVICE_OPTION_MAX 8

static const option *device_option(const char *name)
{
    const option *row = device_options;
    while (strcmp(row->name, name) != 0) {
        row++;
    }
    return row;
}

// Those of a device's options that have a meaning here.
static void take_device_options(option rows[DEVICE_OPTION_MAX])
{
    static const char *const names[] = {"threads", "isa",      "group-size",
                                        "device",  "gl-debug", "software-gl"};
    rows[0] = *device_option("backend");
    rows[0].extra = "auto|gl|cpu|both";
    rows[0].help =
        "what computes; auto: a hardware GPU, else the CPU; both: one after the "
        "other, and their sums must be equal";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        rows[1 + i] = *device_option(names[i]);
    }
}

static mote_status device_def(const device_values *values, const char *backend,
                              bool is_quiet, mote_device_def *device)
{
    device_values own = *values;
    bool is_both = own.backend && strcmp(own.backend, "both") == 0;
    own.backend = backend;
    // Of two sides, an option is meant for the one that it is of.
    if (is_both && strcmp(backend, "gl") == 0) {
        own.isa = NULL;
    } else if (is_both) {
        own.group_size = 0;
        own.gl_device = NULL;
        own.gl_debug = false;
    }
    TRY(app_device_def(&own, false, device));
    if (is_quiet && !device->gl_debug) {
        device->log = NULL;
    }
    return MOTE_OK;
}

static mote_status open_runners(pricing *pricing, const device_values *values)
{
    const char *backend = values->backend ? values->backend : "auto";
    bool is_both = strcmp(backend, "both") == 0;
    const char *const backends[2] = {is_both ? "gl" : backend, "cpu"};
    mote_device_def devices[2];
    for (int i = 0; i < (is_both ? 2 : 1); i++) {
        TRY(device_def(values, backends[i], pricing->values.quiet, &devices[i]));
    }
    for (int i = 0; i < (is_both ? 2 : 1); i++) {
        mote_status status = price_open(&devices[i], &pricing->runners[i]);
        if (status != MOTE_OK) {
            bool insists = devices[i].backend == MOTE_BACKEND_GL;
            return insists && status == MOTE_UNAVAILABLE
                       ? fail(status, "%s; or --backend cpu", mote_last_error())
                       : status;
        }
        pricing->runner_count++;
    }
    return MOTE_OK;
}

// ---- Options -------------------------------------------------------------------------

static mote_status make_room(pricing *pricing, size_t count)
{
    pricing->options = calloc(count, sizeof *pricing->options);
    pricing->plan = malloc(sizeof *pricing->plan);
    if (!pricing->options || !pricing->plan) {
        return fail_memory(count * sizeof *pricing->options, "the options");
    }
    pricing->count = count;
    return MOTE_OK;
}

static mote_status read_batch(pricing *pricing, const price_option *base)
{
    options_file file;
    mote_status status = options_file_read(pricing->values.batch, base, &file);
    if (status == MOTE_OK) {
        status = make_room(pricing, file.count);
    }
    for (size_t i = 0; i < pricing->count && status == MOTE_OK; i++) {
        pricing->options[i].option = file.options[i];
        pricing->options[i].line = file.lines[i];
    }
    options_file_close(&file);
    return status;
}

static mote_status read_options(pricing *pricing)
{
    price_option option;
    TRY(price_rows_read(&pricing->values, &option));
    if (pricing->values.batch) {
        return read_batch(pricing, &option);
    }
    TRY(price_rows_finish(&option));
    TRY(make_room(pricing, 1));
    pricing->options[0].option = option;
    return MOTE_OK;
}

static mote_status check_values(pricing_values *values, bool has_paths)
{
    bool has_tolerance = values->tolerance > 0.0;
    if (has_tolerance && values->sobol) {
        return fail(MOTE_BAD_INPUT,
                    "--tolerance asks for a standard error, and Sobol points have none; "
                    "leave --sobol out, or ask for --paths");
    }
    if (!has_paths) {
        values->paths = has_tolerance ? TOLERANCE_PATHS : DEFAULT_PATHS;
    }
    return MOTE_OK;
}

// ---- What is said at the end ---------------------------------------------------------

static mote_status report(const pricing *pricing)
{
    TRY(pricing->values.json ? pricing_print_json(pricing, stdout)
                             : pricing_print(pricing, stdout));
    fflush(stdout);
    return pricing->values.out ? pricing_write_csv(pricing, pricing->values.out)
                               : MOTE_OK;
}

static void tell_of_interruption(const pricing *pricing)
{
    if (pricing->values.batch) {
        bool is_cut = pricing->done > 0 &&
                      pricing->options[pricing->done - 1].sides[0].result.is_cut;
        app_message("interrupted after %zu of %zu options%s", pricing->done,
                    pricing->count,
                    is_cut ? "; the last has the price of its paths so far" : "");
        return;
    }
    uint64_t paths = pricing->options[0].sides[0].result.paths;
    app_message("interrupted; the price is that of the %llu paths so far, of %llu",
                (unsigned long long)paths, (unsigned long long)pricing->values.paths);
}

static bool is_different(const pricing *pricing)
{
    for (size_t i = 0; i < pricing->done; i++) {
        if (pricing->options[i].is_compared && !pricing->options[i].is_equal) {
            return true;
        }
    }
    return false;
}

// The exit code.
static int end(const pricing *pricing, mote_status status)
{
    int code = app_end(status);
    if (code == EXIT_DONE && pricing->was_interrupted) {
        tell_of_interruption(pricing);
        code = EXIT_INTERRUPTED;
    }
    if (code == EXIT_DONE && is_different(pricing)) {
        app_message(
            "GPU and CPU did not compute the same; `mote info` and `mote compare` "
            "tell more of the GPU's driver");
        code = EXIT_FAILED;
    }
    return code;
}

// Before the work: a folder that is missing, or a file that cannot be written.
static mote_status check_out(const pricing_values *values)
{
    if (!values->out) {
        return MOTE_OK;
    }
    if (strcmp(values->out, "-") == 0) {
        return fail(MOTE_BAD_INPUT,
                    "--out: stdout has the table; give a file's name, or ask for --json");
    }
    if (values->batch && file_is_same(values->batch, values->out)) {
        return fail(MOTE_BAD_INPUT, "--out %s is the file of --batch; give another name",
                    values->out);
    }
    file_output *trial;
    TRY(file_output_open(values->out, FILE_WHOLE, &trial));
    file_output_discard(trial);
    return MOTE_OK;
}

static int run(pricing *pricing, const device_values *devices)
{
    mote_status status = read_options(pricing);
    if (status == MOTE_OK) {
        status = pricing_check(pricing);
    }
    if (status == MOTE_OK) {
        status = check_out(&pricing->values);
    }
    if (status == MOTE_OK) {
        status = open_runners(pricing, devices);
    }
    if (status == MOTE_OK) {
        status = pricing_run(pricing);
    }
    if (status == MOTE_OK && pricing->done > 0) {
        status = report(pricing);
    }
    int code = end(pricing, status);
    for (int i = 0; i < pricing->runner_count; i++) {
        pricing->runners[i]->destroy(pricing->runners[i]);
    }
    free(pricing->options);
    free(pricing->plan);
    return code;
}

int cmd_price(int count, char **arguments)
{
    pricing pricing = {.count = 0};
    device_values devices = {0};
    price_row_options contract;
    option device_rows[DEVICE_OPTION_MAX] = {0};
    price_row_options_make(&contract);
    take_device_options(device_rows);
    option_group groups[] = {
        {.title = "The option (a basket takes a number for each asset, or one for all)",
         .options = contract.rows,
         .values = &pricing.values},
        {.title = "Paths", .options = path_options, .values = &pricing.values},
        {.title = "Input and output",
         .options = output_options,
         .values = &pricing.values},
        {.title = "Device", .options = device_rows, .values = &devices},
    };
    command_line line = {
        .command = "price",
        .operands = "",
        .about =
            "Prices an option under geometric Brownian motion by Monte Carlo. What the "
            "paths pay is summed as integers, so the price is the same to the last bit on "
            "every device. Exit code: 0 done, 1 failed, or the devices differ, 2 could "
            "not run, 130 interrupted, with the price so far.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    int code;
    if (app_parse(&line, count, arguments, &code)) {
        return code;
    }
    pricing_values *values = &pricing.values;
    mote_status status = check_values(values, options_given(&line, "paths"));
    if (status != MOTE_OK) {
        return app_end(status);
    }
    pricing.method = (price_method){.seed = values->seed,
                                    .antithetic = values->antithetic,
                                    .control = values->control,
                                    .sobol = values->sobol};
    return run(&pricing, &devices);
}
