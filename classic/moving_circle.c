// Article 3: a moving circle and its reflection. A circle that starts beyond the line shifted by
// the radius meets the side if its path crosses the shifted segment. Otherwise it can meet an end.
// N is left of P0 -> P1, M is left of V.
// Right: circles from outside that meet the side, or the only end near their path.
// Wrong (centre, move, r, wall): a circle that touches and leaves hits: (-1,1) (-2,-2) 1
// (0,0)-(0,2). Overlap between the ends is missed: (0,0) (-1,-1) .5 (0,0)-(0,1). The end that is
// nearer along V is used, not the first in time: late (0,4) (-2,-2) 2 (-2,2)-(-1,1), missed (-2,2)
// (1,-1) 1.5 (0,0)-(1,1). Times before 0: (1,0) (-1,0) 2 (0,0)-(-4,0). docs/classic.md has points
// at ends, small scales and corners. Room: classic.
#include <math.h>

#include "methods.h"
#include "steps.h"
#include "vectors.h"

// The common data of all branches.
typedef struct moving_frame {
    carom_vec2 start, move;
    double radius;
    carom_vec2 p0, p1;
    // Unit vectors: N, that of V, and left of it.
    carom_vec2 normal, along, across;
    double speed;
    carom_classic_steps *steps;
} moving_frame;

static carom_classic_sweep no_collision(const moving_frame *f, const char *why) {
    step_yes(f->steps, why, false);
    step_yes(f->steps, "collides", false);
    return (carom_classic_sweep){.end = carom_vec2_add(f->start, f->move)};
}

// Bi + p - 2 (p.n) n, where p is the rest of the displacement.
static carom_classic_sweep reflected(const moving_frame *f, double t, carom_vec2 center,
                                     carom_vec2 normal) {
    const carom_vec2 rest = carom_vec2_sub(carom_vec2_add(f->start, f->move), center);
    const double into = carom_vec2_dot(rest, normal);
    const carom_vec2 end =
        carom_vec2_sub(carom_vec2_add(center, rest), carom_vec2_scale(normal, 2.0 * into));
    step_vec2(f->steps, "Bi = Bs + V t", center);
    step_vec2(f->steps, "normal of reflection n", normal);
    step_vec2(f->steps, "end = Bi + p - 2 (p.n) n", end);
    step_yes(f->steps, "collides", true);
    return (carom_classic_sweep){true, t, center, normal, end};
}

// The collision with an end that is m ahead along V and `dist` beside it.
static carom_classic_sweep meet_end(const moving_frame *f, carom_vec2 p, double m, double dist) {
    const double h =
        step_number(f->steps, "H = sqrt(R^2 - dist^2)", sqrt(f->radius * f->radius - dist * dist));
    const double t = step_number(f->steps, "t = (m - H) / |V|", (m - h) / f->speed);
    if (!(t <= 1.0))
        return no_collision(f, "t <= 1: the end comes too late");
    const carom_vec2 center = carom_vec2_add(f->start, carom_vec2_scale(f->move, t));
    const carom_vec2 out = carom_vec2_sub(center, p);
    const double length = classic_length(out);
    return reflected(f, t, center, carom_vec2_make(out.x / length, out.y / length));
}

// The ends, if the circle starts between the shifted lines.
static carom_classic_sweep ends_from_between(const moving_frame *f) {
    const carom_vec2 to_p0 = carom_vec2_sub(f->p0, f->start);
    const double side =
        step_number(f->steps, "BsP0 . P0P1", carom_vec2_dot(to_p0, carom_vec2_sub(f->p1, f->p0)));
    // As published: P1 if it is not P0's side, also between the ends.
    const bool p0_side = step_yes(f->steps, "P0 is tried, not P1: BsP0 . P0P1 > 0", side > 0.0);
    const carom_vec2 p = p0_side ? f->p0 : f->p1;
    const carom_vec2 to_p = carom_vec2_sub(p, f->start);
    const double m = step_number(f->steps, "m = BsP . V / |V|", carom_vec2_dot(to_p, f->along));
    if (!(m > 0.0))
        return no_collision(f, "m > 0: the end is not ahead");
    const double dist = step_number(f->steps, "dist = BsP . M", carom_vec2_dot(to_p, f->across));
    if (fabs(dist) > f->radius)
        return no_collision(f, "|dist| <= R: passes beside the end");
    return meet_end(f, p, m, dist);
}

