// SPDX-License-Identifier: MIT
// From scene to plan: which stages run in which order on which buffers, how long those
// are, and the constants, by formula.

#include "support.h"

#include <math.h>
#include <string.h>

static plan *plan_of(const mote_scene *scene, const char *search, int reach)
{
    mote_device_def device = mote_default_device_def();
    device.search = search;
    device.cell_reach = reach;
    plan *p = NULL;
    assert_ok(plan_create(scene, &device, &p));
    return p;
}

static double constant(uint32_t bits)
{
    return (double)float_from(bits);
}

static void expect_close(double found, double expected, double part)
{
    if (fabs(found - expected) > part * fabs(expected)) {
        fail_msg("found %.12g, expected %.12g", found, expected);
    }
}

// ---- The schedule --------------------------------------------------------------------

static void expect_stages(const plan *p, const char *expected)
{
    char found[1024] = "";
    for (int i = 0; i < p->step_count; i++) {
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s", i ? " " : "",
                 stages[p->step[i].stage].name);
    }
    assert_string_equal(found, expected);
}

static void each_search_runs_its_stages_in_order(void **state)
{
    (void)state;
    static const char *const expected[][2] = {
        {"grid", "clear_cells count_cells scan_blocks scan_sums scan_cells scatter rank "
                 "reorder pair update"},
        {"loop", "pair_loop update"},
        {"indexed", "clear_cells count_cells scan_blocks scan_sums scan_cells open_cells "
                    "index_cells pair_indexed update"},
        {"published", "clear_cells count_cells sum_cells open_cells index_cells "
                      "pair_indexed update"},
    };
    mote_scene *scene = scene_of("{'particles': 100}");
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        plan *p = plan_of(scene, expected[i][0], 1);
        expect_stages(p, expected[i][1]);
        assert_int_equal(p->draw_count, 1);
        assert_int_equal(p->draw[0].stage, STAGE_list_sprites);
        plan_destroy(p);
    }
    mote_scene_destroy(scene);
}

static void passes_repeat_pairs_and_updates_and_the_dead_are_buried(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'ready', 'particles': 100}");
    plan *p = plan_of(scene, NULL, 1);
    expect_stages(p,
                  "clear_cells count_cells scan_blocks scan_sums scan_cells scatter rank "
                  "bury reorder reorder mark pair_crowded pair_marked update "
                  "pair_crowded pair_marked update");
    assert_int_equal(p->step[10].pass, -1);
    for (int i = 11; i < 17; i++) {
        assert_int_equal(p->step[i].pass, i < 14 ? 0 : 1);
    }
    // Each swaps the names of what it has moved.
    assert_true(p->step[8].swaps);
    assert_true(p->step[9].swaps);
    assert_int_equal(p->step[8].moved_count + p->step[9].moved_count, 5);
    plan_destroy(p);
    mote_scene_destroy(scene);
}

static void statistics_have_their_stages_whatever_the_search(void **state)
{
    (void)state;
    static const char *const searches[] = {"grid",      "loop", "indexed",
                                           "published", NULL,   "recycled"};
    static const int expected[2][4] = {
        {STAGE_clear_species, STAGE_sum_motion, STAGE_sum_species, STAGE_sum_mixing},
        {STAGE_clear_species, STAGE_sum_flight, STAGE_sum_species, STAGE_sum_mixing},
    };
    for (size_t i = 0; i < COUNT_OF(searches); i++) {
        bool emits = i >= 4;
        mote_scene *scene = scene_of("{'particles': 1025, 'model': '%s', 'world':"
                                     " {'width': 3, 'height': 1, 'depth': 0.1},"
                                     " 'dimension': 3}",
                                     emits ? "emitter" : "life");
        plan *p = plan_of(scene, searches[i], emits ? 0 : 1);
        assert_int_equal(p->statistics_count, 4);
        for (int k = 0; k < 4; k++) {
            assert_int_equal(p->statistics[k].stage, expected[emits][k]);
        }
        assert_int_equal(p->constants.statistics_cells_x, 16);
        assert_int_equal(p->constants.statistics_cells_y, 5); // 16 / 3
        assert_int_equal(p->constants.statistics_cells_z, 1); // of 0.53 one
        assert_int_equal(p->lengths[BUFFER_motion_sum], 2 * 14);
        assert_int_equal(p->lengths[BUFFER_species_count], 81 * p->species_count);
        plan_destroy(p);
        mote_scene_destroy(scene);
    }
}

