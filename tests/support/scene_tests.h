// A test for every scene of scenes.h. Needs cmocka. Room: tests.
#ifndef CAROM_TESTS_SCENE_TESTS_H
#define CAROM_TESTS_SCENE_TESTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scenes.h"

/// Runs a test for every scene, with a pointer to its kind as the state, and one more.
static inline int run_scene_tests(const char *name, CMUnitTestFunction of_scene,
                                  struct CMUnitTest more) {
    static scene_kind kinds[SCENE_KIND_COUNT];
    struct CMUnitTest tests[SCENE_KIND_COUNT + 1] = {{0}};
    for (int k = 0; k < SCENE_KIND_COUNT; k++) {
        kinds[k] = (scene_kind)k;
        tests[k] = (struct CMUnitTest){scene_name(kinds[k]), of_scene, NULL, NULL, &kinds[k]};
    }
    tests[SCENE_KIND_COUNT] = more;
    return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

#endif
