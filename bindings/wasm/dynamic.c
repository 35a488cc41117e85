// Dynamic scenes as WebAssembly calls them. What is asked of them is asked of their views, by
// scenes.c. Room: bindings, on public headers only.
#include "call_numbers.h"

#include <stdlib.h>

// A wall to insert or to move to: at WALL, then whether it is one-sided and its category at SECOND.
static carom_wall whole_wall_argument(void) {
    carom_wall wall = wall_at(WALL);
    wall.one_sided = numbers[SECOND] != 0;
    wall.category = (uint32_t)numbers[SECOND + 1];
    return wall;
}

// Of the walls set before. Returns a carom_status; the scene or the bad wall at RESULT.
EXPORT(dynamic_create) int dynamic_create(void) {
    size_t count;
    carom_wall *walls = walls_set(&count);
    if (walls == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    carom_dynamic_scene *scene;
    size_t bad_wall = 0;
    const carom_status status = carom_dynamic_scene_create(walls, count, NULL, &scene, &bad_wall);
    free(walls);
    return put_created(status, scene, bad_wall);
}

EXPORT(dynamic_destroy) void dynamic_destroy(carom_dynamic_scene *scene) {
    carom_dynamic_scene_destroy(scene);
}

EXPORT(dynamic_view) const carom_scene *dynamic_view(const carom_dynamic_scene *scene) {
    return carom_dynamic_scene_view(scene);
}

EXPORT(dynamic_count) size_t dynamic_count(const carom_dynamic_scene *scene) {
    return carom_dynamic_scene_count(scene);
}

EXPORT(dynamic_has) int dynamic_has(const carom_dynamic_scene *scene, uint32_t id) {
    return carom_dynamic_scene_has(scene, id);
}

EXPORT(dynamic_ids)
void dynamic_ids(const carom_dynamic_scene *scene, uint32_t *ids, size_t capacity) {
    (void)carom_dynamic_scene_list(scene, ids, NULL, capacity);
}

// Returns a carom_status; the id at RESULT.
EXPORT(dynamic_insert) int dynamic_insert(carom_dynamic_scene *scene) {
    uint32_t id = 0;
    const carom_status status = carom_dynamic_scene_insert(scene, whole_wall_argument(), &id);
    numbers[RESULT] = id;
    return (int)status;
}

EXPORT(dynamic_remove) void dynamic_remove(carom_dynamic_scene *scene, uint32_t id) {
    carom_dynamic_scene_remove(scene, id);
}

EXPORT(dynamic_move) int dynamic_move(carom_dynamic_scene *scene, uint32_t id) {
    return (int)carom_dynamic_scene_move(scene, id, whole_wall_argument());
}

// The walls set before take the places of those with these ids; `ids` may be NULL. Returns a
// carom_status; the bad wall at RESULT.
EXPORT(dynamic_move_many) int dynamic_move_many(carom_dynamic_scene *scene, const uint32_t *ids) {
    size_t count, bad_wall = 0;
    carom_wall *walls = walls_set(&count);
    if (walls == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    const carom_status status = carom_dynamic_scene_move_many(scene, ids, walls, count, &bad_wall);
    free(walls);
    numbers[RESULT] = (double)bad_wall;
    return (int)status;
}

EXPORT(dynamic_set_category)
int dynamic_set_category(carom_dynamic_scene *scene, uint32_t id, uint32_t category) {
    return (int)carom_dynamic_scene_set_category(scene, id, category);
}