static void expect_draws(const plan *p, const char *expected)
{
    char found[1024] = "";
    for (int i = 0; i < p->draw_count; i++) {
        const schedule_entry *entry = &p->draw[i];
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s %d+%d", i ? ", " : "",
                 stages[entry->stage].name, entry->first_turn, entry->turn_count);
    }
    assert_string_equal(found, expected);
    assert_int_equal(p->list_count, 1);
}

static void what_hides_in_3d_is_sorted_before_it_is_drawn(void **state)
{
    (void)state;
    static const char *const views[] = {
        "'dimension': 2", "'dimension': 3, 'view': {'blend': 'add'}", "'dimension': 3"};
    for (int i = 0; i < 3; i++) {
        mote_scene *scene = scene_of("{'particles': 10000, %s}", views[i]);
        plan *p = plan_of(scene, NULL, 0);
        bool sorts = i == 2;
        assert_int_equal(p->sorts, sorts);
        assert_int_equal(p->lengths[BUFFER_depth_key], sorts ? 10000 : 0);
        assert_int_equal(plan_has_twin(p, BUFFER_sprite), sorts);
        if (sorts) {
            expect_draws(p, "list_sprites 0+1, key_sprites 0+1, "
                            "count_digits 0+1, scan_digits 0+1, move_keys 0+1, "
                            "count_digits 1+1, scan_digits 1+1, move_keys 1+1, "
                            "count_digits 2+1, scan_digits 2+1, move_keys 2+1, "
                            "count_digits 3+1, scan_digits 3+1, move_keys 3+1, "
                            "order_sprites 0+1");
        } else {
            expect_draws(p, "list_sprites 0+1");
        }
        plan_destroy(p);
        mote_scene_destroy(scene);
    }
}

