// The scenes of scenes.h with moving walls: presses, wedges that close, revolving doors, flippers
// at 10^4 rad/s, lifts and conveyors near the ball, and walls of the scene itself that slide or
// turn to and fro. Every leg of every frame is checked (tests/support/moving_watch.h). No wall
// takes the ball out of the bounds of the scene. A ball that is reported as crushed has no escape,
// by a search.
//
// One test per scene, for every response. There are 10 frames for each of CAROM_TEST_CASES (25) per
// scene, so the long run makes 10^6. A failure prints the scene, the seed and the frame. Room:
// tests.
#include <string.h>

#include "moving_world.h"
#include "scene_tests.h"

enum { CASES = 25, COURSES_MAX = 16 };

// A wall that slides or turns by the same step in each frame, and goes back after every `period`.
// It goes on for ever if `period` is 0.
typedef struct course {
    carom_wall wall;
    carom_vec2 step, pivot;
    double angle;
    int period;
} course;

typedef struct scene_run {
    const test_scene *scene;
    // The scene without the walls that move.
    test_scene *still;
    random_source g;
    course courses[COURSES_MAX];
    int count;
    double frame;
    carom_ball ball;
    long crushed, narrow, stuck, freed;
} scene_run;

static carom_vec2 at(carom_vec2 p, carom_vec2 u, double s) {
    return carom_vec2_add(p, carom_vec2_scale(u, s));
}

static carom_vec2 at_angle(double angle) {
    return vec(cos(angle), sin(angle));
}

static carom_vec2 direction(scene_run *r) {
    const carom_vec2 u = r->scene->along;
    if (random_one_in(&r->g, 2))
        return carom_vec2_scale(u, 1 / sqrt(carom_vec2_dot(u, u)));
    return at_angle(random_between(&r->g, 0, 6.283185307179586));
}

static void add_course(scene_run *r, course c) {
    assert_true(r->count < COURSES_MAX);
    r->courses[r->count++] = c;
}

static double radius(const scene_run *r) {
    return r->scene->ball.radius;
}

// A length of so many radii of the ball.
static double radii(scene_run *r, double lo, double hi) {
    return radius(r) * random_between(&r->g, lo, hi);
}

static double thickness(scene_run *r) {
    return random_one_in(&r->g, 2) ? 0 : radii(r, 0, 0.5);
}

// The way of a wall in a frame, 2^-8 to 2 radii.
static double stride(scene_run *r) {
    return radius(r) * random_log(&r->g, -8, 1);
}

// A plate across u at a distance from the ball. It moves towards the ball, and back if it has a
// period.
static void add_plate(scene_run *r, carom_vec2 u, double speed, int period) {
    const double half = radii(r, 0.5, 30), thick = thickness(r), gap = radii(r, 1.01, 4);
    const double tilt = random_one_in(&r->g, 2) ? 0 : random_log(&r->g, -9, -2);
    const carom_vec2 middle = at(r->ball.center, u, gap + thick + half * tilt);
    const carom_vec2 side = carom_vec2_add(carom_vec2_left(u), carom_vec2_scale(u, tilt));
    const carom_wall wall = carom_capsule(at(middle, side, -half), at(middle, side, half), thick);
    add_course(r, (course){.wall = wall, .step = carom_vec2_scale(u, -speed), .period = period});
}

// A plate that moves, and often one on the other side, at rest or moving too.
static void add_press(scene_run *r) {
    const carom_vec2 u = direction(r);
    const int period = random_int(&r->g, 1, 64);
    add_plate(r, u, stride(r), period);
    if (random_one_in(&r->g, 4))
        return;
    const double speed = random_one_in(&r->g, 2) ? 0 : stride(r);
    add_plate(r, carom_vec2_scale(u, -1), speed, period);
}

// Two walls from one point. One of them turns towards the other.
static void add_closing_wedge(scene_run *r) {
    const carom_vec2 u = direction(r);
    const double open = random_between(&r->g, 0.2, 2.5);
    const double far = radius(r) / sin(0.5 * open) * random_between(&r->g, 1.01, 3);
    const carom_vec2 apex = at(r->ball.center, u, -far);
    const int frames = random_int(&r->g, 4, 64);
    const double angle = atan2(u.y, u.x), length = 4 * far;
    for (int i = -1; i <= 1; i += 2) {
        const carom_vec2 tip = at(apex, at_angle(angle + 0.5 * i * open), length);
        const double turn = i < 0 ? 0 : -open * (1 - 0x1p-6) / frames;
        add_course(r, (course){.wall = carom_segment(apex, tip),
                               .pivot = apex,
                               .angle = turn,
                               .period = frames});
    }
}

