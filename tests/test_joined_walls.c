// Several sources as one against one list of all their walls, bit for bit: a level, a scene that
// changes and a list, for balls, caches, characters and crowds; what callbacks leave to be
// searched; where a wall comes from. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "random.h"

enum { LEVEL = 40, CHANGING = 30, LISTED = 20, ALL = LEVEL + CHANGING + LISTED, MOVING = 6 };
enum { BALLS = 60, IMPACTS_MAX = 256 };

static const carom_index starts[] = {0, LEVEL, LEVEL + CHANGING};

// The sources, joined, and one list of the same walls with the same indices.
typedef struct world {
    carom_wall all[ALL];
    carom_scene *level;
    carom_dynamic_scene *changing;
    carom_wall_list listed, list;
    carom_wall_source sources[3];
    carom_joined_walls joined;
} world;

static carom_wall random_wall(random_source *g) {
    const carom_vec2 a = {random_between(g, -8, 8), random_between(g, -8, 8)};
    carom_wall wall = carom_segment(
        a, carom_vec2_make(a.x + random_between(g, -2, 2), a.y + random_between(g, -2, 2)));
    wall.radius = random_int(g, 0, 3) == 0 ? 0.125 : 0.0;
    return wall;
}

// The walls of the scene in the list, after an edit.
static void list_changing(world *w) {
    assert_int_equal(carom_dynamic_scene_list(w->changing, NULL, w->all + LEVEL, CHANGING),
                     CHANGING);
}

static void change(world *w, random_source *g) {
    carom_dynamic_id removed;
    for (int i = 0; i < 10; i++) {
        const size_t index = (size_t)random_int(g, 0, CHANGING - 1);
        assert_true(carom_dynamic_scene_remove(
            w->changing, carom_dynamic_scene_id(w->changing, (carom_index)index)));
        assert_int_equal(carom_dynamic_scene_insert(w->changing, random_wall(g), &removed),
                         CAROM_STATUS_OK);
        assert_true(removed.index == index);
    }
    list_changing(w);
}

static void start(world *w, random_source *g) {
    for (int i = 0; i < ALL; i++)
        w->all[i] = random_wall(g);
    assert_int_equal(carom_scene_create(w->all, LEVEL, NULL, NULL, &w->level, NULL),
                     CAROM_STATUS_OK);
    assert_int_equal(carom_dynamic_scene_create(w->all + LEVEL, CHANGING, NULL, &w->changing, NULL),
                     CAROM_STATUS_OK);
    w->listed = (carom_wall_list){w->all + LEVEL + CHANGING, NULL, LISTED};
    w->list = (carom_wall_list){w->all, NULL, ALL};
    w->sources[0] = carom_scene_wall_source(w->level);
    w->sources[1] = carom_dynamic_scene_wall_source(w->changing);
    w->sources[2] = carom_wall_list_source(&w->listed);
    w->joined = (carom_joined_walls){w->sources, starts, 3};
}

static void end(world *w) {
    carom_scene_destroy(w->level, NULL);
    carom_dynamic_scene_destroy(w->changing);
}

// ---- balls ----

typedef struct impact_log {
    carom_impact impacts[IMPACTS_MAX];
    size_t count;
} impact_log;

static void log_impact(void *context, const carom_impact *impact) {
    impact_log *log = (impact_log *)context;
    assert_true(log->count < IMPACTS_MAX);
    log->impacts[log->count++] = *impact;
}

static void assert_same_impacts(const impact_log *p, const impact_log *q) {
    assert_int_equal(p->count, q->count);
    for (size_t i = 0; i < p->count; i++) {
        const carom_impact *a = &p->impacts[i], *b = &q->impacts[i];
        assert_true(a->id.index == b->id.index && a->time == b->time && a->feature == b->feature &&
                    a->id.is_moving == b->id.is_moving);
        assert_memory_equal(&a->center, &b->center, sizeof a->center);
        assert_memory_equal(&a->point, &b->point, sizeof a->point);
        assert_memory_equal(&a->after, &b->after, sizeof a->after);
    }
}

