// A wall source that remembers the walls near a place.
//
// Method: the source is queried once for a disc that contains the path and a margin. A later path
// lies within the disc if both its ends do, circle included. Walls near such a path are among those
// remembered. Room: mover.
#include "carom/world.h"

#include <stdint.h>
#include <string.h>

#include "contracts.h"
#include "mover/wall_cache.h"
#include "numbers.h"
#include "rest/path_box.h"

// The queries that go directly to the source after one that found too many walls.
enum { DIRECT_AFTER_TOO_MANY = 8 };

// True if a circle at p is within the known disc. The slack covers rounding: 8 roundings of
// relative size 2^-53, and underflow, because the room is not tiny.
static bool is_known_at(const carom_wall_cache *cache, carom_vec2 p, double room) {
    const carom_vec2 d = carom_vec2_sub(p, cache->center);
    return carom_vec2_dot(d, d) <= room * room * (1.0 - 0x1p-48);
}

static bool is_known(const carom_wall_cache *cache, const carom_path *path) {
    const double room = cache->radius - path->radius;
    return (room >= 0x1p-400) & (room <= 0x1p400) && is_known_at(cache, path->from, room) &&
           is_known_at(cache, path->to, room);
}

static double visit_to_remember(void *context, carom_index index, const carom_wall *wall) {
    carom_wall_cache *cache = context;
    if (cache->count == CAROM_WALL_CACHE_MAX) {
        cache->radius = -1.0;
        return 0.0;
    }
    carom_cached_wall *known = &cache->known[cache->count++];
    known->wall = *wall;
    known->index = index;
    return 1.0;
}

// Remembers the walls around the path. False if they are too many, if they were too many a few
// queries ago, or if the path is so long that the disc would contain many walls far from it.
static bool remember_around(carom_wall_cache *cache, const carom_path *path) {
    const carom_vec2 half = carom_vec2_scale(carom_vec2_sub(path->to, path->from), 0.5);
    const double length = fabs(half.x) + fabs(half.y);
    if (!(length <= cache->margin) || cache->direct > 0) {
        cache->direct -= cache->direct > 0;
        return false;
    }
    const carom_vec2 center = carom_vec2_add(path->from, half);
    const carom_path disc = {center, center, path->radius + length + cache->reach};
    if (!(disc.radius <= 0x1p400))
        return false;
    cache->center = center;
    cache->radius = disc.radius;
    cache->count = 0;
    cache->walls.query(cache->walls.source, &disc, visit_to_remember, cache);
    const bool is_complete = cache->radius >= 0.0;
    cache->reach = is_complete ? smaller(2.0 * cache->reach, cache->margin) : 0.5 * cache->reach;
    cache->direct = is_complete ? 0 : DIRECT_AFTER_TOO_MANY;
    return is_complete;
}

// As the overlap with carom_wall_box, but cheaper for a segment.
static bool overlaps_box(const carom_wall *wall, const carom_box *box) {
    if (wall->extent != CAROM_EXTENT_SEGMENT)
        return carom_box_overlaps(carom_wall_box(*wall), *box);
    const carom_vec2 a = wall->a, b = wall->b;
    const double r = wall->radius;
    const double low_x = low_end_of(smaller(a.x, b.x), r), low_y = low_end_of(smaller(a.y, b.y), r);
    const double high_x = -low_end_of(-larger(a.x, b.x), r);
    const double high_y = -low_end_of(-larger(a.y, b.y), r);
    return (low_x <= box->max.x) & (high_x >= box->min.x) & (low_y <= box->max.y) &
           (high_y >= box->min.y);
}

// Queries get a pointer to const, but the caller's cache is not const.
static carom_wall_cache *cache_at(const void *source) {
    void *cache;
    memcpy(&cache, &source, sizeof cache);
    return (carom_wall_cache *)cache;
}

