// Where two walls are nearest: relation, gap, the points of both surfaces, normal.
//
// Method: if the axes cross, they do so in one place. Else the nearest end is chosen exactly, and
// the gap and most points are those of a contact: of a circle around that end with the other wall,
// and of a circle around an end of that wall with a post. What is left, points that are offset from
// an axis, is computed in double-doubles, and in integers if a coordinate cancels. Room: rest.
#include "carom/clearance.h"

#include "arithmetic/wide.h"
#include "contracts.h"
#include "rest/distance_order_integers.h"
#include "rest/nearest_feature.h"
#include "rest/orientation.h"
#include "rest/relation_filter.h"
#include "rest/wall_contact_integers.h"
#include "rest/wall_gap.h"

// ---- offsets ----

// u turned left.
typedef struct left_normal {
    wide x, y, length;
} left_normal;

static left_normal left_of(const carom_wall *along) {
    const wide ux = wide_sub(wide_of(along->b.x), wide_of(along->a.x));
    const wide uy = wide_sub(wide_of(along->b.y), wide_of(along->a.y));
    return (left_normal){wide_neg(uy), ux, wide_sqrt(wide_sum_of_squares(ux, uy))};
}

static carom_vec2 unit_normal(const carom_wall *along) {
    const left_normal left = left_of(along);
    return carom_vec2_make(wide_to_double(wide_div(left.x, left.length)),
                           wide_to_double(wide_div(left.y, left.length)));
}

// end + radius * n. False if it is smaller than 2^-40 of its terms, so that it has too few digits.
// Each term is off by less than 2^-97 of itself.
static bool offset_end(double *out, double end, wide radius, wide n, wide length) {
    const wide from = wide_of(end), by = wide_div(wide_mul(radius, n), length);
    const wide sum = wide_add(from, by);
    *out = wide_to_double(sum);
    const wide least = wide_mul(wide_of(0x1p-40), wide_add(wide_abs(from), wide_abs(by)));
    return wide_sub(wide_abs(sum), least).hi >= 0.0;
}

// The place moved by `radius` to the left of the axis `along`, or to the right.
static carom_vec2 offset(const wall_place *place, double radius, bool to_right) {
    if (!place->is_crossing) {
        const left_normal left = left_of(&place->along);
        const wide by = to_right ? wide_neg(wide_of(radius)) : wide_of(radius);
        carom_vec2 point;
        if (offset_end(&point.x, place->end.x, by, left.x, left.length) &&
            offset_end(&point.y, place->end.y, by, left.y, left.length))
            return point;
    }
    const carom_surface_point exact = carom_exact_offset(place, radius, to_right, CAROM_TIER_64);
    return carom_vec2_make(wide_to_double(exact.x), wide_to_double(exact.y));
}

// ---- axes that meet ----

static carom_clearance clearance_at(const wall_place *place, const carom_wall *wall,
                                    const carom_wall *other) {
    carom_clearance k;
    k.gap = 0.0 - (wall->radius + other->radius);
    k.relation = k.gap < 0.0 ? CAROM_WALL_RELATION_OVERLAPPING : CAROM_WALL_RELATION_TOUCHING;
    k.normal = unit_normal(&place->along);
    k.point = offset(place, wall->radius, true);
    k.other_point = offset(place, other->radius, false);
    return k;
}

static carom_clearance clearance_at_end(carom_vec2 end, const carom_wall *wall,
                                        const carom_wall *other) {
    const carom_wall level = carom_segment(carom_vec2_make(0.0, 0.0), carom_vec2_make(1.0, 0.0));
    const carom_wall along = !is_point_wall(other) ? *other : !is_point_wall(wall) ? *wall : level;
    const wall_place place = {end, false, along, along};
    return clearance_at(&place, wall, other);
}

// ---- axes apart ----

// An end of one wall, and the other wall.
typedef struct wall_end {
    carom_vec2 end;
    const carom_wall *from, *to;
    // From the end to the axis of `to`: off by at most an ulp, 0 if and only if it is 0.
    double distance;
} wall_end;

static carom_wall axis_of(const carom_wall *wall) {
    carom_wall axis = *wall;
    axis.radius = 0.0;
    return axis;
}

static void set_distance(wall_end *e) {
    e->distance = carom_circle_signed_distance(carom_circle_make(e->end, 0.0), axis_of(e->to));
}

// About the square of the distance, if nothing overflows.
static double rough_square(const wall_end *e) {
    const carom_vec2 u = carom_vec2_sub(e->to->b, e->to->a);
    const carom_vec2 w = carom_vec2_sub(e->end, e->to->a), z = carom_vec2_sub(e->end, e->to->b);
    const double cross = carom_vec2_cross(u, w), len2 = carom_vec2_dot(u, u);
    if (carom_vec2_dot(w, u) <= 0.0 && has_end_a(e->to))
        return carom_vec2_dot(w, w);
    if (carom_vec2_dot(z, u) >= 0.0 && has_end_b(e->to))
        return carom_vec2_dot(z, z);
    return cross * cross / len2;
}

// True if the end is certainly farther than this distance, an ulp and more.
static bool is_farther(const wall_end *e, double distance) {
    const carom_circle disc = carom_circle_make(e->end, distance * (1.0 + 0x1p-40));
    return carom_filter_reach(disc, axis_of(e->to), 0.0) < 0;
}

static neighbor neighbor_of(const wall_end *e) {
    return (neighbor){*e->to, nearest_feature(carom_circle_make(e->end, 0.0), *e->to)};
}

static carom_vec2 end_at(const neighbor *n) {
    return n->feature == CAROM_FEATURE_END_B ? n->wall.b : n->wall.a;
}