static carom_ball random_ball(random_source *g) {
    const carom_ball ball = {{random_between(g, -8, 8), random_between(g, -8, 8)},
                             random_between(g, 0.0625, 0.5),
                             {random_between(g, -30, 30), random_between(g, -30, 30)}};
    return ball;
}

static size_t check_ball(carom_ball ball, carom_move_settings settings, carom_wall_source p,
                         carom_wall_source q) {
    static impact_log logs[2];
    carom_motion motions[2];
    for (int i = 0; i < 2; i++) {
        logs[i].count = 0;
        settings.world.walls = i == 0 ? p : q;
        settings.on_impact = log_impact;
        settings.context = &logs[i];
        motions[i] = carom_ball_move(ball, 0.5, &settings);
    }
    assert_same_impacts(&logs[0], &logs[1]);
    assert_memory_equal(&motions[0].ball, &motions[1].ball, sizeof motions[0].ball);
    assert_true(motions[0].kind == motions[1].kind && motions[0].contacts == motions[1].contacts);
    return logs[0].count;
}

static void test_balls(void **state) {
    (void)state;
    static world w;
    random_source g = random_start(1, 11100, 0);
    start(&w, &g);
    const carom_wall_source joined = carom_joined_walls_source(&w.joined);
    size_t impacts = 0;
    for (int turn = 0; turn < 6; turn++) {
        for (int i = 0; i < BALLS; i++)
            impacts += check_ball(random_ball(&g), carom_move_settings_default(), joined,
                                  carom_wall_list_source(&w.list));
        change(&w, &g);
    }
    assert_true(impacts > 500);
    end(&w);
}

static void test_caches(void **state) {
    (void)state;
    static world w;
    static carom_wall_cache cache;
    random_source g = random_start(1, 11101, 0);
    start(&w, &g);
    carom_move_settings settings = carom_move_settings_default();
    settings.response = carom_slide();
    settings.gravity = carom_vec2_make(0, -10);
    carom_wall_cache_start(&cache, carom_joined_walls_source(&w.joined), 1.0);
    carom_ball balls[2];
    balls[0] = balls[1] = (carom_ball){{0.0, 8.5}, 0.25, {1.0, 0.0}};
    for (int frame = 0; frame < 600; frame++) {
        for (int i = 0; i < 2; i++) {
            settings.world.walls =
                i == 0 ? carom_wall_cache_source(&cache) : carom_wall_list_source(&w.list);
            balls[i] = carom_ball_move(balls[i], 1.0 / 60, &settings).ball;
        }
        assert_memory_equal(&balls[0], &balls[1], sizeof balls[0]);
        if (frame % 100 == 99) {
            change(&w, &g);
            carom_wall_cache_forget(&cache);
            balls[0] = balls[1] = random_ball(&g);
        }
    }
    end(&w);
}

