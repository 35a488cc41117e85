// The wall cache: it reports every wall near a path, whatever it remembers; a ball moves bit for
// bit as without it; and it asks its source seldom. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "carom/carom.h"
#include "cases.h"
#include "random_moving.h"
#include "scenes.h"
#include "source_kinds.h"

enum { WALLS = 200 };

// ---- what it reports ----

// The walls reported for a path, by index.
typedef struct report {
    int times[WALLS];
    // The number of walls after which the callback ends the query.
    int most, total;
} report;

static double note(void *context, carom_index index, const carom_wall *wall) {
    report *r = context;
    (void)wall;
    r->times[index]++;
    return ++r->total == r->most ? 0.0 : 1.0;
}

static report report_of(carom_wall_source source, carom_path path, int most) {
    report r = {.most = most};
    source.query(source.source, &path, note, &r);
    return r;
}

// Every wall within the radius, by an exact sweep, is reported once, and no wall twice.
static void check_report(const carom_wall_list *list, const report *r, carom_path path) {
    for (size_t i = 0; i < list->count; i++) {
        const carom_sweep s = carom_circle_sweep_to(carom_circle_make(path.from, path.radius),
                                                    path.to, list->walls[i]);
        if (r->times[i] > 1 || (s.kind > CAROM_SWEEP_KIND_MISS && r->times[i] != 1))
            fail_msg("wall %zu is reported %d times", i, r->times[i]);
    }
}

static carom_wall random_wall(random_source *g, double side) {
    const double x = random_between(g, 0, side), y = random_between(g, 0, side);
    const carom_vec2 a = vec(x, y), u = random_vec(g, 1);
    carom_wall wall = carom_segment(a, random_one_in(g, 9) ? a : carom_vec2_add(a, u));
    if (random_one_in(g, 20))
        wall.extent = random_one_in(g, 2) ? CAROM_EXTENT_RAY : CAROM_EXTENT_LINE;
    wall.radius = random_one_in(g, 4) ? random_between(g, 0, 0.2) : 0;
    if (random_one_in(g, 30))
        wall.radius = -1;
    return wall;
}

static void test_reports_all_walls_near_a_path(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 33, 0);
    for (long k = case_count(200) / 10; k > 0; k--) {
        carom_wall walls[WALLS];
        const double side = random_between(&g, 3, 40);
        for (int i = 0; i < WALLS; i++)
            walls[i] = random_wall(&g, side);
        const carom_wall_list list = {.walls = walls, .count = WALLS};
        test_source strict;
        test_source_start(&strict, &list, ORDER_ANY, true);
        carom_wall_cache cache;
        carom_wall_cache_start(&cache, test_source_walls(&strict), random_log(&g, -6, 3));
        carom_vec2 p = vec(0.5 * side, 0.5 * side);
        for (int i = 0; i < 100; i++) {
            const double step = random_log(&g, -8, 1);
            const carom_vec2 to = carom_vec2_add(p, random_vec(&g, step));
            const double radius = random_one_in(&g, 9) ? 0 : random_between(&g, 0, 0.3);
            const carom_path path = {p, random_one_in(&g, 5) ? p : to, radius};
            const report r = report_of(carom_wall_cache_source(&cache), path, -1);
            check_report(&list, &r, path);
            p = random_one_in(&g, 20) ? vec(random_between(&g, 0, side), 0.5 * side) : path.to;
        }
        test_source_end(&strict);
    }
}

// ---- how often it asks ----

typedef struct counted_walls {
    carom_wall_source walls;
    long queries;
    struct counted_walls *self;
} counted_walls;

static void query_counted(const void *source, const carom_path *path,
                          carom_path_query_callback *callback, void *context) {
    counted_walls *c = ((const counted_walls *)source)->self;
    c->queries++;
    c->walls.query(c->walls.source, path, callback, context);
}

static carom_wall_source counted(counted_walls *c, const carom_wall_list *list) {
    c->walls = carom_wall_list_source(list);
    c->queries = 0;
    c->self = c;
    return (carom_wall_source){query_counted, c};
}

static const carom_wall FLOOR_AND_WALL[] = {{{-50, 0}, {50, 0}, 0, CAROM_EXTENT_SEGMENT, 0, false},
                                            {{20, 0}, {20, 9}, 0, CAROM_EXTENT_SEGMENT, 0, false}};
static const carom_wall_list TWO = {.walls = FLOOR_AND_WALL, .count = 2};

