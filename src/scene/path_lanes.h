// The first part of a search along a path: its walls in the order in which the path may reach them.
//
// Part of traversal_lanes.h, which includes it. Room: scene.

// A wall near the first part of a path, and the time before which the path does not reach its line.
typedef struct waiting_wall {
    double early;
    size_t slot;
} waiting_wall;

typedef struct first_part_search {
    tree_search *search;
    search_visit *visit;
    void *context;
    bool goes_on;
} first_part_search;

// Visits the walls of all leaves in the order in which the path may reach them.
//
// The times are certain. In the terms of axes_apart, let L = |start| - reach and C = |end - start|.
// Its unit is 64 e, and less than 14 e are needed, so L leaves room for G = 50 e |u| (a_far +
// path_far): the line is not reached before (L + G) / C. This matters if it is at most 1, so C is
// at least L + G. C is off by less than G / 6, and L is less than |u| a_far: L / C as computed is
// below the time by 41 e of itself, more than what the division and the product take.
CAROM_INLINE bool visit_leaves_of_path(void *context, const carom_scene *s,
                                       const scene_links *links, const waiting_leaves *w) {
    first_part_search *p = context;
    tree_search *t = p->search;
    waiting_wall walls[(int)LEAVES_WAITING * LEAF_WALLS];
    size_t count = 0;
    CAROM_ASSERT(t->scene == s);
    (void)s; // used by the assert only
    for (size_t i = 0; i < w->count; i++) {
        double early[LEAF_WALLS] = {0.0};
        for (unsigned slots = leaf_slots(t, links, w->children[i], early); slots != 0; count++) {
            const unsigned j = take_lowest(&slots);
            walls[count].early = early[j] > 0.0 ? early[j] * t->first_part : 0.0; // NaN: overflow
            walls[count].slot = (size_t)leaf_of(links, w->children[i]) * LEAF_WALLS + j;
        }
    }
    while (count > 0 && p->goes_on) {
        size_t least = 0;
        for (size_t i = 1; i < count; i++)
            least = walls[i].early < walls[least].early ? i : least;
        if (walls[least].early > smaller(t->until, t->first_part))
            break;
        t->early = walls[least].early;
        p->goes_on = p->visit(p->context, t, walls[least].slot);
        walls[least] = walls[--count];
    }
    return p->goes_on;
}

// Searches the first part of the path. Returns true if the rest still matters.
static bool traverse_first_part(tree_search *t, search_visit *visit, void *context) {
    first_part_search s = {t, visit, context, true};
    if (t->scene->links_at != 0)
        traverse_leaves(t->scene, true, &t->near, visit_leaves_of_path, &s);
    else
        traverse_leaves(t->scene, false, &t->near, visit_leaves_of_path, &s);
    return s.goes_on && t->until > t->first_part;
}
