// The path of a ball, reduced to its corners, so that memory depends on the turns of the ball and
// not on the time.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_TRAIL_H
#define CAROM_CLI_PICTURE_TRAIL_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/vec2.h>

/// The maximum number of corners. A path with more loses its oldest half.
enum { TRAIL_CORNERS_MAX = 1 << 14 };

/// The corners of a line in order, then its end. Start with trail_start.
typedef struct trail {
    carom_vec2 *corners;
    size_t count;
    size_t capacity;
    carom_vec2 end;
    /// The slab from the last corner: its direction, (0, 0) if there is none yet, and the position
    /// of the end along it.
    carom_vec2 along;
    double reach;
} trail;

/// Starts at p. Returns false if out of memory.
bool trail_start(trail *w, carom_vec2 p);

/// Extends the line straight to p, which must be finite. The line stays within `tolerance` of all
/// points. Returns false if out of memory.
bool trail_go(trail *w, carom_vec2 p, double tolerance);

void trail_free(trail *w);

#endif
