// The exact stage for a moving circle: the first contact, comparisons of its time, and the order of
// two contacts.
//
// All inputs must be valid and finite. The displacement v is `move` or, as a real number,
// to - centre. If the wall moves, v is relative to the wall. Time runs from 0 to 1. Bounds:
// docs/exactness.md. Room: sweep.
#ifndef CAROM_SWEEP_INTEGERS_H
#define CAROM_SWEEP_INTEGERS_H

#include "rest/relation_integers.h"
#include "sweep/sweep_query.h"

// The first contact of a circle that starts separate: the kind (miss, graze or hit) and the feature
// touched first.
typedef struct first_contact {
    carom_sweep_kind kind;
    carom_feature feature;
} first_contact;

// The first contact of a circle that starts separate from the wall.
first_contact carom_exact_first_contact(const swept_query *c, carom_tier tier);

// The feature touched last by a circle that is within R of the axis at some time in [0, 1];
// CAROM_FEATURE_NONE if it still is at t = 1.
carom_feature carom_exact_last_contact(const swept_query *c, carom_tier tier);

// The sign of v.n at the start, n pointing from the feature nearest at the start to the centre; 0
// for a centre on the axis.
int carom_exact_leaving(const swept_query *c, carom_tier tier);

// The sign of v x u.
int carom_exact_side_of_move(const swept_query *c, carom_tier tier);

// True if t, in [0, 1], is not after the true time of this contact.
bool carom_exact_not_after(const swept_query *c, carom_feature feature, double t, carom_tier tier);

// True if t, in (0, 1], is not before the true time of the last contact, which is with this
// feature.
bool carom_exact_not_before(const swept_query *c, carom_feature feature, double t, carom_tier tier);

// The values of the polynomials from which a contact is computed, each with a relative error of
// 2^-100 and its exact sign. e is the vector from the end touched to the centre at the start.
typedef struct sweep_forms {
    wide vx, vy;       // v
    wide reach;        // R
    wide ux, uy;       // u
    wide len2;         // |u|^2
    wide cross_start;  // u x w
    wide cross_move;   // u x v
    wide beyond_side;  // (u x w)^2 - R^2 |u|^2
    wide move2;        // |v|^2
    wide toward_end;   // -e.v
    wide beyond_end;   // |e|^2 - R^2
    wide cross_end;    // v x e
    wide discriminant; // R^2 |v|^2 - (v x e)^2
} sweep_forms;

// The forms of a contact. Those of the other kind of feature are 0.
sweep_forms carom_exact_sweep_forms(const swept_query *c, carom_feature feature, carom_tier tier);

// The sign of (time of the first contact) - (time of the second). Both have the same circle and
// displacement.
int carom_exact_compare_time(const swept_query *first, carom_feature first_feature,
                             const swept_query *second, carom_feature second_feature,
                             carom_tier tier);

#endif
