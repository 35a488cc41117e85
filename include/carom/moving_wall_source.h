// Moving walls over one frame: where they are at a time, and sources of them for carom_ball_move.
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
// Both are within two roundings of the true straight motion. Layer: moving wall source.
#ifndef CAROM_MOVING_WALL_SOURCE_H
#define CAROM_MOVING_WALL_SOURCE_H

#include <stddef.h>

#include "carom/box.h"
#include "carom/moving_wall.h"

CAROM_BEGIN_C

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
static inline carom_moving_wall carom_moving_wall_to(carom_wall wall, carom_vec2 a_to,
                                                     carom_vec2 b_to) {
    return carom_moving_wall_make(wall, carom_vec2_sub(a_to, wall.a), carom_vec2_sub(b_to, wall.b));
}

/// A box that contains the wall at every fraction of the frame, rounded outward by about an ulp. An
/// invalid moving wall, and one that ends beyond the range of double, gives a box of NaN, which
/// overlaps no box.
CAROM_API carom_box carom_moving_wall_box(carom_moving_wall wall);

/// A query callback. The source calls it with a moving wall near the path and its index.
typedef void carom_moving_wall_callback(void *context, size_t index, carom_moving_wall wall);

/// A source of moving walls. Its walls and their indices must not change while it is in use.
typedef struct carom_moving_wall_source {
    /// Calls `callback` once for every wall that at some fraction of the frame has a point within
    /// the radius of the path. The path may belong to any part of the frame. Must report every such
    /// wall, or a ball can pass through it. Additional walls are allowed; invalid walls are
    /// ignored. The walls may come in any order. If `query` is NULL, there are no moving walls.
    void (*query)(const void *source, carom_path path, carom_moving_wall_callback *callback,
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

/// The joined walls as a source, which must outlive it, as must the arrays.
CAROM_API carom_moving_wall_source
carom_joined_moving_walls_source(const carom_joined_moving_walls *joined);

CAROM_END_C

#endif
