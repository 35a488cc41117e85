// The relation of a circle at rest and a bent wall. Every answer is exact. Room: rest.
#ifndef CAROM_ARC_RELATION_H
#define CAROM_ARC_RELATION_H

#include "carom/relation.h"
#include "rest/arc_view.h"

// The sign of (circle radius + wall radius + gap) - (distance from the centre to the axis). Exact.
// -1 for invalid input, which includes a gap that is negative, infinite or NaN.
int carom_arc_reach(carom_circle circle, carom_arc arc, double gap);

// As carom_circle_relate. Exact.
carom_relation carom_arc_relate(carom_circle circle, carom_arc arc);

// The part of the axis that is nearest to the centre. Exact. The side is the arc without its ends.
// Where both ends are equally near and nearer than the side, it is a. At the arc's own centre all
// points are equally near: there it is the side. NONE for invalid input.
carom_feature carom_arc_feature(carom_circle circle, carom_arc arc);

// The same for a wall that is not straight, from its view. The second one is for valid input.
carom_relation carom_arc_relate_view(const arc_view *v, carom_circle circle, const carom_arc *arc);
carom_feature carom_arc_feature_view(const arc_view *v, carom_circle circle, const carom_arc *arc);

#endif
