// The long run of the mover among moving walls: machines with random sizes and speeds. Every leg of
// every frame is checked (tests/support/moving_watch.h), and every crush by a search for an escape.
// CAROM_TEST_CASES sets the length of the run: 10 times as many frames for each machine. Room:
// tests.
#include "moving_world.h"

typedef struct machine_run {
    const char *name;
    random_source g;
    // The machine has an answer of its own to whether the ball is crushed.
    bool is_known;
    long frames, crushed, narrow;
} machine_run;

static machine_run start_run(const char *name, int stream) {
    const machine_run r = {.name = name, .g = random_start(case_seed(), 70, (uint64_t)stream)};
    return r;
}

static bool goes_on(const machine_run *r) {
    return r->frames < 10 * case_count(50);
}

static void end_run(const machine_run *r) {
    printf("%s: %ld frames, %.2f legs and %.2f contacts a frame, %ld crushed, %ld with a narrow "
           "escape\n",
           r->name, r->frames, (double)w.watch.legs_all / (double)w.watch.moves,
           (double)w.watch.impacts_all / (double)w.watch.moves, r->crushed, r->narrow);
}

// One frame. False if the ball is crushed.
static bool run_frame(machine_run *r, carom_ball *ball, double time) {
    const carom_motion m = move(*ball, time);
    r->frames++;
    *ball = m.ball;
    if (m.kind != CAROM_MOTION_KIND_CRUSHED) {
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED || m.kind == CAROM_MOTION_KIND_FREED);
        return true;
    }
    r->crushed++;
    if (r->is_known)
        return false;
    r->narrow += check_crush(&m);
    return false;
}

static carom_vec2 at_angle(double angle, double length) {
    return vec(length * cos(angle), length * sin(angle));
}

static double either_sign(random_source *g, double x) {
    return random_one_in(g, 2) ? x : -x;
}

static carom_response random_response(random_source *g) {
    const double restitution = random_between(g, 0, 1), friction = random_between(g, 0, 1);
    switch (random_int(g, 0, 3)) {
    case 0:
        return carom_slide();
    case 1:
        return carom_bounce(1, 0);
    case 2:
        return carom_bounce(restitution, friction);
    default:
        return carom_stop();
    }
}

// The next machine of a run.
static void start_machine(random_source *g, double gravity) {
    w.still_list.count = w.moving_list.count = 0;
    w.watch.mover.gravity = vec(0, -gravity);
    w.watch.mover.response = random_response(g);
}

// A wedge closes to an angle of its own. A wall can bar its open end.
static void test_closing_wedges(void **state) {
    (void)state;
    machine_run r = start_run("closing wedges", 0);
    start(carom_slide(), vec(0, 0));
    while (goes_on(&r)) {
        start_machine(&r.g, 0);
        const double open = random_between(&r.g, 0.2, 2.5);
        const double to = random_log(&r.g, -9, -1) * open;
        const double far = 1 / sin(0.5 * open) * random_between(&r.g, 1.01, 3);
        const int frames = random_int(&r.g, 4, 64);
        add_still(carom_line(vec(0, 0), vec(1, 0)));
        if (random_one_in(&r.g, 2))
            add_still(carom_segment(vec(far + 3, -1), vec(far + random_between(&r.g, 2, 9), 30)));
        carom_ball ball = {at_angle(0.5 * open, far), 1, {random_between(&r.g, -9, 9), 0}};
        for (int k = 0; k < frames; k++) {
            const double a = open + (to - open) * k / frames;
            const double b = open + (to - open) * (k + 1) / frames;
            w.moving_list.count = 0;
            add_moving(carom_moving_wall_to(carom_segment(vec(0, 0), at_angle(a, 500)), vec(0, 0),
                                            at_angle(b, 500)));
            if (!run_frame(&r, &ball, 1.0 / 64))
                break;
        }
    }
    end_run(&r);
}

// A plate goes down and up above a floor with posts.
static void test_presses(void **state) {
    (void)state;
    machine_run r = start_run("presses", 1);
    start(carom_slide(), vec(0, 0));
    while (goes_on(&r)) {
        start_machine(&r.g, random_one_in(&r.g, 2) ? 0 : 10);
        const double stroke = random_between(&r.g, 0.5, 4), speed = random_log(&r.g, -8, -1);
        const double tilt =
            random_one_in(&r.g, 2) ? 0 : either_sign(&r.g, random_log(&r.g, -9, -2));
        add_still(carom_segment(vec(-20, 0), vec(20, 0)));
        add_still(carom_segment(vec(-20, 0), vec(-20, 20)));
        add_still(carom_segment(vec(20, 0), vec(20, 20)));
        for (int k = random_int(&r.g, 0, 3); k > 0; k--) {
            const double x = random_between(&r.g, -6, 6), y = random_between(&r.g, 0, 1);
            add_still(carom_post(vec(x, y), random_between(&r.g, 0, 0.5)));
        }
        const double half = random_between(&r.g, 0.5, 30), thick = random_between(&r.g, 0, 0.5);
        carom_ball ball = ball_at(0, 2.5, 1, random_between(&r.g, -9, 9), -1);
        const int frames = random_int(&r.g, 8, 128);
        for (int k = 0; k < frames; k++) {
            const double y = 5 - stroke * 0.5 * (1 - cos(speed * k));
            const double by = 5 - stroke * 0.5 * (1 - cos(speed * (k + 1))) - y;
            const carom_wall plate =
                carom_capsule(vec(-half, y - tilt * half), vec(half, y + tilt * half), thick);
            w.moving_list.count = 0;
            add_moving(carom_moving_wall_translating(plate, vec(0, by)));
            if (!run_frame(&r, &ball, 1.0 / 64))
                break;
        }
    }
    end_run(&r);
}

