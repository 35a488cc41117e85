// Walls that are equal as shapes, or equally far by the end that they share. A level that was
// imported twice has equal walls, and a fan has walls that share an end. Two of these tie, and
// integers take long to find that out. Here equal bits show it. Room: rest.
#ifndef CAROM_EQUAL_WALLS_H
#define CAROM_EQUAL_WALLS_H

#include "carom/shapes.h"
#include "rest/relation_filter.h"

// True if both walls have the same ends in the same order, radius and extent. Then all contacts
// with them are equal, too. Categories, groups and one-sided flags can differ.
static inline bool are_equal_walls(const carom_wall *p, const carom_wall *q) {
    return p->a.x == q->a.x && p->a.y == q->a.y && p->b.x == q->b.x && p->b.y == q->b.y &&
           p->radius == q->radius && p->extent == q->extent;
}

static inline bool are_equal_points(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y;
}

// True if one end of the wall is certainly the point of its axis nearest to the centre: `end`.
static inline bool find_nearest_end(const carom_circle *circle, const carom_wall *wall,
                                    carom_vec2 *end) {
    *end = circle->center;
    if (are_equal_points(wall->a, *end) || are_equal_points(wall->b, *end))
        return true;
    const carom_feature nearest = carom_filter_feature(*circle, *wall);
    *end = nearest == CAROM_FEATURE_END_A ? wall->a : wall->b;
    return nearest == CAROM_FEATURE_END_A || nearest == CAROM_FEATURE_END_B;
}

// A wall that is compared with many others, and its nearest end once it is needed.
typedef struct compared_wall {
    carom_wall wall;
    carom_vec2 end;
    bool has_end, end_is_known;
} compared_wall;

static inline bool shares_end(const carom_wall *p, const carom_wall *q) {
    return are_equal_points(p->a, q->a) || are_equal_points(p->a, q->b) ||
           are_equal_points(p->b, q->a) || are_equal_points(p->b, q->b);
}

// True if both walls are certainly equally far from the circle, because they are equal or share the
// nearest end. For valid input.
static inline bool are_equally_far(const carom_circle *circle, compared_wall *p,
                                   const carom_wall *q) {
    if (are_equal_walls(&p->wall, q))
        return true;
    if (p->wall.radius != q->radius || !shares_end(&p->wall, q))
        return false;
    if (!p->end_is_known) {
        p->has_end = find_nearest_end(circle, &p->wall, &p->end);
        p->end_is_known = true;
    }
    carom_vec2 end;
    return p->has_end && find_nearest_end(circle, q, &end) && are_equal_points(end, p->end);
}

#endif