void carom_query_cache(const void *source, const carom_path *path,
                       carom_path_query_callback *callback, void *context) {
    carom_wall_cache *cache = cache_at(source);
    if (cache->walls.query == NULL)
        return;
    if (!is_known(cache, path) && !(remember_around(cache, path) && is_known(cache, path))) {
        cache->walls.query(cache->walls.source, path, callback, context);
        return;
    }
    const carom_box near = box_of_path(path);
    for (int i = 0; i < cache->count; i++)
        if (overlaps_box(&cache->known[i].wall, &near) &&
            !(callback(context, cache->known[i].index, &cache->known[i].wall) > 0.0))
            return;
}

void carom_wall_cache_start(carom_wall_cache *cache, carom_wall_source walls, double margin) {
    CAROM_ASSERT(cache != NULL);
    cache->walls = walls;
    cache->margin = cache->reach = margin > 0.0 ? margin : 0.0;
    cache->center = carom_vec2_make(0.0, 0.0);
    cache->radius = -1.0;
    cache->direct = cache->count = 0;
    cache->is_still = false;
}

carom_wall_source carom_wall_cache_source(carom_wall_cache *cache) {
    CAROM_ASSERT(cache != NULL);
    const carom_wall_source walls = {carom_query_cache, cache};
    return walls;
}

// ---- frames that leave a ball as it was ----

// The cache of a ball; NULL if something that a frame depends on can change.
static carom_wall_cache *cache_of(const carom_move_settings *s) {
#ifdef CAROM_SMALL
    // The package for JavaScript has no caches.
    (void)s;
    return NULL;
#else
    CAROM_ASSERT(carom_has_cache(s));
    const bool is_plain = s->respond == NULL && s->on_position == NULL && s->on_leg == NULL &&
                          s->world.moving_walls.query == NULL &&
                          (s->world.filter == NULL || s->world.filter->accept == NULL);
    return is_plain ? cache_at(s->world.walls.source) : NULL;
#endif
}

// What a frame depends on, apart from the walls.
typedef struct frame_numbers {
    double number[CAROM_WALL_CACHE_FRAME_NUMBERS];
} frame_numbers;

static frame_numbers frame_of(const carom_ball *ball, double time, const carom_move_settings *s) {
    return (frame_numbers){{ball->center.x, ball->center.y, ball->velocity.x, ball->velocity.y,
                            ball->radius, time, s->gravity.x, s->gravity.y, s->response.restitution,
                            s->response.friction, (double)s->response.kind, (double)s->max_contacts,
                            s->world.filter != NULL ? (double)s->world.filter->mask : -1.0,
                            s->world.filter != NULL ? (double)s->world.filter->except_group : 0.0}};
}

// 0 and -0 differ.
static bool has_same_bits(const double *p, const double *q) {
    for (int i = 0; i < CAROM_WALL_CACHE_FRAME_NUMBERS; i++) {
        uint64_t x, y;
        memcpy(&x, &p[i], sizeof x);
        memcpy(&y, &q[i], sizeof y);
        if (x != y)
            return false;
    }
    return true;
}

bool carom_frame_is_still(const carom_ball *ball, double time, const carom_move_settings *s) {
    const carom_wall_cache *cache = cache_of(s);
    if (cache == NULL || !cache->is_still || cache->still[0] != ball->center.x)
        return false;
    const frame_numbers frame = frame_of(ball, time, s);
    return has_same_bits(frame.number, cache->still);
}

void carom_note_frame(const carom_ball *ball, double time, const carom_move_settings *s,
                      const carom_motion *motion) {
    carom_wall_cache *cache = cache_of(s);
    if (cache == NULL || (motion->kind != CAROM_MOTION_KIND_MOVED) | (motion->contacts > 0) |
                             (motion->lost > 0.0) | motion->clamped)
        return;
    const frame_numbers before = frame_of(ball, time, s), after = frame_of(&motion->ball, time, s);
    if (!has_same_bits(before.number, after.number))
        return;
    cache->is_still = true;
    memcpy(cache->still, before.number, sizeof before.number);
}
