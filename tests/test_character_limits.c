// The character at its limits: the limits of a frame, walls of every extent, ends that are no
// ground, filters, and the difficult scenes of the mover. Room: tests.
#include <float.h>
#include <math.h>

#include "cases.h"
#include "character_world.h"
#include "scenes.h"
#include "source_kinds.h"

static const double R = 0.5;

// A walk ends after 128 pieces. The rest is reported as lost, and nothing is passed.
static void test_pieces(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, 1), R);
    for (int i = 0; i < 400; i++)
        world_add(&w, carom_segment(vec(0.25 * i - 1, i % 2 * 0.03125),
                                    vec(0.25 * (i + 1) - 1, (i + 1) % 2 * 0.03125)));
    w.settings.snap_distance = 0.25;
    world_land(&w, 64);
    world_walk(&w, 64, 16);
    assert_true(w.c.on_ground && w.motion.lost == 0 && w.c.ball.center.x > 15.9);
    w.c.ball.velocity.x = 64 * 80;
    world_move(&w);
    assert_true(w.c.on_ground && w.motion.lost > 0 && w.motion.lost < w.frame);
    // At least 32 radii.
    assert_true(w.c.ball.center.x > 15.9 + 16);
    assert_true(fabs(w.c.ball.center.x - 16 - 80 * (1 - w.motion.lost / w.frame)) < 0.5);
}

// In the air a frame ends after 16 contacts.
static void test_contacts(void **state) {
    (void)state;
    world w;
    // Slopes of 2 in 1 below each other, from both sides.
    world_start(&w, vec(0, 4), R);
    for (int i = 0; i < 40; i++)
        world_add(&w, carom_segment(vec(i % 2 == 0 ? -1.5 : 1.5, -3 * i), vec(0, -3 * i - 3)));
    world_add(&w, carom_segment(vec(-9, -130), vec(9, -130)));
    w.c.ball.velocity.y = -64 * 1e4;
    world_move(&w);
    assert_true(w.motion.lost > 0 && w.motion.hit_wall && w.c.ball.center.y > -60);
    world_walk(&w, 0, 600);
    assert_true(w.c.on_ground && w.c.ground.index == 40);
}

// Bumps taken at full speed without snapping: ground and air change at most 16 times a frame.
static void test_changes(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0.5, 1), R);
    for (int i = 0; i < 200; i++)
        world_add(&w, carom_segment(vec(i, 0), vec(i + 0.875, 0.25 + 0.25 * (i % 2))));
    for (int i = 0; i < 200; i++)
        world_add(&w, carom_segment(vec(i + 0.875, 0.25 + 0.25 * (i % 2)), vec(i + 1, 0)));
    w.settings.gravity = vec(0, -1e6);
    world_land(&w, 64);
    bool is_lost = false;
    for (int i = 0; i < 8; i++) {
        world_walk(&w, 64 * 40, 1);
        is_lost = is_lost || w.motion.lost > 0;
    }
    assert_true(is_lost && w.c.ball.center.x > 40);
}

// Lines and rays are floors without an end; a ray ends at a.
static void test_extents(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        world w;
        world_start(&w, vec(0, R), R);
        world_add(&w, k == 0   ? carom_line(vec(0, 0), vec(1, 0))
                      : k == 1 ? carom_ray(vec(-4, 0), vec(1, 0))
                               : carom_ray(vec(4, 0), vec(-1, 0)));
        world_land(&w, 2);
        world_walk_on_ground(&w, k == 2 ? -8 : 8, 400);
        world_walk(&w, k == 2 ? 8 : -8, 420);
        assert_true(w.c.on_ground);
        world_walk(&w, k == 2 ? 8 : -8, 400);
        assert_true(w.c.on_ground == (k == 0));
    }
}

