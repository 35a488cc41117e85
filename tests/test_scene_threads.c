// Eight threads ask one scene every question at once, and divide one fan among them. Each answer
// equals that of the mirror and of a single thread. Then one thread edits a dynamic scene and eight
// ask about it, in turns: they cast fans, and move balls and crowds of their own among its walls.
// Last they share the build of a scene, batches and crowds. A program without cmocka:
// test_scene_threads.sh builds it with the thread sanitizer. Room: tests.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/crowd.h"
#include "edit_mirror.h"

enum { THREADS = 8, WALLS = 300, QUESTIONS = 12, CIRCLES = 1100 };

static carom_wall walls[WALLS];
static carom_scene *scene;
static pthread_barrier_t barrier;

// The batch: what goes in, and what all threads write to.
static double numbers[5][CIRCLES];
static const carom_moving_circle_soa movers = {.circles = {.x = numbers[0],
                                                           .y = numbers[1],
                                                           .radius = numbers[2],
                                                           .number = CAROM_NUMBER_DOUBLE,
                                                           .count = CIRCLES},
                                               .move_x = numbers[3],
                                               .move_y = numbers[4]};
// A fan from one place, with the moves of the batch as its beams.
static carom_circle eye;
static carom_vec2 beams[CIRCLES];
static carom_scene_hit seen[CIRCLES];

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL) {
        fprintf(stderr, "test_scene_threads: no memory\n");
        exit(1);
    }
    return memory;
}

static void make_batch(void) {
    random_source g = random_start(1, 9500, 0);
    for (size_t i = 0; i < CIRCLES; i++) {
        const wall_question q = wall_set_question(&g, walls, WALLS);
        const double own[] = {q.circle.center.x, q.circle.center.y, q.circle.radius, q.move.x,
                              q.move.y};
        for (size_t k = 0; k < 5; k++) {
            numbers[k][i] = own[k];
        }
        eye = i == 0 ? q.circle : eye;
        beams[i] = q.move;
    }
}

// The part of the fan of one thread.
static void cast_part(size_t thread) {
    const size_t begin = CIRCLES * thread / THREADS, end = CIRCLES * (thread + 1) / THREADS;
    carom_scene_fan(scene, eye, beams + begin, end - begin, NULL, seen + begin);
}

// Returns NULL, or what is wrong.
static void *run_thread(void *context) {
    const size_t thread = *(const size_t *)context;
    scene_mirror m = mirror_start(scene, walls, WALLS);
    random_source g = random_start(1, 9501, thread);
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < QUESTIONS; i++) {
        const wall_question q = wall_set_question(&g, walls, WALLS);
        mirror_check(&m, &q);
    }
    const char *broken = m.broken;
    mirror_end(&m);
    cast_part(thread);
    return (void *)broken;
}

static bool run_threads(void *(*run)(void *)) {
    pthread_t threads[THREADS];
    size_t ids[THREADS];
    bool good = true;
    for (size_t i = 0; i < THREADS; i++) {
        ids[i] = i;
        if (pthread_create(&threads[i], NULL, run, &ids[i]) != 0) {
            fprintf(stderr, "test_scene_threads: no thread\n");
            exit(1);
        }
    }
    for (size_t i = 0; i < THREADS; i++) {
        void *broken = NULL;
        pthread_join(threads[i], &broken);
        good = good && broken == NULL;
    }
    return good;
}

// The threads write the same fan as a single thread.
static bool check_fan(void) {
    carom_scene_hit *alone = allocate(sizeof seen);
    carom_scene_fan(scene, eye, beams, CIRCLES, NULL, alone);
    bool good = true;
    for (size_t i = 0; i < CIRCLES; i++)
        good = good && mirror_same_hit(&seen[i], &alone[i]);
    free(alone);
    if (!good)
        fprintf(stderr, "test_scene_threads: eight threads and one differ\n");
    return good;
}

// ---- a dynamic scene ----

enum { ROUNDS = 6, EDITS = 150, BALLS = 6 };

static edit_mirror edited;

// The view and the walls of the mirror, as sources. All threads share both settings.
static const carom_scene *view;
static carom_wall_list mirrored;
static carom_crowd_settings by_view, by_list;

// Balls of one thread, for the crowd among the walls of the view and of the mirror, and a fan.
typedef struct thread_crowd {
    carom_ball balls[2][BALLS];
    carom_motion results[2][BALLS];
    carom_vec2 beams[BALLS];
    carom_scene_hit hits[BALLS];
} thread_crowd;

static void share_view(void) {
    view = carom_dynamic_scene_view(edited.scene);
    mirrored = (carom_wall_list){edited.walls, NULL, edited.end};
    by_view = by_list = carom_crowd_settings_default();
    by_view.move.world.walls = carom_scene_wall_source(view);
    by_list.move.world.walls = carom_wall_list_source(&mirrored);
}

