// White box: the traversals of each instruction set of this machine are forced and compared with
// the mirror, on every set of walls, and after edits of a scene that changes. The same edits put
// every wall into the same slot with each set.
//
// The files of src/scene/ that call the traversals are compiled with this program, and choose here.
// Needs only libc, so that it can be built for other machines (vector_builds.sh does). Room:
// tests.
#include <stdio.h>
#include <stdlib.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "carom/contact.h"
#include "cases.h"
#include "edit_mirror.h"
#include "scene/traversal.h"

// Replaces carom_scene_choose in this program: returns the forced traversals.
const scene_traversals *test_scene_choose(void);

static const scene_traversals *forced;

const scene_traversals *test_scene_choose(void) {
    return forced;
}

enum { WALLS_MAX = 600 };
// With this many cases per class there is one question per scene. With fewer, the run is under
// emulation and there are also fewer scenes.
enum { CASES_A_QUESTION = 1000 };

// False, and a message, if anything is broken.
static bool check_scene(wall_set kind, size_t count, long question_count) {
    static carom_wall walls[WALLS_MAX];
    wall_set_make(kind, case_seed(), walls, count);
    carom_scene *scene = mirror_scene(walls, count);
    scene_mirror m = mirror_start(scene, walls, count);
    random_source g = random_start(case_seed(), 6500 + (uint64_t)kind, count);
    for (long i = 0; i < question_count && m.broken == NULL; i++) {
        const wall_question q = wall_set_question(&g, walls, count);
        if (!mirror_check(&m, &q)) {
            fprintf(stderr, "traversals %s, set %s, %zu walls, question %ld: %s\n", forced->name,
                    wall_set_name(kind), count, i, m.broken);
        }
    }
    const bool good = m.broken == NULL;
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
    return good;
}

// The slots of all walls after the edits of each set of walls, with the first set of instructions.
static uint64_t places[WALL_SET_COUNT];