// Ends that look like steps: where a steep slope starts, or on the side of one. None is ground.
static void test_ends_without_ground(void **state) {
    (void)state;
    const double r = 0.625;
    for (int k = 0; k < 8; k++) {
        world w;
        world_start(&w, vec(-3, r), r);
        w.settings.step_height = w.settings.snap_distance = 0.4375;
        w.is_reversed = k % 2 == 1;
        const carom_vec2 end = vec(0, 0.25);
        // The circle touches the end with the normal (-0.8, 0.6), and the slope of 4 in 3 too.
        const carom_vec2 peg[] = {end, {1, 0.25}}, slope[] = {{-0.1875, 0}, {2.8125, 4}};
        const carom_vec2 row[] = {{0, 0}, end, {4, 5.25}}, level[] = {{-9, 0}, {0, 0}};
        if (k % 4 < 2)
            world_add_row(&w, row, 3);
        world_add_row(&w, peg, 2);
        if (k % 4 >= 2)
            world_add_row(&w, slope, 2);
        world_add_row(&w, level, 2);
        // A capsule beside it does not count as a wall that goes through the end.
        if (k >= 4)
            world_add(&w, carom_capsule(vec(2, 0.5), vec(3, 0.5), 0.25));
        world_land(&w, 2);
        world_walk(&w, 5, 100);
        assert_true(w.c.on_ground && w.motion.hit_wall);
        assert_true(fabs(w.c.ball.center.x + 0.5) < 1e-12);
        assert_true(fabs(w.c.ball.center.y - r) < 1e-12);
    }
}

// In the corner below an overhang there is no step. A step that only rounding makes does not count:
// the walk stops at the wall, and loses no time.
static void test_overhang(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0.15370574972102277, -0.96206351193676654), 0.26375113425313357);
    world_add(&w, carom_segment(vec(-3.4033003897374203, -4.5734323258414369),
                                vec(2.0918319581338265, 0.45344949168479776)));
    world_add(&w, carom_segment(vec(2.8010506925958625, -5), vec(-3, 5)));
    w.settings.step_height = 0.34946162657420643;
    w.settings.snap_distance = 0.14083785359713841;
    w.c.on_ground = true;
    for (int frame = 0; frame < 8; frame++) {
        w.c.ball.velocity.x = 2.4524575949726124;
        world_move(&w);
        assert_true(w.c.on_ground && w.motion.hit_wall && w.motion.wall.index == 1);
        assert_true(!w.motion.stepped && w.motion.lost == 0.0);
    }
}

static bool accept_even(void *context, carom_index index, const carom_wall *wall) {
    (void)wall;
    ++*(int *)context;
    return index % 2 == 0;
}

// A wall that the filter leaves out does not exist: neither as a floor nor as a riser.
static void test_filter(void **state) {
    (void)state;
    int calls = 0;
    carom_filter filter = carom_filter_default();
    filter.accept = accept_even;
    filter.context = &calls;
    world w;
    world_start(&w, vec(-3, R), R);
    w.settings.world.filter = &filter;
    world_add(&w, carom_segment(vec(-9, 0), vec(0, 0)));
    world_add(&w, carom_segment(vec(-9, 0), vec(9, 0)));
    world_add(&w, carom_segment(vec(0, 0), vec(0, 0.25)));
    // It would rise from the top of the riser.
    world_add(&w, carom_segment(vec(0, 0.25), vec(0, 9)));
    world_add(&w, carom_segment(vec(0, 0.25), vec(2, 0.25)));
    w.settings.step_height = 0.25;
    world_land(&w, 2);
    world_walk(&w, 4, 64);
    assert_true(w.c.on_ground && w.c.ground.index == 4);
    world_walk(&w, 4, 64);
    assert_true(!w.c.on_ground && w.c.ball.center.y < 0 && calls > 0);
}

// The ground goes away under the character, or the character is set elsewhere.
static void test_ground_changes(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, R), R);
    world_add(&w, carom_segment(vec(-9, 0), vec(9, 0)));
    world_add(&w, carom_segment(vec(-9, -4), vec(9, -4)));
    world_land(&w, 2);
    w.walls[0].b.x = -5;
    world_move(&w);
    assert_false(w.c.on_ground);
    world_land(&w, 64);
    assert_true(w.c.ground.index == 1);
    w.c.ball.center = vec(0, 4);
    world_move(&w);
    assert_false(w.c.on_ground);
    // Overlaps both: the lower index is named.
    w.walls[0] = carom_segment(vec(-9, -3.9), vec(9, -3.9));
    w.c.ball.center = vec(0, -3.5625);
    world_move(&w);
    assert_true(w.motion.kind == CAROM_MOTION_KIND_FREED && w.motion.overlapped.index == 0);
    w.walls[0] = w.walls[1];
    w.walls[1] = carom_segment(vec(-9, -3.9), vec(9, -3.9));
    w.c.ball.center = vec(0, -3.5625);
    w.c.on_ground = true;
    world_move(&w);
    assert_true(w.motion.kind == CAROM_MOTION_KIND_FREED && w.motion.overlapped.index == 0);
}

