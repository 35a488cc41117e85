// Error maps of the classic methods: their windows, cells and pictures at all scales.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "errors/map.h"
#include "errors/paint.h"
#include "picture_checks.h"
#include "scratch.h"

enum { WIDTH = 180 };

static char svg_file[SCRATCH_NAME_SIZE];
static char png_file[SCRATCH_NAME_SIZE];
static char pdf_file[SCRATCH_NAME_SIZE];

static carom_wall wall(carom_classic method, double ax, double ay, double bx, double by) {
    return carom_wall_make(carom_vec2_make(ax, ay), carom_vec2_make(bx, by), 0.0,
                           carom_classic_extent(method));
}

/// An error map with judged cells. If no window is given, the default one is used.
static error_map judged(carom_classic method, double radius, carom_vec2 move, carom_wall w) {
    error_map m = {
        .method = method, .circle = carom_circle_make(w.a, radius), .move = move, .wall = w};
    carom_box window;
    progress bar;
    assert_true(error_window(radius + w.radius, move, w, &window));
    assert_true(error_grid_plan(&m.grid, window, error_paint_room(WIDTH)));
    assert_true(error_map_judge(&m, &bar));
    return m;
}

static void check_png_of(const error_map *m) {
    assert_true(error_paint(png_file, WIDTH, m, "test"));
    check_png(png_file, WIDTH);
}

/// All picture formats. Not all numbers of an SVG with an embedded image are coordinates.
static void check_pictures(const error_map *m) {
    check_png_of(m);
    assert_true(error_paint(pdf_file, WIDTH, m, "test"));
    check_pdf(pdf_file);
    assert_true(error_paint(svg_file, WIDTH, m, "test"));
    size_t length = 0;
    char *text = scratch_read(svg_file, &length);
    assert_non_null(text);
    assert_non_null(strstr(text, "</svg>"));
    assert_null(strstr(text, "\"nan"));
    assert_null(strstr(text, " nan"));
    assert_null(strstr(text, " inf"));
    free(text);
}

/// Cells are pixels: the same centres and verdicts as carom_classic_map has.
static void same_as_the_library(void **state) {
    (void)state;
    const carom_vec2 move = {-2.0, -2.0};
    for (int i = 0; i < CAROM_CLASSIC_COUNT; i++) {
        const carom_classic method = (carom_classic)i;
        error_map m = judged(method, 2.0, move, wall(method, -2.0, 2.0, -1.0, 1.0));
        const size_t columns = m.grid.x.count;
        const size_t rows = m.grid.y.count;
        const carom_box window = {{m.grid.x.min, m.grid.y.min}, {m.grid.x.max, m.grid.y.max}};
        unsigned char *verdicts = malloc(columns * rows);
        size_t counts[5];
        assert_non_null(verdicts);
        carom_classic_map(method, 2.0, move, m.wall, window, columns, rows, verdicts, counts);
        for (size_t k = 0; k < columns * rows; k++) {
            const unsigned char cell = m.cells[k];
            const unsigned char right = CAROM_CLASSIC_VERDICT_RIGHT;
            assert_int_equal(verdicts[k], cell == CELL_FALSE_HIT ? CAROM_CLASSIC_VERDICT_FALSE_HIT
                                          : cell == CELL_MISSED  ? CAROM_CLASSIC_VERDICT_MISSED
                                          : cell == CELL_WRONG_TIME
                                              ? CAROM_CLASSIC_VERDICT_WRONG_TIME
                                              : right);
            const carom_circle circle = {error_grid_center(&m.grid, k % columns, k / columns), 2.0};
            assert_int_equal(error_map_truth(&m, k % columns, k / columns),
                             carom_classic_truth(method, circle, move, m.wall));
        }
        assert_int_equal(m.counts[CELL_NO] + m.counts[CELL_YES],
                         counts[CAROM_CLASSIC_VERDICT_RIGHT]);
        assert_int_equal(m.counts[CELL_MISSED], counts[CAROM_CLASSIC_VERDICT_MISSED]);
        free(verdicts);
        check_png_of(&m);
        error_map_free(&m);
    }
}

/// Cells are doubles: each one once, in order, around places of all sizes.
static void whole_doubles(void **state) {
    (void)state;
    const double at[] = {0.0, 1.0,    -1.0,    1e300,   -3e7,
                         0.1, 5e-324, DBL_MIN, DBL_MAX, 4503599627370496};
    const int half = 12;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        const double ulp = at[i] == DBL_MAX ? DBL_MAX - nextafter(DBL_MAX, 0.0)
                                            : nextafter(fabs(at[i]), HUGE_VAL) - fabs(at[i]);
        const double x0 = at[i] - half * ulp;
        const double x1 = at[i] == DBL_MAX ? DBL_MAX : at[i] + half * ulp;
        error_map m = {.method = CAROM_CLASSIC_NAIVE_DOUBLE,
                       .circle = {{at[i], at[i]}, 1.0},
                       .wall = wall(CAROM_CLASSIC_NAIVE_DOUBLE, 0.0, 0.0, 1.0, 1.0)};
        progress bar;
        assert_true(
            error_grid_plan(&m.grid, (carom_box){{x0, x0}, {x1, x1}}, error_paint_room(WIDTH)));
        assert_true(m.grid.x.whole && m.grid.y.whole);
        assert_int_equal(m.grid.x.count, (size_t)((x1 - x0) / m.grid.x.ulp) + 1);
        for (size_t k = 0; k < m.grid.x.count; k++) {
            const carom_vec2 p = error_grid_center(&m.grid, k, m.grid.y.count - 1 - k);
            assert_true(p.x == x0 + (double)k * m.grid.x.ulp && p.y == p.x);
        }
        assert_true(error_map_judge(&m, &bar));
        check_pictures(&m);
        error_map_free(&m);
    }
}

