// SPDX-License-Identifier: MIT
// Sorting by depth: both sorts against the C library's, on keys of all kinds; that ties
// are settled by the place in the list, and would be seen if they were not; and that what
// is in front hides what is behind it.

#include "reference.h"
#include "spoiling.h"

#include <string.h>

#define SENTINEL UINT32_C(0xa5a5a5a5)

static const char *const sorts[] = {"radix", "bitonic"};

// ---- Keys ----------------------------------------------------------------------------

typedef uint32_t key_maker(uint64_t i, uint64_t count, random_source *random);

static uint32_t any_key(uint64_t i, uint64_t count, random_source *random)
{
    (void)i;
    (void)count;
    return (uint32_t)(random_next(random) >> 32);
}

static uint32_t one_key(uint64_t i, uint64_t count, random_source *random)
{
    (void)i;
    (void)count;
    (void)random;
    return 0x12345678;
}

// The largest, which keys past the end could be taken for.
static uint32_t largest_key(uint64_t i, uint64_t count, random_source *random)
{
    (void)count;
    (void)random;
    return UINT32_MAX - (i % 3 == 1);
}

static uint32_t few_keys(uint64_t i, uint64_t count, random_source *random)
{
    (void)i;
    (void)count;
    return (uint32_t)(random_next(random) >> 62) * 0x01010101;
}

static uint32_t sorted_key(uint64_t i, uint64_t count, random_source *random)
{
    (void)random;
    return (uint32_t)(i * (UINT32_MAX / (count + 1)));
}

static uint32_t reversed_key(uint64_t i, uint64_t count, random_source *random)
{
    return UINT32_MAX - sorted_key(i, count, random);
}

static key_maker *const kinds[] = {any_key,  one_key,    largest_key,
                                   few_keys, sorted_key, reversed_key};

// ---- One sort ------------------------------------------------------------------------

// A simulation that sorts, of so many sprites at most.
static mote_scene *sorter_scene(uint64_t capacity)
{
    return scene_of("{'particles': %llu, 'dimension': 3, 'life': {'minimum_radius': 0,"
                    " 'maximum_radius': 0.01}}",
                    (unsigned long long)capacity);
}

static mote_simulation *sorter_on(const test_backend *on, const char *sort,
                                  uint64_t capacity, int group_size)
{
    mote_scene *scene = sorter_scene(capacity);
    mote_device_def device = mote_default_device_def();
    device.sort = sort;
    device.group_size = group_size;
    mote_simulation *simulation = simulation_on(on, scene, &device);
    assert_true(simulation->plan->sorts);
    mote_scene_destroy(scene);
    return simulation;
}

// Both twins, where there are two: what lies past the end must stay in both.
static void write_pair(mote_simulation *simulation, int buffer, const uint32_t *values)
{
    const plan *plan = simulation->plan;
    write_buffer(simulation, buffer, values);
    for (int i = 0; i < plan->draw_count; i++) {
        if (plan->draw[i].stage == STAGE_move_keys && plan->draw[i].first_turn == 0) {
            simulation->backend->swap(simulation->backend, &plan->draw[i]);
            write_buffer(simulation, buffer, values);
            return;
        }
    }
}

// The entries between the keys and the sprites.
static void run_sort(mote_simulation *simulation)
{
    const plan *plan = simulation->plan;
    for (int i = plan->list_count + 1; i < plan->draw_count - 1; i++) {
        assert_ok(simulation_run(simulation, &plan->draw[i]));
    }
}

// The first place where the simulation's sort of `count` keys is not what it should be,
// and -1 when it is right everywhere, also past the end.
static int64_t wrong_place(mote_simulation *simulation, key_maker *make, uint64_t count)
{
    uint64_t capacity = word_count(simulation, BUFFER_depth_key);
    uint32_t *keys = malloc(capacity * 4 + 4);
    uint32_t *orders = malloc(capacity * 4 + 4);
    const uint32_t draw_size[4] = {4, (uint32_t)count, 0, 0};
    random_source random = random_from(count);
    for (uint64_t i = 0; i < capacity; i++) {
        keys[i] = i < count ? make(i, count, &random) : SENTINEL;
        orders[i] = i < count ? (uint32_t)i : SENTINEL;
    }
    write_buffer(simulation, BUFFER_draw_size, draw_size);
    write_pair(simulation, BUFFER_depth_key, keys);
    write_pair(simulation, BUFFER_sprite_order, orders);
    run_sort(simulation);
    uint32_t *found_keys = read_buffer(simulation, BUFFER_depth_key);
    uint32_t *found_orders = read_buffer(simulation, BUFFER_sprite_order);
    reference_sort(keys, orders, count);
    int64_t wrong = -1;
    for (uint64_t i = 0; i < capacity && wrong < 0; i++) {
        bool is_right = found_keys[i] == keys[i] && found_orders[i] == orders[i];
        wrong = is_right ? -1 : (int64_t)i;
    }
    free(found_orders);
    free(found_keys);
    free(orders);
    free(keys);
    return wrong;
}

