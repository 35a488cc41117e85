// Scenes of the walls of each class of cases.h and motion_cases.h. The questions are the circles of
// the class, which tie with one wall each. A loop over all walls gives the expected answers. Room:
// tests.
#include <stdlib.h>

#include "scene_mirror.h"
#include "verdicts.h"

enum { BATCH = 24 };

static carom_box box_around(carom_circle c) {
    return (carom_box){{c.center.x - c.radius, c.center.y - c.radius},
                       {c.center.x + c.radius, c.center.y + c.radius}};
}

// Exact answers on numbers from all of the range take microseconds.
static bool is_slow(case_class kind) {
    return kind == CASE_TINY || kind == CASE_HUGE || kind == CASE_MIXED_EXPONENTS ||
           kind == CASE_RANDOM_BITS || kind == CASE_RANGE_ENDS || kind == CASE_RADIUS_SUBNORMAL;
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    const long cases = case_count(240) / (is_slow(run.kind) ? 4 : 1);
    for (long n = 0; n < cases && run.failures == 0; n += BATCH) {
        test_case batch[BATCH];
        carom_wall walls[BATCH];
        size_t count = 0;
        for (int i = 0; i < BATCH; i++) {
            class_next(&run);
            batch[i] = run.t;
            if (carom_wall_is_valid(run.t.wall)) {
                walls[count++] = run.t.wall;
            }
        }
        carom_scene *scene = mirror_scene(walls, count);
        scene_mirror m = mirror_start(scene, walls, count);
        for (int i = 0; i < BATCH && run.failures == 0; i++) {
            run.t = batch[i];
            if (!mirror_check_touching(&m, run.t.circle) ||
                !mirror_check_within(&m, run.t.circle, run.t.gap) ||
                (i % 4 == 0 && !mirror_check_nearest(&m, run.t.circle, BATCH)) ||
                !mirror_check_box(&m, box_around(run.t.circle))) {
                class_fail(&run, "case %d of its scene: %s", i, m.broken);
            }
        }
        mirror_end(&m);
        carom_scene_destroy(scene, NULL);
    }
    assert_int_equal(run.failures, 0);
}

static void test_motion(void **state) {
    class_run run = class_start_motion(*(const motion_class *)*state);
    const long cases = case_count(120);
    for (long n = 0; n < cases && run.failures == 0; n += BATCH / 2) {
        motion_case batch[BATCH / 2];
        carom_wall walls[BATCH];
        size_t count = 0;
        for (int i = 0; i < BATCH / 2; i++) {
            class_next(&run);
            batch[i] = run.m;
            // The second first, so that an equal time does not just keep the order.
            if (carom_wall_is_valid(run.m.second)) {
                walls[count++] = run.m.second;
            }
            if (carom_wall_is_valid(run.m.wall)) {
                walls[count++] = run.m.wall;
            }
        }
        carom_scene *scene = mirror_scene(walls, count);
        scene_mirror m = mirror_start(scene, walls, count);
        for (int i = 0; i < BATCH / 2 && run.failures == 0; i++) {
            run.m = batch[i];
            const carom_circle c = run.m.circle;
            const carom_path path = {c.center, run.m.to, c.radius};
            if (!mirror_check_sweep(&m, c, run.m.move) ||
                (i % 4 == 0 && !mirror_check_fan(&m, c, run.m.move)) ||
                !mirror_check_path(&m, path)) {
                class_fail(&run, "case %d of its scene: %s", i, m.broken);
            }
        }
        mirror_end(&m);
        carom_scene_destroy(scene, NULL);
    }
    assert_int_equal(run.failures, 0);
}

int main(void) {
    const class_group group = {
        .name = "scene_classes", .test_class = test_class, .test_motion = test_motion};
    return run_classes(&group);
}
