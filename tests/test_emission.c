// SPDX-License-Identifier: MIT
// Births by the clock: how many, when and where, against fractions of whole numbers that
// round nowhere, and against curves of de Casteljau.

#include "support.h"

#include "sim/plan.h"
#include "sim/start_place.h"

#include "emission.glsl"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- What is scheduled ---------------------------------------------------------------

static plan *plan_of(const mote_scene *scene)
{
    mote_device_def device = mote_default_device_def();
    plan *p;
    assert_ok(plan_create(scene, &device, &p));
    return p;
}

// A plan of a scene whose emitters are given, with ' for ".
static plan *plan_of_emitters(double dt, const char *more, const char *emitters)
{
    mote_scene *scene =
        scene_of("{'model': 'emitter', 'dt': %.17g, %s 'emitter': {'emitters': [%s]}}",
                 dt, more, emitters);
    plan *p = plan_of(scene);
    mote_scene_destroy(scene);
    return p;
}

static plan *plan_of_rate(double dt, double rate, double start, double stop)
{
    char emitter[256];
    snprintf(emitter, sizeof emitter, "{'rate': %.17g, 'start': %.17g, 'stop': %.17g}",
             rate, start, stop);
    return plan_of_emitters(dt, "", emitter);
}

typedef struct step_rows {
    uint32_t row[EMISSION_ROWS][4];
} step_rows;

// The rows of a step; what is not written stays a sentinel.
static const step_rows *rows_of(const plan *p, uint64_t step)
{
    static step_rows rows;
    memset(&rows, 0xee, sizeof rows);
    uint64_t size = emission_fill(p->emission, step, rows.row);
    uint64_t used = EMISSION_BATCHES + (uint64_t)rows.row[0][0] * EMISSION_BATCH_ROWS;
    assert_true(size == used * 16 && used <= EMISSION_ROWS);
    if (used < EMISSION_ROWS) {
        assert_int_equal(rows.row[used][0], 0xeeeeeeee);
    }
    return &rows;
}

static const uint32_t (*batch_of(const step_rows *rows, uint32_t k))[4]
{
    return &rows->row[EMISSION_BATCHES + k * EMISSION_BATCH_ROWS];
}

static uint32_t births_of(const plan *p, uint64_t step)
{
    return rows_of(p, step)->row[0][1];
}

// ---- Rates ---------------------------------------------------------------------------

// A number as people write it: above / below.
typedef struct fraction {
    int64_t above, below;
} fraction;

static double value_of(fraction f)
{
    return (double)f.above / (double)f.below;
}

static int64_t floor_of(int64_t above, int64_t below)
{
    int64_t quotient = above / below;
    return quotient - (above % below < 0);
}

static const fraction step_sizes[] = {{1, 60}, {1, 50},   {1, 64},   {1, 100}, {1, 30},
                                      {1, 7},  {3, 1000}, {7, 1000}, {1, 144}, {2, 1}};

// floor(rate (time - start)) after n steps.
static int64_t births_until(fraction dt, fraction rate, fraction start, fraction stop,
                            int64_t n)
{
    fraction end = {n * dt.above, dt.below};
    bool is_over = stop.above > 0 && end.above * stop.below > stop.above * end.below;
    end = is_over ? stop : end;
    int64_t elapsed = end.above * start.below - start.above * end.below;
    int64_t count = floor_of(rate.above * elapsed, rate.below * end.below * start.below);
    return count > 0 ? count : 0;
}

static void whole_rates_give_whole_births_at_each_border(void **state)
{
    (void)state;
    const fraction none = {0, 1};
    for (size_t s = 0; s < COUNT_OF(step_sizes); s++) {
        for (int64_t rate = 1; rate <= 150; rate++) {
            plan *p = plan_of_rate(value_of(step_sizes[s]), (double)rate, 0, 0);
            int64_t sum = 0;
            for (int64_t n = 0; n < 400; n++) {
                sum += births_of(p, (uint64_t)n);
                assert_true(sum == births_until(step_sizes[s], (fraction){rate, 1}, none,
                                                none, n + 1));
            }
            plan_destroy(p);
        }
    }
}

