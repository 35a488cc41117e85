// The contact of a circle at rest and a bent wall.
//
// Method: relation and feature are exact. An end is a post. On the side all numbers follow from
// five values (carom_arc_numbers), in which nothing is divided by the bulge:
//
//   distance = |power| / (|n| + |u| (1 + k^2) / 2)    normal = sign(power) n / |n|
//   point = c + normal (wr - distance)
//   parameter = 1/2 + (1 + k^2) foot / (4 |n| |u|)
//
// They are computed in double-doubles, and in integers if one of them has too few digits. Roots of
// |u|^2 and of power would cancel near the arc's centre. docs/exactness.md derives the bounds.
// Room: rest.
#include "rest/arc_contact.h"

#include "rest/arc_integers.h"
#include "rest/arc_relation.h"

// The double-doubles serve for sizes and bulges within this range: no product of four underflows
// or overflows.
#define ARC_LOW 0x1p-200
// The error of a sum is below 2^-98 of its terms. A sum that is smaller than these fractions of
// them has no certain sign, or too few digits.
#define ARC_SIGN_MARGIN 0x1p-95
#define ARC_DIGITS_MARGIN 0x1p-40
// What underflows is less.
#define ARC_LEAST_SUM 0x1p-750

CAROM_INLINE bool is_arc_range(carom_vec2 p) {
    const double size = arc_size(p);
    return (size >= ARC_LOW) & (size <= CAROM_ARC_MOST);
}

// The numbers of the side in double-doubles. False if one of them has too few digits.
static bool approximate_arc(carom_arc_numbers *f, const arc_view *v, carom_circle circle,
                            const carom_arc *arc) {
    const double k = v->bulge, size = fabs(k);
    if (!v->is_ordinary || !is_arc_range(v->u) || !is_arc_range(v->w) || !is_arc_range(v->z) ||
        size < ARC_LOW)
        return false;
    const wide ux = wide_of_difference(arc->b.x, arc->a.x);
    const wide uy = wide_of_difference(arc->b.y, arc->a.y);
    const wide wx = wide_of_difference(circle.center.x, arc->a.x);
    const wide wy = wide_of_difference(circle.center.y, arc->a.y);
    const wide zx = wide_of_difference(circle.center.x, arc->b.x);
    const wide zy = wide_of_difference(circle.center.y, arc->b.y);
    const wide once = wide_of(k), twice = {2.0 * k, 0.0, 0};
    const wide cosine = wide_mul(wide_of_difference(1.0, size), wide_of_sum(1.0, size));

    const wide dot = wide_add(wide_mul(wx, zx), wide_mul(wy, zy));
    const wide cross = wide_sub(wide_mul(ux, wy), wide_mul(uy, wx));
    f->power = wide_sub(wide_mul(twice, dot), wide_mul(cosine, cross));
    const wide half = {0.5 * cosine.hi, 0.5 * cosine.lo, 0};
    const wide sx = wide_add(wx, zx), sy = wide_add(wy, zy);
    f->nx = wide_add(wide_mul(once, sx), wide_mul(half, uy));
    f->ny = wide_sub(wide_mul(once, sy), wide_mul(half, ux));
    f->is_center = false;
    f->len2 = wide_sum_of_squares(ux, uy);
    f->foot = wide_add(wide_mul(sx, ux), wide_mul(sy, uy));

    const double power_terms = 2.0 * size * (fabs(wx.hi * zx.hi) + fabs(wy.hi * zy.hi)) +
                               cosine.hi * (fabs(ux.hi * wy.hi) + fabs(uy.hi * wx.hi));
    const double s_size = fabs(wx.hi) + fabs(zx.hi) + fabs(wy.hi) + fabs(zy.hi);
    const double u_size = fabs(ux.hi) + fabs(uy.hi);
    const double power = fabs(f->power.hi), n = larger(fabs(f->nx.hi), fabs(f->ny.hi));
    // At least |n| + |u| (1 + k^2) / 2 and |n| |u|, but for a factor of 4.
    const double below = n + u_size;
    return (power > ARC_SIGN_MARGIN * power_terms + ARC_LEAST_SUM) &
           (n > ARC_DIGITS_MARGIN * s_size) &
           (ARC_DIGITS_MARGIN * power_terms <=
            larger((circle.radius + arc->radius) * below, power));
}

static carom_arc_numbers arc_numbers_of(const arc_view *v, carom_circle circle,
                                        const carom_arc *arc) {
    carom_arc_numbers f;
    if (!approximate_arc(&f, v, circle, arc))
        f = carom_arc_exact_numbers(circle, *arc);
    return f;
}

