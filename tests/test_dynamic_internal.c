// White box: the trees of a scene that changes. After edits of every kind all boxes are exactly
// those of the walls, all links lead there and back, nothing is lost or twice; and after churn that
// is made to harm the tree, questions visit little more than in a new one. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "dynamic_scene/dynamic.h"
#include "dynamic_scene/dynamic_split.h"
#include "edit_mirror.h"

// ---- the invariants ----

typedef struct tally {
    const carom_dynamic_scene *d;
    size_t walls, leaves, nodes;
} tally;

static bool is_empty(index_box b) {
    return b.min_x > b.max_x && b.min_y > b.max_y;
}

static index_box check_leaf(tally *t, uint32_t link) {
    const carom_dynamic_scene *d = t->d;
    const uint32_t leaf = leaf_of_link(link);
    const tree_item *info = &d->leaf_info[leaf];
    assert_true(leaf < d->leaf_pool.end && info->used != 0 && !info->moved);
    assert_true((info->of == ENDLESS_WALLS) == ((link & LINK_ENDLESS) != 0));
    index_box box = index_box_none();
    for (uint32_t i = 0; i < LEAF_WALLS; i++) {
        const uint32_t slot = leaf * LEAF_WALLS + i;
        if (!(info->used >> i & 1)) {
            assert_true(d->index[slot] == NO_INDEX && isnan(d->leaves[leaf].ax[i]) &&
                        isnan(d->leaves[leaf].ay[i]) && isnan(d->leaves[leaf].bx[i]) &&
                        isnan(d->leaves[leaf].by[i]));
            continue;
        }
        const carom_wall wall = scene_wall_at(d->view, slot);
        assert_true(carom_wall_is_valid(wall) && d->slot[d->index[slot]] == slot);
        assert_true((wall.extent != CAROM_EXTENT_SEGMENT) == (info->of == ENDLESS_WALLS));
        box = index_box_union(box, scene_tree_box(d->view, wall));
        t->walls++;
    }
    t->leaves++;
    return box;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static index_box check_node(tally *t, uint32_t node, uint64_t level) {
    const carom_dynamic_scene *d = t->d;
    index_box sum = index_box_none();
    assert_true(node < d->node_pool.end && d->node_info[node].used != 0 &&
                !d->node_info[node].moved);
    for (uint32_t i = 0; i < NODE_CHILDREN; i++) {
        const uint32_t place = node * NODE_CHILDREN + i, link = d->links[node].child[i];
        if (!(d->node_info[node].used >> i & 1)) {
            assert_true(link == NO_LINK && is_empty(box_at(d, place)));
            continue;
        }
        const tree_item *child =
            level == 0 ? &d->leaf_info[leaf_of_link(link)] : &d->node_info[link];
        assert_int_equal(child->parent, place);
        const index_box box = level == 0 ? check_leaf(t, link) : check_node(t, link, level - 1);
        assert_true(same_box(box, box_at(d, place)));
        sum = index_box_union(sum, box);
    }
    t->nodes++;
    return sum;
}

static void check_pool(const tree_pool *pool, const tree_item *items, size_t used) {
    size_t free_items = 0;
    for (uint32_t item = pool->free; item != NO_LINK; item = items[item].parent) {
        assert_true(item < pool->end && items[item].used == 0);
        free_items++;
    }
    assert_true(pool->used == used && pool->end == used + free_items);
    assert_true(pool->end <= pool->capacity);
}

static void check_tree(const carom_dynamic_scene *d) {
    tally t = {.d = d};
    size_t removed = 0;
    if (d->view->count > 0) {
        assert_true(d->view->level_count >= 1 && d->node_info[d->view->root].parent == NO_PLACE);
        check_node(&t, (uint32_t)d->view->root, d->view->level_count - 1);
    }
    assert_true(t.walls == d->view->count);
    check_pool(&d->leaf_pool, d->leaf_info, t.leaves);
    check_pool(&d->node_pool, d->node_info, t.nodes);
    for (uint32_t id = d->id_free; id != NO_ID; id = d->slot[id] & ~REMOVED_ID) {
        assert_true(id < d->id_end && (d->slot[id] & REMOVED_ID) != 0);
        removed++;
    }
    assert_true(removed + t.walls == d->id_end && d->view->index_end == d->id_end);
}

static edit_mirror mirror;

static void test_invariants(void **state) {
    (void)state;
    const long edits = case_count(2000) / 4;
    for (int kind = 0; kind < WALL_SET_COUNT; kind++) {
        random_source g = random_start(case_seed(), 8300, (uint64_t)kind);
        carom_wall walls[100];
        wall_set_make((wall_set)kind, case_seed(), walls, 100);
        edit_mirror_start(&mirror, walls, 100, NULL);
        check_tree(mirror.scene);
        for (long i = 0; i < edits; i++) {
            edit_mirror_random(&mirror, &g, (edit_phase)(PHASE_COUNT * i / edits), (wall_set)kind);
            check_tree(mirror.scene);
        }
        while (mirror.count > 0) {
            edit_mirror_remove(&mirror, edit_mirror_id(&mirror, &g));
            check_tree(mirror.scene);
        }
        assert_null(mirror.broken);
        edit_mirror_end(&mirror);
    }
}

// ---- how good a tree is ----

enum { MANY = 20000, ASKED = 400 };

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static long visits_below(const carom_dynamic_scene *d, uint32_t node, uint64_t level,
                         const index_box *b) {
    long visits = 1;
    for (uint32_t i = 0; i < NODE_CHILDREN; i++) {
        const index_box c = scene_node_child(&d->nodes[node], i);
        if (c.min_x <= b->max_x && c.max_x >= b->min_x && c.min_y <= b->max_y &&
            c.max_y >= b->min_y) {
            visits += level == 0 ? 1 : visits_below(d, d->links[node].child[i], level - 1, b);
        }
    }
    return visits;
}

// The nodes and leaves that questions around some of the walls visit.
static double visits_of(const carom_dynamic_scene *d, const carom_wall *walls, size_t count) {
    long visits = 0;
    for (size_t i = 0; i < ASKED; i++) {
        const carom_vec2 at = walls[i * count / ASKED].a;
        const carom_box box = {{at.x - 1, at.y - 1}, {at.x + 1, at.y + 1}};
        const index_box b = index_box_of(d->view, box);
        visits += visits_below(d, (uint32_t)d->view->root, d->view->level_count - 1, &b);
    }
    return (double)visits / ASKED;
}

// Against a new scene of the same walls. The limit is on what is visited, not on time.
static void check_quality(const carom_dynamic_scene *d, const char *what, double limit) {
    const size_t count = carom_dynamic_scene_count(d);
    carom_wall *walls = malloc((count + 1) * sizeof *walls);
    carom_dynamic_scene *fresh;
    assert_non_null(walls);
    carom_dynamic_scene_list(d, NULL, walls, count);
    assert_int_equal(carom_dynamic_scene_create(walls, count, NULL, &fresh, NULL), CAROM_STATUS_OK);
    const double now = visits_of(d, walls, count), best = visits_of(fresh, walls, count);
    print_message("%-24s %6.2f visits, %6.2f in a new scene\n", what, now, best);
    check_tree(d);
    assert_true(now <= limit * best + 1.0);
    carom_dynamic_scene_destroy(fresh);
    free(walls);
}

static carom_wall short_wall(random_source *g, double x, double y) {
    const double dx = random_between(g, -1, 1), dy = random_between(g, -1, 1);
    return carom_segment(carom_vec2_make(x, y), carom_vec2_make(x + dx, y + dy));
}

static carom_wall anywhere(random_source *g) {
    const double side = 200.0, x = random_between(g, 0, side);
    return short_wall(g, x, random_between(g, 0, side));
}

static carom_dynamic_scene *many_anywhere(random_source *g) {
    carom_wall *walls = malloc(MANY * sizeof *walls);
    carom_dynamic_scene *d;
    assert_non_null(walls);
    for (size_t i = 0; i < MANY; i++) {
        walls[i] = anywhere(g);
    }
    assert_int_equal(carom_dynamic_scene_create(walls, MANY, NULL, &d, NULL), CAROM_STATUS_OK);
    free(walls);
    return d;
}

static void test_random_churn(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 8310, 0);
    carom_dynamic_scene *d = many_anywhere(&g);
    for (int i = 0; i < 5 * MANY; i++) {
        const uint32_t id = (uint32_t)random_int(&g, 0, MANY - 1);
        carom_dynamic_id again;
        carom_dynamic_scene_remove(d, carom_dynamic_scene_id(d, id));
        assert_int_equal(carom_dynamic_scene_insert(d, anywhere(&g), &again), CAROM_STATUS_OK);
        assert_int_equal(again.index, id);
        if (i == MANY / 2) {
            check_quality(d, "half replaced", 1.3);
        }
    }
    check_quality(d, "replaced five times", 1.3);
    carom_dynamic_scene_destroy(d);
}

