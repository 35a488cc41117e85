// A wall source: anything that can report the walls near a path. carom_ball_move finds its walls
// through one. A list of walls and a carom_scene are wall sources, and so are several sources
// joined. A carom_wall_cache is one that remembers the walls of another. Layer: wall source.
#ifndef CAROM_WALL_SOURCE_H
#define CAROM_WALL_SOURCE_H

#include <stddef.h>

#include "carom/box.h"

CAROM_BEGIN_C

/// A query callback. The source calls it with a wall near the path and the index of the wall. It
/// returns the fraction of the path that is still to be searched: 1 for the whole path, less after
/// a contact is found on it. 0 ends the query. The source may then leave out walls that are near
/// the rest of the path only.
typedef double carom_path_query_callback(void *context, size_t index, carom_wall wall);

/// A source of walls. Its walls and their indices must not change while it is in use.
typedef struct carom_wall_source {
    /// Calls `callback` once for every wall with a point within the radius of the path. Must report
    /// every such wall, or a ball can pass through it. Additional walls are allowed; invalid walls
    /// are ignored. The walls may come in any order. The search is faster if walls near the start
    /// of the path come first. The path can have any finite coordinates. If `query` is NULL, there
    /// are no walls.
    void (*query)(const void *source, carom_path path, carom_path_query_callback *callback,
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
    /// Rising. starts[k + 1] - starts[k] is above all indices of sources[k]. A scene that changes
    /// has indices up to the most walls that it ever has at a time: leave room for them, or join it
    /// last.
    const carom_index *starts;
    size_t count;
} carom_joined_walls;

/// The joined walls as a wall source, which must outlive it, as must the arrays. The sources are
/// asked one after the other; what a callback leaves to be searched holds for those that follow.
CAROM_API carom_wall_source carom_joined_walls_source(const carom_joined_walls *joined);

/// A wall of one of several sources.
typedef struct carom_joined_index {
    /// The number of the source.
    size_t source;
    /// The index of the wall there.
    size_t index;
} carom_joined_index;

/// Where the wall with a joined index comes from: `starts` and `count` are those of the joined
/// walls. CAROM_NO_WALL and an index below starts[0] give the source `count` and the index 0.
CAROM_API carom_joined_index carom_joined_index_of(const carom_index *starts, size_t count,
                                                   size_t index);

CAROM_END_C

#endif
