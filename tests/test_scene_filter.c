// Filters and cast settings of scenes and batches: categories, callbacks, one-sided walls, casts
// that leave out grazes, all hits of a cast. Every answer is compared with a loop over the walls.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "carom/batch.h"
#include "carom/contact.h"
#include "carom/scene_batch.h"
#include "points.h"
#include "random.h"
#include "scene_mirror.h"
#include "verdicts.h"
#include "wall_sets.h"

enum { WALLS = 120 };

typedef struct filtered_scene {
    carom_wall walls[WALLS];
    size_t count;
    carom_scene *scene;
} filtered_scene;

static bool is_even(void *context, carom_index index, const carom_wall *wall) {
    const carom_wall *walls = context;
    // The callback gets the wall as it was given.
    assert_true(walls[index].category == wall->category && walls[index].group == wall->group &&
                walls[index].one_sided == wall->one_sided && walls[index].a.x == wall->a.x &&
                walls[index].extent == wall->extent);
    return index % 2 == 0;
}

static void fill(filtered_scene *f, wall_set set, random_source *g) {
    f->count = WALLS;
    wall_set_make(set, random_bits(g), f->walls, WALLS);
    for (size_t i = 0; i < f->count; i++) {
        f->walls[i].category = random_one_in(g, 3) ? 0 : UINT32_C(1) << random_int(g, 0, 3);
        f->walls[i].group = random_one_in(g, 3) ? 0 : (uint32_t)random_int(g, 1, 3);
        f->walls[i].one_sided = random_one_in(g, 4);
    }
    f->walls[0].group = UINT32_MAX;
    assert_int_equal(carom_scene_create(f->walls, f->count, NULL, NULL, &f->scene, NULL),
                     CAROM_STATUS_OK);
    for (size_t i = 0; i < f->count; i++) {
        const carom_wall wall = carom_scene_wall(f->scene, (carom_index)i);
        assert_true(wall.category == f->walls[i].category && wall.group == f->walls[i].group &&
                    wall.one_sided == f->walls[i].one_sided);
    }
}

// The specification of a filter, written again: category 0 is category 1.
static bool passes(const carom_filter *filter, carom_index i, const carom_wall *wall) {
    if (filter == NULL)
        return true;
    const uint32_t category = wall->category == 0 ? 1 : wall->category;
    if (filter->except_group != 0 && wall->group == filter->except_group)
        return false;
    return (category & filter->mask) != 0 && (filter->accept == NULL || i % 2 == 0);
}

static void expect_overlaps(const filtered_scene *f, const wall_question *q,
                            const carom_filter *filter) {
    uint32_t found[WALLS];
    size_t expected = 0;
    const size_t count = carom_scene_touching(f->scene, q->circle, CAROM_CONTACT_RULE_CLOSED_DISC,
                                              filter, found, WALLS);
    for (size_t i = 0; i < f->count; i++)
        if (passes(filter, (carom_index)i, &f->walls[i]) &&
            carom_circle_touches(q->circle, f->walls[i]))
            assert_int_equal(found[expected++], i);
    assert_int_equal(count, expected);
    assert_true(carom_scene_touches(f->scene, q->circle, CAROM_CONTACT_RULE_CLOSED_DISC, filter) ==
                (expected > 0));
    const size_t within = carom_scene_within(f->scene, q->circle, q->gap, filter, found, WALLS);
    expected = 0;
    for (size_t i = 0; i < f->count; i++)
        if (passes(filter, (carom_index)i, &f->walls[i]) &&
            carom_circle_within(q->circle, f->walls[i], q->gap))
            assert_int_equal(found[expected++], i);
    assert_int_equal(within, expected);
    const size_t in_box = carom_scene_in_box(f->scene, q->box, filter, found, WALLS);
    expected = 0;
    for (size_t i = 0; i < f->count; i++)
        if (passes(filter, (carom_index)i, &f->walls[i]) &&
            carom_box_overlaps(carom_wall_box(f->walls[i]), q->box))
            assert_int_equal(found[expected++], i);
    assert_int_equal(in_box, expected);
}

static void expect_nearest(const filtered_scene *f, const wall_question *q,
                           const carom_filter *filter) {
    carom_neighbor got[WALLS];
    const size_t count = carom_scene_nearest(f->scene, q->circle, filter, got, WALLS);
    size_t expected = 0;
    bool seen[WALLS] = {false};
    for (size_t i = 0; i < f->count; i++)
        expected +=
            carom_circle_is_valid(q->circle) && passes(filter, (carom_index)i, &f->walls[i]);
    assert_int_equal(count, expected);
    carom_neighbor nearest;
    assert_int_equal(carom_scene_nearest(f->scene, q->circle, filter, &nearest, 1), count > 0);
    assert_true(count == 0 || nearest.index == got[0].index);
    for (size_t k = 0; k < count; k++) {
        assert_true(passes(filter, got[k].index, &f->walls[got[k].index]) && !seen[got[k].index]);
        seen[got[k].index] = true;
        if (k > 0) {
            const int order = carom_circle_compare_distance(q->circle, f->walls[got[k - 1].index],
                                                            f->walls[got[k].index]);
            assert_true(order < 0 || (order == 0 && got[k - 1].index < got[k].index));
        }
    }
}

