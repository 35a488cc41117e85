// Article 5: A is the rise, B is minus the run, and the tangent is (-B, A) as a unit vector. The
// nearest point is tangent . (centre - two) from `two`, which is b. It is clamped, and its distance
// is compared with the radius; open disc.
// Right: beside the segment and beyond `one`, except for rounded ties.
// Wrong: the length used for clamping is unsigned. Beyond `two` by less than the segment nothing is
// clamped: (1.5,0) r .25, (0,0)-(1,0) is a false hit. Farther out it clamps to the wrong end:
// (-1,2) r 2, (0,0)-(0,1) is missed. Zero length: (0,0) r 1, (0,0)-(0,0) is missed.
// Room: classic.
#include "methods.h"
#include "steps.h"
#include "vectors.h"

carom_classic_contact classic_tangent_clamp(carom_circle circle, carom_wall wall,
                                            carom_classic_steps *steps) {
    carom_classic_contact answer = {.has_point = true};
    const double radius = circle.radius + wall.radius;
    const carom_vec2 one = wall.a, two = wall.b;
    const double rise = two.y - one.y, run = two.x - one.x;
    const carom_vec2 ab = step_vec2(steps, "A, B = rise, -run", carom_vec2_make(rise, -run));
    const carom_vec2 along = carom_vec2_make(-ab.y, ab.x);
    const double size = classic_length(along);
    const carom_vec2 tangent = step_vec2(steps, "tangent = (-B, A) / |(-B, A)|",
                                         carom_vec2_make(along.x / size, along.y / size));
    const carom_vec2 difference =
        step_vec2(steps, "difference = center - two", carom_vec2_sub(circle.center, two));
    const double distance =
        step_number(steps, "distance = tangent . difference", carom_vec2_dot(tangent, difference));
    carom_vec2 nearest = step_vec2(steps, "nearest = two + distance tangent",
                                   carom_vec2_add(two, carom_vec2_scale(tangent, distance)));
    const double from_two = step_number(steps, "length = |two - nearest|",
                                        classic_length(carom_vec2_sub(two, nearest)));
    const double length =
        step_number(steps, "segment = |two - one|", classic_length(carom_vec2_sub(two, one)));
    // As published: a length is never negative, so this branch is never taken for `two`.
    if (from_two < 0.0)
        nearest = step_vec2(steps, "clamped to two, since length < 0", two);
    else if (from_two >= length)
        nearest = step_vec2(steps, "clamped to one, since length >= segment", one);
    const carom_vec2 gap =
        step_vec2(steps, "gap = nearest - center", carom_vec2_sub(nearest, circle.center));
    const double apart = step_number(steps, "|gap|", classic_length(gap));
    answer.point = nearest;
    answer.collides = step_yes(steps, "in collision: |gap| < radius", apart < radius);
    return answer;
}
