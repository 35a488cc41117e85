// Contact, distance, crossings and push-out.
//
// Method: the feature and all signs are exact. The values come from a few polynomials
// (carom_forms), first evaluated in double-doubles; where these cannot vouch for a sign or for
// enough digits, exactly from integers. What turns the forms into results is the same for both.
// Layer: contact.
#include "carom/contact.h"

#include <float.h>
#include <math.h>

#include "contracts.h"
#include "exact.h"
#include "wide.h"

// Double-double forms are trusted for differences and radii of this size only: no product of four
// of them overflows and none that matters underflows.
#define COMFORT_LOW 0x1p-200
#define COMFORT_HIGH 0x1p200
// A sum within this much of its terms has no certain sign (its error is below 2^-98 of them).
#define SIGN_DOUBT 0x1p-95
// A sum within this much of its terms has too few digits left for the square root of it.
#define ROOT_DOUBT 0x1p-40

// A sum of two, with the sum of their magnitudes to judge by what cancellation has left.
typedef struct judged {
    wide value;
    double terms;
} judged;

static judged judged_sum(wide x, wide y) {
    return (judged){wide_add(x, y), fabs(x.hi) + fabs(y.hi)};
}

static bool is_clear(judged d, double doubt) {
    return fabs(d.value.hi) > doubt * d.terms;
}

static double larger(double x, double y) {
    return x > y ? x : y;
}

static wide sum_of_squares(wide x, wide y) {
    return wide_add(wide_mul(x, x), wide_mul(y, y));
}

// ---- forms in double-doubles ----

static void set_vectors(carom_forms *f, carom_circle circle, carom_wall wall) {
    f->ux = wide_of_difference(wall.b.x, wall.a.x);
    f->uy = wide_of_difference(wall.b.y, wall.a.y);
    f->wx = wide_of_difference(circle.center.x, wall.a.x);
    f->wy = wide_of_difference(circle.center.y, wall.a.y);
    f->zx = wide_of_difference(circle.center.x, wall.b.x);
    f->zy = wide_of_difference(circle.center.y, wall.b.y);
    f->reach = wide_of_sum(circle.radius, wall.radius);
}

// True if |(x, y)| is between low and COMFORT_HIGH.
static bool is_comfortable(wide x, wide y, double low) {
    const double size = larger(fabs(x.hi), fabs(y.hi));
    return size >= low && size <= COMFORT_HIGH;
}

// gap = R^2 - |(x, y)|^2. False if its sign is not certain.
static bool approximate_gap(wide *gap, wide x, wide y, wide reach, double doubt) {
    const judged d = judged_sum(wide_mul(reach, reach), wide_neg(sum_of_squares(x, y)));
    *gap = d.value;
    return is_comfortable(x, y, COMFORT_LOW) && reach.hi <= COMFORT_HIGH && is_clear(d, doubt);
}

// The forms of the side. False if one of them does not have the digits it takes.
static bool approximate_side(carom_forms *f, double doubt) {
    if (!is_comfortable(f->ux, f->uy, COMFORT_LOW) || !is_comfortable(f->wx, f->wy, COMFORT_LOW) ||
        !(f->reach.hi <= COMFORT_HIGH))
        return false;
    const judged cross = judged_sum(wide_mul(f->ux, f->wy), wide_neg(wide_mul(f->uy, f->wx)));
    f->cross = cross.value;
    f->len2 = sum_of_squares(f->ux, f->uy);
    f->dot_a = wide_add(wide_mul(f->wx, f->ux), wide_mul(f->wy, f->uy));

    const wide lhs = wide_mul(wide_mul(f->reach, f->reach), f->len2);
    const wide rhs = wide_mul(f->cross, f->cross);
    judged gap = judged_sum(lhs, wide_neg(rhs));
    f->gap_side = gap.value;
    // R or the distance must be of comfortable size, too, and the cancellation within the cross
    // product must leave 57 bits of the larger of them. It goes into the gap by way of the square.
    const double coarse = 0x1p-38 * cross.terms;
    if (!(gap.terms >= COMFORT_LOW * COMFORT_LOW * f->len2.hi) || coarse * coarse > gap.terms)
        return false;
    gap.terms += fabs(f->cross.hi) * cross.terms;
    return is_clear(cross, SIGN_DOUBT) && is_clear(gap, doubt);
}

// ---- the nearest point ----

