// The contract of wall_source.h: the box of a wall or path contains it, by exact numbers (GMP), and
// is tight; overlapping boxes; the source of a list. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/sweep.h"
#include "carom/world.h"
#include "points.h"
#include "random.h"
#include "verdicts.h"

static const carom_box EVERYWHERE = {{-HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL}};

static bool same_box(carom_box p, carom_box q) {
    return p.min.x == q.min.x && p.min.y == q.min.y && p.max.x == q.max.x && p.max.y == q.max.y;
}

static void test_boxes_of_plain_walls(void **state) {
    (void)state;
    const double inf = HUGE_VAL;
    const struct {
        carom_wall wall;
        carom_box box;
    } rows[] = {
        {{{1, 2}, {3, -4}, 0, CAROM_EXTENT_SEGMENT}, {{1, -4}, {3, 2}}},
        {{{1, 2}, {3, -4}, 0, CAROM_EXTENT_RAY}, {{1, -inf}, {inf, 2}}},
        {{{3, -4}, {1, 2}, 0, CAROM_EXTENT_RAY}, {{-inf, -4}, {3, inf}}},
        {{{1, 2}, {3, -4}, 0, CAROM_EXTENT_LINE}, {{-inf, -inf}, {inf, inf}}},
        {{{1, 2}, {1, -4}, 0, CAROM_EXTENT_LINE}, {{1, -inf}, {1, inf}}},
        {{{1, 2}, {5, 2}, 0, CAROM_EXTENT_RAY}, {{1, 2}, {inf, 2}}},
        {{{1, 2}, {1, 2}, 0, CAROM_EXTENT_LINE}, {{1, 2}, {1, 2}}},
        {{{1, 2}, {1, 2}, 0, CAROM_EXTENT_RAY}, {{1, 2}, {1, 2}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const carom_box got = carom_wall_box(rows[i].wall), e = rows[i].box;
        // Outward, by an ulp or so, also without a radius to add.
        if (!(got.min.x <= e.min.x && got.min.y <= e.min.y && got.max.x >= e.max.x &&
              got.max.y >= e.max.y && got.min.x >= nudged(e.min.x, -2) - 1e-300 &&
              got.min.y >= nudged(e.min.y, -2) - 1e-300 &&
              got.max.x <= nudged(e.max.x, 2) + 1e-300 &&
              got.max.y <= nudged(e.max.y, 2) + 1e-300) &&
            !same_box(got, e)) {
            fail_msg("row %zu: got (%a, %a) (%a, %a)", i, got.min.x, got.min.y, got.max.x,
                     got.max.y);
        }
    }
}

static void test_box_of_an_invalid_wall_overlaps_none(void **state) {
    (void)state;
    const double nan = (double)NAN;
    const carom_wall bad[] = {{{nan, 0}, {1, 0}, 0, CAROM_EXTENT_SEGMENT},
                              {{0, 0}, {1, HUGE_VAL}, 0, CAROM_EXTENT_SEGMENT},
                              {{0, 0}, {1, 0}, -1, CAROM_EXTENT_SEGMENT},
                              {{0, 0}, {1, 0}, nan, CAROM_EXTENT_LINE},
                              {{0, 0}, {1, 0}, HUGE_VAL, CAROM_EXTENT_RAY},
                              {{0, 0}, {1, 0}, 0, (carom_extent)3},
                              {{0, -HUGE_VAL}, {1, 0}, 0, CAROM_EXTENT_RAY},
                              {{0, 0}, {nan, nan}, 0, CAROM_EXTENT_LINE}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const carom_box box = carom_wall_box(bad[i]);
        assert_false(carom_box_overlaps(box, EVERYWHERE));
        assert_false(carom_box_overlaps(EVERYWHERE, box));
        assert_false(carom_box_overlaps(box, box));
    }
}

// The exact sign of box - (p + sign * radius).
static int beyond(double box, double p, double radius, int sign) {
    mpq_t sum, r, b;
    mpq_inits(sum, r, b, NULL);
    mpq_set_d(sum, p);
    mpq_set_d(r, radius);
    mpq_set_d(b, box);
    if (sign > 0) {
        mpq_add(sum, sum, r);
    } else {
        mpq_sub(sum, sum, r);
    }
    const int order = mpq_cmp(b, sum);
    mpq_clears(sum, r, b, NULL);
    return order;
}

// `box` is the side of a box at which the wall extends to p + sign * radius. True if it is not
// inside of that and at most four doubles off, or is infinite if the wall is.
static bool is_side(double box, double p, double radius, int sign, bool infinite) {
    if (isinf(box)) {
        // If the wall extends beyond the largest doubles, there is no finite box.
        return (box > 0) == (sign > 0) &&
               (infinite || beyond(sign * nudged(DBL_MAX, -4), p, radius, sign) * sign <= 0);
    }
    return !infinite && beyond(box, p, radius, sign) * sign >= 0 &&
           beyond(nudged(box, -4 * sign), p, radius, sign) * sign <= 0;
}

static void check_box(class_run *run) {
    const carom_wall w = run->t.wall;
    const carom_box box = carom_wall_box(w);
    if (!carom_wall_is_valid(w)) {
        if (carom_box_overlaps(box, EVERYWHERE)) {
            class_fail(run, "invalid, but its box meets something");
        }
        return;
    }
    const bool point = w.a.x == w.b.x && w.a.y == w.b.y;
    const bool back = w.extent == CAROM_EXTENT_LINE && !point;
    const bool ahead = w.extent != CAROM_EXTENT_SEGMENT && !point;
    const bool left = (ahead && w.b.x < w.a.x) || (back && w.b.x > w.a.x);
    const bool right = (ahead && w.b.x > w.a.x) || (back && w.b.x < w.a.x);
    const bool down = (ahead && w.b.y < w.a.y) || (back && w.b.y > w.a.y);
    const bool up = (ahead && w.b.y > w.a.y) || (back && w.b.y < w.a.y);
    if (!is_side(box.min.x, fmin(w.a.x, w.b.x), w.radius, -1, left) ||
        !is_side(box.max.x, fmax(w.a.x, w.b.x), w.radius, 1, right) ||
        !is_side(box.min.y, fmin(w.a.y, w.b.y), w.radius, -1, down) ||
        !is_side(box.max.y, fmax(w.a.y, w.b.y), w.radius, 1, up)) {
        class_fail(run, "box (%a, %a) (%a, %a)", box.min.x, box.min.y, box.max.x, box.max.y);
    }
}

// The path of the case's circle to an end of its wall.
static void check_path_box(class_run *run) {
    const carom_circle c = run->t.circle;
    const carom_path path = {c.center, run->t.wall.a, c.radius};
    if (!carom_circle_is_valid(c) || !carom_wall_is_valid(run->t.wall)) {
        return;
    }
    const carom_box box = carom_path_box(path);
    if (!is_side(box.min.x, fmin(path.from.x, path.to.x), path.radius, -1, false) ||
        !is_side(box.max.x, fmax(path.from.x, path.to.x), path.radius, 1, false) ||
        !is_side(box.min.y, fmin(path.from.y, path.to.y), path.radius, -1, false) ||
        !is_side(box.max.y, fmax(path.from.y, path.to.y), path.radius, 1, false)) {
        class_fail(run, "box of the path (%a, %a) (%a, %a)", box.min.x, box.min.y, box.max.x,
                   box.max.y);
    }
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    for (long n = case_count(2000); n > 0; n--) {
        class_next(&run);
        check_box(&run);
        check_path_box(&run);
    }
    assert_int_equal(run.failures, 0);
}

static void test_boxes_that_overlap(void **state) {
    (void)state;
    const carom_box unit = {{0, 0}, {1, 1}}, corner = {{1, 1}, {2, 2}};
    const carom_box above = {{0, nudged(1, 1)}, {1, 2}}, inside = {{0.5, 0.5}, {0.5, 0.5}};
    assert_true(carom_box_overlaps(unit, unit) && carom_box_overlaps(unit, corner));
    assert_true(carom_box_overlaps(unit, inside) && carom_box_overlaps(inside, unit));
    assert_true(carom_box_overlaps(unit, EVERYWHERE));
    assert_false(carom_box_overlaps(unit, above) || carom_box_overlaps(above, unit));
    for (int i = 0; i < 4; i++) {
        carom_box broken = unit;
        double *const numbers[] = {&broken.min.x, &broken.min.y, &broken.max.x, &broken.max.y};
        *numbers[i] = (double)NAN;
        assert_false(carom_box_overlaps(broken, unit) || carom_box_overlaps(unit, broken));
        assert_false(carom_box_overlaps(broken, EVERYWHERE));
    }
}

enum { WALLS = 200 };

// The walls in the order of their visits. The query ends after `count_max` of them. From the wall
// with index `fraction_from` on, only `fraction` of the path matters.
typedef struct visit_log {
    const carom_wall *walls;
    size_t seen[WALLS + 1];
    size_t count, count_max, fraction_from;
    double fraction;
} visit_log;

static double log_visit(void *context, carom_index index, const carom_wall *wall) {
    visit_log *log = context;
    assert_true(log->count < log->count_max);
    assert_true(index < WALLS);
    const carom_wall *own = &log->walls[index];
    assert_true(wall->a.x == own->a.x && wall->a.y == own->a.y && wall->b.x == own->b.x);
    assert_true(wall->b.y == own->b.y && wall->radius == own->radius &&
                wall->extent == own->extent);
    log->seen[log->count++] = index;
    if (log->count == log->count_max) {
        return 0.0;
    }
    // Returning a larger fraction later has no effect.
    return index >= log->fraction_from && index % 3 != 0 ? log->fraction : 1.0;
}

static void visit_all(visit_log *log, const carom_wall_list *array, carom_path path) {
    const carom_wall_source walls = carom_wall_list_source(array);
    log->walls = array->walls;
    walls.query(walls.source, &path, log_visit, log);
}

static visit_log visited(const carom_wall_list *array, carom_path path, size_t count_max) {
    visit_log log = {.count_max = count_max, .fraction = 1.0};
    visit_all(&log, array, path);
    return log;
}

static bool is_seen(const visit_log *log, size_t index) {
    for (size_t i = 0; i < log->count; i++) {
        if (log->seen[i] == index) {
            return true;
        }
    }
    return false;
}

static void make_walls(carom_wall *walls, carom_box *boxes) {
    random_source g = random_start(case_seed(), 10, 0);
    for (int i = 0; i < WALLS; i++) {
        double n[4];
        for (int k = 0; k < 4; k++) {
            n[k] = random_int(&g, -8, 8);
        }
        const int extent = random_int(&g, 0, 11);
        walls[i] = carom_wall_make(vec(n[0], n[1]), vec(n[2], n[3]), i % 3 * 0.5,
                                   extent < 3 ? (carom_extent)extent : CAROM_EXTENT_SEGMENT);
        boxes[i] = carom_wall_box(walls[i]);
    }
}

static carom_path numbered_path(int i) {
    const double x = i % 8 * 2.5 - 9, y = i / 8 * 2.5 - 9;
    const carom_path path = {{x, y}, {x + i % 5 * 1.5, y - i % 7 * 1.5}, i % 4 * 0.5};
    return path;
}

// A path longer than the field is wide: near every wall.
static const carom_path EVERYWHERE_TO_GO = {{-1, 0}, {1, 0}, 99};

static void test_array_visits(void **state) {
    (void)state;
    static carom_wall walls[WALLS];
    static carom_box boxes[WALLS];
    make_walls(walls, boxes);
    const carom_wall_list bare = {.walls = walls, .count = WALLS};
    const carom_wall_list boxed = {.walls = walls, .boxes = boxes, .count = WALLS};
    for (int i = 0; i < 64; i++) {
        const carom_path path = numbered_path(i);
        const visit_log all = visited(&bare, path, WALLS + 1);
        const visit_log by_box = visited(&boxed, path, WALLS + 1);
        assert_true(all.count == by_box.count);
        assert_memory_equal(all.seen, by_box.seen, sizeof all.seen);
        for (size_t k = 0; k < WALLS; k++) {
            // In order, each at most once, and no near wall is left out.
            assert_true(k + 1 >= all.count || all.seen[k] < all.seen[k + 1]);
            const carom_circle c = carom_circle_make(path.from, path.radius);
            assert_true(is_seen(&all, k) ||
                        carom_circle_sweep_to(c, path.to, walls[k]).kind == CAROM_SWEEP_KIND_MISS);
        }
        for (size_t most = 1; most <= all.count; most += 7) {
            assert_true(visited(&bare, path, most).count == most);
            assert_true(visited(&boxed, path, most).count == most);
        }
    }
    assert_true(visited(&bare, EVERYWHERE_TO_GO, WALLS + 1).count == WALLS);
    assert_true(visited(&boxed, EVERYWHERE_TO_GO, WALLS + 1).count == WALLS);
}

// If only the first part of a path matters, walls are left out, but none that is near that part.
static void test_list_leaves_out_far_walls(void **state) {
    (void)state;
    static carom_wall walls[WALLS];
    static carom_box boxes[WALLS];
    make_walls(walls, boxes);
    const carom_wall_list array = {.walls = walls, .boxes = boxes, .count = WALLS};
    long left_out = 0;
    for (int i = 0; i < 64; i++) {
        const carom_path path = numbered_path(i);
        const carom_circle c = carom_circle_make(path.from, path.radius);
        for (double fraction = 0x1p-1074; fraction < 1.0; fraction = 1.5 * fraction + 0x1p-5) {
            const visit_log all = visited(&array, path, WALLS + 1);
            visit_log part = {.count_max = WALLS + 1, .fraction_from = 20, .fraction = fraction};
            visit_all(&part, &array, path);
            for (size_t k = 0; k < all.count; k++) {
                const carom_sweep s = carom_circle_sweep_to(c, path.to, walls[all.seen[k]]);
                const bool is_needed = s.kind != CAROM_SWEEP_KIND_MISS && s.t <= fraction;
                assert_true(!is_needed || is_seen(&part, all.seen[k]));
            }
            left_out += (long)(all.count - part.count);
        }
    }
    assert_true(left_out > 1000);
}

// The first part of a path that is as long as doubles permit.
static void test_fraction_of_the_longest_path(void **state) {
    (void)state;
    const double far = DBL_MAX;
    const carom_wall walls[WALLS] = {carom_post(vec(-far, 1), 0), carom_post(vec(0, 3), 3),
                                     carom_post(vec(0, -far), 0)};
    const carom_wall_list array = {.walls = walls, .count = 3};
    const carom_path path = {{-far, -1}, {far, 1}, 4};
    visit_log log = {.count_max = 4, .fraction_from = 0, .fraction = 0.5};
    visit_all(&log, &array, path);
    assert_true(log.count == 2 && log.seen[1] == 1);
}

static void test_empty_array(void **state) {
    (void)state;
    const carom_wall_list empty = {0};
    assert_true(visited(&empty, EVERYWHERE_TO_GO, 1).count == 0);
}

int main(void) {
    const struct CMUnitTest more[] = {
        cmocka_unit_test(test_boxes_of_plain_walls),
        cmocka_unit_test(test_box_of_an_invalid_wall_overlaps_none),
        cmocka_unit_test(test_boxes_that_overlap),
        cmocka_unit_test(test_array_visits),
        cmocka_unit_test(test_list_leaves_out_far_walls),
        cmocka_unit_test(test_fraction_of_the_longest_path),
        cmocka_unit_test(test_empty_array),
    };
    const class_group group = {.name = "walls",
                               .test_class = test_class,
                               .more = more,
                               .more_count = sizeof more / sizeof more[0]};
    return run_classes(&group);
}
