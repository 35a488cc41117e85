// The questions of wall_sets.h: circles, moves, gaps and boxes made from walls of a set.
// Room: tests.
#include "wall_sets.h"

#include <float.h>
#include <math.h>

#include "case_makers.h"

static carom_wall any_wall(random_source *g, const carom_wall *walls, size_t count) {
    const carom_wall unit = {{0.0, 0.0}, {1.0, 0.0}, 0.0, CAROM_EXTENT_SEGMENT};
    const uint64_t bits = random_bits(g);
    return count > 0 ? walls[bits % count] : unit;
}

// A point of the axis: an end, or anywhere, also where a ray or line goes on.
static carom_vec2 axis_point(random_source *g, carom_wall wall) {
    const int where = random_int(g, 0, 3);
    const double t = random_between(g, 0.0, wall.extent == CAROM_EXTENT_SEGMENT ? 1.0 : 4.0);
    if (where < 2) {
        return where == 0 ? wall.a : wall.b;
    }
    const carom_vec2 on = carom_vec2_add(
        wall.a, carom_vec2_scale(carom_vec2_sub(wall.b, wall.a), where == 2 ? 0.5 : t));
    return isfinite(on.x) && isfinite(on.y) ? on : wall.a;
}

static double largest(carom_vec2 u) {
    return fmax(fabs(u.x), fabs(u.y));
}

// A length related to the walls: the length of one, the distance of two, or a coordinate.
static double length_of(random_source *g, const carom_wall *walls, size_t count) {
    const carom_wall p = any_wall(g, walls, count), q = any_wall(g, walls, count);
    const double lengths[] = {largest(carom_vec2_sub(p.b, p.a)), largest(carom_vec2_sub(p.a, q.b)),
                              largest(p.a), p.radius};
    const double length = lengths[random_int(g, 0, 3)];
    return isfinite(length) ? length : 1e308;
}

static double length_between(carom_vec2 p, carom_vec2 q) {
    const carom_vec2 u = carom_vec2_sub(p, q);
    return sqrt(carom_vec2_dot(u, u));
}

// About the distance between neighbouring doubles at the centre.
static double grain_of(carom_circle c) {
    return ldexp(largest(c.center), -53);
}

// Beside a point of the axis, at a right angle or along a coordinate, and a radius that about
// reaches it.
static carom_circle tangent(random_source *g, carom_wall wall, double far) {
    const carom_vec2 on = axis_point(g, wall);
    const int side = random_int(g, 0, 4);
    carom_vec2 n = {side < 2 ? 1.0 - 2.0 * side : 0.0, side < 2 ? 0.0 : 5.0 - 2.0 * side};
    if (side == 4) {
        n = carom_vec2_left(carom_vec2_sub(wall.b, wall.a));
        const double length = largest(n);
        n = carom_vec2_scale(n, length > 0.0 ? 1.0 / length : 0.0);
    }
    const carom_circle c = {carom_vec2_add(on, carom_vec2_scale(n, far)), far};
    const double distance = length_between(c.center, on);
    const double reach = isfinite(distance) && random_one_in(g, 2) ? distance : far;
    double left = reach - wall.radius;
    if (random_one_in(g, 3)) { // by less than the distance of neighbouring coordinates
        left -= random_between(g, -1.0, 2.0) * grain_of(c);
    }
    return carom_circle_make(c.center, fabs(nudged(left, random_int(g, -2, 2))));
}

static carom_circle anywhere(random_source *g, const carom_wall *walls, size_t count) {
    const carom_vec2 p = axis_point(g, any_wall(g, walls, count));
    const carom_vec2 q = axis_point(g, any_wall(g, walls, count));
    const double fraction = random_between(g, 0.0, 1.0), part = random_log(g, -12, 1);
    const carom_vec2 off = carom_vec2_scale(carom_vec2_sub(q, p), fraction);
    return carom_circle_make(carom_vec2_add(p, off), part * length_of(g, walls, count));
}

static carom_circle invalid_circle(random_source *g, carom_circle c) {
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1.0, -DBL_TRUE_MIN};
    const int which = random_int(g, 0, 6);
    if (which < 2) {
        c.center.x = bad[which];
    } else if (which < 4) {
        c.center.y = bad[which - 2];
    } else {
        c.radius = bad[which - 2];
    }
    return c;
}

