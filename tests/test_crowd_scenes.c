// The guarantee of crowd.h in difficult crowds: dense, fast, of very different radii, far from the
// origin, of points, in corners and piles. Every leg of every ball is checked exactly, and every
// pair after every frame. Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "crowd_watch.h"
#include "random_moving.h"

static crowd_watch w;

// What a crowd is made of.
typedef struct crowd_kind {
    const char *name;
    // The box, its centre, and the number of balls tried.
    double side;
    carom_vec2 center;
    int tries;
    // Exponents of the radii, and of the speeds in sides a frame.
    int least_radius, most_radius, least_speed, most_speed;
    double gravity, restitution, friction;
    // Walls inside, touching starts, points, different masses.
    int walls;
    bool touches, has_points, has_masses;
} crowd_kind;

static const crowd_kind kinds[] = {
    {"gas", 16, {0, 0}, 150, -2, -1, -6, -3, 0, 1, 0, 4, false, false, false},
    {"dense", 8, {0, 0}, 600, -2, -2, -7, -4, 0, 1, 0, 0, true, false, true},
    {"fast", 16, {0, 0}, 40, -2, 0, -1, 6, 0, 1, 0, 6, false, false, true},
    {"mixed radii", 16, {0, 0}, 100, -12, 1, -7, -2, 0, 1, 0, 2, true, false, true},
    {"far", 16, {1e13, -3e12}, 80, -2, 0, -6, -2, 0, 1, 0, 4, true, false, false},
    {"points", 16, {0, 0}, 100, -2, -1, -6, -2, 0, 1, 0, 6, false, true, false},
    {"pile", 12, {0, 0}, 120, -2, -1, -8, -5, 10, 0.5, 0.25, 3, true, false, true},
    {"elastic pile", 12, {0, 0}, 60, -2, 0, -8, -5, 10, 1, 0, 2, true, false, false},
    {"sticky", 12, {0, 0}, 100, -2, 0, -5, -2, 0, 0, 1, 3, true, false, true},
    {"tiny", 0x1p-1000, {0, 0}, 30, -2, -1, -5, -3, 0, 1, 0, 0, true, false, false},
    {"huge", 0x1p1000, {0, 0}, 30, -2, -1, -5, -3, 0, 1, 0, 0, true, false, false}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static double inverse[CROWD_BALLS_MAX];

static bool is_free(carom_circle circle) {
    bool is_free = carom_circle_is_valid(circle);
    for (size_t i = 0; i < w.list.count && is_free; i++)
        is_free = !carom_circle_overlaps(circle, w.walls[i]);
    for (size_t i = 0; i < w.count && is_free; i++) {
        const carom_circle other = {w.balls[i].center, w.balls[i].radius};
        is_free = !carom_circle_overlaps_circle(circle, other);
    }
    return is_free;
}

static void add_box(const crowd_kind *k) {
    const double half = 0.5 * k->side;
    const carom_vec2 corners[] = {
        vec(k->center.x - half, k->center.y - half), vec(k->center.x + half, k->center.y - half),
        vec(k->center.x + half, k->center.y + half), vec(k->center.x - half, k->center.y + half)};
    for (int i = 0; i < 4; i++)
        w.walls[w.list.count++] = carom_segment(corners[i], corners[(i + 1) % 4]);
}

static carom_vec2 place_in(const crowd_kind *k, random_source *g) {
    return carom_vec2_add(k->center, carom_vec2_scale(random_vec(g, 0.5), k->side));
}

static void add_balls(const crowd_kind *k, random_source *g) {
    for (int i = 0; i < k->tries && w.count < CROWD_BALLS_MAX; i++) {
        const carom_vec2 place = place_in(k, g);
        carom_circle c = {place, 0x1p-4 * k->side * random_log(g, k->least_radius, k->most_radius)};
        if (k->has_points && random_one_in(g, 2))
            c.radius = 0.0;
        // Pushed against another ball.
        if (k->touches && w.count > 0) {
            const carom_ball *b = &w.balls[random_int(g, 0, (int)w.count - 1)];
            c.center = carom_circle_push_out(c, carom_post(b->center, b->radius)).center;
        }
        if (!is_free(c))
            continue;
        const double speed = k->side * random_log(g, k->least_speed, k->most_speed) * 60.0;
        inverse[w.count] = random_one_in(g, 20) ? 0.0 : random_log(g, -4, 4);
        const carom_vec2 velocity = carom_vec2_scale(random_vec(g, 1), speed);
        w.balls[w.count++] = (carom_ball){c.center, c.radius, velocity};
    }
}

static void set_up(const crowd_kind *k, random_source *g) {
    crowd_watch_start(&w);
    add_box(k);
    for (int i = 0; i < k->walls; i++) {
        const carom_vec2 a = place_in(k, g), b = place_in(k, g);
        w.walls[w.list.count++] = carom_capsule(a, b, random_one_in(g, 2) ? 0.0 : 0.125);
    }
    w.settings.move.gravity = vec(0, -k->gravity);
    w.settings.move.response =
        random_one_in(g, 4) ? carom_slide() : carom_bounce(k->restitution, k->friction);
    w.settings.move.max_contacts = random_one_in(g, 4) ? 3 : 0;
    w.settings.restitution = k->restitution;
    w.settings.friction = k->friction;
    if (k->has_masses)
        w.settings.inverse_masses = inverse;
    add_balls(k, g);
}

// 6 frames for each crowd, and 300 in the long run.
static long frames_of_run(void) {
    return case_count(2000) / 333;
}

static void run(const crowd_kind *k, uint64_t index) {
    random_source g = random_start(case_seed(), (uint64_t)(k - kinds), index);
    set_up(k, &g);
    const long frames = frames_of_run();
    for (long frame = 0; frame < frames; frame++) {
        const carom_crowd_motion m = crowd_watch_move(&w, 1.0 / 60);
        assert_true(m.moved == w.count);
        for (size_t i = 0; i < w.count; i++)
            assert_true(isfinite(w.balls[i].velocity.x) && isfinite(w.balls[i].velocity.y));
    }
    const double lost = w.lost / ((double)frames / 60 * (double)w.count);
    printf("%s: %zu balls, %ld legs, %ld impacts, %.3g of the time lost\n", k->name, w.count,
           w.legs, w.impacts, lost);
    assert_int_equal(w.bad_legs, 0);
    assert_int_equal(w.overlaps, 0);
    assert_int_equal(w.bad_impacts, 0);
    crowd_watch_end(&w);
}

static void test_guarantee(void **state) {
    (void)state;
    for (int i = 0; i < KINDS; i++)
        for (uint64_t index = 0; index < 2; index++)
            run(&kinds[i], index);
}

// Balls that bounce, with the default limit of contacts, lose hardly any time. With a limit of 3,
// or where balls slide into wedges between walls, they lose more: see docs/crowd.md.
static void test_gas_loses_little_time(void **state) {
    (void)state;
    for (uint64_t index = 0; index < 8; index++) {
        random_source g = random_start(case_seed(), 0, index);
        set_up(&kinds[0], &g);
        w.settings.move.response = carom_bounce(1, 0);
        w.settings.move.max_contacts = 0;
        const long frames = frames_of_run();
        for (long frame = 0; frame < frames; frame++)
            crowd_watch_move(&w, 1.0 / 60);
        assert_true(w.impacts > 0);
        assert_true(w.lost <= 0.01 * (double)frames / 60 * (double)w.count);
        crowd_watch_end(&w);
    }
}

// Without walls, momentum and energy stay, and the same arguments give the same bits.
static void test_conservation(void **state) {
    (void)state;
    random_source g = random_start(12, 0, 0);
    set_up(&kinds[1], &g);
    w.list.count = 0;
    w.settings.move.max_contacts = 0;
    for (size_t i = 0; i < w.count; i++) {
        inverse[i] = inverse[i] > 0.0 ? inverse[i] : 1.0;
        w.balls[i].velocity = carom_vec2_scale(vec(-w.balls[i].center.x, -w.balls[i].center.y),
                                               random_between(&g, 0.5, 2));
    }
    carom_vec2 momentum[2];
    double energy[2], size = 0.0;
    for (int turn = 0; turn < 2; turn++) {
        momentum[turn] = vec(0, 0);
        energy[turn] = 0.0;
        for (size_t i = 0; i < w.count; i++) {
            const carom_vec2 v = w.balls[i].velocity;
            momentum[turn] = carom_vec2_add(momentum[turn], carom_vec2_scale(v, 1 / inverse[i]));
            energy[turn] += 0.5 * carom_vec2_dot(v, v) / inverse[i];
            size += turn == 0 ? (fabs(v.x) + fabs(v.y)) / inverse[i] : 0.0;
        }
        for (int frame = 0; turn == 0 && frame < 100; frame++)
            crowd_watch_move(&w, 1.0 / 60);
    }
    assert_true(w.impacts > 100 && w.bad_legs == 0 && w.overlaps == 0 && w.bad_impacts == 0);
    assert_true(fabs(momentum[1].x - momentum[0].x) <= 1e-13 * size);
    assert_true(fabs(momentum[1].y - momentum[0].y) <= 1e-13 * size);
    assert_true(fabs(energy[1] - energy[0]) <= 1e-12 * energy[0]);
    crowd_watch_end(&w);
}

// The wall source and the contents of the scratch memory do not matter.
static void test_determinism(void **state) {
    (void)state;
    random_source g = random_start(13, 0, 0);
    set_up(&kinds[6], &g);
    w.settings.move.on_position = NULL;
    static carom_ball start[CROWD_BALLS_MAX], end[CROWD_BALLS_MAX];
    memcpy(start, w.balls, sizeof start);
    carom_scene *scene;
    assert_int_equal(carom_scene_create(w.walls, w.list.count, NULL, &scene, NULL), 0);
    for (int turn = 0; turn < 2; turn++) {
        memcpy(w.balls, start, sizeof start);
        for (int frame = 0; frame < 60; frame++) {
            memset(w.scratch, 85 * turn, carom_crowd_scratch_size(CROWD_BALLS_MAX));
            carom_crowd_move(w.balls, w.count, 1.0 / 60, &w.settings, NULL, w.scratch);
        }
        if (turn == 0)
            memcpy(end, w.balls, sizeof end);
        w.settings.move.walls = carom_scene_wall_source(scene);
    }
    assert_memory_equal(end, w.balls, w.count * sizeof end[0]);
    carom_scene_destroy(scene, NULL);
    crowd_watch_end(&w);
}

// Balls thrown anywhere, overlapping each other and walls: what is not stuck is free afterwards.
static void test_overlapping_starts(void **state) {
    (void)state;
    for (uint64_t index = 0; index < 20; index++) {
        random_source g = random_start(14, 0, index);
        set_up(&kinds[0], &g);
        w.count = 0;
        w.settings.move.on_position = NULL;
        for (int i = 0; i < 40; i++) {
            const carom_ball ball = {place_in(&kinds[0], &g), 1.0, {0, 0}};
            w.balls[w.count++] = ball;
        }
        const carom_crowd_motion m = crowd_watch_move(&w, 1.0 / 60);
        assert_true(m.freed > 0 && m.moved + m.freed + m.stuck == w.count);
        size_t kept = 0;
        for (size_t i = 0; i < w.count; i++)
            if (w.results[i].kind != CAROM_MOTION_KIND_STUCK)
                w.balls[kept++] = w.balls[i];
        w.count = kept;
        assert_int_equal(crowd_overlaps(&w), 0);
        crowd_watch_end(&w);
    }
}

static carom_response respond_as_set(void *context, const carom_impact *impact) {
    (void)impact;
    const crowd_watch *watch = context;
    return watch->settings.move.response;
}

// Clusters of balls, many of them with the circle of another one.
static void add_clusters(random_source *g) {
    w.count = 0;
    for (int i = 0; i < 4; i++) {
        carom_circle c = {place_in(&kinds[0], g), 0.0};
        for (int k = 0; k < 8; k++) {
            if (random_one_in(g, 4))
                c.center.x += random_between(g, -0.25, 0.25);
            if (random_one_in(g, 4))
                c.center.y += random_between(g, -0.25, 0.25);
            c.radius = random_one_in(g, 2) ? 0.5 : 1.0;
            const carom_ball ball = {c.center, c.radius, {random_between(g, -1, 1), 0}};
            w.balls[w.count++] = ball;
        }
    }
}

// With a callback that tells nothing new, the crowd searches a place for every ball in each pass.
// Without one it leaves out searches that would end as before. Nothing else changes.
static void test_searches_left_out(void **state) {
    (void)state;
    static carom_ball start[32], balls[32];
    static carom_motion results[32];
    size_t stuck = 0, freed = 0;
    for (uint64_t index = 0; index < 20; index++) {
        random_source g = random_start(case_seed(), 16, index);
        set_up(&kinds[0], &g);
        add_clusters(&g);
        assert_true(w.count == 32);
        w.settings.move.on_position = NULL;
        memcpy(start, w.balls, sizeof start);
        const carom_crowd_motion m = crowd_watch_move(&w, 0);
        memcpy(balls, w.balls, sizeof balls);
        memcpy(results, w.results, sizeof results);
        memcpy(w.balls, start, sizeof start);
        w.settings.move.respond = respond_as_set;
        crowd_watch_move(&w, 0);
        assert_memory_equal(balls, w.balls, sizeof balls);
        for (size_t i = 0; i < w.count; i++) {
            const carom_motion *p = &results[i], *q = &w.results[i];
            assert_true(p->kind == q->kind && p->overlapped == q->overlapped);
            assert_true(p->freed.x == q->freed.x && p->freed.y == q->freed.y);
        }
        stuck += m.stuck;
        freed += m.freed;
        crowd_watch_end(&w);
    }
    assert_true(stuck > 50 && freed > 50);
}

static long queries;

static void count_query(const void *source, carom_path path, carom_path_query_callback *callback,
                        void *context) {
    (void)source;
    (void)path;
    (void)callback;
    (void)context;
    queries++;
}

// Balls in one place cost one long search, however many they are.
static void test_one_search_for_one_place(void **state) {
    (void)state;
    long counts[2];
    for (size_t turn = 0; turn < 2; turn++) {
        crowd_watch_start(&w);
        w.settings.move.on_position = NULL;
        w.settings.move.walls.query = count_query;
        const carom_ball ball = {{3, 4}, 1, {0, 0}};
        while (w.count < 20 * (turn + 1))
            w.balls[w.count++] = ball;
        queries = 0;
        const carom_crowd_motion m = carom_crowd_move(w.balls, w.count, 1.0 / 60, &w.settings,
                                                      turn == 0 ? NULL : w.results, w.scratch);
        assert_true(m.freed == 3 && m.freed + m.stuck == w.count);
        counts[turn] = queries;
        crowd_watch_end(&w);
    }
    print_message("queries: %ld for 20 balls, %ld for 40\n", counts[0], counts[1]);
    // One for the path of each ball, and one more after the search.
    assert_true(counts[1] - counts[0] <= 2 * 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_guarantee),
                                       cmocka_unit_test(test_gas_loses_little_time),
                                       cmocka_unit_test(test_conservation),
                                       cmocka_unit_test(test_determinism),
                                       cmocka_unit_test(test_overlapping_starts),
                                       cmocka_unit_test(test_searches_left_out),
                                       cmocka_unit_test(test_one_search_for_one_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
