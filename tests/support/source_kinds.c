// Wall sources, see source_kinds.h. The exact sweep decides which walls must be reported. The
// oracle decides if a time equals the requested fraction. Room: tests.
#include "source_kinds.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "carom/sweep.h"

// A wall near a path, the time at which the path first comes near it, and its rank in the order.
typedef struct near_wall {
    size_t index;
    double time;
    double key;
} near_wall;

static int compare(const void *p, const void *q) {
    const near_wall *a = p, *b = q;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return a->index > b->index ? -1 : 1;
}

// All walls of the array, or those near the path, in their order.
static size_t collect(test_source *s, carom_path path, near_wall *walls) {
    const carom_circle circle = carom_circle_make(path.from, path.radius);
    size_t count = 0;
    for (size_t i = 0; i < s->array->count; i++) {
        const carom_sweep sweep = carom_circle_sweep_to(circle, path.to, s->array->walls[i]);
        if (s->is_strict && sweep.kind < CAROM_SWEEP_KIND_GRAZE) {
            continue;
        }
        const double time = sweep.kind < CAROM_SWEEP_KIND_GRAZE ? 2.0 : sweep.t;
        const double keys[ORDER_COUNT] = {time, -time, random_between(&s->random, 0, 1)};
        walls[count++] = (near_wall){i, time, keys[s->order]};
    }
    qsort(walls, count, sizeof walls[0], compare);
    return count;
}

// True if the path comes near the wall by the time `fraction`. The time of the wall is the largest
// double not after the true one.
static bool is_near_by(test_source *s, carom_path path, const near_wall *wall, double fraction) {
    if (wall->time != fraction) {
        return wall->time < fraction;
    }
    const oracle_path to = {path.to, true};
    const carom_circle circle = carom_circle_make(path.from, path.radius);
    oracle_sweep_ask(s->oracle, circle, to, s->array->walls[wall->index]);
    return oracle_sweep_time_sign(s->oracle, fraction) <= 0;
}

static void query(const void *source, const carom_path *path, carom_path_query_callback *visit,
                  void *context) {
    test_source *s = ((const test_source *)source)->self;
    static const carom_wall bad = {{0, 0}, {1, 0}, -1, CAROM_EXTENT_SEGMENT};
    near_wall walls[TEST_SOURCE_WALLS_MAX];
    assert(carom_circle_is_valid(carom_circle_make(path->from, path->radius)));
    assert(isfinite(path->to.x) && isfinite(path->to.y));
    const size_t count = collect(s, *path, walls);
    double fraction = 1.0;
    for (size_t i = 0; i < count && fraction > 0.0; i++) {
        if (s->is_strict && !is_near_by(s, *path, &walls[i], fraction)) {
            s->cut_off++;
            continue;
        }
        s->named++;
        const double matters =
            visit(context, (carom_index)walls[i].index, &s->array->walls[walls[i].index]);
        fraction = matters < fraction ? matters : fraction;
        if (!s->is_strict && fraction > 0.0 && random_one_in(&s->random, 8)) {
            const double still = visit(context, (carom_index)walls[i].index, &bad);
            fraction = still < fraction ? still : fraction;
        }
    }
}

void test_source_start(test_source *s, const carom_wall_list *array, source_order order,
                       bool is_strict) {
    assert(array->count <= TEST_SOURCE_WALLS_MAX);
    *s = (test_source){.array = array, .order = order, .is_strict = is_strict};
    s->self = s;
    s->random = random_start(1, (uint64_t)order, is_strict);
    s->oracle = oracle_sweep_new();
}

void test_source_end(test_source *s) {
    oracle_sweep_free(s->oracle);
}

carom_wall_source test_source_walls(test_source *s) {
    const carom_wall_source walls = {query, s};
    return walls;
}
