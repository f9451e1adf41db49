// SPDX-License-Identifier: MIT
// What --probe shows.

#include "probe.h"

#include "stage_option.h"
#include "terminal.h"

#include "../core/status.h"
#include "../sim/compare.h"
#include "../sim/simulation.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- The option ----------------------------------------------------------------------

mote_status probe_read_option(const option_list *list, probe_request *request)
{
    *request = (probe_request){.stage = -1};
    if (list->count == 0) {
        return MOTE_OK;
    }
    if (list->count > 1) {
        return fail(MOTE_BAD_INPUT, "--probe is given more than once; it looks at one "
                                    "particle in one stage or pass");
    }
    static const stage_number_option option = {"probe", "STAGE:ID or PASS:ID",
                                               "advance:1234"};
    char name[64];
    const char *pass;
    uint64_t id;
    TRY(stage_option_split(&option, &list->rows[0], name, &id));
    TRY(stage_option_check_pass(option.name, name, &pass));
    if (id > UINT32_MAX) {
        return fail(MOTE_BAD_INPUT,
                    "--probe %s:%" PRIu64
                    ": ids have 32 bits; of a birth number give the "
                    "low ones, %" PRIu32,
                    name, id, (uint32_t)id);
    }
    *request = (probe_request){pass ? -1 : stage_find(name), pass, (uint32_t)id};
    return MOTE_OK;
}

mote_status probe_until(mote_simulation *simulation, const probe_request *request,
                        uint64_t clock, probe_records *records)
{
    bool is_in_step = probe_is_in_step(request);
    if (is_in_step && clock == simulation->clock) {
        return fail(MOTE_BAD_INPUT,
                    "--probe %s:%" PRIu32 " looks into a step, and there is none; "
                    "give more --steps",
                    probe_request_name(request), request->id);
    }
    TRY(simulation_run_until(simulation, clock - (is_in_step ? 1 : 0)));
    return simulation_probe(simulation, request, records);
}

// ---- Lines ---------------------------------------------------------------------------

// "emitter_forces.glsl:57", a library's moved in: what the law calls.
static void write_place(const probe_site *site, char place[64])
{
    const char *slash = strrchr(site->file, '/');
    bool is_law = strncmp(site->file, "models/", 7) == 0;
    if (site->line == 0) {
        snprintf(place, 64, "(stage)");
    } else {
        snprintf(place, 64, "%s%s:%d", is_law ? "" : "  ", slash ? slash + 1 : site->file,
                 site->line);
    }
}

#define VALUE_SIZE 48

static const char *write_value(const probe_value *value, char text[VALUE_SIZE])
{
    float real;
    memcpy(&real, &value->bits, sizeof real);
    switch (value->site->type) {
    case PROBE_real:
        snprintf(text, VALUE_SIZE, "0x%08" PRIx32 " %.9g", value->bits, (double)real);
        break;
    case PROBE_integer:
        snprintf(text, VALUE_SIZE, "0x%08" PRIx32 " %" PRId32, value->bits,
                 (int32_t)value->bits);
        break;
    case PROBE_natural:
        snprintf(text, VALUE_SIZE, "0x%08" PRIx32 " %" PRIu32, value->bits, value->bits);
        break;
    case PROBE_mask:
        snprintf(text, VALUE_SIZE, "%s", value->bits ? "true" : "false");
        break;
    default:
        break;
    }
    return text;
}

// The start of a line: its mark, place and name.
static void print_start(char mark, const probe_site *site, FILE *out)
{
    char place[64], name[PROBE_NAME_SIZE];
    write_place(site, place);
    fprintf(out, "%c %-28s %-30s ", mark, place, probe_name(site, name));
}

// Steps count from 0, and the last is done.
static void print_heading(const probe_request *request, const mote_simulation *simulation,
                          FILE *out)
{
    char step[STEP_NAME_SIZE];
    uint64_t done = simulation->clock > 0 ? simulation->clock - 1 : 0;
    fprintf(out, "probe of %s %s, particle %" PRIu32 ", %s %s\n",
            request->pass ? "pass" : "stage", probe_request_name(request), request->id,
            probe_is_in_step(request) ? "in" : "after",
            simulation_name_step(simulation, done, step));
}

static void print_name(const char *column, const mote_simulation *simulation, FILE *out)
{
    bool is_cpu = mote_simulation_backend(simulation) == MOTE_BACKEND_CPU;
    fprintf(out, "%s%s%s\n", column, mote_simulation_device_name(simulation),
            is_cpu ? ", by its scalar kernel" : "");
}

// Before the first value of a stage of a pass. `before`: the value before it, or NULL.
static void print_part(const probe_value *value, const probe_value *before,
                       const mote_simulation *simulation, FILE *out)
{
    bool is_next = before && before->stage == value->stage && before->pass == value->pass;
    if (value->pass >= 0 && !is_next) {
        fprintf(out, "pass %s, stage %s\n", simulation->plan->model->passes[value->pass],
                stages[value->stage].name);
    }
}

static void print_cut(bool is_cut, FILE *out)
{
    if (is_cut) {
        fprintf(out, "(only the first %" PRIu32 " values)\n", (uint32_t)PROBE_VALUE_MAX);
    }
}

