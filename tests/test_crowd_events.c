// What a crowd reports: impacts in the order of their times, touches that begin, persist and end
// with their impulses, and sensors. Room: tests.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "crowd_world.h"

static const double FRAME = 1.0 / 60, G = 10;

static void set_material(double gravity, double restitution) {
    s.settings.move.gravity = vec(0, -gravity);
    s.settings.move.response = carom_bounce(restitution, 0);
    s.settings.restitution = restitution;
}

static void add_floor(void) {
    add_wall(carom_segment(vec(-99, 0), vec(99, 0)));
}

// The touch of a ball with another one (CAROM_NO_BALL: a wall), or NULL.
static const carom_touch *touch_of(size_t ball, size_t other, size_t wall) {
    for (size_t i = 0; i < t.touch_count; i++) {
        const carom_touch *k = &t.touches[i];
        if (k->ball == ball && k->other == other && k->wall.index == wall)
            return k;
    }
    return NULL;
}

static void expect_touch(const carom_touch *k, carom_touch_phase phase, double impulse,
                         double error) {
    assert_non_null(k);
    if (k->phase != phase || !(fabs(k->impulse - impulse) <= error))
        fail_msg("frame %ld, ball %u, other %u, wall %u: phase %d and %g, not phase %d and %g",
                 t.sums.frames, k->ball, k->other, k->wall.index, k->phase, k->impulse, phase,
                 impulse);
}

// ---- impulses ----

// An impact: the touch begins with the momentum gained, and ends in the next frame.
static void test_touch_of_an_impact(void **state) {
    (void)state;
    static const double inverse[] = {0.5, 0.25};
    s.settings.inverse_masses = inverse;
    set_material(0, 0.5);
    add_wall(carom_segment(vec(9, -9), vec(9, 9)));
    add(ball_at(0, 0, 1, 6, 0));
    add(ball_at(-7, 30, 1, 1, 0));
    step(1.5);
    assert_int_equal(t.touch_count, 1);
    // 6 against the wall, 3 back, with the mass 2.
    const carom_touch *k = touch_of(0, CAROM_NO_BALL, 0);
    expect_touch(k, CAROM_TOUCH_PHASE_BEGINS, 18, 1e-13);
    assert_true(is_near(k->normal, -1, 0, 0) && !k->wall.is_moving);
    step(0.125);
    assert_int_equal(t.touch_count, 1);
    expect_touch(touch_of(0, CAROM_NO_BALL, 0), CAROM_TOUCH_PHASE_ENDS, 0, 0);
    step(0.125);
    assert_int_equal(t.touch_count, 0);
    // Two balls: masses 2 and 4, approach 3. The impulse is 1.5 * 3 / (1/2 + 1/4).
    s.balls[0] = ball_at(0, 0, 1, 3, 0);
    s.balls[1] = ball_at(3, 0, 1, 0, 0);
    step(1);
    assert_int_equal(t.touch_count, 1);
    expect_touch(touch_of(0, 1, CAROM_NO_WALL), CAROM_TOUCH_PHASE_BEGINS, 6, 1e-13);
    assert_true(is_near(t.touches[0].normal, -1, 0, 0));
    // The higher index comes.
    s.balls[0] = ball_at(3, 0, 1, 0, 0);
    s.balls[1] = ball_at(0, 0, 1, 3, 0);
    step(0.125);
    step(0.875);
    expect_touch(touch_of(0, 1, CAROM_NO_WALL), CAROM_TOUCH_PHASE_BEGINS, 6, 1e-13);
    assert_true(is_near(t.touches[0].normal, 1, 0, 0));
}

