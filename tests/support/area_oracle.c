// The oracle of areas; see area_oracle.h. Room: tests.
#include "area_oracle.h"

#include <math.h>

#include <gmp.h>

#include "carom/contact.h"

// The sign of (b - a) x (p - a).
static int turn(carom_vec2 a, carom_vec2 b, carom_vec2 p) {
    mpq_t ax, ay, ux, uy, wx, wy;
    mpq_inits(ax, ay, ux, uy, wx, wy, NULL);
    mpq_set_d(ax, a.x);
    mpq_set_d(ay, a.y);
    mpq_set_d(ux, b.x);
    mpq_set_d(uy, b.y);
    mpq_set_d(wx, p.x);
    mpq_set_d(wy, p.y);
    mpq_sub(ux, ux, ax);
    mpq_sub(uy, uy, ay);
    mpq_sub(wx, wx, ax);
    mpq_sub(wy, wy, ay);
    mpq_mul(ux, ux, wy);
    mpq_mul(uy, uy, wx);
    const int sign = mpq_cmp(ux, uy);
    mpq_clears(ax, ay, ux, uy, wx, wy, NULL);
    return (sign > 0) - (sign < 0);
}

area_place area_oracle_place(const carom_wall *walls, size_t count, uint32_t area, carom_vec2 p) {
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        const carom_vec2 a = walls[i].a, b = walls[i].b;
        if (walls[i].group != area)
            continue;
        const bool in_box = fmin(a.x, b.x) <= p.x && p.x <= fmax(a.x, b.x) &&
                            fmin(a.y, b.y) <= p.y && p.y <= fmax(a.y, b.y);
        if (in_box && turn(a, b, p) == 0)
            return AREA_PLACE_ON;
        // An edge counts if it crosses the level of the point to the left of it.
        if ((a.y > p.y) == (b.y > p.y))
            continue;
        const int side = turn(a, b, p);
        inside ^= a.y < b.y ? side < 0 : side > 0;
    }
    return inside ? AREA_PLACE_INSIDE : AREA_PLACE_OUTSIDE;
}

carom_area_relation area_oracle_relate(const carom_wall *walls, size_t count, carom_circle circle,
                                       uint32_t area) {
    if (!carom_circle_is_valid(circle))
        return CAROM_AREA_RELATION_INVALID;
    bool overlaps = false, touches = false;
    for (size_t i = 0; i < count; i++)
        if (walls[i].group == area) {
            overlaps |= carom_circle_overlaps(circle, walls[i]);
            touches |= carom_circle_touches(circle, walls[i]);
        }
    if (overlaps)
        return CAROM_AREA_RELATION_CROSSING;
    if (area_oracle_place(walls, count, area, circle.center) == AREA_PLACE_INSIDE)
        return touches ? CAROM_AREA_RELATION_INSIDE_TOUCHING : CAROM_AREA_RELATION_INSIDE;
    return touches ? CAROM_AREA_RELATION_TOUCHING : CAROM_AREA_RELATION_OUTSIDE;
}

static carom_wall axis_of(carom_wall wall) {
    wall.radius = 0.0;
    return wall;
}

carom_index area_oracle_nearest(const carom_wall *walls, size_t count, uint32_t area,
                                carom_vec2 point) {
    carom_index nearest = CAROM_NO_WALL;
    const carom_circle c = carom_circle_make(point, 0.0);
    for (size_t i = 0; i < count; i++)
        if (walls[i].group == area &&
            (nearest == CAROM_NO_WALL ||
             carom_circle_compare_distance(c, axis_of(walls[i]), axis_of(walls[nearest])) < 0))
            nearest = (carom_index)i;
    return nearest;
}

bool area_oracle_within(const carom_wall *walls, size_t count, carom_circle circle, double gap,
                        uint32_t area) {
    for (size_t i = 0; i < count; i++)
        if (walls[i].group == area && carom_circle_within(circle, walls[i], gap))
            return true;
    return area_oracle_place(walls, count, area, circle.center) == AREA_PLACE_INSIDE;
}

double area_oracle_distance(const carom_wall *walls, size_t count, uint32_t area,
                            carom_vec2 point) {
    const carom_index i = area_oracle_nearest(walls, count, area, point);
    const double d = carom_circle_signed_distance(carom_circle_make(point, 0.0), axis_of(walls[i]));
    return area_oracle_place(walls, count, area, point) == AREA_PLACE_INSIDE ? -d : d;
}

static carom_vec2 end_of(const carom_wall *wall, int end) {
    return end == 0 ? wall->a : wall->b;
}

carom_index area_oracle_open_end(const carom_wall *walls, size_t count, carom_vec2 *point) {
    for (size_t i = 0; i < count; i++)
        for (int end = 0; walls[i].group != 0 && end < 2; end++) {
            const carom_vec2 p = end_of(&walls[i], end);
            unsigned ends = 0;
            for (size_t j = 0; j < count; j++)
                for (int e = 0; walls[j].group == walls[i].group && e < 2; e++) {
                    const carom_vec2 q = end_of(&walls[j], e);
                    ends += p.x == q.x && p.y == q.y;
                }
            if (ends % 2 != 0) {
                *point = p;
                return (carom_index)i;
            }
        }
    return CAROM_NO_WALL;
}
