// Depenetration: the path out of an overlap crosses no wall; a way is found wherever one is likely
// to be needed. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "carom/mover.h"
#include "cases.h"
#include "depenetration_check.h"
#include "points.h"
#include "random.h"
#include "scenes.h"
#include "source_kinds.h"

// Depenetrates and checks by the oracle.
static carom_depenetration depenetrated(carom_circle c, const carom_wall *walls, size_t count) {
    const carom_wall_list list = {walls, NULL, count};
    const carom_depenetration d = carom_circle_depenetrate(c, carom_wall_list_source(&list), NULL);
    const char *broken = broken_depenetration(c, &list, &d, true);
    if (broken != NULL)
        fail_msg("%s", broken);
    return d;
}

// A door comes from the left and passes over a ball at rest in front of a wall, at 1 to 25 units a
// frame. The ball must never get beyond the wall. Returns the number of frames in which it is
// stuck.
static int pass_with_door(double half_length, carom_extent extent, int step) {
    carom_wall walls[2] = {carom_wall_make(vec(20, -100), vec(20, 100), 0, extent)};
    const carom_wall_list list = {walls, NULL, 2};
    carom_move_settings s = carom_move_settings_default();
    s.world.walls = carom_wall_list_source(&list);
    s.response = carom_slide();
    carom_ball ball = {{0, 0}, 16, {0, 0}};
    int stuck = 0, freed = 0;
    for (double x = -60; x <= 100; x += step) {
        walls[1] = carom_wall_make(vec(x, -half_length), vec(x, half_length), 4, extent);
        const carom_motion m = carom_ball_move(ball, 1, &s);
        stuck += m.kind == CAROM_MOTION_KIND_STUCK;
        freed += m.kind == CAROM_MOTION_KIND_FREED;
        ball = m.ball;
        if (!(ball.center.x <= 4))
            fail_msg("step %d: the ball is at %a %g", step, ball.center.x, ball.center.y);
    }
    assert_true(freed > 0);
    return stuck;
}

static void test_door_and_wall(void **state) {
    (void)state;
    for (int step = 1; step <= 25; step++) {
        // A short door leaves a way around its end.
        assert_int_equal(pass_with_door(40, CAROM_EXTENT_SEGMENT, step), 0);
        // An endless one leaves none while it covers the place between ball and wall.
        const int stuck = pass_with_door(40, CAROM_EXTENT_LINE, step);
        assert_true(stuck >= 16 / step && stuck <= 36 / step + 1);
    }
}

// Walls without a radius, two-sided and one-sided, and walls that leave no place.
static void test_simple_walls(void **state) {
    (void)state;
    carom_wall walls[5] = {carom_segment(vec(-9, 0), vec(9, 0))};
    carom_depenetration d = depenetrated(carom_circle_make(vec(0, 1), 1), walls, 1);
    assert_true(d.found && !d.overlapped && d.wall == CAROM_NO_WALL && is_point(d.center, 0, 1));
    d = depenetrated(carom_circle_make(vec(0, -0.5), 1), walls, 1);
    assert_true(d.found && d.overlapped && d.wall == 0 && is_point(d.center, 0, -1));
    walls[0].one_sided = true;
    d = depenetrated(carom_circle_make(vec(0, -0.5), 1), walls, 1);
    assert_true(d.found && !d.overlapped && is_point(d.center, 0, -0.5));
    walls[0].one_sided = false;
    // Between two walls that leave no space: out along them, if they end.
    walls[1] = carom_line(vec(-9, 1), vec(9, 1));
    walls[2] = carom_line(vec(-9, 0), vec(9, 0));
    d = depenetrated(carom_circle_make(vec(0, 0.5), 1), walls + 1, 2);
    assert_true(!d.found && d.overlapped && d.wall == 0 && is_point(d.center, 0, 0.5));
    walls[1] = carom_segment(vec(-9, 1), vec(9, 1));
    d = depenetrated(carom_circle_make(vec(8.5, 0.5), 1), walls, 2);
    assert_true(d.found && d.center.x > 9 && d.center.x < 10.25);
    // A centre on the axis may leave to either side.
    walls[1] = carom_segment(vec(-9, 0.5), vec(9, 0.5));
    d = depenetrated(carom_circle_make(vec(0, 0), 0.5), walls, 2);
    assert_true(d.found && fabs(d.center.x) < 1e-15 && fabs(d.center.y + 0.5) < 1e-14);
    walls[1] = carom_segment(vec(-9, -0.5), vec(9, -0.5));
    d = depenetrated(carom_circle_make(vec(0, 0), 0.5), walls, 2);
    assert_true(d.found && is_point(d.center, 0, 0.5));
    // No free place within the range of double.
    walls[3] = carom_wall_make(vec(0, 0), vec(1, 1), DBL_MAX, CAROM_EXTENT_LINE);
    walls[4] = carom_wall_make(vec(0, 0), vec(-1, 1), DBL_MAX, CAROM_EXTENT_LINE);
    walls[2] = walls[0];
    d = depenetrated(carom_circle_make(vec(0, 5), DBL_MAX), walls, 5);
    assert_true(!d.found && d.overlapped && d.wall == 0 && is_point(d.center, 0, 5));
    assert_false(depenetrated(carom_circle_make(vec(0, 5), -1), walls, 5).found);
    assert_false(depenetrated(carom_circle_make(vec((double)NAN, 5), 1), walls, 5).found);
}

