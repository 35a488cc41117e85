// The traversal of a packet of beams over lanes: eight beams side by side against a box of a node,
// then against a wall.
//
// Part of traversal_lanes.h, which includes it. Room: scene.

// The part of a box that is near the beams: its middle, and its extent from there.
typedef struct box_middle {
    float x, y, half_x, half_y;
} box_middle;

CAROM_INLINE box_middle middle_of(const index_box *near, const index_box *box) {
    const float min_x = box->min_x > near->min_x ? box->min_x : near->min_x;
    const float max_x = box->max_x < near->max_x ? box->max_x : near->max_x;
    const float min_y = box->min_y > near->min_y ? box->min_y : near->min_y;
    const float max_y = box->max_y < near->max_y ? box->max_y : near->max_y;
    return (box_middle){0.5f * (min_x + max_x), 0.5f * (min_y + max_y), 0.5f * (max_x - min_x),
                        0.5f * (max_y - min_y)};
}

// The slabs of several beams side by side, in index coordinates, and the largest squared distances
// that still matter.
typedef struct slabs_in_lanes {
    lanes32 normal_x, normal_y, offset, margin, limit;
} slabs_in_lanes;

// The beams that do not meet a box, as bits. `key` is the squared distance of the box from the
// start.
CAROM_INLINE unsigned slabs_apart(slabs_in_lanes slabs, box_middle box, float key) {
    const lanes32 x = lanes32_all(box.x), y = lanes32_all(box.y);
    const lanes32 half_x = lanes32_all(box.half_x), half_y = lanes32_all(box.half_y);
    const lanes32 off = lanes32_plus(slabs.normal_x * x, slabs.normal_y, y) - slabs.offset;
    const lanes32 wide =
        lanes32_plus(lanes32_plus(slabs.margin, lanes32_abs(slabs.normal_x), half_x),
                     lanes32_abs(slabs.normal_y), half_y);
    return lanes32_less_bits(wide, lanes32_abs(off)) |
           lanes32_less_bits(slabs.limit, lanes32_all(key));
}

// True if any beam may meet the box of a child. `key` is the squared distance of the box from the
// start.
CAROM_INLINE bool any_beam_meets(const beam_packet *p, const scene_node *node, unsigned child,
                                 float key) {
    const index_box whole = scene_node_child(node, child);
    const box_middle box = middle_of(&p->search.near, &whole);
    unsigned apart = 0;
    for (int i = 0; i < FAN_BEAMS; i += LANES32) {
        const slabs_in_lanes slabs = {
            lanes32_load(p->index_normal_x + i), lanes32_load(p->index_normal_y + i),
            lanes32_load(p->index_offset + i), lanes32_load(p->index_margin + i),
            lanes32_load(p->limit + i)};
        apart |= slabs_apart(slabs, box, key) << i;
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

// A wall as the beams see it: its ends from their start, and what does not depend on the beam.
typedef struct seen_wall {
    carom_vec2 a, b;
    // How much wider than the slab it may be to matter. Infinite if the ends do not bound the wall.
    double wide;
    // A path approaches the line, by closing . path in all, from `gap` to 0. u_far is at least the
    // length of the axis, and times a length it bounds the rounding.
    double gap, u_far;
    carom_vec2 closing;
} seen_wall;

// `reach` is that of the packet. Here a wall has its own radius, and for rays and lines only the
// line counts.
CAROM_INLINE seen_wall seen_from(carom_vec2 from, double reach, carom_wall wall,
                                 double own_radius) {
    const carom_vec2 a = carom_vec2_sub(wall.a, from), b = carom_vec2_sub(wall.b, from);
    const carom_vec2 u = carom_vec2_sub(wall.b, wall.a);
    const double a_far = fabs(a.x) + fabs(a.y), b_far = fabs(b.x) + fabs(b.y);
    const double u_far = fabs(u.x) + fabs(u.y);
    const double unit = 0x1p-47, tiny = 8.0 * DBL_MIN;
    // The normals are at most sqrt 2 long.
    const double wide = wall.extent == CAROM_EXTENT_SEGMENT
                            ? 1.5 * own_radius + unit * larger(a_far, b_far)
                            : HUGE_VAL;
    // From |start| to u_far (reach + radius).
    const double start = u.y * a.x - u.x * a.y, sign = start < 0.0 ? -1.0 : 1.0;
    const double gap = fabs(start) - (tiny + u_far * (reach + own_radius) + unit * (u_far * a_far));
    return (seen_wall){a, b, wide, gap, u_far, {sign * u.y, -sign * u.x}};
}

// Several beams side by side.
typedef struct beams_in_lanes {
    lanes64 normal_x, normal_y, slab_margin, path_x, path_y, until;
} beams_in_lanes;

// The beams to which a wall certainly does not matter, by the tests of axes_apart, and the time at
// which each reaches the line, or less.
CAROM_INLINE apart_in_lanes beams_apart(const seen_wall *w, beams_in_lanes beams) {
    const lanes64 a = lanes64_plus(beams.normal_x * w->a.x, beams.normal_y, lanes64_all(w->a.y));
    const lanes64 b = lanes64_plus(beams.normal_x * w->b.x, beams.normal_y, lanes64_all(w->b.y));
    const lanes64 margin = beams.slab_margin + w->wide;
    const unsigned beside = lanes64_less_bits(margin, lanes64_min(a, b)) |
                            lanes64_less_bits(lanes64_max(a, b), -margin);
    const lanes64 closing =
        lanes64_plus(w->closing.x * beams.path_x, lanes64_all(w->closing.y), beams.path_y);
    // The product is computed first: it overflows if `closing` does.
    const lanes64 left =
        w->gap - 0x1p-47 * (w->u_far * (lanes64_abs(beams.path_x) + lanes64_abs(beams.path_y)));
    const unsigned late =
        lanes64_less_bits(lanes64_all(0.0), left) & lanes64_less_bits(beams.until * closing, left);
    return (apart_in_lanes){beside | late, left / lanes64_max(closing, lanes64_all(DBL_MIN))};
}

// The beams to which the wall in a slot may matter. Sets `early`, by beam, to the time at which the
// beam reaches the line, or less.
CAROM_INLINE unsigned beams_near(const beam_packet *p, size_t slot, double *early) {
    const carom_scene *s = p->search.scene;
    const carom_wall wall = scene_geometry_at(s, slot);
    const seen_wall seen =
        seen_from(p->search.from, p->reach, wall, s->radii_at != 0 ? wall.radius : 0.0);
    unsigned apart = 0;
    for (int i = 0; i < FAN_BEAMS; i += LANES64) {
        const beams_in_lanes beams = {
            lanes64_load(p->normal_x + i),    lanes64_load(p->normal_y + i),
            lanes64_load(p->slab_margin + i), lanes64_load(p->path_x + i),
            lanes64_load(p->path_y + i),      lanes64_load(p->until + i)};
        const apart_in_lanes k = beams_apart(&seen, beams);
        apart |= k.apart << i;
        memcpy(early + i, &k.early, sizeof k.early);
    }
    return p->beams & ~apart;
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
