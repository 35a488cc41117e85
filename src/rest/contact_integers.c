// Contact, distance and push-out where double-doubles without an exponent fall short: any size, and
// crossings.
//
// Method: the feature and all signs are exact. Everything follows from a few polynomials
// (carom_forms). They are first evaluated in double-doubles, and in integers if a sign or the
// digits are not certain. The code that turns these forms into results is the same for both. Room:
// rest.
#include "rest/contact_integers.h"

#include <float.h>
#include <math.h>

#include "arithmetic/wide.h"
#include "contracts.h"
#include "numbers.h"
#include "rest/nearest_feature.h"
#include "rest/relation_integers.h"

// Double-double forms are valid for differences and radii within this range: no product of four of
// them overflows.
#define SAFE_LOW 0x1p-200
#define SAFE_HIGH 0x1p200
// If a sum is smaller than this fraction of its terms, its sign is not certain. Its error is below
// 2^-98 of the terms.
#define SIGN_MARGIN 0x1p-95
// If a sum is smaller than this fraction of its terms, it has too few digits for a square root.
#define ROOT_MARGIN 0x1p-40
// A sum of products loses less than this to underflow.
#define LEAST_SUM 0x1p-750

// A sum of two terms, and the sum of their magnitudes, which bounds its error.
typedef struct sum {
    wide value;
    double terms;
} sum;

static sum sum_of(wide x, wide y) {
    return (sum){wide_add(x, y), fabs(x.hi) + fabs(y.hi)};
}

static bool is_clear(sum s, double margin) {
    return fabs(s.value.hi) > margin * s.terms + LEAST_SUM;
}

// ---- forms in double-doubles ----

static void set_vectors(carom_forms *f, carom_circle circle, const carom_wall *wall) {
    f->ux = wide_of_difference(wall->b.x, wall->a.x);
    f->uy = wide_of_difference(wall->b.y, wall->a.y);
    f->wx = wide_of_difference(circle.center.x, wall->a.x);
    f->wy = wide_of_difference(circle.center.y, wall->a.y);
    f->zx = wide_of_difference(circle.center.x, wall->b.x);
    f->zy = wide_of_difference(circle.center.y, wall->b.y);
    f->reach = wide_of_sum(circle.radius, wall->radius);
}

static bool is_in_safe_range(wide x, wide y) {
    const double size = larger(fabs(x.hi), fabs(y.hi));
    return size >= SAFE_LOW && size <= SAFE_HIGH;
}

// gap = R^2 - |(x, y)|^2. False if its sign is not certain.
static bool approximate_gap(wide *gap, wide x, wide y, wide reach, double margin) {
    const sum d = sum_of(wide_mul(reach, reach), wide_neg(wide_sum_of_squares(x, y)));
    *gap = d.value;
    return is_in_safe_range(x, y) && reach.hi <= SAFE_HIGH && is_clear(d, margin);
}

// The forms of the side. False if one of them has too few digits.
static bool approximate_side(carom_forms *f, double margin) {
    if (!is_in_safe_range(f->ux, f->uy) || !is_in_safe_range(f->wx, f->wy) ||
        !(f->reach.hi <= SAFE_HIGH))
        return false;
    const sum cross = sum_of(wide_mul(f->ux, f->wy), wide_neg(wide_mul(f->uy, f->wx)));
    f->cross = cross.value;
    f->len2 = wide_sum_of_squares(f->ux, f->uy);
    f->dot_a = wide_add(wide_mul(f->wx, f->ux), wide_mul(f->wy, f->uy));

    const wide lhs = wide_mul(wide_mul(f->reach, f->reach), f->len2);
    const wide rhs = wide_mul(f->cross, f->cross);
    sum gap = sum_of(lhs, wide_neg(rhs));
    f->gap_side = gap.value;
    // R or the distance must be in the safe range too. The cancellation within the cross product
    // must leave 57 bits of the larger of them; it affects the gap through the square.
    const double coarse = 0x1p-38 * cross.terms;
    if (!(gap.terms >= SAFE_LOW * SAFE_LOW * f->len2.hi) || coarse * coarse > gap.terms)
        return false;
    gap.terms += fabs(f->cross.hi) * cross.terms;
    return is_clear(cross, SIGN_MARGIN) && is_clear(gap, margin);
}