void probe_print_one(const probe_request *request, const mote_simulation *simulation,
                     const probe_records *records, FILE *out)
{
    print_heading(request, simulation, out);
    print_name("", simulation, out);
    for (uint32_t i = 0; i < records->count; i++) {
        char value[VALUE_SIZE];
        print_part(&records->values[i], i ? &records->values[i - 1] : NULL, simulation,
                   out);
        print_start(' ', records->values[i].site, out);
        fprintf(out, "%s\n", write_value(&records->values[i], value));
    }
    if (records->count == 0) {
        fprintf(out, "(no values: another stage computes them for this particle)\n");
    }
    print_cut(records->is_cut, out);
}

// ---- Two sides -----------------------------------------------------------------------

static const probe_value *one_of(const probe_pair *pair)
{
    const probe_value *value = pair->of_a.site ? &pair->of_a : &pair->of_b;
    assert(value->site);
    return value;
}

// "1 ULP apart", "1 apart"
static void write_distance(const probe_pair *pair, char text[VALUE_SIZE])
{
    uint32_t a = pair->of_a.bits, b = pair->of_b.bits;
    text[0] = '\0';
    if (pair->of_a.site->type == PROBE_real) {
        snprintf(text, VALUE_SIZE, "%" PRIu64 " ULP apart", compare_ulp(a, b));
    } else if (pair->of_a.site->type != PROBE_mask) {
        snprintf(text, VALUE_SIZE, "%" PRIu32 " apart", a - b < b - a ? a - b : b - a);
    }
}

static void print_pair(const probe_pair *pair, bool is_first, FILE *out)
{
    char a[VALUE_SIZE] = "-", b[VALUE_SIZE] = "-", distance[VALUE_SIZE] = "";
    probe_verdict verdict = probe_judge(pair);
    bool is_same = verdict == PROBE_SAME || verdict == PROBE_ALIKE;
    const probe_value *values[2] = {&pair->of_a, &pair->of_b};
    if (values[0]->site) {
        write_value(values[0], a);
    }
    if (values[1]->site) {
        write_value(values[1], b);
    }
    if (verdict == PROBE_DIFFERENT) {
        write_distance(pair, distance);
    }
    fputs(is_first ? terminal_red(out) : "", out);
    print_start(is_first ? '>' : is_same ? ' ' : '*', one_of(pair)->site, out);
    fprintf(out, "%-28s %s%s%s%s\n", a, verdict == PROBE_SAME ? "same" : b,
            verdict == PROBE_ALIKE ? "  (either may be)" : "", *distance ? "  " : "",
            distance);
    fputs(is_first ? terminal_plain(out) : "", out);
}

// How many lines from `first` on, all the same, are one candidate's.
static uint32_t same_candidate(const probe_pairs *pairs, uint32_t first)
{
    uint32_t at = first;
    if (!probe_is_candidate(one_of(&pairs->pairs[at]))) {
        return 0;
    }
    do {
        if (probe_judge(&pairs->pairs[at]) != PROBE_SAME) {
            return 0;
        }
        at++;
    } while (at < pairs->count && !probe_is_candidate(one_of(&pairs->pairs[at])) &&
             !probe_is_sum(one_of(&pairs->pairs[at])));
    return at - first;
}

// All lines, candidates that are the same in one line each.
static void print_pairs(const probe_pairs *pairs, const mote_simulation *simulation,
                        FILE *out)
{
    for (uint32_t i = 0; i < pairs->count;) {
        const probe_pair *pair = &pairs->pairs[i];
        uint32_t lines = same_candidate(pairs, i);
        print_part(one_of(pair), i ? one_of(pair - 1) : NULL, simulation, out);
        if (lines > 0) {
            print_start(' ', pair->of_a.site, out);
            fprintf(out, "%-28" PRIu32 " same in all %" PRIu32 " values\n",
                    pair->of_a.bits, lines - 1);
            i += lines;
        } else {
            print_pair(pair, pair == pairs->first, out);
            i++;
        }
    }
}

static void print_end(const probe_pairs *pairs, mote_simulation *const sides[2],
                      FILE *out)
{
    const probe_pair *first = pairs->first;
    if (!first) {
        fprintf(out, "%" PRIu32 " values, all the same\n", pairs->count);
        return;
    }
    char place[64], name[PROBE_NAME_SIZE], a[VALUE_SIZE], b[VALUE_SIZE],
        distance[VALUE_SIZE];
    const probe_site *site = one_of(first)->site;
    write_place(site, place);
    fprintf(out, "%" PRIu32 " of %" PRIu32 " values differ; the first: %s %s: ",
            pairs->different, pairs->count, place + strspn(place, " "),
            probe_name(site, name));
    if (probe_judge(first) == PROBE_ALONE) {
        fprintf(out, "only on %s\n",
                mote_simulation_device_name(sides[first->of_a.site ? 0 : 1]));
        return;
    }
    write_distance(first, distance);
    fprintf(out, "%s on %s, %s on %s%s%s\n", write_value(&first->of_a, a),
            mote_simulation_device_name(sides[0]), write_value(&first->of_b, b),
            mote_simulation_device_name(sides[1]), *distance ? ", " : "", distance);
}

void probe_print_two(const probe_request *request, mote_simulation *const sides[2],
                     const probe_pairs *pairs, bool is_cut)
{
    print_heading(request, sides[0], stdout);
    print_name("left:  ", sides[0], stdout);
    print_name("right: ", sides[1], stdout);
    print_pairs(pairs, sides[0], stdout);
    print_cut(is_cut, stdout);
    print_end(pairs, sides, stdout);
}
