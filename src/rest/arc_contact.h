// The contact of a circle at rest and a bent wall. Room: rest.
#ifndef CAROM_ARC_CONTACT_H
#define CAROM_ARC_CONTACT_H

#include "carom/contact.h"
#include "rest/arc.h"

// As carom_circle_contact; the same bits if the wall is straight or a point. Differences:
// - The parameter is that of the nearest point's foot on the chord: 0 at a, 1 at b, growing along
//   the arc. On the side its error is <= 1 ulp of itself plus 2^-56.
// - On the side the error of each coordinate of the point is <= 1 ulp of the largest coordinate of
//   the ends, the centre and the point, or of the wall radius. At an end it is as for an end of a
//   straight wall.
// - If the centre is on the axis, the normal is left of the direction in which the arc runs there.
// - At the arc's own centre the nearest point is the middle of the arc.
carom_contact carom_arc_contact(carom_circle circle, carom_arc arc);

#endif
