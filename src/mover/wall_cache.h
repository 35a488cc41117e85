// Frames that leave a ball as it was, remembered in its wall cache. Room: mover.
#ifndef CAROM_MOVER_WALL_CACHE_H
#define CAROM_MOVER_WALL_CACHE_H

#include "carom/mover.h"
#include "carom/world.h"

// The query of every wall cache.
void carom_query_cache(const void *source, const carom_path *path,
                       carom_path_query_callback *callback, void *context);

static inline bool carom_has_cache(const carom_move_settings *s) {
    return s->world.walls.query == carom_query_cache;
}

// True if a frame with the same ball, time, settings and walls left the ball as it was. A frame
// depends on nothing else, so this one does the same, without contacts and without loss of time.
bool carom_frame_is_still(const carom_ball *ball, double time, const carom_move_settings *s);

// Remembers the frame if it left the ball as it was.
void carom_note_frame(const carom_ball *ball, double time, const carom_move_settings *s,
                      const carom_motion *motion);

#endif