static void test_moving_walls(void **state) {
    (void)state;
    static world w;
    random_source g = random_start(1, 11102, 0);
    start(&w, &g);
    carom_moving_wall all[MOVING];
    for (int i = 0; i < MOVING; i++) {
        const carom_vec2 by = {random_between(&g, -1, 1), random_between(&g, -1, 1)};
        all[i] = carom_moving_wall_make(random_wall(&g), by, by);
    }
    const carom_moving_wall_list list = {all, NULL, MOVING}, first = {all, NULL, 2},
                                 last = {all + 2, NULL, MOVING - 2};
    const carom_moving_wall_source sources[] = {carom_moving_wall_list_source(&first),
                                                {.query = NULL},
                                                carom_moving_wall_list_source(&last)};
    const carom_index moving_starts[] = {0, 2, 2};
    const carom_joined_moving_walls joined = {sources, moving_starts, 3};
    const carom_wall_source walls = carom_wall_list_source(&w.list);
    carom_move_settings settings = carom_move_settings_default();
    size_t impacts = 0;
    static impact_log logs[2];
    for (int i = 0; i < 200; i++) {
        const carom_ball ball = random_ball(&g);
        carom_motion motions[2];
        for (int k = 0; k < 2; k++) {
            logs[k].count = 0;
            settings.world.walls = walls;
            settings.world.moving_walls = k == 0 ? carom_joined_moving_walls_source(&joined)
                                                 : carom_moving_wall_list_source(&list);
            settings.on_impact = log_impact;
            settings.context = &logs[k];
            motions[k] = carom_ball_move(ball, 0.5, &settings);
        }
        assert_same_impacts(&logs[0], &logs[1]);
        assert_memory_equal(&motions[0].ball, &motions[1].ball, sizeof motions[0].ball);
        for (size_t k = 0; k < logs[0].count; k++)
            impacts += logs[0].impacts[k].id.is_moving;
    }
    assert_true(impacts > 20);
    end(&w);
}

static void test_characters(void **state) {
    (void)state;
    static world w;
    random_source g = random_start(1, 11103, 0);
    start(&w, &g);
    carom_character characters[2];
    carom_character_settings settings = carom_character_settings_default();
    int on_ground = 0;
    for (int life = 0; life < 20; life++) {
        const carom_vec2 at = {random_between(&g, -6, 6), 9.0};
        characters[0] = characters[1] = carom_character_make(at, 0.25);
        for (int frame = 0; frame < 120; frame++) {
            for (int i = 0; i < 2; i++) {
                settings.world.walls =
                    i == 0 ? carom_joined_walls_source(&w.joined) : carom_wall_list_source(&w.list);
                characters[i].ball.velocity.x = life % 2 == 0 ? 2.0 : -2.0;
                characters[i] = carom_character_move(characters[i], 1.0 / 60, &settings).character;
            }
            assert_memory_equal(&characters[0].ball, &characters[1].ball,
                                sizeof characters[0].ball);
            assert_true(characters[0].on_ground == characters[1].on_ground);
            on_ground += characters[0].on_ground;
        }
        change(&w, &g);
    }
    assert_true(on_ground > 50);
    end(&w);
}

static void test_crowds(void **state) {
    (void)state;
    static world w;
    random_source g = random_start(1, 11104, 0);
    start(&w, &g);
    carom_crowd *crowds[2];
    static carom_ball balls[2][BALLS];
    for (int i = 0; i < BALLS; i++) {
        balls[0][i] = random_ball(&g);
        balls[0][i].radius = 0.125;
    }
    memcpy(balls[1], balls[0], sizeof balls[0]);
    for (int i = 0; i < 2; i++)
        assert_int_equal(carom_crowd_create(NULL, &crowds[i]), CAROM_STATUS_OK);
    size_t contacts = 0;
    for (int frame = 0; frame < 60; frame++) {
        for (int i = 0; i < 2; i++) {
            static carom_motion motions[BALLS];
            carom_crowd_settings settings = carom_crowd_settings_default();
            settings.move.world.walls =
                i == 0 ? carom_joined_walls_source(&w.joined) : carom_wall_list_source(&w.list);
            carom_crowd_step(crowds[i], balls[i], BALLS, 1.0 / 60, &settings, motions);
            for (int k = 0; k < BALLS; k++)
                contacts += (size_t)motions[k].contacts;
        }
        assert_memory_equal(balls[0], balls[1], sizeof balls[0]);
    }
    assert_true(contacts > 100);
    for (int i = 0; i < 2; i++)
        carom_crowd_destroy(crowds[i]);
    end(&w);
}

// ---- the contract ----

typedef struct visit_log {
    size_t count, indices[ALL];
    // The answer to report i: all of the path, but what `rest` says from the report `at` on.
    size_t at;
    double rest;
} visit_log;

