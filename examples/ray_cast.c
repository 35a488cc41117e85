// Ray casts: what does a robot see along a few directions, and how far could it drive there?
//
// A ray cast is the sweep of a circle of radius 0. A thick cast, for the robot's own body, is the
// sweep of its circle. Grazed walls are passed. carom_circle_compare_time_of_impact finds the first
// of several walls; it is exact even if the rounded times of two walls are equal. If two walls are
// met at the same time, at a common corner, the lower index is kept.
#include <stdio.h>

#include <carom/carom.h>

enum { WALLS = 5, RAYS = 6 };

static const carom_wall walls[WALLS] = {
    {{8, -6}, {8, 3}, 0, CAROM_EXTENT_SEGMENT},   // 0: to the right
    {{8, 3}, {2, 9}, 0, CAROM_EXTENT_SEGMENT},    // 1: slanting, from the upper end of wall 0
    {{4, -1}, {4, -4}, 0, CAROM_EXTENT_SEGMENT},  // 2: a door leaf, grazed
    {{-5, 2}, {-5, 2}, 1, CAROM_EXTENT_SEGMENT},  // 3: a round column
    {{-3, -9}, {1, -9}, 0, CAROM_EXTENT_SEGMENT}, // 4: far below
};

// The index of the wall that the circle meets first, or -1.
static int first_wall(carom_circle circle, carom_vec2 move) {
    int first = -1;
    for (int i = 0; i < WALLS; i++) {
        if (carom_circle_sweep(circle, move, walls[i]).kind < CAROM_SWEEP_KIND_HIT)
            continue;
        if (first < 0 ||
            carom_circle_compare_time_of_impact(circle, move, walls[i], walls[first]) < 0)
            first = i;
    }
    return first;
}

static void cast(double radius, carom_vec2 move) {
    const carom_circle circle = carom_circle_make(carom_vec2_make(0, 0), radius);
    const int i = first_wall(circle, move);
    if (i < 0) {
        printf("  radius %g: free all the way\n", radius);
        return;
    }
    const carom_sweep s = carom_circle_sweep(circle, move, walls[i]);
    printf("  radius %g: wall %d, %s, after %.6f of the way, at (%.6f, %.6f)\n", radius, i,
           carom_feature_name(s.feature), s.t, s.point.x, s.point.y);
}

int main(void) {
    const carom_vec2 moves[RAYS] = {{10, 0}, {16, 6}, {10, 10}, {9, -2}, {-10, 1}, {0, -8}};
    for (int i = 0; i < RAYS; i++) {
        printf("towards (%g, %g)\n", moves[i].x, moves[i].y);
        cast(0, moves[i]);
        cast(1, moves[i]);
    }
    return 0;
}
