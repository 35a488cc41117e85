// The world that a ball moves in: where calls find the walls near a path, at rest and moving.
//
// A wall source reports the walls near a path. A list of walls and a carom_scene are wall sources.
// A carom_wall_cache is one that remembers the walls of another. A carom_world is what movers,
// characters and crowds take: a source of walls at rest, one of moving walls, and a filter of each.
//
// The path of a moving wall. At the fraction t of the frame, an end that starts at a is at
// W(t) = a + t a_move, rounded to doubles (carom_moving_wall_at). At the start and at the end of
// the frame every wall is exactly at W(0) and W(1). carom_ball_move divides a frame into legs, on
// which the ball moves straight (carom_leg). At both ends of a leg, the ball overlaps no wall at
// W(t) that blocks it. Within a leg from p at the fraction s to q at t:
// - The ends of a wall that turns move straight from W(s) to W(t). Ends that are equal and have
//   equal moves stay equal, so chains of walls that turn stay closed.
// - A wall that moves as a whole (a_move = b_move) is at rest for an observer on it, who sees the
//   ball move straight from p - s a_move to q - t a_move, both rounded. So walls with equal moves
//   keep their places relative to each other exactly.
// Both kinds of motion are within two roundings of the true straight one. Room: world.
#ifndef CAROM_WORLD_H
#define CAROM_WORLD_H

#include "carom/filter.h"
#include "carom/moving_wall.h"

CAROM_BEGIN_C

// ---- walls at rest ----

/// A callback of a query. The source calls it with a wall near the path and the index of the wall.
/// It returns how far along the path the search must go on, from 0, the start, to 1, the end: 1 for
/// the whole path, less after a contact is found on it. The source may then leave out walls that
/// are near only the part beyond. 0 ends the query.
typedef double carom_path_query_callback(void *context, carom_index index, const carom_wall *wall);

/// A source of walls. Its walls and their indices must not change while it is in use.
typedef struct carom_wall_source {
    /// Calls `callback` once for every wall with a point within the radius of the path. Must report
    /// every such wall, or a ball can pass through it. Additional walls are allowed; invalid walls
    /// are ignored. The walls may come in any order. The search is faster if walls near the start
    /// of the path come first. The path can have any finite coordinates. If `query` is NULL, there
    /// are no walls.
    void (*query)(const void *source, const carom_path *path, carom_path_query_callback *callback,
                  void *context);
    /// Handed to `query`.
    const void *source;
} carom_wall_source;

/// A list of walls that is searched from end to end. Suitable for some hundreds of walls.
typedef struct carom_wall_list {
    const carom_wall *walls;
    /// The carom_wall_box of each wall, computed in advance. If NULL, each query computes the
    /// boxes.
    const carom_box *boxes;
    size_t count;
} carom_wall_list;

/// The list as a wall source. The list must outlive it. Walls are reported in the order of the
/// list.
CAROM_API carom_wall_source carom_wall_list_source(const carom_wall_list *list);

/// Several sources as one, such as a level that never changes and a scene that does. The wall with
/// the index i in sources[k] has the index starts[k] + i.
typedef struct carom_joined_walls {
    const carom_wall_source *sources;
    /// Rising. starts[k + 1] - starts[k] is above all indices of sources[k]. The indices
    /// of a scene that changes stay below the most walls that it ever has at a time: leave room for
    /// them, or join it last.
    const carom_index *starts;
    size_t count;
} carom_joined_walls;

/// The joined walls as a wall source. The joined walls and their arrays must outlive it. The
/// sources are asked one after the other. The fraction that a callback returns also limits the
/// search in the sources that follow.
CAROM_API carom_wall_source carom_joined_walls_source(const carom_joined_walls *joined);

/// A wall of one of several sources.
typedef struct carom_joined_index {
    /// The number of the source.
    size_t source;
    /// The index of the wall there.
    carom_index index;
} carom_joined_index;