// Places beyond the range of double are left out.
static void test_at_the_end_of_the_range(void **state) {
    (void)state;
    const double left = 1.7e308 - 5e305, right = 1.7e308 + 1.2e306;
    const carom_wall walls[2] = {carom_line(vec(left, 1.78e308), vec(left, 1.79e308)),
                                 carom_line(vec(right, 1.78e308), vec(right, 1.79e308))};
    const carom_circle c = carom_circle_make(vec(1.7e308, 1.79e308), 1e306);
    assert_false(depenetrated(c, walls, 2).found);
    assert_true(depenetrated(c, walls, 1).found);
}

// A one-sided wall blocks the way of a circle on its left, and of no other.
static void test_one_sided_walls_block(void **state) {
    (void)state;
    // The left of the second wall is x > 2. The push out of the first leads to x = 1.
    carom_wall walls[2] = {carom_line(vec(-1, -9), vec(-1, 9)), carom_line(vec(2, 9), vec(2, -9))};
    walls[1].one_sided = true;
    carom_depenetration d = depenetrated(carom_circle_make(vec(0, 0), 2), walls, 2);
    assert_true(d.found && is_point(d.center, 1, 0));
    walls[1].a.y = -9, walls[1].b.y = 9;
    d = depenetrated(carom_circle_make(vec(0, 0), 2), walls, 2);
    assert_true(!d.found && is_point(d.center, 0, 0));
    // Overlapped at the start, it does not count.
    d = depenetrated(carom_circle_make(vec(0.5, 0), 2), walls, 2);
    assert_true(d.found && is_point(d.center, 1, 0));
}

// Invalid walls do not block a way.
static void test_invalid_walls(void **state) {
    (void)state;
    carom_wall walls[2] = {carom_segment(vec(-1, -9), vec(-1, 9)),
                           carom_segment(vec(1.5, -9), vec(1.5, (double)NAN))};
    const carom_depenetration d = depenetrated(carom_circle_make(vec(0, 0), 2), walls, 2);
    assert_true(d.found && is_point(d.center, 1, 0));
}

