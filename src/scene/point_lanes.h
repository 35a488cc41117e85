// The traversal for the walls nearest to a point over lanes: the rough distances of a leaf's walls
// side by side.
//
// Part of traversal_lanes.h, which includes it. Room: scene.

// Lists the children that still matter, the nearest last. Returns how many there are.
CAROM_INLINE size_t list_near_children(const point_search *t, const scene_node *node,
                                       waiting_node *out) {
    float squares[NODE_CHILDREN];
    node_distances(node, t->from_x, t->from_y, squares);
    unsigned out_of_reach = node_beyond(squares, t->limit);
    for (int i = 0; i < NODE_CHILDREN; i += LANES32) // where there is no child
        out_of_reach |=
            lanes32_less_bits(lanes32_load(node->max_x + i), lanes32_load(node->min_x + i)) << i;
    return sort_children(~out_of_reach & 0xff, squares, out);
}

CAROM_INLINE double least_lane(lanes64 x) {
    double each[LANES64], least;
    memcpy(each, &x, sizeof each);
    least = each[0];
    for (int i = 1; i < LANES64; i++)
        least = smaller(least, each[i]);
    return least;
}

// Rough distances of several walls.
typedef struct rough_in_lanes {
    lanes64 distance;
    // False where a distance means nothing.
    lanes64_mask is_known;
} rough_in_lanes;

// The distances from the place of a search to walls of radius r.
//
// With e = 2^-53, the axis from a to b, and w and z the vectors from a and b to the place: the dot
// and cross products are off by 4 e of the lengths of their factors. A wrong sign of a dot product
// moves the foot by 4 e |w| at most, so its distance by less than e |w|. The distance to an end is
// off by 3 e of itself, which is at most |w|, and that on the side by 4 e |w| for the cross product
// and 4 e of itself. The total is 9 e |w| and, with e of the distance and the radius for their
// difference, less than 2^-49 span. What underflows takes less than GAP_TINY, because short walls
// count as their end a.
CAROM_INLINE rough_in_lanes rough_distances(const point_search *t, axes_in_lanes axes, lanes64 r) {
    const lanes64 x = lanes64_all(t->from.x), y = lanes64_all(t->from.y);
    const lanes64 none = lanes64_all(0.0), span = lanes64_all(t->span);
    const lanes64 ux = axes.bx - axes.ax, uy = axes.by - axes.ay;
    const lanes64 wx = x - axes.ax, wy = y - axes.ay, zx = x - axes.bx, zy = y - axes.by;
    const lanes64 len2 = lanes64_plus(ux * ux, uy, uy);
    const lanes64 w2 = lanes64_plus(wx * wx, wy, wy), z2 = lanes64_plus(zx * zx, zy, zy);
    const lanes64 wu = lanes64_plus(wx * ux, wy, uy), zu = lanes64_plus(zx * ux, zy, uy);
    const lanes64 cross = lanes64_abs(lanes64_minus(ux * wy, uy, wx));
    const lanes64_mask at_a = (wu <= none) | (len2 < lanes64_all(0x1p-900));
    const lanes64_mask at_end = at_a | (zu >= none);
    const lanes64 root = lanes64_root(lanes64_select(at_end, lanes64_select(at_a, w2, z2), len2));
    // With such sizes no square overflows.
    const lanes64 size = lanes64_abs(wx) + lanes64_abs(wy), len2_max = lanes64_all(0x1p1000);
    return (rough_in_lanes){lanes64_select(at_end, root, cross / root) - r,
                            (size <= span) & (len2 <= len2_max) & (r <= span)};
}

