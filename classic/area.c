// Article 1: circle and line, circle and segment. The distance to the line is the height of a
// triangle, computed from its area. An end is nearest if the angle there is not acute. The circle
// is a ring.
// Right: small integers, also at both ties.
// Wrong: some cases in a hundred near tangency, because product and root are rounded. A line of
// zero length divides 0 by 0: (3,4) r 5, line (0,0)-(0,0) is missed. A ring differs from a disc:
// (0,1) r 4, (-1,0)-(3,2) lies inside and does not collide. Room: classic.
#include <math.h>

#include "methods.h"
#include "steps.h"
#include "vectors.h"

static double triangle_area(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    return fabs(carom_vec2_cross(carom_vec2_sub(b, a), carom_vec2_sub(c, a))) / 2.0;
}

// area = base height / 2
static double height(carom_vec2 o, carom_vec2 p, carom_vec2 q, carom_classic_steps *steps) {
    const double area = step_number(steps, "area = |OP x OQ| / 2", triangle_area(o, p, q));
    const double base = step_number(steps, "base = |PQ|", classic_length(carom_vec2_sub(q, p)));
    return step_number(steps, "height = 2 area / base", 2.0 * area / base);
}

carom_classic_contact classic_area_line(carom_circle circle, carom_wall wall,
                                        carom_classic_steps *steps) {
    carom_classic_contact answer = {0};
    const double radius = circle.radius + wall.radius;
    const double nearest = height(circle.center, wall.a, wall.b, steps);
    answer.collides = step_yes(steps, "collides: height <= radius", nearest <= radius);
    return answer;
}

carom_classic_contact classic_area(carom_circle circle, carom_wall wall,
                                   carom_classic_steps *steps) {
    carom_classic_contact answer = {0};
    const double radius = circle.radius + wall.radius;
    const carom_vec2 o = circle.center, p = wall.a, q = wall.b;
    const carom_vec2 op = carom_vec2_sub(p, o), oq = carom_vec2_sub(q, o);
    const carom_vec2 pq = carom_vec2_sub(q, p), qp = carom_vec2_sub(p, q);
    const double to_p = step_number(steps, "distance to P = |OP|", classic_length(op));
    const double to_q = step_number(steps, "distance to Q = |OQ|", classic_length(oq));
    const double farthest =
        step_number(steps, "farthest = larger of |OP|, |OQ|", to_p > to_q ? to_p : to_q);
    const double at_p = step_number(steps, "OP . QP", carom_vec2_dot(op, qp));
    const double at_q = step_number(steps, "OQ . PQ", carom_vec2_dot(oq, pq));
    double nearest;
    if (step_yes(steps, "above the segment: both > 0", at_p > 0.0 && at_q > 0.0))
        nearest = height(o, p, q, steps);
    else
        nearest = step_number(steps, "nearest = smaller of |OP|, |OQ|", to_p < to_q ? to_p : to_q);
    answer.collides = step_yes(steps, "collides: nearest <= radius and farthest >= radius",
                               nearest <= radius && farthest >= radius);
    return answer;
}