static void test_sorted_inserts(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 8311, 0);
    carom_dynamic_scene *d;
    carom_dynamic_id id;
    assert_int_equal(carom_dynamic_scene_create(NULL, 0, NULL, &d, NULL), CAROM_STATUS_OK);
    for (int i = 0; i < MANY; i++) {
        const carom_wall wall = short_wall(&g, i / 141 * 1.5, i % 141 * 1.5);
        assert_int_equal(carom_dynamic_scene_insert(d, wall, &id), CAROM_STATUS_OK);
    }
    check_quality(d, "sorted inserts", 1.7);
    for (uint32_t i = 0; i < MANY; i++) {
        if (i % 100 != 0) {
            carom_dynamic_scene_remove(d, carom_dynamic_scene_id(d, i));
        }
    }
    check_quality(d, "one in 100 left", 1.7);
    // A window that goes on to the right.
    static carom_dynamic_id window[2000];
    for (int i = 0; i < 4 * MANY; i++) {
        const carom_wall wall = short_wall(&g, 300 + i / 30 * 0.5, i % 30 * 0.5);
        if (i >= 2000) {
            carom_dynamic_scene_remove(d, window[i % 2000]);
        }
        assert_int_equal(carom_dynamic_scene_insert(d, wall, &window[i % 2000]), CAROM_STATUS_OK);
    }
    check_quality(d, "a window that moves", 1.7);
    carom_dynamic_scene_destroy(d);
}