static bool same_ball(const carom_ball *p, const carom_ball *q) {
    return memcmp(p, q, sizeof *p) == 0;
}

// Every ball alone, and all of them as a crowd.
static const char *move_balls(thread_crowd *t) {
    const char *broken = NULL;
    for (size_t i = 0; i < BALLS; i++) {
        const carom_motion m = carom_ball_move(t->balls[0][i], 1.0, &by_view.move);
        const carom_motion n = carom_ball_move(t->balls[0][i], 1.0, &by_list.move);
        if (m.kind != n.kind || !same_ball(&m.ball, &n.ball))
            broken = "a ball moves among the walls of the view as among those of the list";
    }
    carom_crowd *crowds[2];
    for (int i = 0; i < 2; i++) {
        if (carom_crowd_create(NULL, &crowds[i]) != CAROM_STATUS_OK)
            exit(1);
        carom_crowd_step(crowds[i], t->balls[i], BALLS, 1.0, i == 0 ? &by_view : &by_list,
                         t->results[i]);
        carom_crowd_destroy(crowds[i]);
    }
    for (size_t i = 0; i < BALLS; i++)
        if (t->results[0][i].kind != t->results[1][i].kind ||
            !same_ball(&t->balls[0][i], &t->balls[1][i]))
            broken = "a crowd moves among the walls of the view as among those of the list";
    return broken;
}

static const char *cast_fan(thread_crowd *t, carom_circle from) {
    const char *broken = NULL;
    carom_scene_fan(view, from, t->beams, BALLS, NULL, t->hits);
    for (size_t i = 0; i < BALLS; i++) {
        const carom_scene_hit hit = carom_scene_sweep(view, from, t->beams[i], NULL);
        if (!mirror_same_hit(&hit, &t->hits[i]))
            broken = "a fan casts the same beams as single sweeps";
    }
    return broken;
}

// Asks about the dynamic scene. Returns NULL, or what is wrong.
static void *ask_edited(void *context) {
    scene_mirror m = mirror_start(view, edited.walls, edited.end);
    random_source g = random_start(1, 9502, *(const size_t *)context);
    const wall_question first = edit_mirror_question(&edited, &g);
    mirror_check(&m, &first);
    thread_crowd *t = allocate(sizeof *t);
    for (int i = 0; i < BALLS; i++) {
        const wall_question q = edit_mirror_question(&edited, &g);
        // Free of all walls; otherwise most of the time goes into depenetration.
        carom_circle c = carom_circle_make(q.circle.center, 0x1p-6 * q.circle.radius);
        if (carom_scene_touches(view, c, CAROM_CONTACT_RULE_OPEN_DISC, NULL))
            c.radius = 0.0;
        t->balls[0][i] = (carom_ball){c.center, c.radius, q.move};
        t->beams[i] = q.move;
    }
    memcpy(t->balls[1], t->balls[0], sizeof t->balls[0]);
    const char *moved = move_balls(t), *cast = cast_fan(t, first.circle);
    const char *broken = m.broken != NULL ? m.broken : moved != NULL ? moved : cast;
    if (broken != NULL)
        fprintf(stderr, "test_scene_threads: not kept: %s\n", broken);
    mirror_end(&m);
    free(t);
    return (void *)broken;
}

static bool run_edits(void) {
    bool good = true;
    random_source g = random_start(1, 9503, 0);
    edit_mirror_start(&edited, walls, 100, NULL);
    for (int round = 0; good && round < ROUNDS; round++) {
        for (int i = 0; i < EDITS; i++) {
            edit_mirror_random(&edited, &g, (edit_phase)(round % PHASE_COUNT), SET_MIXED);
        }
        share_view();
        good = run_threads(ask_edited) && edit_mirror_check_walls(&edited);
    }
    edit_mirror_end(&edited);
    return good;
}

// ---- a build shared by threads ----

enum { BUILT_WALLS = 70000 };

// The tasks that the threads run now: each takes every eighth.
static struct {
    void (*task)(void *data, size_t i);
    void *data;
    size_t count;
} shared;

static void *run_shared(void *context) {
    for (size_t i = *(const size_t *)context; i < shared.count; i += THREADS) {
        shared.task(shared.data, i);
    }
    return NULL;
}

static void run_tasks(void *context, void (*task)(void *data, size_t i), void *data, size_t count) {
    (void)context;
    shared.task = task;
    shared.data = data;
    shared.count = count;
    run_threads(run_shared);
}