static void any_span_of_steps_gives_the_floor_of_rate_times_time(void **state)
{
    (void)state;
    static const int64_t belows[] = {1, 2, 3, 7, 10, 60, 100};
    random_source random = random_from(1);
    for (int i = 0; i < 400; i++) {
        fraction dt = step_sizes[random_next(&random) % COUNT_OF(step_sizes)];
        fraction rate = {(int64_t)(1 + random_next(&random) % 100000),
                         belows[random_next(&random) % COUNT_OF(belows)]};
        fraction start = {(int64_t)(random_next(&random) % 300),
                          belows[random_next(&random) % COUNT_OF(belows)]};
        bool stops = random_next(&random) % 2;
        fraction stop = {stops ? start.above + (int64_t)(random_next(&random) % 500) : 0,
                         start.below};
        plan *p =
            plan_of_rate(value_of(dt), value_of(rate), value_of(start), value_of(stop));
        int64_t first = (int64_t)(random_next(&random) % 100000);
        first = i % 2 ? 0 : first;
        int64_t before = births_until(dt, rate, start, stop, first), sum = 0;
        for (int64_t n = first; n < first + 500; n++) {
            sum += births_of(p, (uint64_t)n);
            assert_true(before + sum == births_until(dt, rate, start, stop, n + 1));
        }
        plan_destroy(p);
    }
}

static void births_by_rate_come_at_even_times(void **state)
{
    (void)state;
    random_source random = random_from(2);
    for (int i = 0; i < 100; i++) {
        double dt = value_of(step_sizes[random_next(&random) % COUNT_OF(step_sizes)]);
        double rate = pow(10.0, random_unit(&random) * 4.0 - 1.0);
        double start = i % 3 ? random_unit(&random) * 40.0 * dt : 0.0;
        plan *p = plan_of_rate(dt, rate, start, 0);
        uint64_t born = 0;
        for (uint64_t n = 0; n < 200; n++) {
            const step_rows *rows = rows_of(p, n);
            if (rows->row[0][0] == 0) {
                continue;
            }
            const uint32_t(*batch)[4] = batch_of(rows, 0);
            double first = (double)float_from(batch[1][3]);
            double between = (double)float_from(batch[2][3]);
            assert_true(first >= 0.0 && first <= 1.0);
            for (uint32_t k = 0; k < batch[0][1]; k++) {
                double part = first + between * k;
                double due = (start + (double)++born / rate) / dt - (double)n;
                assert_true(fabs(part - due) < 1e-4);
            }
        }
        plan_destroy(p);
    }
}

// Far out, where a double holds not every birth, none may come twice or be many too many.
static void rates_of_any_size_stay_near_the_mean(void **state)
{
    (void)state;
    random_source random = random_from(3);
    for (int i = 0; i < 200; i++) {
        double dt = pow(10.0, random_unit(&random) * 12.0 - 9.0);
        double rate = pow(10.0, random_unit(&random) * 18.0 - 9.0);
        if (rate > 1e9 || rate * dt > 1e9) {
            continue;
        }
        plan *p = plan_of_rate(dt, rate, i % 2 ? random_unit(&random) * dt : 0.0, 0);
        uint64_t step = random_next(&random) % 1000000000;
        double sum = 0.0;
        for (uint64_t n = step; n < step + 100; n++) {
            sum += births_of(p, n);
        }
        double mean = 100.0 * rate * dt, size = rate * dt * (double)step;
        assert_true(fabs(sum - mean) <= 2.0 + size * 1e-14);
        plan_destroy(p);
    }
}

// ---- Bursts --------------------------------------------------------------------------

#define MANY 120

static void bursts_on_borders_come_once_and_in_the_step_that_begins(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(step_sizes); s++) {
        for (int64_t first = 0; first < 20 * MANY; first += MANY) {
            char text[MANY * 40] = "";
            size_t size = 0;
            for (int64_t k = first; k < first + MANY; k++) {
                fraction time = {k * step_sizes[s].above, step_sizes[s].below};
                size += (size_t)snprintf(text + size, sizeof text - size, "%s[%.17g, %d]",
                                         k == first    ? "{'bursts': ["
                                         : k % 60 == 0 ? "]}, {'bursts': ["
                                                       : ", ",
                                         value_of(time), (int)(k - first + 1));
            }
            snprintf(text + size, sizeof text - size, "]}");
            plan *p = plan_of_emitters(value_of(step_sizes[s]), "", text);
            if (first > 0) {
                assert_int_equal(births_of(p, (uint64_t)first - 1), 0);
            }
            for (int64_t k = first; k < first + MANY; k++) {
                const step_rows *rows = rows_of(p, (uint64_t)k);
                assert_int_equal(rows->row[0][0], 1);
                const uint32_t(*batch)[4] = batch_of(rows, 0);
                assert_int_equal(batch[0][1], k - first + 1);
                assert_true(float_from(batch[1][3]) < 1e-9f); // at its beginning
                assert_int_equal(batch[2][3], 0);             // all at once
            }
            assert_int_equal(births_of(p, (uint64_t)(first + MANY)), 0);
            plan_destroy(p);
        }
    }
}