// A ball that rests on a wall, as a move leaves it, and a door that comes along the wall.
static void test_pushed_along_a_floor(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 30, 0);
    int freed = 0, count = 0;
    for (int i = 0; i < 20000; i++) {
        const double angle = i % 4 == 0 ? 0.0 : random_between(&g, 0, 6.28);
        const carom_vec2 u = vec(cos(angle), sin(angle)), n = carom_vec2_left(u);
        const double far = i % 3 == 0 ? 0.0 : random_log(&g, 0, 30);
        const double x = random_sign(&g) * far, y = random_sign(&g) * far;
        const carom_vec2 o = vec(x, y);
        const double radius = random_log(&g, -4, 4);
        carom_wall walls[2] = {{.a = carom_vec2_add(o, carom_vec2_scale(u, -100)),
                                .b = carom_vec2_add(o, carom_vec2_scale(u, 100)),
                                .radius = random_one_in(&g, 2) ? 0.0 : random_log(&g, -3, 3)}};
        carom_circle c = {carom_vec2_add(o, carom_vec2_scale(n, 0.5 * radius)), radius};
        c.center = carom_circle_push_out(c, walls[0]).center;
        // The door is across the floor, more or less.
        const double depth = radius * random_between(&g, 0.001, 0.9);
        const double lean = random_one_in(&g, 2) ? 0.0 : random_between(&g, -0.7, 0.7);
        const carom_vec2 up = carom_vec2_add(n, carom_vec2_scale(u, lean));
        const carom_vec2 foot = carom_vec2_add(c.center, carom_vec2_scale(u, depth - radius));
        walls[1] = carom_segment(carom_vec2_sub(foot, carom_vec2_scale(up, 50)),
                                 carom_vec2_add(foot, carom_vec2_scale(up, 50)));
        const carom_wall_list list = {walls, NULL, 2};
        const carom_depenetration d =
            carom_circle_depenetrate(c, carom_wall_list_source(&list), NULL);
        const char *broken = broken_depenetration(c, &list, &d, i % 16 == 0);
        if (broken != NULL)
            fail_msg("%s", broken);
        count += d.overlapped;
        freed += d.overlapped && d.found;
        // It is not sent far away.
        const carom_vec2 way = carom_vec2_sub(d.center, c.center);
        assert_true(sqrt(carom_vec2_dot(way, way)) <= 6 * radius);
    }
    printf("pushed along a floor: %d of %d freed\n", freed, count);
    assert_true(count > 19000 && freed == count);
}

// A ball with no slack between two parallel walls is pushed along them.
static void test_pushed_along_a_channel(void **state) {
    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        const carom_wall along[2][3] = {
            {carom_segment(vec(-9, -1), vec(9, -1)), carom_segment(vec(-9, 1), vec(9, 1)),
             carom_capsule(vec(-1, -9), vec(-1, 9), 0.25)},
            {carom_segment(vec(-1, -9), vec(-1, 9)), carom_segment(vec(1, -9), vec(1, 9)),
             carom_capsule(vec(-9, -1), vec(9, -1), 0.25)}};
        const carom_depenetration d = depenetrated(carom_circle_make(vec(0, 0), 1), along[turn], 3);
        assert_true(d.found && d.wall == 2);
        assert_true(turn == 0 ? is_point(d.center, 0.25, 0) : is_point(d.center, 0, 0.25));
    }
    // Sloped, with some slack, the door deep in the ball and not across the channel.
    const carom_vec2 u = vec(0.8, 0.6), n = vec(-0.6, 0.8);
    carom_wall walls[3];
    for (int i = 0; i < 2; i++) {
        const carom_vec2 o = carom_vec2_scale(n, (i == 0 ? -1 : 1) * (1 + 1e-9));
        walls[i] = carom_segment(carom_vec2_add(o, carom_vec2_scale(u, -9)),
                                 carom_vec2_add(o, carom_vec2_scale(u, 9)));
    }
    walls[2] = carom_capsule(vec(-0.5, -9), vec(-0.5, 9), 0.25);
    const carom_depenetration d = depenetrated(carom_circle_make(vec(0, 0), 1), walls, 3);
    assert_true(d.found && fabs(carom_vec2_dot(d.center, u) - 0.75 / 0.8) < 1e-6);
}

// ---- the place found, compared with the places that were found before, and with brute force ----

// The deepest two-sided wall that the circle overlaps.
static bool deepest_of(carom_circle c, const carom_wall_list *walls, carom_wall *deepest,
                       double *depth) {
    *depth = 0.0;
    for (size_t i = 0; i < walls->count; i++) {
        const carom_contact contact = carom_circle_contact(c, walls->walls[i]);
        if (!walls->walls[i].one_sided && contact.relation > CAROM_RELATION_TOUCHING &&
            contact.depth > *depth) {
            *depth = contact.depth;
            *deepest = walls->walls[i];
        }
    }
    return *depth > 0.0;
}