// Up to five wings that turn about a pivot.
static void add_revolving_door(scene_run *r) {
    const int wings = random_int(&r->g, 1, 5);
    const double away = radii(r, 2, 6), length = radii(r, 2, 12), thick = thickness(r);
    const double way = random_sign(&r->g), turn = way * random_log(&r->g, -8, -2);
    const carom_vec2 pivot = at(r->ball.center, direction(r), away);
    const double start = random_between(&r->g, 0, 6.283185307179586);
    for (int i = 0; i < wings; i++) {
        const carom_vec2 tip = at(pivot, at_angle(start + 6.283185307179586 * i / wings), length);
        add_course(
            r, (course){.wall = carom_capsule(pivot, tip, thick), .pivot = pivot, .angle = turn});
    }
}

// 10^4 rad/s: twelve frames of 0.1 rad each, and back.
static void add_flipper(scene_run *r) {
    const carom_vec2 u = direction(r);
    const double thick = radii(r, 0, 0.5), length = radii(r, 4, 20);
    const double along = radii(r, 1, 10), aside = thick + radii(r, 1.01, 3);
    const carom_vec2 pivot = at(at(r->ball.center, u, -along), carom_vec2_left(u), -aside);
    add_course(r, (course){.wall = carom_capsule(pivot, at(pivot, u, length), thick),
                           .pivot = pivot,
                           .angle = 0.1,
                           .period = 12});
    r->frame = 0.1 / 1e4;
}

// Long, and it never goes back.
static void add_lift(scene_run *r) {
    const carom_vec2 u = random_one_in(&r->g, 2) ? vec(0, -1) : direction(r);
    add_plate(r, u, stride(r), 0);
}

// Parts that follow each other along a line beside the ball.
static void add_conveyor(scene_run *r) {
    const carom_vec2 u = direction(r);
    const double part = radii(r, 1, 4), speed = stride(r), below = radii(r, 1, 2);
    carom_vec2 p = at(at(r->ball.center, carom_vec2_left(u), -below), u, -4 * part);
    for (int i = 0; i < 8; i++) {
        const carom_vec2 next = at(p, u, part);
        add_course(r, (course){.wall = carom_segment(p, next),
                               .step = carom_vec2_scale(u, speed),
                               .period = 64});
        p = next;
    }
}

// The number of walls at the start of a scene that keep the ball within the bounds.
static size_t outer_walls(const test_scene *s) {
    switch (s->kind) {
    case SCENE_SLOPE:
    case SCENE_SLIDING:
    case SCENE_SOUP:
    case SCENE_JOINTS:
    case SCENE_CORNERS:
        return 4;
    case SCENE_SIMULTANEOUS:
        return 8;
    default:
        return s->array.count;
    }
}

// Up to eight walls of the scene turn about an end or slide, to and fro.
static void move_own_walls(scene_run *r) {
    const size_t first = outer_walls(r->scene);
    for (int k = random_int(&r->g, 1, 8); k > 0 && first < r->still->array.count; k--) {
        const int own = random_int(&r->g, (int)first, (int)r->still->array.count - 1);
        const carom_wall wall = r->still->walls[own];
        r->still->walls[own] = r->still->walls[--r->still->array.count];
        const double speed = stride(r), length = hypot(wall.b.x - wall.a.x, wall.b.y - wall.a.y);
        course c = {.wall = wall, .pivot = wall.a, .period = random_int(&r->g, 1, 32)};
        if (wall.extent == CAROM_EXTENT_SEGMENT && length > 0 && random_one_in(&r->g, 2))
            c.angle = fmin(speed / length, 0.5);
        else
            c.step = carom_vec2_scale(direction(r), speed);
        add_course(r, c);
    }
}

// New moving walls near the ball. Most scenes with walls of their own move some of these instead.
static void start_courses(scene_run *r) {
    static void (*const makers[])(scene_run *) = {
        add_press, add_closing_wedge, add_revolving_door, add_flipper, add_lift, add_conveyor};
    r->count = 0;
    r->frame = 1.0 / 60;
    r->still->array.count = r->scene->array.count;
    memcpy(r->still->walls, r->scene->walls, sizeof r->still->walls);
    if (outer_walls(r->scene) < r->scene->array.count && random_one_in(&r->g, 2))
        move_own_walls(r);
    else
        makers[random_int(&r->g, 0, 5)](r);
    scene_finish(r->still);
    w.still_list = r->still->array;
}

