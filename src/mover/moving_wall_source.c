// The boxes of moving walls, and the source that searches a list of them. Room: mover.
#include "carom/moving_wall_source.h"

#include "contracts.h"
#include "numbers.h"

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

static void query_list(const void *source, carom_path path, carom_moving_wall_callback *callback,
                       void *context) {
    const carom_moving_wall_list *list = source;
    const carom_box near = carom_path_box(path);
    for (size_t i = 0; i < list->count; i++) {
        const carom_moving_wall wall = list->walls[i];
        const carom_box box = list->boxes != NULL ? list->boxes[i] : carom_moving_wall_box(wall);
        if (carom_box_overlaps(box, near))
            callback(context, i, wall);
    }
}

carom_moving_wall_source carom_moving_wall_list_source(const carom_moving_wall_list *list) {
    CAROM_ASSERT(list != NULL && (list->walls != NULL || list->count == 0));
    const carom_moving_wall_source walls = {query_list, list};
    return walls;
}