/// Where the wall with a joined index comes from: `starts` and `count` are those of the joined
/// walls. CAROM_NO_WALL and an index below starts[0] give the source `count` and the index 0.
CAROM_API carom_joined_index carom_joined_index_of(const carom_index *starts, size_t count,
                                                   carom_index index);

// ---- moving walls ----

/// The wall at the fraction t of the frame, 0 to 1: the ends a + t a_move and b + t b_move,
/// rounded. At t = 1 it is the wall from which the next frame starts.
CAROM_API carom_wall carom_moving_wall_at(carom_moving_wall wall, double t);

/// A wall that turns about a pivot. `turn` is (cosine, sine) of the angle of this frame. The ends
/// go straight to where the rotation takes them, along the chords of their arcs. So at every time
/// of the frame, a point of the wall at the distance r from the pivot is at most r angle^2 / 8 from
/// where an even rotation has it. If that is too far, split the rotation: carom_turning_frames. The
/// library does not compute sines, because they differ between machines.
CAROM_API carom_moving_wall carom_moving_wall_turning(carom_wall wall, carom_vec2 pivot,
                                                      carom_vec2 turn);

/// The number of frames into which a rotation must be split so that no point of the wall is farther
/// than `tolerance` from where an even rotation has it: the least n >= 1 for which
/// reach (angle / n)^2 / 8 <= tolerance. `angle` is in radians, of either sign. `reach` is the
/// distance from the pivot to the farther end of the wall, without its radius, in the unit of
/// `tolerance`. Each frame gets 1/n of the time and of the angle. Compute the ends from the whole
/// angle: if each frame turned the wall of the last one, rounding would add an ulp per frame. If
/// several walls turn, take the largest n for all.
///
///     const int n = carom_turning_frames(angle, length, 0.01);
///     for (int i = 1; i <= n; i++) {
///         const double to = from + angle * i / n;
///         const carom_vec2 tip = {pivot.x + length * cos(to), pivot.y + length * sin(to)};
///         flipper = carom_moving_wall_to(flipper.wall, pivot, tip);
///         ball = carom_ball_move(ball, time / n, &settings).ball;
///         flipper.wall = carom_moving_wall_at(flipper, 1);
///     }
///
/// Returns 0 if an argument is NaN or infinite, or if reach or tolerance is negative. Returns
/// 2^31 - 1 if more frames are needed or reach / tolerance overflows, 1 if it underflows to 0. The
/// result is the same on every machine. Rounding may exceed the tolerance by at most 5 ulp, unless
/// reach / tolerance is subnormal.
CAROM_API int carom_turning_frames(double angle, double reach, double tolerance);

/// A wall whose ends move to `a_to` and `b_to`, to within an ulp of the largest coordinate.
CAROM_API_INLINE carom_moving_wall carom_moving_wall_to(carom_wall wall, carom_vec2 a_to,
                                                        carom_vec2 b_to) {
    return carom_moving_wall_make(wall, carom_vec2_sub(a_to, wall.a), carom_vec2_sub(b_to, wall.b));
}

/// A box that contains the wall at every fraction of the frame, rounded outward by about an ulp. An
/// invalid moving wall, and one that ends beyond the range of double, gives a box of NaN, which
/// overlaps no box.
CAROM_API carom_box carom_moving_wall_box(carom_moving_wall wall);

/// A callback of a query. The source calls it with a moving wall near the path and its index.
typedef void carom_moving_wall_callback(void *context, carom_index index,
                                        const carom_moving_wall *wall);

/// A source of moving walls. Its walls and their indices must not change while it is in use.
typedef struct carom_moving_wall_source {
    /// Calls `callback` once for every wall that at some fraction of the frame has a point within
    /// the radius of the path. The path may belong to any part of the frame. Must report every such
    /// wall, or a ball can pass through it. Additional walls are allowed; invalid walls are
    /// ignored. The walls may come in any order. If `query` is NULL, there are no moving walls.
    void (*query)(const void *source, const carom_path *path, carom_moving_wall_callback *callback,
                  void *context);
    /// Handed to `query`.
    const void *source;
} carom_moving_wall_source;