// The feature of valid input: dot products that are clear of their rounding errors, else integers.
static carom_feature feature_of(carom_circle circle, carom_wall wall) {
    if (wall.a.x == wall.b.x && wall.a.y == wall.b.y)
        return CAROM_END_A;
    if (wall.extent == CAROM_LINE)
        return CAROM_SIDE;
    const carom_vec2 u = carom_vec2_sub(wall.b, wall.a);
    const carom_vec2 w = carom_vec2_sub(circle.center, wall.a);
    const carom_vec2 z = carom_vec2_sub(circle.center, wall.b);
    const double wu = carom_vec2_dot(w, u), zu = carom_vec2_dot(z, u);
    const double wu_error = 0x1p-50 * (fabs(w.x * u.x) + fabs(w.y * u.y)) + 8.0 * DBL_MIN;
    const double zu_error = 0x1p-50 * (fabs(z.x * u.x) + fabs(z.y * u.y)) + 8.0 * DBL_MIN;
    const bool finite = wu_error <= DBL_MAX && zu_error <= DBL_MAX;
    if (finite && wu < -wu_error)
        return CAROM_END_A;
    if (finite && wu > wu_error) {
        if (wall.extent == CAROM_RAY || zu < -zu_error)
            return CAROM_SIDE;
        if (zu > zu_error)
            return CAROM_END_B;
    }
    return carom_exact_feature(circle, wall, 1);
}

// The nearest point of the axis and what goes with it.
typedef struct nearest {
    carom_feature feature;
    wide along;
    wide x, y;   // the point
    wide nx, ny; // unit normal
    wide reach;
    wide depth;
} nearest;

// One division serves all: `inverse` is 1 / |(x, y)|.
static void set_normal(nearest *k, wide x, wide y, wide inverse) {
    k->nx = wide_mul(x, inverse);
    k->ny = wide_mul(y, inverse);
}

// depth = (R^2 - dist^2) / (R + dist): this way the sign and all digits of the gap survive.
static wide depth_of_gap(wide gap, wide reach, wide dist) {
    return gap.hi == 0.0 ? gap : wide_div(gap, wide_add(reach, dist));
}

static void solve_side(nearest *k, carom_wall wall, const carom_forms *f) {
    const wide inverse = wide_div(wide_of(1.0), wide_sqrt(f->len2));
    const wide inverse2 = wide_mul(inverse, inverse);
    const wide dist = wide_mul(wide_abs(f->cross), inverse);
    k->depth = depth_of_gap(wide_mul(f->gap_side, inverse2), f->reach, dist);
    k->along = wide_mul(f->dot_a, inverse2);
    k->x = wide_add(wide_of(wall.a.x), wide_mul(f->ux, k->along));
    k->y = wide_add(wide_of(wall.a.y), wide_mul(f->uy, k->along));
    // On the axis itself the left-hand normal holds.
    if (f->cross.hi < 0.0)
        set_normal(k, f->uy, wide_neg(f->ux), inverse);
    else
        set_normal(k, wide_neg(f->uy), f->ux, inverse);
}

static void solve_end(nearest *k, carom_wall wall, const carom_forms *f) {
    const bool at_a = k->feature == CAROM_END_A;
    const carom_vec2 end = at_a ? wall.a : wall.b;
    const wide x = at_a ? f->wx : f->zx, y = at_a ? f->wy : f->zy;
    const wide dist = wide_sqrt(sum_of_squares(x, y));
    k->depth = depth_of_gap(at_a ? f->gap_a : f->gap_b, f->reach, dist);
    k->along = wide_of(at_a ? 0.0 : 1.0);
    k->x = wide_of(end.x);
    k->y = wide_of(end.y);
    const wide one = wide_of(1.0);
    if (dist.hi > 0.0)
        set_normal(k, x, y, wide_div(one, dist));
    else if (f->ux.hi != 0.0 || f->uy.hi != 0.0)
        set_normal(k, wide_neg(f->uy), f->ux,
                   wide_div(one, wide_sqrt(sum_of_squares(f->ux, f->uy))));
    else
        set_normal(k, wide_of(0.0), one, one);
}

