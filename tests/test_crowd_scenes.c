// The guarantee of crowd.h in difficult crowds: dense, fast, of very different radii, far from the
// origin, of points, in corners and piles; momentum and energy; balls that start in each other. All
// times of all frames are checked exactly (support/crowd_world.h). Room: tests.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "crowd_world.h"

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

static void add_box(const crowd_kind *k) {
    const double half = 0.5 * k->side;
    crowd_scene_add_box(&s, vec(k->center.x - half, k->center.y - half),
                        vec(k->center.x + half, k->center.y + half));
}

static carom_vec2 place_in(const crowd_kind *k, random_source *g) {
    return carom_vec2_add(k->center, carom_vec2_scale(random_vec(g, 0.5), k->side));
}

static void add_balls(const crowd_kind *k, random_source *g) {
    for (int i = 0; i < k->tries; i++) {
        const carom_vec2 place = place_in(k, g);
        carom_circle c = {place, 0x1p-4 * k->side * random_log(g, k->least_radius, k->most_radius)};
        if (k->has_points && random_one_in(g, 2))
            c.radius = 0.0;
        // Pushed against another ball.
        if (k->touches && s.count > 0) {
            const carom_ball *b = &s.balls[random_int(g, 0, (int)s.count - 1)];
            c.center = carom_circle_push_out(c, carom_post(b->center, b->radius)).center;
        }
        const double speed = k->side * random_log(g, k->least_speed, k->most_speed) * 60.0;
        const double inverse = random_one_in(g, 20) ? 0.0 : random_log(g, -4, 4);
        const carom_vec2 velocity = carom_vec2_scale(random_vec(g, 1), speed);
        if (carom_circle_is_valid(c) &&
            crowd_scene_add_free(&s, (carom_ball){c.center, c.radius, velocity}))
            s.inverse_masses[s.count - 1] = inverse;
    }
}

static void set_up(const crowd_kind *k, random_source *g) {
    restart(k->name);
    add_box(k);
    for (int i = 0; i < k->walls; i++) {
        const carom_vec2 a = place_in(k, g), b = place_in(k, g);
        add_wall(carom_capsule(a, b, random_one_in(g, 2) ? 0.0 : 0.125));
    }
    s.settings.move.gravity = vec(0, -k->gravity);
    s.settings.move.response =
        random_one_in(g, 4) ? carom_slide() : carom_bounce(k->restitution, k->friction);
    s.settings.move.max_contacts = random_one_in(g, 4) ? 3 : 0;
    s.settings.restitution = k->restitution;
    s.settings.friction = k->friction;
    if (k->has_masses)
        s.settings.inverse_masses = s.inverse_masses;
    add_balls(k, g);
}

// 6 frames for each crowd, 251 in the long run, and never none.
static long frames_of_run(void) {
    return 1 + case_count(2000) / 400;
}

static void run(const crowd_kind *k, uint64_t index) {
    random_source g = random_start(case_seed(), (uint64_t)(k - kinds), index);
    set_up(k, &g);
    const long frames = frames_of_run();
    for (long frame = 0; frame < frames; frame++)
        assert_int_equal(step(1.0 / 60).moved, s.count);
    print_sums();
}

static void test_guarantee(void **state) {
    (void)state;
    for (int i = 0; i < KINDS; i++)
        for (uint64_t index = 0; index < 2; index++)
            run(&kinds[i], index);
}

// Balls that bounce, with the default limit of contacts, lose no time. With a limit of 3, or where
// they press, they may.
static void test_gas_loses_no_time(void **state) {
    (void)state;
    for (uint64_t index = 0; index < 4; index++) {
        random_source g = random_start(case_seed(), 11, index);
        set_up(&kinds[0], &g);
        s.settings.move.response = carom_bounce(1, 0);
        s.settings.move.max_contacts = 0;
        const long frames = frames_of_run();
        for (long frame = 0; frame < frames; frame++)
            step(1.0 / 60);
        assert_true(t.sums.ball_impacts > 0 && t.sums.lost == 0);
    }
}

// ---- momentum and energy ----

typedef struct sums {
    carom_vec2 momentum;
    double energy, size;
} sums;

static sums sum_up(void) {
    sums sum = {{0, 0}, 0, 0};
    for (size_t i = 0; i < s.count; i++) {
        const carom_vec2 v = s.balls[i].velocity;
        const double mass = 1 / s.inverse_masses[i];
        sum.momentum = carom_vec2_add(sum.momentum, carom_vec2_scale(v, mass));
        sum.energy += 0.5 * carom_vec2_dot(v, v) * mass;
        sum.size += (fabs(v.x) + fabs(v.y)) * mass;
    }
    return sum;
}

