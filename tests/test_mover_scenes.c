// The guarantee of the mover in the difficult scenes of scenes.h, for every response, speed (0.1 to
// 10^6 radii per frame) and gravity. After every move no wall overlaps the ball, the ball has
// passed no wall, and it is within the bounds of the scene. A ball that never moves would also be
// safe, so the time not moved must not exceed a limit for each scene and response.
//
// One test per scene. A ball is kicked every few moves and sometimes put back to its start. There
// are 10 moves for each of CAROM_TEST_CASES (500) per scene, so the long run makes 10^6. A failure
// prints the scene, the seed and the move. Room: tests.
#include <inttypes.h>
#include <stdio.h>

#include "cases.h"
#include "random.h"
#include "scene_tests.h"
#include "watched.h"

static const double FRAME = 1.0 / 60;

enum { CASES = 500 };

// Kicks the ball, sets it to rest, or puts it back to the start. Sometimes does nothing for many
// moves, so that the ball can come to rest.
static void disturb(const test_scene *s, mover_watch *w, random_source *g, carom_ball *ball) {
    if (random_one_in(g, 8)) {
        ball->center = s->ball.center;
    }
    if (random_one_in(g, 8)) {
        ball->velocity = carom_vec2_make(0, 0);
    } else {
        ball->velocity = scene_kick(s, g, FRAME);
    }
    w->mover.gravity = scene_random_gravity(s, g);
    w->mover.max_contacts = random_one_in(g, 8) ? random_int(g, 1, 8) : 0;
}

// The time not moved in percent of the total time, as the mean over all kicks, so that a kick
// followed by 200 moves counts like any other. `blocked` is the part in moves that did not reach
// the limit of contacts; a higher limit would not have helped there.
typedef struct lost_time {
    double all, blocked;
} lost_time;

// The current kick, and the sums over the finished ones.
typedef struct lost_sums {
    double time, all, blocked;
    lost_time percent;
    int kicks;
} lost_sums;

static void end_kick(lost_sums *sums) {
    if (sums->time > 0) {
        sums->percent.all += 100 * sums->all / sums->time;
        sums->percent.blocked += 100 * sums->blocked / sums->time;
        sums->kicks++;
    }
    sums->time = sums->all = sums->blocked = 0;
}

static void take_lost_time(lost_sums *sums, const mover_watch *w) {
    const int most = w->mover.max_contacts == 0 ? 64 : w->mover.max_contacts;
    sums->time += w->time;
    sums->all += w->motion.lost;
    sums->blocked += w->motion.contacts < most ? w->motion.lost : 0;
}

static mover_watch run(const test_scene *s, int response, long moves, lost_time *lost) {
    random_source g = random_start(case_seed(), (uint64_t)s->kind, (uint64_t)response);
    mover_watch w = watch_start(scene_mover(s, scene_response(response)), &s->array);
    carom_ball ball = s->ball;
    lost_sums sums = {0};
    long until = 0;
    while (w.moves < moves && w.broken == NULL) {
        if (w.moves == until) {
            end_kick(&sums);
            disturb(s, &w, &g, &ball);
            until += random_one_in(&g, 16) ? 200 : random_int(&g, 1, 12);
        }
        ball = watch_move(&w, ball, FRAME).ball;
        take_lost_time(&sums, &w);
        if (w.broken == NULL && !scene_has_place(s, ball.center)) {
            w.broken = "the ball is within its bounds";
        }
    }
    end_kick(&sums);
    lost->all = sums.percent.all / sums.kicks;
    lost->blocked = sums.percent.blocked / sums.kicks;
    return w;
}