// The nearest point for valid input of the given relation.
static nearest find_nearest(carom_circle circle, carom_wall wall, carom_relation relation) {
    nearest k = {.feature = feature_of(circle, wall)};
    carom_forms f;
    set_vectors(&f, circle, wall);
    // Touching needs no sign of the gap: it is 0.
    const double doubt = relation == CAROM_TOUCHING ? -1.0 : SIGN_DOUBT;
    const bool sure = k.feature == CAROM_SIDE ? approximate_side(&f, doubt)
                      : k.feature == CAROM_END_A
                          ? approximate_gap(&f.gap_a, f.wx, f.wy, f.reach, doubt)
                          : approximate_gap(&f.gap_b, f.zx, f.zy, f.reach, doubt);
    if (!sure)
        f = carom_exact_forms(circle, wall, 1);
    if (k.feature == CAROM_SIDE)
        solve_side(&k, wall, &f);
    else
        solve_end(&k, wall, &f);
    k.reach = f.reach;
    if (relation == CAROM_TOUCHING)
        k.depth = wide_of(0.0);
    CAROM_ASSERT((k.depth.hi < 0.0) == (relation == CAROM_SEPARATE));
    CAROM_ASSERT((k.depth.hi > 0.0) == (relation > CAROM_TOUCHING));
    return k;
}

// The nearest double that keeps the sign: what is not 0 does not become 0.
static double signed_double(wide x) {
    const double d = wide_to_double(x);
    if (d != 0.0 || x.hi == 0.0)
        return d;
    return x.hi > 0.0 ? 0x1p-1074 : -0x1p-1074;
}

// (k.x, k.y) + distance * normal
static carom_vec2 point_along_normal(const nearest *k, wide distance) {
    return carom_vec2_make(wide_to_double(wide_add(k->x, wide_mul(distance, k->nx))),
                           wide_to_double(wide_add(k->y, wide_mul(distance, k->ny))));
}

carom_contact carom_circle_contact(carom_circle circle, carom_wall wall) {
    const carom_relation relation = carom_circle_relate(circle, wall);
    if (relation == CAROM_INVALID) {
        const carom_contact none = {CAROM_INVALID, CAROM_FEATURE_NONE, 0.0,
                                    {0.0, 0.0},    {0.0, 0.0},         0.0};
        return none;
    }
    const nearest k = find_nearest(circle, wall, relation);
    carom_contact contact;
    contact.relation = relation;
    contact.feature = k.feature;
    contact.along = wide_to_double(k.along);
    contact.point = point_along_normal(&k, wide_of(wall.radius));
    contact.normal = carom_vec2_make(wide_to_double(k.nx), wide_to_double(k.ny));
    contact.depth = signed_double(k.depth);
    return contact;
}

double carom_circle_distance(carom_circle circle, carom_wall wall) {
    const carom_relation relation = carom_circle_relate(circle, wall);
    if (relation != CAROM_SEPARATE)
        return 0.0;
    const nearest k = find_nearest(circle, wall, relation);
    return signed_double(wide_neg(k.depth));
}

// ---- crossings ----

static bool dot_is_clear(wide *out, wide px, wide py, wide qx, wide qy) {
    const judged dot = judged_sum(wide_mul(px, qx), wide_mul(py, qy));
    *out = dot.value;
    return is_clear(dot, SIGN_DOUBT);
}

// The forms of a circle and a bare axis with every sign certain and digits for a square root.
static carom_forms crossing_forms(carom_circle circle, carom_wall axis) {
    carom_forms f;
    set_vectors(&f, circle, axis);
    if (approximate_side(&f, ROOT_DOUBT) &&
        approximate_gap(&f.gap_a, f.wx, f.wy, f.reach, ROOT_DOUBT) &&
        approximate_gap(&f.gap_b, f.zx, f.zy, f.reach, ROOT_DOUBT) &&
        dot_is_clear(&f.dot_a, f.wx, f.wy, f.ux, f.uy) &&
        dot_is_clear(&f.dot_b, f.zx, f.zy, f.ux, f.uy))
        return f;
    return carom_exact_forms(circle, axis, 1);
}

static void add_crossing(carom_crossings *k, carom_wall axis, const carom_forms *f, wide along,
                         bool at_b) {
    const int i = k->count++;
    k->along[i] = at_b ? 1.0 : wide_to_double(along);
    k->point[i] = axis.b;
    if (!at_b)
        k->point[i] =
            carom_vec2_make(wide_to_double(wide_add(wide_of(axis.a.x), wide_mul(f->ux, along))),
                            wide_to_double(wide_add(wide_of(axis.a.y), wide_mul(f->uy, along))));
}

