// The walls near one piece of a ball's way: which is met first, and which places near the way the
// ball may go to instead.
//
// Method: the source is asked once, about the way with some room on both sides, and only as far as
// the first contact. Walls that leave the room free, too, need not be remembered: no place within
// it can bring the ball to them. The few others are asked again for every place. Layer: mover.
#ifndef CAROM_NEAR_WALLS_H
#define CAROM_NEAR_WALLS_H

#include "carom/filter.h"
#include "carom/sweep.h"
#include "carom/wall_source.h"
#include "numbers.h"

enum { NEAR_MAX = 32, PASSED_MAX = 64 };

// The indices of walls that the ball goes through for the rest of the frame.
typedef struct passed_walls {
    size_t index[PASSED_MAX];
    int count;
} passed_walls;

typedef struct near_wall {
    carom_wall wall;
    // The circle moves away from it on its way.
    bool is_left;
} near_wall;

// A piece of a way, and the walls near it.
typedef struct near_walls {
    carom_wall_source source;
    const carom_filter *filter;
    // The walls that the ball passes in this frame.
    const passed_walls *passed;
    // From its centre to `to`.
    carom_circle circle;
    carom_vec2 to;
    // The start is known to be free of all solid walls.
    bool starts_clear;
    // Half of the room on both sides of the way, or less than 0 if there is none.
    double margin;
    // How much of the way is known.
    double fraction;
    // All walls that are solid for the circle and come within its radius and the room of that part
    // of the way.
    bool is_complete;
    int count;
    near_wall walls[NEAR_MAX];
} near_walls;

// The first contact on the way.
typedef struct path_contact {
    // Where the way leads; free of all walls if neither found nor overlapped.
    carom_vec2 to;
    bool found;
    size_t index;
    carom_wall wall;
    carom_sweep sweep;
    // The lowest wall overlapped at the start.
    bool overlapped;
    size_t overlapped_index;
} path_contact;

// One ulp of the largest number at a centre, or a little more.
static inline double ulp_at(carom_vec2 p, double radius) {
    return larger(larger(larger(fabs(p.x), fabs(p.y)), radius) * DBL_EPSILON, DBL_TRUE_MIN);
}

// True if the filter accepts the wall and the ball does not pass it.
bool carom_near_considers(const near_walls *near, size_t index, carom_wall wall);

// Finds the first contact on the way of a circle to `to`, and remembers the walls near. `near` has
// its source, filter, passed and starts_clear set; the rest is set here.
void carom_near_first(near_walls *near, carom_circle circle, carom_vec2 to, path_contact *first);

// True if the circle of the last carom_near_first can go straight to `place`: no solid wall is in
// the way, of all there are. Best near the point that `share` of its way leads to, for the walls
// need not be asked for then. Exact, whatever `place` and `share`, >= 0, are.
bool carom_near_is_clear(const near_walls *near, carom_vec2 place, double fraction);

#endif