typedef struct repeated {
    fraction time, interval;
    int64_t count, repeats; // repeats 0: for ever
} repeated;

// Births by a burst in each of the first steps, one repeat after the other.
static void count_repeats(const repeated *burst, fraction dt, int64_t *births,
                          int step_count)
{
    int64_t below = burst->time.below * burst->interval.below * dt.above;
    for (int64_t k = 0; burst->repeats == 0 || k < burst->repeats; k++) {
        int64_t above = (burst->time.above * burst->interval.below +
                         k * burst->interval.above * burst->time.below) *
                        dt.below;
        int64_t step = floor_of(above, below);
        if (step >= step_count) {
            break;
        }
        births[step] += burst->count;
    }
}

static repeated random_burst(random_source *random, fraction dt)
{
    static const int64_t belows[] = {1, 2, 3, 10, 60, 100, 1000};
    repeated burst = {.count = (int64_t)(random_next(random) % 1000),
                      .repeats = (int64_t)(random_next(random) % 9)};
    burst.time = (fraction){(int64_t)(random_next(random) % 50) * dt.above, dt.below};
    burst.interval =
        (fraction){(int64_t)(1 + random_next(random) % 7) * dt.above, dt.below};
    if (random_next(random) % 2) {
        burst.time = (fraction){(int64_t)(random_next(random) % 60),
                                belows[random_next(random) % COUNT_OF(belows)]};
    }
    if (random_next(random) % 2) {
        burst.interval = (fraction){(int64_t)(1 + random_next(random) % 60),
                                    belows[random_next(random) % COUNT_OF(belows)]};
    }
    return burst;
}

static void each_repeat_of_a_burst_comes_once(void **state)
{
    (void)state;
    random_source random = random_from(4);
    for (int i = 0; i < 300; i++) {
        fraction dt = step_sizes[random_next(&random) % COUNT_OF(step_sizes)];
        int64_t births[400] = {0};
        char text[512] = "{'bursts': [";
        for (int k = 0; k < 3; k++) {
            repeated burst = random_burst(&random, dt);
            count_repeats(&burst, dt, births, COUNT_OF(births));
            size_t size = strlen(text);
            snprintf(text + size, sizeof text - size, "%s[%.17g, %d, %d, %.17g]",
                     k ? ", " : "", value_of(burst.time), (int)burst.count,
                     (int)burst.repeats, value_of(burst.interval));
        }
        strcat(text, "]}");
        plan *p = plan_of_emitters(value_of(dt), "", text);
        for (uint64_t n = 0; n < COUNT_OF(births); n++) {
            assert_int_equal(births_of(p, n), births[n]);
        }
        plan_destroy(p);
    }
}

static void a_burst_comes_at_its_time_within_the_step(void **state)
{
    (void)state;
    random_source random = random_from(5);
    for (int i = 0; i < 100; i++) {
        double time = random_unit(&random) * 10.0;
        char text[128];
        snprintf(text, sizeof text, "{'bursts': [[%.17g, 7]]}", time);
        plan *p = plan_of_emitters(0.25, "", text);
        uint64_t step = (uint64_t)floor(time / 0.25);
        const step_rows *rows = rows_of(p, step);
        assert_int_equal(rows->row[0][1], 7);
        double part = (double)float_from(batch_of(rows, 0)[1][3]);
        assert_true(fabs(((double)step + part) * 0.25 - time) < 1e-7);
        plan_destroy(p);
    }
}

static void repeats_within_a_step_are_spread_over_it(void **state)
{
    (void)state;
    plan *p = plan_of_emitters(1.0, "", "{'bursts': [[0.5, 3, 8, 0.25]]}");
    const step_rows *rows = rows_of(p, 0); // at 0.5, 0.75
    assert_int_equal(rows->row[0][0], 1);
    assert_int_equal(rows->row[0][1], 6);
    assert_true(float_from(batch_of(rows, 0)[1][3]) == 0.5f);
    assert_true(fabsf(float_from(batch_of(rows, 0)[2][3]) - 0.25f / 3.0f) < 1e-7f);
    assert_int_equal(births_of(p, 1), 12);
    assert_int_equal(births_of(p, 2), 6);
    assert_int_equal(births_of(p, 3), 0);
    plan_destroy(p);
}

