// White box: the remembered walls near a path, alone. A place near the path or far from it is
// reported as clear if and only if no wall of the scene blocks the path to it. Also for circles and
// paths at the end of the range of double. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "cases.h"
#include "mover/near_walls.h"
#include "points.h"
#include "random.h"
#include "scenes.h"
#include "source_kinds.h"

static bool is_solid(carom_circle circle, carom_wall wall) {
    return carom_wall_is_valid(wall) &&
           (!wall.one_sided ||
            (carom_wall_side(wall, circle.center) > 0 && !carom_circle_overlaps(circle, wall)));
}

static bool is_clear(const carom_wall_list *array, carom_circle circle, carom_vec2 place) {
    for (size_t i = 0; i < array->count; i++) {
        if (is_solid(circle, array->walls[i]) &&
            !carom_circle_path_is_clear(circle, place, array->walls[i])) {
            return false;
        }
    }
    return true;
}

static near_walls near_of(carom_wall_source source) {
    static const passed_walls none;
    near_walls near = {.source = source, .passed = &none};
    return near;
}

// A point of the path, moved off it by up to `off`.
static carom_vec2 place_near(random_source *g, carom_circle c, carom_vec2 to, double fraction,
                             double off) {
    const double x = c.center.x + fraction * (to.x - c.center.x) + random_between(g, -off, off);
    const double y = c.center.y + fraction * (to.y - c.center.y) + random_between(g, -off, off);
    return vec(x, y);
}

// Every place and fraction: on the path, some ulp off, far off, and with the fraction of another
// place.
static void test_places(void **state) {
    (void)state;
    static test_scene scene;
    static const scene_kind kinds[] = {SCENE_SOUP, SCENE_CORNERS, SCENE_JOINTS, SCENE_BOX_1E6};
    random_source g = random_start(case_seed(), 25, 0);
    long free_count = 0, held = 0, met = 0, paths = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        scene_make(&scene, kinds[i]);
        test_source source;
        test_source_start(&source, &scene.array, ORDER_EARLY_FIRST, true);
        near_walls near = near_of(test_source_walls(&source));
        const double size = scene.ball.radius;
        carom_circle c = carom_circle_make(scene.ball.center, size);
        for (long k = case_count(500) / 2; k > 0; k--) {
            const carom_vec2 step = scene_kick(&scene, &g, 1 + random_log(&g, 0, 12));
            const carom_vec2 to = carom_vec2_add(c.center, step);
            path_contact first;
            near.starts_clear = random_one_in(&g, 2);
            const bool one_sided = random_one_in(&g, 2);
            scene_set_one_sided(&scene, 0, one_sided ? 4 : 0);
            carom_near_first(&near, c, to, &first);
            assert_true(first.found || is_clear(&scene.array, c, to));
            met += first.found;
            paths++;
            const double fraction = first.found ? first.sweep.t : 1;
            carom_vec2 next = c.center;
            for (int n = 0; n < 8; n++) {
                const double off = random_one_in(&g, 2) ? 0 : size * random_log(&g, -60, 1);
                const double at = n % 2 == 0 ? fraction : random_between(&g, 0, 1.5) * fraction;
                const carom_vec2 place = place_near(&g, c, to, at, off);
                const double told = n % 3 == 0 ? random_between(&g, 0, 1) : at;
                const bool got = carom_near_is_clear(&near, place, told);
                assert_true(got == is_clear(&scene.array, c, place));
                next = got ? place : next;
                free_count += got;
                held += !got;
            }
            c.center = k % 32 == 0 || one_sided ? scene.ball.center : next;
        }
        test_source_end(&source);
    }
    assert_true(free_count > paths && held > paths && met > paths / 8);
}

// Circles and paths so large that there is no free place, or no difference.
static void test_the_end_of_the_range(void **state) {
    (void)state;
    const double far = DBL_MAX;
    const carom_wall walls[] = {carom_line(vec(far, 0), vec(far, 1)), carom_post(vec(0, 9), 3)};
    const carom_wall_list array = {.walls = walls, .count = 1}, both = {.walls = walls, .count = 2};
    near_walls near = near_of(carom_wall_list_source(&array));
    path_contact first;
    // It touches and moves in.
    carom_circle c = carom_circle_make(vec(0, 0), far);
    carom_near_first(&near, c, vec(1, 0), &first);
    assert_true(first.found && first.sweep.t == 0.0);
    assert_true(carom_near_is_clear(&near, vec(-1, 0), 0.5));
    assert_true(carom_near_is_clear(&near, vec(0, 5), 0.5));
    assert_false(carom_near_is_clear(&near, vec(1, 0), 0.5));
    // A wall that the strictest source does not report for such a path, although it blocks other
    // paths.
    const carom_wall corner = carom_post(vec(far, far), 0.2 * far);
    const carom_wall_list one = {.walls = &corner, .count = 1};
    test_source strict;
    test_source_start(&strict, &one, ORDER_EARLY_FIRST, true);
    near = near_of(test_source_walls(&strict));
    carom_near_first(&near, c, vec(-1, 0), &first);
    assert_true(!first.found && strict.named == 0);
    assert_false(carom_near_is_clear(&near, vec(0.25 * far, 0.25 * far), 1));
    test_source_end(&strict);
    // From end to end.
    near = near_of(carom_wall_list_source(&both));
    c = carom_circle_make(vec(-far, 9), 1);
    carom_near_first(&near, c, vec(far, 9), &first);
    assert_true(first.found && first.index == 1 && first.sweep.t < 0.5);
    assert_true(carom_near_is_clear(&near, vec(-4, 9), first.sweep.t));
    assert_false(carom_near_is_clear(&near, vec(nudged(-4, 1), 9), first.sweep.t));
}

// The floor is so thick that an ulp of its radius is more than the margin of the path. R and the
// distance of the ball are on both sides of the middle between two doubles, 4 ulp of 1 apart.
static void test_a_floor_of_large_radius(void **state) {
    (void)state;
    const double radius = 1 + 0x1p-39 - 0x1p-52, height = radius + 4 * 0x1p-52;
    const carom_wall floor =
        carom_wall_make(vec(-9, -0x1p14), vec(9, -0x1p14), 0x1p14, CAROM_EXTENT_SEGMENT);
    const carom_wall_list one = {.walls = &floor, .count = 1};
    near_walls near = near_of(carom_wall_list_source(&one));
    path_contact first;
    const carom_circle c = carom_circle_make(vec(0, height), radius);
    carom_near_first(&near, c, vec(1, height), &first);
    assert_false(first.found);
    for (int n = -8; n <= 8; n++) {
        const carom_vec2 place = vec(1, height + n * 0x1p-52);
        assert_true(carom_near_is_clear(&near, place, 1) ==
                    carom_circle_path_is_clear(c, place, floor));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_the_end_of_the_range),
        cmocka_unit_test(test_a_floor_of_large_radius),
    };
    return cmocka_run_group_tests_name("near_internal", tests, NULL, NULL);
}
