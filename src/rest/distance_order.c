// Compares the distances of two walls from a circle: in double with error bounds, and in integers
// if the bounds overlap.
//
// Two frequent ties are recognized before the integers: equal walls, and walls that share the
// nearest end. docs/exactness.md derives the bounds. Room: rest.
#include "carom/contact.h"

#include "contracts.h"
#include "rest/distance_order_filter.h"
#include "rest/distance_order_integers.h"
#include "rest/nearest_feature.h"

// The nearest end. The feature must be an end.
static const carom_vec2 *end_of(const neighbor *n) {
    CAROM_ASSERT(n->feature == CAROM_FEATURE_END_A || n->feature == CAROM_FEATURE_END_B);
    return n->feature == CAROM_FEATURE_END_A ? &n->wall.a : &n->wall.b;
}

static bool are_equal(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y;
}

// True if both walls are equally near because they share the nearest end or the axis.
static bool share_nearest(const neighbor *n1, const neighbor *n2) {
    if (n1->feature != CAROM_FEATURE_SIDE && n2->feature != CAROM_FEATURE_SIDE)
        return are_equal(*end_of(n1), *end_of(n2));
    // Two sides are equally far if both walls have the same axis.
    return n1->feature == n2->feature &&
           ((are_equal(n1->wall.a, n2->wall.a) && are_equal(n1->wall.b, n2->wall.b)) ||
            (are_equal(n1->wall.a, n2->wall.b) && are_equal(n1->wall.b, n2->wall.a)));
}

int carom_circle_compare_distance(carom_circle circle, carom_wall first, carom_wall second) {
    const int certain = carom_filter_compare_distance(circle, &first, &second);
    if (certain != 0)
        return certain;
    if (!carom_circle_is_valid(circle))
        return 0;
    const bool first_is_valid = carom_wall_is_valid(first);
    const bool second_is_valid = carom_wall_is_valid(second);
    if (!first_is_valid || !second_is_valid)
        return second_is_valid - first_is_valid;
    const neighbor n1 = {first, nearest_feature(circle, first)};
    const neighbor n2 = {second, nearest_feature(circle, second)};
    if (first.radius == second.radius && share_nearest(&n1, &n2))
        return 0;
    return carom_exact_compare_distance(circle.center, n1, n2, CAROM_TIER_64);
}
