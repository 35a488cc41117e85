// Areas against the oracle, for every kind of rings: with an index and without, one area and all,
// lists that do not fit, the nearest ones. The oracle is a plain loop in rational numbers.
#include "verdicts.h"

#include <math.h>
#include <stdlib.h>

#include "area_oracle.h"
#include "random.h"
#include "ring_sets.h"

enum { AREAS_MAX = 1024, QUESTIONS = 25 };

// A set, and its walls sorted by area, so that the oracle looks at those of one area only.
typedef struct rings_under_test {
    ring_set set;
    carom_wall sorted[RING_WALLS_MAX];
    size_t from[AREAS_MAX + 2];
    carom_scene *scene;
    carom_area_index *index;
} rings_under_test;

static const carom_wall *walls_of(const rings_under_test *r, uint32_t number, size_t *count) {
    *count = r->from[number + 1] - r->from[number];
    return r->sorted + r->from[number];
}

static void sort_walls(rings_under_test *r) {
    size_t at = 0;
    for (uint32_t number = 0; number <= r->set.areas; number++) {
        r->from[number] = at;
        for (size_t i = 0; i < r->set.count; i++)
            if (r->set.walls[i].group == number * r->set.factor)
                r->sorted[at++] = r->set.walls[i];
    }
    r->from[r->set.areas + 1] = at;
    assert_int_equal(at, r->set.count);
}

static void start(rings_under_test *r, ring_kind kind, random_source *g) {
    const bool thick = random_one_in(g, 3), others = random_one_in(g, 2);
    ring_set_make(&r->set, kind, random_bits(g), thick, others);
    assert_true(r->set.areas <= AREAS_MAX);
    sort_walls(r);
    assert_int_equal(carom_scene_create(r->set.walls, r->set.count, NULL, NULL, &r->scene, NULL),
                     CAROM_STATUS_OK);
    carom_area_error error;
    assert_int_equal(carom_area_index_create(r->scene, NULL, NULL, &r->index, &error),
                     CAROM_STATUS_OK);
}

static void finish(rings_under_test *r) {
    carom_area_index_destroy(r->index, NULL);
    carom_scene_destroy(r->scene, NULL);
}

static void fail_with(const rings_under_test *r, carom_circle c, const char *what) {
    print_error("%s: %s; %zu walls, circle {{%a, %a}, %a}\n", ring_kind_name(r->set.kind), what,
                r->set.count, c.center.x, c.center.y, c.radius);
    for (size_t i = 0; i < r->set.count && r->set.count < 30; i++)
        print_error("  {{%a, %a}, {%a, %a}} %a of %u\n", r->set.walls[i].a.x, r->set.walls[i].a.y,
                    r->set.walls[i].b.x, r->set.walls[i].b.y, r->set.walls[i].radius,
                    r->set.walls[i].group);
    fail();
}

static void need(const rings_under_test *r, carom_circle c, bool holds, const char *what) {
    if (!holds)
        fail_with(r, c, what);
}

// ---- one area ----

static void check_relation(const rings_under_test *r, carom_circle c, random_source *g) {
    const uint32_t area = ring_set_area(&r->set, g), number = area / r->set.factor;
    carom_area_relation expected = CAROM_AREA_RELATION_OUTSIDE;
    double distance = (double)INFINITY;
    if (number >= 1 && number <= r->set.areas) {
        size_t count;
        const carom_wall *walls = walls_of(r, number, &count);
        expected = area_oracle_relate(walls, count, c, area);
        if (count > 0)
            distance = area_oracle_distance(walls, count, area, c.center);
    }
    need(r, c, carom_scene_relate_area(r->scene, r->index, c, area) == expected, "relation");
    need(r, c, carom_scene_relate_area(r->scene, NULL, c, area) == expected,
         "relation without index");
    for (int i = 0; i < 2; i++) {
        const carom_area_index *index = i == 0 ? r->index : NULL;
        const double d = carom_scene_area_distance(r->scene, index, c.center, area);
        need(r, c, d == distance && (d != 0.0 || !signbit(d)), "distance of one area");
    }
}

// ---- lists ----

static void check_areas_at(const rings_under_test *r, carom_circle c,
                           const carom_area_index *index) {
    static uint32_t got[AREAS_MAX];
    const carom_circle point = carom_circle_make(c.center, 0.0);
    const size_t found = carom_scene_areas_at(r->scene, index, c.center, NULL, got, AREAS_MAX);
    size_t expected = 0;
    for (uint32_t number = 1; number <= r->set.areas; number++) {
        size_t count;
        const carom_wall *walls = walls_of(r, number, &count);
        const uint32_t area = number * r->set.factor;
        const bool holds =
            area_oracle_relate(walls, count, point, area) >= CAROM_AREA_RELATION_TOUCHING;
        need(r, point, carom_scene_contains(r->scene, index, c.center, area) == holds, "contains");
        if (holds)
            need(r, point, expected < found && got[expected++] == area, "areas at a point");
    }
    need(r, point, expected == found, "number of areas at a point");
    uint32_t few[3] = {0, 0, 77};
    need(r, point, carom_scene_areas_at(r->scene, index, c.center, NULL, few, 2) == found,
         "number of areas");
    need(r, point,
         few[2] == 77 && (found < 1 || few[0] == got[0]) && (found < 2 || few[1] == got[1]),
         "the first areas");
}