static void test_a_ball_that_rests_asks_once(void **state) {
    (void)state;
    counted_walls source;
    carom_wall_cache cache;
    carom_wall_cache_start(&cache, counted(&source, &TWO), 4);
    carom_move_settings settings = carom_move_settings_default();
    settings.world.walls = carom_wall_cache_source(&cache);
    settings.response = carom_slide();
    settings.gravity = vec(0, -10);
    carom_ball ball = ball_at(0, 0.5, 0.5, 0, 0);
    for (int i = 0; i < 100; i++)
        ball = carom_ball_move(ball, 1.0 / 60, &settings).ball;
    assert_int_equal(source.queries, 1);
    // Sliding 10 units with a margin of 4: not in every frame.
    ball.velocity.x = 10;
    for (int i = 0; i < 60; i++)
        ball = carom_ball_move(ball, 1.0 / 60, &settings).ball;
    assert_true(source.queries > 1 && source.queries <= 5);
    assert_true(ball.center.x > 9.9 && ball.center.y >= 0.5);
}

static void test_long_paths_go_to_the_source(void **state) {
    (void)state;
    counted_walls source;
    carom_wall_cache cache;
    carom_wall_cache_start(&cache, counted(&source, &TWO), 1);
    const carom_wall_source walls = carom_wall_cache_source(&cache);
    for (int i = 1; i <= 3; i++) {
        const carom_path path = {vec(0, 1), vec(30, 1), 0.5};
        const report r = report_of(walls, path, -1);
        check_report(&TWO, &r, path);
        assert_int_equal(source.queries, i);
    }
    // Without a margin, and without a source.
    carom_wall_cache_start(&cache, counted(&source, &TWO), (double)NAN);
    const carom_path here = {vec(0, 0.5), vec(0, 0.5), 0.5};
    const report one = report_of(carom_wall_cache_source(&cache), here, -1);
    assert_true(cache.margin == 0.0 && one.times[0] == 1);
    carom_wall_cache_start(&cache, (carom_wall_source){.query = NULL}, 1);
    assert_int_equal(report_of(carom_wall_cache_source(&cache), here, -1).total, 0);
}

static void test_the_end_of_the_range(void **state) {
    (void)state;
    const double far[] = {0x1p399, 0x1p401, 0x1p1000, DBL_MAX};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        const carom_wall wall = carom_segment(vec(-far[i], 0), vec(far[i], 0));
        const carom_wall_list list = {.walls = &wall, .count = 1};
        carom_wall_cache cache;
        carom_wall_cache_start(&cache, carom_wall_list_source(&list), DBL_MAX);
        for (int k = 0; k < 3; k++) {
            const carom_path path = {vec(-far[i], k), vec(far[i], k), k * 0.25 * far[i]};
            const report r = report_of(carom_wall_cache_source(&cache), path, -1);
            check_report(&list, &r, path);
        }
    }
}

static void test_a_callback_ends_the_query(void **state) {
    (void)state;
    carom_wall_cache cache;
    carom_wall_cache_start(&cache, carom_wall_list_source(&TWO), 4);
    const carom_path path = {vec(19.5, 0.5), vec(19.5, 0.5), 0.5};
    assert_int_equal(report_of(carom_wall_cache_source(&cache), path, -1).total, 2);
    assert_int_equal(report_of(carom_wall_cache_source(&cache), path, 1).total, 1);
}

// More walls in one place than a cache remembers.
static void test_too_many_walls(void **state) {
    (void)state;
    carom_wall walls[CAROM_WALL_CACHE_MAX + 4];
    const int count = CAROM_WALL_CACHE_MAX + 4;
    for (int i = 0; i < count; i++)
        walls[i] = carom_segment(vec(i, 0), vec(i, 1));
    const carom_wall_list list = {.walls = walls, .count = (size_t)count};
    counted_walls source;
    carom_wall_cache cache;
    carom_wall_cache_start(&cache, counted(&source, &list), 64);
    const carom_path path = {vec(0, 0), vec(0, 0), 0.5};
    for (int i = 0; i < 40; i++) {
        const report r = report_of(carom_wall_cache_source(&cache), path, -1);
        check_report(&list, &r, path);
    }
    // With margins of 64, 32 and 16 it finds too many, and each time asks directly for a while. It
    // remembers those within 8.
    assert_true(cache.reach == 16 && cache.radius == 8.5);
    const long before = source.queries;
    report_of(carom_wall_cache_source(&cache), path, -1);
    assert_int_equal(source.queries, before);
}