carom_crossings carom_circle_crossings(carom_circle circle, carom_wall wall) {
    carom_crossings k = {0, {0.0, 0.0}, {{0.0, 0.0}, {0.0, 0.0}}};
    if (!carom_circle_is_valid(circle) || !carom_wall_is_valid(wall))
        return k;
    wall.radius = 0.0;
    const bool is_point = wall.a.x == wall.b.x && wall.a.y == wall.b.y;
    const bool starts = wall.extent != CAROM_LINE || is_point;
    const bool ends = wall.extent == CAROM_SEGMENT && !is_point;
    const carom_forms f = crossing_forms(circle, wall);
    if (is_point ? f.gap_a.hi != 0.0 : f.gap_side.hi < 0.0)
        return k;

    // The line is on the outline at t1 <= t2, the roots of |u|^2 t^2 - 2 (w.u) t - (r^2 - |w|^2) =
    // 0. Where they lie to 0 and 1 follows from the signs at the ends and the side the centre
    // projects to.
    const double at_a = f.gap_a.hi, at_b = f.gap_b.hi, past_a = f.dot_a.hi, past_b = f.dot_b.hi;
    const bool first_in =
        (!starts || (at_a <= 0.0 && past_a >= 0.0)) && (!ends || at_b >= 0.0 || past_b <= 0.0);
    const bool second_in =
        (!starts || at_a >= 0.0 || past_a >= 0.0) && (!ends || (at_b <= 0.0 && past_b <= 0.0));

    // The root without cancellation is q / |u|^2, the other one follows from their product.
    const wide half = wide_sqrt(f.gap_side);
    const wide q = past_a >= 0.0 ? wide_add(f.dot_a, half) : wide_sub(f.dot_a, half);
    const wide zero = wide_of(0.0);
    const wide outer = q.hi != 0.0 ? wide_div(q, f.len2) : zero;
    const wide inner = q.hi != 0.0 ? wide_div(wide_neg(f.gap_a), q) : zero;
    if (first_in)
        add_crossing(&k, wall, &f, past_a >= 0.0 ? inner : outer,
                     ends && at_b == 0.0 && past_b >= 0.0);
    if (second_in && f.gap_side.hi > 0.0)
        add_crossing(&k, wall, &f, past_a >= 0.0 ? outer : inner, ends && at_b == 0.0);
    // Roots closer than their rounding may come out crossed.
    if (k.count == 2 && k.along[0] > k.along[1])
        k.along[0] = k.along[1];
    return k;
}

// ---- push-out ----

// Tries centres farther and farther out along the normal (side 1) or against it (side -1). True if
// one is free; it is left in `push`.
static bool push_along_normal(carom_push *push, carom_circle circle, carom_wall wall,
                              const nearest *k, double side) {
    double extra = 0.0;
    while (extra <= DBL_MAX) {
        const wide distance = wide_add(k->reach, wide_of(extra));
        circle.center = point_along_normal(k, side > 0.0 ? distance : wide_neg(distance));
        push->relation = carom_circle_relate(circle, wall);
        push->center = circle.center;
        if (push->relation == CAROM_INVALID) // out of range
            return false;
        if (push->relation <= CAROM_TOUCHING)
            return true;
        // One ulp of the largest number at work, doubled each time: ends at the range of double at
        // the latest.
        const double size = larger(larger(fabs(circle.center.x), fabs(circle.center.y)),
                                   larger(circle.radius, wall.radius));
        extra = larger(2.0 * extra, larger(size * 0x1p-52, 0x1p-1074));
    }
    return false;
}

carom_push carom_circle_push_out(carom_circle circle, carom_wall wall) {
    carom_push push = {carom_circle_relate(circle, wall), circle.center};
    if (push.relation == CAROM_INVALID)
        push.center = carom_vec2_make(0.0, 0.0);
    if (push.relation <= CAROM_TOUCHING)
        return push;
    const carom_push stuck = push;
    const nearest k = find_nearest(circle, wall, push.relation);
    if (push_along_normal(&push, circle, wall, &k, 1.0) ||
        push_along_normal(&push, circle, wall, &k, -1.0))
        return push;
    // The distance to a convex wall is largest at a corner of the square of all finite centres: if
    // none of these is free, no centre is.
    for (int i = 0; i < 4; i++) {
        circle.center =
            carom_vec2_make(i % 2 == 0 ? DBL_MAX : -DBL_MAX, i < 2 ? DBL_MAX : -DBL_MAX);
        push.relation = carom_circle_relate(circle, wall);
        push.center = circle.center;
        if (push.relation <= CAROM_TOUCHING)
            return push;
    }
    return stuck;
}

const char *carom_feature_name(carom_feature feature) {
    switch (feature) {
    case CAROM_FEATURE_NONE:
        break;
    case CAROM_SIDE:
        return "side";
    case CAROM_END_A:
        return "a";
    case CAROM_END_B:
        return "b";
    }
    return "none";
}
