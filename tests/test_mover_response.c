// The response callback of the mover: materials by category, sensors that let a ball through, walls
// that break; the filter of the mover.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "carom/carom.h"

enum { SENSOR = 2, SPONGE = 4, WALLS = 4, CALLS_MAX = 64 };

typedef struct world {
    carom_wall walls[WALLS];
    carom_wall_list list;
    bool broken[WALLS];
    size_t asked[CALLS_MAX], met[CALLS_MAX];
    int asked_count, met_count;
} world;

static carom_vec2 vec(double x, double y) {
    return carom_vec2_make(x, y);
}

// By category: sensors pass, sponges stop, all else bounces.
static void respond(void *context, const carom_impact *contact, carom_response *response) {
    world *w = context;
    assert_true(w->asked_count < CALLS_MAX);
    w->asked[w->asked_count++] = contact->id.index;
    assert_true(contact->wall.category == w->walls[contact->id.index].category);
    assert_true(contact->after.x == contact->before.x && contact->after.y == contact->before.y);
    *response = contact->wall.category == SENSOR   ? carom_pass()
                : contact->wall.category == SPONGE ? carom_stop()
                                                   : carom_bounce(1, 0);
}

static void on_impact(void *context, const carom_impact *impact) {
    world *w = context;
    w->met[w->met_count++] = impact->id.index;
}

static bool is_whole(void *context, carom_index index, const carom_wall *wall) {
    const world *w = context;
    (void)wall;
    return !w->broken[index];
}

// Upright walls at x = 2, 4, 6, 8.
static void start(world *w) {
    *w = (world){.asked_count = 0};
    for (int i = 0; i < WALLS; i++)
        w->walls[i] = carom_segment(vec(2 * i + 2, -9), vec(2 * i + 2, 9));
    w->list = (carom_wall_list){.walls = w->walls, .count = WALLS};
}

static carom_move_settings settings_of(world *w) {
    carom_move_settings s = carom_move_settings_default();
    s.world.walls = carom_wall_list_source(&w->list);
    s.respond = respond;
    s.on_impact = on_impact;
    s.context = w;
    return s;
}

static carom_ball ball_at(double x, double vx) {
    const carom_ball ball = {vec(x, 0), 0.5, vec(vx, 0)};
    return ball;
}

static void test_default_settings(void **state) {
    (void)state;
    world w;
    start(&w);
    carom_move_settings s = carom_move_settings_default();
    s.world.walls = carom_wall_list_source(&w.list);
    const carom_motion m = carom_ball_move(ball_at(0, 4), 1, &s);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 1);
    assert_true(m.ball.center.x == -1 && m.ball.velocity.x == -4);
    // All zeros stops.
    const carom_move_settings zeros = {.world.walls = s.world.walls};
    const carom_motion stopped = carom_ball_move(ball_at(0, 4), 1, &zeros);
    assert_true(stopped.ball.center.x == 1.5 && stopped.ball.velocity.x == 0);
    assert_true(stopped.overlapped.index == CAROM_NO_WALL);
    // Passing is for the callback alone.
    s.response = carom_pass();
    assert_int_equal(carom_ball_move(ball_at(0, 4), 1, &s).kind, CAROM_MOTION_KIND_INVALID);
}

static void test_materials(void **state) {
    (void)state;
    world w;
    start(&w);
    w.walls[0].category = w.walls[1].category = SENSOR;
    w.walls[2].category = SPONGE;
    const carom_move_settings s = settings_of(&w);
    const carom_motion m = carom_ball_move(ball_at(0, 100), 1, &s);
    // Two sensors, reported in order, then the sponge.
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 3 && w.met_count == 3);
    assert_true(w.met[0] == 0 && w.met[1] == 1 && w.met[2] == 2);
    assert_true(m.ball.center.x == 5.5 && m.ball.velocity.x == 0);
    // Off the last wall and back through the sensors.
    start(&w);
    w.walls[0].category = w.walls[1].category = w.walls[2].category = SENSOR;
    const carom_move_settings back = settings_of(&w);
    const carom_motion there = carom_ball_move(ball_at(0, 15), 1, &back);
    assert_true(there.contacts == 4 && w.met[3] == 3);
    assert_true(fabs(there.ball.center.x) < 1e-12 && there.ball.velocity.x == -15);
}