static uint64_t hash_of_slots(const carom_scene *view) {
    uint64_t hash = view->index_end;
    for (size_t id = 0; id < view->index_end; id++) {
        hash = (hash ^ scene_slot(view)[id]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

// The same after random edits.
static bool check_edits(wall_set kind, long edits) {
    static edit_mirror m;
    random_source g = random_start(case_seed(), 6600 + (uint64_t)kind, 0);
    edit_mirror_start(&m, NULL, 0, NULL);
    for (long i = 0; i < edits && m.broken == NULL; i++) {
        edit_mirror_random(&m, &g, (edit_phase)(i / 60 % PHASE_COUNT), kind);
        if (i % 20 != 19)
            continue;
        const wall_question q = edit_mirror_question(&m, &g);
        if (!edit_mirror_check(&m, &q)) {
            fprintf(stderr, "traversals %s, set %s, edit %ld: %s\n", forced->name,
                    wall_set_name(kind), i, m.broken);
        }
    }
    const uint64_t hash = hash_of_slots(carom_dynamic_scene_view(m.scene));
    if (forced == &carom_scene_scalar) {
        places[kind] = hash;
    } else if (hash != places[kind]) {
        fprintf(stderr, "traversals %s, set %s: the walls lie in other slots\n", forced->name,
                wall_set_name(kind));
    }
    const bool good = m.broken == NULL && hash == places[kind];
    edit_mirror_end(&m);
    return good;
}

// The leaves for new walls in a grid whose cells are no binary fractions: many leaves are equally
// good but for rounding. All sets must choose the same ones.
static bool check_leaves(void) {
    static uint64_t expected;
    static carom_wall walls[WALLS_MAX];
    for (int i = 0; i < WALLS_MAX; i++) {
        walls[i] = carom_post(carom_vec2_make(i % 25 * 0.1, i / 25 * 0.1), 0.0);
    }
    carom_dynamic_scene *scene;
    if (carom_dynamic_scene_create(walls, WALLS_MAX, NULL, &scene, NULL) != CAROM_STATUS_OK) {
        return false;
    }
    const carom_scene *view = carom_dynamic_scene_view(scene);
    uint64_t hash = 1;
    for (int i = 0; i < 50 * 50; i++) {
        const carom_vec2 at = carom_vec2_make(i % 50 * 0.05, i / 50 * 0.05);
        const carom_vec2 to = carom_vec2_add(at, carom_vec2_make(i % 3 * 0.1, i % 7 * 0.1));
        const index_box box = scene_tree_box(view, carom_segment(at, to));
        const uint32_t place =
            forced->descend(view, (uint32_t)view->root, (uint32_t)view->level_count, &box);
        hash = (hash ^ place) * UINT64_C(0x100000001b3);
    }
    carom_dynamic_scene_destroy(scene);
    if (forced == &carom_scene_scalar) {
        expected = hash;
    } else if (hash != expected) {
        fprintf(stderr, "traversals %s: other leaves for new walls\n", forced->name);
    }
    return hash == expected;
}

// What the traversal for the nearest walls reports of one scene.
typedef struct rough_check {
    carom_circle circle;
    double bound;
    long known, wrong;
    size_t count;
    carom_neighbor found[WALLS_MAX];
} rough_check;

// The rough distances of segments against their distances, which are off by 1 ulp at most.
static void check_rough(void *context, point_search *t, size_t first, unsigned slots,
                        const double *rough) {
    rough_check *r = context;
    const carom_circle point = carom_circle_make(r->circle.center, 0.0);
    while (slots != 0) {
        const unsigned i = take_lowest(&slots);
        const size_t slot = first + i;
        r->found[r->count++].index = (carom_index)slot;
        if (slot >= t->scene->endless_from || isnan(rough[i]))
            continue;
        carom_wall wall = scene_geometry_at(t->scene, slot);
        if (t->scene->radii_at == 0) {
            wall.radius = 0.0;
        }
        const double gap = carom_circle_signed_distance(point, wall);
        r->known++;
        // With the errors of the distance and of this difference.
        r->wrong += !(fabs(rough[i] - gap) <= r->bound + 0x1p-50 * (fabs(gap) + wall.radius));
    }
}

// With the set that is forced, every wall is reported once; its rough distance keeps its bound, and
// its gap has the bits of carom_circle_signed_distance. Returns how many are wrong, and adds those
// with a known distance.
static long check_distances(const carom_scene *scene, carom_circle circle, long *known) {
    static rough_check r;
    // Also spans that few walls are within.
    const double far =
        fmin(fabs(circle.center.x) + fabs(circle.center.y) + 4.0 / scene->scale, 0x1p500);
    const double spans[] = {0x1p-4 * far, far, 0x1p500};
    long wrong = 0;
    for (size_t k = 0; k < sizeof spans / sizeof spans[0]; k++) {
        // What underflows takes 2^-440.
        r = (rough_check){.circle = circle, .bound = 0x1p-48 * spans[k] + 0x1p-440};
        point_search t;
        carom_point_search_start(&t, scene, circle.center, spans[k], HUGE_VAL);
        scene_visit_point(&t, check_rough, &r);
        wrong += r.wrong + (r.count != scene->count);
        *known += r.known;
    }
    forced->gaps(scene, circle, r.found, r.count);
    static bool is_found[WALLS_MAX];
    memset(is_found, 0, sizeof is_found);
    for (size_t i = 0; i < r.count; i++) {
        const carom_neighbor *n = &r.found[i];
        const double gap = carom_circle_signed_distance(circle, carom_scene_wall(scene, n->index));
        wrong += memcmp(&gap, &n->gap, sizeof gap) != 0 || is_found[n->index];
        is_found[n->index] = true;
    }
    return wrong;
}

static bool check_nearest_distances(void) {
    static carom_wall walls[WALLS_MAX];
    long wrong = 0, known = 0;
    for (int kind = 0; kind < WALL_SET_COUNT; kind++) {
        wall_set_make((wall_set)kind, case_seed(), walls, WALLS_MAX);
        // Counts that leave 0 to 7 slots of the last leaf empty.
        const size_t count = 97 + (size_t)kind % 8;
        carom_scene *scene = mirror_scene(walls, count);
        random_source g = random_start(case_seed(), 6700 + (uint64_t)kind, count);
        for (int i = 0; i < 24; i++) {
            const carom_circle circle = wall_set_question(&g, walls, count).circle;
            if (carom_circle_is_valid(circle)) {
                wrong += check_distances(scene, circle, &known);
            }
        }
        carom_scene_destroy(scene, NULL);
    }
    if (wrong != 0 || known < 10000) {
        fprintf(stderr, "traversals %s: %ld distances wrong, %ld known\n", forced->name, wrong,
                known);
    }
    return wrong == 0 && known >= 10000;
}

static bool check_traversals(const scene_traversals *traversals) {
    forced = traversals;
    const long cases = case_count(2 * CASES_A_QUESTION);
    const long questions = cases < CASES_A_QUESTION ? 1 : cases / CASES_A_QUESTION;
    const size_t step = cases < CASES_A_QUESTION ? 3 : 1;
    long scenes = 0, broken = !check_leaves() + !check_nearest_distances();
    for (int kind = 0; kind < WALL_SET_COUNT; kind++) {
        const bool is_slow = kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
        // All fillings of the last leaf, and several levels.
        static const size_t larger_counts[] = {66, 200, WALLS_MAX};
        for (size_t i = 0; i < (is_slow ? 12 : 28); i += step) {
            const size_t count = i < 25 ? i : larger_counts[i - 25];
            broken += !check_scene((wall_set)kind, count, questions);
            scenes++;
        }
        broken += !check_edits((wall_set)kind, is_slow || cases < CASES_A_QUESTION ? 60 : 300);
        scenes++;
    }
    printf("%s: %ld scenes, %ld broken\n", traversals->name, scenes, broken);
    return broken == 0;
}

int main(void) {
    const scene_traversals *const best = carom_scene_choose();
    bool good = check_traversals(&carom_scene_scalar);
#ifdef CAROM_X86
    good = check_traversals(&carom_scene_sse2) && good;
    if (best == &carom_scene_sse2) {
        return good ? 0 : 1;
    }
#endif
    if (best != &carom_scene_scalar) {
        good = check_traversals(best) && good;
    }
    return good ? 0 : 1;
}