// A depenetration that does not look at the way: pushes out of the deepest wall, then the first
// free place in 16 directions at doubled distances.
static bool depenetrate_blindly(carom_circle start, const carom_wall_list *walls, carom_vec2 *to) {
    carom_wall deepest;
    double depth, first;
    carom_circle c = start;
    deepest_of(c, walls, &deepest, &first);
    for (int i = 0; i < 64; i++) {
        if (!deepest_of(c, walls, &deepest, &depth)) {
            *to = c.center;
            return true;
        }
        c.center = carom_circle_push_out(c, deepest).center;
    }
    for (double distance = first; distance < 1e6 * first; distance *= 2) {
        for (int i = 0; i < 16; i++) {
            const double angle = i * 0.39269908169872414;
            c.center =
                carom_vec2_add(start.center, vec(distance * cos(angle), distance * sin(angle)));
            if (!deepest_of(c, walls, &deepest, &depth)) {
                *to = c.center;
                return true;
            }
        }
    }
    return false;
}

typedef struct place_class {
    const char *name;
    // Fills the walls, returns the circle.
    carom_circle (*make)(random_source *g, carom_wall *walls, size_t *count);
} place_class;

enum { PLACE_WALLS_MAX = 48 };

static carom_vec2 random_point(random_source *g, double size) {
    const double x = random_between(g, -size, size);
    return vec(x, random_between(g, -size, size));
}

static carom_circle random_circle(random_source *g, double size, double least, double most) {
    const carom_vec2 center = random_point(g, size);
    return carom_circle_make(center, random_between(g, least, most));
}

// A room of four walls, and a thick door that has moved onto the ball.
static carom_circle make_door(random_source *g, carom_wall *walls, size_t *count) {
    for (int i = 0; i < 4; i++) {
        carom_vec2 p = vec(8, -8), q = vec(8, 8);
        for (int k = 0; k < i; k++)
            p = carom_vec2_left(p), q = carom_vec2_left(q);
        walls[i] = carom_segment(p, q);
    }
    const carom_vec2 p = random_point(g, 8), along = random_point(g, 9);
    walls[4] = carom_capsule(p, carom_vec2_add(p, along), random_between(g, 0, 1));
    *count = 5;
    const double radius = random_between(g, 0.25, 3);
    return carom_circle_make(random_point(g, 8 - radius), radius);
}

// Thin walls that cross each other.
static carom_circle make_soup(random_source *g, carom_wall *walls, size_t *count) {
    *count = (size_t)random_int(g, 2, PLACE_WALLS_MAX);
    for (size_t i = 0; i < *count; i++) {
        const carom_vec2 p = random_point(g, 9);
        walls[i] = carom_segment(p, carom_vec2_add(p, random_point(g, 3)));
        walls[i].one_sided = random_one_in(g, 8);
    }
    return random_circle(g, 9, 0.05, 1);
}

// A thick corridor: a chain of capsules along each side, the joints overlapped, a door across it.
static carom_circle make_corridor(random_source *g, carom_wall *walls, size_t *count) {
    const double radius = random_between(g, 0.25, 1);
    const double half = 1.5 + radius * random_between(g, 1, 2);
    carom_vec2 p = vec(-9, half), q = vec(-9, -half);
    *count = 0;
    for (int i = 0; i < 9; i++) {
        const double bend = random_between(g, -0.5, 0.5);
        const carom_vec2 p2 = vec(p.x + 2, half + bend), q2 = vec(q.x + 2, bend - half);
        walls[(*count)++] = carom_capsule(p, p2, 1.5);
        walls[(*count)++] = carom_capsule(q, q2, 1.5);
        p = p2;
        q = q2;
    }
    const double x = random_between(g, -2, 2), lean = random_between(g, -1, 1);
    walls[(*count)++] = carom_capsule(vec(x - lean, -9), vec(x + lean, 9), random_between(g, 0, 1));
    const double dx = random_between(g, -1.5, 1.5), y = random_between(g, -0.3, 0.3);
    return carom_circle_make(vec(x + dx, y), radius);
}