static void test_one_spot(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 8312, 0);
    carom_dynamic_scene *d = many_anywhere(&g);
    for (int i = 0; i < MANY; i++) {
        carom_dynamic_id id;
        carom_wall wall = short_wall(&g, 77.0, 77.0);
        wall.a.x += random_between(&g, 0, 1e-3);
        wall.b = carom_vec2_add(wall.a, carom_vec2_make(1e-5, 1e-5));
        assert_int_equal(carom_dynamic_scene_insert(d, wall, &id), CAROM_STATUS_OK);
    }
    check_quality(d, "half in one spot", 1.5);
    for (uint32_t id = 0; id < MANY; id++) {
        carom_dynamic_scene_remove(d, carom_dynamic_scene_id(d, id));
    }
    check_quality(d, "the spot alone", 1.5);
    carom_dynamic_scene_destroy(d);
}

// Walls move in batches: each on its own way, all together, a few of them far.
static void test_wandering(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 8313, 0);
    carom_dynamic_scene *d = many_anywhere(&g);
    carom_wall *walls = malloc(MANY * sizeof *walls);
    carom_dynamic_id *ids = malloc(MANY * sizeof *ids);
    assert_true(walls != NULL && ids != NULL);
    carom_dynamic_scene_list(d, ids, walls, MANY);
    static const char *const names[] = {"each on its own way", "all together", "a few far",
                                        "single moves", "to a thousandth"};
    for (int how = 0; how < 5; how++) {
        const size_t count = how == 2 ? MANY / 50 : MANY;
        for (int frame = 0; frame < 40; frame++) {
            for (size_t i = 0; i < count; i++) {
                const double dx = random_between(&g, -1, 1), dy = random_between(&g, -1, 1);
                carom_vec2 by = {dx, dy};
                by = how == 1 ? carom_vec2_make(1e4, 0) : how == 2 ? carom_vec2_scale(by, 50) : by;
                walls[i].a = carom_vec2_add(walls[i].a, by);
                walls[i].b = carom_vec2_add(walls[i].b, by);
                if (how == 4) {
                    walls[i].a = carom_vec2_scale(walls[i].a, 0.8);
                    walls[i].b = carom_vec2_scale(walls[i].b, 0.8);
                }
                if (how == 3 && i % 10 == 0) {
                    assert_int_equal(carom_dynamic_scene_move(d, ids[i], walls[i]),
                                     CAROM_STATUS_OK);
                }
            }
            if (how != 3) {
                assert_int_equal(carom_dynamic_scene_move_many(d, count == MANY ? NULL : ids, walls,
                                                               count, NULL),
                                 CAROM_STATUS_OK);
            }
        }
        check_quality(d, names[how], 1.6);
        carom_dynamic_scene_list(d, ids, walls, MANY);
    }
    free(walls);
    free(ids);
    carom_dynamic_scene_destroy(d);
}

