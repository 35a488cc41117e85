// The same bits whatever does not matter: all frames of the scenes are stepped again by crowds that
// were loaded, without callbacks, with a runner that takes the tasks from the last to the first,
// with walls in lists, scenes and dynamic scenes, and with settings spelled out. Room: tests.
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "crowd_world.h"

enum { FRAMES = 60 };

static void test_scene(void **state) {
    const crowd_scene_kind kind = *(const crowd_scene_kind *)*state;
    start(NULL);
    for (long index = 0; index < (case_count(100) + 49) / 50; index++) {
        crowd_trace_restart(&t);
        random_source g = random_start(case_seed(), 9700 + (uint64_t)kind, (uint64_t)index);
        crowd_scene_make(&s, kind, (size_t)random_int(&g, 4, 60), random_bits(&g));
        for (int frame = 0; frame < FRAMES; frame++) {
            static carom_ball before[SCENE_BALLS_MAX];
            memcpy(before, s.balls, s.count * sizeof before[0]);
            const int first = frame % CROWD_CHANGES;
            step_with(s.time, (crowd_change)first);
            // All other changes, too.
            for (int i = 1; i < CROWD_CHANGES; i++) {
                const crowd_change change = (crowd_change)((first + i) % CROWD_CHANGES);
                memcpy(twin.balls, before, s.count * sizeof before[0]);
                const char *differs = crowd_twin_compare(&twin, &t, &s, change);
                if (differs != NULL)
                    fail_msg("%s, crowd %ld, frame %d, %s: %s differs", s.name, index, frame,
                             crowd_change_name(change), differs);
            }
            crowd_scene_next(&s);
        }
    }
    // The runner was called, and it had more than one task.
    assert_true(twin.runs > 0 && twin.tasks > twin.runs);
    end(NULL);
}

// What was in the memory of the crowd before does not matter: the allocator gives memory full of
// other bytes.
static void *allocate(void *context, size_t size, size_t alignment) {
    (void)alignment;
    void *memory = malloc(size);
    assert_non_null(memory);
    memset(memory, *(const int *)context, size);
    return memory;
}

static void release(void *context, void *memory, size_t size, size_t alignment) {
    (void)context;
    (void)alignment;
    memset(memory, 0x55, size);
    free(memory);
}

static void test_old_bytes(void **state) {
    (void)state;
    start(NULL);
    static carom_ball truth[SCENE_BALLS_MAX];
    for (int kind = 0; kind < CROWD_SCENE_KINDS; kind++)
        for (int fill = 0; fill < 3; fill++) {
            const int bytes[] = {0, 0x7f, 0xff};
            const carom_allocator a = {allocate, release, (void *)(uintptr_t)&bytes[fill]};
            carom_crowd *crowd;
            assert_int_equal(carom_crowd_create(&a, &crowd), CAROM_STATUS_OK);
            crowd_scene_make(&s, (crowd_scene_kind)kind, 40, 11);
            for (int frame = 0; frame < FRAMES; frame++) {
                carom_crowd_step(crowd, s.balls, s.count, s.time, &s.settings, NULL);
                crowd_scene_next(&s);
            }
            if (fill == 0)
                memcpy(truth, s.balls, s.count * sizeof truth[0]);
            assert_memory_equal(truth, s.balls, s.count * sizeof truth[0]);
            carom_crowd_destroy(crowd);
        }
    end(NULL);
}

int main(void) {
    static const char *const names[CROWD_SCENE_KINDS] = {
        "gas",       "press", "funnel", "pile_at_0", "pile_at_5", "pile_at_9",
        "pile_at_1", "wedge", "rack",   "flippers",  "hunt",      "unequal"};
    static crowd_scene_kind kinds[CROWD_SCENE_KINDS];
    struct CMUnitTest tests[CROWD_SCENE_KINDS + 1];
    for (int i = 0; i < CROWD_SCENE_KINDS; i++) {
        kinds[i] = (crowd_scene_kind)i;
        tests[i] = (struct CMUnitTest){names[i], test_scene, NULL, NULL, &kinds[i]};
    }
    tests[CROWD_SCENE_KINDS] = (struct CMUnitTest)cmocka_unit_test(test_old_bytes);
    return cmocka_run_group_tests_name("same bits of crowds", tests, NULL, NULL);
}
