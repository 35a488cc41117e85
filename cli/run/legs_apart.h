// Decides exactly whether two balls overlap at any time while both go along straight legs.
//
// A ball goes evenly from one end of a leg to the other, and the legs may begin and end at
// different times. All numbers of the legs are taken as they are: nothing is rounded, and there is
// no tolerance. It shares no code with the library's test of the same kind. Room: cli.
#ifndef CAROM_CLI_RUN_LEGS_APART_H
#define CAROM_CLI_RUN_LEGS_APART_H

#include <carom/mover.h>

/// A leg of a ball of a radius.
typedef struct ball_leg {
    carom_leg leg;
    double radius;
} ball_leg;

/// True if the balls do not overlap at any time that belongs to both legs. They may touch. A leg
/// that takes no time is passed all at once.
bool legs_are_apart(const ball_leg *p, const ball_leg *q);

#endif
