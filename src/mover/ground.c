// What a circle stands on; see ground.h.
//
// Method: one query of the walls near the circle. Every wall within the skin is judged by its
// slope: a side by b - a, an end by the contact normal. Room: mover.
#include "mover/ground.h"

#include "carom/contact.h"
#include "contracts.h"
#include "mover/near_walls.h"
#include "numbers.h"

// A circle that moves along a wall can be this far off it.
enum { SKIN_ULPS = 64 };

static double skin_of(carom_circle circle, carom_wall wall) {
    const double ulp = larger(ulp_at(circle.center, circle.radius),
                              larger(ulp_at(wall.a, wall.radius), ulp_at(wall.b, 0.0)));
    return smaller((double)SKIN_ULPS * ulp, STANDING_GAP * circle.radius);
}

bool carom_ground_touches(carom_circle circle, carom_wall wall) {
    return carom_circle_within(circle, wall, skin_of(circle, wall));
}

double carom_ground_error(const ground_rules *rules, carom_circle circle) {
    const double skin = (double)SKIN_ULPS * ulp_at(circle.center, circle.radius);
    const double turn = sqrt(2.0 * skin / circle.radius);
    return turn * (1.0 + rules->max_slope * rules->max_slope);
}

static carom_path widened_path(carom_vec2 center, double radius) {
    const carom_path path = {center, center, smaller(radius + STANDING_GAP * radius, DBL_MAX)};
    return path;
}

// The excess of the slope of a place over the limit; not positive within the limit. DBL_MAX if the
// place is not below the circle.
static double excess_of(const ground_rules *rules, const ground_place *place) {
    const carom_vec2 n = place->normal, u = carom_vec2_sub(place->wall.b, place->wall.a);
    if (!(carom_vec2_dot(n, rules->up) > 0.0))
        return DBL_MAX;
    // The normal is rounded, b - a rarely.
    if (place->feature == CAROM_FEATURE_SIDE)
        return fabs(carom_vec2_dot(u, rules->steep_up)) -
               rules->max_slope * fabs(carom_vec2_cross(u, rules->steep_up));
    return fabs(carom_vec2_dot(n, rules->right)) - rules->max_slope * carom_vec2_dot(n, rules->up);
}

typedef struct end_search {
    const ground_rules *rules;
    carom_vec2 end;
    double radius;
    bool rises;
} end_search;

// Sets `rises` if the wall goes through the end and rises from there too steeply.
static double visit_for_rise(void *context, carom_index index, const carom_wall *wall) {
    end_search *s = context;
    const ground_rules *rules = s->rules;
    carom_wall axis = *wall;
    axis.radius = 0.0;
    const carom_circle end = carom_circle_make(s->end, 0.0);
    const double skin = skin_of(carom_circle_make(s->end, s->radius), *wall);
    if (!carom_circle_within(end, axis, skin) || !carom_filter_accepts(rules->filter, index, wall))
        return 1.0;
    const carom_feature feature = carom_circle_contact(end, axis).feature;
    const carom_vec2 u = carom_vec2_sub(wall->b, wall->a);
    double rise = carom_vec2_dot(u, rules->steep_up);
    if (feature == CAROM_FEATURE_SIDE)
        rise = fabs(rise);
    else if (feature == CAROM_FEATURE_END_B)
        rise = -rise;
    if (rise > rules->max_slope * fabs(carom_vec2_cross(u, rules->steep_up)))
        s->rises = true;
    return s->rises ? 0.0 : 1.0;
}

bool carom_ground_is_low(const ground_rules *rules, carom_circle circle, const ground_place *place,
                         double room) {
    const double up = carom_vec2_dot(place->normal, rules->up);
    const double reach = circle.radius + place->wall.radius;
    return place->feature == CAROM_FEATURE_SIDE ||
           reach * (1.0 - up) <= room + skin_of(circle, place->wall);
}

// True if a wall goes through the end and rises from there more steeply than the limit.
static bool rises_from(const ground_rules *rules, carom_circle circle, const ground_place *place) {
    const carom_vec2 end = place->feature == CAROM_FEATURE_END_A ? place->wall.a : place->wall.b;
    end_search s = {rules, end, circle.radius, false};
    const carom_path around = widened_path(end, circle.radius);
    rules->walls.query(rules->walls.source, &around, visit_for_rise, &s);
    return s.rises;
}

