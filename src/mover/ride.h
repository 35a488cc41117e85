// A character among moving walls: they carry and push it first, then it moves among them where they
// are at the end of the frame. Room: mover.
#ifndef CAROM_RIDE_H
#define CAROM_RIDE_H

#include "carom/mover.h"

// The walls of both sources. As one source, an index of a moving wall has RIDE_MOVING set. The
// mover uses the bit above it for the same purpose.
typedef struct ride_walls {
    carom_wall_source still;
    carom_moving_wall_source moving;
    // The fraction of the frame at which the moving walls stand still.
    double at;
} ride_walls;

// The bit of the index of a moving wall.
#define RIDE_MOVING CAROM_INDEX_MAX

static inline carom_wall_id carom_ride_id(carom_index index) {
    const carom_wall_id id = {index & ~RIDE_MOVING, (index & RIDE_MOVING) != 0};
    return id;
}

// The walls as one source. `walls` must outlive it. Without moving walls it is the other source.
carom_wall_source carom_ride_source(const ride_walls *walls);

// How a moving wall takes along what stands on it.
typedef struct ride_motion {
    // The displacement over the whole frame of the point of the wall that is nearest to the circle.
    carom_vec2 move;
    // How far the circle can come off the wall on the way, because the wall turns.
    double gap;
} ride_motion;

// The motion of a wall at the circle, for the wall at the fraction `at`. Zeros if the wall is not
// near, does not move, or the filter leaves it out.
ride_motion carom_ride_motion(const ride_walls *walls, const carom_filter *filter,
                              carom_circle circle, carom_wall_id id);

#endif
