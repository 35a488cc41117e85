// Where moving walls are, their boxes, and the source that searches a list of them. Room: mover.
#include "carom/world.h"

#include "contracts.h"
#include "numbers.h"

// Not inline: a caller's compiler may fuse products and sums, and then a wall would be elsewhere
// than for the mover, and elsewhere on another machine.
carom_wall carom_moving_wall_at(carom_moving_wall wall, double t) {
    carom_wall w = wall.wall;
    w.a = carom_vec2_add(w.a, carom_vec2_scale(wall.a_move, t));
    w.b = carom_vec2_add(w.b, carom_vec2_scale(wall.b_move, t));
    return w;
}

static carom_vec2 turned(carom_vec2 p, carom_vec2 turn) {
    return carom_vec2_add(carom_vec2_scale(p, turn.x),
                          carom_vec2_scale(carom_vec2_left(p), turn.y));
}

carom_moving_wall carom_moving_wall_turning(carom_wall wall, carom_vec2 pivot, carom_vec2 turn) {
    const carom_vec2 a = carom_vec2_sub(wall.a, pivot), b = carom_vec2_sub(wall.b, pivot);
    return carom_moving_wall_make(wall, carom_vec2_sub(turned(a, turn), a),
                                  carom_vec2_sub(turned(b, turn), b));
}

int carom_turning_frames(double angle, double reach, double tolerance) {
    const bool is_valid = fabs(angle) <= DBL_MAX && reach >= 0.0 && reach <= DBL_MAX &&
                          tolerance >= 0.0 && tolerance <= DBL_MAX;
    if (!is_valid)
        return 0;
    if (angle == 0.0 || reach == 0.0)
        return 1;
    // The least n is a root of reach (angle / n)^2 / 8 = tolerance, rounded up. The quotient comes
    // first, because 0.125 * reach is not exact if it is subnormal.
    const double root = larger(1.0, fabs(angle) * sqrt(0.125 * (reach / tolerance)));
    if (!(root < INT32_MAX))
        return INT32_MAX;
    const int whole = (int)root;
    return whole < root ? whole + 1 : whole;
}

// Each coordinate of an end is monotone in the fraction, rounding included, so it stays between
// those at the ends of the frame.
carom_box carom_moving_wall_box(carom_moving_wall wall) {
    const carom_box from = carom_wall_box(wall.wall);
    const carom_box to = carom_wall_box(carom_moving_wall_at(wall, 1.0));
    if (!carom_moving_wall_is_valid(wall) || !(to.min.x <= to.max.x)) {
        const double nan = (double)NAN;
        const carom_box none = {{nan, nan}, {nan, nan}};
        return none;
    }
    const carom_box box = {{smaller(from.min.x, to.min.x), smaller(from.min.y, to.min.y)},
                           {larger(from.max.x, to.max.x), larger(from.max.y, to.max.y)}};
    return box;
}

static void query_moving_list(const void *source, const carom_path *path,
                              carom_moving_wall_callback *callback, void *context) {
    const carom_moving_wall_list *list = source;
    const carom_box near = carom_path_box(*path);
    for (size_t i = 0; i < list->count; i++) {
        const carom_moving_wall *wall = &list->walls[i];
        const carom_box box = list->boxes != NULL ? list->boxes[i] : carom_moving_wall_box(*wall);
        if (carom_box_overlaps(box, near))
            callback(context, (carom_index)i, wall);
    }
}

carom_moving_wall_source carom_moving_wall_list_source(const carom_moving_wall_list *list) {
    CAROM_ASSERT(list != NULL && (list->walls != NULL || list->count == 0));
    CAROM_ASSERT(list->count <= CAROM_INDEX_MAX);
    const carom_moving_wall_source walls = {query_moving_list, list};
    return walls;
}