static void check_areas(const rings_under_test *r, carom_circle c, double gap,
                        const carom_area_index *index) {
    static carom_area_hit got[AREAS_MAX];
    const size_t found = carom_scene_areas(r->scene, index, c, gap, NULL, got, AREAS_MAX);
    size_t expected = 0;
    for (uint32_t number = 1; number <= r->set.areas; number++) {
        size_t count;
        const carom_wall *walls = walls_of(r, number, &count);
        const uint32_t area = number * r->set.factor;
        if (!area_oracle_within(walls, count, c, gap, area))
            continue;
        need(r, c, expected < found, "too few areas");
        const carom_area_hit *hit = &got[expected++];
        need(r, c, hit->area == area, "areas");
        need(r, c, hit->relation == area_oracle_relate(walls, count, c, area),
             "relation of an area");
        const double distance = area_oracle_distance(walls, count, area, c.center);
        need(r, c, hit->distance == distance && (distance != 0.0 || !signbit(hit->distance)),
             "distance of an area");
    }
    need(r, c, expected == found, "number of areas");
    need(r, c, carom_scene_areas(r->scene, index, c, gap, NULL, NULL, 0) == found, "count");
}

// ---- nearest ----

// The order of two areas by their signed distances, written from the words of the header.
static int order_of(const rings_under_test *r, carom_vec2 p, uint32_t number, uint32_t other) {
    size_t count, other_count;
    const carom_wall *walls = walls_of(r, number, &count);
    const carom_wall *others = walls_of(r, other, &other_count);
    const uint32_t area = number * r->set.factor, other_area = other * r->set.factor;
    const bool inside = area_oracle_place(walls, count, area, p) == AREA_PLACE_INSIDE;
    const bool other_inside =
        area_oracle_place(others, other_count, other_area, p) == AREA_PLACE_INSIDE;
    if (inside != other_inside)
        return inside ? -1 : 1;
    carom_wall wall = walls[area_oracle_nearest(walls, count, area, p)];
    carom_wall other_wall = others[area_oracle_nearest(others, other_count, other_area, p)];
    wall.radius = other_wall.radius = 0.0;
    const int order = carom_circle_compare_distance(carom_circle_make(p, 0.0), wall, other_wall);
    if (order != 0)
        return inside ? -order : order;
    return number < other ? -1 : 1;
}

static void check_nearest(const rings_under_test *r, carom_circle c, size_t k,
                          const carom_area_index *index) {
    static carom_area_hit got[AREAS_MAX];
    size_t there = 0;
    for (uint32_t number = 1; number <= r->set.areas; number++)
        there += r->from[number + 1] > r->from[number];
    const size_t found = carom_scene_nearest_areas(r->scene, index, c, NULL, got, k);
    need(r, c, found == (there < k ? there : k), "number of nearest areas");
    for (size_t i = 0; i < found; i++) {
        size_t count;
        const carom_wall *walls = walls_of(r, got[i].area / r->set.factor, &count);
        need(r, c, got[i].relation == area_oracle_relate(walls, count, c, got[i].area),
             "relation of a nearest area");
        need(r, c, got[i].distance == area_oracle_distance(walls, count, got[i].area, c.center),
             "distance of a nearest area");
        need(r, c,
             i == 0 || order_of(r, c.center, got[i - 1].area / r->set.factor,
                                got[i].area / r->set.factor) < 0,
             "order of nearest areas");
    }
    for (uint32_t number = 1; number <= r->set.areas && found < there; number++) {
        bool is_listed = r->from[number + 1] == r->from[number];
        for (size_t i = 0; i < found; i++)
            is_listed |= got[i].area == number * r->set.factor;
        need(r, c,
             is_listed || order_of(r, c.center, got[found - 1].area / r->set.factor, number) < 0,
             "a nearer area");
    }
}

static void check_question(const rings_under_test *r, random_source *g) {
    const carom_circle c = ring_set_circle(&r->set, g);
    const double gap = random_one_in(g, 2) ? 0.0 : r->set.unit * random_int(g, 0, 3);
    check_relation(r, c, g);
    check_relation(r, carom_circle_make(c.center, 0.0), g);
    check_areas_at(r, c, r->index);
    check_areas(r, c, gap, r->index);
    if (random_one_in(g, 3)) {
        check_areas_at(r, c, NULL);
        check_areas(r, c, gap, NULL);
        const size_t k = (size_t)random_int(g, 1, random_one_in(g, 4) ? 50 : 4);
        check_nearest(r, c, k, random_one_in(g, 2) ? r->index : NULL);
    }
}

static void areas_are_those_of_the_oracle(void **state) {
    const ring_kind kind = *(const ring_kind *)*state;
    rings_under_test *r = malloc(sizeof *r);
    assert_non_null(r);
    for (long i = 0; i < case_count(30); i++) {
        random_source g = random_start(case_seed(), (uint64_t)kind, (uint64_t)i);
        start(r, kind, &g);
        for (int k = 0; k < QUESTIONS; k++)
            check_question(r, &g);
        finish(r);
    }
    free(r);
}

int main(void) {
    static ring_kind kinds[RINGS_COUNT];
    static struct CMUnitTest tests[RINGS_COUNT];
    for (int k = 0; k < RINGS_COUNT; k++) {
        kinds[k] = (ring_kind)k;
        tests[k] = (struct CMUnitTest){ring_kind_name(kinds[k]), areas_are_those_of_the_oracle,
                                       NULL, NULL, &kinds[k]};
    }
    return _cmocka_run_group_tests("areas", tests, RINGS_COUNT, NULL, NULL);
}
