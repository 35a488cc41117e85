// The escape of a ball that moving walls press: the next leg, or the walls that leave none.
// Room: mover.
#ifndef CAROM_ESCAPE_H
#define CAROM_ESCAPE_H

#include "mover/move_state.h"

enum { PRESSERS_MAX = 12 };

// The speed of an escape is at most so many times that of the fastest end of the moving walls that
// do not let the ball stay.
#define ESCAPE_SPEED 0x1p10

// From one length of legs to the next.
#define ESCAPE_SHORTER 0x1p6

typedef struct escape_leg {
    bool found;
    // The end of the leg. The path there is clear of all walls.
    carom_vec2 to;
    double until;
    // The walls that bar the other places, in the last search. The first ones are the moving walls
    // that do not let the ball stay.
    leg_wall walls[PRESSERS_MAX];
    int count;
    // If found: the walls at whose borders the leg ends, as places in `walls`; -1 for none.
    int at[2];
} escape_leg;

// Searches legs from here and now that last until `end` of the frame, but at most `longest`, then
// ever shorter ones, down to `shortest`, both as fractions of the frame. Takes the nearest place in
// the longest leg that has one. A leg around the end of a wall should be short, because the ball
// needs less speed once it has come around a part of it. Complete but for rounding; docs/motion.md
// has the proof.
void carom_find_escape(move_state *f, double end, double longest, double shortest,
                       escape_leg *escape);

#endif