// Does the cast count this wall? Written from the words of carom_cast_settings.
static bool counts(const carom_cast_settings *s, const wall_question *q, size_t i,
                   carom_wall wall) {
    const carom_sweep sweep = carom_circle_sweep(q->circle, q->move, wall);
    if (sweep.kind <= CAROM_SWEEP_KIND_MISS || !passes(s->filter, (carom_index)i, &wall))
        return false;
    if (s->hits_only && sweep.kind == CAROM_SWEEP_KIND_GRAZE)
        return false;
    return !s->pass_one_sided || !wall.one_sided ||
           (carom_wall_side(wall, q->circle.center) > 0 && !carom_circle_overlaps(q->circle, wall));
}

static void expect_casts(const filtered_scene *f, const wall_question *q,
                         const carom_cast_settings *s) {
    carom_scene_hit all[WALLS], few[3];
    const size_t count = carom_scene_sweep_all(f->scene, q->circle, q->move, s, all, WALLS);
    const carom_scene_hit first = carom_scene_sweep(f->scene, q->circle, q->move, s);
    size_t expected = 0;
    bool seen[WALLS] = {false};
    for (size_t i = 0; i < f->count; i++)
        expected += counts(s, q, i, f->walls[i]);
    assert_int_equal(count, expected);
    for (size_t k = 0; k < count; k++) {
        const size_t index = all[k].index;
        const carom_scene_hit right = {(carom_index)index,
                                       carom_circle_sweep(q->circle, q->move, f->walls[index])};
        assert_true(counts(s, q, index, f->walls[index]) && !seen[index]);
        assert_true(mirror_same_hit(&all[k], &right));
        seen[index] = true;
        if (k > 0) {
            const size_t before = all[k - 1].index;
            const int order = carom_circle_compare_time_of_impact(
                q->circle, q->move, f->walls[before], f->walls[index]);
            assert_true(order < 0 || (order == 0 && before < index));
        }
    }
    assert_true(count > 0 ? mirror_same_hit(&first, &all[0]) : first.index == CAROM_NO_WALL);
    assert_int_equal(carom_scene_sweep_all(f->scene, q->circle, q->move, s, few, 3), expected);
    for (size_t k = 0; k < 3 && k < count; k++)
        assert_true(mirror_same_hit(&few[k], &all[k]));
    assert_int_equal(carom_scene_sweep_all(f->scene, q->circle, q->move, s, NULL, 0), expected);
}

// Beams around the cast, so that each of them meets other walls. expect_casts checks the first.
static void expect_fan(const filtered_scene *f, const wall_question *q,
                       const carom_cast_settings *s) {
    enum { BEAMS = 11 };
    carom_vec2 moves[BEAMS];
    carom_scene_hit hits[BEAMS];
    for (int i = 0; i < BEAMS; i++)
        moves[i] = vec(q->move.x - 0.0625 * i * q->move.y, q->move.y + 0.0625 * i * q->move.x);
    carom_scene_fan(f->scene, q->circle, moves, BEAMS, s, hits);
    for (int i = 0; i < BEAMS; i++) {
        const carom_scene_hit one = carom_scene_sweep(f->scene, q->circle, moves[i], s);
        assert_true(mirror_same_hit(&hits[i], &one));
    }
}

static void expect_batches(const filtered_scene *f, const wall_question *q,
                           const carom_filter *filter) {
    double x[2][WALLS], y[2][WALLS], radius[WALLS];
    uint8_t extent[WALLS], one_sided[WALLS], verdicts[WALLS];
    uint32_t category[WALLS], group[WALLS];
    for (size_t i = 0; i < f->count; i++) {
        x[0][i] = f->walls[i].a.x, y[0][i] = f->walls[i].a.y;
        x[1][i] = f->walls[i].b.x, y[1][i] = f->walls[i].b.y;
        radius[i] = f->walls[i].radius;
        extent[i] = f->walls[i].extent;
        one_sided[i] = f->walls[i].one_sided;
        category[i] = f->walls[i].category;
        group[i] = f->walls[i].group;
    }
    const carom_wall_soa walls = {.ax = x[0],
                                  .ay = y[0],
                                  .bx = x[1],
                                  .by = y[1],
                                  .radius = radius,
                                  .extent = extent,
                                  .one_sided = one_sided,
                                  .category = category,
                                  .group = group,
                                  .count = f->count};
    const size_t touching = carom_batch_walls(q->circle, &walls, 0, f->count,
                                              CAROM_CONTACT_RULE_CLOSED_DISC, filter, verdicts);
    size_t expected = 0;
    for (size_t i = 0; i < f->count; i++) {
        const bool right = passes(filter, (carom_index)i, &f->walls[i]) &&
                           carom_circle_touches(q->circle, f->walls[i]);
        assert_int_equal(verdicts[i], right);
        expected += right;
    }
    assert_int_equal(touching, expected);
}

