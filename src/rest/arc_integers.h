// Decisions and values of a circle at rest beside a bent wall in integers, for all finite doubles.
//
// All inputs must be valid, the bulge not 0, and a != b. docs/exactness.md has the bit widths.
// Room: rest.
#ifndef CAROM_ARC_INTEGERS_H
#define CAROM_ARC_INTEGERS_H

#include "arithmetic/wide.h"
#include "carom/relation.h"
#include "rest/arc.h"

// As carom_arc_reach.
int carom_arc_exact_reach(carom_circle circle, carom_arc arc, double gap);

// Sign of (circle radius) - (distance from the centre to the farthest point of the thick arc).
int carom_arc_exact_rim(carom_circle circle, carom_arc arc);

// As carom_arc_feature.
carom_feature carom_arc_exact_feature(carom_circle circle, carom_arc arc);

// What the numbers of a contact on the side are computed from, each with a relative error of 2^-100
// and its exact sign. u = b - a, w = c - a, z = c - b; k is the bulge.
typedef struct carom_arc_numbers {
    wide power;  // 2k w.z - (1 - k^2) u x w
    wide nx, ny; // k (w + z) + (1 - k^2) / 2 (u.y, -u.x): 2k times the vector from the arc's centre
    wide len2;   // |u|^2
    wide foot;   // (w + z).u
    // True if the centre is that of the arc. Then n, which is 0, is (u.y, -u.x) instead.
    bool is_center;
} carom_arc_numbers;

carom_arc_numbers carom_arc_exact_numbers(carom_circle circle, carom_arc arc);

#endif