// A ball of infinite mass, and two impacts on the same wall in one frame.
static void test_touch_of_more_impacts(void **state) {
    (void)state;
    static const double inverse[] = {1, 0};
    s.settings.inverse_masses = inverse;
    add_wall(carom_segment(vec(0, -9), vec(0, 9)));
    add(ball_at(2, 0, 1, -4, 0));
    add(ball_at(5, 0, 1, 0, 0));
    step(1.875);
    // The way between the wall and the heavy ball is 2: at the wall after 1/4 and 5/4.
    const size_t walls = t.impact_count, balls = t.ball_impact_count;
    assert_true(walls == 2 && balls == 2);
    expect_touch(touch_of(0, 1, CAROM_NO_WALL), CAROM_TOUCH_PHASE_BEGINS, 16, 1e-13);
    expect_touch(touch_of(0, CAROM_NO_BALL, 0), CAROM_TOUCH_PHASE_BEGINS, 16, 1e-13);
}

// At rest each touch bears the weight of what lies on it: m g T in each frame.
static void test_weight(void **state) {
    (void)state;
    static const double inverse[] = {0.5, 0.25, 1, 0.125};
    for (int count = 1; count <= 4; count++) {
        restart("weight");
        add_floor();
        set_material(G, 0);
        s.settings.inverse_masses = inverse;
        for (int i = 0; i < count; i++)
            add(ball_at(0, 1 + 2.02 * i, 1, 0, 0));
        for (int frame = 0; frame < 28; frame++) {
            step(FRAME);
            if (frame < 22)
                continue;
            assert_int_equal(t.touch_count, count);
            double weight = 0;
            for (int i = count - 1; i >= 0; i--) {
                weight += G * FRAME / inverse[i];
                const carom_touch *k = i == 0 ? touch_of(0, CAROM_NO_BALL, 0)
                                              : touch_of((size_t)i - 1, (size_t)i, CAROM_NO_WALL);
                expect_touch(k, CAROM_TOUCH_PHASE_PERSISTS, weight, 0.005 * weight);
                assert_true(is_near(k->normal, 0, i == 0 ? 1 : -1, 1e-9));
            }
        }
    }
}

// A ball between two walls at right angles: each bears its part of the weight.
static void test_weight_in_a_groove(void **state) {
    (void)state;
    for (int others = 0; others < 2; others++) {
        restart("groove");
        set_material(G, 0);
        // Normals (0.6, 0.8) and (-0.8, 0.6).
        add_wall(carom_segment(vec(-8, 6), vec(0, 0)));
        add_wall(carom_segment(vec(0, 0), vec(6, 8)));
        add(ball_at(-0.2, 1.4, 1, 0, 0));
        // Another one in the same island, which touches nothing.
        if (others > 0)
            add(ball_at(-0.2 + 0.6 * 2.03, 1.4 + 0.8 * 2.03, 1, 0, 0));
        for (int frame = 0; frame < 20; frame++)
            step(FRAME);
        if (others > 0)
            continue;
        expect_touch(touch_of(0, CAROM_NO_BALL, 0), CAROM_TOUCH_PHASE_PERSISTS, 0.8 * G * FRAME,
                     0.003);
        expect_touch(touch_of(0, CAROM_NO_BALL, 1), CAROM_TOUCH_PHASE_PERSISTS, 0.6 * G * FRAME,
                     0.003);
    }
}

// ---- phases ----

// Every touch begins, persists for some frames and ends, in this order, in all scenes. Touches of
// balls that sleep are not reported again.
typedef struct open_touch {
    size_t ball, other, wall;
    bool is_moving;
} open_touch;

enum { OPEN_MAX = 4096 };
static open_touch open[OPEN_MAX];
static size_t open_count;

static size_t find_open(const carom_touch *k) {
    size_t i = 0;
    while (i < open_count &&
           !(open[i].ball == k->ball && open[i].other == k->other &&
             open[i].wall == k->wall.index && open[i].is_moving == k->wall.is_moving))
        i++;
    return i;
}

