// No article: the usual code. It clamps the parameter of the nearest point to [0, 1], then compares
// squared distances; closed disc. In double, and with every number rounded to float.
// Right: away from ties.
// Wrong: rounded ties: (4,-7) r 1, (0,0)-(6,-8) is missed. Large floats: (16777219,0) r 1,
// (16777221,-1)-(16777221,1) is a false hit. Squares underflow: (3e-200,0) r 1e-200, (0,-1)-(0,1)
// is a false hit. Zero length divides 0 by 0: (0,0) r 1, (0,0)-(0,0) is missed. Room: classic.
#include "methods.h"
#include "steps.h"

carom_classic_contact classic_naive_double(carom_circle circle, carom_wall wall,
                                           carom_classic_steps *steps) {
    carom_classic_contact answer = {.has_point = true};
    const double radius = circle.radius + wall.radius;
    const carom_vec2 u = step_vec2(steps, "u = b - a", carom_vec2_sub(wall.b, wall.a));
    const carom_vec2 w = step_vec2(steps, "w = center - a", carom_vec2_sub(circle.center, wall.a));
    double t =
        step_number(steps, "t = (w . u) / (u . u)", carom_vec2_dot(w, u) / carom_vec2_dot(u, u));
    if (t < 0.0)
        t = step_number(steps, "clamped to a: t = 0", 0.0);
    else if (t > 1.0)
        t = step_number(steps, "clamped to b: t = 1", 1.0);
    answer.point =
        step_vec2(steps, "closest = a + t u", carom_vec2_add(wall.a, carom_vec2_scale(u, t)));
    const carom_vec2 d = carom_vec2_sub(circle.center, answer.point);
    const double dist2 = step_number(steps, "dist2 = |center - closest|^2", carom_vec2_dot(d, d));
    const double radius2 = step_number(steps, "radius^2", radius * radius);
    answer.collides = step_yes(steps, "collides: dist2 <= radius^2", dist2 <= radius2);
    return answer;
}

typedef struct float_vec2 {
    float x, y;
} float_vec2;

// Doubles beyond the range of float become infinite, as in IEC 60559.
static float_vec2 float_of(carom_vec2 p) {
    return (float_vec2){(float)p.x, (float)p.y};
}

static carom_vec2 double_of(float_vec2 p) {
    return carom_vec2_make((double)p.x, (double)p.y);
}

static float_vec2 float_sub(float_vec2 p, float_vec2 q) {
    return (float_vec2){(float)(p.x - q.x), (float)(p.y - q.y)};
}

// The casts remove extra digits that some machines keep.
static float float_dot(float_vec2 p, float_vec2 q) {
    return (float)((float)(p.x * q.x) + (float)(p.y * q.y));
}

carom_classic_contact classic_naive_float(carom_circle circle, carom_wall wall,
                                          carom_classic_steps *steps) {
    carom_classic_contact answer = {.has_point = true};
    const float radius = (float)((float)circle.radius + (float)wall.radius);
    const float_vec2 a = float_of(wall.a), b = float_of(wall.b), c = float_of(circle.center);
    const float_vec2 u = float_sub(b, a), w = float_sub(c, a);
    step_vec2(steps, "center as float", double_of(c));
    step_vec2(steps, "u = b - a", double_of(u));
    step_vec2(steps, "w = center - a", double_of(w));
    float t = (float)(float_dot(w, u) / float_dot(u, u));
    step_number(steps, "t = (w . u) / (u . u)", (double)t);
    if (t < 0.0f)
        t = (float)step_number(steps, "clamped to a: t = 0", 0.0);
    else if (t > 1.0f)
        t = (float)step_number(steps, "clamped to b: t = 1", 1.0);
    const float_vec2 closest = {(float)(a.x + (float)(t * u.x)), (float)(a.y + (float)(t * u.y))};
    answer.point = step_vec2(steps, "closest = a + t u", double_of(closest));
    const float_vec2 d = float_sub(c, closest);
    const float dist2 = float_dot(d, d), radius2 = (float)(radius * radius);
    step_number(steps, "dist2 = |center - closest|^2", (double)dist2);
    step_number(steps, "radius^2", (double)radius2);
    answer.collides = step_yes(steps, "collides: dist2 <= radius^2", dist2 <= radius2);
    return answer;
}
