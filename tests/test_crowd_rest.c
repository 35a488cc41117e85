// Balls of a crowd at rest: what holds them, in integers, and what a pile costs. Layer: tests.
#include <float.h>
#include <math.h>

#include "cases.h"
#include "crowd_world.h"

static bool leaves_out_third(void *context, size_t index, carom_wall wall) {
    (void)context;
    (void)wall;
    return index != 2;
}

static void report_all(const void *source, carom_path path, carom_path_query_callback *callback,
                       void *context) {
    const carom_wall_list *list = source;
    (void)path;
    for (size_t i = 0; i < list->count; i++)
        callback(context, i, list->walls[i]);
}

static carom_response slide(void *context, const carom_impact *impact) {
    (void)context;
    (void)impact;
    return carom_slide();
}

static carom_wall one_sided(double from, double to) {
    carom_wall wall = carom_segment(vec(from, -1), vec(to, -1));
    wall.one_sided = true;
    return wall;
}

// Only solid walls that the filter accepts, and that touch the ball, hold it. Without a floor it
// falls, whatever its size and wherever gravity points.
static void test_supports(void **state) {
    (void)state;
    carom_motion result;
    carom_wall walls[] = {carom_segment(vec(-9, -5), vec(9, -5)), one_sided(9, -9),
                          carom_segment(vec(-9, -1), vec(9, -1))};
    carom_filter filter = carom_filter_default();
    filter.accept = leaves_out_third;
    const carom_wall_list list = {walls, NULL, 3};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.walls = (carom_wall_source){report_all, &list};
    settings.move.gravity = vec(0, -1);
    settings.move.response = carom_slide();
    carom_ball ball = ball_at(0, 0, 1, 0, 0);
    carom_crowd_move(&ball, 1, 1, &settings, &result, w.scratch);
    assert_true(ball.center.y == 0);
    settings.move.filter = &filter;
    walls[1] = one_sided(-9, 9);
    carom_crowd_move(&ball, 1, 0.5, &settings, &result, w.scratch);
    const double passed = ball.center.y;
    settings.move.filter = NULL;
    settings.move.respond = slide;
    ball = ball_at(0, 0, 1, 0, 0);
    carom_crowd_move(&ball, 1, 0.5, &settings, &result, w.scratch);
    assert_true(ball.center.y == 0 && passed <= 0);
    settings.move.respond = NULL;
    settings.move.response = carom_stop();
    carom_crowd_move(&ball, 1, 0.5, &settings, &result, w.scratch);
    assert_true(ball.center.y == 0);
    settings.move.walls.query = NULL;
    settings.move.gravity = vec(2, 0);
    carom_crowd_move(&ball, 1, 1, &settings, &result, w.scratch);
    assert_true(ball.center.x == 1 && ball.velocity.x == 2);
    carom_ball huge = ball_at(0, 0, DBL_MAX, 0, 0);
    carom_crowd_move(&huge, 1, 1, &settings, &result, w.scratch);
    assert_true(huge.center.x == 1);
}

// A source that counts its queries.
typedef struct counted_walls {
    carom_wall_list list;
    int *queries;
} counted_walls;

static void count_query(const void *source, carom_path path, carom_path_query_callback *callback,
                        void *context) {
    const counted_walls *walls = source;
    ++*walls->queries;
    const carom_wall_source all = carom_wall_list_source(&walls->list);
    all.query(all.source, path, callback, context);
}

// True if (0, 1) is p a + q b with a, b >= 0, in integers.
static bool holds_up(const int p[2], const int q[2]) {
    const int d = p[0] * q[1] - p[1] * q[0], a = -q[0], b = p[0];
    return d > 0 ? a >= 0 && b >= 0 : d < 0 && a <= 0 && b <= 0;
}

// A ball between two walls that touch it, with normals p/5 and q/5, and friction f/4. It is held if
// two of the directions in which the walls can push have (0, 1) between them, or one is (0, 1).
static bool is_held_by(const int p[2], const int q[2], int f) {
    const int *normals[2] = {p, q};
    int e[4][2];
    for (int i = 0; i < 4; i++) {
        const int *n = normals[i / 2], turn = i % 2 == 0 ? f : -f;
        e[i][0] = 4 * n[0] - turn * n[1];
        e[i][1] = 4 * n[1] + turn * n[0];
    }
    bool is_held = false;
    for (int i = 0; i < 4; i++) {
        is_held |= e[i][0] == 0 && e[i][1] > 0;
        for (int k = 0; k < i; k++)
            is_held |= holds_up(e[i], e[k]);
    }
    return is_held;
}

static carom_wall tangent(const int n[2]) {
    return carom_segment(vec(-n[0] - 0.25 * n[1], -n[1] + 0.25 * n[0]),
                         vec(-n[0] + 0.25 * n[1], -n[1] - 0.25 * n[0]));
}