// A closed chain with equal ends around the circle, which overlaps one or two of its sides.
static carom_circle make_chain(random_source *g, carom_wall *walls, size_t *count) {
    *count = (size_t)random_int(g, 3, 12);
    for (size_t i = 0; i < *count; i++) {
        const double angle = 6.28318530717958648 * (double)i / (double)*count;
        const double size = random_between(g, 2, 6);
        walls[i].a = vec(size * cos(angle), size * sin(angle));
    }
    const double thick = random_one_in(g, 2) ? 0.0 : random_between(g, 0, 0.5);
    for (size_t i = 0; i < *count; i++)
        walls[i] = carom_capsule(walls[i].a, walls[(i + 1) % *count].a, thick);
    return random_circle(g, 3, 0.1, 2);
}

// Small integers: centres on axes, equal depths, equal walls, points.
static carom_circle make_lattice(random_source *g, carom_wall *walls, size_t *count) {
    *count = (size_t)random_int(g, 1, 8);
    for (size_t i = 0; i < *count; i++) {
        const int ax = random_int(g, -4, 4), ay = random_int(g, -4, 4);
        const int bx = random_int(g, -4, 4), by = random_int(g, -4, 4);
        const double radius = random_one_in(g, 2) ? 0 : 1;
        walls[i] = carom_wall_make(vec(ax, ay), vec(bx, by), radius,
                                   (carom_extent)(random_one_in(g, 4) ? random_int(g, 1, 2) : 0));
        walls[i].one_sided = random_one_in(g, 6);
    }
    const int x = random_int(g, -2, 2), y = random_int(g, -2, 2);
    return carom_circle_make(vec(x, y), random_int(g, 1, 3));
}

// A ball that touches two walls, pushed out of both, and a door over it.
static carom_circle make_touching(random_source *g, carom_wall *walls, size_t *count) {
    *count = 3;
    carom_circle c = random_circle(g, 2, 0.5, 2);
    for (int i = 0; i < 3; i++) {
        const carom_vec2 p = random_point(g, 6), along = random_point(g, 9);
        walls[i] = carom_capsule(p, carom_vec2_add(p, along),
                                 random_one_in(g, 2) ? 0 : random_between(g, 0, 1));
    }
    for (int i = 0; i < 20; i++)
        c.center = carom_circle_push_out(c, walls[i % 2]).center;
    const carom_vec2 onto = carom_vec2_sub(c.center, walls[2].a);
    const double much = random_between(g, 0.3, 1);
    walls[2].a = carom_vec2_add(walls[2].a, carom_vec2_scale(onto, much));
    walls[2].b = carom_vec2_add(walls[2].b, carom_vec2_scale(onto, much));
    return c;
}

typedef struct tally {
    long overlapped, freed, stuck;
    // Stuck circles asked by brute force, and those of them that have a way.
    long asked, missed;
    // Blind depenetrations along a legal way, and along another; those of the first that are stuck.
    long blind_legal, blind_illegal, lost;
    // The sum of the ways found, as a multiple of the nearest by brute force.
    double way_sum;
    long ways;
} tally;

static double length_of(carom_vec2 p, carom_vec2 q) {
    return hypot(p.x - q.x, p.y - q.y);
}

// The order of the reports, and reports of walls far away, do not change the answer.
static void check_other_order(carom_circle c, const carom_wall_list *list, carom_depenetration d) {
    test_source source;
    test_source_start(&source, list, ORDER_LATE_FIRST, false);
    const carom_depenetration e = carom_circle_depenetrate(c, test_source_walls(&source), NULL);
    test_source_end(&source);
    assert_true(e.found == d.found && e.wall == d.wall);
    assert_true(is_point(e.center, d.center.x, d.center.y));
}