// A ball that starts in a sensor moves on. A ball that starts in a wall is depenetrated, even if it
// also overlaps a sensor.
static void test_overlapped_at_start(void **state) {
    (void)state;
    world w;
    start(&w);
    w.walls[0].category = SENSOR;
    const carom_move_settings s = settings_of(&w);
    carom_motion m = carom_ball_move(ball_at(2.125, 1), 0.5, &s);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.ball.center.x == 2.625);
    assert_true(m.contacts == 0 && w.asked_count == 1 && w.asked[0] == 0);
    start(&w);
    w.walls[0].category = SENSOR;
    w.walls[1] = carom_segment(vec(2.25, -9), vec(2.25, 9));
    const carom_move_settings both = settings_of(&w);
    m = carom_ball_move(ball_at(2.125, 0), 0.5, &both);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && m.overlapped.index == 1);
    assert_true(m.ball.center.x == 1.75);
}

static void pass_all(void *context, const carom_impact *contact, carom_response *response) {
    (void)context;
    (void)contact;
    *response = carom_pass();
}

static void query_backwards(const void *source, const carom_path *path,
                            carom_path_query_callback *callback, void *context) {
    const carom_wall_list *list = source;
    double fraction = 1.0;
    (void)path;
    for (size_t i = list->count; i-- > 0 && fraction > 0.0;)
        fraction = callback(context, (carom_index)i, &list->walls[i]);
}

// Of more sensors than can be remembered those with the lowest indices are passed, in whichever
// order they are reported.
static void check_backwards(const carom_wall_list *list, carom_move_settings s) {
    s.world.walls = carom_wall_list_source(list);
    const carom_motion m = carom_ball_move(ball_at(0, 1), 0.5, &s);
    s.world.walls = (carom_wall_source){query_backwards, list};
    const carom_motion n = carom_ball_move(ball_at(0, 1), 0.5, &s);
    assert_true(m.overlapped.index == 64 && n.overlapped.index == 64);
    assert_true(m.freed.x == n.freed.x && m.freed.y == n.freed.y);
    assert_true(m.ball.center.x == n.ball.center.x && m.ball.center.y == n.ball.center.y);
    carom_crowd *crowd;
    carom_crowd_settings c = carom_crowd_settings_default();
    c.move = s;
    assert_int_equal(carom_crowd_create(NULL, &crowd), CAROM_STATUS_OK);
    carom_ball balls[2] = {ball_at(0, 1), ball_at(0, 1)};
    for (int i = 0; i < 2; i++) {
        carom_motion result;
        c.move.world.walls = i == 0 ? carom_wall_list_source(list) : s.world.walls;
        carom_crowd_step(crowd, &balls[i], 1, 0.5, &c, &result);
        assert_true(result.kind == CAROM_MOTION_KIND_FREED && result.overlapped.index == 64);
        carom_crowd_remove(crowd, 0);
    }
    assert_true(balls[0].center.x == balls[1].center.x && balls[0].center.y == balls[1].center.y);
    carom_crowd_destroy(crowd);
}