static size_t paths_drawn(const error_map *m) {
    assert_true(error_paint(svg_file, WIDTH, m, "test"));
    size_t length = 0;
    size_t count = 0;
    char *text = scratch_read(svg_file, &length);
    assert_non_null(text);
    for (const char *at = text; (at = strstr(at, "<path")) != NULL; at++) {
        count++;
    }
    free(text);
    return count;
}

/// The doubles are denser in y than in x. Cells must be whole doubles in one coordinate, and the
/// picture must be neither too thin nor too high.
static void doubles_in_one_coordinate(void **state) {
    (void)state;
    error_map m = {.method = CAROM_CLASSIC_NAIVE_DOUBLE,
                   .circle = {{1e6, 1.0}, 1.0},
                   .wall = wall(CAROM_CLASSIC_NAIVE_DOUBLE, 0.0, 0.0, 2e6, 0.0)};
    const carom_box window = {{1e6, 1.0 - 1e-14}, {1e6 + 1.0, 1.0 + 1e-14}};
    progress bar;
    assert_true(error_grid_plan(&m.grid, window, error_paint_room(WIDTH)));
    assert_true(m.grid.y.whole && !m.grid.x.whole);
    assert_in_range(m.grid.y.pixels, 40, WIDTH);
    assert_true(error_map_judge(&m, &bar));
    assert_true(m.counts[CELL_YES] > 0 && m.counts[CELL_NO] > 0);
    check_pictures(&m);
    // The outline is where the answer changes. There is none if the answer is the same everywhere.
    const size_t with_turns = paths_drawn(&m);
    memset(m.cells, CELL_NO, m.grid.x.count * m.grid.y.count);
    assert_true(paths_drawn(&m) < with_turns);
    error_map_free(&m);
}

static void all_scales(void **state) {
    (void)state;
    const double scales[] = {1.0, 5e-324, 1e307};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        const double k = scales[i];
        const carom_vec2 move = {2.0 * k, -3.0 * k};
        const double radii[] = {k, 0.0};
        for (size_t j = 0; j < 2; j++) {
            const carom_classic method = CAROM_CLASSIC_MOVING_CIRCLE;
            error_map m = judged(method, radii[j], move, wall(method, 0.0, 0.0, 4.0 * k, 2.0 * k));
            check_pictures(&m);
            error_map_free(&m);
            m = judged(CAROM_CLASSIC_AREA_LINE, radii[j], move,
                       wall(CAROM_CLASSIC_AREA_LINE, -k, k, -k, k));
            check_png_of(&m);
            error_map_free(&m);
        }
    }
}

/// The window contains every place where the answer is yes, with a margin.
static void window_holds_the_truth(void **state) {
    (void)state;
    for (int i = 0; i < CAROM_CLASSIC_COUNT; i++) {
        const carom_classic method = (carom_classic)i;
        const carom_vec2 move = {carom_classic_is_sweep(method) ? -7.0 : 0.0, 0.0};
        error_map m = judged(method, 1.5, move, wall(method, 3.0, 1.0, 3.0, 9.0));
        assert_true(m.counts[CELL_YES] + m.counts[CELL_MISSED] > 0);
        for (size_t k = 0; k < m.grid.y.count && carom_classic_extent(method) != CAROM_EXTENT_LINE;
             k++) {
            assert_false(error_map_truth(&m, 0, k));
            assert_false(error_map_truth(&m, m.grid.x.count - 1, k));
        }
        error_map_free(&m);
    }
}

static void no_window(void **state) {
    (void)state;
    carom_box window;
    error_grid g;
    const carom_vec2 still = {0.0, 0.0};
    const carom_wall far = wall(CAROM_CLASSIC_AREA, -DBL_MAX, 0.0, DBL_MAX, 0.0);
    assert_false(error_window(1.0, still, far, &window));
    assert_false(
        error_window(DBL_MAX, still, wall(CAROM_CLASSIC_AREA, 0.0, 0.0, 1.0, 0.0), &window));
    assert_false(error_grid_plan(&g, (carom_box){{0.0, 0.0}, {1.0, 51.0}}, 200));
    assert_false(error_grid_plan(&g, (carom_box){{0.0, 0.0}, {51.0, 1.0}}, 200));
    assert_true(error_grid_plan(&g, (carom_box){{0.0, 0.0}, {1.0, 49.0}}, 200));
}

static void is_reported(void **state) {
    (void)state;
    error_map m = judged(CAROM_CLASSIC_AREA, 1.0, carom_vec2_make(0.0, 0.0),
                         wall(CAROM_CLASSIC_AREA, 0.0, 0.0, 4.0, 2.0));
    assert_false(error_paint("/nowhere/at/all.png", WIDTH, &m, "an expected failure"));
    error_map_free(&m);
}

static int start(void **state) {
    (void)state;
    scratch_name(svg_file, "errors.svg");
    scratch_name(png_file, "errors.png");
    scratch_name(pdf_file, "errors.pdf");
    return 0;
}

static int end(void **state) {
    (void)state;
    unlink(svg_file);
    unlink(png_file);
    unlink(pdf_file);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_the_library),
        cmocka_unit_test(whole_doubles),
        cmocka_unit_test(doubles_in_one_coordinate),
        cmocka_unit_test(all_scales),
        cmocka_unit_test(window_holds_the_truth),
        cmocka_unit_test(no_window),
        cmocka_unit_test(is_reported),
    };
    return cmocka_run_group_tests(tests, start, end);
}
