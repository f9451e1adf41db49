// SPDX-License-Identifier: MIT
// The list of what has been edited.

#include "support.h"

#include "app/edits.h"

#include <stdio.h>
#include <string.h>

// Adds one of a key, from one number to another.
static void add(edits *list, const char *key, int before, int after)
{
    char was[16], is[16];
    snprintf(was, sizeof was, "%d", before);
    snprintf(is, sizeof is, "%d", after);
    assert_ok(edits_add(list, key, was, is));
}

static void nothing_is_undone_where_nothing_was_edited(void **state)
{
    (void)state;
    edits list = {0};
    assert_null(edits_undone(&list));
    assert_null(edits_redone(&list));
    edits_undo(&list);
    edits_redo(&list);
    assert_int_equal(list.done, 0);
    edits_clear(&list);
}

static void edits_are_undone_from_the_last_and_done_again(void **state)
{
    (void)state;
    edits list = {0};
    add(&list, "a", 1, 2);
    add(&list, "b", 2, 3);
    assert_string_equal(edits_undone(&list)->before, "2");
    edits_undo(&list);
    assert_string_equal(edits_undone(&list)->before, "1");
    assert_string_equal(edits_redone(&list)->after, "3");
    edits_undo(&list);
    assert_null(edits_undone(&list));
    edits_redo(&list);
    assert_string_equal(edits_undone(&list)->key, "a");
    assert_string_equal(edits_redone(&list)->key, "b");
    edits_clear(&list);
    assert_null(edits_undone(&list));
}

static void what_was_undone_is_forgotten_at_the_next_edit(void **state)
{
    (void)state;
    edits list = {0};
    add(&list, "a", 1, 2);
    add(&list, "b", 2, 3);
    edits_undo(&list);
    add(&list, "c", 2, 4);
    assert_null(edits_redone(&list));
    assert_int_equal(list.count, 2);
    assert_string_equal(edits_undone(&list)->key, "c");
    edits_clear(&list);
}

static void a_drag_is_one_edit_until_it_is_settled(void **state)
{
    (void)state;
    edits list = {0};
    add(&list, "a", 1, 2);
    add(&list, "a", 2, 3);
    add(&list, "a", 3, 4);
    assert_int_equal(list.count, 1);
    assert_string_equal(edits_undone(&list)->before, "1");
    assert_string_equal(edits_undone(&list)->after, "4");
    add(&list, "b", 4, 5);
    add(&list, "a", 5, 6);
    assert_int_equal(list.count, 3);
    edits_settle(&list);
    add(&list, "a", 6, 7);
    assert_int_equal(list.count, 4);
    edits_clear(&list);
}

static void what_was_undone_does_not_grow(void **state)
{
    (void)state;
    edits list = {0};
    add(&list, "a", 1, 2);
    add(&list, "b", 2, 3);
    edits_undo(&list);
    add(&list, "a", 2, 5);
    assert_int_equal(list.count, 2);
    assert_string_equal(edits_undone(&list)->before, "2");
    edits_clear(&list);
}

static void the_oldest_are_forgotten(void **state)
{
    (void)state;
    edits list = {0};
    for (int i = 0; i < EDIT_MAX + 3; i++) {
        add(&list, i % 2 ? "a" : "b", i, i + 1);
    }
    assert_int_equal(list.count, EDIT_MAX);
    for (int i = 0; i < EDIT_MAX - 1; i++) {
        edits_undo(&list);
    }
    assert_string_equal(edits_undone(&list)->before, "3");
    edits_clear(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_undone_where_nothing_was_edited),
        cmocka_unit_test(edits_are_undone_from_the_last_and_done_again),
        cmocka_unit_test(what_was_undone_is_forgotten_at_the_next_edit),
        cmocka_unit_test(a_drag_is_one_edit_until_it_is_settled),
        cmocka_unit_test(what_was_undone_does_not_grow),
        cmocka_unit_test(the_oldest_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
