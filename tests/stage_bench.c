// SPDX-License-Identifier: MIT
// See stage_bench.h.

#include "stage_bench.h"

// The buffers whose twins `advance` writes.
static bool has_twin(int buffer)
{
    return buffer == BUFFER_body || buffer == BUFFER_flight;
}

typedef enum part { NOT_WRITTEN, WRITTEN, ADDED_TO } part;

static part part_of(const schedule_entry *entry, int buffer, bool twin)
{
    for (int k = 0; k < entry->access_count; k++) {
        const struct entry_access *access = &entry->access[k];
        if (access->buffer == buffer && access->twin == twin &&
            access_writes(access->kind)) {
            return access->kind == ACCESS_WRITE && !twin ? WRITTEN : ADDED_TO;
        }
    }
    return NOT_WRITTEN;
}

void bench_spoil(const bench *b, int buffer, uint32_t *words)
{
    for (uint64_t i = 0; i < word_count(b->simulation, buffer); i++) {
        words[i] = SENTINEL;
    }
}

// Buffers that the backend alone knows about, and those that nobody uses.
static bool is_foreign(const bench *b, int buffer)
{
    return buffer == BUFFER_dispatch_size || b->plan->lengths[buffer] == 0;
}

void bench_give(bench *b, const schedule_entry *entry)
{
    backend *backend = b->simulation->backend;
    for (int k = 0; k < b->plan->buffer_count; k++) {
        if (is_foreign(b, k)) {
            continue;
        }
        if (part_of(entry, k, false) == WRITTEN) {
            bench_spoil(b, k, b->before[k]);
        }
        write_buffer(b->simulation, k, b->before[k]);
        if (has_twin(k)) {
            backend->swap(backend, b->flies);
            write_buffer(b->simulation, k, b->before_twin[k]);
            backend->swap(backend, b->flies);
        }
    }
}

void bench_take(bench *b)
{
    backend *backend = b->simulation->backend;
    for (int k = 0; k < b->plan->buffer_count; k++) {
        b->after[k] = read_buffer(b->simulation, k);
        if (has_twin(k)) {
            backend->swap(backend, b->flies);
            b->after_twin[k] = read_buffer(b->simulation, k);
            backend->swap(backend, b->flies);
        }
    }
}

void bench_expect(const bench *b, const schedule_entry *entry, int buffer,
                  const uint32_t *found, const uint32_t *wanted, uint64_t from,
                  uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        if (found[i] != wanted[i]) {
            fail_msg("stage %s, buffer %s, word %llu: found %u, expected %u",
                     stages[entry->stage].name, b->plan->buffers[buffer].name,
                     (unsigned long long)i, found[i], wanted[i]);
        }
    }
}

// What a stage does not write stays as it was.
void bench_check_rest(const bench *b, const schedule_entry *entry)
{
    for (int k = 0; k < b->plan->buffer_count; k++) {
        uint64_t words = is_foreign(b, k) ? 0 : word_count(b->simulation, k);
        if (part_of(entry, k, false) == NOT_WRITTEN) {
            bench_expect(b, entry, k, b->after[k], b->before[k], 0, words);
        }
        if (has_twin(k) && part_of(entry, k, true) == NOT_WRITTEN) {
            bench_expect(b, entry, k, b->after_twin[k], b->before_twin[k], 0, words);
        }
    }
}

void bench_adopt(bench *b, bool swaps)
{
    for (int k = 0; k < b->plan->buffer_count; k++) {
        uint32_t *twin = has_twin(k) ? b->after_twin[k] : NULL;
        bool turns = swaps && twin != NULL;
        free(b->before[k]);
        free(b->before_twin[k]);
        b->before[k] = turns ? twin : b->after[k];
        b->before_twin[k] = turns ? b->after[k] : twin;
        if (turns) {
            bench_spoil(b, k, b->before_twin[k]); // for the next step
        }
    }
    if (swaps) {
        b->simulation->backend->swap(b->simulation->backend, b->flies);
    }
}

bench bench_of(const mote_scene *scene, mote_simulation *simulation)
{
    bench b = {.oracle = emitter_oracle_of(scene),
               .simulation = simulation,
               .plan = simulation->plan};
    for (int k = 0; k < b.plan->step_count; k++) {
        b.flies = b.plan->step[k].stage == STAGE_advance ? &b.plan->step[k] : b.flies;
    }
    for (int k = 0; k < b.plan->buffer_count; k++) {
        b.before[k] = read_buffer(simulation, k);
        if (has_twin(k)) {
            b.before_twin[k] = read_buffer(simulation, k);
            bench_spoil(&b, k, b.before_twin[k]);
        }
    }
    return b;
}

void bench_free(bench *b)
{
    for (int k = 0; k < BUFFER_MAX; k++) {
        free(b->before[k]);
        free(b->before_twin[k]);
    }
}

// ---- Rows ----------------------------------------------------------------------------

emitted_row bench_row(const bench *b, uint32_t *const *buffers, uint64_t row)
{
    return emitted_of_words(b->plan, buffers[BUFFER_body] + 4 * row,
                            buffers[BUFFER_flight] + 4 * row);
}

// Twins hold what they held but for these rows.
void bench_check_other_rows(const bench *b, const schedule_entry *entry, uint64_t from,
                            uint64_t to)
{
    for (int buffer = BUFFER_body; buffer <= BUFFER_flight; buffer++) {
        uint64_t words = word_count(b->simulation, buffer);
        bench_expect(b, entry, buffer, b->after_twin[buffer], b->before_twin[buffer], 0,
                     4 * from);
        bench_expect(b, entry, buffer, b->after_twin[buffer], b->before_twin[buffer],
                     4 * to, words);
    }
}