// A ball that walls hold is found to be held by one query, also if they are beside and above it.
static void test_wedges(void **state) {
    (void)state;
    static const int n[12][2] = {{5, 0},  {4, 3},   {3, 4},   {0, 5},  {-3, 4}, {-4, 3},
                                 {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
    int held[2] = {0, 0};
    for (int i = 0; i < 2 * 12 * 12; i++) {
        const int *p = n[i / 2 % 12], *q = n[i / 24], f = i % 2 * 3;
        carom_wall walls[2] = {tangent(p), tangent(q)};
        int queries = 0;
        const counted_walls source = {{walls, NULL, 2}, &queries};
        carom_crowd_settings settings = carom_crowd_settings_default();
        settings.move.walls = (carom_wall_source){count_query, &source};
        settings.move.gravity = vec(0, -10);
        settings.move.response = carom_slide();
        settings.move.response.friction = 0.25 * f;
        carom_ball ball = ball_at(0, 0, 5, 0, 0);
        carom_crowd_move(&ball, 1, 1.0 / 64, &settings, NULL, w.scratch);
        const bool is_held = is_held_by(p, q, f);
        held[f > 0] += is_held;
        assert_int_equal(queries == 1, is_held);
        // Between parallel walls that fit exactly, rounding leaves it no way down.
        const bool fits = p[0] == -q[0] && p[1] == -q[1] && p[0] != 0 && p[1] != 0;
        if (is_held)
            assert_true(ball.center.x == 0 && ball.center.y == 0);
        else
            assert_true(f > 0 || fits || ball.center.y < 0);
    }
    assert_true(held[0] > 40 && held[1] > held[0]);
}

// Piles come to rest, and then cost one query for nearly all balls. Without friction a ball on the
// floor that nothing holds would slide on, as slow as it may be.
static void test_piles_rest(void **state) {
    carom_wall walls[] = {carom_segment(vec(0, 0), vec(7, 0)), carom_segment(vec(0, 0), vec(0, 99)),
                          carom_segment(vec(7, 0), vec(7, 99))};
    int queries = 0;
    const counted_walls source = {{walls, NULL, 3}, &queries};
    for (int pile = 0; pile < 11; pile++) {
        assert_int_equal(start(state), 0);
        w.settings.move.walls = (carom_wall_source){count_query, &source};
        w.settings.move.gravity = vec(0, -10);
        w.settings.move.response = carom_bounce(0.5, 0.0625);
        w.settings.restitution = 0.5;
        for (int i = 0; i < 60; i++)
            add(ball_at(0.625 + i % 6 + 0.0625 * (i % 5), 0.75 + i / 6,
                        0.3125 + (i * 7 + pile) % 11 * 0.015625, 0, 0));
        for (int frame = 0; frame < 400; frame++)
            crowd_watch_move(&w, 1.0 / 64);
        double speed = 0.0;
        for (size_t i = 0; i < w.count; i++)
            speed += fabs(w.balls[i].velocity.x) + fabs(w.balls[i].velocity.y);
        queries = 0;
        crowd_watch_move(&w, 1.0 / 64);
        print_message("pile %d: %zu balls, speed %g, %d queries\n", pile, w.count, speed, queries);
        assert_true(speed == 0.0 && queries <= 2 * (int)w.count);
        check_watch();
        assert_int_equal(end(state), 0);
    }
}

// Balls that no other ball can push press on balls that walls support. No impact is without effect,
// and what gains no energy by impacts gains none while others block it.
static void test_heavy_on_supported(void **state) {
    (void)state;
    static const carom_vec2 corners[] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
    double inverse[12];
    for (uint64_t index = 0; index < 100; index++) {
        random_source g = random_start(case_seed(), 15, index);
        crowd_watch_end(&w);
        crowd_watch_start(&w);
        for (int i = 0; i < 4; i++)
            w.walls[w.list.count++] = carom_segment(corners[i], corners[(i + 1) % 4]);
        w.settings.move.gravity = random_vec(&g, 10);
        w.settings.move.response = carom_bounce(0.5, 0.25);
        w.settings.restitution = 0.5;
        w.settings.inverse_masses = inverse;
        while (w.count < 12) {
            inverse[w.count] = random_one_in(&g, 3) ? 0.0 : 1.0;
            const int i = (int)w.count;
            const carom_vec2 v = random_vec(&g, 2);
            add(ball_at(2.5 * (i % 3) - 2.5, 2.0 * (i / 3) - 3.0, 0.875, v.x, v.y));
        }
        for (int frame = 0; frame < 60; frame++)
            crowd_watch_move(&w, 1.0 / 60);
        check_watch();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_supports, start, end),
        cmocka_unit_test_setup_teardown(test_wedges, start, end), cmocka_unit_test(test_piles_rest),
        cmocka_unit_test_setup_teardown(test_heavy_on_supported, start, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
