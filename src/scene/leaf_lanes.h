// Which walls of a leaf the box or the path of a search may meet: the axes of several walls side by
// side.
//
// Part of traversal_lanes.h, which includes it. Room: scene.

// The axes of several walls side by side.
typedef struct axes_in_lanes {
    lanes64 ax, ay, bx, by;
} axes_in_lanes;

CAROM_INLINE axes_in_lanes axes_of_leaf(const scene_leaf *leaf, int i) {
    return (axes_in_lanes){lanes64_load(leaf->ax + i), lanes64_load(leaf->ay + i),
                           lanes64_load(leaf->bx + i), lanes64_load(leaf->by + i)};
}

// The axes that may overlap the box, widened by r, as bits.
CAROM_INLINE unsigned axes_meet(axes_in_lanes axes, lanes64 r, const carom_box *box) {
    const lanes64 min_x = lanes64_all(box->min.x), max_x = lanes64_all(box->max.x);
    const lanes64 min_y = lanes64_all(box->min.y), max_y = lanes64_all(box->max.y);
    const unsigned x = lanes64_at_most_bits(lanes64_min(axes.ax, axes.bx) - r, max_x) &
                       lanes64_at_most_bits(min_x, lanes64_max(axes.ax, axes.bx) + r);
    const unsigned y = lanes64_at_most_bits(lanes64_min(axes.ay, axes.by) - r, max_y) &
                       lanes64_at_most_bits(min_y, lanes64_max(axes.ay, axes.by) + r);
    return x & y;
}

// The slots of a leaf whose axis, widened by its own radius if radii differ, may overlap the box.
// Empty slots do not.
CAROM_INLINE unsigned leaf_meets(const carom_scene *s, size_t at, const carom_box *box) {
    const scene_leaf *leaf = scene_leaves(s) + at;
    const double *radii =
        s->radii_at != 0 ? (const double *)scene_part(s, s->radii_at) + at * LEAF_WALLS : NULL;
    unsigned meets = 0;
    for (int i = 0; i < LEAF_WALLS; i += LANES64) {
        const lanes64 r = radii != NULL ? lanes64_load(radii + i) : lanes64_all(0.0);
        meets |= axes_meet(axes_of_leaf(leaf, i), r, box) << i;
    }
    return meets;
}

// What is certain of several axes.
typedef struct apart_in_lanes {
    // Those that do not matter, as bits.
    unsigned apart;
    // Approximately the fraction of the path at which the line is reached.
    lanes64 early;
} apart_in_lanes;

// An axis does not matter if both its ends lie on one side of the slab, or both ends of the path
// lie on one side of the line through the axis. Not for scenes whose radii differ.
CAROM_INLINE apart_in_lanes axes_apart(const tree_search *t, axes_in_lanes axes) {
    const lanes64 x = lanes64_all(t->from.x), y = lanes64_all(t->from.y);
    const lanes64 normal_x = lanes64_all(t->normal.x), normal_y = lanes64_all(t->normal.y);
    const lanes64 path_x = lanes64_all(t->path.x), path_y = lanes64_all(t->path.y);
    const lanes64 slab_margin = lanes64_all(t->slab_margin), margin = lanes64_all(t->margin);
    // The rounding of all steps, e = 2^-53 each. Beside the slab: 4 e far for difference, product
    // and sum. Along the line: 7 e |u| a_far for `start` and `end`, 7 e |u| path_far for `end`, and
    // 3 e |u| margin for `reach`, which is at most 3 e |u| a_far if start > reach. A unit of 2^-49,
    // 16 e, would be enough.
    const lanes64 unit = lanes64_all(0x1p-47), tiny = lanes64_all(8.0 * DBL_MIN);
    const lanes64 path_far = lanes64_abs(path_x) + lanes64_abs(path_y);
    const lanes64 ax = axes.ax - x, ay = axes.ay - y, bx = axes.bx - x, by = axes.by - y;
    const lanes64 a = lanes64_plus(normal_x * ax, normal_y, ay);
    const lanes64 b = lanes64_plus(normal_x * bx, normal_y, by);
    const lanes64 a_far = lanes64_abs(ax) + lanes64_abs(ay);
    const lanes64 far = lanes64_max(a_far, lanes64_abs(bx) + lanes64_abs(by));
    const lanes64 beside = lanes64_plus(slab_margin, unit, far);
    // u x (from - a) and u x (to - a) are compared with |u| times the margin; |ux| + |uy| is at
    // least |u|.
    const lanes64 ux = axes.bx - axes.ax, uy = axes.by - axes.ay;
    const lanes64 start = lanes64_minus(uy * ax, ux, ay);
    const lanes64 end = lanes64_plus(start, ux, path_y) - uy * path_x;
    // The product is computed first: it overflows if any of those above does. If they underflow,
    // `tiny` is more than the loss.
    const lanes64 u_far = lanes64_abs(ux) + lanes64_abs(uy);
    const lanes64 reach =
        lanes64_plus(lanes64_plus(tiny, u_far, margin), unit, u_far * (a_far + path_far));
    return (apart_in_lanes){(lanes64_less_bits(beside, a) & lanes64_less_bits(beside, b)) |
                                (lanes64_less_bits(a, -beside) & lanes64_less_bits(b, -beside)) |
                                (lanes64_less_bits(reach, start) & lanes64_less_bits(reach, end)) |
                                (lanes64_less_bits(start, -reach) & lanes64_less_bits(end, -reach)),
                            (lanes64_abs(start) - reach) / lanes64_abs(end - start)};
}

// The slots whose axis certainly does not matter. Sets `early` to approximately the fraction of the
// path at which the line is reached.
CAROM_INLINE unsigned leaf_apart(const tree_search *t, size_t at, double *early) {
    const scene_leaf *leaf = scene_leaves(t->scene) + at;
    unsigned apart = 0;
    for (int i = 0; i < LEAF_WALLS; i += LANES64) {
        const apart_in_lanes k = axes_apart(t, axes_of_leaf(leaf, i));
        apart |= k.apart << i;
        memcpy(early + i, &k.early, sizeof k.early);
    }
    return apart;
}
