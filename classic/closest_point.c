// Article 2: the closest point by projection on the unit vector of the segment, clamped to its
// ends; open disc. It also computes a depenetration vector.
// Right: away from ties.
// Wrong: zero length divides 0 by 0: (0,0) r 1, (0,0)-(0,0) is missed. A centre on the segment has
// a NaN vector: (1,0) r 1, (0,0)-(2,0). A touch can count: (-1,-7) r 5, (0,0)-(6,-8) is a false
// hit. Half of all circles still overlap after the depenetration. Room: classic.
#include "methods.h"
#include "steps.h"
#include "vectors.h"

carom_classic_contact classic_closest_point(carom_circle circle, carom_wall wall,
                                            carom_classic_steps *steps) {
    carom_classic_contact answer = {.has_point = true};
    const double radius = circle.radius + wall.radius;
    const carom_vec2 seg = step_vec2(steps, "seg_v = b - a", carom_vec2_sub(wall.b, wall.a));
    const carom_vec2 pt =
        step_vec2(steps, "pt_v = center - a", carom_vec2_sub(circle.center, wall.a));
    const double length = step_number(steps, "|seg_v|", classic_length(seg));
    const carom_vec2 unit =
        step_vec2(steps, "unit = seg_v / |seg_v|", carom_vec2_make(seg.x / length, seg.y / length));
    const double along = step_number(steps, "|proj_v| = pt_v . unit", carom_vec2_dot(pt, unit));
    if (along < 0.0)
        answer.point = step_vec2(steps, "closest = a, since |proj_v| < 0", wall.a);
    else if (along > length)
        answer.point = step_vec2(steps, "closest = b, since |proj_v| > |seg_v|", wall.b);
    else
        answer.point = step_vec2(steps, "closest = a + |proj_v| unit",
                                 carom_vec2_add(wall.a, carom_vec2_scale(unit, along)));
    const carom_vec2 dist =
        step_vec2(steps, "dist_v = center - closest", carom_vec2_sub(circle.center, answer.point));
    const double distance = step_number(steps, "|dist_v|", classic_length(dist));
    answer.collides = step_yes(steps, "intersects: |dist_v| < radius", distance < radius);
    if (!answer.collides)
        return answer;
    const carom_vec2 out = carom_vec2_make(dist.x / distance, dist.y / distance);
    answer.has_offset = true;
    answer.offset = step_vec2(steps, "offset = (radius - |dist_v|) dist_v / |dist_v|",
                              carom_vec2_scale(out, radius - distance));
    return answer;
}
