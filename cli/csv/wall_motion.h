// The motion of a wall's ends.
// Room: cli.
#ifndef CAROM_CLI_CSV_WALL_MOTION_H
#define CAROM_CLI_CSV_WALL_MOTION_H

#include <carom/vec2.h>

/// The displacement or velocity of the ends of a wall.
typedef struct wall_motion {
    carom_vec2 a;
    carom_vec2 b;
} wall_motion;

static inline bool wall_motion_is_zero(wall_motion motion) {
    return motion.a.x == 0.0 && motion.a.y == 0.0 && motion.b.x == 0.0 && motion.b.y == 0.0;
}

#endif
