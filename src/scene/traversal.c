// Searches: the region of a path that still matters, as boxes and slabs that contain it despite
// rounding. Room: scene.
#include "scene/traversal.h"

#include "contracts.h"

void carom_search_shrink(tree_search *t, carom_vec2 to, double reach) {
    const carom_scene *s = t->scene;
    const double size =
        larger(larger(fabs(t->from.x), fabs(t->from.y)), larger(fabs(to.x), fabs(to.y)));
    const double margin = sum_up(reach, size * 0x1p-49);
    t->box.min =
        carom_vec2_make(smaller(t->from.x, to.x) - margin, smaller(t->from.y, to.y) - margin);
    t->box.max =
        carom_vec2_make(larger(t->from.x, to.x) + margin, larger(t->from.y, to.y) + margin);
    t->near = index_box_of(s, t->box);
    t->narrowed++;
    t->path = carom_vec2_sub(to, t->from);
    t->margin = margin;
    // The distance from the start to the far end, with a margin for the rounding of index
    // coordinates and of the distances in list_children. Let e = 2^-24, X the start and D the
    // distance. X and the side of a box that contains a place at D are off by e (2 |X| + D)
    // together, and their difference by e D more. For both coordinates this is multiplied by sqrt
    // 2. Squares and sum are off by 1.5 e D. The total is less than 3 e (|X| + |Y|) + 5 e D.
    // Clamping never increases a distance. FLT_MIN covers underflow.
    const double x = t->path.x * s->scale, y = t->path.y * s->scale;
    const double far = sqrt(x * x + y * y) + margin * s->scale;
    const double error = 0x1p-19 * (fabs((double)t->from_x) + fabs((double)t->from_y) + far);
    const double limit = (far + error) * (far + error) + (double)FLT_MIN;
    t->limit = limit < (double)FLT_MAX ? (float)(limit * (1.0 + 0x1p-20)) : HUGE_VALF;
}

// Sets the slab of a path with this normal, whose length is between 1 and sqrt 2.
static void set_slab(tree_search *t, carom_vec2 normal, double reach, double size) {
    const double length = sqrt(normal.x * normal.x + normal.y * normal.y);
    t->normal = normal;
    // The error of n.(q - from) for a place q on the exact path, with e = 2^-53. The end of the
    // path is off by 6 e size in each coordinate, the difference to it by 2 e size, the normal by
    // e. The total is 20 e size; the margin is 32. The rest, and 2^-40, cover the rounding of this
    // sum.
    t->slab_margin = reach * (length + 0x1p-40) + 0x1p-48 * size + DBL_MIN;
    const index_box *near = &t->near;
    const double far = larger(larger(fabs((double)near->min_x), fabs((double)near->max_x)),
                              larger(fabs((double)near->min_y), fabs((double)near->max_y)));
    const index_slab all = {0.0f, 0.0f, 0.0f, HUGE_VALF};
    t->slab = all;
    // If an end of the path is beyond the index coordinates, the clamped path has another
    // direction.
    if (!(far < 0.5 * INDEX_FAR))
        return;
    t->slab.normal_x = (float)normal.x;
    t->slab.normal_y = (float)normal.y;
    t->slab.offset = t->slab.normal_x * t->from_x + t->slab.normal_y * t->from_y;
    // The errors with e = 2^-24, if no coordinate is outside the box of the path. Coordinates are
    // off by e of themselves, which is 4 e far for a place and the start. The normal adds 4 e far,
    // the offset 4 e far, the sums of node_beside 4 e far, and the ends of the slab 2 e far and e
    // margin. The total is 18 e far; the margin is 64. reach 2^-20 is more than e margin.
    const double margin =
        (t->slab_margin + reach * 0x1p-20) * t->scene->scale + 0x1p-18 * far + (double)FLT_MIN;
    if (margin < (double)FLT_MAX)
        t->slab.margin = (float)margin;
}

void carom_search_start(tree_search *t, const carom_scene *s, carom_vec2 from, carom_vec2 to,
                        double reach) {
    t->scene = s;
    t->from = from;
    t->from_x = index_coordinate(from.x, s->origin_x, s->scale);
    t->from_y = index_coordinate(from.y, s->origin_y, s->scale);
    t->narrowed = 0;
    carom_search_shrink(t, to, reach);
    const double size = larger(fabs(t->path.x), fabs(t->path.y));
    t->has_slab = size >= 0x1p-500 && size <= DBL_MAX;
    if (t->has_slab)
        set_slab(t, carom_vec2_make(-t->path.y / size, t->path.x / size), reach,
                 larger(larger(fabs(from.x), fabs(from.y)), larger(fabs(to.x), fabs(to.y))));
}

const scene_traversals *carom_scene_choose(void) {
    return CAROM_BEST_SET(carom_scene); // GCOVR_EXCL_BR_LINE: a processor has one best set
}
