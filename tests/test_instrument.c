// SPDX-License-Identifier: MIT
// What becomes of the texts of laws that record their values.

#include "core/instrument.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

// What becomes of a part of a file.
static char *instrumented(const char *file, const char *part)
{
    instrument *all;
    text out = {0};
    char *taken;
    assert_ok(instrument_create(&all));
    instrument_add(all, file, 1, part, strlen(part), &out);
    assert_ok(text_take(&out, &taken));
    instrument_destroy(all);
    return taken;
}

static void expect_text(const char *part, const char *expected)
{
    char *found = instrumented("models/test.glsl", part);
    assert_string_equal(found, expected);
    free(found);
}

// In a function without parameters.
static void expect_statements(const char *statements, const char *expected)
{
    char part[512], whole[1024];
    snprintf(part, sizeof part, "pure real_value f()\n{\n%s\n}\n", statements);
    snprintf(whole, sizeof whole, "pure real_value f()\n{\n%s\n}\n", expected);
    expect_text(part, whole);
}

static void values_that_locals_get_are_recorded(void **state)
{
    (void)state;
    expect_statements("real a = 2.0f * 3.0f;",
                      "real a = 2.0f * 3.0f; PROBE(0u, 3, real, a);");
    expect_statements("integer i; i = 1 - 2; i += 3;",
                      "integer i; i = 1 - 2; PROBE(0u, 3, integer, i);"
                      " i += 3; PROBE(1u, 3, integer, i);");
    expect_statements("uint u = 1u << 2;\nmask m = u > 3u;",
                      "uint u = 1u << 2; PROBE(0u, 3, natural, u);\n"
                      "mask m = u > 3u; PROBE(1u, 4, mask, m);");
}

static void copies_comments_and_what_is_unknown_stay_as_they_are(void **state)
{
    (void)state;
    static const char *const same[] = {
        "real a = 1.0f;\nreal b = a; // real c = a + b;",
        "strange s = t + u; s.x = 1 + 2;",
        "k++; if (a == b) {\n} else {\n}",
        "#define SQUARE(x) real y = (x) * (x); \\\n    real z = y * y;\nk++;",
        "#if DIMENSION == 3\n#else\n#endif",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        expect_statements(same[i], same[i]);
    }
    expect_text("layout(local_size_x = 1) in;\nvoid main()\n{\n    float x = 1.0 + 2.0;\n"
                "    for (;;) {\n    }\n}\n",
                "layout(local_size_x = 1) in;\nvoid main()\n{\n    float x = 1.0 + 2.0;\n"
                "    for (;;) {\n    }\n}\n");
}

static void structures_are_recorded_by_their_members(void **state)
{
    (void)state;
    expect_text("structure(pair) {\n    real_value x, y; // two; of a kind\n};\n"
                "structure(row) {\n    pair p;\n    natural_value n;\n};\n"
                "pure pair f()\n{\n    pair a = 1 + 2;\n    row b;\n"
                "    b.p.x = a.x + 1.0f;\n    b.n = 1u + 2u;\n    row c = 3 + 4;\n}\n",
                "structure(pair) {\n    real_value x, y; // two; of a kind\n};\n"
                "structure(row) {\n    pair p;\n    natural_value n;\n};\n"
                "pure pair f()\n{\n    pair a = 1 + 2; PROBE(0u, 10, real, a.x);"
                " PROBE(1u, 10, real, a.y);\n    row b;\n"
                "    b.p.x = a.x + 1.0f; PROBE(2u, 12, real, b.p.x);\n"
                "    b.n = 1u + 2u; PROBE(3u, 13, natural, b.n);\n"
                "    row c = 3 + 4; PROBE(4u, 14, real, c.p.x);"
                " PROBE(5u, 14, real, c.p.y); PROBE(6u, 14, natural, c.n);\n}\n");
}

static void turns_of_a_loop_and_parameters_are_recorded(void **state)
{
    (void)state;
    expect_text(
        "pure real_value f(law_context c, real x,\n    natural n)\n{\n"
        "    for (uint k = 0u; k < n; k++) {\n    }\n}\n",
        "pure real_value f(law_context c, real x,\n    natural n)\n{"
        " PROBE(0u, 1, real, x); PROBE(1u, 1, natural, n);\n"
        "    for (uint k = 0u; k < n; k++) { PROBE(2u, 4, natural, k);\n    }\n}\n");
}