// A door of up to five wings in a drum. A ball is never in another sector after a frame; stops in
// the drum can crush it.
static void test_revolving_doors(void **state) {
    (void)state;
    machine_run r = start_run("revolving doors", 2);
    start(carom_slide(), vec(0, 0));
    while (goes_on(&r)) {
        start_machine(&r.g, random_one_in(&r.g, 2) ? 0 : 10);
        const int wings = random_int(&r.g, 2, 5), frames = random_int(&r.g, 16, 256);
        const double step = either_sign(&r.g, random_log(&r.g, -8, -2));
        const double sector = 6.283185307179586 / wings, thick = random_between(&r.g, 0, 0.25);
        for (int i = 0; i < 16; i++)
            add_still(carom_segment(at_angle(i * 0.39269908169872414, 9),
                                    at_angle((i + 1) * 0.39269908169872414, 9)));
        if (random_one_in(&r.g, 4))
            add_still(carom_post(at_angle(random_between(&r.g, 0, 6.28), 9.5), 0.6));
        carom_ball ball = {at_angle(0.5 * sector, 5), 1, {random_between(&r.g, -9, 9), 5}};
        for (int k = 0; k < frames; k++) {
            w.moving_list.count = 0;
            for (int i = 0; i < wings; i++) {
                const double a = k * step + i * sector;
                const carom_wall wing = carom_capsule(vec(0, 0), at_angle(a, 8.25), thick);
                add_moving(carom_moving_wall_to(wing, vec(0, 0), at_angle(a + step, 8.25)));
            }
            if (!run_frame(&r, &ball, 1.0 / 64))
                break;
            const double turn =
                (atan2(ball.center.y, ball.center.x) - (k + 1) * step) / 6.283185307179586;
            assert_true((turn - floor(turn)) * wings < 1);
        }
    }
    end_run(&r);
}

static long double wide(double x) {
    return (long double)x;
}

// The places on the line of the flipper, at a fraction of the frame, where the ball passes: beyond
// the pivot or the tip, by the radii. Without the library, in long double.
static bool is_beyond_ends(const carom_moving_wall *flipper, const carom_leg *leg, long double t) {
    const long double clock = wide(leg->start) + t * (wide(leg->end) - wide(leg->start));
    const long double tip_x = wide(flipper->wall.b.x) + clock * wide(flipper->b_move.x);
    const long double tip_y = wide(flipper->wall.b.y) + clock * wide(flipper->b_move.y);
    const long double x = wide(leg->from.x) + t * (wide(leg->to.x) - wide(leg->from.x));
    const long double y = wide(leg->from.y) + t * (wide(leg->to.y) - wide(leg->from.y));
    const long double length = hypotl(tip_x, tip_y), along = (tip_x * x + tip_y * y) / length;
    const long double reach = 0.75L * (1 - 1e-6L);
    return along <= -reach || along >= length + reach;
}

// The cross product of the flipper and the centre is a quadratic of the time in a leg. At each of
// its roots the ball must be beyond an end. Returns the number of roots.
static int check_side(const carom_moving_wall *flipper, const carom_leg *leg) {
    const long double span = wide(leg->end) - wide(leg->start);
    const long double tx = wide(flipper->wall.b.x) + wide(leg->start) * wide(flipper->b_move.x);
    const long double ty = wide(flipper->wall.b.y) + wide(leg->start) * wide(flipper->b_move.y);
    const long double mx = span * wide(flipper->b_move.x), my = span * wide(flipper->b_move.y);
    const long double vx = wide(leg->to.x) - wide(leg->from.x);
    const long double vy = wide(leg->to.y) - wide(leg->from.y);
    const long double a = mx * vy - my * vx, c = tx * wide(leg->from.y) - ty * wide(leg->from.x);
    const long double b = tx * vy - ty * vx + mx * wide(leg->from.y) - my * wide(leg->from.x);
    const long double d = b * b - 4 * a * c;
    if (d < 0)
        return 0;
    const long double q = -0.5L * (b + (b < 0 ? -sqrtl(d) : sqrtl(d)));
    const long double roots[] = {q / a, c / q};
    int passes = 0;
    for (int i = 0; i < 2; i++)
        if (roots[i] >= 0 && roots[i] <= 1) {
            assert_true(is_beyond_ends(flipper, leg, roots[i]));
            passes++;
        }
    return passes;
}

