// SPDX-License-Identifier: MIT
// Paired rounds, medians, spreads and tables.

#include "bench.h"

#include "interrupt.h"
#include "terminal.h"
#include "times.h"

#include "../core/clock.h"
#include "../core/status.h"
#include "../sim/scene.h"

#include <jansson.h>

#include <assert.h>
#include <string.h>

bench_case *bench_add_case(bench_table *table)
{
    assert(table->case_count < BENCH_CASE_MAX);
    bench_case *added = &table->cases[table->case_count++];
    added->is_right = true;
    return added;
}

void bench_note(bench_table *table, const char *sentence)
{
    size_t used = strlen(table->notes);
    snprintf(table->notes + used, sizeof table->notes - used, "%s%s", used ? "\n" : "",
             sentence);
}

mote_status bench_check_scene(const mote_scene *scene, bool emits,
                              const bench_table *table)
{
    bool has_emitters = scene->model->emits != NULL;
    return has_emitters == emits
               ? MOTE_OK
               : fail(MOTE_BAD_INPUT,
                      "bench %s is for scenes %s, such as %s; %s is of model %s",
                      table->name, emits ? "with emitters" : "without emitters",
                      emits ? "fountain" : "life", mote_scene_name(scene),
                      scene->model->name);
}

static mote_status run_case(bench_case *one, double *seconds, uint64_t *check)
{
    double start = clock_seconds();
    TRY(one->run(one->state));
    *seconds = (clock_seconds() - start) / (one->repeats > 0 ? one->repeats : 1);
    return one->check(one->state, check);
}

// Every other round goes backwards, so that no case always follows the same one.
static mote_status run_round(bench_table *table, int round, double *seconds)
{
    uint64_t checks[BENCH_CASE_MAX];
    for (int i = 0; i < table->case_count; i++) {
        int turn = round % 2 ? table->case_count - 1 - i : i;
        TRY(run_case(&table->cases[turn], &seconds[turn], &checks[turn]));
    }
    for (int i = 0; i < table->case_count; i++) {
        bench_case *one = &table->cases[i];
        one->is_right = one->is_right && checks[i] == checks[one->like];
    }
    return MOTE_OK;
}

static mote_status remark(bench_table *table, bench_case *one)
{
    if (one->remark) {
        char text[BENCH_REMARK_SIZE], note[BENCH_REMARK_SIZE + sizeof one->name + 4];
        TRY(one->remark(one->state, text));
        snprintf(note, sizeof note, "%s: %s", one->name, text);
        bench_note(table, note);
    }
    return MOTE_OK;
}

mote_status bench_measure(bench_table *table, bool is_quiet)
{
    progress progress = progress_begin(is_quiet, "round", (uint64_t)table->rounds);
    double seconds[BENCH_CASE_MAX];
    mote_status status = run_round(table, 1, seconds);
    for (int round = 0; round < table->rounds && status == MOTE_OK; round++) {
        if (interrupt_asked()) {
            table->rounds = round;
            bench_note(table, "Interrupted: fewer rounds than asked for.");
            break;
        }
        status = run_round(table, round, seconds);
        for (int i = 0; i < table->case_count; i++) {
            table->cases[i].seconds[round] = seconds[i];
        }
        progress_show(&progress, (uint64_t)round + 1, 0);
    }
    progress_end(&progress);
    for (int i = 0; i < table->case_count && status == MOTE_OK; i++) {
        status = remark(table, &table->cases[i]);
    }
    return status;
}

// What is told of a case. The ratio is taken in each round, between neighbours in time.
typedef struct figures {
    double median, low, high; // s: the median and the middle 80 % of the rounds
    double rate;              // units of work a second
    double work;
    double ratio, ratio_low, ratio_high; // times as fast as the case it is held against
} figures;

static figures figures_of(const bench_table *table, const bench_case *one)
{
    size_t count = (size_t)table->rounds;
    double ratios[BENCH_ROUND_MAX];
    const double *like = table->cases[one->like].seconds;
    double work = one->work > 0 ? one->work : table->work;
    for (size_t i = 0; i < count; i++) {
        ratios[i] = one->seconds[i] > 0 ? like[i] / one->seconds[i] : 0;
    }
    double median = quantile(one->seconds, count, 0.5);
    return (figures){
        .median = median,
        .low = quantile(one->seconds, count, 0.1),
        .high = quantile(one->seconds, count, 0.9),
        .work = work,
        .rate = median > 0 ? work / median : 0,
        .ratio = quantile(ratios, count, 0.5),
        .ratio_low = quantile(ratios, count, 0.1),
        .ratio_high = quantile(ratios, count, 0.9),
    };
}

void bench_print_markdown(const bench_table *table, FILE *out)
{
    fprintf(out, "%s\n\n", table->title);
    fprintf(out, "| case | ms per %s | 10 %% to 90 %% | %ss/s | times as fast | %s |\n",
            table->unit, table->unit, table->check_name);
    fprintf(out, "|---|---|---|---|---|---|\n");
    for (int i = 0; i < table->case_count; i++) {
        const bench_case *one = &table->cases[i];
        figures f = figures_of(table, one);
        double ms = 1e3 / f.work;
        fprintf(out, "| %s | %.4g | %.4g to %.4g | %.4g | %.3g (%.3g to %.3g) | %s |\n",
                one->name, f.median * ms, f.low * ms, f.high * ms, f.rate, f.ratio,
                f.ratio_low, f.ratio_high, one->is_right ? "equal" : "DIFFERENT");
    }
    fprintf(out, "\nMedians of %d paired rounds", table->rounds);
    if (table->work > 0) {
        fprintf(out, " of %g %ss", table->work, table->unit);
    }
    fputs(".\n", out);
    if (*table->notes) {
        fprintf(out, "%s\n", table->notes);
    }
}

void bench_print_json(const bench_table *table, FILE *out)
{
    json_t *cases = json_array();
    for (int i = 0; i < table->case_count; i++) {
        const bench_case *one = &table->cases[i];
        figures f = figures_of(table, one);
        json_array_append_new(
            cases,
            json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:b}", "name",
                      one->name, "median_s", f.median / f.work, "low_s", f.low / f.work,
                      "high_s", f.high / f.work, "work", f.work, "per_second", f.rate,
                      "ratio", f.ratio, "ratio_low", f.ratio_low, "ratio_high",
                      f.ratio_high, "equal", one->is_right));
    }
    json_t *root = json_pack(
        "{s:s, s:s, s:s, s:i, s:f, s:s, s:s, s:o}", "bench", table->name, "title",
        table->title, "unit", table->unit, "rounds", table->rounds, "work_per_round",
        table->work, "check", table->check_name, "notes", table->notes, "cases", cases);
    json_dumpf(root, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(root);
}

bool bench_is_right(const bench_table *table)
{
    for (int i = 0; i < table->case_count; i++) {
        if (!table->cases[i].is_right) {
            return false;
        }
    }
    return true;
}

void bench_clear(bench_table *table)
{
    for (int i = 0; i < table->case_count; i++) {
        if (table->cases[i].destroy) {
            table->cases[i].destroy(table->cases[i].state);
        }
    }
    table->case_count = 0;
}
