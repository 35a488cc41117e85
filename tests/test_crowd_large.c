// A crowd of 10^4 balls among 10^4 walls, one in ten moving. After every frame no ball overlaps a
// wall or another ball, by the exact tests of a scene of all of them, and no ball is lost. A second
// crowd, with a runner that takes the tasks from the last to the first, has the
// same bits. There are 4 frames, and 1,001 in the long run of 100,000 cases. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/crowd.h"
#include "carom/moving_wall.h"
#include "carom/scene.h"
#include "cases.h"
#include "random_moving.h"

// One ball and one wall in each cell of a square of cells of size 1; the outer walls are extra.
enum { SIDE = 100, CELLS = SIDE * SIDE, MOVING = CELLS / 10, STILL = CELLS - MOVING + 4 };

static const double HALF = 0.25, FRAME = 1.0 / 60;

static carom_wall still[STILL];
static carom_moving_wall moving[MOVING];
static carom_box boxes[MOVING];
static carom_ball balls[CELLS], other_balls[CELLS];
static carom_motion results[CELLS], other_results[CELLS];
static carom_wall all[STILL + MOVING + CELLS];

static void make_cell(random_source *g, int cell) {
    const double x = cell % SIDE, y = (double)(cell / SIDE);
    const double angle = random_between(g, 0, 3.2), aside = random_between(g, -0.35, 0.35);
    const carom_vec2 u = vec(HALF * cos(angle), HALF * sin(angle)), p = vec(x + 0.5, y + 0.28);
    const carom_wall wall = carom_segment(carom_vec2_sub(p, u), carom_vec2_add(p, u));
    if (cell % 10 == 0)
        moving[cell / 10].wall = wall;
    else
        still[4 + cell - 1 - cell / 10] = wall;
    // Some go through many cells in a frame.
    const double speed = random_log(g, -8, 2) / FRAME, heading = random_between(g, 0, 6.28);
    balls[cell] = (carom_ball){vec(x + 0.5 + aside, y + 0.75),
                               random_between(g, 0.02, 0.1),
                               {speed * cos(heading), speed * sin(heading)}};
}

static void make_all(void) {
    random_source g = random_start(case_seed(), 98, 0);
    const carom_vec2 corners[] = {{0, 0}, {SIDE, 0}, {SIDE, SIDE}, {0, SIDE}};
    for (int i = 0; i < 4; i++)
        still[i] = carom_segment(corners[i], corners[(i + 1) % 4]);
    for (int cell = 0; cell < CELLS; cell++)
        make_cell(&g, cell);
}

// Half of the walls turn about their middles, half go to and fro. Each starts where it ended.
static void place_moving(int frame) {
    for (int i = 0; i < MOVING; i++) {
        const carom_wall wall = carom_moving_wall_at(moving[i], frame == 0 ? 0.0 : 1.0);
        const carom_vec2 middle = carom_vec2_scale(carom_vec2_add(wall.a, wall.b), 0.5);
        const double to_and_fro = frame % 2 == 0 ? 0.0625 : -0.0625;
        moving[i] = i % 2 == 0 ? carom_moving_wall_turning(wall, middle, vec(cos(0.1), sin(0.1)))
                               : carom_moving_wall_translating(wall, vec(to_and_fro, 0));
        boxes[i] = carom_moving_wall_box(moving[i]);
    }
}

// The number of balls that overlap a wall or a ball at the end of a frame.
static int overlapping_balls(void) {
    size_t count = 0;
    for (int i = 0; i < STILL; i++)
        all[count++] = still[i];
    for (int i = 0; i < MOVING; i++)
        all[count++] = carom_moving_wall_at(moving[i], 1.0);
    for (int i = 0; i < CELLS; i++)
        all[count++] = carom_post(balls[i].center, balls[i].radius);
    carom_scene *scene;
    assert_int_equal(carom_scene_create(all, count, NULL, NULL, &scene, NULL), CAROM_STATUS_OK);
    int overlapping = 0;
    for (int i = 0; i < CELLS; i++) {
        const carom_circle c = {balls[i].center, balls[i].radius};
        const size_t met =
            carom_scene_touching(scene, c, CAROM_CONTACT_RULE_OPEN_DISC, NULL, NULL, 0);
        assert_true(met >= 1); // the ball itself
        overlapping += met > 1;
    }
    carom_scene_destroy(scene, NULL);
    return overlapping;
}

