// The box of a leaf of a scene that changes, from its walls. Room: dynamic_scene.
#include "contracts.h"
#include "dynamic_scene/dynamic.h"

// The lowest and the highest number of two arrays of LEAF_WALLS. Comparisons with the NaN of an
// empty slot are false. Two numbers at a time, as vectors have them.
static void extremes(const double *a, const double *b, double *low, double *high) {
    double lows[2] = {HUGE_VAL, HUGE_VAL}, highs[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < LEAF_WALLS; i += 2) {
        for (int k = 0; k < 2; k++) {
            lows[k] = smaller(a[i + k], lows[k]);
            lows[k] = smaller(b[i + k], lows[k]);
            highs[k] = larger(a[i + k], highs[k]);
            highs[k] = larger(b[i + k], highs[k]);
        }
    }
    *low = smaller(lows[0], lows[1]);
    *high = larger(highs[0], highs[1]);
}

// Segments with one radius: the extremes first, then the index coordinates, which keep the order.
static index_box box_of_axes_in(const carom_scene *s, const scene_leaf *leaf) {
    carom_box box;
    extremes(leaf->ax, leaf->bx, &box.min.x, &box.max.x);
    extremes(leaf->ay, leaf->by, &box.min.y, &box.max.y);
    return index_box_of(s, box);
}

index_box carom_dynamic_leaf_box(const carom_dynamic_scene *d, uint32_t leaf) {
    CAROM_ASSERT(d->leaf_info[leaf].used != 0);
    if (has_plain_axes(d, leaf))
        return box_of_axes_in(d->view, &d->leaves[leaf]);
    index_box box = index_box_none();
    for (unsigned rest = d->leaf_info[leaf].used; rest != 0; rest &= rest - 1) {
        const size_t slot = (size_t)leaf * LEAF_WALLS + (size_t)trailing_zeros(rest);
        box = index_box_union(box, scene_tree_box(d->view, scene_geometry_at(d->view, slot)));
    }
    return box;
}