static void follow(const carom_touch *k) {
    const size_t i = find_open(k);
    const bool is_open = i < open_count;
    if (is_open != (k->phase != CAROM_TOUCH_PHASE_BEGINS))
        fail_msg("%s, frame %ld: touch of ball %u, other %u, wall %u in phase %d, %s", s.name,
                 t.sums.frames, k->ball, k->other, k->wall.index, k->phase,
                 is_open ? "open" : "not open");
    if (k->phase == CAROM_TOUCH_PHASE_BEGINS) {
        assert_true(open_count < OPEN_MAX);
        open[open_count++] = (open_touch){k->ball, k->other, k->wall.index, k->wall.is_moving};
    } else if (k->phase == CAROM_TOUCH_PHASE_ENDS) {
        open[i] = open[--open_count];
    }
}

static bool is_before(const carom_touch *p, const carom_touch *q) {
    if (p->ball != q->ball)
        return p->ball < q->ball;
    // Other balls before walls: their index is less.
    return p->other <= q->other;
}

static void check_touches(void) {
    for (size_t i = 0; i < t.touch_count; i++) {
        const carom_touch *k = &t.touches[i];
        const double length = sqrt(carom_vec2_dot(k->normal, k->normal));
        assert_true(i == 0 || is_before(&t.touches[i - 1], k));
        assert_true(k->ball < s.count && (k->other == CAROM_NO_BALL || k->ball < k->other));
        assert_true((k->other == CAROM_NO_BALL) != (k->wall.index == CAROM_NO_WALL));
        assert_true(k->impulse >= 0 && isfinite(k->impulse) && fabs(length - 1) < 1e-9);
        assert_true(k->phase != CAROM_TOUCH_PHASE_ENDS || k->impulse == 0);
        assert_true(t.results[k->ball].hold != CAROM_HOLD_ASLEEP ||
                    !carom_crowd_is_asleep(t.crowd, k->ball) || t.summary.asleep < s.count);
        follow(k);
    }
    // One for each pair in a frame.
    for (size_t i = 0; i < t.touch_count; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(t.touches[i].ball != t.touches[k].ball ||
                        t.touches[i].other != t.touches[k].other ||
                        t.touches[i].wall.index != t.touches[k].wall.index ||
                        t.touches[i].wall.is_moving != t.touches[k].wall.is_moving);
}

// Each impact is part of a touch that is reported, and impulses are those of the impacts at least.
static void check_impacts_are_touches(void) {
    static double sums[SCENE_BALLS_MAX];
    memset(sums, 0, sizeof sums);
    for (size_t i = 0; i < t.ball_impact_count; i++) {
        const carom_ball_impact *k = &t.ball_impacts[i];
        const carom_touch *touch = touch_of(k->first, k->second, CAROM_NO_WALL);
        assert_non_null(touch);
        assert_int_not_equal(touch->phase, CAROM_TOUCH_PHASE_ENDS);
    }
    for (size_t i = 0; i < t.impact_count; i++)
        assert_non_null(touch_of(t.impacts[i].ball, CAROM_NO_BALL, t.impacts[i].impact.id.index));
}

static void test_phases(void **state) {
    (void)state;
    for (int kind = 0; kind < CROWD_SCENE_KINDS; kind++) {
        open_count = 0;
        crowd_trace_restart(&t);
        crowd_scene_make(&s, (crowd_scene_kind)kind, 30, case_seed());
        for (int frame = 0; frame < 120; frame++) {
            step(s.time);
            check_touches();
            check_impacts_are_touches();
            crowd_scene_next(&s);
        }
        assert_true(t.sums.touches > 0);
    }
}

// A ball that touches the floor and is lifted off by the caller: the touch ends.
static void test_touch_ends(void **state) {
    (void)state;
    add_floor();
    set_material(G, 0);
    add(ball_at(0, 1, 1, 0, 0));
    add(ball_at(0, 3.01, 1, 0, 0));
    for (int frame = 0; frame < 10; frame++)
        step(FRAME);
    assert_int_equal(t.touch_count, 2);
    s.balls[1].center.y = 9;
    step(FRAME);
    expect_touch(touch_of(0, 1, CAROM_NO_WALL), CAROM_TOUCH_PHASE_ENDS, 0, 0);
    // The lower one is alone now, and sinks from its gap to the floor.
    for (int frame = 0; frame < 6; frame++)
        step(FRAME);
    expect_touch(touch_of(0, CAROM_NO_BALL, 0), CAROM_TOUCH_PHASE_PERSISTS, G * FRAME, 1e-3);
}

// ---- the order of callbacks ----

enum { CALLS_MAX = 256 };

typedef struct call {
    // 'L' a leg, 'P' a position, 'W' an impact at a wall, 'B' an impact of balls, 'T' a touch.
    char what;
    size_t ball;
    double time;
} call;

static call calls[CALLS_MAX];
static size_t call_count;
static carom_index moving;

static void note(char what, size_t ball, double time) {
    assert_true(call_count < CALLS_MAX);
    calls[call_count++] = (call){what, ball, time};
}

static void note_leg(void *context, const carom_leg *leg) {
    (void)context;
    note('L', moving, leg->end * s.time);
}

static void note_position(void *context, const carom_vec2 *center) {
    (void)context;
    (void)center;
    note('P', moving, calls[call_count - 1].time);
}

static void note_impact(void *context, const carom_impact *impact) {
    (void)context;
    note('W', moving, impact->time);
}

static void note_ball_impact(void *context, const carom_ball_impact *impact) {
    (void)context;
    note('B', impact->first, impact->time);
}

static void note_touch(void *context, const carom_touch *touch) {
    (void)context;
    note('T', touch->ball, s.time);
}

// Legs and impacts of all balls in order of time; at an impact, the legs that lead to it come
// before; each position after its leg; touches last.
static void test_order_of_callbacks(void **state) {
    (void)state;
    s.settings.moving = &moving;
    s.settings.move.on_leg = note_leg;
    s.settings.move.on_position = note_position;
    s.settings.move.on_impact = note_impact;
    s.settings.on_ball_impact = note_ball_impact;
    s.settings.on_touch = note_touch;
    s.time = 1;
    add_wall(carom_segment(vec(8, -9), vec(8, 9)));
    add(ball_at(0, 0, 1, 6, 0));
    add(ball_at(4, 0, 1, 0, 0));
    add(ball_at(5.5, 7, 1, 2, 0));
    add(ball_at(30, 7, 1, 2, 0));
    carom_crowd_step(t.crowd, s.balls, s.count, s.time, &s.settings, NULL);
    double clock = 0;
    int counts[128] = {0};
    for (size_t i = 0; i < call_count; i++) {
        const call *k = &calls[i];
        assert_true(k->time >= clock);
        clock = k->time;
        counts[(int)k->what]++;
        assert_true(k->what == 'T' || counts['T'] == 0);
        assert_true((k->what == 'P') == (i > 0 && calls[i - 1].what == 'L'));
        assert_true(k->what != 'P' || k->ball == calls[i - 1].ball);
        if (k->what != 'W' && k->what != 'B')
            continue;
        bool has_leg = false;
        for (size_t m = 0; m < i; m++)
            has_leg |= calls[m].what == 'L' && calls[m].ball == k->ball &&
                       fabs(calls[m].time - k->time) < 1e-15;
        assert_true(has_leg);
    }
    // The first strikes the second at 1/3, that strikes the wall at 5/6; the third does at 3/4.
    assert_true(counts['B'] == 1 && counts['W'] == 2 && counts['T'] == 3);
    assert_true(counts['L'] == 8 && counts['P'] == counts['L']);
}

// ---- whose callback it is ----

// Each ball moves in a row of its own: the place of what is reported tells which ball it is.
enum { ROWS = 6 };

static double row;
static int told[4];

static void expect_row(int what, carom_vec2 place) {
    assert_int_equal(moving, (size_t)floor(place.y / row + 0.5));
    told[what]++;
}

static void expect_leg_row(void *context, const carom_leg *leg) {
    (void)context;
    expect_row(0, leg->to);
}

static void expect_position_row(void *context, const carom_vec2 *center) {
    (void)context;
    expect_row(1, *center);
}

static void expect_impact_row(void *context, const carom_impact *impact) {
    (void)context;
    expect_row(2, impact->center);
}

static void expect_asked_row(void *context, const carom_impact *impact, carom_response *response) {
    (void)context;
    expect_row(3, impact->center);
    *response = carom_bounce(1, 0);
}

// `moving` is the ball that a callback is about, alone and among others, for walls that move, too.
static void test_moving(void **state) {
    (void)state;
    for (int near = 0; near < 2; near++) {
        restart("moving");
        row = near > 0 ? 2.0078125 : 4;
        add_wall(carom_segment(vec(4, -99), vec(4, 99)));
        add_moving(
            carom_moving_wall_translating(carom_segment(vec(-4, -99), vec(-4, 99)), vec(1, 0)));
        s.settings.moving = &moving;
        s.settings.move.on_leg = expect_leg_row;
        s.settings.move.on_position = expect_position_row;
        s.settings.move.on_impact = expect_impact_row;
        s.settings.move.respond = expect_asked_row;
        for (int i = 0; i < ROWS; i++)
            add(ball_at(0, row * i, 1, i % 2 == 0 ? 5 + i : -5 - i, 0));
        memset(told, 0, sizeof told);
        carom_crowd_step(t.crowd, s.balls, s.count, 1, &s.settings, NULL);
        // Each strikes a wall before the frame ends.
        assert_true(told[0] >= 2 * ROWS && told[1] == told[0]);
        assert_true(told[2] >= ROWS && told[3] >= told[2]);
    }
}

// ---- sensors ----

static bool is_asked_late;
static int asked;

static void pass_first_wall(void *context, const carom_impact *contact, carom_response *response) {
    (void)context;
    asked++;
    is_asked_late |= moving >= s.count;
    *response = contact->id.index == 0 ? carom_pass() : carom_bounce(1, 0);
}

// A wall that is a sensor is reported and passed, the wall behind it is not, for balls alone and
// for balls that meet others in the frame.
static void test_wall_sensor(void **state) {
    (void)state;
    for (int others = 0; others < 2; others++) {
        restart("sensor");
        add_wall(carom_segment(vec(4, -9), vec(4, 9)));
        add_wall(carom_segment(vec(8, -9), vec(8, 9)));
        s.settings.move.respond = pass_first_wall;
        s.settings.moving = &moving;
        s.time = 0.875;
        add(ball_at(0, 0, 1, 10, 0));
        add(ball_at(0, others > 0 ? 2.01 : 30, 1, 0, 0));
        asked = 0;
        calls[0].time = 0;
        call_count = 0;
        s.settings.move.on_impact = note_impact;
        carom_motion results[2];
        const carom_crowd_motion m =
            carom_crowd_step(t.crowd, s.balls, s.count, s.time, &s.settings, results);
        assert_true(m.moved == 2 && m.lost == 0 && asked >= 2);
        assert_int_equal(call_count, 2);
        assert_true(fabs(calls[0].time - 0.3) < 1e-14 && fabs(calls[1].time - 0.7) < 1e-14);
        assert_true(calls[0].ball == 0 && calls[1].ball == 0 && !is_asked_late);
        assert_int_equal(results[0].contacts, 2);
        assert_true(is_near(s.balls[0].center, 5.25, 0, 1e-13));
        assert_true(is_near(s.balls[0].velocity, -10, 0, 0));
    }
}

static int phases[3];

static void count_phase(void *context, const carom_touch *touch) {
    (void)context;
    phases[touch->phase] += touch->ball == 0 && touch->other == CAROM_NO_BALL;
}

// A ball that is in a sensor for six frames: the touch begins when it enters, and ends in the next
// frame; alone and beside another ball.
static void test_touch_of_a_sensor(void **state) {
    (void)state;
    for (int near = 0; near < 2; near++) {
        restart("touch of a sensor");
        add_wall(carom_capsule(vec(6, -9), vec(6, 9), 2));
        s.settings.move.respond = pass_first_wall;
        s.settings.moving = &moving;
        s.settings.on_touch = count_phase;
        add(ball_at(0.5, 0, 1, 1, 0));
        add(ball_at(0.5, near > 0 ? 2.0078125 : 30, 1, 1, 0));
        for (int frame = 0; frame < 12; frame++) {
            memset(phases, 0, sizeof phases);
            carom_crowd_step(t.crowd, s.balls, s.count, 1, &s.settings, NULL);
            // It enters at x = 3, and leaves at 9.
            assert_int_equal(phases[CAROM_TOUCH_PHASE_BEGINS], frame == 2);
            assert_int_equal(phases[CAROM_TOUCH_PHASE_PERSISTS], 0);
            assert_int_equal(phases[CAROM_TOUCH_PHASE_ENDS], frame == 3);
            assert_true(is_near(s.balls[0].center, frame + 1.5, 0, 1e-13));
        }
    }
}

// Balls that start in each other, in a zone that they pass: they leave each other, not the zone.
static void test_zone(void **state) {
    (void)state;
    add_wall(carom_post(vec(0, 0), 50));
    s.settings.move.respond = pass_first_wall;
    add(ball_at(0, 0, 1, 0, 0));
    add(ball_at(0.5, 0, 1, 0, 0));
    s.settings.moving = &moving;
    const carom_crowd_motion m =
        carom_crowd_step(t.crowd, s.balls, s.count, 0.125, &s.settings, NULL);
    assert_true(m.moved == 1 && m.freed == 1 && m.stuck == 0);
    assert_true(is_near(s.balls[0].center, 0, 0, 0) || is_near(s.balls[1].center, 0.5, 0, 0));
    const carom_vec2 d = carom_vec2_sub(s.balls[0].center, s.balls[1].center);
    assert_true(carom_vec2_dot(d, d) < 4.1);
}

static size_t passed_ball;
static int passed;

static void pass_ball(void *context, const carom_ball_impact *impact, carom_response *response) {
    (void)context;
    assert_true(impact->first < impact->second);
    assert_true(memcmp(&impact->first_before, &impact->first_after, sizeof(carom_vec2)) == 0);
    const bool passes = impact->first == passed_ball || impact->second == passed_ball;
    passed += passes;
    *response = passes ? carom_pass() : carom_bounce(1, 0);
}

// A ball that is a sensor: the others fly through it, over as many frames as it takes, and it is
// reported. Nobody is freed, and nothing is lost.
static void test_ball_sensor(void **state) {
    (void)state;
    for (int frames = 1; frames <= 16; frames *= 4) {
        restart("ball sensor");
        s.settings.respond_balls = pass_ball;
        s.settings.on_ball_impact = note_ball_impact;
        passed_ball = 1;
        passed = 0;
        call_count = 0;
        s.time = 2.0 / frames;
        add(ball_at(0, 0.25, 1, 8, 0));
        add(ball_at(5, 0, 2, 0, 0));
        add(ball_at(14, 0.25, 1, 0, 0));
        for (int frame = 0; frame < frames; frame++) {
            const carom_crowd_motion m =
                carom_crowd_step(t.crowd, s.balls, s.count, s.time, &s.settings, NULL);
            assert_true(m.moved == 3 && m.freed == 0 && m.lost == 0);
        }
        assert_true(passed >= 1 && call_count >= 2);
        assert_true(is_near(s.balls[1].center, 5, 0, 0) && is_near(s.balls[1].velocity, 0, 0, 0));
        assert_true(is_near(s.balls[0].center, 12, 0.25, 1e-12));
        assert_true(is_near(s.balls[2].center, 18, 0.25, 1e-12));
    }
}

// A sensor does not block what presses: a slow ball on a floor.
static void test_slow_through_sensor(void **state) {
    (void)state;
    for (int i = 1; i <= 8; i++) {
        restart("slow through a sensor");
        s.settings.respond_balls = pass_ball;
        passed_ball = 1;
        s.settings.move.gravity = vec(0, -10);
        s.settings.move.response = carom_bounce(0, 0);
        add_wall(carom_segment(vec(-9, 0), vec(99, 0)));
        add(ball_at(0, 1, 1, 0.0625 * i, 0));
        add(ball_at(2.0009765625, 1, 1, 0, 0));
        for (int frame = 0; frame < 64; frame++)
            carom_crowd_step(t.crowd, s.balls, s.count, 1.0 / 64, &s.settings, NULL);
        assert_true(is_near(s.balls[0].center, 0.0625 * i, 1, 0.02));
        assert_true(is_near(s.balls[1].center, 2.0009765625, 1, 0.02));
        assert_true(s.balls[1].velocity.x == 0);
    }
}

static double grip;

static void respond_with_grip(void *context, const carom_ball_impact *impact,
                              carom_response *response) {
    (void)context;
    (void)impact;
    *response = carom_bounce(0, grip);
}

// The friction of a pair that presses is that of its response: on a heavy ball, 36 degrees beside
// its top, a ball stays if the friction is more than 3/4.
static void test_friction_of_pair(void **state) {
    (void)state;
    static const double inverse[] = {0, 1};
    for (int k = 0; k < 2; k++) {
        restart("friction of a pair");
        s.settings.respond_balls = respond_with_grip;
        s.settings.inverse_masses = inverse;
        s.settings.move.gravity = vec(0, -10);
        s.settings.accelerations = s.accelerations;
        grip = k == 0 ? 0.5 : 1;
        add(ball_at(0, 0, 4, 0, 0));
        add(ball_at(3, 4, 1, 0, 0));
        s.accelerations[0] = vec(0, 10);
        s.accelerations[1] = vec(0, 0);
        for (int frame = 0; frame < 32; frame++)
            step(1.0 / 64);
        // By its weight it would slide by 10 (3/5 - 1/2 4/5) / 2 / 4 = .25 in this time.
        const double way = hypot(s.balls[1].center.x - 3, s.balls[1].center.y - 4);
        if (k == 0)
            assert_true(way > 0.2 && s.balls[1].center.x > 3);
        else
            assert_true(way < 0.02);
    }
}

static void material_by_pair(void *context, const carom_ball_impact *impact,
                             carom_response *response) {
    (void)context;
    *response = impact->second == 1   ? carom_bounce(0.5, 0)
                : impact->second == 3 ? carom_slide()
                : impact->second == 5 ? carom_stop()
                                      : carom_bounce(2, 0); // invalid: a stop
}

// A material for each pair.
static void test_materials(void **state) {
    (void)state;
    s.settings.respond_balls = material_by_pair;
    for (int i = 0; i < 4; i++) {
        add(ball_at(0, 9 * i, 1, 4, 0));
        add(ball_at(3, 9 * i + 1.2, 1, 0, 0));
    }
    step_with(0.5, CROWD_CHANGE_LOADED);
    assert_int_equal(t.ball_impact_count, 4);
    // The normal is (-0.8, -0.6), the approach 3.2.
    assert_true(is_near(s.balls[1].velocity, 0.75 * 2.56, 0.75 * 1.92, 1e-9));
    assert_true(is_near(s.balls[3].velocity, 0.5 * 2.56, 0.5 * 1.92, 1e-9));
    for (int i = 4; i < 8; i++)
        assert_true(is_near(s.balls[i].velocity, 2, 0, 1e-9));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {TEST(test_touch_of_an_impact),
                                       TEST(test_touch_of_more_impacts),
                                       TEST(test_weight),
                                       TEST(test_weight_in_a_groove),
                                       TEST(test_phases),
                                       TEST(test_touch_ends),
                                       TEST(test_order_of_callbacks),
                                       TEST(test_moving),
                                       TEST(test_wall_sensor),
                                       TEST(test_touch_of_a_sensor),
                                       TEST(test_zone),
                                       TEST(test_ball_sensor),
                                       TEST(test_slow_through_sensor),
                                       TEST(test_friction_of_pair),
                                       TEST(test_materials)};
    return cmocka_run_group_tests_name("events of crowds", tests, NULL, NULL);
}
