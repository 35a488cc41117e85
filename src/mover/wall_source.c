// Boxes of walls and ways, and the source that goes through an array. Layer: walls.
#include "carom/wall_source.h"

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
    const bool endless = (extent == CAROM_EXTENT_RAY && b < a) || (extent == CAROM_EXTENT_LINE && a != b);
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

carom_box carom_path_box(carom_path path) {
    const carom_vec2 p = path.from, q = path.to;
    const carom_box box = {
        {lower(smaller(p.x, q.x), path.radius), lower(smaller(p.y, q.y), path.radius)},
        {-lower(-larger(p.x, q.x), path.radius), -lower(-larger(p.y, q.y), path.radius)}};
    return box;
}

// The box of the first part of a way. Its end is off by less than 3 epsilon of the largest
// coordinate, and the radius by half of one of itself; where the difference overflows the box is
// infinite.
static carom_box box_of_fraction(carom_path path, double fraction) {
    const carom_vec2 p = path.from, v = carom_vec2_sub(path.to, p);
    const double from_size = larger(fabs(p.x), fabs(p.y));
    const double to_size = larger(fabs(path.to.x), fabs(path.to.y));
    const double size = larger(larger(from_size, to_size), path.radius);
    const carom_path part = {p, carom_vec2_add(p, carom_vec2_scale(v, fraction)),
                            path.radius + (4.0 * DBL_EPSILON * size + DBL_TRUE_MIN)};
    return carom_path_box(part);
}

static void query_list(const void *source, carom_path path, carom_path_query_callback *visit, void *context) {
    const carom_wall_list *array = source;
    carom_box near = carom_path_box(path);
    double matters = 1.0;
    for (size_t i = 0; i < array->count; i++) {
        const carom_box box =
            array->boxes != NULL ? array->boxes[i] : carom_wall_box(array->walls[i]);
        if (!carom_box_overlaps(box, near))
            continue;
        const double fraction = visit(context, i, array->walls[i]);
        if (!(fraction > 0.0))
            return;
        if (fraction < matters) {
            matters = fraction;
            near = box_of_fraction(path, fraction);
        }
    }
}

carom_wall_source carom_wall_list_source(const carom_wall_list *array) {
    const carom_wall_source walls = {query_list, array};
    return walls;
}