// ---- the nearest point ----

// The nearest point of the axis and what goes with it.
typedef struct nearest {
    carom_feature feature;
    wide along;
    wide x, y;   // the point
    wide nx, ny; // unit normal
    wide reach;
    wide depth;
} nearest;

// `inverse` is 1 / |(x, y)|, so that one division is enough.
static void set_normal(nearest *k, wide x, wide y, wide inverse) {
    k->nx = wide_mul(x, inverse);
    k->ny = wide_mul(y, inverse);
}

// depth = (R^2 - dist^2) / (R + dist). This keeps the sign and all digits of the gap.
static wide depth_of_gap(wide gap, wide reach, wide dist) {
    CAROM_ASSERT(reach.hi >= 0.0 && dist.hi >= 0.0);
    return gap.hi == 0.0 ? gap : wide_div(gap, wide_add(reach, dist));
}

static void solve_side(nearest *k, const carom_wall *wall, const carom_forms *f) {
    CAROM_ASSERT(f->len2.hi > 0.0);
    const wide inverse = wide_div(wide_of(1.0), wide_sqrt(f->len2));
    const wide inverse2 = wide_mul(inverse, inverse);
    const wide dist = wide_mul(wide_abs(f->cross), inverse);
    k->depth = depth_of_gap(wide_mul(f->gap_side, inverse2), f->reach, dist);
    k->along = wide_mul(f->dot_a, inverse2);
    k->x = wide_add(wide_of(wall->a.x), wide_mul(f->ux, k->along));
    k->y = wide_add(wide_of(wall->a.y), wide_mul(f->uy, k->along));
    // If the centre is on the axis, the normal is the left-hand one.
    const wide turn = f->cross.hi < 0.0 ? wide_neg(inverse) : inverse;
    set_normal(k, wide_neg(f->uy), f->ux, turn);
}

static void solve_end(nearest *k, const carom_wall *wall, const carom_forms *f) {
    CAROM_ASSERT(k->feature == CAROM_FEATURE_END_A || k->feature == CAROM_FEATURE_END_B);
    const bool at_a = k->feature == CAROM_FEATURE_END_A;
    const carom_vec2 end = at_a ? wall->a : wall->b;
    wide x = at_a ? f->wx : f->zx, y = at_a ? f->wy : f->zy;
    const wide dist = wide_sqrt(wide_sum_of_squares(x, y));
    k->depth = depth_of_gap(at_a ? f->gap_a : f->gap_b, f->reach, dist);
    k->along = wide_of(at_a ? 0.0 : 1.0);
    k->x = wide_of(end.x);
    k->y = wide_of(end.y);
    const wide one = wide_of(1.0);
    wide length = dist;
    if (dist.hi == 0.0) {
        // The same if the centre is on the end. For a point it is (0, 1).
        const bool is_point = f->ux.hi == 0.0 && f->uy.hi == 0.0;
        x = is_point ? wide_of(0.0) : wide_neg(f->uy);
        y = is_point ? one : f->ux;
        length = is_point ? one : wide_sqrt(wide_sum_of_squares(x, y));
    }
    set_normal(k, x, y, wide_div(one, length));
}

// The gap at the end of the feature. False if its sign is not certain.
static bool approximate_end(carom_forms *f, carom_feature feature, double margin) {
    if (feature == CAROM_FEATURE_END_A)
        return approximate_gap(&f->gap_a, f->wx, f->wy, f->reach, margin);
    return approximate_gap(&f->gap_b, f->zx, f->zy, f->reach, margin);
}