static void ask(const place_class *k, uint64_t i, tally *t) {
    carom_wall walls[PLACE_WALLS_MAX] = {0};
    size_t count;
    random_source g = random_start(case_seed(), 31, i);
    const carom_circle c = k->make(&g, walls, &count);
    const carom_wall_list list = {walls, NULL, count};
    const carom_depenetration d = carom_circle_depenetrate(c, carom_wall_list_source(&list), NULL);
    const char *broken = broken_depenetration(c, &list, &d, i % 64 == 0);
    if (broken != NULL)
        fail_msg("%s, case %ld: %s", k->name, (long)i, broken);
    if (!d.overlapped)
        return;
    if (i % 16 == 0)
        check_other_order(c, &list, d);
    carom_vec2 blind, way;
    const bool is_blind_legal = depenetrate_blindly(c, &list, &blind) &&
                                illegal_depenetration(c, blind, &list, false) == NULL;
    t->overlapped++;
    t->freed += d.found;
    t->stuck += !d.found;
    t->blind_legal += is_blind_legal;
    t->blind_illegal += !is_blind_legal;
    t->lost += is_blind_legal && !d.found;
    if (!d.found && t->asked < 400) {
        t->asked++;
        t->missed += find_depenetration(c, &list, 1440, &way);
    }
    if (d.found && i % 64 == 0 && find_depenetration(c, &list, 360, &way)) {
        t->ways++;
        t->way_sum += length_of(d.center, c.center) / length_of(way, c.center);
    }
}

// No way found is illegal. No circle is stuck that a blind depenetration frees along a legal way.
// By brute force, at most 10 % of the circles that are stuck have a straight path out, and at most
// 0.5 % of all circles that overlap are stuck although they have one.
static void test_places(void **state) {
    (void)state;
    static const place_class classes[] = {{"door", make_door},         {"soup", make_soup},
                                          {"corridor", make_corridor}, {"chain", make_chain},
                                          {"lattice", make_lattice},   {"touching", make_touching}};
    printf("%-9s %10s %8s %8s %7s %7s | blind: %8s %8s %5s | way\n", "", "overlapped", "freed",
           "stuck", "asked", "missed", "legal", "illegal", "lost");
    long asked = 0, missed = 0, overlapped = 0, illegal = 0;
    for (size_t k = 0; k < sizeof classes / sizeof classes[0]; k++) {
        tally t = {0};
        for (long i = 4 * case_count(500); i > 0; i--)
            ask(&classes[k], (uint64_t)i, &t);
        printf("%-9s %10ld %8ld %8ld %7ld %7ld | blind: %8ld %8ld %5ld | %.3f\n", classes[k].name,
               t.overlapped, t.freed, t.stuck, t.asked, t.missed, t.blind_legal, t.blind_illegal,
               t.lost, t.way_sum / (double)t.ways);
        assert_true(t.lost == 0);
        overlapped += t.overlapped;
        illegal += t.blind_illegal;
        asked += t.asked;
        missed += t.missed;
    }
    assert_true(asked > 0 && illegal > 0);
    if (asked >= 100)
        assert_true(10 * missed <= asked && 200 * missed <= overlapped);
}

// Many walls of every extent and thickness that cross each other. Some enclose the circle.
static void test_soup(void **state) {
    (void)state;
    static test_scene scene;
    scene_make(&scene, SCENE_SOUP);
    random_source g = random_start(case_seed(), 20, 0);
    int freed = 0, stuck = 0, missed = 0;
    double farthest = 0.0;
    for (int i = 0; i < 500; i++) {
        const carom_vec2 p = random_point(&g, 9);
        const carom_circle c = {p, random_between(&g, 0.01, 0.6)};
        const carom_depenetration d = depenetrated(c, scene.walls, scene.array.count);
        carom_vec2 way;
        freed += d.overlapped && d.found;
        stuck += !d.found;
        missed += !d.found && find_depenetration(c, &scene.array, 720, &way);
        farthest = fmax(farthest, length_of(d.center, p) / c.radius);
    }
    printf("soup: %d freed, at most %.1f radii off; %d stuck, %d of them with a way\n", freed,
           farthest, stuck, missed);
    assert_true(freed > 200 && stuck > 0 && 20 * missed <= stuck);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_door_and_wall),
        cmocka_unit_test(test_simple_walls),
        cmocka_unit_test(test_at_the_end_of_the_range),
        cmocka_unit_test(test_one_sided_walls_block),
        cmocka_unit_test(test_invalid_walls),
        cmocka_unit_test(test_pushed_along_a_floor),
        cmocka_unit_test(test_pushed_along_a_channel),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_soup),
    };
    return cmocka_run_group_tests_name("depenetration", tests, NULL, NULL);
}