// At the start one-sided walls and walls that the filter leaves out are not asked about, and more
// sensors than can be remembered are walls.
static void test_many_overlapped_at_start(void **state) {
    (void)state;
    enum { MANY = 70, REMEMBERED = 64 };
    static carom_wall walls[MANY];
    for (int i = 0; i < MANY; i++) {
        walls[i] = carom_segment(vec(i * 0x1p-10, -9), vec(i * 0x1p-10, 9));
        walls[i].category = SENSOR;
    }
    world w;
    start(&w);
    carom_move_settings s = settings_of(&w);
    const carom_wall_list all = {.walls = walls, .count = MANY};
    const carom_wall_list fewer = {.walls = walls, .count = REMEMBERED};
    s.respond = pass_all;
    s.on_impact = NULL;
    s.world.walls = carom_wall_list_source(&all);
    assert_int_equal(carom_ball_move(ball_at(0, 1), 0.5, &s).kind, CAROM_MOTION_KIND_FREED);
    check_backwards(&all, s);
    s.world.walls = carom_wall_list_source(&fewer);
    const carom_motion m = carom_ball_move(ball_at(0, 1), 0.5, &s);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.ball.center.x == 0.5);
    // One wall to be asked about, three that are not.
    start(&w);
    w.walls[0] = carom_segment(vec(0, -9), vec(0, 9));
    w.walls[0].category = SENSOR;
    w.walls[1] = carom_segment(vec(0.125, -9), vec(0.125, 9));
    w.walls[1].one_sided = true;
    w.walls[2] = carom_segment(vec(0.25, -9), vec(0.25, 9));
    w.walls[2].category = SPONGE;
    // Its box is overlapped, the wall is not.
    w.walls[3] = carom_segment(vec(0.45, -5), vec(5, 0.45));
    const carom_filter no_sponge = carom_filter_mask(~(uint32_t)SPONGE);
    carom_move_settings t = settings_of(&w);
    t.world.filter = &no_sponge;
    const carom_motion moved = carom_ball_move(ball_at(0, 1), 0.5, &t);
    assert_true(moved.kind == CAROM_MOTION_KIND_MOVED && moved.ball.center.x == 0.5);
    assert_true(w.asked_count == 1 && w.asked[0] == 0);
}

// A brick breaks at its first contact: the filter leaves it out from then on.
static void break_wall(void *context, const carom_impact *contact, carom_response *response) {
    world *w = context;
    w->broken[contact->id.index] = true;
    *response = carom_bounce(1, 0);
}

static void test_breakable(void **state) {
    (void)state;
    world w;
    start(&w);
    const carom_filter filter = {.mask = UINT32_MAX, .accept = is_whole, .context = &w};
    carom_move_settings s = settings_of(&w);
    s.respond = break_wall;
    s.world.filter = &filter;
    carom_motion m = carom_ball_move(ball_at(0, 4), 1, &s);
    assert_true(m.contacts == 1 && w.broken[0] && m.ball.velocity.x == -4);
    m = carom_ball_move(ball_at(0, 4), 1, &s);
    assert_true(m.contacts == 1 && w.broken[1] && m.ball.center.x == 3);
}

// A wall that broke bears nothing: neither gravity, nor as one of two walls that stop a ball.
static void break_first(void *context, const carom_impact *contact, carom_response *response) {
    world *w = context;
    if (contact->id.index == 0)
        w->broken[0] = true;
    *response = carom_slide();
}

static void test_broken_wall_bears_nothing(void **state) {
    (void)state;
    world w;
    start(&w);
    const carom_filter filter = {.mask = UINT32_MAX, .accept = is_whole, .context = &w};
    carom_move_settings s = settings_of(&w);
    s.respond = break_first;
    s.world.filter = &filter;
    // A floor, and a wall that leans over it: together they would stop the ball.
    w.walls[0] = carom_segment(vec(-9, 0), vec(9, 0));
    w.walls[1] = carom_segment(vec(4, -18), vec(2, 18));
    w.list.count = 2;
    const carom_ball sliding = {vec(0, 0.75), 0.5, vec(8, -1)};
    carom_motion m = carom_ball_move(sliding, 1, &s);
    assert_true(w.broken[0] && m.contacts == 2 && m.ball.velocity.y < 0);
    assert_true(m.ball.center.y < 0.5);
    // A floor under a ball that falls on it, and under one that rests on it.
    for (int rests = 0; rests < 2; rests++) {
        w.broken[0] = false;
        w.list.count = 1;
        s.gravity = vec(0, -8);
        const carom_ball falling = {vec(0, rests ? 0.5 : 0.75), 0.5, vec(0, 0)};
        m = carom_ball_move(falling, 1, &s);
        assert_true(w.broken[0] && m.ball.velocity.y < 0 && m.ball.center.y < 0);
    }
}

