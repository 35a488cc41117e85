// The path of a ball as a line: only its corners are kept, so that memory follows the turns of a
// ball and not the time.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_TRAIL_H
#define CAROM_CLI_PICTURE_TRAIL_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/vec2.h>

/// The most corners kept. A path with more loses its oldest half: what is seen is the latest.
enum { TRAIL_CORNERS_MAX = 1 << 14 };

/// The corners of a line in order, then its end. Start with trail_start.
typedef struct trail {
    carom_vec2 *corners;
    size_t count;
    size_t capacity;
    carom_vec2 end;
    /// The strip from the last corner on: its direction, (0, 0) before there is one, and how far
    /// along it the end is.
    carom_vec2 along;
    double reach;
} trail;

/// Starts at p. False if memory is out.
bool trail_start(trail *w, carom_vec2 p);

/// Goes on straight to p, all finite. The line stays within `tolerance` of all points told. False
/// if memory is out.
bool trail_go(trail *w, carom_vec2 p, double tolerance);

void trail_free(trail *w);

#endif