static double log_visit(void *context, carom_index index, const carom_wall *wall) {
    visit_log *log = (visit_log *)context;
    (void)wall;
    log->indices[log->count++] = index;
    return log->count > log->at ? log->rest : 1.0;
}

// A source that reports two walls, and notes what it is told of the rest.
static double told[8];
static size_t told_count;

static void report_two(const void *source, const carom_path *path,
                       carom_path_query_callback *callback, void *context) {
    (void)path;
    for (size_t i = 0; i < 2; i++) {
        const double rest = callback(context, (carom_index)i, (const carom_wall *)source);
        told[told_count++] = rest;
        if (!(rest > 0.0))
            return;
    }
}

static visit_log ask_two(size_t at, double rest) {
    static const carom_wall wall = {.b = {1.0, 0.0}};
    const carom_wall_source sources[] = {
        {report_two, &wall}, {.query = NULL}, {report_two, &wall}, {report_two, &wall}};
    const carom_index two_starts[] = {10, 12, 12, 4000000000u};
    const carom_joined_walls joined = {sources, two_starts, 4};
    const carom_wall_source all = carom_joined_walls_source(&joined);
    const carom_path path = {{0.0, 0.0}, {1.0, 0.0}, 0.5};
    visit_log log = {.at = at, .rest = rest};
    told_count = 0;
    all.query(all.source, &path, log_visit, &log);
    return log;
}

static void test_what_is_left(void **state) {
    (void)state;
    visit_log log = ask_two(SIZE_MAX, 0.0);
    assert_true(log.count == 6 && log.indices[0] == 10 && log.indices[1] == 11 &&
                log.indices[2] == 12 && log.indices[3] == 13 && log.indices[4] == 4000000000u &&
                log.indices[5] == 4000000001u);
    // Half of the path is left after the second report, for the sources behind it, too.
    log = ask_two(1, 0.5);
    assert_int_equal(log.count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_true(told[i] == (i < 1 ? 1.0 : 0.5));
    // Nothing is left: no report follows, of any source.
    for (size_t at = 0; at < 6; at++) {
        log = ask_two(at, 0.0);
        assert_true(log.count == at + 1);
    }
    // NaN ends a query as 0 does.
    log = ask_two(2, (double)NAN);
    assert_int_equal(log.count, 3);
    const carom_joined_walls none = {NULL, NULL, 0};
    const carom_wall_source nothing = carom_joined_walls_source(&none);
    const carom_path path = {{0.0, 0.0}, {1.0, 0.0}, 0.5};
    nothing.query(nothing.source, &path, log_visit, &log);
    assert_int_equal(log.count, 3);
}

static void assert_from(size_t index, size_t source, size_t at) {
    static const carom_index some[] = {3, 5, 5, 100};
    const carom_joined_index found = carom_joined_index_of(some, 4, (carom_index)index);
    assert_true(found.source == source && found.index == at);
}

static void test_where_from(void **state) {
    (void)state;
    assert_from(3, 0, 0);
    assert_from(4, 0, 1);
    assert_from(5, 2, 0);
    assert_from(99, 2, 94);
    assert_from(100, 3, 0);
    assert_from(UINT32_MAX - 1, 3, UINT32_MAX - 101);
    assert_from(2, 4, 0);
    assert_from(CAROM_NO_WALL, 4, 0);
    const carom_joined_index none = carom_joined_index_of(NULL, 0, 7);
    assert_true(none.source == 0 && none.index == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_balls),        cmocka_unit_test(test_caches),
        cmocka_unit_test(test_moving_walls), cmocka_unit_test(test_characters),
        cmocka_unit_test(test_crowds),       cmocka_unit_test(test_what_is_left),
        cmocka_unit_test(test_where_from),
    };
    return cmocka_run_group_tests_name("joined_walls", tests, NULL, NULL);
}
