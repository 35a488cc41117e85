// Short names for vectors and balls. Room: tests.
#ifndef CAROM_TESTS_POINTS_H
#define CAROM_TESTS_POINTS_H

#include <math.h>

#include "carom/mover.h"

static inline carom_vec2 vec(double x, double y) {
    return carom_vec2_make(x, y);
}

static inline bool is_point(carom_vec2 p, double x, double y) {
    return p.x == x && p.y == y;
}

static inline bool same_point(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y;
}

static inline bool is_near(carom_vec2 p, double x, double y, double error) {
    return fabs(p.x - x) <= error && fabs(p.y - y) <= error;
}

static inline carom_ball ball_at(double x, double y, double radius, double vx, double vy) {
    const carom_ball ball = {{x, y}, radius, {vx, vy}};
    return ball;
}

#endif
