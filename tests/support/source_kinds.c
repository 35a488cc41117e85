// Sources of walls, see source_kinds.h. Which walls must be named is asked of the exact sweep, and
// of the oracle where a time is that of the share asked for. Layer: tests.
#include "source_kinds.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "carom/sweep.h"

// A wall near a way, when the way first comes near it, and its place in the order.
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

// All walls of the array, or those near the way, in their order.
static size_t collect(way_source *s, carom_path way, near_wall *walls) {
    const carom_circle circle = carom_circle_make(way.from, way.radius);
    size_t count = 0;
    for (size_t i = 0; i < s->array->count; i++) {
        const carom_sweep sweep = carom_circle_sweep_to(circle, way.to, s->array->walls[i]);
        if (s->is_strict && sweep.kind < CAROM_SWEEP_KIND_GRAZE) {
            continue;
        }
        const double time = sweep.kind < CAROM_SWEEP_KIND_GRAZE ? 2.0 : sweep.t;
        const double keys[WAY_ORDER_COUNT] = {time, -time, random_between(&s->random, 0, 1)};
        walls[count++] = (near_wall){i, time, keys[s->order]};
    }
    qsort(walls, count, sizeof walls[0], compare);
    return count;
}

// Does the way come near the wall by the time `share`? Its time is the largest double not after the
// true one.
static bool is_near_by(way_source *s, carom_path way, const near_wall *wall, double share) {
    if (wall->time != share) {
        return wall->time < share;
    }
    const oracle_way to = {way.to, true};
    const carom_circle circle = carom_circle_make(way.from, way.radius);
    oracle_sweep_ask(s->oracle, circle, to, s->array->walls[wall->index]);
    return oracle_sweep_time_sign(s->oracle, share) <= 0;
}

static void query(const void *source, carom_path way, carom_path_query_callback *visit,
                  void *context) {
    way_source *s = ((const way_source *)source)->self;
    static const carom_wall bad = {{0, 0}, {1, 0}, -1, CAROM_EXTENT_SEGMENT};
    near_wall walls[WAY_SOURCE_WALLS_MAX];
    assert(carom_circle_is_valid(carom_circle_make(way.from, way.radius)));
    assert(isfinite(way.to.x) && isfinite(way.to.y));
    const size_t count = collect(s, way, walls);
    double share = 1.0;
    for (size_t i = 0; i < count && share > 0.0; i++) {
        if (s->is_strict && !is_near_by(s, way, &walls[i], share)) {
            s->cut_off++;
            continue;
        }
        s->named++;
        const double matters = visit(context, walls[i].index, s->array->walls[walls[i].index]);
        share = matters < share ? matters : share;
        if (!s->is_strict && share > 0.0 && random_one_in(&s->random, 8)) {
            const double still = visit(context, walls[i].index, bad);
            share = still < share ? still : share;
        }
    }
}

void way_source_start(way_source *s, const carom_wall_list *array, way_order order,
                      bool is_strict) {
    assert(array->count <= WAY_SOURCE_WALLS_MAX);
    *s = (way_source){.array = array, .order = order, .is_strict = is_strict};
    s->self = s;
    s->random = random_start(1, (uint64_t)order, is_strict);
    s->oracle = oracle_sweep_new();
}

void way_source_end(way_source *s) {
    oracle_sweep_free(s->oracle);
}

carom_wall_source way_source_walls(way_source *s) {
    const carom_wall_source walls = {query, s};
    return walls;
}
