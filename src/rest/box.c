// Boxes of walls and paths. Room: rest.
#include "carom/shapes.h"

#include "rest/path_box.h"

// The low end of the box in one coordinate. The high end is the same with all signs changed.
static double low_end(double a, double b, double radius, carom_extent extent) {
    const bool endless =
        (extent == CAROM_EXTENT_RAY && b < a) || (extent == CAROM_EXTENT_LINE && a != b);
    return endless ? -HUGE_VAL : low_end_of(smaller(a, b), radius);
}

carom_box carom_wall_box(carom_wall wall) {
    const carom_vec2 a = wall.a, b = wall.b;
    if (!carom_wall_is_valid(wall)) {
        const double nan = (double)NAN; // every comparison with it is false
        const carom_box none = {{nan, nan}, {nan, nan}};
        return none;
    }
    const carom_extent extent = (carom_extent)wall.extent;
    const carom_box box = {
        {low_end(a.x, b.x, wall.radius, extent), low_end(a.y, b.y, wall.radius, extent)},
        {-low_end(-a.x, -b.x, wall.radius, extent), -low_end(-a.y, -b.y, wall.radius, extent)}};
    return box;
}

carom_box carom_path_box(carom_path path) {
    return box_of_path(&path);
}