static void test_forget(void **state) {
    (void)state;
    carom_wall wall = carom_segment(vec(-1, 0), vec(1, 0));
    const carom_wall_list list = {.walls = &wall, .count = 1};
    carom_wall_cache cache;
    carom_wall_cache_start(&cache, carom_wall_list_source(&list), 4);
    const carom_path path = {vec(0, 0), vec(0, 0), 0.5};
    assert_int_equal(report_of(carom_wall_cache_source(&cache), path, -1).total, 1);
    wall = carom_segment(vec(-1, 9), vec(1, 9));
    assert_int_equal(report_of(carom_wall_cache_source(&cache), path, -1).total, 1);
    carom_wall_cache_forget(&cache);
    assert_int_equal(report_of(carom_wall_cache_source(&cache), path, -1).total, 0);
}

// ---- the mover ----

// What a ball does, impacts included.
typedef struct trace {
    carom_motion motion;
    carom_impact impacts[64];
    int count;
} trace;

static void note_impact(void *context, const carom_impact *impact) {
    trace *t = context;
    if (t->count < 64)
        t->impacts[t->count++] = *impact;
}

static void move(trace *t, carom_move_settings settings, carom_ball ball, double time) {
    t->count = 0;
    settings.on_impact = note_impact;
    settings.context = t;
    t->motion = carom_ball_move(ball, time, &settings);
}

static bool same_impact(const carom_impact *p, const carom_impact *q) {
    return p->time == q->time && p->id.index == q->id.index && p->feature == q->feature &&
           same_point(p->center, q->center) && same_point(p->point, q->point) &&
           same_point(p->normal, q->normal) && same_point(p->before, q->before) &&
           same_point(p->after, q->after);
}

static bool same_trace(const trace *p, const trace *q) {
    const carom_motion *m = &p->motion, *k = &q->motion;
    bool same = m->kind == k->kind && same_point(m->ball.center, k->ball.center) &&
                same_point(m->ball.velocity, k->ball.velocity) && m->contacts == k->contacts &&
                m->lost == k->lost && m->overlapped.index == k->overlapped.index &&
                p->count == q->count;
    for (int i = 0; same && i < p->count; i++)
        same = same_impact(&p->impacts[i], &q->impacts[i]);
    return same;
}

static void test_a_ball_moves_bit_for_bit_as_without(void **state) {
    (void)state;
    static test_scene scene;
    static trace with, without;
    random_source g = random_start(case_seed(), 34, 0);
    long impacts = 0;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++)
        for (int i = 0; i < SCENE_RESPONSES; i++) {
            scene_make(&scene, (scene_kind)kind);
            carom_move_settings settings = scene_mover(&scene, scene_response(i));
            settings.gravity = scene_random_gravity(&scene, &g);
            carom_wall_cache cache;
            const double r = scene.ball.radius;
            carom_wall_cache_start(&cache, settings.world.walls, r * random_log(&g, -2, 6));
            carom_ball ball = scene.ball;
            for (long k = case_count(400) / 2; k > 0; k--) {
                if (k % 8 == 0)
                    ball.velocity = scene_kick(&scene, &g, 1.0 / 60);
                move(&without, settings, ball, 1.0 / 60);
                carom_move_settings cached = settings;
                cached.world.walls = carom_wall_cache_source(&cache);
                move(&with, cached, ball, 1.0 / 60);
                assert_true(same_trace(&with, &without));
                impacts += with.count;
                ball = k % 64 == 0 ? scene.ball : with.motion.ball;
            }
        }
    assert_true(impacts > 100);
}

static void slide_at(void *context, const carom_impact *contact, carom_response *response) {
    (void)context;
    (void)contact;
    *response = carom_slide();
}

static void note_place(void *context, const carom_vec2 *center) {
    (void)center;
    ++*(int *)context;
}

static void note_leg(void *context, const carom_leg *leg) {
    (void)leg;
    ++*(int *)context;
}

static bool accept_all(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)index;
    (void)wall;
    return true;
}

static void no_moving_walls(const void *source, const carom_path *path,
                            carom_moving_wall_callback *callback, void *context) {
    (void)source;
    (void)path;
    (void)callback;
    (void)context;
}