// The nearest point for valid input of the given relation.
static nearest find_nearest(carom_circle circle, const carom_wall *wall, carom_relation relation) {
    nearest k = {.feature = nearest_feature(circle, *wall)};
    carom_forms f;
    set_vectors(&f, circle, wall);
    // If they touch, the gap is 0 and needs no certain sign.
    const double margin = relation == CAROM_RELATION_TOUCHING ? -1.0 : SIGN_MARGIN;
    if (k.feature == CAROM_FEATURE_SIDE) {
        if (!approximate_side(&f, margin))
            f = carom_exact_forms(circle, *wall, CAROM_TIER_64);
        solve_side(&k, wall, &f);
    } else {
        if (!approximate_end(&f, k.feature, margin))
            f = carom_exact_forms(circle, *wall, CAROM_TIER_64);
        solve_end(&k, wall, &f);
    }
    k.reach = f.reach;
    if (relation == CAROM_RELATION_TOUCHING)
        k.depth = wide_of(0.0);
    CAROM_ASSERT((k.depth.hi < 0.0) == (relation == CAROM_RELATION_SEPARATE));
    CAROM_ASSERT((k.depth.hi > 0.0) == (relation > CAROM_RELATION_TOUCHING));
    return k;
}

// The nearest double of the same sign: a nonzero number does not become 0.
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

carom_vec2 carom_careful_point(carom_circle circle, const carom_wall *wall, carom_feature feature,
                               carom_vec2 normal) {
    const carom_vec2 c = circle.center, end = feature == CAROM_FEATURE_END_B ? wall->b : wall->a;
    const bool is_side = feature == CAROM_FEATURE_SIDE;
    // Along the normal. A rounded difference is 0 only if it is exactly.
    carom_vec2 v = carom_vec2_sub(c, end), p;
    if (is_side || (v.x == 0.0 && v.y == 0.0))
        v = carom_vec2_left(carom_vec2_sub(wall->b, wall->a));
    if (!is_side && wall->radius == 0.0) {
        p = end;
    } else if (v.x == 0.0) {
        p = carom_vec2_make(c.x, end.y + copysign(wall->radius, normal.y));
    } else if (v.y == 0.0) {
        p = carom_vec2_make(end.x + copysign(wall->radius, normal.x), c.y);
    } else {
        const carom_surface_point exact =
            carom_exact_surface(circle, *wall, feature, CAROM_TIER_64);
        p = carom_vec2_make(wide_to_double(exact.x), wide_to_double(exact.y));
    }
    return carom_vec2_add(p, carom_vec2_make(0.0, 0.0)); // no -0
}

// The double-double point is off by less than 1.2 * 2^-96 of |w| and wr, and 2^-100 of itself. So a
// coordinate that is not far below |w| and wr has 57 bits.
static carom_vec2 surface_point(carom_circle circle, const carom_wall *wall, const nearest *k,
                                carom_vec2 normal) {
    const carom_vec2 p = point_along_normal(k, wide_of(wall->radius));
    const carom_vec2 w = carom_vec2_sub(circle.center, wall->a);
    const double least = smaller(fabs(p.x), fabs(p.y));
    if (least * 0x1p36 >= fabs(w.x) + fabs(w.y) + wall->radius)
        return p;
    return carom_careful_point(circle, wall, k->feature, normal);
}

// The rounded parameter, within the axis, as the true one is.
static double parameter_within(wide along, carom_extent extent) {
    const double t = wide_to_double(along);
    if (extent != CAROM_EXTENT_LINE && t < 0.0)
        return 0.0;
    return extent == CAROM_EXTENT_SEGMENT && t > 1.0 ? 1.0 : t;
}

carom_contact carom_contact_of_any_size(carom_circle circle, const carom_wall *wall) {
    const carom_relation relation = carom_circle_relate(circle, *wall);
    if (relation == CAROM_RELATION_INVALID) {
        const carom_contact none = {
            CAROM_RELATION_INVALID, CAROM_FEATURE_NONE, 0.0, {0.0, 0.0}, {0.0, 0.0}, 0.0};
        return none;
    }
    const nearest k = find_nearest(circle, wall, relation);
    carom_contact contact;
    contact.relation = relation;
    contact.feature = k.feature;
    contact.along = parameter_within(k.along, (carom_extent)wall->extent);
    contact.normal = carom_vec2_make(wide_to_double(k.nx), wide_to_double(k.ny));
    contact.point = surface_point(circle, wall, &k, contact.normal);
    contact.depth = signed_double(k.depth);
    return contact;
}

