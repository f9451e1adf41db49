// SPDX-License-Identifier: MIT
// The knobs of a scene.

#include "support.h"

#include "app/knobs.h"
#include "sim/scene.h"

#include <stdio.h>
#include <string.h>

static const knob *need(const knobs *found, const char *key)
{
    const knob *k = knobs_get(found, key);
    if (!k) {
        fail_msg("no knob %s", key);
    }
    return k;
}

static void a_parameter_has_what_its_row_says(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'life': {'force': 2.5}}");
    knobs found;
    assert_ok(knobs_find(scene, &found));
    const knob *k = need(&found, "life.force");
    assert_int_equal(k->kind, KNOB_NUMBER);
    assert_string_equal(k->group, "life");
    assert_string_equal(k->name, "force");
    assert_string_equal(k->unit, "1/s^2");
    assert_non_null(strstr(k->meaning, "strength"));
    assert_true(k->lowest == 0.0 && k->highest == 1e6);
    assert_true(k->value[0] == 2.5 && k->fallback[0] == 1.0);
    assert_false(knob_is_default(k));
    assert_true(knob_is_default(need(&found, "life.friction")));
    knobs_free(&found);
    mote_scene_destroy(scene);
}

static void keys_of_all_kinds_are_there(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'seed': '18446744073709551615', 'dimension': 3, "
                                 "'world': {'edges': 'bounce'}, 'species': 2}");
    knobs found;
    assert_ok(knobs_find(scene, &found));
    const knob *edges = need(&found, "world.edges");
    assert_int_equal(edges->kind, KNOB_CHOICE);
    assert_int_equal(edges->word_count, 3);
    assert_string_equal(edges->words[(int)edges->value[0]].word, "bounce");
    assert_string_equal(edges->words[(int)edges->fallback[0]].word, "wrap");
    assert_true(need(&found, "seed")->seed == UINT64_MAX);
    assert_int_equal(need(&found, "start.center")->count, 3);
    assert_int_equal(need(&found, "particles")->kind, KNOB_WHOLE);
    assert_int_equal(need(&found, "view.background")->kind, KNOB_COLOR);
    assert_int_equal(need(&found, "species[1].color")->kind, KNOB_COLOR);
    const knob *model = need(&found, "model");
    assert_string_equal(model->words[(int)model->value[0]].word, "life");
    const knob *matrix = need(&found, "life.matrix");
    assert_int_equal(matrix->kind, KNOB_MATRIX);
    assert_true(matrix->is_ruled && matrix->count == 2);
    assert_true(matrix->matrix[1] == scene->pairs[0][1]);
    assert_null(knobs_get(&found, "view.sprite")); // a text
    assert_null(knobs_get(&found, "start.count")); // of faucets
    knobs_free(&found);
    mote_scene_destroy(scene);
}

static void items_have_the_knobs_that_they_need(void **state)
{
    (void)state;
    mote_scene *scene =
        scene_of("{'model': 'emitter', 'emitter': {'emitters': [{'rate': 5}, "
                 "{'shape': 'sphere', 'radius': 3}]}}");
    knobs found;
    assert_ok(knobs_find(scene, &found));
    assert_true(need(&found, "emitter.emitters[0].rate")->value[0] == 5.0);
    assert_true(need(&found, "emitter.emitters[1].radius")->value[0] == 3.0);
    assert_null(knobs_get(&found, "emitter.emitters[0].radius")); // of a point
    assert_int_equal(need(&found, "emitter.emitters[0].speed")->count, 2);
    assert_int_equal(need(&found, "emitter.gravity")->count, 3);
    assert_null(knobs_get(&found, "start.pattern"));
    assert_null(knobs_get(&found, "species"));
    knobs_free(&found);
    mote_scene_destroy(scene);
}

// Setting a knob to what it shows changes nothing, but for the number of species, whose
// colours and counts are then the usual ones.
static void check_scene(const char *name)
{
    mote_scene *scene;
    knobs found;
    char *before, *after, text[KNOB_TEXT_SIZE];
    assert_ok(scene_builtin(name, &scene));
    assert_ok(knobs_find(scene, &found));
    assert_ok(mote_scene_write(scene, &before));
    for (int i = 0; i < found.count; i++) {
        const knob *k = &found.list[i];
        if (k->kind == KNOB_MATRIX || strcmp(k->key, "species") == 0) {
            continue;
        }
        if (mote_scene_set(scene, k->key, knob_write(k, k->value, text)) != MOTE_OK) {
            fail_msg("%s: %s to %s: %s", name, k->key, text, mote_last_error());
        }
    }
    assert_ok(mote_scene_write(scene, &after));
    assert_string_equal(before, after);
    free(before);
    free(after);
    knobs_free(&found);
    mote_scene_destroy(scene);
}

static void every_knob_of_every_scene_writes_what_it_reads(void **state)
{
    (void)state;
    for (const scene_file *file = scene_files; file->name; file++) {
        check_scene(file->name);
    }
}

static void a_slider_reaches_the_value_and_stays_in_its_range(void **state)
{
    (void)state;
    for (const scene_file *file = scene_files; file->name; file++) {
        mote_scene *scene;
        knobs found;
        assert_ok(scene_builtin(file->name, &scene));
        assert_ok(knobs_find(scene, &found));
        for (int i = 0; i < found.count; i++) {
            const knob *k = &found.list[i];
            bool is_number = k->kind == KNOB_NUMBER || k->kind == KNOB_WHOLE;
            double low, high;
            knob_slider(k, &low, &high);
            if (is_number && !(low >= k->lowest && high <= k->highest && low < high &&
                               low <= k->value[0] && k->value[0] <= high)) {
                fail_msg("%s: %s: %g of %g to %g", file->name, k->key, k->value[0], low,
                         high);
            }
        }
        knobs_free(&found);
        mote_scene_destroy(scene);
    }
    mote_scene *scene = scene_of("{}");
    knobs found;
    double low, high;
    assert_ok(knobs_find(scene, &found));
    knob_slider(need(&found, "life.minimum_radius"), &low, &high);
    assert_true(low == 0.0 && high > 0.012 && high < 0.2);
    knob_slider(need(&found, "view.opacity"), &low, &high);
    assert_true(low == 0.0 && high == 1.0);
    knobs_free(&found);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parameter_has_what_its_row_says),
        cmocka_unit_test(keys_of_all_kinds_are_there),
        cmocka_unit_test(items_have_the_knobs_that_they_need),
        cmocka_unit_test(every_knob_of_every_scene_writes_what_it_reads),
        cmocka_unit_test(a_slider_reaches_the_value_and_stays_in_its_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
