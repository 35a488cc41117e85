// The mover among moving walls: responses, filters, unusual input, and random frames. Every leg is
// checked (tests/support/moving_watch.h). Room: tests.
#include <string.h>

#include "moving_world.h"

// ---- responses, filters, unusual input ----

enum { SENSOR = 2, GLASS = 4, GATE = 8 };

static bool glass_is_broken;
static int asked;

static bool is_whole(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)index;
    return wall->category != GLASS || !glass_is_broken;
}

static void respond(void *context, const carom_impact *contact, carom_response *response) {
    (void)context;
    asked++;
    if (contact->wall.category == SENSOR)
        *response = carom_pass();
    glass_is_broken |= contact->wall.category == GLASS;
}

// Moving sensors are passed, also those overlapped at the start; moving walls can break; a filter
// leaves moving walls out.
static void test_responses(void **state) {
    (void)state;
    start(carom_bounce(1, 0), vec(0, 0));
    carom_filter filter = carom_filter_mask(~(uint32_t)GATE);
    filter.accept = is_whole;
    w.watch.mover.world.moving_filter = &filter;
    w.watch.mover.respond = respond;
    w.watch.mover.world.walls.query = NULL;
    static const bool left_out[] = {true, true, false, true, true, true, false};
    w.watch.moving_left_out = left_out;
    const uint32_t categories[] = {SENSOR, SENSOR, GLASS, GATE, SENSOR, GATE, 0};
    for (int i = 0; i < 7; i++) {
        add_moving(floor_moving(0, 1));
        w.moving[i].wall.category = categories[i];
        w.moving[i].wall.a.y = w.moving[i].wall.b.y = i == 0 ? 2.5 : i == 4 ? -20 : 1 - i;
    }
    // Overlaps the first, which it passes, and one that is one-sided, which it ignores. The second
    // is passed on the way to the glass, which is at -1 + t.
    w.moving[4].wall.one_sided = true;
    w.moving[4].wall.a.y = w.moving[4].wall.b.y = 3.5;
    w.moving[1].b_move.y = 1.25;
    // The filter leaves out one that is overlapped; one is near, but not overlapped.
    w.moving[5].wall.a.y = w.moving[5].wall.b.y = 3.25;
    w.moving[6] = carom_moving_wall_translating(carom_segment(vec(-9, 3), vec(0, 12)), vec(0, 1));
    glass_is_broken = false;
    asked = 0;
    const carom_motion m = move(ball_at(0, 3, 1, 0, -3), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 2 && asked == 3);
    assert_true(glass_is_broken && is_near(m.ball.velocity, 0, 5, 1e-13));
    assert_true(w.watch.impacts[0].id.index == 1 && w.watch.impacts[1].id.index == 2);
    // The broken glass lets balls through.
    const bool all_out[] = {true, true, true, true, true, true, true};
    w.watch.moving_left_out = all_out;
    const carom_motion through = move(ball_at(0, 3, 1, 0, -9), 1);
    assert_true(is_near(through.ball.center, 0, -6, 1e-15));
}

