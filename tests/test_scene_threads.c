// Eight threads ask one scene every question at once, and divide one batch among them. Each answer
// equals that of the mirror and of a single thread. Then one thread edits a dynamic scene and eight
// ask about it, in turns. A program without cmocka: test_scene_threads.sh
// builds it with the thread sanitizer. Layer: tests.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit_mirror.h"

enum { THREADS = 8, WALLS = 300, QUESTIONS = 12, CIRCLES = 400, LISTS_MAX = CIRCLES * WALLS };

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
                                               .vx = numbers[3],
                                               .vy = numbers[4]};
static uint32_t order[CIRCLES];
static uint32_t counts[CIRCLES];
static size_t offsets[CIRCLES + 1];
static uint32_t lists[LISTS_MAX];
static carom_scene_hit hits[CIRCLES];

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
    }
    void *scratch = allocate(carom_scene_hilbert_scratch(CIRCLES));
    carom_scene_hilbert_order(scene, &movers.circles, order, scratch);
    free(scratch);
}

// The part of the batch of one of so many threads. With several, each waits for the others where it
// needs them.
static void run_part(size_t thread, size_t threads) {
    const size_t begin = CIRCLES * thread / threads, end = CIRCLES * (thread + 1) / threads;
    uint32_t *appended = allocate(LISTS_MAX * sizeof *appended);
    carom_scene_touching_range(scene, &movers.circles, order, begin, end,
                               CAROM_CONTACT_RULE_CLOSED_DISC, NULL, counts, appended, LISTS_MAX);
    carom_scene_sweep_range(scene, &movers, order, begin, end, NULL, hits);
    if (threads > 1) {
        pthread_barrier_wait(&barrier);
    }
    if (thread == 0) {
        carom_scene_csr_offsets(counts, CIRCLES, offsets);
    }
    if (threads > 1) {
        pthread_barrier_wait(&barrier);
    }
    carom_scene_csr_scatter(order, begin, end, appended, offsets, lists);
    free(appended);
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
    run_part(thread, THREADS);
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

// The threads write the same as a single thread.
static bool check_batch(void) {
    uint32_t *all_lists = allocate(sizeof lists);
    uint32_t *all_counts = allocate(sizeof counts);
    carom_scene_hit *all_hits = allocate(sizeof hits);
    memcpy(all_lists, lists, sizeof lists);
    memcpy(all_counts, counts, sizeof counts);
    memcpy(all_hits, hits, sizeof hits);
    memset(lists, 0, sizeof lists);
    run_part(0, 1);
    bool good = memcmp(all_lists, lists, sizeof lists) == 0 &&
                memcmp(all_counts, counts, sizeof counts) == 0;
    for (size_t i = 0; i < CIRCLES; i++) {
        good = good && mirror_same_hit(&hits[i], &all_hits[i]);
    }
    free(all_lists);
    free(all_counts);
    free(all_hits);
    if (!good) {
        fprintf(stderr, "test_scene_threads: eight threads and one differ\n");
    }
    return good;
}

// ---- a dynamic scene ----

enum { ROUNDS = 6, EDITS = 150 };

static edit_mirror edited;

// Asks about the dynamic scene. Returns NULL, or what is wrong.
static void *ask_edited(void *context) {
    scene_mirror m = mirror_start(carom_dynamic_scene_view(edited.scene), edited.walls, edited.end);
    random_source g = random_start(1, 9502, *(const size_t *)context);
    for (int i = 0; i < 2; i++) {
        const wall_question q = edit_mirror_question(&edited, &g);
        mirror_check(&m, &q);
    }
    const char *broken = m.broken;
    mirror_end(&m);
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
        good = run_threads(ask_edited) && edit_mirror_check_walls(&edited);
    }
    edit_mirror_end(&edited);
    return good;
}

int main(void) {
    wall_set_make(SET_MIXED, 1, walls, WALLS);
    scene = mirror_scene(walls, WALLS);
    make_batch();
    if (pthread_barrier_init(&barrier, NULL, THREADS) != 0) {
        return 1;
    }
    const bool answered = run_threads(run_thread);
    const bool good = check_batch() && answered && run_edits();
    pthread_barrier_destroy(&barrier);
    carom_scene_destroy(scene, NULL);
    printf("%d threads, %zu walls touched in the batch: %s\n", THREADS, offsets[CIRCLES],
           good ? "the same answers" : "WRONG");
    return good ? 0 : 1;
}