static void check_balls(void) {
    for (int i = 0; i < CELLS; i++) {
        const carom_ball *b = &balls[i];
        assert_int_equal(results[i].kind, CAROM_MOTION_KIND_MOVED);
        assert_true(b->center.x >= b->radius && b->center.x <= SIDE - b->radius);
        assert_true(b->center.y >= b->radius && b->center.y <= SIDE - b->radius);
    }
    assert_int_equal(overlapping_balls(), 0);
}

static void run_reversed(void *context, void (*task)(void *data, size_t i), void *data,
                         size_t count) {
    (void)context;
    for (size_t i = count; i-- > 0;)
        task(data, i);
}

static carom_crowd *new_crowd(void) {
    carom_crowd *crowd;
    assert_int_equal(carom_crowd_create(NULL, &crowd), CAROM_STATUS_OK);
    return crowd;
}

static void test_large_crowd(void **state) {
    (void)state;
    make_all();
    carom_scene *scene;
    assert_int_equal(carom_scene_create(still, STILL, NULL, NULL, &scene, NULL), CAROM_STATUS_OK);
    const carom_moving_wall_list list = {moving, boxes, MOVING};
    carom_crowd_settings s = carom_crowd_settings_default();
    s.move.world.walls = carom_scene_wall_source(scene);
    s.move.world.moving_walls = carom_moving_wall_list_source(&list);
    const carom_task_runner runner = {run_reversed, NULL};
    carom_crowd_settings other = s;
    other.runner = &runner;
    memcpy(other_balls, balls, sizeof balls);
    carom_crowd *crowd = new_crowd(), *other_crowd = new_crowd();
    size_t impacts = 0;
    double lost = 0;
    const int frames = 1 + (int)case_count(300) / 100;
    for (int frame = 0; frame < frames; frame++) {
        place_moving(frame);
        const carom_crowd_motion m = carom_crowd_step(crowd, balls, CELLS, FRAME, &s, results);
        carom_crowd_step(other_crowd, other_balls, CELLS, FRAME, &other, other_results);
        assert_int_equal(m.status, CAROM_STATUS_OK);
        assert_memory_equal(balls, other_balls, sizeof balls);
        impacts += m.ball_impacts;
        lost += m.lost;
        check_balls();
    }
    printf("%d balls, %d frames: %zu impacts, %.2g of the time lost\n", CELLS, frames, impacts,
           lost / (frames * FRAME * CELLS));
    assert_true(impacts > 0);
    carom_crowd_destroy(crowd);
    carom_crowd_destroy(other_crowd);
    carom_scene_destroy(scene, NULL);
}

// All of 400 balls fly to one place: each has a contact with most of the others, so the solver
// makes fewer passes. Settling takes up the error.
static void test_rush(void **state) {
    (void)state;
    enum { COLUMNS = 32, RUSHING = 400 };
    carom_crowd_settings s = carom_crowd_settings_default();
    s.restitution = 0;
    for (int i = 0; i < RUSHING; i++) {
        const carom_vec2 p = vec(3 * (i % COLUMNS) - 48, 3 * (double)(i / COLUMNS) - 48);
        balls[i] = (carom_ball){p, 1, carom_vec2_scale(p, -1 / FRAME)};
    }
    carom_crowd *crowd = new_crowd();
    const carom_crowd_motion m = carom_crowd_step(crowd, balls, RUSHING, FRAME, &s, NULL);
    carom_crowd_destroy(crowd);
    assert_true(m.moved == RUSHING && m.lost == 0);
    for (int i = 0; i < RUSHING; i++)
        for (int k = 0; k < i; k++)
            assert_false(carom_circle_overlaps(
                carom_circle_make(balls[i].center, balls[i].radius),
                carom_circle_as_post(carom_circle_make(balls[k].center, balls[k].radius))));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_large_crowd),
                                       cmocka_unit_test(test_rush)};
    return cmocka_run_group_tests_name("crowd_large", tests, NULL, NULL);
}
