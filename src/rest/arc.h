// A bent wall: its shape, its chord and its box.
//
// The axis is an arc from a to b with the bulge k = tan(angle / 4), |k| <= 1: at most half a turn,
// counterclockwise if k > 0. It is a straight segment if k = 0, and the point a if a == b. No
// public call uses it yet. arc_filter.h has the geometry, docs/exactness.md the bounds. Room: rest.
#ifndef CAROM_ARC_H
#define CAROM_ARC_H

#include "carom/shapes.h"
#include "compiler.h"

typedef struct carom_arc {
    carom_vec2 a, b;
    // Half the thickness, as that of a wall.
    double radius;
    double bulge;
} carom_arc;

// Finite ends, a radius >= 0 and a bulge from -1 to 1.
bool carom_arc_is_valid(carom_arc arc);

// A box that holds the thick arc. Each side is beyond it by at most 2^-46 of the largest number
// among the coordinates of the ends, the radius and the side itself, plus 2^-1057. A box of NaN for
// an invalid arc.
carom_box carom_arc_box(carom_arc arc);

// A straight wall, or a point: then the axis is a segment.
CAROM_INLINE bool arc_is_straight(const carom_arc *arc) {
    return (arc->bulge == 0.0) | ((arc->a.x == arc->b.x) & (arc->a.y == arc->b.y));
}

CAROM_INLINE carom_wall arc_chord(const carom_arc *arc) {
    return carom_wall_make(arc->a, arc->b, arc->radius, CAROM_EXTENT_SEGMENT);
}

#endif