// A ball that overlaps a moving wall at the start is set free, where the wall is at the start.
static void test_overlap_at_start(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    add_moving(floor_moving(0, -1));
    carom_motion m = move(ball_at(0, 0.5, 1, 0, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && m.overlapped.index == 0 &&
                m.overlapped.is_moving);
    assert_true(is_near(m.freed, 0, 1, 1e-15) && is_near(m.ball.center, 0, 1, 1e-15));
    // A wall at rest is named before a moving one.
    add_still(carom_segment(vec(-9, 0), vec(9, 0)));
    m = move(ball_at(0, 0.5, 1, 0, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && m.overlapped.index == 0 &&
                !m.overlapped.is_moving);
    // No free place.
    add_still(carom_line(vec(-9, 1), vec(9, 1)));
    w.still[0].extent = CAROM_EXTENT_LINE;
    m = move(ball_at(0, 0.5, 1, 3, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_STUCK && m.lost == 1 && w.watch.leg_count == 0);
    // Freed, then crushed.
    start(carom_slide(), vec(0, 0));
    add_still(carom_line(vec(0, 4), vec(1, 4)));
    add_moving(floor_moving(0, 2.5));
    w.moving[0].wall.extent = CAROM_EXTENT_LINE;
    m = move(ball_at(0, 0.5, 1, 3, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_CRUSHED && m.overlapped.index == 0 &&
                !m.crushed_is_free);
    assert_true(fabs(m.crushed_time - 0.8) < 1e-8);
}

// In no time nothing moves.
static void test_no_time(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    add_moving(floor_moving(0, 5));
    carom_motion m = move(ball_at(0, 1, 1, 3, -4), 0);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && is_near(m.ball.center, 0, 1, 0));
    m = move(ball_at(0, 0.5, 1, 3, -4), 0);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && is_near(m.ball.center, 0, 1, 1e-15));
    w.watch.mover.respond = respond;
    w.moving[0].wall.category = SENSOR;
    static const bool left_out[] = {true};
    w.watch.moving_left_out = left_out;
    m = move(ball_at(0, 0.5, 1, 3, -4), 0);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && is_near(m.ball.center, 0, 0.5, 0));
}

// Many walls that close on a ball from all sides, without walls at rest.
static void test_closing_ring(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    w.watch.mover.world.walls.query = NULL;
    for (int i = 0; i < 7; i++) {
        const double angle = i * 0.8975979010256552;
        const carom_vec2 n = vec(cos(angle), sin(angle));
        const carom_vec2 p = carom_vec2_scale(n, 2), u = carom_vec2_scale(carom_vec2_left(n), 9);
        add_moving(carom_moving_wall_translating(
            carom_segment(carom_vec2_sub(p, u), carom_vec2_add(p, u)), carom_vec2_scale(n, -2)));
    }
    const carom_motion m = move(ball_at(0.125, 0.0625, 1, 0.5, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_CRUSHED && fabs(m.crushed_time - 0.5) < 1e-6);
    assert_true(m.crushed_by[0].is_moving && m.crushed_by[1].is_moving);
    assert_true(m.crushed_by[0].index != m.crushed_by[1].index);
}

// At the end of the range of double a push can lead beyond it.
static void test_at_the_end_of_the_range(void **state) {
    (void)state;
    for (int i = 0; i < 16; i++) {
        start(carom_slide(), vec(0, 0));
        carom_wall still = carom_line(vec(0, -1e308), vec(1e308, -1e308));
        carom_wall wedge = carom_line(vec(-1e308, 1.1e308), vec(1e308, (1.2 + 0.01 * i) * 1e308));
        carom_vec2 by = vec(0, -1.7e308);
        // Turned by 90 degrees, too.
        if (i % 2 == 1) {
            still = carom_line(carom_vec2_left(still.a), carom_vec2_left(still.b));
            wedge = carom_line(carom_vec2_left(wedge.a), carom_vec2_left(wedge.b));
            by = carom_vec2_left(by);
        }
        add_still(still);
        add_moving(carom_moving_wall_translating(wedge, by));
        move(ball_at(0, 0, 1e308, 0, 0), 1);
    }
}

static void check_finite(void *context, const carom_leg *leg) {
    (void)context;
    assert_true(isfinite(leg->to.x) && isfinite(leg->to.y));
}

// The end of the path, as seen from the wall, is beyond the range. So are the places some ulp off
// the wall. An observer on the wall cannot check this frame.
static void test_beyond_the_range(void **state) {
    (void)state;
    const carom_moving_wall wall =
        carom_moving_wall_translating(carom_segment(vec(-1, 0), vec(0, 0)), vec(0, 1e306));
    const carom_moving_wall_list list = {&wall, NULL, 1};
    carom_move_settings s = carom_move_settings_default();
    s.world.moving_walls = carom_moving_wall_list_source(&list);
    s.on_leg = check_finite;
    const carom_ball ball = ball_at(1, -4, 1, 0.25 * DBL_MAX, -0.25 * DBL_MAX);
    const carom_motion m = carom_ball_move(ball, 8, &s);
    assert_int_equal(m.kind, CAROM_MOTION_KIND_MOVED);
    assert_true(m.ball.center.x == DBL_MAX && m.ball.center.y == -DBL_MAX);
}

// A ball that overlaps a lift at the start. The lift goes so far that the place where it sees the
// ball at the end is beyond the range of double.
static void test_overlap_with_a_far_lift(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    const carom_wall lift = carom_segment(vec(1e308, 0x1p256), vec(1, -1));
    add_moving(carom_moving_wall_translating(lift, vec(-1e308, 1)));
    const carom_motion m = move(ball_at(1e308, 0x1p256, 1, 0, 0), 1);
    assert_int_equal(m.kind, CAROM_MOTION_KIND_FREED);
    assert_true(m.overlapped.index == 0 && m.overlapped.is_moving);
}

// A wall that shrinks to a point, or nearly so, while it pushes the ball.
static void test_walls_that_collapse(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    add_moving(
        carom_moving_wall_make(carom_segment(vec(-1, 0), vec(1, 0)), vec(1, 0.5), vec(-1, 0.5)));
    carom_motion m = move(ball_at(0, 1, 1, 0, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && is_near(m.ball.center, 0, 1.5, 1e-9));
    // A post is in the way of the straight leg, and the turn is out of all proportion.
    start(carom_slide(), vec(0, 0));
    add_moving(carom_moving_wall_make(carom_segment(vec(-1e270, 0), vec(1e270, 0)),
                                      vec(1e270, 0.5e280),
                                      vec(-1e270 * (1 - DBL_EPSILON), 0.5e280)));
    add_still(carom_post(vec(0.99e280, 1.25e280), 0));
    m = move(ball_at(0, 1e280, 1e280, 0, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.ball.center.x < 0);
}

// A ball rests in a groove between a wall at rest and one that moves along itself.
static void test_groove(void **state) {
    (void)state;
    start(carom_slide(), vec(0, -10));
    add_still(carom_line(vec(0, 0), vec(1, 1)));
    add_moving(
        carom_moving_wall_translating(carom_line(vec(0, 0), vec(-1, 1)), vec(0.125, -0.125)));
    carom_ball ball = ball_at(0, 1.5, 1, 0, 0);
    for (int i = 0; i < 64; i++) {
        const carom_motion m = move(ball, 1.0 / 64);
        assert_int_equal(m.kind, CAROM_MOTION_KIND_MOVED);
        ball = m.ball;
        next_frame();
    }
    assert_true(is_near(ball.center, 0, sqrt(2), 0.05));
}

// The limits of contacts hold, and the ball is still pushed after the last.
static void test_few_contacts(void **state) {
    (void)state;
    start(carom_bounce(1, 0), vec(0, 0));
    w.watch.mover.max_contacts = 1;
    add_still(carom_line(vec(0, 9), vec(1, 9)));
    add_moving(floor_moving(0, 2));
    const carom_motion m = move(ball_at(0, 4, 1, 0, -16), 1);
    assert_true(m.contacts == 1 && m.kind == CAROM_MOTION_KIND_MOVED);
    assert_true(m.lost > 0.8 && is_near(m.ball.center, 0, 3, 1e-12));
}

// ---- random frames ----

static carom_response random_response(random_source *g) {
    switch (random_int(g, 0, 3)) {
    case 0:
        return carom_stop();
    case 1:
        return carom_slide();
    case 2:
        return carom_bounce(1, 0);
    default: {
        const double restitution = random_between(g, 0, 1);
        return carom_bounce(restitution, random_between(g, 0, 1));
    }
    }
}

// Balls among walls that move at random, from slowly to several times their size a frame.
static void test_random_frames(void **state) {
    (void)state;
    long crushed = 0, narrow = 0;
    start(carom_slide(), vec(0, 0));
    for (long i = 0; i < 8 * case_count(500); i++) {
        random_source g = random_start(case_seed(), 41, (uint64_t)i);
        w.still_list.count = w.moving_list.count = 0;
        for (int k = random_int(&g, 0, 12); k > 0; k--)
            add_still(random_any_wall(&g));
        const double size = random_log(&g, -12, 3);
        for (int k = random_int(&g, 1, 8); k > 0; k--)
            add_moving(random_moving_wall(&g, size));
        w.watch.mover.response = random_response(&g);
        w.watch.mover.gravity = random_one_in(&g, 2) ? vec(0, 0) : random_vec(&g, 20);
        w.watch.mover.max_contacts = random_one_in(&g, 4) ? random_int(&g, 1, 4) : 0;
        const carom_vec2 p = random_vec(&g, 8);
        const double radius = random_one_in(&g, 16) ? 0 : random_log(&g, -6, 1);
        carom_ball ball = {p, radius, random_vec(&g, random_log(&g, -6, 8))};
        for (int k = 0; k < 4; k++) {
            const carom_motion m = move(ball, 1.0 / 64);
            if (m.kind == CAROM_MOTION_KIND_CRUSHED) {
                crush_search search = at_crush(&m, 60);
                const crush_escape escape = find_escape(&search);
                assert_true(escape != CRUSH_ESCAPE_WIDE);
                crushed++;
                narrow += escape == CRUSH_ESCAPE_NARROW;
            }
            ball = m.ball;
            next_frame();
        }
    }
    const long *kinds = w.watch.kinds;
    printf("random frames: %ld moved, %ld freed, %ld stuck, %ld crushed, %ld of them with a "
           "narrow escape; %.2f legs and %.2f contacts a frame, %.2g of the time lost\n",
           kinds[CAROM_MOTION_KIND_MOVED], kinds[CAROM_MOTION_KIND_FREED],
           kinds[CAROM_MOTION_KIND_STUCK], crushed, narrow,
           (double)w.watch.legs_all / (double)w.watch.moves,
           (double)w.watch.impacts_all / (double)w.watch.moves,
           w.watch.time_lost / w.watch.time_all);
}

// ---- no moving wall near ----

// A source that answers, with no wall.
static void query_nothing(const void *source, const carom_path *path,
                          carom_moving_wall_callback *callback, void *context) {
    (void)source;
    (void)path;
    (void)callback;
    (void)context;
}

static void respond_at_random(void *context, const carom_impact *contact,
                              carom_response *response) {
    (void)context;
    random_source g = random_start(case_seed(), 49, contact->id.index);
    *response = random_one_in(&g, 4) ? carom_pass() : random_response(&g);
}

static bool same_bits(const void *p, const void *q, size_t size) {
    return memcmp(p, q, size) == 0;
}

static bool same_impact(const carom_impact *p, const carom_impact *q) {
    return p->id.index == q->id.index && p->feature == q->feature && !p->id.is_moving &&
           !q->id.is_moving && same_bits(&p->time, &q->time, sizeof p->time) &&
           same_bits(&p->center, &q->center, sizeof p->center) &&
           same_bits(&p->point, &q->point, sizeof p->point) &&
           same_bits(&p->normal, &q->normal, sizeof p->normal) &&
           same_bits(&p->before, &q->before, sizeof p->before) &&
           same_bits(&p->after, &q->after, sizeof p->after);
}

static bool same_motion(const carom_motion *p, const carom_motion *q) {
    return p->kind == q->kind && p->contacts == q->contacts && p->clamped == q->clamped &&
           p->overlapped.index == q->overlapped.index &&
           p->overlapped.is_moving == q->overlapped.is_moving &&
           same_bits(&p->ball, &q->ball, sizeof p->ball) &&
           same_bits(&p->lost, &q->lost, sizeof p->lost) &&
           same_bits(&p->freed, &q->freed, sizeof p->freed);
}

// Another world of walls at rest, some with a narrow wedge, and other settings.
static carom_ball start_random_frame(random_source *g) {
    w.still_list.count = 0;
    for (int k = random_int(g, 0, 16); k > 0; k--)
        add_still(random_any_wall(g));
    if (random_one_in(g, 4)) {
        const carom_vec2 p = random_vec(g, 8);
        add_still(carom_segment(p, carom_vec2_add(p, vec(8, 0))));
        add_still(carom_segment(p, carom_vec2_add(p, vec(8, random_log(g, -16, 0)))));
    }
    carom_move_settings *s = &w.watch.mover;
    s->response = random_response(g);
    s->respond = random_one_in(g, 3) ? respond_at_random : NULL;
    s->gravity = random_one_in(g, 2) ? vec(0, 0) : random_vec(g, 20);
    s->max_contacts = random_one_in(g, 4) ? random_int(g, 1, 4) : 0;
    carom_ball ball = {.center = random_vec(g, 8)};
    ball.radius = random_one_in(g, 16) ? 0 : random_log(g, -6, 1);
    const double speed = random_log(g, -6, 8);
    ball.velocity = random_vec(g, speed);
    return ball;
}

static carom_motion move_among(carom_moving_wall_source moving, carom_ball ball, double time) {
    w.watch.mover.world.moving_walls = moving;
    w.watch.mover.context = &w.watch;
    w.watch.impact_count = w.watch.leg_count = 0;
    return carom_ball_move(ball, time, &w.watch.mover);
}

static void assert_legs_cover(double time, carom_motion_kind kind) {
    const carom_leg *legs = w.watch.legs;
    const int count = w.watch.leg_count;
    if (time == 0 || kind == CAROM_MOTION_KIND_STUCK || count > MOVING_WATCH_LEGS_MAX)
        return;
    assert_true(count > 0 && legs[0].start == 0 && legs[count - 1].end == 1);
    for (int n = 1; n < count; n++)
        assert_true(legs[n].start == legs[n - 1].end &&
                    same_bits(&legs[n].from, &legs[n - 1].to, sizeof legs[n].from));
}

// With no moving wall near, the bits are those without a source of moving walls: of a source that
// reports nothing, of a wall far off, and of walls that the filter leaves out.
static void test_no_moving_wall_near(void **state) {
    (void)state;
    static carom_impact impacts[MOVING_WATCH_IMPACTS_MAX];
    long contacts = 0, lost = 0, freed = 0;
    start(carom_slide(), vec(0, 0));
    const carom_moving_wall_source list = w.watch.mover.world.moving_walls, none = {NULL, NULL};
    const carom_moving_wall_source sources[] = {{query_nothing, NULL}, list, list};
    carom_filter filter = carom_filter_default();
    filter.mask = 0;
    add_moving(carom_moving_wall_translating(carom_segment(vec(0, 1e9), vec(1, 1e9)), vec(1, 0)));
    add_moving(floor_moving(0, 1));
    for (long i = 0; i < 8 * case_count(500); i++) {
        random_source g = random_start(case_seed(), 48, (uint64_t)i);
        const carom_ball ball = start_random_frame(&g);
        const double time = random_one_in(&g, 16) ? 0 : random_log(&g, -8, 1);
        const carom_motion alone = move_among(none, ball, time);
        const int count = w.watch.impact_count;
        memcpy(impacts, w.watch.impacts, sizeof impacts);
        for (int k = 0; k < 3; k++) {
            w.moving_list.count = k == 2 ? 2 : 1;
            w.watch.mover.world.moving_filter = k == 2 ? &filter : NULL;
            const carom_motion m = move_among(sources[k], ball, time);
            assert_true(same_motion(&m, &alone));
            assert_int_equal(w.watch.impact_count, count);
            for (int n = 0; n < count && n < MOVING_WATCH_IMPACTS_MAX; n++)
                assert_true(same_impact(&w.watch.impacts[n], &impacts[n]));
            assert_legs_cover(time, m.kind);
        }
        contacts += alone.contacts;
        lost += alone.lost > 0;
        freed += alone.kind == CAROM_MOTION_KIND_FREED;
    }
    if (case_count(500) >= 500)
        assert_true(contacts > 100 && lost > 20 && freed > 20);
}

// A ball that no moving wall was near does not stay for one that reaches it later: it comes through
// a one-sided wall from behind, stops, and the wall catches up with it.
static void test_stays_until_reached(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        start(k == 0 ? carom_stop() : carom_bounce(0.5, 0), vec(0, 0));
        w.watch.mover.max_contacts = 1;
        carom_wall gate = carom_segment(vec(0, 5), vec(0, -5));
        gate.one_sided = true;
        add_moving(carom_moving_wall_translating(gate, vec(4, 0)));
        add_still(carom_segment(vec(4.625, -5), vec(4.625, 5)));
        carom_motion m = move(ball_at(-3, 0, 0.5, 8, 0), 1);
        assert_int_equal(m.kind, CAROM_MOTION_KIND_CRUSHED);
        assert_true(m.crushed_by[0].is_moving && !m.crushed_by[1].is_moving && m.contacts == 1);
        // A shorter way of the wall leaves the ball its place.
        w.moving[0].a_move.x = w.moving[0].b_move.x = 3.5;
        m = move(ball_at(-3, 0, 0.5, 8, 0), 1);
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED && is_near(m.ball.center, 4.125, 0, 1e-14));
        assert_true(k == 0 ? m.lost == 0 : fabs(m.lost - 0.109375) < 1e-14);
    }
}

// A ceiling and a flipper hit the ball in turn, until the flipper pushes it. The fraction of the
// frame and the time left are rounded separately; the times of the impacts never go back.
static void test_impacts_in_order(void **state) {
    (void)state;
    start(carom_bounce(0, 0), vec(0, -10));
    add_still(carom_segment(vec(-20, 0x1.0c12531d4cda1p+2), vec(20, 6)));
    add_moving(carom_moving_wall_make(
        carom_capsule(vec(0, 0), vec(0x1.db64b03d16678p+2, 0x1.453beba99e983p+2), 0.25), vec(0, 0),
        vec(-0x1.16c0f36eea998p-1, 0x1.6eaebdea79b6p-1)));
    const carom_ball ball = {{0x1.712b6aedc25bdp+2, 0x1.36b87de8b4cap+2},
                             0.5,
                             {-0x1.a001a406af844p+15, 0x1.a85987eacb20dp+15}};
    const carom_motion m = move(ball, 0x1.4f8b588e368fp-17);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_responses),
        cmocka_unit_test(test_overlap_at_start),
        cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_closing_ring),
        cmocka_unit_test(test_at_the_end_of_the_range),
        cmocka_unit_test(test_beyond_the_range),
        cmocka_unit_test(test_overlap_with_a_far_lift),
        cmocka_unit_test(test_walls_that_collapse),
        cmocka_unit_test(test_groove),
        cmocka_unit_test(test_few_contacts),
        cmocka_unit_test(test_random_frames),
        cmocka_unit_test(test_no_moving_wall_near),
        cmocka_unit_test(test_stays_until_reached),
        cmocka_unit_test(test_impacts_in_order),
    };
    return cmocka_run_group_tests_name("frames among moving walls", tests, NULL, NULL);
}