// Long walls and lines among short ones do not make the leaves of the short ones long.
static void test_long_walls(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 8314, 0);
    carom_dynamic_scene *d = many_anywhere(&g);
    for (int i = 0; i < MANY; i++) {
        carom_dynamic_id id;
        carom_wall wall = anywhere(&g);
        if (i % 100 == 0) {
            const double x = random_between(&g, 0, 200), y = random_between(&g, 0, 200);
            wall.b = carom_vec2_make(x, y);
            wall.extent = i % 1000 == 0 ? CAROM_EXTENT_LINE : CAROM_EXTENT_SEGMENT;
        }
        carom_dynamic_scene_remove(d, carom_dynamic_scene_id(d, (uint32_t)i));
        assert_int_equal(carom_dynamic_scene_insert(d, wall, &id), CAROM_STATUS_OK);
    }
    check_quality(d, "long walls and lines", 1.3);
    carom_dynamic_scene_destroy(d);
}

// Leaves that keep two walls each, too far apart to be merged, are built anew.
static void test_thin_leaves(void **state) {
    (void)state;
    carom_wall *walls = malloc(MANY * sizeof *walls);
    carom_dynamic_scene *d;
    uint8_t *kept = calloc(MANY, 1);
    assert_true(walls != NULL && kept != NULL);
    for (int i = 0; i < MANY; i++) {
        const carom_vec2 at = carom_vec2_make(i % 141, i / 141);
        walls[i] = carom_segment(at, at);
    }
    assert_int_equal(carom_dynamic_scene_create(walls, MANY, NULL, &d, NULL), CAROM_STATUS_OK);
    // Two of each leaf as they are now.
    for (uint32_t leaf = 0; leaf < d->leaf_pool.end; leaf++) {
        kept[d->index[leaf * LEAF_WALLS]] = 1;
        if (d->index[leaf * LEAF_WALLS + 1] != NO_INDEX) {
            kept[d->index[leaf * LEAF_WALLS + 1]] = 1;
        }
    }
    for (uint32_t id = 0; id < MANY; id++) {
        if (!kept[id]) {
            carom_dynamic_scene_remove(d, carom_dynamic_scene_id(d, id));
        }
    }
    check_tree(d);
    print_message("%zu walls in %u leaves\n", carom_dynamic_scene_count(d), d->leaf_pool.used);
    assert_true(3 * d->leaf_pool.used < carom_dynamic_scene_count(d) + 1000);
    carom_dynamic_scene_destroy(d);
    free(walls);
    free(kept);
}