// A network for 2^n keys, n > 11, has (n - 10)(n - 9) / 2 turns; fewer have one.
static void a_bitonic_sort_takes_turns_by_the_number_of_keys(void **state)
{
    (void)state;
    static const struct {
        int particles;
        const char *draws;
    } cases[] = {
        {0, "list_sprites 0+1, key_sprites 0+1, exchange_keys 0+1, order_sprites 0+1"},
        {2048, "list_sprites 0+1, key_sprites 0+1, exchange_keys 0+1, order_sprites 0+1"},
        {2049, "list_sprites 0+1, key_sprites 0+1, exchange_keys 0+3, order_sprites 0+1"},
        {1000000,
         "list_sprites 0+1, key_sprites 0+1, exchange_keys 0+55, order_sprites 0+1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        mote_scene *scene =
            scene_of("{'dimension': 3, 'particles': %d}", cases[i].particles);
        mote_device_def device = mote_default_device_def();
        device.sort = "bitonic";
        plan *p = NULL;
        assert_ok(plan_create(scene, &device, &p));
        expect_draws(p, cases[i].draws);
        assert_false(plan_has_twin(p, BUFFER_depth_key));
        plan_destroy(p);
        mote_scene_destroy(scene);
    }
}

static void few_particles_take_the_loop_and_many_the_grid(void **state)
{
    (void)state;
    mote_scene *few = scene_of("{'particles': 200}");
    mote_scene *many = scene_of("{'particles': 20000}");
    plan *p = plan_of(few, NULL, 0);
    assert_int_equal(p->search, SEARCH_LOOP);
    plan_destroy(p);
    p = plan_of(many, NULL, 0);
    assert_int_equal(p->search, SEARCH_GRID);
    plan_destroy(p);
    mote_scene_destroy(few);
    mote_scene_destroy(many);
}

static int storage_blocks_of(const schedule_entry *entry)
{
    int count = 0;
    for (int i = 0; i < entry->access_count; i++) {
        count += entry->access[i].kind != ACCESS_UNIFORM;
    }
    return count;
}

// GL 4.3 guarantees 8 storage blocks in a compute stage. The most that any entry has.
static int most_storage_blocks(mote_scene *scene)
{
    plan *p = plan_of(scene, NULL, 0);
    int most = 0;
    for (int k = 0; k < p->step_count + p->draw_count; k++) {
        const schedule_entry *entry =
            k < p->step_count ? &p->step[k] : &p->draw[k - p->step_count];
        int count = storage_blocks_of(entry);
        if (count < 1 || count > 8) {
            fail_msg("stage %s has %d storage blocks", stages[entry->stage].name, count);
        }
        most = count > most ? count : most;
    }
    plan_destroy(p);
    mote_scene_destroy(scene);
    return most;
}

static void no_entry_binds_more_than_eight_buffers(void **state)
{
    (void)state;
    for (int i = 0; models[i]; i++) {
        for (int dimension = 2; dimension <= 3; dimension++) {
            most_storage_blocks(scene_of("{'model': '%s', 'particles': 5000,"
                                         " 'dimension': %d}",
                                         models[i]->name, dimension));
        }
    }
    // All that an emitter's stages may have besides: children, streaks, a sort by depth.
    int most = most_storage_blocks(
        scene_of("{'model': 'emitter', 'particles': 5000, 'dimension': 3, 'view':"
                 " {'blend': 'alpha'}, 'emitter': {'emitters': [{'rate': 9, 'name': 'a',"
                 " 'on_death': 'a', 'on_collision': 'a', 'streak': 0.1}]}}"));
    assert_int_equal(most, 8);
}

static void expect_read_after_written(const schedule_entry *entry, bool *is_written)
{
    for (int k = 0; k < entry->access_count; k++) {
        const struct entry_access *access = &entry->access[k];
        assert_true(access->kind == ACCESS_WRITE || is_written[access->buffer]);
    }
    for (int k = 0; k < entry->access_count; k++) {
        is_written[entry->access[k].buffer] = true;
    }
}

// What is read was written before: in this step, or it stays from step to step.
static void nothing_is_read_before_it_was_written(void **state)
{
    (void)state;
    static const char *const searches[] = {"grid", "loop", "indexed", "published"};
    mote_scene *scene = scene_of("{'particles': 100, 'dimension': 3}");
    for (size_t s = 0; s < COUNT_OF(searches); s++) {
        plan *p = plan_of(scene, searches[s], 1);
        bool is_written[BUFFER_MAX] = {false};
        for (int b = 0; b < p->buffer_count; b++) {
            is_written[b] = p->buffers[b].moves;
        }
        is_written[BUFFER_pair_table] = true;
        is_written[BUFFER_population] = true;
        is_written[BUFFER_eye] = true;
        for (int i = 0; i < p->step_count; i++) {
            expect_read_after_written(&p->step[i], is_written);
        }
        for (int i = 0; i < p->draw_count; i++) {
            expect_read_after_written(&p->draw[i], is_written);
        }
        plan_destroy(p);
    }
    mote_scene_destroy(scene);
}

// ---- Buffers -------------------------------------------------------------------------

static void a_particle_in_2d_takes_24_bytes_of_state(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 5000}");
    plan *p = plan_of(scene, "grid", 1);
    uint64_t size = 0;
    for (int b = 0; b < p->buffer_count; b++) {
        size += p->buffers[b].moves ? plan_buffer_size(p, b) : 0;
    }
    assert_int_equal(size, 24 * 5000);
    plan_destroy(p);
    mote_scene_destroy(scene);
}

static void buffers_are_as_long_as_their_domain(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 5000, 'species': 3}");
    plan *p = plan_of(scene, "grid", 1);
    uint64_t cells = (uint64_t)p->constants.cell_total;
    assert_int_equal(p->lengths[BUFFER_position], 5000);
    assert_int_equal(p->lengths[BUFFER_cell_count], cells + 1);
    assert_int_equal(p->lengths[BUFFER_cell_start], cells + 1);
    assert_int_equal(p->lengths[BUFFER_block_sum], (cells + 1 + 2047) / 2048);
    assert_int_equal(p->lengths[BUFFER_pair_table], 4 * 3 * 3);
    assert_int_equal(plan_buffer_size(p, plan_find_buffer(p, "attraction_sums")),
                     5000 * 16);
    assert_int_equal(plan_find_buffer(p, "nonsense"), -1);
    plan_destroy(p);
    mote_scene_destroy(scene);
}

