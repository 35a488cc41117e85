// The borders of the places that a circle can reach in a straight leg while a wall moves.
//
// A place is blocked by the thickened wall where it is at the end of the leg, and by the shadow
// that it casts: the places behind it, seen from the start. The borders of both are part of
// straight lines and circles: the side of the thickened wall, the circles around its ends, and the
// tangents to these circles from the start. docs/motion.md has the proof. Room: mover.
#ifndef CAROM_LEG_BORDERS_H
#define CAROM_LEG_BORDERS_H

#include "carom/relation.h"

enum { BORDERS_OF_WALL = 7 };

// A straight line or a circle. Places are relative to the start of the leg.
typedef struct leg_border {
    bool is_round;
    // A point of the line, or the centre.
    carom_vec2 at;
    // The direction of the line, a unit vector.
    carom_vec2 along;
    double radius;
    // The radius around the end of the wall; 0 for a side. The direction of a tangent is towards
    // the end.
    double bend;
} leg_border;

// The borders for a circle and a wall that moves from `from` to `to`, moved off the wall by `lift`.
// Returns their number.
int carom_leg_borders(carom_circle start, carom_wall from, carom_wall to, double lift,
                      leg_border borders[BORDERS_OF_WALL]);

// The radius around which a leg along the border leads; 0 for a side, and for a leg along a tangent
// that leads away from the end.
double carom_border_bend(const leg_border *border, carom_vec2 by);

// The point of a border that is nearest to the start. Not finite if there is none.
carom_vec2 carom_border_nearest(const leg_border *border);

// The points in which two borders meet. Returns their number. Not finite if lines are parallel.
int carom_borders_meet(const leg_border *p, const leg_border *q, carom_vec2 points[2]);

#endif