static void test_against_a_loop(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 71, 0);
    for (int set = 0; set < WALL_SET_COUNT; set++) {
        filtered_scene f;
        fill(&f, (wall_set)set, &g);
        const bool is_slow = set == SET_RANGE_ENDS || set == SET_EXPONENTS;
        for (int k = is_slow ? 4 : 24; k > 0; k--) {
            const wall_question q = wall_set_question(&g, f.walls, f.count);
            carom_filter filter = carom_filter_mask((uint32_t)random_int(&g, 0, 15));
            if (random_one_in(&g, 2))
                filter.except_group =
                    random_one_in(&g, 4) ? UINT32_MAX : (uint32_t)random_int(&g, 0, 3);
            if (random_one_in(&g, 2)) {
                filter.accept = is_even;
                filter.context = f.walls;
            }
            const carom_filter *used = random_one_in(&g, 4) ? NULL : &filter;
            carom_cast_settings s = carom_cast_settings_default();
            s.filter = used;
            s.hits_only = random_one_in(&g, 2);
            s.pass_one_sided = random_one_in(&g, 2);
            expect_overlaps(&f, &q, used);
            expect_nearest(&f, &q, used);
            expect_casts(&f, &q, &s);
            expect_fan(&f, &q, &s);
            expect_batches(&f, &q, used);
        }
        carom_scene_destroy(f.scene, NULL);
    }
}

// A ball that rests on a floor asks for the ceiling; a ray starts on a wall.
static void test_graze_hides_nothing(void **state) {
    (void)state;
    const carom_wall walls[] = {carom_segment(vec(-9, 0), vec(9, 0)),
                                carom_segment(vec(-9, 8), vec(9, 8))};
    carom_scene *scene = mirror_scene(walls, 2);
    const carom_circle ball = carom_circle_make(vec(0, 1), 1),
                       point = carom_circle_make(vec(0, 0), 0);
    carom_cast_settings s = carom_cast_settings_default();
    assert_int_equal(carom_scene_sweep(scene, ball, vec(0, 9), &s).index, 0);
    assert_int_equal(carom_scene_sweep(scene, point, vec(0, 9), &s).index, 0);
    s.hits_only = true;
    const carom_scene_hit up = carom_scene_sweep(scene, ball, vec(0, 9), &s);
    assert_true(up.index == 1 && up.sweep.kind == CAROM_SWEEP_KIND_HIT);
    assert_int_equal(carom_scene_sweep(scene, point, vec(0, 9), &s).index, 1);
    // Moving in counts, and so does an overlap.
    assert_int_equal(carom_scene_sweep(scene, ball, vec(0, -9), &s).index, 0);
    const carom_circle deep = carom_circle_make(vec(0, 0.5), 1);
    assert_int_equal(carom_scene_sweep(scene, deep, vec(0, 9), &s).index, 0);
    // Along the floor it only grazes.
    assert_int_equal(carom_scene_sweep(scene, ball, vec(9, 0), &s).index, CAROM_NO_WALL);
    carom_scene_destroy(scene, NULL);
}

// A serialized scene keeps categories, groups and one-sidedness; a scene without any is no larger.
static void test_serialized(void **state) {
    (void)state;
    carom_wall walls[9];
    for (int i = 0; i < 9; i++)
        walls[i] = carom_segment(vec(i, 0), vec(i + 0.5, 1));
    carom_scene *plain = mirror_scene(walls, 9);
    walls[4].category = 6;
    walls[5].group = UINT32_MAX;
    walls[7].one_sided = true;
    carom_scene *scene = mirror_scene(walls, 9);
    assert_true(carom_scene_byte_size(plain) < carom_scene_byte_size(scene));
    const carom_scene *opened = NULL;
    assert_int_equal(carom_scene_open(scene, carom_scene_byte_size(scene), &opened),
                     CAROM_STATUS_OK);
    for (size_t i = 0; i < 9; i++) {
        const carom_wall wall = carom_scene_wall(opened, (carom_index)i);
        assert_true(wall.category == (i == 4 ? 6u : 0u) && wall.one_sided == (i == 7));
        assert_true(wall.group == (i == 5 ? UINT32_MAX : 0u));
    }
    carom_scene_destroy(plain, NULL);
    carom_scene_destroy(scene, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_a_loop),
        cmocka_unit_test(test_graze_hides_nothing),
        cmocka_unit_test(test_serialized),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