// Without walls, momentum and energy stay. With less restitution, momentum does.
static void test_conservation(void **state) {
    (void)state;
    static const double restitutions[] = {1, 0.75, 0};
    for (int i = 0; i < 9; i++) {
        const int k = i % 3;
        random_source g = random_start(case_seed(), 12, (uint64_t)i / 3);
        set_up(&kinds[1], &g);
        s.wall_list.count = 0;
        s.settings.move.max_contacts = 0;
        s.settings.restitution = restitutions[k];
        for (size_t b = 0; b < s.count; b++) {
            s.inverse_masses[b] = s.inverse_masses[b] > 0.0 ? s.inverse_masses[b] : 1.0;
            const double pace = random_between(&g, 0.5, 2);
            s.balls[b].velocity = carom_vec2_scale(s.balls[b].center, -pace);
        }
        const sums before = sum_up();
        sums last = before, after = before;
        for (int frame = 0; frame < 100; frame++) {
            const carom_crowd_motion m = step(1.0 / 60);
            after = sum_up();
            const carom_vec2 gain = carom_vec2_sub(after.momentum, last.momentum);
            // A ball that is held stands like a wall for the rest of the frame.
            if (m.held == 0 && !is_near(gain, 0, 0, 1e-13 * before.size))
                fail_msg("restitution %g, frame %d: the momentum of %g changes by (%g, %g)",
                         restitutions[k], frame, after.size, gain.x, gain.y);
            last = after;
        }
        print_sums();
        assert_true(t.sums.ball_impacts > 100 || restitutions[k] == 0);
        assert_true(t.sums.lost == 0 || restitutions[k] < 1);
        if (restitutions[k] == 1)
            assert_true(fabs(after.energy - before.energy) <= 1e-12 * before.energy);
        else
            assert_true(after.energy < before.energy);
    }
}

// ---- balls that start in each other ----

// After the first frame nothing overlaps but what is stuck, and nothing is freed again.
static void test_overlapping_starts(void **state) {
    (void)state;
    size_t freed = 0, stuck = 0;
    for (uint64_t index = 0; index < 20; index++) {
        random_source g = random_start(case_seed(), 14, index);
        set_up(&kinds[0], &g);
        s.count = 0;
        for (int i = 0; i < 40; i++) {
            const carom_vec2 place = place_in(&kinds[0], &g);
            add((carom_ball){place, random_between(&g, 0.25, 1), {0, 0}});
        }
        const carom_crowd_motion m = step(1.0 / 60);
        assert_true(m.freed > 0 && m.moved + m.freed + m.stuck == s.count);
        freed += m.freed;
        stuck += m.stuck;
        for (int frame = 0; frame < 4; frame++) {
            const carom_crowd_motion next = step(1.0 / 60);
            assert_true(next.freed == 0 && next.stuck == m.stuck);
        }
    }
    printf("%zu freed, %zu stuck\n", freed, stuck);
}

// Clusters of balls, many of them with the circle of another one, with walls through them. A ball
// that is set free could reach its place without crossing a wall.
static void add_clusters(random_source *g) {
    for (int i = 0; i < 4; i++) {
        carom_circle c = {place_in(&kinds[0], g), 0.0};
        for (int k = 0; k < 8; k++) {
            if (random_one_in(g, 4))
                c.center.x += random_between(g, -0.25, 0.25);
            if (random_one_in(g, 4))
                c.center.y += random_between(g, -0.25, 0.25);
            c.radius = random_one_in(g, 2) ? 0.5 : 1.0;
            add((carom_ball){c.center, c.radius, {random_between(g, -1, 1), 0}});
        }
    }
}

static void test_clusters(void **state) {
    (void)state;
    for (uint64_t index = 0; index < 20; index++) {
        random_source g = random_start(case_seed(), 16, index);
        set_up(&kinds[0], &g);
        s.count = 0;
        add_clusters(&g);
        static carom_ball before[32];
        memcpy(before, s.balls, sizeof before);
        const carom_crowd_motion m = step(index % 2 == 0 ? 0 : 1.0 / 60);
        for (size_t i = 0; i < s.count; i++) {
            const carom_motion *r = &t.results[i];
            // The box is closed.
            assert_true(fabs(s.balls[i].center.x) < 8 || r->kind == CAROM_MOTION_KIND_STUCK ||
                        fabs(before[i].center.x) > 8 - before[i].radius);
            assert_true(r->kind != CAROM_MOTION_KIND_STUCK ||
                        memcmp(&s.balls[i].center, &before[i].center, sizeof(carom_vec2)) == 0);
        }
        assert_int_equal(m.moved + m.freed + m.stuck, 32);
        assert_int_equal(step(1.0 / 60).freed, 0);
    }
}

static long queries;

static void count_query(const void *source, const carom_path *path,
                        carom_path_query_callback *callback, void *context) {
    (void)source;
    (void)path;
    (void)callback;
    (void)context;
    queries++;
}

// Balls in one place: the cost of the searches grows about as their number, and they are searched
// for once only.
static void test_one_place(void **state) {
    (void)state;
    long counts[2];
    for (size_t turn = 0; turn < 2; turn++) {
        restart("one place");
        s.settings.move.world.walls = (carom_wall_source){count_query, NULL};
        while (s.count < 40 * (turn + 1))
            add(ball_at(3, 4, 1, 0, 0));
        queries = 0;
        carom_crowd_motion m =
            carom_crowd_step(t.crowd, s.balls, s.count, 1.0 / 60, &s.settings, NULL);
        assert_true(m.freed > 0 && m.moved + m.freed + m.stuck == s.count);
        counts[turn] = queries;
        queries = 0;
        m = carom_crowd_step(t.crowd, s.balls, s.count, 1.0 / 60, &s.settings, NULL);
        assert_true(m.freed == 0 && queries <= 8 * (long)s.count);
    }
    print_message("queries: %ld for 40 balls, %ld for 80\n", counts[0], counts[1]);
    assert_true(counts[1] <= 4 * counts[0]);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {TEST(test_guarantee),    TEST(test_gas_loses_no_time),
                                       TEST(test_conservation), TEST(test_overlapping_starts),
                                       TEST(test_clusters),     TEST(test_one_place)};
    return cmocka_run_group_tests_name("scenes of crowds", tests, NULL, NULL);
}
