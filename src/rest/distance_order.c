// Compares the distances of two walls from a circle: in double with error bounds, and in integers
// if the bounds overlap.
//
// Frequent ties are recognized before the integers: equal walls, walls that share the nearest end,
// and walls that begin or end at the circle's centre. docs/exactness.md derives the bounds. Room:
// rest.
#include "carom/contact.h"

#include "contracts.h"
#include "rest/distance_order_filter.h"
#include "rest/distance_order_integers.h"
#include "rest/equal_walls.h"
#include "rest/nearest_feature.h"

// The nearest end. The feature must be an end.
static const carom_vec2 *end_of(const neighbor *n) {
    CAROM_ASSERT(n->feature == CAROM_FEATURE_END_A || n->feature == CAROM_FEATURE_END_B);
    return n->feature == CAROM_FEATURE_END_A ? &n->wall.a : &n->wall.b;
}

// True if both walls are equally near because they share the nearest end or the axis.
static bool share_nearest(const neighbor *n1, const neighbor *n2) {
    if (n1->feature != CAROM_FEATURE_SIDE && n2->feature != CAROM_FEATURE_SIDE)
        return are_equal_points(*end_of(n1), *end_of(n2));
    // Two sides are equally far if both walls have the same axis.
    return n1->feature == n2->feature &&
           ((are_equal_points(n1->wall.a, n2->wall.a) &&
             are_equal_points(n1->wall.b, n2->wall.b)) ||
            (are_equal_points(n1->wall.a, n2->wall.b) && are_equal_points(n1->wall.b, n2->wall.a)));
}

// True if the centre is an end of the axis. Then its distance is 0 without a question of features.
static bool is_end_of(carom_vec2 center, const carom_wall *wall) {
    return are_equal_points(center, wall->a) || are_equal_points(center, wall->b);
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
    if (first.radius == second.radius && is_end_of(circle.center, &first) &&
        is_end_of(circle.center, &second))
        return 0;
    const neighbor n1 = {first, nearest_feature(circle, first)};
    const neighbor n2 = {second, nearest_feature(circle, second)};
    if (first.radius == second.radius && share_nearest(&n1, &n2))
        return 0;
    return carom_exact_compare_distance(circle.center, n1, n2, CAROM_TIER_64);
}
