// Validity of shapes, and the names of extents. Room: rest.
#include "carom/shapes.h"

#include "numbers.h"

static bool radius_is_valid(double r) {
    return r >= 0.0 && r <= DBL_MAX;
}

bool carom_circle_is_valid(carom_circle circle) {
    return is_finite(circle.center) && radius_is_valid(circle.radius);
}

bool carom_wall_is_valid(carom_wall wall) {
    bool extent_known = wall.extent == CAROM_EXTENT_SEGMENT || wall.extent == CAROM_EXTENT_RAY ||
                        wall.extent == CAROM_EXTENT_LINE;
    return extent_known && is_finite(wall.a) && is_finite(wall.b) && radius_is_valid(wall.radius);
}

const char *carom_extent_name(carom_extent extent) {
    switch (extent) {
    case CAROM_EXTENT_SEGMENT:
        return "segment";
    case CAROM_EXTENT_RAY:
        return "ray";
    case CAROM_EXTENT_LINE:
        return "line";
    }
    return "invalid";
}