// The normal at an end is judged with its rounding error: far smaller than what one can see, and
// far larger than what a row of rounded joints needs.
static void test_end_at_limit(void **state) {
    (void)state;
    const double beyond[] = {1e-9, 1e-5};
    for (int k = 0; k < 2; k++) {
        world w;
        world_start(&w, vec(0, 0), R);
        w.settings.max_slope = 0.75;
        world_add(&w, carom_segment(vec(-9, 0), vec(0, 0)));
        const double x = 0.6 * (1 + beyond[k]), y = sqrt(1 - x * x);
        w.c.ball.center = vec(R * x, nextafter(R * y, 1));
        w.c.on_ground = true;
        world_move(&w);
        assert_true(w.c.on_ground == (k == 0));
    }
}

static void count_position(void *context, const carom_vec2 *center) {
    carom_vec2 *const last = context;
    *last = *center;
}

// The last position is the end, with and without a callback for legs.
static void test_positions(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, 2), R);
    world_add(&w, carom_segment(vec(-9, 0), vec(9, 0)));
    carom_vec2 last;
    w.settings.on_position = count_position;
    w.settings.context = &last;
    for (int i = 0; i < 60; i++) {
        w.c.ball.velocity.x = 1;
        w.c = carom_character_move(w.c, w.frame, &w.settings).character;
        assert_true(last.x == w.c.ball.center.x && last.y == w.c.ball.center.y);
    }
    assert_true(w.c.on_ground);
}

// Time so short that what is left after a contact rounds to 0.
static void test_shortest_time(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, -0x1p-53), 0x1p-60);
    world_add(&w, carom_segment(vec(-1, 0), vec(1, 0)));
    w.frame = DBL_TRUE_MIN;
    w.settings.gravity = vec(0, 0);
    w.c.ball.velocity.y = 0x1p1021;
    world_move(&w);
    assert_true(w.motion.hit_head && w.c.ball.velocity.y == 0 && w.motion.lost == 0);
}

// A custom order of the walls: the lowest index of two overlaps is named.
static void test_order(void **state) {
    (void)state;
    for (int k = 0; k < ORDER_COUNT; k++) {
        world w;
        world_start(&w, vec(0, 0.25), R);
        world_add(&w, carom_segment(vec(-9, 0), vec(9, 0)));
        world_add(&w, carom_segment(vec(-9, -0.0625), vec(9, -0.0625)));
        world_add(&w, carom_segment(vec(-9, -0.125), vec(9, -0.125)));
        static test_source source;
        test_source_start(&source, &w.list, (source_order)k, false);
        w.settings.world.walls = test_source_walls(&source);
        world_move(&w);
        test_source_end(&source);
        assert_true(w.motion.overlapped.index == 0);
    }
}

// The scenes of the mover: wedges, channels, joints, corners, far away and tiny.
static void test_scenes(void **state) {
    (void)state;
    static test_scene scene;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        scene_make(&scene, (scene_kind)kind);
        random_source g = random_start(case_seed(), 55, (uint64_t)kind);
        const double r = scene.ball.radius;
        carom_character_settings settings = carom_character_settings_default();
        settings.world.walls = carom_wall_list_source(&scene.array);
        settings.gravity = vec(0, -32 * r);
        character_watch w = character_watch_start(settings, &scene.array, NULL);
        carom_character c = carom_character_make(scene.ball.center, r);
        for (long i = 0; i < case_count(400) && w.broken == NULL; i++) {
            if (i % 50 == 0) {
                w.settings.step_height = r * random_int(&g, 0, 2);
                w.settings.snap_distance = r * random_int(&g, 0, 1);
                w.settings.max_slope = random_log(&g, -4, 4);
                c = carom_character_make(scene.ball.center, r);
            }
            if (i % 10 == 0)
                c.ball.velocity = scene_kick(&scene, &g, 1.0 / 64);
            c = character_watch_move(&w, c, 1.0 / 64).character;
        }
        if (w.broken != NULL) {
            fprintf(stderr, "scene %s, seed %ld: ", scene_name(scene.kind), (long)case_seed());
            character_watch_print(stderr, &w);
            fail_msg("%s", w.broken);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_extents),
        cmocka_unit_test(test_ends_without_ground),
        cmocka_unit_test(test_overhang),
        cmocka_unit_test(test_filter),
        cmocka_unit_test(test_ground_changes),
        cmocka_unit_test(test_end_at_limit),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_shortest_time),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_scenes),
    };
    return cmocka_run_group_tests_name("character_limits", tests, NULL, NULL);
}
