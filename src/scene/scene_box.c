// The box of all walls of a scene. That of a scene that changes is found by queries. Room: scene.
#include <math.h>

#include "contracts.h"
#include "scene/layout.h"

static bool add_box(void *context, carom_index index, const carom_wall *wall) {
    (void)index;
    carom_box *sum = context;
    *sum = carom_box_union(*sum, carom_wall_box(*wall));
    return true;
}

// A wall whose index box ends where that of the scene does; `side` is 0 for the lower end of x, 1
// for the upper, 2 and 3 for those of y.
static carom_wall wall_at_side(const carom_scene *s, int side) {
    uint32_t link = (uint32_t)s->root;
    for (uint64_t level = s->level_count; level-- > 0;) {
        const scene_node *node = &scene_nodes(s)[link];
        uint32_t best = 0;
        float least = (float)HUGE_VAL;
        for (uint32_t i = 0; i < NODE_CHILDREN; i++) {
            const index_box box = scene_node_child(node, i);
            const float ends[] = {box.min_x, -box.max_x, box.min_y, -box.max_y};
            best = ends[side] < least ? i : best;
            least = ends[side] < least ? ends[side] : least;
        }
        link = scene_links_of(s)[link].child[best];
    }
    const size_t first = (size_t)leaf_of_link(link) * LEAF_WALLS;
    carom_wall found = {.radius = 0.0};
    float least = (float)HUGE_VAL;
    for (size_t i = first; i < first + LEAF_WALLS; i++) {
        if (scene_index(s)[i] == NO_INDEX)
            continue;
        const carom_wall wall = scene_geometry_at(s, i);
        const index_box box = scene_tree_box(s, wall);
        const float ends[] = {box.min_x, -box.max_x, box.min_y, -box.max_y};
        if (ends[side] < least) {
            least = ends[side];
            found = wall;
        }
    }
    return found;
}

// Index boxes are rounded, so several walls may end at a side of the index box. The box of one of
// them bounds those of all walls that matter: a query for walls up to that end finds the others.
static carom_box linked_box(const carom_scene *s) {
    carom_box sum = carom_box_none();
    if (s->count == 0)
        return sum;
    for (int side = 0; side < 4; side++) {
        const carom_box last = carom_wall_box(wall_at_side(s, side));
        carom_box beyond = {{-HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL}};
        if (side == 0)
            beyond.max.x = last.min.x;
        else if (side == 1)
            beyond.min.x = last.max.x;
        else if (side == 2)
            beyond.max.y = last.min.y;
        else
            beyond.min.y = last.max.y;
        carom_scene_query_box(s, beyond, NULL, add_box, &sum);
    }
    return sum;
}

carom_box carom_scene_box(const carom_scene *scene) {
    CAROM_ASSERT(scene != NULL);
    return scene->links_at != 0 ? linked_box(scene) : scene->box;
}
