// The traversal of a packet of beams over lanes: eight beams side by side against a box of a node,
// then against a wall.
//
// Part of traversal_lanes.h, which includes it. Room: scene.

// True if any beam may meet the box of a child. `key` is the squared distance of the box from the
// start.
CAROM_INLINE bool any_beam_meets(const beam_packet *p, const scene_node *node, unsigned child,
                                 float key) {
    const index_box *near = &p->search.near;
    const index_box box = scene_node_child(node, child);
    const float min_x = box.min_x > near->min_x ? box.min_x : near->min_x;
    const float max_x = box.max_x < near->max_x ? box.max_x : near->max_x;
    const float min_y = box.min_y > near->min_y ? box.min_y : near->min_y;
    const float max_y = box.max_y < near->max_y ? box.max_y : near->max_y;
    // The middle of the part of the box that is near the beams, and its extent from there.
    const lanes32 x = lanes32_all(0.5f * (min_x + max_x)), y = lanes32_all(0.5f * (min_y + max_y));
    const lanes32 half_x = lanes32_all(0.5f * (max_x - min_x));
    const lanes32 half_y = lanes32_all(0.5f * (max_y - min_y));
    unsigned apart = 0;
    for (int i = 0; i < FAN_BEAMS; i += LANES32) {
        const lanes32 normal_x = lanes32_load(p->index_normal_x + i);
        const lanes32 normal_y = lanes32_load(p->index_normal_y + i);
        const lanes32 off =
            lanes32_plus(normal_x * x, normal_y, y) - lanes32_load(p->index_offset + i);
        const lanes32 wide = lanes32_plus(
            lanes32_plus(lanes32_load(p->index_margin + i), lanes32_abs(normal_x), half_x),
            lanes32_abs(normal_y), half_y);
        const lanes32 limit = lanes32_load(p->limit + i);
        apart |=
            (lanes32_less_bits(wide, lanes32_abs(off)) | lanes32_less_bits(limit, lanes32_all(key)))
            << i;
    }
    return (p->beams & ~apart) != 0;
}

// Those of these children that any beam may meet.
CAROM_INLINE unsigned children_met(const beam_packet *p, const scene_node *node, unsigned children,
                                   const float *squares) {
    unsigned met = 0;
    while (children != 0) {
        const unsigned child = take_lowest(&children);
        met |= (unsigned)any_beam_meets(p, node, child, squares[child]) << child;
    }
    return met;
}

// The beams to which the wall in a slot may matter, by the tests of leaf_apart. Here a wall has its
// own radius, and for rays and lines only the line counts.
//
// Sets `early`, by beam, to the time at which the beam reaches the line, or less.
CAROM_INLINE unsigned beams_near(const beam_packet *p, size_t slot, double *early) {
    const carom_scene *s = p->search.scene;
    const carom_wall wall = scene_geometry_at(s, slot);
    const double own_radius = s->radii_at != 0 ? wall.radius : 0.0;
    const carom_vec2 a = carom_vec2_sub(wall.a, p->search.from);
    const carom_vec2 b = carom_vec2_sub(wall.b, p->search.from);
    const carom_vec2 u = carom_vec2_sub(wall.b, wall.a);
    const double a_far = fabs(a.x) + fabs(a.y), b_far = fabs(b.x) + fabs(b.y);
    const double u_far = fabs(u.x) + fabs(u.y);
    const double unit = 0x1p-47, tiny = 8.0 * DBL_MIN;
    // The normals are at most sqrt 2 long.
    const lanes64 wide = lanes64_all(1.5 * own_radius + unit * larger(a_far, b_far));
    // The path approaches the line, by `closing` in all, from |start| to u_far (reach + radius).
    const double start = u.y * a.x - u.x * a.y, sign = start < 0.0 ? -1.0 : 1.0;
    const lanes64 gap = lanes64_all(
        fabs(start) - (tiny + u_far * (p->reach + own_radius) + unit * (u_far * a_far)));
    const lanes64 closing_x = lanes64_all(sign * u.y), closing_y = lanes64_all(-sign * u.x);
    unsigned beside = 0, late = 0;
    for (int i = 0; i < FAN_BEAMS; i += LANES64) {
        const lanes64 normal_x = lanes64_load(p->normal_x + i);
        const lanes64 normal_y = lanes64_load(p->normal_y + i);
        const lanes64 a_off = lanes64_plus(normal_x * a.x, normal_y, lanes64_all(a.y));
        const lanes64 b_off = lanes64_plus(normal_x * b.x, normal_y, lanes64_all(b.y));
        const lanes64 margin = lanes64_load(p->slab_margin + i) + wide;
        beside |= (lanes64_less_bits(margin, lanes64_min(a_off, b_off)) |
                   lanes64_less_bits(lanes64_max(a_off, b_off), -margin))
                  << i;
        const lanes64 path_x = lanes64_load(p->path_x + i), path_y = lanes64_load(p->path_y + i);
        const lanes64 closing = lanes64_plus(closing_x * path_x, closing_y, path_y);
        // The product is computed first: it overflows if `closing` does.
        const lanes64 left = gap - unit * (u_far * (lanes64_abs(path_x) + lanes64_abs(path_y)));
        const lanes64 closed = lanes64_load(p->until + i) * closing;
        late |= (lanes64_less_bits(lanes64_all(0.0), left) & lanes64_less_bits(closed, left)) << i;
        const lanes64 fraction = left / lanes64_max(closing, lanes64_all(DBL_MIN));
        memcpy(early + i, &fraction, sizeof fraction);
    }
    if (wall.extent != CAROM_EXTENT_SEGMENT)
        beside = 0;
    return p->beams & ~(beside | late);
}

typedef struct packet_search {
    beam_packet *packet;
    beam_visit *visit;
    void *context;
} packet_search;

CAROM_INLINE bool visit_leaf_of_packet(void *context, tree_search *t, const scene_links *links,
                                       uint32_t child) {
    const packet_search *s = context;
    beam_packet *p = s->packet;
    const size_t leaf = leaf_of(links, child);
    double early[LEAF_WALLS][FAN_BEAMS];
    unsigned slots_of_beam[FAN_BEAMS] = {0}, some = 0;
    for (unsigned slots = slots_there(t->scene, links, child, leaf_meets(t->scene, leaf, &t->box));
         slots != 0;) {
        const unsigned i = take_lowest(&slots);
        unsigned beams = beams_near(p, leaf * LEAF_WALLS + i, early[i]);
        for (some |= beams; beams != 0;)
            slots_of_beam[take_lowest(&beams)] |= 1u << i;
    }
    while (some != 0) {
        const unsigned beam = take_lowest(&some);
        unsigned slots = slots_of_beam[beam];
        while (slots != 0) {
            const unsigned i = take_least(&slots, early[0] + beam, FAN_BEAMS);
            if (!(early[i][beam] > p->until[beam]))
                s->visit(s->context, p, beam, leaf * LEAF_WALLS + i);
        }
    }
    return true;
}