// ---- The grid ------------------------------------------------------------------------

static void cells_are_wider_than_the_radius_over_the_reach(void **state)
{
    (void)state;
    static const double radii[] = {0.5, 1.0 / 3, 0.25, 0.2, 0.1, 0.05, 0.04, 0.01, 1e-4};
    for (size_t i = 0; i < COUNT_OF(radii); i++) {
        for (int reach = 1; reach <= 3; reach++) {
            mote_scene *scene =
                scene_of("{'particles': 4000, 'world': {'width': 2, 'height': 1},"
                         " 'life': {'minimum_radius': 0, 'maximum_radius': %.17g}}",
                         radii[i]);
            plan *p = plan_of(scene, "grid", reach);
            const constants *c = &p->constants;
            assert_int_equal(c->cell_reach, reach);
            assert_true(2.0 / c->cells_x * reach > radii[i] || c->cells_x == 1);
            assert_true(1.0 / c->cells_y * reach > radii[i] || c->cells_y == 1);
            assert_int_equal(c->cells_z, 1);
            assert_int_equal(c->cell_total, c->cells_x * c->cells_y);
            assert_true(c->cell_total <= 16384); // no more than pay
            plan_destroy(p);
            mote_scene_destroy(scene);
        }
    }
}

// ---- Constants -----------------------------------------------------------------------

static void constants_follow_their_formulas(void **state)
{
    (void)state;
    mote_scene *scene = scene_of(
        "{'particles': 10, 'species': 2, 'dt': 0.01, 'seed': 4294967298,"
        " 'world': {'width': 4, 'height': 2},"
        " 'life': {'force': 3, 'friction': 0.05, 'matrix': [[0.5, -1], [1, 0.25]],"
        " 'minimum_radius': 0.1, 'maximum_radius': [[0.3, 0.5], [0.4, 0.2]]}}");
    plan *p = plan_of(scene, "grid", 1);
    const constants *c = &p->constants;
    expect_close(p->radius, 0.5, 0.0);
    // Radii per unit of coordinate, with the margin of plan_constants.c.
    expect_close(constant(c->offset_scale_x), 4.0 / 4294967296.0 / 0.5, 1e-5);
    expect_close(constant(c->offset_scale_y), 2.0 / 4294967296.0 / 0.5, 1e-5);
    assert_true(constant(c->offset_scale_x) > 4.0 / 4294967296.0 / 0.5 * (1.0 + 5e-6));
    expect_close(constant(c->move_scale_x), 0.01 * 4294967296.0 / 4.0, 1e-7);
    expect_close(constant(c->move_scale_y), 0.01 * 4294967296.0 / 2.0, 1e-7);
    assert_int_equal(c->seed_low, 2);
    assert_int_equal(c->seed_high, 1);
    expect_close(constant(c->model[0]), exp2(-0.01 / 0.05), 2e-7);          // keep
    expect_close(constant(c->model[1]), 3.0 * 0.5 * 0.01 / 131072.0, 1e-7); // kick
    const uint32_t *attraction = p->pair_table, *core = attraction + 4, *slope = core + 4,
                   *middle = slope + 4;
    expect_close(constant(attraction[1]), -1.0, 0.0);
    expect_close(constant(attraction[2]), 1.0, 0.0);
    expect_close(constant(core[0]), 0.5 / 0.1, 1e-7);
    expect_close(constant(slope[2]), 2.0 * 0.5 / (0.4 - 0.1), 1e-7);
    expect_close(constant(middle[3]), (0.2 + 0.1) / (0.2 - 0.1), 1e-7);
    assert_false(p->is_uniform);
    plan_destroy(p);
    mote_scene_destroy(scene);
}

static void one_radius_for_all_makes_a_plan_uniform(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 10, 'species': 5}");
    plan *p = plan_of(scene, NULL, 0);
    assert_true(p->is_uniform);
    plan_destroy(p);
    mote_scene_destroy(scene);
}

// ---- Coordinates ---------------------------------------------------------------------