// The slots of a leaf whose walls may be near. Sets their rough distances.
CAROM_INLINE unsigned leaf_near(const point_search *t, size_t at, bool is_full, double *rough) {
    const scene_leaf *leaf = scene_leaves(t->scene) + at;
    const double *radii =
        t->scene->radii_at != 0
            ? (const double *)scene_part(t->scene, t->scene->radii_at) + at * LEAF_WALLS
            : NULL;
    const lanes64 none = lanes64_all(0.0), unknown = lanes64_all((double)NAN);
    const lanes64 most = lanes64_all(t->most);
    unsigned far = 0;
    lanes64 least = lanes64_all(HUGE_VAL);
    for (int i = 0; i < LEAF_WALLS; i += LANES64) {
        const lanes64 r = radii != NULL ? lanes64_load(radii + i) : none;
        const rough_in_lanes k = rough_distances(t, axes_of_leaf(leaf, i), r);
        const lanes64 here = lanes64_select(k.is_known, k.distance, unknown);
        least = lanes64_min(least, lanes64_select(k.is_known, k.distance, least));
        far |= lanes64_less_bits(most, here) << i;
        memcpy(rough + i, &here, sizeof here);
    }
    if (is_full && t->beyond_least < HUGE_VAL) {
        const lanes64 enough = lanes64_all(least_lane(least) + t->beyond_least);
        for (int i = 0; i < LEAF_WALLS; i += LANES64)
            far |= lanes64_less_bits(enough, lanes64_load(rough + i)) << i;
    }
    return ~far & 0xff;
}

// Empty slots of a tree with links hold NaN.
CAROM_INLINE unsigned slots_in_use(const scene_leaf *leaf) {
    unsigned used = 0;
    for (int i = 0; i < LEAF_WALLS; i += LANES64)
        used |= lanes64_at_most_bits(lanes64_load(leaf->ax + i), lanes64_load(leaf->ax + i)) << i;
    return used;
}

CAROM_INLINE void visit_leaf_of_point(point_search *t, bool linked, uint32_t child,
                                      point_visit *visit, void *context) {
    const carom_scene *s = t->scene;
    const scene_links *links = links_of(s, linked);
    const size_t leaf = leaf_of(links, child);
    double rough[LEAF_WALLS];
    // Slots of the last leaf that are not in use hold any numbers, those of a tree with links NaN.
    const bool is_full = linked || (leaf + 1) * LEAF_WALLS <= s->endless_from;
    unsigned slots = leaf_near(t, leaf, is_full, rough);
    if (linked)
        slots &= slots_in_use(scene_leaves(s) + leaf);
    slots = slots_there(s, links, child, slots);
    if (slots != 0)
        visit(context, t, leaf * LEAF_WALLS, slots, rough);
}

CAROM_INLINE void traverse_point_of(point_search *t, bool linked, point_visit *visit,
                                    void *context) {
    const carom_scene *s = t->scene;
    if (s->count == 0)
        return;
    CAROM_ASSERT(s->level_count >= 1 && s->level_count <= HEIGHT_MAX);
    const scene_node *nodes = scene_nodes(s);
    const scene_links *links = links_of(s, linked);
    waiting_node stack[STACK_MAX], *top = stack;
    *top++ = (waiting_node){0.0f, linked ? (uint32_t)s->root : 0, (uint32_t)s->level_count - 1};
    size_t count = list_loose_leaves(s, linked, top);
    for (;;) {
        while (count-- > 0 && top[count].key <= t->limit)
            visit_leaf_of_point(t, linked, top[count].node, visit, context);
        waiting_node here;
        if (!take_waiting(&top, stack, t->limit, &here))
            return;
        for (;;) {
            CAROM_ASSERT(top + NODE_CHILDREN <= stack + STACK_MAX);
            const size_t start = linked ? 0 : (size_t)s->level_start[here.level];
            if (linked)
                CAROM_PREFETCH(&links[here.node]);
            count = list_near_children(t, nodes + start + here.node, top);
            if (here.level == 0 || count == 0)
                break;
            top = descend(s, linked, &here, top, count);
        }
        for (size_t i = count; i-- > 0;) {
            top[i].node = child_of(links, here.node, top[i].node);
            fetch(scene_leaves(s) + leaf_of(links, top[i].node), sizeof(scene_leaf));
        }
    }
}

static void traverse_point(point_search *t, point_visit *visit, void *context) {
#ifdef CAROM_SMALL
    traverse_point_of(t, t->scene->links_at != 0, visit, context);
#else
    if (t->scene->links_at != 0)
        traverse_point_of(t, true, visit, context);
    else
        traverse_point_of(t, false, visit, context);
#endif
}
