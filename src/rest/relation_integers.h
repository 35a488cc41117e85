// Decisions and values of a circle at rest in integers, for all finite doubles.
//
// All inputs must be valid (carom_*_is_valid). Doubles are decoded to integers of one common unit,
// and the sign of a polynomial of degree 2 or 4 in them decides. Bounds: docs/exactness.md.
// Room: rest.
#ifndef CAROM_RELATION_INTEGERS_H
#define CAROM_RELATION_INTEGERS_H

#include "arithmetic/tier.h"
#include "arithmetic/wide.h"
#include "carom/relation.h"

// Sign of (circle radius + wall radius + gap) - (distance from centre to axis).
int carom_exact_reach(carom_circle circle, carom_wall wall, double gap, carom_tier tier);

// Sign of (circle radius) - (distance from centre to the farthest point of the thick segment).
int carom_exact_rim(carom_circle circle, carom_wall segment, carom_tier tier);

// The nearest feature of the axis.
carom_feature carom_exact_feature(carom_circle circle, carom_wall wall, carom_tier tier);

// The sign of u x w.
int carom_exact_side(carom_circle circle, carom_wall wall, carom_tier tier);

// The sign of u x v for the directions u = b - a of the first wall and v of the second one.
int carom_exact_turn(carom_wall first, carom_wall second, carom_tier tier);

// The values of the polynomials from which contact and crossings are computed, each with a relative
// error of 2^-100 and its exact sign. u = b - a, w = c - a, z = c - b; R = circle radius + wall
// radius.
typedef struct carom_forms {
    wide ux, uy;   // u
    wide wx, wy;   // w
    wide zx, zy;   // z
    wide dot_a;    // w . u
    wide dot_b;    // z . u
    wide cross;    // u x w
    wide len2;     // |u|^2
    wide reach;    // R
    wide gap_a;    // R^2 - |w|^2
    wide gap_b;    // R^2 - |z|^2
    wide gap_side; // R^2 |u|^2 - (u x w)^2
} carom_forms;

carom_forms carom_exact_forms(carom_circle circle, carom_wall wall, carom_tier tier);

// The point where the contact normal leaves the surface of the wall, each coordinate to 2^-97 of
// itself and with its exact sign. `feature` is that of the contact.
typedef struct carom_surface_point {
    wide x, y;
} carom_surface_point;

carom_surface_point carom_exact_surface(carom_circle circle, carom_wall wall, carom_feature feature,
                                        carom_tier tier);

#endif