// The moving walls of the k-th frame. Each starts exactly where it ended.
static void place_walls(scene_run *r, int k) {
    w.moving_list.count = 0;
    for (int i = 0; i < r->count; i++) {
        const course *c = &r->courses[i];
        const bool is_back = c->period > 0 && k / c->period % 2 == 1;
        const double sign = is_back ? -1 : 1;
        if (c->angle != 0)
            add_moving(carom_moving_wall_turning(c->wall, c->pivot, at_angle(sign * c->angle)));
        else
            add_moving(carom_moving_wall_translating(c->wall, carom_vec2_scale(c->step, sign)));
    }
}

// One frame. False if the ball cannot go on.
static bool run_frame(scene_run *r, int k) {
    place_walls(r, k);
    const carom_motion m = move(r->ball, r->frame);
    for (int i = 0; i < r->count; i++)
        r->courses[i].wall = carom_moving_wall_at(w.moving[i], 1.0);
    assert_true(scene_has_place(r->scene, m.ball.center));
    r->ball = m.ball;
    r->freed += m.kind == CAROM_MOTION_KIND_FREED;
    r->stuck += m.kind == CAROM_MOTION_KIND_STUCK;
    if (m.kind == CAROM_MOTION_KIND_CRUSHED) {
        r->crushed++;
        r->narrow += check_crush(&m);
    }
    return m.kind == CAROM_MOTION_KIND_MOVED || m.kind == CAROM_MOTION_KIND_FREED;
}

// A kick, and new moving walls for as long as it lasts.
static void run_kick(scene_run *r) {
    if (random_one_in(&r->g, 8))
        r->ball = r->scene->ball;
    r->ball.velocity = vec(0, 0);
    start_courses(r);
    if (!random_one_in(&r->g, 8))
        r->ball.velocity = scene_kick(r->scene, &r->g, r->frame);
    w.watch.mover.gravity = scene_random_gravity(r->scene, &r->g);
    w.watch.mover.max_contacts = random_one_in(&r->g, 8) ? random_int(&r->g, 1, 8) : 0;
    const int frames = random_one_in(&r->g, 8) ? 200 : random_int(&r->g, 1, 24);
    for (int k = 0; k < frames; k++)
        if (!run_frame(r, k)) {
            r->ball = r->scene->ball;
            return;
        }
}

static void test_scene_of(void **state) {
    static test_scene scene, still;
    const scene_kind kind = *(const scene_kind *)*state;
    scene_make(&scene, kind);
    scene_run r = {.scene = &scene, .still = &still, .ball = scene.ball};
    long frames = 0, contacts = 0, legs = 0;
    for (int k = 0; k < SCENE_RESPONSES; k++) {
        start(scene_response(k), scene.gravity);
        r.g = random_start(case_seed(), 80 + (uint64_t)kind, (uint64_t)k);
        while (w.watch.moves < 10 * case_count(CASES) / SCENE_RESPONSES)
            run_kick(&r);
        frames += w.watch.moves;
        contacts += w.watch.impacts_all;
        legs += w.watch.legs_all;
    }
    printf("%s: %ld frames, %.2f legs and %.2f contacts a frame, %ld crushed, %ld with a narrow "
           "escape, %ld stuck, %ld freed\n",
           scene_name(kind), frames, (double)legs / (double)frames,
           (double)contacts / (double)frames, r.crushed, r.narrow, r.stuck, r.freed);
    assert_true(contacts > frames / 16);
}

// The ball of `spawned` touches a wall, floor and ceiling. A plate comes from the open side by 1/8
// in each frame. It crushes the ball in the first frame in which there is no place for it, and not
// when it touches.
static void test_no_place_in_spawned(void **state) {
    (void)state;
    static test_scene scene;
    scene_make(&scene, SCENE_SPAWNED);
    start(carom_slide(), vec(0, 0));
    w.still_list = scene.array;
    add_moving(carom_moving_wall_translating(carom_segment(vec(4, -3), vec(4, 3)), vec(-0.125, 0)));
    for (int k = 0; k < 24; k++) {
        const carom_motion m = move(scene.ball, 1.0 / 60);
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.ball.center.x == 0);
        next_frame();
    }
    assert_true(w.moving[0].wall.a.x == 1);
    const carom_motion m = move(scene.ball, 1.0 / 60);
    assert_true(m.kind == CAROM_MOTION_KIND_CRUSHED && m.crushed_time == 0);
    assert_true(m.crushed_by[0].index == 0 && m.crushed_by[0].is_moving);
    assert_true(m.crushed_by[1].index == 0 && !m.crushed_by[1].is_moving);
}

int main(void) {
    return run_scene_tests("mover_scenes_moving", test_scene_of,
                           (struct CMUnitTest)cmocka_unit_test(test_no_place_in_spawned));
}