// The limits in percent: of the time not moved, and of the blocked part. Each is the largest value
// of 60 seeds at the default number of cases, plus half of its distance from their mean, plus 4
// points: two of about fifty kicks can lose all their time. With more cases the value is closer to
// the mean. No limit is 100. The channel and the gap of `spawned` are about as wide as the ball, so
// a ball that is pressed into a wall there loses the rest of its frame.
static const lost_time most_lost[SCENE_KIND_COUNT][SCENE_RESPONSES] = {
    // bounce 1, 0.5 and 0, slide, stop
    [SCENE_WEDGE] = {{74, 5}, {48, 15}, {10, 5}, {17, 4}, {4, 4}},
    [SCENE_CHANNEL] = {{90, 26}, {41, 27}, {24, 23}, {22, 22}, {19, 19}},
    [SCENE_SLOPE] = {{51, 4}, {15, 4}, {10, 5}, {12, 5}, {4, 4}},
    [SCENE_SLIDING] = {{19, 4}, {10, 4}, {8, 4}, {7, 4}, {4, 4}},
    [SCENE_BOX_1E6] = {{61, 8}, {15, 4}, {8, 4}, {9, 4}, {4, 4}},
    [SCENE_BOX_1E12] = {{56, 6}, {17, 4}, {9, 4}, {9, 4}, {4, 4}},
    [SCENE_BOX_TINY] = {{64, 10}, {17, 4}, {8, 4}, {8, 4}, {4, 4}},
    [SCENE_SOUP] = {{54, 4}, {18, 4}, {14, 4}, {13, 9}, {4, 4}},
    [SCENE_JOINTS] = {{35, 4}, {9, 4}, {8, 8}, {8, 6}, {4, 4}},
    [SCENE_CORNERS] = {{55, 5}, {17, 4}, {11, 7}, {11, 4}, {4, 4}},
    [SCENE_SIMULTANEOUS] = {{82, 7}, {20, 8}, {11, 7}, {14, 13}, {4, 4}},
    [SCENE_SPAWNED] = {{99, 67}, {90, 83}, {72, 72}, {81, 81}, {4, 4}},
};

static void test_scene_of(void **state) {
    static test_scene scene;
    const scene_kind kind = *(const scene_kind *)*state;
    scene_make(&scene, kind);
    const long moves = 10 * case_count(CASES) / SCENE_RESPONSES;
    long contacts = 0;
    int too_much = 0;
    for (int k = 0; k < SCENE_RESPONSES; k++) {
        lost_time lost;
        const mover_watch w = run(&scene, k, moves, &lost);
        if (w.broken != NULL) {
            fprintf(stderr, "scene %s, seed %" PRIu64 ", response %s: ", scene_name(kind),
                    case_seed(), scene_response_name(k));
            watch_print(stderr, &w);
            fail_msg("%s", w.broken);
        }
        contacts += w.contacts;
        const lost_time most = most_lost[kind][k];
        const bool is_kept = lost.all <= most.all && lost.blocked <= most.blocked;
        printf("%-13s %-11s lost %5.2f of %2.0f %%, blocked %5.2f of %2.0f %%%s\n",
               scene_name(kind), scene_response_name(k), lost.all, most.all, lost.blocked,
               most.blocked, is_kept ? "" : ": too much");
        too_much += !is_kept;
    }
    printf("%-13s %ld moves, %ld contacts\n", scene_name(kind), moves * SCENE_RESPONSES, contacts);
    assert_true(contacts > moves / 8);
    // With fewer cases than the default there are too few kicks for a verdict.
    assert_true(too_much == 0 || case_count(CASES) < CASES);
}

// The scenes are as described: the ball starts free, and touches the walls that it should touch.
static void test_scenes_start_free(void **state) {
    (void)state;
    static test_scene scene;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        scene_make(&scene, (scene_kind)kind);
        assert_true(scene_is_free(&scene, scene.ball));
        assert_true(scene_has_place(&scene, scene.ball.center));
        assert_true(scene.array.count < SCENE_WALLS_MAX);
    }
    scene_make(&scene, SCENE_SPAWNED);
    const carom_circle c = {scene.ball.center, scene.ball.radius};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(carom_circle_relate(c, scene.walls[i]), CAROM_RELATION_TOUCHING);
    }
    scene_make(&scene, SCENE_SOUP);
    assert_int_equal(scene.array.count, 400);
}

int main(void) {
    return run_scene_tests("mover_scenes", test_scene_of,
                           (struct CMUnitTest)cmocka_unit_test(test_scenes_start_free));
}