static void expect_sorted(mote_simulation *simulation, size_t kind, uint64_t count)
{
    int64_t wrong = wrong_place(simulation, kinds[kind], count);
    if (wrong >= 0) {
        fail_msg("%s, keys of kind %zu, %llu of %llu: place %lld is wrong",
                 sort_names[simulation->plan->sort], kind, (unsigned long long)count,
                 (unsigned long long)word_count(simulation, BUFFER_depth_key),
                 (long long)wrong);
    }
}

static void expect_all_sorted(const test_backend *on, uint64_t capacity, int group_size,
                              const uint64_t *counts, size_t count_count)
{
    for (size_t s = 0; s < COUNT_OF(sorts); s++) {
        mote_simulation *simulation = sorter_on(on, sorts[s], capacity, group_size);
        for (size_t kind = 0; kind < COUNT_OF(kinds); kind++) {
            for (size_t i = 0; i < count_count; i++) {
                expect_sorted(simulation, kind, counts[i]);
            }
        }
        mote_simulation_destroy(simulation);
    }
}

// ---- Sizes ---------------------------------------------------------------------------

static void any_number_of_any_keys_is_sorted(void **state)
{
    static const uint64_t counts[] = {0,    1,    2,    63,   64,   65,   255,
                                      2047, 2048, 2049, 4095, 4096, 4097, 10000};
    need_backend(*state);
    expect_all_sorted(*state, 10000, 0, counts, COUNT_OF(counts));
}

static void as_many_keys_as_there_is_room_for_are_sorted(void **state)
{
    static const uint64_t capacities[] = {0, 1, 63, 64, 65, 2047, 2048, 2049, 4096};
    need_backend(*state);
    for (size_t i = 0; i < COUNT_OF(capacities); i++) {
        expect_all_sorted(*state, capacities[i], 0, &capacities[i], 1);
    }
}

// Past 1024 tiles a block of keys is of several.
static void millions_of_keys_are_sorted(void **state)
{
    static const uint64_t counts[] = {2500000, 1100000}; // by radix, and by bitonic
    for (size_t s = 0; s < COUNT_OF(sorts); s++) {
        mote_simulation *simulation = sorter_on(*state, sorts[s], counts[s], 0);
        expect_sorted(simulation, 0, counts[s]);
        expect_sorted(simulation, 3, counts[s] / 2 + 1);
        mote_simulation_destroy(simulation);
    }
}

// One thread that does a tile's whole bitonic sort turns more loops than llvmpipe allows.
static bool is_too_much(const mote_simulation *simulation, int group_size)
{
    return group_size == 1 && simulation->plan->sort == SORT_BITONIC &&
           strstr(simulation->backend->name, "llvmpipe");
}

static void expect_refused(mote_simulation *simulation)
{
    const schedule_entry *entry = &simulation->plan->draw[2];
    assert_int_equal(simulation->backend->run(simulation->backend, entry),
                     MOTE_UNAVAILABLE);
    assert_non_null(strstr(mote_last_error(), "too small work groups"));
}

static void every_size_of_a_work_group_sorts(void **state)
{
    need_backend(*state);
    for (int size = 1; size <= 1024; size *= 2) {
        for (size_t s = 0; s < COUNT_OF(sorts); s++) {
            mote_simulation *simulation = sorter_on(*state, sorts[s], 5000, size);
            if (is_too_much(simulation, size)) {
                expect_refused(simulation);
            } else {
                expect_sorted(simulation, 0, 65);
                expect_sorted(simulation, 3, 5000);
            }
            mote_simulation_destroy(simulation);
        }
    }
}

// ---- Ties ----------------------------------------------------------------------------

