// The borders of the places that a circle can reach in a leg; see leg_borders.h. Room: mover.
#include "mover/leg_borders.h"

#include <math.h>

#include "carom/contact.h"
#include "numbers.h"

// ---- the borders of a wall ----

// The side of the thickened wall on which the circle starts. A wall that moves over the centre does
// not take it to the other side.
static leg_border side_border(carom_circle start, carom_wall from, carom_wall to, double lift) {
    carom_wall line = to;
    line.extent = CAROM_EXTENT_LINE;
    const carom_contact contact = carom_circle_contact(start, line);
    const bool starts_left = carom_wall_side(from, start.center) >= 0;
    const bool ends_left = carom_wall_side(to, start.center) >= 0;
    carom_vec2 n = contact.normal;
    double depth = contact.depth;
    if (starts_left != ends_left) {
        n = carom_vec2_make(-n.x, -n.y);
        depth = 2.0 * (start.radius + to.radius) - depth;
    }
    const leg_border side = {.at = carom_vec2_scale(n, depth + lift), .along = carom_vec2_left(n)};
    return side;
}

// The circle around an end, and its tangents from where the start is seen by an observer on the
// end.
static int end_borders(carom_circle start, carom_vec2 from, carom_vec2 to, double wall_radius,
                       double lift, leg_border *borders) {
    const double reach = start.radius + wall_radius;
    const leg_border circle = {.is_round = true,
                               .at = carom_vec2_sub(to, start.center),
                               .radius = reach + lift,
                               .bend = reach};
    borders[0] = circle;
    const carom_wall post = carom_post(from, wall_radius);
    const carom_contact contact = carom_circle_contact(start, post);
    // The sine of the angle between the tangent and the direction to the end is reach / distance.
    // From a point on the end itself there are none: they are NaN, and no place is on them.
    const double gap = larger(-contact.depth, 0.0), distance = reach + gap;
    const double sine = reach / distance, cosine = sqrt(gap / distance) * sqrt(1.0 + sine);
    const carom_vec2 start_seen = carom_vec2_sub(to, from);
    const carom_vec2 e = carom_vec2_scale(contact.normal, -1.0);
    const carom_vec2 across = carom_vec2_scale(carom_vec2_left(e), sine);
    for (int i = 0; i < 2; i++) {
        const double sign = i == 0 ? 1.0 : -1.0;
        const carom_vec2 d =
            carom_vec2_add(carom_vec2_scale(e, cosine), carom_vec2_scale(across, sign));
        const carom_vec2 away = carom_vec2_scale(carom_vec2_left(d), sign * lift);
        const leg_border tangent = {
            .at = carom_vec2_add(start_seen, away), .along = d, .bend = reach};
        borders[1 + i] = tangent;
    }
    return 3;
}

int carom_leg_borders(carom_circle start, carom_wall from, carom_wall to, double lift,
                      leg_border borders[BORDERS_OF_WALL]) {
    int count = 0;
    const bool is_point = to.a.x == to.b.x && to.a.y == to.b.y;
    if (!is_point)
        borders[count++] = side_border(start, from, to, lift);
    if (to.extent != CAROM_EXTENT_LINE || is_point)
        count += end_borders(start, from.a, to.a, to.radius, lift, borders + count);
    if (to.extent == CAROM_EXTENT_SEGMENT && !is_point)
        count += end_borders(start, from.b, to.b, to.radius, lift, borders + count);
    return count;
}

// ---- points on borders ----

carom_vec2 carom_border_nearest(const leg_border *border) {
    const carom_vec2 p = border->at;
    if (border->is_round) {
        const double distance = sqrt(carom_vec2_dot(p, p));
        return carom_vec2_sub(p, carom_vec2_scale(p, border->radius / distance));
    }
    return carom_vec2_sub(p, carom_vec2_scale(border->along, carom_vec2_dot(p, border->along)));
}

double carom_border_bend(const leg_border *border, carom_vec2 by) {
    const bool leads_away =
        !border->is_round && carom_vec2_dot(carom_vec2_sub(by, border->at), border->along) < 0.0;
    return leads_away ? 0.0 : border->bend;
}

static int lines_meet(const leg_border *p, const leg_border *q, carom_vec2 points[2]) {
    const carom_vec2 w = carom_vec2_sub(q->at, p->at);
    const double t = carom_vec2_cross(w, q->along) / carom_vec2_cross(p->along, q->along);
    points[0] = carom_vec2_add(p->at, carom_vec2_scale(p->along, t));
    return 1;
}

static int line_meets_circle(const leg_border *line, const leg_border *circle,
                             carom_vec2 points[2]) {
    const carom_vec2 w = carom_vec2_sub(circle->at, line->at), d = line->along;
    const double t = carom_vec2_dot(w, d), h = fabs(carom_vec2_cross(d, w));
    const double r = circle->radius;
    if (!(h <= r))
        return 0;
    const double half = sqrt((r - h) * (r + h));
    // Both from the point of the line, which is near the start.
    points[0] = carom_vec2_add(line->at, carom_vec2_scale(d, t - half));
    points[1] = carom_vec2_add(line->at, carom_vec2_scale(d, t + half));
    return 2;
}

static int circles_meet(const leg_border *p, const leg_border *q, carom_vec2 points[2]) {
    const carom_vec2 w = carom_vec2_sub(q->at, p->at);
    const double distance = sqrt(carom_vec2_dot(w, w));
    const carom_vec2 e = carom_vec2_scale(w, 1.0 / distance);
    // From the centre of p to the common chord.
    const double a =
        0.5 * (distance + (p->radius - q->radius) * ((p->radius + q->radius) / distance));
    if (!(fabs(a) <= p->radius))
        return 0;
    const double half = sqrt((p->radius - a) * (p->radius + a));
    const carom_vec2 middle = carom_vec2_add(p->at, carom_vec2_scale(e, a));
    const carom_vec2 across = carom_vec2_scale(carom_vec2_left(e), half);
    points[0] = carom_vec2_add(middle, across);
    points[1] = carom_vec2_sub(middle, across);
    return 2;
}

int carom_borders_meet(const leg_border *p, const leg_border *q, carom_vec2 points[2]) {
    if (p->is_round && q->is_round)
        return circles_meet(p, q, points);
    if (p->is_round)
        return line_meets_circle(q, p, points);
    return q->is_round ? line_meets_circle(p, q, points) : lines_meet(p, q, points);
}