// Flippers at 10^4 rad/s, split into chords of at most 0.1 rad, below a ceiling or without one.
static void test_flippers(void **state) {
    (void)state;
    machine_run r = start_run("flippers at 10^4 rad/s", 3);
    long around = 0;
    start(carom_slide(), vec(0, 0));
    while (goes_on(&r)) {
        start_machine(&r.g, 10);
        const double angle = 1.2;
        const int parts = carom_turning_frames(angle, 9, 0.0113);
        const double x = random_between(&r.g, 2, 8), y = random_between(&r.g, 0.8, 3);
        const double vx = random_between(&r.g, -3, 3), vy = random_between(&r.g, -9, 0);
        carom_ball ball = ball_at(x, y, 0.5, vx, vy);
        if (random_one_in(&r.g, 4))
            add_still(carom_segment(vec(-20, random_between(&r.g, 3.6, 9)), vec(20, 6)));
        bool is_whole = true;
        int passes = 0;
        for (int k = 0; k < parts && is_whole; k++) {
            const double a = angle * k / parts - 0.5, b = angle * (k + 1) / parts - 0.5;
            w.moving_list.count = 0;
            add_moving(carom_moving_wall_to(carom_capsule(vec(0, 0), at_angle(a, 9), 0.25),
                                            vec(0, 0), at_angle(b, 9)));
            is_whole = run_frame(&r, &ball, angle / parts / 1e4);
            assert_true(w.watch.leg_count <= MOVING_WATCH_LEGS_MAX);
            for (int i = 0; i < w.watch.leg_count && is_whole; i++)
                passes += check_side(&w.moving[0], &w.watch.legs[i]);
        }
        // It started above the flipper, and comes below it only around the tip. Only a ceiling can
        // press it there.
        const bool is_above = carom_vec2_cross(at_angle(0.7, 9), ball.center) > 0;
        assert_true(!is_whole || is_above || (passes > 0 && w.still_list.count > 0));
        around += is_whole && !is_above;
    }
    printf("%ld balls came around the tip\n", around);
    end_run(&r);
}

// A lift goes up to a ceiling. The ball is crushed exactly if the room is less than its diameter.
static void test_lifts(void **state) {
    (void)state;
    machine_run r = start_run("lifts into a ceiling", 4);
    r.is_known = true;
    start(carom_slide(), vec(0, 0));
    while (goes_on(&r)) {
        start_machine(&r.g, random_one_in(&r.g, 2) ? 0 : 10);
        const double radius = random_log(&r.g, -3, 0), top = random_between(&r.g, 2.5, 4) * radius;
        const double rise = random_between(&r.g, 0.01, 1) * radius;
        add_still(carom_line(vec(0, top), vec(1, top)));
        add_moving(carom_moving_wall_translating(carom_line(vec(0, 0), vec(1, 0)), vec(0, rise)));
        carom_ball ball = ball_at(0, 1.2 * radius, radius, random_between(&r.g, -9, 9), -1);
        for (bool is_whole = true; is_whole;) {
            is_whole = run_frame(&r, &ball, 1.0 / 64);
            next_frame();
            const double room = top - w.moving[0].wall.a.y - 2 * radius;
            assert_true(fabs(room) < 1e-12 || is_whole == (room > 0));
        }
    }
    assert_true(r.crushed > 0);
    end_run(&r);
}

// Conveyors of parts that follow each other in a loop, up and down between two levels.
static void test_conveyors(void **state) {
    (void)state;
    machine_run r = start_run("conveyor loops", 5);
    start(carom_slide(), vec(0, 0));
    while (goes_on(&r)) {
        start_machine(&r.g, 10);
        w.watch.mover.response =
            (carom_response){CAROM_RESPONSE_KIND_BOUNCE, 0, random_between(&r.g, 0.1, 1)};
        const double step = random_log(&r.g, -7, -2), roof = random_between(&r.g, 2.05, 9);
        add_still(carom_line(vec(0, roof), vec(1, roof)));
        carom_ball ball = ball_at(0, 1, 1, random_between(&r.g, -2, 2), 0);
        double shift = 0;
        for (int k = 0; k < 256; k++) {
            w.moving_list.count = 0;
            for (int i = -4; i < 4; i++)
                add_moving(carom_moving_wall_translating(
                    carom_segment(vec(4 * i + shift, 0), vec(4 * i + 4 + shift, 0)), vec(step, 0)));
            assert_true(run_frame(&r, &ball, 1.0 / 64));
            // Parts that leave on the right come back on the left, and the view follows the ball.
            shift += step;
            shift -= shift >= 4 ? 4 : 0;
            ball.center.x -= ball.center.x >= 4 ? 4 : ball.center.x <= -4 ? -4 : 0;
            assert_true(ball.center.y >= 1 && ball.center.y <= roof - 1);
        }
    }
    end_run(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closing_wedges),  cmocka_unit_test(test_presses),
        cmocka_unit_test(test_revolving_doors), cmocka_unit_test(test_flippers),
        cmocka_unit_test(test_lifts),           cmocka_unit_test(test_conveyors),
    };
    return cmocka_run_group_tests_name("machines", tests, NULL, NULL);
}
