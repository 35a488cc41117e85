// The wall source that searches a list from end to end. Room: mover.
#include "carom/world.h"

#include "contracts.h"
#include "numbers.h"
#include "rest/path_box.h"

// The box of the first part of a path. Its end is off by less than 3 epsilon of the largest
// coordinate, and the radius by half an epsilon of itself. If the difference overflows, the box is
// infinite.
static carom_box box_of_fraction(carom_path path, double fraction) {
    CAROM_ASSERT(fraction > 0.0 && fraction < 1.0);
    const carom_vec2 p = path.from, v = carom_vec2_sub(path.to, p);
    const double from_size = larger(fabs(p.x), fabs(p.y));
    const double to_size = larger(fabs(path.to.x), fabs(path.to.y));
    const double size = larger(larger(from_size, to_size), path.radius);
    const carom_path part = {p, carom_vec2_add(p, carom_vec2_scale(v, fraction)),
                             path.radius + (4.0 * DBL_EPSILON * size + DBL_TRUE_MIN)};
    return box_of_path(&part);
}

static void query_list(const void *source, const carom_path *path,
                       carom_path_query_callback *callback, void *context) {
    const carom_wall_list *list = source;
    const carom_vec2 length = carom_vec2_sub(path->to, path->from);
    // The box of a shorter path is not much smaller.
    const bool is_long = fabs(length.x) + fabs(length.y) > path->radius;
    carom_box near = box_of_path(path);
    double matters = 1.0;
    for (size_t i = 0; i < list->count; i++) {
        const carom_box box = list->boxes != NULL ? list->boxes[i] : carom_wall_box(list->walls[i]);
        if (!carom_box_overlaps(box, near))
            continue;
        const double fraction = callback(context, (carom_index)i, &list->walls[i]);
        if (!(fraction > 0.0))
            return;
        if (is_long && fraction < matters) {
            matters = fraction;
            near = box_of_fraction(*path, fraction);
        }
    }
}

carom_wall_source carom_wall_list_source(const carom_wall_list *list) {
    CAROM_ASSERT(list != NULL && (list->walls != NULL || list->count == 0));
    CAROM_ASSERT(list->count <= CAROM_INDEX_MAX);
    const carom_wall_source walls = {query_list, list};
    return walls;
}