#ifndef _WIN32
static void a_sort_that_leaves_ties_to_chance_is_found_out(void **state)
{
    need_backend(*state);
    mote_scene *scene = sorter_scene(5000);
    for (size_t i = 0; i < SPOILING_COUNT; i++) {
        mote_simulation *spoilt = spoilt_on(*state, scene, &spoilings[i]);
        mote_simulation *sound = sorter_on(*state, spoilings[i].sort, 5000, 0);
        // Where keys differ nothing is wrong; where they do not, the order is.
        assert_int_equal(wrong_place(spoilt, sorted_key, 5000), -1);
        assert_int_equal(wrong_place(spoilt, reversed_key, 5000), -1);
        assert_true(wrong_place(spoilt, few_keys, 5000) >= 0);
        assert_int_equal(wrong_place(sound, few_keys, 5000), -1);
        mote_simulation_destroy(sound);
        mote_simulation_destroy(spoilt);
    }
    mote_scene_destroy(scene);
}
#endif

// Particles that are equally deep are drawn by id, whatever their order in memory.
static void sprites_of_one_depth_keep_the_order_of_their_ids(void **state)
{
    for (size_t s = 0; s < COUNT_OF(sorts); s++) {
        mote_simulation *simulation = sorter_on(*state, sorts[s], 3000, 0);
        uint32_t *position = read_buffer(simulation, BUFFER_position);
        for (uint64_t i = 0; i < 3000; i++) {
            position[3 * i + 2] = (uint32_t)(i % 2) << 30;
        }
        write_buffer(simulation, BUFFER_position, position);
        assert_ok(simulation_list_sprites(simulation));
        uint32_t *listed = read_buffer(simulation, BUFFER_sprite);
        assert_ok(simulation_sort_sprites(simulation));
        uint32_t *drawn = read_buffer(simulation, BUFFER_sprite);
        for (uint64_t i = 0; i < 3000; i++) {
            // The camera looks along -z: those at z = 0 are farther.
            uint64_t id = i < 1500 ? 2 * i : 2 * (i - 1500) + 1;
            assert_memory_equal(drawn + 4 * i, listed + 4 * id, 16);
        }
        free(drawn);
        free(listed);
        free(position);
        mote_simulation_destroy(simulation);
    }
}

// ---- Depth ---------------------------------------------------------------------------

static double depth_of(const uint32_t *sprite, const uint32_t *eye)
{
    double depth = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        depth += (double)(int32_t)(sprite[axis] - eye[axis]) *
                 (double)float_from(eye[3 + axis]);
    }
    return depth;
}

static void sprites_are_drawn_from_the_farthest_to_the_nearest(void **state)
{
    for (size_t s = 0; s < COUNT_OF(sorts); s++) {
        mote_simulation *simulation = sorter_on(*state, sorts[s], 20000, 0);
        const double unit = 1.0 / 4294967296.0;
        const uint32_t eye[EYE_SIZE] = {0x12345678,
                                        0x9abcdef0,
                                        0x0fedcba9,
                                        float_bits(0.6 * unit),
                                        float_bits(-0.48 * unit),
                                        float_bits(0.64 * unit)};
        assert_ok(simulation_list_sprites(simulation));
        assert_ok(simulation_write_eye(simulation, eye));
        assert_ok(simulation_sort_sprites(simulation));
        uint32_t *drawn = read_buffer(simulation, BUFFER_sprite);
        for (uint64_t i = 1; i < 20000; i++) {
            double before = depth_of(drawn + 4 * (i - 1), eye);
            assert_true(depth_of(drawn + 4 * i, eye) <= before + 1e-6);
        }
        assert_true(depth_of(drawn, eye) > 0.5);
        assert_true(depth_of(drawn + 4 * 19999, eye) < -0.5);
        free(drawn);
        mote_simulation_destroy(simulation);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(any_number_of_any_keys_is_sorted),
        ON_EACH_BACKEND(as_many_keys_as_there_is_room_for_are_sorted),
        ON_CPU(millions_of_keys_are_sorted),
        ON_GL(millions_of_keys_are_sorted),
        ON_GL(every_size_of_a_work_group_sorts),
        ON_BACKEND(every_size_of_a_work_group_sorts, gl_clamped),
#ifndef _WIN32
        ON_GL(a_sort_that_leaves_ties_to_chance_is_found_out),
#endif
        ON_EACH_BACKEND(sprites_of_one_depth_keep_the_order_of_their_ids),
        ON_EACH_BACKEND(sprites_are_drawn_from_the_farthest_to_the_nearest),
    };
    return cmocka_run_group_tests_name("sort", tests, NULL, NULL);
}