// A ball at rest is recognised, until something changes that its frame depends on.
static void test_frames_that_change_nothing(void **state) {
    (void)state;
    static carom_wall walls[1];
    walls[0] = FLOOR_AND_WALL[0];
    const carom_wall_list list = {.walls = walls, .count = 1};
    carom_wall_cache cache;
    carom_wall_cache_start(&cache, carom_wall_list_source(&list), 4);
    carom_move_settings settings = carom_move_settings_default();
    settings.world.walls = carom_wall_list_source(&list);
    settings.response = carom_slide();
    settings.gravity = vec(0, -10);
    const carom_filter mask = carom_filter_mask(2);
    carom_filter callback = carom_filter_default();
    callback.accept = accept_all;
    int calls = 0;
    for (int i = 0; i < 17; i++) {
        const carom_ball rests = ball_at(0, 0.5, 0.5, 0, 0);
        carom_move_settings s = settings;
        s.world.walls = carom_wall_cache_source(&cache);
        carom_wall_cache_forget(&cache);
        carom_ball_move(rests, 0.25, &s);
        assert_true(cache.is_still);
        // The floor is gone, but the cache does not know: the ball still rests.
        walls[0].a.y = walls[0].b.y = -7;
        assert_true(carom_ball_move(rests, 0.25, &s).ball.center.y == 0.5);
        walls[0].a.y = walls[0].b.y = 0;
        carom_ball ball = rests;
        double time = 0.25;
        switch (i) {
        case 1:
            ball.center.x = 1;
            break;
        case 2:
            ball.center.y = 0.75;
            break;
        case 3:
            ball.radius = 0.25;
            break;
        case 4:
            ball.velocity = vec(1, 2);
            break;
        case 5:
            time = 0.125;
            break;
        case 6:
            s.gravity = vec(1, 10);
            break;
        case 7:
            s.response = carom_bounce(1, 0);
            break;
        case 8:
            s.response.friction = 0.5;
            break;
        case 9:
            s.response = carom_stop();
            break;
        case 10:
            s.max_contacts = 1;
            break;
        case 11:
            s.world.filter = &mask;
            break;
        case 12:
            s.world.filter = &callback;
            break;
        case 13:
            s.respond = slide_at;
            break;
        case 14:
            s.on_position = note_place;
            s.context = &calls;
            break;
        case 15:
            s.on_leg = note_leg;
            s.context = &calls;
            break;
        case 16:
            s.world.moving_walls.query = no_moving_walls;
            break;
        }
        const carom_motion got = carom_ball_move(ball, time, &s);
        assert_int_equal(calls, i < 14 ? 0 : i == 14 ? 1 : 2);
        s.world.walls = settings.world.walls;
        s.on_position = NULL;
        s.on_leg = NULL;
        const carom_motion expected = carom_ball_move(ball, time, &s);
        assert_true(got.kind == expected.kind && got.contacts == expected.contacts &&
                    memcmp(&got.ball, &expected.ball, sizeof got.ball) == 0);
    }
    // Once it is told, the ball falls.
    walls[0].a.y = walls[0].b.y = -7;
    carom_wall_cache_forget(&cache);
    settings.world.walls = carom_wall_cache_source(&cache);
    assert_true(carom_ball_move(ball_at(0, 0.5, 0.5, 0, 0), 0.25, &settings).ball.center.y < 0.5);
}

// Positions and velocities that are clamped.
static void test_balls_beyond_the_range(void **state) {
    (void)state;
    const double far = DBL_MAX;
    const carom_ball balls[] = {
        {{far, 20}, 1, {0.25 * far, 0}}, {{0, 20}, 1, {far, 0}}, {{far, 20}, 1, {0, 0}}};
    for (size_t i = 0; i < sizeof balls / sizeof balls[0]; i++)
        for (int k = 0; k < 2; k++) {
            carom_wall_cache cache;
            carom_wall_cache_start(&cache, carom_wall_list_source(&TWO), 4);
            carom_move_settings settings = carom_move_settings_default();
            settings.world.walls =
                k == 0 ? carom_wall_list_source(&TWO) : carom_wall_cache_source(&cache);
            const carom_motion m = carom_ball_move(balls[i], 8, &settings);
            assert_int_equal(m.kind, CAROM_MOTION_KIND_MOVED);
            assert_true(m.clamped == (i < 2) && m.ball.center.x == far);
            assert_false(cache.is_still);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reports_all_walls_near_a_path),
        cmocka_unit_test(test_a_ball_that_rests_asks_once),
        cmocka_unit_test(test_long_paths_go_to_the_source),
        cmocka_unit_test(test_the_end_of_the_range),
        cmocka_unit_test(test_a_callback_ends_the_query),
        cmocka_unit_test(test_too_many_walls),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_a_ball_moves_bit_for_bit_as_without),
        cmocka_unit_test(test_frames_that_change_nothing),
        cmocka_unit_test(test_balls_beyond_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
