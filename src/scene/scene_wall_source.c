// The scene as a wall source: the walls near a path. Room: scene.
#include "carom/scene.h"
#include "contracts.h"
#include "rest/path_box.h"
#include "scene/traversal.h"

typedef struct path_search {
    const carom_scene *scene;
    carom_path path;
    carom_path_query_callback *callback;
    void *context;
    double fraction;
} path_search;

static bool visit_for_path(void *context, tree_search *t, size_t slot) {
    path_search *w = context;
    CAROM_ASSERT(w->fraction > 0.0 && w->fraction <= 1.0);
    const carom_wall wall = scene_wall_at(t->scene, slot);
    const double fraction = w->callback(w->context, scene_index(t->scene)[slot], &wall);
    if (fraction > 0.0 && fraction < w->fraction) {
        w->fraction = fraction;
        carom_search_shrink(t, fraction);
    }
    return fraction > 0.0;
}

static bool visit_for_short_path(void *context, size_t first, unsigned slots) {
    const path_search *w = context;
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        const carom_wall wall = scene_wall_at(w->scene, slot);
        if (!(w->callback(w->context, scene_index(w->scene)[slot], &wall) > 0.0))
            return false;
    }
    return true;
}

// On a path as short as this, in radii, the order of the walls and the walls behind a contact do
// not matter.
static const double SHORT_PATH = 8.0;

static void query_scene(const void *source, const carom_path *path,
                        carom_path_query_callback *callback, void *context) {
    CAROM_ASSERT(source != NULL && callback != NULL);
    const carom_scene *scene = source;
    path_search w = {scene, *path, callback, context, 1.0};
    const double reach = reach_of(scene, path->radius, 0.0);
    const carom_vec2 length = carom_vec2_sub(path->to, path->from);
    if (fabs(length.x) + fabs(length.y) <= SHORT_PATH * path->radius) {
        const carom_path axes = {path->from, path->to, reach};
        const carom_box box = box_of_path(&axes);
        scene_visit_box(scene, &box, visit_for_short_path, &w);
        return;
    }
    tree_search t;
    carom_search_start(&t, scene, path->from, length, reach, false);
    scene_visit_search(&t, visit_for_path, &w);
}

carom_wall_source carom_scene_wall_source(const carom_scene *scene) {
    CAROM_ASSERT(scene != NULL);
    const carom_wall_source walls = {query_scene, scene};
    return walls;
}