double carom_distance_of_any_size(carom_circle circle, const carom_wall *wall) {
    const carom_relation relation = carom_circle_relate(circle, *wall);
    if (relation == CAROM_RELATION_INVALID)
        return 0.0;
    const nearest k = find_nearest(circle, wall, relation);
    return signed_double(wide_neg(k.depth));
}

// ---- push-out ----

// Tries centres at growing distances along the normal (side 1) or against it (side -1). True if one
// is free; `push` holds it.
static bool push_along_normal(carom_push *push, carom_circle circle, const carom_wall *wall,
                              const nearest *k, double side) {
    double extra = 0.0;
    while (extra <= DBL_MAX) {
        const wide distance = wide_add(k->reach, wide_of(extra));
        circle.center = point_along_normal(k, side > 0.0 ? distance : wide_neg(distance));
        push->relation = carom_circle_relate(circle, *wall);
        push->center = circle.center;
        if (push->relation == CAROM_RELATION_INVALID) // out of range
            return false;
        if (push->relation <= CAROM_RELATION_TOUCHING)
            return true;
        // Starts with one ulp of the largest number involved and doubles. Ends at the range of
        // double at the latest.
        const double size = larger(larger(fabs(circle.center.x), fabs(circle.center.y)),
                                   larger(circle.radius, wall->radius));
        const double next = larger(2.0 * extra, larger(size * 0x1p-52, 0x1p-1074));
        // It does not grow if the host flushes subnormal numbers to zero, nor beyond DBL_MAX if it
        // rounds down.
        // GCOVR_EXCL_BR_START: test_environment.c tests it in a build of its own
        if (!(next > extra) && extra >= DBL_MIN)
            return false; // GCOVR_EXCL_LINE
        extra = next > extra ? next : DBL_MIN;
        // GCOVR_EXCL_BR_STOP
    }
    return false;
}

carom_push carom_push_of_any_size(carom_circle circle, const carom_wall *wall) {
    carom_push push = {carom_circle_relate(circle, *wall), circle.center};
    if (push.relation == CAROM_RELATION_INVALID)
        push.center = carom_vec2_make(0.0, 0.0);
    if (push.relation <= CAROM_RELATION_TOUCHING)
        return push;
    const carom_push stuck = push;
    const nearest k = find_nearest(circle, wall, push.relation);
    if (push_along_normal(&push, circle, wall, &k, 1.0) ||
        push_along_normal(&push, circle, wall, &k, -1.0))
        return push;
    // The distance to a convex wall is largest at a corner of the square of all finite centres. If
    // no corner is free, no centre is.
    for (int i = 0; i < 4; i++) {
        circle.center =
            carom_vec2_make(i % 2 == 0 ? DBL_MAX : -DBL_MAX, i < 2 ? DBL_MAX : -DBL_MAX);
        push.relation = carom_circle_relate(circle, *wall);
        push.center = circle.center;
        if (push.relation <= CAROM_RELATION_TOUCHING)
            return push;
    }
    return stuck;
}

// ---- crossings ----

static bool dot_is_clear(wide *out, wide px, wide py, wide qx, wide qy) {
    const sum dot = sum_of(wide_mul(px, qx), wide_mul(py, qy));
    *out = dot.value;
    return is_clear(dot, SIGN_MARGIN);
}

// The forms of a circle and a bare axis with every sign certain and digits for a square root.
static carom_forms crossing_forms(carom_circle circle, carom_wall axis) {
    carom_forms f;
    set_vectors(&f, circle, &axis);
    if (approximate_side(&f, ROOT_MARGIN) &&
        approximate_gap(&f.gap_a, f.wx, f.wy, f.reach, ROOT_MARGIN) &&
        approximate_gap(&f.gap_b, f.zx, f.zy, f.reach, ROOT_MARGIN) &&
        dot_is_clear(&f.dot_a, f.wx, f.wy, f.ux, f.uy) &&
        dot_is_clear(&f.dot_b, f.zx, f.zy, f.ux, f.uy))
        return f;
    return carom_exact_forms(circle, axis, CAROM_TIER_64);
}