static carom_circle make_circle(random_source *g, const carom_wall *walls, size_t count) {
    const carom_wall wall = any_wall(g, walls, count);
    const int what = random_int(g, 0, 9);
    const double length = length_of(g, walls, count);
    const double part = random_log(g, -8, 2);
    carom_circle c = {axis_point(g, wall), 0.0};
    switch (what) {
    case 0:
        c.radius = part * length;
        break;
    case 1:
    case 2:
    case 3:
        c = tangent(g, wall, what == 1 ? length : part * length);
        break;
    case 4: // all of them, or nearly
        c.radius = 16.0 * length;
        break;
    case 5:
        break;
    case 6: // through the end of another
        c.radius = length_between(c.center, any_wall(g, walls, count).a);
        break;
    case 7: // integers, if the walls have some
        c.center = carom_vec2_make(floor(c.center.x), floor(c.center.y));
        c.radius = 0.5 * random_int(g, 0, 6);
        break;
    default:
        c = anywhere(g, walls, count);
    }
    return c;
}

static carom_vec2 make_move(random_source *g, carom_circle c, const carom_wall *walls,
                            size_t count) {
    const carom_vec2 to = axis_point(g, any_wall(g, walls, count));
    const carom_vec2 there = carom_vec2_sub(to, c.center);
    const double part = random_log(g, -6, 3);
    carom_vec2 move = there;
    switch (random_int(g, 0, 8)) {
    case 0:
        return carom_vec2_make(0.0, 0.0);
    case 8: // along a coordinate, and aside by less than an ulp of the end of the path
        move.x = length_of(g, walls, count);
        move.x = random_one_in(g, 2) ? move.x : -move.x;
        move.y = random_between(g, -2.0, 2.0) * grain_of(c);
        if (random_one_in(g, 2)) {
            move = carom_vec2_left(move);
        }
        break;
    case 1: // along a wall
        move = any_wall(g, walls, count).b;
        move = carom_vec2_sub(move, to);
        break;
    case 2:
        move = carom_vec2_scale(there, part);
        break;
    case 3:
        move.y = 0.0;
        break;
    case 4:
        move.x = 0.0;
        break;
    case 5:
        move = random_direction(g, 1.0);
        move = carom_vec2_scale(move, part * length_of(g, walls, count));
        break;
    default:
        move = carom_vec2_scale(there, random_int(g, 1, 2));
    }
    if (random_one_in(g, 60)) {
        move.x = (double)NAN;
    }
    return move;
}

static carom_box make_box(random_source *g, const carom_wall *walls, size_t count) {
    const carom_box one = carom_wall_box(any_wall(g, walls, count));
    const carom_box other = carom_wall_box(any_wall(g, walls, count));
    const carom_vec2 p = axis_point(g, any_wall(g, walls, count));
    switch (random_int(g, 0, 7)) {
    case 0:
        return one;
    case 1: // shares an edge
        return (carom_box){{one.max.x, one.min.y}, {other.max.x, other.max.y}};
    case 2: // just beside it
        return (carom_box){{-HUGE_VAL, -HUGE_VAL}, {nudged(one.min.x, -1), HUGE_VAL}};
    case 3:
        return (carom_box){p, p};
    case 4: // the hull of two
        return (carom_box){{fmin(one.min.x, other.min.x), fmin(one.min.y, other.min.y)},
                           {fmax(one.max.x, other.max.x), fmax(one.max.y, other.max.y)}};
    case 5:
        return (carom_box){{-HUGE_VAL, p.y}, {p.x, HUGE_VAL}};
    case 6:
        return random_one_in(g, 4) ? (carom_box){{(double)NAN, p.y}, p}
                                   : (carom_box){{-HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL}};
    default: // upside down at times
        return (carom_box){one.min, other.max};
    }
}

wall_question wall_set_question(random_source *g, const carom_wall *walls, size_t count) {
    wall_question q = {.circle = make_circle(g, walls, count)};
    // Sums and products may have left the range.
    if (!carom_circle_is_valid(q.circle)) {
        q.circle = carom_circle_make(any_wall(g, walls, count).a, 1.0);
    }
    q.move = make_move(g, q.circle, walls, count);
    if (!isfinite(q.move.x + q.move.y) && !random_one_in(g, 20)) {
        q.move = carom_vec2_make(DBL_MAX / 4, -DBL_MAX / 8);
    }
    q.gap = random_one_in(g, 2) ? 0.0 : length_of(g, walls, count);
    if (random_one_in(g, 30)) {
        q.gap = random_one_in(g, 2) ? -1.0 : (double)NAN;
    }
    q.box = make_box(g, walls, count);
    if (random_one_in(g, 30)) {
        q.circle = invalid_circle(g, q.circle);
    }
    return q;
}