// The ends, if the path does not cross the shifted segment.
static carom_classic_sweep ends_from_outside(const moving_frame *f) {
    const carom_vec2 to_p0 = carom_vec2_sub(f->p0, f->start);
    const carom_vec2 to_p1 = carom_vec2_sub(f->p1, f->start);
    const double dist0 =
        step_number(f->steps, "dist0 = BsP0 . M", carom_vec2_dot(to_p0, f->across));
    const double dist1 =
        step_number(f->steps, "dist1 = BsP1 . M", carom_vec2_dot(to_p1, f->across));
    const double m0 = carom_vec2_dot(to_p0, f->along), m1 = carom_vec2_dot(to_p1, f->along);
    if (fabs(dist0) > f->radius && fabs(dist1) > f->radius)
        return no_collision(f, "|dist0| or |dist1| <= R: passes beside both ends");
    bool p0_side = fabs(dist0) <= f->radius;
    if (p0_side && fabs(dist1) <= f->radius) {
        // As published: the smaller distance along V, not the smaller time.
        step_number(f->steps, "|m0| = |BsP0 . V| / |V|", fabs(m0));
        step_number(f->steps, "|m1| = |BsP1 . V| / |V|", fabs(m1));
        p0_side = fabs(m0) < fabs(m1);
    }
    step_yes(f->steps, "P0 is tried, not P1", p0_side);
    const double m = step_number(f->steps, "m = BsP . V / |V|", p0_side ? m0 : m1);
    if (m < 0.0)
        return no_collision(f, "m >= 0: the end is not ahead");
    return meet_end(f, p0_side ? f->p0 : f->p1, m, p0_side ? dist0 : dist1);
}

// A start beyond the line that is shifted by side R N, where side is -1 or 1.
static carom_classic_sweep from_outside(const moving_frame *f, double side) {
    const carom_vec2 shift = carom_vec2_scale(f->normal, side * f->radius);
    const carom_vec2 m = carom_vec2_left(f->move);
    const carom_vec2 to_p0 = carom_vec2_sub(carom_vec2_add(f->p0, shift), f->start);
    const carom_vec2 to_p1 = carom_vec2_sub(carom_vec2_add(f->p1, shift), f->start);
    const double m0 = step_number(f->steps, "M . BsP0'", carom_vec2_dot(m, to_p0));
    const double m1 = step_number(f->steps, "M . BsP1'", carom_vec2_dot(m, to_p1));
    if (!step_yes(f->steps, "path crosses P0'P1': product < 0", m0 * m1 < 0.0))
        return ends_from_outside(f);
    const double way =
        carom_vec2_dot(f->normal, f->p0) - carom_vec2_dot(f->normal, f->start) + side * f->radius;
    const double t = step_number(f->steps, "t = (N.P0 - N.Bs -+ R) / (N.V)",
                                 way / carom_vec2_dot(f->normal, f->move));
    if (!(0.0 <= t && t <= 1.0))
        return no_collision(f, "0 <= t <= 1: not within the frame");
    return reflected(f, t, carom_vec2_add(f->start, carom_vec2_scale(f->move, t)),
                     carom_vec2_scale(f->normal, side));
}

carom_classic_sweep classic_moving_circle(carom_circle circle, carom_vec2 move, carom_wall wall,
                                          carom_classic_steps *steps) {
    const carom_vec2 u = carom_vec2_sub(wall.b, wall.a);
    const double length = classic_length(u), speed = classic_length(move);
    const carom_vec2 along = carom_vec2_make(move.x / speed, move.y / speed);
    const moving_frame f = {
        .start = circle.center,
        .move = move,
        .radius = circle.radius + wall.radius,
        .p0 = wall.a,
        .p1 = wall.b,
        .normal = carom_vec2_left(carom_vec2_make(u.x / length, u.y / length)),
        .along = along,
        .across = carom_vec2_left(along),
        .speed = speed,
        .steps = steps,
    };
    step_vec2(steps, "N = left normal of P0P1", f.normal);
    const double height =
        step_number(steps, "height = N.Bs - N.P0",
                    carom_vec2_dot(f.normal, f.start) - carom_vec2_dot(f.normal, f.p0));
    if (step_yes(steps, "beyond -R: height <= -R", height <= -f.radius))
        return from_outside(&f, -1.0);
    if (step_yes(steps, "beyond +R: height >= R", height >= f.radius))
        return from_outside(&f, 1.0);
    return ends_from_between(&f);
}