// ---- Batches -------------------------------------------------------------------------

static void batches_stand_in_the_order_of_the_scene(void **state)
{
    (void)state;
    plan *p = plan_of_emitters(
        1.0, "",
        "{}, {'bursts': [[0.75, 2], [3, 4], [0, 1]], 'rate': 5}, {'rate': 0.5},"
        "{'rate': 3, 'start': 0.5}");
    const step_rows *rows = rows_of(p, 0);
    static const uint32_t expected[][3] = {{1, 5, 0}, {1, 2, 5}, {1, 1, 7}, {3, 1, 8}};
    assert_int_equal(rows->row[0][0], COUNT_OF(expected));
    assert_int_equal(rows->row[0][1], 9);
    for (uint32_t k = 0; k < COUNT_OF(expected); k++) {
        assert_memory_equal(batch_of(rows, k)[0], expected[k], sizeof expected[k]);
        assert_int_equal(batch_of(rows, k)[0][3], 0);
        assert_int_equal(batch_of(rows, k)[3][3], 0);
    }
    assert_int_equal(rows_of(p, 1)->row[0][0], 3); // 5, of the rate 0.5 one, 3
    plan_destroy(p);
}

static void as_many_batches_fit_as_a_scene_may_have(void **state)
{
    (void)state;
    char text[16384] = "";
    for (uint32_t k = 0; k < EMISSION_BATCH_MOST; k++) {
        strcat(text, k == 0        ? "{'bursts': [[1, 1]"
                     : k % 64 == 0 ? "]}, {'bursts': [[1, 1]"
                                   : ", [1, 1]");
    }
    strcat(text, "]}");
    plan *p = plan_of_emitters(1.0, "", text);
    assert_int_equal(rows_of(p, 1)->row[0][0], EMISSION_BATCH_MOST);
    plan_destroy(p);
}