/// A list of moving walls that is searched from end to end. Suitable for some hundreds of walls.
typedef struct carom_moving_wall_list {
    const carom_moving_wall *walls;
    /// The carom_moving_wall_box of each wall, computed in advance. If NULL, each query computes
    /// the boxes.
    const carom_box *boxes;
    size_t count;
} carom_moving_wall_list;

/// The list as a source. The list must outlive it. Walls are reported in the order of the list.
CAROM_API carom_moving_wall_source
carom_moving_wall_list_source(const carom_moving_wall_list *list);

/// Several sources of moving walls as one, like carom_joined_walls.
typedef struct carom_joined_moving_walls {
    const carom_moving_wall_source *sources;
    const carom_index *starts;
    size_t count;
} carom_joined_moving_walls;

/// The joined walls as a source. The joined walls and their arrays must outlive it.
CAROM_API carom_moving_wall_source
carom_joined_moving_walls_source(const carom_joined_moving_walls *joined);

// ---- a cache ----

/// The most walls that a cache remembers. Near a place with more walls it asks its source.
#define CAROM_WALL_CACHE_MAX 16

/// The count of numbers on which a frame of a ball depends, apart from the walls.
#define CAROM_WALL_CACHE_FRAME_NUMBERS 14

/// A wall that a cache remembers.
typedef struct carom_cached_wall {
    /// A copy of the wall.
    carom_wall wall;
    /// Its index in the source of the cache.
    carom_index index;
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
/// the mask and the group of the filter are the same. Besides, the filter must have no callback,
/// `respond`, `on_position` and `on_leg` must be NULL, and there must be no moving walls.
///
/// A good margin is the distance that a ball travels in some frames. A path with the displacement
/// (dx, dy) goes directly to the source if |dx| + |dy| is above twice the margin.
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
    /// limit of contacts, mask and group of the filter.
    bool is_still;
    double still[CAROM_WALL_CACHE_FRAME_NUMBERS];
    /// The walls that the source reported for the disc; some can lie outside it.
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

// ---- the world ----

/// The walls that balls, characters and crowds move among. A struct of zeros has none. Indices of
/// walls are below CAROM_INDEX_MAX.
typedef struct carom_world {
    /// The walls at rest. If each ball has a carom_wall_cache of its own as the source, frames near
    /// the same walls, and frames at rest, take less time.
    carom_wall_source walls;
    /// The walls considered; NULL: all. A wall that is left out does not exist for the ball.
    const carom_filter *filter;
    /// The moving walls. Their displacements are those over the whole time of the call. With a time
    /// of 0 they do not move. If none that the filter accepts comes near the ball, the result is
    /// bit for bit that without moving walls.
    carom_moving_wall_source moving_walls;
    /// The moving walls considered; NULL: all. The index is that in the source of moving walls.
    const carom_filter *moving_filter;
} carom_world;

/// The world of these walls at rest, all of them, and no moving walls.
CAROM_API_INLINE carom_world carom_world_of(carom_wall_source walls) {
    carom_world w;
    w.walls = walls;
    w.filter = NULL;
    w.moving_walls.query = NULL;
    w.moving_walls.source = NULL;
    w.moving_filter = NULL;
    return w;
}

/// The world without walls.
CAROM_API_INLINE carom_world carom_world_empty(void) {
    carom_wall_source none;
    none.query = NULL;
    none.source = NULL;
    return carom_world_of(none);
}

/// A wall of a world.
typedef struct carom_wall_id {
    /// The index in its source; CAROM_NO_WALL for none.
    carom_index index;
    /// True if it belongs to the source of moving walls, also if it does not move.
    bool is_moving;
} carom_wall_id;

/// The id of no wall.
CAROM_API_INLINE carom_wall_id carom_wall_id_none(void) {
    carom_wall_id id;
    id.index = CAROM_NO_WALL;
    id.is_moving = false;
    return id;
}

CAROM_END_C

#endif
