// Checks all times of a frame of many balls, exactly: no two balls overlap while all move at once,
// and no ball is in a wall or passes one.
//
// - Joins: the legs of each ball start where it starts, join bit for bit in place and time, and end
//   where it ends, at the fraction 1. A ball that is crushed stands from then on, and jumps.
// - Pairs: for all spans of time that legs of two balls have in common, the least distance of the
//   centres is compared with the sum of the radii by exact_legs.h. Pairs are left out whose boxes
//   over the frame are apart. A span is left out if, in double, a direction n shows d.n > R + m at
//   both of its ends, with the margin m = 2^-40 S and S the largest coordinate or radius. The
//   places and products of that test are off by less than 2^-47 S.
// - Walls at rest: carom_circle_path_is_clear, which is exact, and some by exact_legs.h.
// - Moving walls: the rule of world.h by the exact test, and some by the oracle of
//   moving walls.
// Room: tests.
#ifndef CAROM_TESTS_FRAME_CHECK_H
#define CAROM_TESTS_FRAME_CHECK_H

#include "carom/carom.h"
#include "exact_legs.h"
#include "moving_oracle.h"

/// A ball in a frame.
typedef struct checked_ball {
    double radius;
    /// Where it is at the start, after a depenetration, and at the end.
    carom_vec2 from, to;
    /// In order of time.
    const carom_leg *legs;
    size_t leg_count;
    /// It is crushed: on its last leg it stands, whatever the walls do. It is then at `to`, where
    /// it overlaps nothing if `is_free`.
    bool is_crushed, is_free;
    /// It does not exist for the others.
    bool is_absent;
    /// It may overlap walls and other balls that are stuck.
    bool is_stuck;
    /// See carom_crowd_settings.
    uint32_t category, mask;
    /// The walls that it considers; NULL: all.
    const carom_filter *filter, *moving_filter;
} checked_ball;

typedef struct checked_frame {
    const checked_ball *balls;
    size_t count;
    const carom_wall *walls;
    size_t wall_count;
    const carom_moving_wall *moving;
    size_t moving_count;
    /// Added to the radius of one ball of each pair, and of each ball at a wall at rest. With more
    /// than 0 the check must fail wherever something nearly touches.
    double longer;
} checked_frame;

typedef struct frame_order {
    double least;
    size_t index;
} frame_order;

typedef struct frame_check {
    /// The first broken guarantee, or NULL, its ball, and the other ball or the wall.
    const char *broken;
    size_t ball, other;
    /// The leg of the ball, and its start.
    carom_leg leg;

    /// Over all frames: pairs whose boxes meet, spans that they have in common, and those of them
    /// that were decided in rational numbers; exact touches among these.
    long pairs, spans, exact_spans, touches;
    /// Legs against walls whose boxes meet.
    long wall_legs, exact_wall_legs, moving_legs, oracle_legs;

    exact_legs exact;
    moving_oracle *oracle;
    frame_order *order;
    carom_box *boxes;
    size_t room;
} frame_check;

void frame_check_init(frame_check *c);
void frame_check_clear(frame_check *c);

/// Checks a frame. False if something is broken now or was before.
bool frame_check_run(frame_check *c, const checked_frame *f);

#endif
