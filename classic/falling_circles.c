// Article 4: circles that fall on a slope. Both approaches compute the distance to the line along
// its normal, here the left-hand normal of c1 -> c2. The first requires a centre between the ends
// in x, by D, the horizontal part of the segment. The second requires it along the segment.
// Right: above the inner part of a slope.
// Wrong, first: the distance is signed: (1,-5) r 1, (0,0)-(2,0) is a false hit; D of a vertical
// wall is 0: (0,1) r 1, (0,0)-(0,2) is missed; the gate is not perpendicular to a slope: (3,1) r 5,
// (0,0)-(1,7) is missed. Wrong, both: ends, as (-3,-4) r 2, (-2,-4)-(4,3) is missed, and walls of
// zero length. Room: classic.
#include <math.h>

#include "methods.h"
#include "steps.h"
#include "vectors.h"

// The signed projection of p on q: |p| times the cosine of the angle between them.
static double projection_on(carom_vec2 p, carom_vec2 q) {
    return carom_vec2_dot(p, q) / classic_length(q);
}

carom_classic_contact classic_falling_gate(carom_circle circle, carom_wall wall,
                                           carom_classic_steps *steps) {
    carom_classic_contact answer = {0};
    const double radius = circle.radius + wall.radius;
    const carom_vec2 line = step_vec2(steps, "line = c2 - c1", carom_vec2_sub(wall.b, wall.a));
    const carom_vec2 normal = step_vec2(steps, "left normal of line", carom_vec2_left(line));
    const carom_vec2 d =
        step_vec2(steps, "D = horizontal part of line",
                  carom_vec2_make(projection_on(line, carom_vec2_make(1.0, 0.0)), 0.0));
    const carom_vec2 c1 =
        step_vec2(steps, "B = center - c1", carom_vec2_sub(circle.center, wall.a));
    const double on_normal =
        step_number(steps, "distance = B on the normal", projection_on(c1, normal));
    const carom_vec2 c2 =
        step_vec2(steps, "C = center - c2", carom_vec2_sub(circle.center, wall.b));
    const double after_c1 = step_number(steps, "D . B", carom_vec2_dot(d, c1));
    const double before_c2 = step_number(steps, "D . C", carom_vec2_dot(d, c2));
    answer.collides = step_yes(steps, "collides: distance <= radius, D . B > 0, D . C < 0",
                               on_normal <= radius && after_c1 > 0.0 && before_c2 < 0.0);
    return answer;
}

carom_classic_contact classic_falling_projection(carom_circle circle, carom_wall wall,
                                                 carom_classic_steps *steps) {
    carom_classic_contact answer = {0};
    const double radius = circle.radius + wall.radius;
    const carom_vec2 line = step_vec2(steps, "line = c2 - c1", carom_vec2_sub(wall.b, wall.a));
    const carom_vec2 normal = step_vec2(steps, "left normal of line", carom_vec2_left(line));
    const carom_vec2 c1 =
        step_vec2(steps, "v = center - c1", carom_vec2_sub(circle.center, wall.a));
    const double on_normal =
        step_number(steps, "distance = |v on the normal|", fabs(projection_on(c1, normal)));
    const double on_line = step_number(steps, "along = v on the line", projection_on(c1, line));
    const double product = step_number(steps, "line . v", carom_vec2_dot(line, c1));
    const double length = step_number(steps, "|line|", classic_length(line));
    answer.collides = step_yes(steps, "collides: distance <= radius, line . v > 0, along < |line|",
                               on_normal <= radius && product > 0.0 && on_line < length);
    return answer;
}
