// Boxes of walls and ways, and the source that goes through an array. Layer: walls.
#include "carom/walls.h"

#include "numbers.h"

// An end of a wall's box. Twice the rounding of the difference is taken off, and the smallest
// number where that is nothing.
static double lower(double p, double radius) {
    if (radius == 0.0)
        return p;
    const double low = p - radius;
    return low - (fabs(low) * DBL_EPSILON + DBL_TRUE_MIN);
}

// The low end of the box in one coordinate; the high one is the same with all signs changed.
static double low_end(double a, double b, double radius, carom_extent extent) {
    const bool endless = (extent == CAROM_RAY && b < a) || (extent == CAROM_LINE && a != b);
    return endless ? -HUGE_VAL : lower(smaller(a, b), radius);
}

carom_box carom_wall_box(carom_wall wall) {
    const carom_vec2 a = wall.a, b = wall.b;
    if (!carom_wall_is_valid(wall)) {
        const double nan = (double)NAN; // no comparison with it holds
        const carom_box none = {{nan, nan}, {nan, nan}};
        return none;
    }
    const carom_box box = {
        {low_end(a.x, b.x, wall.radius, wall.extent), low_end(a.y, b.y, wall.radius, wall.extent)},
        {-low_end(-a.x, -b.x, wall.radius, wall.extent),
         -low_end(-a.y, -b.y, wall.radius, wall.extent)}};
    return box;
}

carom_box carom_way_box(carom_way way) {
    const carom_vec2 p = way.from, q = way.to;
    const carom_box box = {
        {lower(smaller(p.x, q.x), way.radius), lower(smaller(p.y, q.y), way.radius)},
        {-lower(-larger(p.x, q.x), way.radius), -lower(-larger(p.y, q.y), way.radius)}};
    return box;
}

// The box of the first part of a way. Its end is off by less than 3 epsilon of the largest
// coordinate, and the radius by half of one of itself; where the difference overflows the box is
// infinite.
static carom_box box_of_share(carom_way way, double share) {
    const carom_vec2 p = way.from, v = carom_vec2_sub(way.to, p);
    const double from_size = larger(fabs(p.x), fabs(p.y));
    const double to_size = larger(fabs(way.to.x), fabs(way.to.y));
    const double size = larger(larger(from_size, to_size), way.radius);
    const carom_way part = {p, carom_vec2_add(p, carom_vec2_scale(v, share)),
                            way.radius + (4.0 * DBL_EPSILON * size + DBL_TRUE_MIN)};
    return carom_way_box(part);
}

static void visit_array(const void *source, carom_way way, carom_way_visit *visit, void *context) {
    const carom_wall_array *array = source;
    carom_box near = carom_way_box(way);
    double matters = 1.0;
    for (size_t i = 0; i < array->count; i++) {
        const carom_box box =
            array->boxes != NULL ? array->boxes[i] : carom_wall_box(array->walls[i]);
        if (!carom_boxes_meet(box, near))
            continue;
        const double share = visit(context, i, array->walls[i]);
        if (!(share > 0.0))
            return;
        if (share < matters) {
            matters = share;
            near = box_of_share(way, share);
        }
    }
}

carom_walls carom_walls_of_array(const carom_wall_array *array) {
    const carom_walls walls = {visit_array, array};
    return walls;
}