static void test_filter(void **state) {
    (void)state;
    world w;
    start(&w);
    w.walls[0].category = SENSOR;
    const carom_filter plain = carom_filter_mask(CAROM_CATEGORY_DEFAULT);
    carom_move_settings s = settings_of(&w);
    s.world.filter = &plain;
    const carom_motion m = carom_ball_move(ball_at(0, 3.5), 1, &s);
    assert_true(m.contacts == 0 && m.ball.center.x == 3.5 && w.asked_count == 0);
    const carom_circle inside = carom_circle_make(vec(2, 0), 0.5);
    const carom_depenetration free = carom_circle_depenetrate(inside, s.world.walls, &plain);
    assert_true(free.found && !free.overlapped && free.center.x == 2);
}

// An invalid response stops the ball.
static void invalid_response(void *context, const carom_impact *contact, carom_response *response) {
    (void)context;
    (void)contact;
    *response = carom_bounce(2, 0);
}

static void test_invalid_response(void **state) {
    (void)state;
    world w;
    start(&w);
    carom_move_settings s = settings_of(&w);
    s.respond = invalid_response;
    const carom_motion m = carom_ball_move(ball_at(0, 4), 1, &s);
    assert_true(m.ball.center.x == 1.5 && m.ball.velocity.x == 0);
}

// More sensors than can be remembered: the frame ends there and reports the time lost.
static void test_many_sensors(void **state) {
    (void)state;
    enum { MANY = 100, REMEMBERED = 64 };
    static carom_wall walls[MANY];
    for (int i = 0; i < MANY; i++)
        walls[i] = carom_segment(vec(i + 1, -9), vec(i + 1, 9));
    const carom_wall_list list = {.walls = walls, .count = MANY};
    carom_move_settings s = carom_move_settings_default();
    s.world.walls = carom_wall_list_source(&list);
    s.respond = pass_all;
    s.max_contacts = 1000;
    const carom_motion m = carom_ball_move(ball_at(0, 128), 1, &s);
    assert_true(m.contacts == REMEMBERED + 1 && m.ball.center.x == REMEMBERED + 0.5);
    assert_true(m.ball.velocity.x == 128 && m.lost == 1 - (REMEMBERED + 0.5) / 128);
}

// Walls that the ball passes do not use up the contacts, or it would meet them again for ever.
static void test_sensors_leave_contacts(void **state) {
    (void)state;
    world w;
    start(&w);
    w.walls[0].category = w.walls[1].category = w.walls[2].category = SENSOR;
    carom_move_settings s = settings_of(&w);
    s.max_contacts = 1;
    const carom_motion m = carom_ball_move(ball_at(0, 15), 1, &s);
    assert_true(m.contacts == 4 && w.met[3] == 3 && m.ball.velocity.x == -15);
    assert_true(fabs(m.ball.center.x - 7.5) < 1e-12 && fabs(m.lost - 0.5) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default_settings),
        cmocka_unit_test(test_materials),
        cmocka_unit_test(test_overlapped_at_start),
        cmocka_unit_test(test_many_overlapped_at_start),
        cmocka_unit_test(test_breakable),
        cmocka_unit_test(test_broken_wall_bears_nothing),
        cmocka_unit_test(test_filter),
        cmocka_unit_test(test_invalid_response),
        cmocka_unit_test(test_many_sensors),
        cmocka_unit_test(test_sensors_leave_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