static void places_in_the_world_survive_the_box(void **state)
{
    (void)state;
    static const char *const edges[] = {"wrap", "bounce", "open"};
    for (size_t e = 0; e < COUNT_OF(edges); e++) {
        mote_scene *scene =
            scene_of("{'particles': 10, 'world': {'width': 3, 'height': 5,"
                     " 'edges': '%s', 'border': 4}}",
                     edges[e]);
        plan *p = plan_of(scene, NULL, 0);
        for (uint64_t fraction = 0; fraction < UINT64_C(1) << 32; fraction += 99999989) {
            uint32_t coordinate = plan_coordinate(p, (uint32_t)fraction);
            double part = (double)fraction / 4294967296.0;
            assert_true(fabs(plan_world(p, 0, coordinate) - 3.0 * part) < 3.0 * 1e-8);
            assert_true(fabs(plan_world(p, 1, coordinate) - 5.0 * part) < 5.0 * 1e-8);
            assert_true(coordinate - p->constants.edge_low <= p->constants.edge_span);
        }
        uint32_t last = plan_coordinate(p, UINT32_MAX);
        assert_true(last - p->constants.edge_low <= p->constants.edge_span);
        plan_destroy(p);
        mote_scene_destroy(scene);
    }
}

// ---- What is refused -----------------------------------------------------------------

static void expect_refusal(const mote_scene *scene, const char *search, int reach,
                           const char *message)
{
    mote_device_def device = mote_default_device_def();
    device.search = search;
    device.cell_reach = reach;
    plan *p = NULL;
    assert_int_equal(plan_create(scene, &device, &p), MOTE_BAD_INPUT);
    assert_null(p);
    if (!strstr(mote_last_error(), message)) {
        fail_msg("expected \"%s\" in: %s", message, mote_last_error());
    }
}

static void impossible_choices_are_refused_with_the_reason(void **state)
{
    (void)state;
    mote_scene *life = scene_of("{'particles': 10}");
    mote_scene *ready = scene_of("{'model': 'ready', 'particles': 10}");
    expect_refusal(life, "tree", 0,
                   "search: expected one of grid, loop, indexed, published, recycled, "
                   "found \"tree\"");
    expect_refusal(life, NULL, 4, "cell reach: expected 1 to 3");
    expect_refusal(life, NULL, -1, "cell reach: expected 1 to 3");
    mote_device_def device = mote_default_device_def();
    device.sort = "quick";
    plan *p = NULL;
    assert_int_equal(plan_create(life, &device, &p), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "sort: expected one of radix, bitonic, "));
    expect_refusal(ready, "loop", 0, "ready can die");
    expect_refusal(ready, "indexed", 0, "ready can die");
    mote_scene_destroy(life);
    mote_scene_destroy(ready);
}

static void stages_are_found_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < STAGE_COUNT; i++) {
        assert_int_equal(stage_find(stages[i].name), i);
    }
    assert_int_equal(stage_find("nonsense"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_search_runs_its_stages_in_order),
        cmocka_unit_test(passes_repeat_pairs_and_updates_and_the_dead_are_buried),
        cmocka_unit_test(statistics_have_their_stages_whatever_the_search),
        cmocka_unit_test(what_hides_in_3d_is_sorted_before_it_is_drawn),
        cmocka_unit_test(a_bitonic_sort_takes_turns_by_the_number_of_keys),
        cmocka_unit_test(few_particles_take_the_loop_and_many_the_grid),
        cmocka_unit_test(no_entry_binds_more_than_eight_buffers),
        cmocka_unit_test(nothing_is_read_before_it_was_written),
        cmocka_unit_test(a_particle_in_2d_takes_24_bytes_of_state),
        cmocka_unit_test(buffers_are_as_long_as_their_domain),
        cmocka_unit_test(cells_are_wider_than_the_radius_over_the_reach),
        cmocka_unit_test(constants_follow_their_formulas),
        cmocka_unit_test(one_radius_for_all_makes_a_plan_uniform),
        cmocka_unit_test(places_in_the_world_survive_the_box),
        cmocka_unit_test(impossible_choices_are_refused_with_the_reason),
        cmocka_unit_test(stages_are_found_by_name),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
