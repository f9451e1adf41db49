// SPDX-License-Identifier: MIT
// `mote run --stats`: a line of CSV for each state that is due, written as it comes. The
// run does not wait for it, but where a GPU falls several lines behind.

#include "run.h"

#include "../core/file.h"
#include "../core/status.h"
#include "../core/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- Lines ---------------------------------------------------------------------------

// A column is a whole number or a number. To add one: add a row.
typedef struct column {
    const char *name;
    size_t offset;
    bool is_whole;
} column;

#define AT(member) offsetof(mote_statistics, member)
static const column columns[] = {
    {"step", AT(step), true},
    {"time", AT(time), false},
    {"alive", AT(living), true},
    {"outside", AT(outside), true},
    {"energy", AT(energy), false},
    {"momentum_x", AT(momentum[0]), false},
    {"momentum_y", AT(momentum[1]), false},
    {"momentum_z", AT(momentum[2]), false},
    {"speed_mean", AT(mean_speed), false},
    {"speed_max", AT(largest_speed), false},
    {"density_mean", AT(mean_density), false},
    {"density_max", AT(largest_density), false},
    {"fullest_cell", AT(fullest_cell), true},
    {"mixing", AT(mixing), false},
};
#undef AT
#define COLUMN_COUNT (sizeof columns / sizeof *columns)

static void add_value(text *line, const column *column, const mote_statistics *row)
{
    const char *at = (const char *)row + column->offset;
    uint64_t whole;
    double number;
    char written[NUMBER_TEXT_SIZE];
    memcpy(&whole, at, sizeof whole);
    memcpy(&number, at, sizeof number);
    if (column->is_whole) {
        text_add(line, "%" PRIu64, whole);
    } else if (is_finite(number)) { // else the field stays empty
        text_add(line, "%s", number_write(written, number));
    }
}

// `row` NULL: the header.
static mote_status write_line(file_output *file, const mote_statistics *row)
{
    text line = {0};
    char *written;
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        text_add(&line, "%s", i > 0 ? "," : "");
        if (row) {
            add_value(&line, &columns[i], row);
        } else {
            text_add(&line, "%s", columns[i].name);
        }
    }
    text_add(&line, "\n");
    TRY(text_take(&line, &written));
    mote_status status = file_output_write(file, written, strlen(written));
    free(written);
    if (status == MOTE_OK) {
        file_output_mark(file);
    }
    return status;
}

// Writes what has come; `wait`: all that was begun.
static mote_status write_lines(run *run, bool wait)
{
    bool is_there = true;
    while (is_there) {
        mote_statistics row;
        TRY(mote_simulation_statistics_take(run->simulation, wait, &row, &is_there));
        if (is_there) {
            TRY(write_line(run->statistics.file, &row));
        }
    }
    return MOTE_OK;
}

// ---- The run -------------------------------------------------------------------------

static bool is_same_stream(const run *run, const char *path)
{
    return run->draws && run->is_stream && strcmp(run->values.out, path) == 0;
}

mote_status run_statistics_check(run *run, const command_line *line)
{
    run_values *values = &run->values;
    bool is_asked = options_given(line, "stats");
    if (!is_asked && options_given(line, "stats-every")) {
        return fail(MOTE_BAD_INPUT, "--stats-every says how often --stats writes a line; "
                                    "give --stats FILE, too");
    }
    if (!is_asked) {
        return MOTE_OK;
    }
    if (is_same_stream(run, values->statistics)) {
        return fail(MOTE_BAD_INPUT,
                    "--stats and --out both write to %s; give one of them another name",
                    strcmp(values->statistics, "-") ? values->statistics : "stdout");
    }
    if (!options_given(line, "stats-every")) {
        bool has_frames = run->draws && values->steps_per_frame > 0;
        values->statistics_every = has_frames ? values->steps_per_frame : 1;
    }
    if (strcmp(values->statistics, "-") == 0) {
        run->report = stderr;
    }
    return MOTE_OK;
}

mote_status run_statistics_open(run *run)
{
    if (!run->values.statistics) {
        return MOTE_OK;
    }
    TRY(file_output_open(run->values.statistics, FILE_STREAM, &run->statistics.file));
    return write_line(run->statistics.file, NULL);
}

uint64_t run_statistics_due(const run *run, uint64_t steps)
{
    uint64_t until =
        run->statistics.next_step - mote_simulation_step_count(run->simulation);
    return run->statistics.file && until < steps ? until : steps;
}

mote_status run_statistics_look(run *run)
{
    run_statistics *statistics = &run->statistics;
    if (!statistics->file) {
        return MOTE_OK;
    }
    if (mote_simulation_step_count(run->simulation) == statistics->next_step) {
        TRY(mote_simulation_statistics_begin(run->simulation));
        statistics->next_step += run->values.statistics_every;
    }
    return write_lines(run, false);
}

mote_status run_statistics_close(run *run, mote_status status)
{
    file_output *file = run->statistics.file;
    char cause[1024];
    if (!file) {
        return status;
    }
    snprintf(cause, sizeof cause, "%s", mote_last_error());
    mote_status written = write_lines(run, true);
    run->statistics.file = NULL;
    if (written == MOTE_OK) {
        written = file_output_close(file);
    } else {
        file_output_discard(file); // but for the lines that are whole
    }
    return status == MOTE_OK ? written : fail(status, "%s", cause);
}