// ---- splits ----

static float size_of_part(const index_box *boxes, const uint8_t *order, unsigned from,
                          unsigned to) {
    index_box box = index_box_none();
    for (unsigned i = from; i < to; i++) {
        box = index_box_union(box, boxes[order[i]]);
    }
    return box_size(box);
}

// The least sum of both parts over all cuts along an axis, by the middles; of equal middles the
// lower number comes first.
static float least_sum(const index_box *boxes, unsigned count, unsigned least, int axis) {
    uint8_t order[SPLIT_MOST];
    float middles[SPLIT_MOST], sum = (float)HUGE_VAL;
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        middles[i] = axis == 0 ? boxes[i].min_x + boxes[i].max_x : boxes[i].min_y + boxes[i].max_y;
        for (; at > 0 && middles[order[at - 1]] > middles[i]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = (uint8_t)i;
    }
    for (unsigned cut = least; cut <= count - least; cut++) {
        sum =
            fminf(sum, size_of_part(boxes, order, 0, cut) + size_of_part(boxes, order, cut, count));
    }
    return sum;
}

static void test_splits(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 8315, 0);
    for (int i = 0; i < 2000; i++) {
        index_box boxes[SPLIT_MOST];
        uint8_t order[SPLIT_MOST];
        const unsigned count = (unsigned)random_int(&g, 6, SPLIT_MOST);
        const unsigned least = (unsigned)random_int(&g, 1, (int)count / 2);
        for (unsigned k = 0; k < count; k++) {
            const float x = (float)random_int(&g, -9, 9), y = (float)random_int(&g, -9, 9);
            boxes[k] = (index_box){x, x + (float)random_int(&g, 0, 3), y, y};
        }
        const unsigned first = carom_dynamic_split(boxes, count, least, order);
        assert_true(first >= least && count - first >= least);
        unsigned seen = 0;
        for (unsigned k = 0; k < count; k++) {
            seen |= 1u << order[k];
        }
        assert_true(seen == (1u << count) - 1);
        const float sum =
            size_of_part(boxes, order, 0, first) + size_of_part(boxes, order, first, count);
        assert_true(sum ==
                    fminf(least_sum(boxes, count, least, 0), least_sum(boxes, count, least, 1)));
    }
}

// After the last generation comes the first one again, and never 0, which no wall has.
static void test_last_generation(void **state) {
    (void)state;
    const carom_wall wall = carom_segment(carom_vec2_make(0, 0), carom_vec2_make(10, 0));
    carom_dynamic_scene *d;
    assert_int_equal(carom_dynamic_scene_create(&wall, 1, NULL, &d, NULL), CAROM_STATUS_OK);
    d->generations[0] = UINT32_MAX;
    const carom_dynamic_id last = carom_dynamic_scene_id(d, 0);
    assert_true(last.generation == UINT32_MAX && carom_dynamic_scene_remove(d, last));
    carom_dynamic_id next;
    assert_int_equal(carom_dynamic_scene_insert(d, wall, &next), CAROM_STATUS_OK);
    assert_true(next.index == 0 && next.generation == 1);
    assert_false(carom_dynamic_scene_has(d, last));
    carom_dynamic_scene_destroy(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invariants),      cmocka_unit_test(test_splits),
        cmocka_unit_test(test_random_churn),    cmocka_unit_test(test_sorted_inserts),
        cmocka_unit_test(test_one_spot),        cmocka_unit_test(test_wandering),
        cmocka_unit_test(test_long_walls),      cmocka_unit_test(test_thin_leaves),
        cmocka_unit_test(test_last_generation),
    };
    return cmocka_run_group_tests_name("dynamic_internal", tests, NULL, NULL);
}