ground_kind carom_ground_kind(const ground_rules *rules, carom_circle circle,
                              const ground_place *place, double room) {
    const double excess = excess_of(rules, place);
    if (excess <= 0.0)
        return GROUND_FLOOR;
    if (place->feature == CAROM_FEATURE_SIDE || !(excess < DBL_MAX))
        return GROUND_NONE;
    const bool is_floor = excess <= carom_ground_error(rules, circle);
    if (!(is_floor || carom_ground_is_low(rules, circle, place, room)) ||
        rises_from(rules, circle, place))
        return GROUND_NONE;
    return is_floor ? GROUND_FLOOR : GROUND_LOW_END;
}

typedef struct ground_query {
    const ground_rules *rules;
    carom_circle circle;
    ground_search floor;
    // The best end that is no floor.
    bool has_end;
    ground_place end;
} ground_query;

static bool is_better(const ground_query *q, const ground_place *place, const ground_place *best) {
    const double up = carom_vec2_dot(place->normal, q->rules->up);
    const double most = carom_vec2_dot(best->normal, q->rules->up);
    return up > most || (up == most && place->index < best->index);
}

static double visit_for_ground(void *context, carom_index index, const carom_wall *wall) {
    ground_query *q = context;
    if (!carom_ground_touches(q->circle, *wall) ||
        !carom_filter_accepts(q->rules->filter, index, wall))
        return 1.0;
    const bool overlaps = carom_circle_overlaps(q->circle, *wall);
    if (wall->one_sided && (overlaps || carom_wall_side(*wall, q->circle.center) <= 0))
        return 1.0;
    ground_search *floor = &q->floor;
    if (overlaps && (!floor->overlapped || index < floor->overlapped_index)) {
        floor->overlapped = true;
        floor->overlapped_index = index;
    }
    const carom_contact contact = carom_circle_contact(q->circle, *wall);
    const ground_place place = {index, *wall, contact.feature, contact.normal, GROUND_FLOOR};
    if (excess_of(q->rules, &place) <= 0.0) {
        if (!floor->found || is_better(q, &place, &floor->place))
            floor->place = place;
        floor->found = true;
    } else if (place.feature != CAROM_FEATURE_SIDE) {
        if (!q->has_end || is_better(q, &place, &q->end))
            q->end = place;
        q->has_end = true;
    }
    return 1.0;
}

ground_search carom_ground_find(const ground_rules *rules, carom_circle circle, double room) {
    ground_query q = {.rules = rules, .circle = circle};
    if (rules->walls.query == NULL)
        return q.floor;
    const carom_path around = widened_path(circle.center, circle.radius);
    rules->walls.query(rules->walls.source, &around, visit_for_ground, &q);
    if (!q.floor.found && q.has_end) {
        q.floor.place = q.end;
        q.floor.place.kind = carom_ground_kind(rules, circle, &q.end, room);
        q.floor.found = q.floor.place.kind != GROUND_NONE;
    }
    return q.floor;
}

double carom_ground_slope(const ground_rules *rules, const ground_place *place, carom_vec2 along) {
    if (place->feature != CAROM_FEATURE_SIDE)
        return -carom_vec2_dot(place->normal, along) / carom_vec2_dot(place->normal, rules->up);
    const carom_vec2 u = carom_vec2_sub(place->wall.b, place->wall.a);
    return carom_vec2_dot(u, rules->up) / carom_vec2_dot(u, along);
}

double carom_ground_length(const ground_place *place, carom_circle circle, carom_vec2 along) {
    const carom_wall *w = &place->wall;
    const bool is_to_b = carom_vec2_dot(carom_vec2_sub(w->b, w->a), along) > 0.0;
    if (place->feature != CAROM_FEATURE_SIDE)
        return 0.0;
    if (w->extent == CAROM_EXTENT_LINE || (w->extent == CAROM_EXTENT_RAY && is_to_b))
        return DBL_MAX;
    const carom_vec2 way = carom_vec2_sub(is_to_b ? w->b : w->a, circle.center);
    return carom_vec2_dot(way, along) +
           (circle.radius + w->radius) * carom_vec2_dot(place->normal, along);
}

double carom_ground_arc_drop(const ground_rules *rules, const ground_place *place,
                             carom_circle circle, carom_vec2 along, double run) {
    const double reach = circle.radius + place->wall.radius;
    const double x = carom_vec2_dot(place->normal, along);
    const double y = carom_vec2_dot(place->normal, rules->up);
    const double to = x + run / reach;
    if (!(run > 0.0 && fabs(to) < 1.0))
        return 0.0;
    return reach * (y - x / y * (run / reach) - sqrt(1.0 - to * to));
}
