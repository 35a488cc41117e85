// A cache of walls: a wall source that remembers the walls near a place. A ball that stays near it
// does not search all walls in every frame. docs/motion.md has an example. Layer: wall source.
#ifndef CAROM_WALL_CACHE_H
#define CAROM_WALL_CACHE_H

#include "carom/wall_source.h"

CAROM_BEGIN_C

/// The most walls that a cache remembers. Near a place with more walls it asks its source.
#define CAROM_WALL_CACHE_MAX 16

/// The count of numbers on which a frame of a ball depends, apart from the walls.
#define CAROM_WALL_CACHE_FRAME_NUMBERS 13

/// A wall that a cache remembers.
typedef struct carom_cached_wall {
    /// A copy of the wall.
    carom_wall wall;
    /// Its index in the source of the cache.
    size_t index;
} carom_cached_wall;

/// The walls near a place. Give each ball a cache of its own. A cache that balls share gives the
/// same answers, but it remembers only the place of the last query. The cache belongs to the
/// caller, has about 1.1 kB and needs no release. Only one thread at a time may use it. A callback
/// of one of its queries must not use it.
///
/// A path that stays within the known disc costs no query of the source. For any other path the
/// cache asks the source once, for a disc around the path and `margin`. If it finds more than
/// CAROM_WALL_CACHE_MAX walls there, the next queries go directly to the source, and the disc after
/// that is smaller. What carom_ball_move and the other calls compute is bit for bit what they
/// compute without a cache, as long as the walls of the source do not change. If they change, call
/// carom_wall_cache_forget before the next query. Otherwise the old walls stay in effect.
///
/// carom_ball_move also remembers in the cache the last frame that left the ball as it was, because
/// it rests. The next frame is then recognised if ball, time, gravity, response, max_contacts and
/// the mask of the filter are the same, and the filter has no callback, `respond`, `on_position`
/// and `on_leg` are NULL, and there are no moving walls.
///
/// A good margin is the distance that a ball travels in some frames. A path whose displacement has
/// coordinates with a sum of magnitudes above twice the margin goes directly to the source.
typedef struct carom_wall_cache {
    /// The source of the walls. The fields are set by the calls below and by queries.
    carom_wall_source walls;
    /// How far beyond a path the cache looks, >= 0.
    double margin;
    /// The disc whose walls are known; none if the radius is negative.
    carom_vec2 center;
    double radius;
    /// The margin of the next query of the source: smaller after one that found too many walls.
    double reach;
    /// The number of coming queries that go directly to the source because of that.
    int direct;
    /// The last frame that left the ball as it was, if there is one: ball, time, gravity, response,
    /// limit of contacts and mask of the filter.
    bool is_still;
    double still[CAROM_WALL_CACHE_FRAME_NUMBERS];
    /// The walls within the disc, and others.
    int count;
    carom_cached_wall known[CAROM_WALL_CACHE_MAX];
} carom_wall_cache;

/// Starts an empty cache of a source. `cache` must not be NULL. `margin` is in the length unit of
/// the walls. A margin that is negative or NaN counts as 0. With a margin of 0 the cache remembers
/// only frames at rest.
CAROM_API void carom_wall_cache_start(carom_wall_cache *cache, carom_wall_source walls,
                                      double margin);

/// The cache as a wall source. The cache must outlive it and stay where it is. It must not be NULL
/// or const.
CAROM_API carom_wall_source carom_wall_cache_source(carom_wall_cache *cache);

/// Forgets the walls and the frame at rest. Must be called after the walls of the source have
/// changed.
CAROM_API_INLINE void carom_wall_cache_forget(carom_wall_cache *cache) {
    cache->radius = -1.0;
    cache->is_still = false;
}

CAROM_END_C

#endif
