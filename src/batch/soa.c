// One circle or wall from structures of arrays, and the touch query by contact rule. Room:
// batch.
#include "carom/soa.h"

#include "batch/soa_numbers.h"
#include "contracts.h"

// The number type and stride of an array.
typedef struct layout {
    carom_number number;
    size_t stride;
} layout;

static double number_of(const void *numbers, layout l, size_t i) {
    CAROM_ASSERT(numbers != NULL);
    const size_t stride = carom_stride_of(l.number, l.stride);
    return carom_number_at((const char *)numbers + i * stride, l.number);
}

static carom_vec2 point_of(const void *x, const void *y, layout l, size_t i) {
    return carom_vec2_make(number_of(x, l, i), number_of(y, l, i));
}

static double radius_of(const void *radii, layout l, size_t i) {
    return radii != NULL ? number_of(radii, l, i) : 0.0;
}

carom_circle carom_circle_soa_get(const carom_circle_soa *circles, size_t i) {
    CAROM_ASSERT(circles != NULL && i < circles->count);
    const layout l = {circles->number, circles->stride};
    return carom_circle_make(point_of(circles->x, circles->y, l, i),
                             radius_of(circles->radius, l, i));
}

carom_vec2 carom_moving_circle_soa_move(const carom_moving_circle_soa *movers, size_t i) {
    CAROM_ASSERT(movers != NULL && i < movers->circles.count);
    const layout l = {movers->circles.number, movers->circles.stride};
    return point_of(movers->move_x, movers->move_y, l, i);
}

carom_wall carom_wall_soa_get(const carom_wall_soa *walls, size_t i) {
    CAROM_ASSERT(walls != NULL && i < walls->count);
    const layout l = {walls->number, walls->stride};
    const carom_extent extent =
        walls->extent != NULL ? (carom_extent)walls->extent[i] : CAROM_EXTENT_SEGMENT;
    carom_wall wall =
        carom_wall_make(point_of(walls->ax, walls->ay, l, i), point_of(walls->bx, walls->by, l, i),
                        radius_of(walls->radius, l, i), extent);
    wall.one_sided = walls->one_sided != NULL && walls->one_sided[i] != 0;
    wall.category = walls->category != NULL ? walls->category[i] : 0;
    wall.group = walls->group != NULL ? walls->group[i] : 0;
    return wall;
}

bool carom_circle_touches_by_rule(carom_circle circle, carom_wall wall, carom_contact_rule rule) {
    switch (rule) {
    case CAROM_CONTACT_RULE_CLOSED_DISC:
        return carom_circle_touches(circle, wall);
    case CAROM_CONTACT_RULE_OPEN_DISC:
        return carom_circle_overlaps(circle, wall);
    case CAROM_CONTACT_RULE_RING:
        return carom_circle_outline_touches(circle, wall);
    }
    return false;
}
