// SPDX-License-Identifier: MIT
// glsl/lib/cell.glsl: which cell holds a coordinate, and which cells are its neighbours.

#include "core/lanes.h"

#include "cell.glsl"

#include "support.h"

#include <string.h>

// Without walls the grid is the box. With them it is the middle quarter of the box.
#define WALLED_LOW   UINT32_C(0x60000000)
#define WALLED_SPAN  UINT32_C(0x3fffffff)
#define WALLED_SHIFT 2

static void coordinates_fall_into_the_cell_of_their_fraction(void **state)
{
    (void)state;
    random_source random = random_from(1);
    for (int i = 0; i < 1000000; i++) {
        uint32_t cells = 1 + (uint32_t)(random_next(&random) >> 44);
        uint32_t coordinate = (uint32_t)random_next(&random);
        uint32_t cell = cell_along(coordinate, 0, 0, cells);
        // Cell c is [c, c + 1) * 2^32 / cells, in whole numbers.
        assert_true((uint64_t)cell << 32 <= (uint64_t)coordinate * cells);
        assert_true((uint64_t)coordinate * cells < ((uint64_t)cell + 1) << 32);
        assert_true(cell < cells);
    }
}

static void the_first_and_last_coordinate_are_in_the_first_and_last_cell(void **state)
{
    (void)state;
    for (uint32_t cells = 1; cells < 2000; cells++) {
        assert_int_equal(cell_along(0, 0, 0, cells), 0);
        assert_int_equal(cell_along(UINT32_MAX, 0, 0, cells), cells - 1);
        assert_int_equal(cell_along(WALLED_LOW, WALLED_LOW, WALLED_SHIFT, cells), 0);
        assert_int_equal(
            cell_along(WALLED_LOW + WALLED_SPAN, WALLED_LOW, WALLED_SHIFT, cells),
            cells - 1);
    }
}

static void cells_are_numbered_along_x_then_y_then_z(void **state)
{
    (void)state;
    uint32_t expected = 0;
    for (uint32_t z = 0; z < 4; z++) {
        for (uint32_t y = 0; y < 3; y++) {
            for (uint32_t x = 0; x < 5; x++) {
                assert_int_equal(cell_index(x, y, z, 5, 3), expected);
                expected++;
            }
        }
    }
}

// Distance in cells, round the seam where the axis wraps.
static uint32_t distance(uint32_t a, uint32_t b, uint32_t cells, bool wraps)
{
    uint32_t direct = a > b ? a - b : b - a;
    uint32_t round = cells - direct;
    return wraps && round < direct ? round : direct;
}

static void a_span_names_each_cell_within_reach_exactly_once(void **state)
{
    (void)state;
    for (uint32_t cells = 1; cells <= 12; cells++) {
        for (uint32_t reach = 1; reach <= 3; reach++) {
            for (uint32_t wraps = 0; wraps <= 1; wraps++) {
                for (uint32_t c = 0; c < cells; c++) {
                    int named[12] = {0};
                    cell_span span = cell_neighbours(c, cells, reach, wraps);
                    for (uint32_t k = 0; k < span.count; k++) {
                        uint32_t neighbour = cell_of_span(span, k, cells);
                        assert_true(neighbour < cells);
                        named[neighbour]++;
                    }
                    for (uint32_t other = 0; other < cells; other++) {
                        bool is_near = distance(c, other, cells, wraps) <= reach;
                        assert_int_equal(named[other], is_near);
                    }
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_fall_into_the_cell_of_their_fraction),
        cmocka_unit_test(the_first_and_last_coordinate_are_in_the_first_and_last_cell),
        cmocka_unit_test(cells_are_numbered_along_x_then_y_then_z),
        cmocka_unit_test(a_span_names_each_cell_within_reach_exactly_once),
    };
    return cmocka_run_group_tests_name("cell", tests, NULL, NULL);
}