// c + move * normal, rounded
static carom_vec2 arc_point(carom_vec2 c, wide move, wide nx, wide ny) {
    return carom_vec2_make(wide_to_double(wide_add(wide_of(c.x), wide_mul(move, nx))),
                           wide_to_double(wide_add(wide_of(c.y), wide_mul(move, ny))));
}

// The depth has the sign of the relation. If the computed one does not, the true one is less than
// the error.
static double arc_depth(wide depth, carom_relation relation) {
    const double d = wide_to_double(depth);
    if (relation == CAROM_RELATION_TOUCHING)
        return 0.0;
    if (relation == CAROM_RELATION_SEPARATE)
        return d < 0.0 ? d : -0x1p-1074;
    return d > 0.0 ? d : 0x1p-1074;
}

// 1/2 + (1 + k^2) foot / (4 |n| |u|), within the chord.
static double arc_parameter(const carom_arc_numbers *f, wide n, wide chord, wide stretch) {
    const wide below = wide_mul(wide_mul(wide_of(4.0), n), chord);
    const wide off = wide_div(wide_mul(stretch, f->foot), below);
    const double t = wide_to_double(wide_add(wide_of(0.5), off));
    return smaller(larger(t, 0.0), 1.0);
}

static void set_arc_side(carom_contact *contact, const arc_view *v, carom_circle circle,
                         const carom_arc *arc) {
    const carom_arc_numbers f = arc_numbers_of(v, circle, arc);
    const wide k = wide_of(arc->bulge), zero = wide_of(0.0);
    const wide stretch = wide_add(wide_of(1.0), wide_mul(k, k));
    const wide n = wide_sqrt(wide_sum_of_squares(f.nx, f.ny)), chord = wide_sqrt(f.len2);
    const wide radius = wide_mul(wide_mul(wide_of(0.5), chord), stretch); // 2 |k| times that
    const wide below = wide_add(f.is_center ? zero : n, radius);
    const wide distance = wide_div(wide_abs(f.power), below);
    const wide inverse = wide_div(wide_of(f.power.hi > 0.0 ? 1.0 : -1.0), n);
    const wide nx = wide_mul(f.nx, inverse), ny = wide_mul(f.ny, inverse);
    const wide wall_radius = wide_of(arc->radius);
    const wide reach = wide_add(wide_of(circle.radius), wall_radius);
    contact->along = f.is_center ? 0.5 : arc_parameter(&f, n, chord, stretch);
    contact->normal = carom_vec2_make(wide_to_double(nx), wide_to_double(ny));
    contact->point = arc_point(circle.center, wide_sub(wall_radius, distance), nx, ny);
    contact->depth = arc_depth(wide_sub(reach, distance), contact->relation);
}

static void set_arc_end(carom_contact *contact, const arc_view *v, carom_circle circle,
                        const carom_arc *arc) {
    const bool at_a = contact->feature == CAROM_FEATURE_END_A;
    const carom_vec2 end = at_a ? arc->a : arc->b, off = at_a ? v->w : v->z;
    const carom_contact post =
        carom_circle_contact(circle, carom_wall_make(end, end, arc->radius, CAROM_EXTENT_SEGMENT));
    contact->along = at_a ? 0.0 : 1.0;
    contact->normal = post.normal;
    contact->point = post.point;
    contact->depth = post.depth;
    if (off.x == 0.0 && off.y == 0.0) {
        // Left of the arc.
        const carom_arc_numbers f = carom_arc_exact_numbers(circle, *arc);
        const wide length = wide_sqrt(wide_sum_of_squares(f.nx, f.ny));
        const wide nx = wide_neg(wide_div(f.nx, length)), ny = wide_neg(wide_div(f.ny, length));
        contact->normal = carom_vec2_make(wide_to_double(nx), wide_to_double(ny));
        contact->point = arc_point(end, wide_of(arc->radius), nx, ny);
    }
}

carom_contact carom_arc_contact(carom_circle circle, carom_arc arc) {
    carom_contact contact = {
        CAROM_RELATION_INVALID, CAROM_FEATURE_NONE, 0.0, {0.0, 0.0}, {0.0, 0.0}, 0.0};
    if (arc_is_straight(&arc))
        return fabs(arc.bulge) <= 1.0 ? carom_circle_contact(circle, arc_chord(&arc)) : contact;
    const arc_view v = arc_view_of(circle, &arc);
    contact.relation = carom_arc_relate_view(&v, circle, &arc);
    if (contact.relation == CAROM_RELATION_INVALID)
        return contact;
    contact.feature = carom_arc_feature_view(&v, circle, &arc);
    if (contact.feature == CAROM_FEATURE_SIDE)
        set_arc_side(&contact, &v, circle, &arc);
    else
        set_arc_end(&contact, &v, circle, &arc);
    return contact;
}