static void turbulence_drifts_with_time_and_begins_anew_as_its_noise_does(void **state)
{
    (void)state;
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'dt': 0.5, 'emitter': {'forces': [{}, {'kind':"
        " 'turbulence', 'speed': 0}, {'kind': 'turbulence', 'speed': 1000000}, {},"
        " {'kind': 'turbulence', 'speed': 3}]}}");
    plan *p = plan_of(scene);
    const step_rows *rows = rows_of(p, 7);
    assert_true(float_from(rows->row[1][0]) == 0.875f);
    assert_int_equal(rows->row[1][1], 0);
    assert_true(float_from(rows->row[1][2]) == 3500000 % 65536);
    assert_true(float_from(rows->row[2][0]) == 10.5f);
    assert_int_equal(rows->row[2][1], 0);
    assert_int_equal(rows->row[4][3], 0);
    plan_destroy(p);
    mote_scene_destroy(scene);
}

// ---- Where emitters are --------------------------------------------------------------

#define POINTS_MAX 8

typedef struct course {
    int count;
    long double time[POINTS_MAX], place[POINTS_MAX][3];
    long double period; // 0: it ends
} course;

// The k-th point of a course that goes on to both sides.
static long double point_time(const course *c, int k)
{
    if (c->period > 0.0L) {
        int turn = k < 0 ? -1 : k / c->count;
        return c->time[k - turn * c->count] + turn * c->period;
    }
    return c->time[k < 0 ? 0 : k < c->count ? k : c->count - 1];
}

static long double point_place(const course *c, int k, int axis)
{
    int at = c->period > 0.0L ? (k + c->count) % c->count
             : k < 0          ? 0
             : k < c->count   ? k
                              : c->count - 1;
    return c->place[at][axis];
}

static long double slope(const course *c, int k, int axis)
{
    return (point_place(c, k + 1, axis) - point_place(c, k - 1, axis)) /
           (point_time(c, k + 1) - point_time(c, k - 1));
}

// By de Casteljau's corners of the Bezier curve from point to point.
static long double place_at(const course *c, long double t, int axis)
{
    while (c->period > 0.0L && t >= c->time[0] + c->period) {
        t -= c->period;
    }
    while (c->period > 0.0L && t < c->time[0]) {
        t += c->period;
    }
    if (t <= c->time[0]) {
        return c->place[0][axis];
    }
    if (c->period <= 0.0L && t >= c->time[c->count - 1]) {
        return c->place[c->count - 1][axis];
    }
    int k = 0;
    while (point_time(c, k + 1) <= t) {
        k++;
    }
    long double span = point_time(c, k + 1) - point_time(c, k);
    long double u = (t - point_time(c, k)) / span;
    long double p[4] = {point_place(c, k, axis),
                        point_place(c, k, axis) + slope(c, k, axis) * span / 3.0L,
                        point_place(c, k + 1, axis) - slope(c, k + 1, axis) * span / 3.0L,
                        point_place(c, k + 1, axis)};
    for (int rest = 3; rest > 0; rest--) {
        for (int i = 0; i < rest; i++) {
            p[i] += (p[i + 1] - p[i]) * u;
        }
    }
    return p[0];
}

static course random_course(random_source *random)
{
    course c = {.count = 2 + (int)(random_next(random) % (POINTS_MAX - 1))};
    double time = random_unit(random);
    for (int k = 0; k < c.count; k++) {
        c.time[k] = time;
        time += 0.05 + random_unit(random);
        for (int axis = 0; axis < 3; axis++) {
            c.place[k][axis] = random_unit(random) * 8.0 - 4.0;
        }
    }
    if (random_next(random) % 2) {
        c.period = (long double)(double)(c.time[c.count - 1] - c.time[0]) + 0.25L;
    }
    return c;
}

static plan *plan_of_course(const course *c, int dimension, const char *edges)
{
    char text[2048];
    int size = snprintf(text, sizeof text,
                        "{'rate': 1000, 'position': [6, 7%s], 'path_period': %.17g, "
                        "'path': [",
                        dimension == 3 ? ", 8" : "", (double)c->period);
    for (int k = 0; k < c->count; k++) {
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "%s[%.17g, %.17g, %.17g", k ? ", " : "", (double)c->time[k],
                         (double)c->place[k][0], (double)c->place[k][1]);
        size += dimension == 3 ? snprintf(text + size, sizeof text - (size_t)size,
                                          ", %.17g", (double)c->place[k][2])
                               : 0;
        size += snprintf(text + size, sizeof text - (size_t)size, "]");
    }
    snprintf(text + size, sizeof text - (size_t)size, "]}");
    char more[128];
    snprintf(more, sizeof more, "'dimension': %d, 'world': {'edges': '%s'},", dimension,
             edges);
    return plan_of_emitters(0.05, more, text);
}

// The distance of two coordinates, world units, the short way round.
static double apart(const plan *p, int axis, uint32_t a, uint32_t b)
{
    return (double)(int32_t)(a - b) / 4294967296.0 * p->box[axis];
}

static void emitters_follow_a_smooth_path_through_its_points(void **state)
{
    (void)state;
    static const char *const edges[] = {"open", "wrap", "bounce"};
    static const double position[3] = {6, 7, 8};
    random_source random = random_from(6);
    for (int i = 0; i < 200; i++) {
        course c = random_course(&random);
        int dimension = 2 + i % 2;
        plan *p = plan_of_course(&c, dimension, edges[i % 3]);
        for (uint64_t n = 0; n < 250; n++) {
            const uint32_t(*batch)[4] = batch_of(rows_of(p, n), 0);
            for (int axis = 0; axis < dimension; axis++) {
                long double from = place_at(&c, (double)n * 0.05, axis);
                long double to = place_at(&c, (double)(n + 1) * 0.05, axis);
                double world = (double)from + position[axis] - 5.0;
                uint32_t wanted =
                    (uint32_t)(int64_t)floor((world / p->box[axis] + 0.5) * 4294967296.0);
                assert_true(fabs(apart(p, axis, batch[1][axis], wanted)) < 1e-7);
                double move = (double)float_from(batch[2][axis]) / 4294967296.0;
                double most = 0.25 * p->box[axis];
                double shift = fmin(fmax((double)(to - from), -most), most);
                assert_true(fabs(move * p->box[axis] - shift) < 1e-5);
                double velocity = (double)float_from(batch[3][axis]);
                assert_true(fabs(velocity - (double)(to - from) / 0.05) < 1e-4);
            }
            if (dimension == 2) {
                assert_int_equal(batch[1][2] | batch[2][2] | batch[3][2], 0);
            }
        }
        plan_destroy(p);
    }
}

// One that lists its first point again as its last goes the same way.
static void a_path_may_end_with_the_point_it_begins_with(void **state)
{
    (void)state;
    const char *without = "{'rate': 100, 'path_period': 2.1, 'path': [[0.1, 1, 2, 3], "
                          "[0.7, 3, 4, 5], [1.5, 0, 1, 0]]}";
    const char *with = "{'rate': 100, 'path_period': 2.1, 'path': [[0.1, 1, 2, 3], "
                       "[0.7, 3, 4, 5], [1.5, 0, 1, 0], [2.2, 1, 2, 3]]}";
    plan *a = plan_of_emitters(0.05, "", without);
    plan *b = plan_of_emitters(0.05, "", with);
    for (uint64_t n = 0; n < 200; n++) {
        step_rows rows = *rows_of(a, n);
        assert_memory_equal(&rows, rows_of(b, n), sizeof rows);
    }
    plan_destroy(a);
    plan_destroy(b);
}

static void emitters_far_outside_stay_in_the_box_or_wrap(void **state)
{
    (void)state;
    const char *text = "{'rate': 100, 'position': [1e12, 2, 25.5], "
                       "'path': [[0, 0, 0, 0], [1, -1e9, 1e9, 0]]}";
    plan *p = plan_of_emitters(1.0, "", text);
    const uint32_t(*batch)[4] = batch_of(rows_of(p, 0), 0);
    assert_int_equal(batch[1][0], (uint32_t)(0.999 * 4294967296.0 + 0.5));
    assert_int_equal(batch[2][0], 0);                     // it stays there
    assert_true(float_from(batch[2][1]) > 2.1e9f / 2.0f); // but not past an int
    assert_true(float_from(batch[2][1]) <= 1073741824.0f);
    plan_destroy(p);
    p = plan_of_emitters(1.0, "'world': {'edges': 'wrap'},", text);
    batch = batch_of(rows_of(p, 0), 0);
    assert_int_equal(batch[1][0], 0);
    assert_int_equal(batch[1][2], (uint32_t)(0.55 * 4294967296.0 + 0.5));
    assert_true(float_from(batch[2][0]) == -1073741824.0f);
    assert_true(float_from(batch[3][0]) == -1e9f);
    plan_destroy(p);
}

// ---- Models --------------------------------------------------------------------------

static void models_that_emit_have_what_is_read_of_them(void **state)
{
    (void)state;
    for (int i = 0; models[i]; i++) {
        if (model_lacks(models[i])) {
            fail_msg("model %s lacks %s", models[i]->name, model_lacks(models[i]));
        }
    }
    model other = *model_find("emitter");
    other.parameter_count = 0;
    assert_string_equal(model_lacks(&other), "prewarm");
    other.list_count = 1; // without forces
    assert_string_equal(model_lacks(&other), "speed");
    other.emits = "sources";
    assert_string_equal(model_lacks(&other), "shape");
}

static void emitters_may_be_called_something_else(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'emitter', 'dt': 0.5, 'emitter': {'emitters':"
                                 " [{'rate': 10}, {'bursts': [[0.1, 7]]}]}}");
    list_row lists[MODEL_LIST_MAX];
    model other = *scene->model;
    memcpy(lists, other.lists, (size_t)other.list_count * sizeof *lists);
    lists[model_find_list(&other, other.emits)].name = "sources";
    other.emits = "sources";
    other.lists = lists;
    scene->model = &other;
    plan *p = plan_of(scene);
    assert_int_equal(births_of(p, 0), 5 + 7);
    plan_destroy(p);
    scene->model = model_find("emitter");
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_rates_give_whole_births_at_each_border),
        cmocka_unit_test(any_span_of_steps_gives_the_floor_of_rate_times_time),
        cmocka_unit_test(births_by_rate_come_at_even_times),
        cmocka_unit_test(rates_of_any_size_stay_near_the_mean),
        cmocka_unit_test(bursts_on_borders_come_once_and_in_the_step_that_begins),
        cmocka_unit_test(each_repeat_of_a_burst_comes_once),
        cmocka_unit_test(a_burst_comes_at_its_time_within_the_step),
        cmocka_unit_test(repeats_within_a_step_are_spread_over_it),
        cmocka_unit_test(batches_stand_in_the_order_of_the_scene),
        cmocka_unit_test(as_many_batches_fit_as_a_scene_may_have),
        cmocka_unit_test(turbulence_drifts_with_time_and_begins_anew_as_its_noise_does),
        cmocka_unit_test(emitters_follow_a_smooth_path_through_its_points),
        cmocka_unit_test(a_path_may_end_with_the_point_it_begins_with),
        cmocka_unit_test(emitters_far_outside_stay_in_the_box_or_wrap),
        cmocka_unit_test(models_that_emit_have_what_is_read_of_them),
        cmocka_unit_test(emitters_may_be_called_something_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