// True if p and q are the pair of ends that is nearest, so that both are as near. No end before p
// is nearer than q: if the point nearest to q is p, and the one nearest to p is an end, that is q.
static bool are_one_pair(const wall_end *p, const neighbor *near_p, const neighbor *near_q) {
    return near_p->feature != CAROM_FEATURE_SIDE && near_q->feature != CAROM_FEATURE_SIDE &&
           are_equal_points(p->end, end_at(near_q));
}

// True if p is nearer to its wall than q, the nearest of the ends before p.
static bool is_nearer_end(const wall_end *p, const wall_end *q) {
    if (p->distance == 0.0 || q->distance == 0.0)
        return p->distance < q->distance;
    // More than both errors.
    const double slack = 0x1p-50 * (p->distance + q->distance) + 0x1p-1070;
    if (fabs(p->distance - q->distance) > slack)
        return p->distance < q->distance;
    const neighbor near_p = neighbor_of(p), near_q = neighbor_of(q);
    return !are_one_pair(p, &near_p, &near_q) &&
           carom_exact_compare_ends(p->end, near_p, q->end, near_q, CAROM_TIER_64) < 0;
}

// The ends of both walls, in the order that decides between equal distances.
static int list_ends(wall_end *ends, const carom_wall *wall, const carom_wall *other) {
    int count = 0;
    if (has_end_a(wall))
        ends[count++] = (wall_end){wall->a, wall, other, 0.0};
    if (has_end_b(wall))
        ends[count++] = (wall_end){wall->b, wall, other, 0.0};
    if (has_end_a(other))
        ends[count++] = (wall_end){other->a, other, wall, 0.0};
    if (has_end_b(other))
        ends[count++] = (wall_end){other->b, other, wall, 0.0};
    // Two parallel lines.
    if (count == 0)
        ends[count++] = (wall_end){wall->a, wall, other, 0.0};
    return count;
}

static wall_end nearest_end(const carom_wall *wall, const carom_wall *other) {
    wall_end ends[4];
    const int count = list_ends(ends, wall, other);
    // As a rule all other ends are certainly farther than the one that seems nearest.
    int guess = 0, near = 0;
    double least = rough_square(&ends[0]);
    for (int i = 1; i < count; i++) {
        const double square = rough_square(&ends[i]);
        guess = square < least ? i : guess;
        least = smaller(square, least);
    }
    set_distance(&ends[guess]);
    for (int i = 0; i < count; i++)
        near += i == guess || !is_farther(&ends[i], ends[guess].distance);
    if (near == 1)
        return ends[guess];
    wall_end nearest = ends[0];
    set_distance(&nearest);
    for (int i = 1; i < count; i++) {
        if (is_farther(&ends[i], nearest.distance))
            continue;
        set_distance(&ends[i]);
        if (is_nearer_end(&ends[i], &nearest))
            nearest = ends[i];
    }
    return nearest;
}

// The point of the surface around the end, towards the other wall.
static carom_vec2 point_around(const wall_end *e, carom_feature feature) {
    const carom_wall *const to = e->to;
    if (e->from->radius == 0.0)
        return carom_vec2_add(e->end, carom_vec2_make(0.0, 0.0)); // no -0
    if (feature == CAROM_FEATURE_SIDE) {
        const wall_place place = {e->end, false, *to, *to};
        return offset(&place, e->from->radius, orientation_of(to->a, to->b, e->end) > 0);
    }
    const carom_circle there =
        carom_circle_make(feature == CAROM_FEATURE_END_B ? to->b : to->a, 0.0);
    return carom_circle_contact(there, carom_post(e->end, e->from->radius)).point;
}

static carom_wall_relation relation_of(carom_relation relation) {
    return relation == CAROM_RELATION_SEPARATE   ? CAROM_WALL_RELATION_SEPARATE
           : relation == CAROM_RELATION_TOUCHING ? CAROM_WALL_RELATION_TOUCHING
                                                 : CAROM_WALL_RELATION_OVERLAPPING;
}

double carom_wall_gap(carom_wall wall, carom_wall other) {
    if (!is_valid_wall(&wall) || !is_valid_wall(&other))
        return 0.0;
    const double meet = 0.0 - (wall.radius + other.radius);
    if (carom_axes_cross(&wall, &other))
        return meet;
    const wall_end e = nearest_end(&wall, &other);
    return e.distance == 0.0
               ? meet
               : carom_circle_signed_distance(carom_circle_make(e.end, e.from->radius), *e.to);
}

carom_clearance carom_wall_contact(carom_wall wall, carom_wall other) {
    if (!is_valid_wall(&wall) || !is_valid_wall(&other)) {
        const carom_clearance none = {
            CAROM_WALL_RELATION_INVALID, 0.0, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
        return none;
    }
    if (carom_axes_cross(&wall, &other)) {
        const wall_place place = {other.a, true, wall, other};
        return clearance_at(&place, &wall, &other);
    }
    const wall_end e = nearest_end(&wall, &other);
    if (e.distance == 0.0)
        return clearance_at_end(e.end, &wall, &other);
    const carom_contact contact =
        carom_circle_contact(carom_circle_make(e.end, e.from->radius), *e.to);
    CAROM_ASSERT(contact.relation != CAROM_RELATION_INVALID);
    const carom_vec2 around = point_around(&e, contact.feature);
    const bool is_own = e.from == &wall;
    carom_clearance k;
    k.relation = relation_of(contact.relation);
    k.gap = 0.0 - contact.depth;
    k.point = is_own ? around : contact.point;
    k.other_point = is_own ? contact.point : around;
    k.normal =
        is_own ? contact.normal : carom_vec2_make(0.0 - contact.normal.x, 0.0 - contact.normal.y);
    return k;
}