static void calls_come_out_of_an_expression_from_left_to_right(void **state)
{
    (void)state;
    expect_text(
        "pure real_value g(real x)\n{\n    return x;\n}\n"
        "pure real_value f(real x)\n{\n    return g(g(x) + 1.0f) - other(g(x));\n}\n"
        "pure real_value h()\n{\n    real y = g(1.0f);\n    return g(\n        y);\n}\n",
        "pure real_value g(real x)\n{ PROBE(0u, 1, real, x);\n    return x;\n}\n"
        "pure real_value f(real x)\n{ PROBE(1u, 5, real, x);\n    "
        "real_value probe_1_g = g(x); PROBE(2u, 7, real, probe_1_g); "
        "real_value probe_2_g = g(probe_1_g + 1.0f); "
        "PROBE(3u, 7, real, probe_2_g); "
        "real_value probe_3_g = g(x); PROBE(4u, 7, real, probe_3_g); "
        "return probe_2_g - other(probe_3_g);\n}\n"
        "pure real_value h()\n{\n    real y = g(1.0f); PROBE(5u, 11, real, y);\n"
        "    return g(\n        y);\n}\n");
}

static void a_library_is_recorded_only_where_it_is_asked_for(void **state)
{
    (void)state;
    static const char part[] = "pure real_value f(real x)\n{\n    real y = x + x;\n}\n";
    char *found = instrumented("lib/test.glsl", part);
    assert_string_equal(found, part);
    free(found);
    instrument *all;
    text out = {0};
    assert_ok(instrument_create(&all));
    assert_false(instrument_looks_into(all, "lib/test.glsl"));
    instrument_look_into(all, "lib/test.glsl");
    assert_true(instrument_looks_into(all, "lib/test.glsl"));
    instrument_add(all, "lib/test.glsl", 7, part, strlen(part), &out);
    assert_string_equal(out.data, "pure real_value f(real x)\n{\n    real y = x + x;"
                                  " PROBE(0u, 9, real, y);\n}\n");
    const probe_site *site = instrument_site(all, 0);
    assert_string_equal(site->file, "lib/test.glsl");
    assert_string_equal(site->name, "y");
    assert_int_equal(site->line, 9);
    assert_null(instrument_site(all, 1));
    text_free(&out);
    instrument_destroy(all);
}

// A person edits laws, and half of one may stand there.
static void broken_texts_do_no_harm(void **state)
{
    (void)state;
    static const char whole[] =
        "structure(pair) {\n    real_value x;\n};\n"
        "pure pair f(law_context c, pair p)\n{\n    for (uint k = 0u; k < 3u; k++) {\n"
        "        p.x = f(c, p).x + 1.0f; // more\n    }\n#if A\n#endif\n    return p;\n}\n";
    for (size_t size = 0; size < sizeof whole; size++) {
        for (size_t from = 0; from < size; from += 7) {
            char part[sizeof whole];
            snprintf(part, sizeof part, "%.*s", (int)(size - from), whole + from);
            free(instrumented("models/test.glsl", part));
        }
    }
}

static void names_of_calls_are_for_people(void **state)
{
    (void)state;
    char name[PROBE_NAME_SIZE];
    probe_site site = {"models/test.glsl", 1, PROBE_real, "probe_12_vector_cross.x", ""};
    assert_string_equal(probe_name(&site, name), "vector_cross().x");
    site.name = "flight.velocity.x";
    assert_string_equal(probe_name(&site, name), "flight.velocity.x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_that_locals_get_are_recorded),
        cmocka_unit_test(copies_comments_and_what_is_unknown_stay_as_they_are),
        cmocka_unit_test(structures_are_recorded_by_their_members),
        cmocka_unit_test(turns_of_a_loop_and_parameters_are_recorded),
        cmocka_unit_test(calls_come_out_of_an_expression_from_left_to_right),
        cmocka_unit_test(a_library_is_recorded_only_where_it_is_asked_for),
        cmocka_unit_test(broken_texts_do_no_harm),
        cmocka_unit_test(names_of_calls_are_for_people),
    };
    return cmocka_run_group_tests_name("instrument", tests, NULL, NULL);
}