// Which roots lie on the axis as seen from one of its ends.
typedef struct roots {
    bool first;
    bool second;
} roots;

// The roots at or beyond an end, seen from that end. `gap` is r^2 - (distance from centre to
// end)^2. `past` is > 0 if the centre projects onto the side of the other end. Both have exact
// signs.
static roots roots_beyond(wide gap, wide past) {
    if (gap.hi > 0.0) // The end lies inside, between the roots.
        return (roots){false, true};
    // Both roots lie on the side onto which the centre projects. If the end is on the outline, it
    // is one of them.
    const bool ahead = past.hi >= 0.0;
    return (roots){ahead, ahead || gap.hi == 0.0};
}

// The parameters at which the straight through a and b meets the outline. `outer` is the farther
// one.
typedef struct parameters {
    wide inner;
    wide outer;
} parameters;

// The roots of |u|^2 t^2 - 2 (w.u) t - (r^2 - |w|^2) = 0.
static parameters solve_roots(const carom_forms *f) {
    CAROM_ASSERT(f->len2.hi > 0.0);
    // q / |u|^2 is the root without cancellation. The other root follows from their product.
    const wide half = wide_sqrt(f->gap_side);
    const wide q = f->dot_a.hi >= 0.0 ? wide_add(f->dot_a, half) : wide_sub(f->dot_a, half);
    const wide outer = wide_div(q, f->len2);
    const wide inner = q.hi != 0.0 ? wide_div(wide_neg(f->gap_a), q) : outer;
    return (parameters){inner, outer};
}

static carom_vec2 point_at(carom_vec2 a, const carom_forms *f, wide along) {
    return carom_vec2_make(wide_to_double(wide_add(wide_of(a.x), wide_mul(f->ux, along))),
                           wide_to_double(wide_add(wide_of(a.y), wide_mul(f->uy, along))));
}

static void add_crossing(carom_crossings *found, const carom_wall *axis, const carom_forms *f,
                         wide along, bool is_b) {
    CAROM_ASSERT(found->count < 2);
    const int i = found->count++;
    found->along[i] = is_b ? 1.0 : wide_to_double(along);
    found->point[i] = is_b ? axis->b : point_at(axis->a, f, along);
}

carom_crossings carom_circle_crossings(carom_circle circle, carom_wall wall) {
    carom_crossings found = {0, {0.0, 0.0}, {{0.0, 0.0}, {0.0, 0.0}}};
    if (!carom_circle_is_valid(circle) || !carom_wall_is_valid(wall))
        return found;
    wall.radius = 0.0;
    const carom_forms f = crossing_forms(circle, wall);
    if (wall.a.x == wall.b.x && wall.a.y == wall.b.y) {
        if (f.gap_a.hi == 0.0)
            add_crossing(&found, &wall, &f, wide_of(0.0), false);
        return found;
    }
    if (f.gap_side.hi < 0.0)
        return found;

    // Seen from b the second root comes first.
    const roots both = {true, true};
    const roots from_a = wall.extent == CAROM_EXTENT_LINE ? both : roots_beyond(f.gap_a, f.dot_a);
    const roots from_b =
        wall.extent == CAROM_EXTENT_SEGMENT ? roots_beyond(f.gap_b, wide_neg(f.dot_b)) : both;

    const parameters t = solve_roots(&f);
    const bool ahead = f.dot_a.hi >= 0.0; // the outer root is the second one
    const bool meets_b = wall.extent == CAROM_EXTENT_SEGMENT && f.gap_b.hi == 0.0;
    if (from_a.first && from_b.second)
        add_crossing(&found, &wall, &f, ahead ? t.inner : t.outer, meets_b && f.dot_b.hi >= 0.0);
    // A tangent has one root only.
    if (from_a.second && from_b.first && f.gap_side.hi > 0.0)
        add_crossing(&found, &wall, &f, ahead ? t.outer : t.inner, meets_b);
    // Rounding can swap roots that are very close.
    if (found.count == 2 && found.along[0] > found.along[1])
        found.along[0] = found.along[1];
    return found;
}
