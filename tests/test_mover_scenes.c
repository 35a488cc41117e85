// The guarantee of the mover under the nasty scenes of scenes.h: whatever the response, the speed
// (0.1 to 10^6 radii a frame) and gravity, after every move no wall overlaps the ball, it passed
// none, and it is still in its room.
//
// One test a scene. A ball is kicked every few moves and put back to its start now and then. Ten
// moves for each of CAROM_TEST_CASES (500) a scene, so that the long run makes 10^6. A failure
// prints the scene, the seed and the move. Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "random.h"
#include "scenes.h"
#include "watch.h"

static const double FRAME = 1.0 / 60;

enum { RESPONSES = 5 };

static carom_response response_of(int k) {
    const carom_response all[RESPONSES] = {carom_bounce(1, 0), carom_bounce(0.5, 0.25),
                                           carom_bounce(0, 0), carom_slide(), carom_stop()};
    return all[k];
}

static bool is_in_room(const test_scene *s, carom_vec2 p) {
    return p.x >= s->room.min.x && p.x <= s->room.max.x && p.y >= s->room.min.y &&
           p.y <= s->room.max.y;
}

// Gravity: the scene's own, if it has one, or every so often one of a frame or so a radius.
static carom_vec2 gravity_of(const test_scene *s, random_source *g) {
    const bool pulls = s->gravity.y != 0.0 || random_one_in(g, 3);
    if (!pulls) {
        return carom_vec2_make(0, 0);
    }
    const double size = s->gravity.y != 0.0 ? 1.0 : 20 * s->ball.radius / 10;
    const carom_vec2 down = carom_vec2_make(0, -10 * size);
    const carom_vec2 aslant = carom_vec2_make(3 * size, -7 * size);
    return random_one_in(g, 4) ? aslant : down;
}

// Kicks, lets go, puts back to the start; and sometimes nothing for long, so that it may rest.
static void disturb(const test_scene *s, mover_watch *w, random_source *g, carom_ball *ball) {
    if (random_one_in(g, 8)) {
        ball->center = s->ball.center;
    }
    if (random_one_in(g, 8)) {
        ball->velocity = carom_vec2_make(0, 0);
    } else {
        ball->velocity = scene_kick(s, g, FRAME);
    }
    w->mover.gravity = gravity_of(s, g);
    w->mover.max_contacts = random_one_in(g, 8) ? random_int(g, 1, 8) : 0;
}

static mover_watch run(const test_scene *s, int response, long moves) {
    random_source g = random_start(case_seed(), (uint64_t)s->kind, (uint64_t)response);
    mover_watch w = watch_start(scene_mover(s, response_of(response)), &s->array);
    carom_ball ball = s->ball;
    long until = 0;
    while (w.moves < moves && w.broken == NULL) {
        if (w.moves == until) {
            disturb(s, &w, &g, &ball);
            until += random_one_in(&g, 16) ? 200 : random_int(&g, 1, 12);
        }
        ball = watch_move(&w, ball, FRAME).ball;
        if (w.broken == NULL && !is_in_room(s, ball.center)) {
            w.broken = "the ball is in its room";
        }
    }
    return w;
}

static void test_scene_of(void **state) {
    static test_scene scene;
    const scene_kind kind = *(const scene_kind *)*state;
    scene_make(&scene, kind);
    const long moves = 10 * case_count(500) / RESPONSES;
    long contacts = 0;
    double lost[RESPONSES];
    for (int k = 0; k < RESPONSES; k++) {
        const mover_watch w = run(&scene, k, moves);
        if (w.broken != NULL) {
            fprintf(stderr, "scene %s, seed %" PRIu64 ", response %d: ", scene_name(kind),
                    case_seed(), k);
            watch_print(stderr, &w);
            fail_msg("%s", w.broken);
        }
        contacts += w.contacts;
        lost[k] = 100 * w.time_lost / w.time_all;
    }
    printf("%-13s %ld moves, %ld contacts; time lost: bounce 1 %.2f %%, 0.5 %.2f %%, 0 %.2f %%, "
           "slide %.2f %%, stop %.2f %%\n",
           scene_name(kind), moves * RESPONSES, contacts, lost[0], lost[1], lost[2], lost[3],
           lost[4]);
    assert_true(contacts > moves / 8);
}

// The scenes are what they say: the ball starts free, and touches where it should.
static void test_scenes_start_free(void **state) {
    (void)state;
    static test_scene scene;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        scene_make(&scene, (scene_kind)kind);
        assert_true(scene_is_free(&scene, scene.ball));
        assert_true(is_in_room(&scene, scene.ball.center));
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
    static scene_kind kinds[SCENE_KIND_COUNT];
    struct CMUnitTest tests[SCENE_KIND_COUNT + 1] = {{0}};
    for (int k = 0; k < SCENE_KIND_COUNT; k++) {
        kinds[k] = (scene_kind)k;
        tests[k] = (struct CMUnitTest){scene_name(kinds[k]), test_scene_of, NULL, NULL, &kinds[k]};
    }
    tests[SCENE_KIND_COUNT] = (struct CMUnitTest)cmocka_unit_test(test_scenes_start_free);
    return cmocka_run_group_tests_name("mover_scenes", tests, NULL, NULL);
}