// Builds a scene by all threads and by one. Returns whether the bytes are the same.
static bool run_build(void) {
    const carom_task_runner runner = {run_tasks, NULL};
    carom_wall *built = allocate(BUILT_WALLS * sizeof *built);
    wall_set_make(SET_MIXED, 1, built, BUILT_WALLS);
    carom_scene *by_one = mirror_scene(built, BUILT_WALLS), *by_all = NULL;
    const bool good =
        carom_scene_create(built, BUILT_WALLS, NULL, &runner, &by_all, NULL) == CAROM_STATUS_OK &&
        memcmp(by_one, by_all, carom_scene_byte_size(by_one)) == 0;
    carom_scene_destroy(by_one, NULL);
    carom_scene_destroy(by_all, NULL);
    free(built);
    return good;
}

// ---- batches shared by threads ----

// Every batch by all threads, against the mirror.
static bool run_batches(void) {
    const carom_task_runner runner = {run_tasks, NULL};
    scene_mirror m = mirror_start(scene, walls, WALLS);
    const bool good =
        mirror_check_batch(&m, &movers.circles, CAROM_CONTACT_RULE_CLOSED_DISC, &runner) &&
        mirror_check_within_batch(&m, &movers.circles, 0.5, &runner) &&
        mirror_check_nearest_batch(&m, &movers.circles, 3, &runner) &&
        mirror_check_sweep_batch(&m, &movers, &runner);
    mirror_end(&m);
    return good;
}

// ---- a crowd shared by threads ----

enum { SHARED_BALLS = 1200, SHARED_FRAMES = 24 };

// Groups of balls that fall into funnels, far enough apart to be islands.
static void make_groups(carom_ball *balls, carom_wall *funnels) {
    random_source g = random_start(1, 9504, 0);
    for (size_t i = 0; i < SHARED_BALLS; i++) {
        const double x = 16.0 * (double)(i / 24);
        if (i % 24 == 0) {
            funnels[i / 12] = carom_segment(carom_vec2_make(x - 6, 6), carom_vec2_make(x, 0));
            funnels[i / 12 + 1] = carom_segment(carom_vec2_make(x, 0), carom_vec2_make(x + 6, 6));
        }
        const double aside = random_between(&g, -0.125, 0.125);
        const carom_vec2 center = {x - 1.95 + 1.3 * (double)(i % 4) + aside,
                                   4.5 + 1.1 * (double)(i % 24 / 4)};
        const double radius = random_between(&g, 0.25, 0.5), vx = random_between(&g, -2, 2);
        balls[i] = (carom_ball){center, radius, {vx, -6}};
    }
}

// Moves crowds by all threads and by one. Returns whether the bits are the same.
static bool run_crowds(void) {
    const carom_task_runner runner = {run_tasks, NULL};
    carom_wall *funnels = allocate(SHARED_BALLS / 12 * sizeof *funnels);
    carom_ball *balls[2];
    carom_crowd *crowds[2];
    const carom_wall_list list = {funnels, NULL, SHARED_BALLS / 12};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.world.walls = carom_wall_list_source(&list);
    settings.move.gravity = carom_vec2_make(0, -10);
    settings.restitution = 0.5;
    bool good = true;
    for (int i = 0; i < 2; i++) {
        balls[i] = allocate(SHARED_BALLS * sizeof *balls[i]);
        make_groups(balls[i], funnels);
        good &= carom_crowd_create(NULL, &crowds[i]) == CAROM_STATUS_OK;
    }
    size_t impacts = 0;
    for (int frame = 0; good && frame < SHARED_FRAMES; frame++) {
        for (int i = 0; i < 2; i++) {
            settings.runner = i == 0 ? NULL : &runner;
            impacts +=
                carom_crowd_step(crowds[i], balls[i], SHARED_BALLS, 1.0 / 60, &settings, NULL)
                    .ball_impacts;
        }
        good = memcmp(balls[0], balls[1], SHARED_BALLS * sizeof *balls[0]) == 0;
    }
    for (int i = 0; i < 2; i++) {
        free(balls[i]);
        carom_crowd_destroy(crowds[i]);
    }
    free(funnels);
    return good && impacts > 0;
}

int main(void) {
    wall_set_make(SET_MIXED, 1, walls, WALLS);
    scene = mirror_scene(walls, WALLS);
    make_batch();
    if (pthread_barrier_init(&barrier, NULL, THREADS) != 0) {
        return 1;
    }
    const bool answered = run_threads(run_thread);
    const bool good =
        check_fan() && answered && run_edits() && run_build() && run_batches() && run_crowds();
    pthread_barrier_destroy(&barrier);
    carom_scene_destroy(scene, NULL);
    printf("%d threads: %s\n", THREADS, good ? "the same answers" : "WRONG");
    return good ? 0 : 1;
}
