// Dynamic scenes as WebAssembly calls them. What is asked of them is asked of their views, by
// scenes.c. Room: bindings, on public headers only.
#include "call_numbers.h"

#include <stdlib.h>
#include <string.h>

// A wall to insert or to move to: at WALL, then whether it is one-sided, its category and
// its group at SECOND.
static carom_wall whole_wall_argument(void) {
    carom_wall wall = wall_at(WALL);
    wall.one_sided = numbers[SECOND] != 0;
    wall.category = (uint32_t)numbers[SECOND + 1];
    wall.group = (uint32_t)numbers[SECOND + 2];
    return wall;
}

// ---- ids ----
//
// The id of a wall in JavaScript is one number, index + 2^32 * turn: the turn is the number of
// walls that had the index before, modulo 2^21, so that the number is exact in a double.
#define TURNS (UINT32_C(1) << 21)

static uint32_t turn_of_id(carom_dynamic_id id) {
    return (id.generation - 1) % TURNS;
}

static double number_of(carom_dynamic_id id) {
    return (double)id.index + 0x1p32 * turn_of_id(id);
}

// The id of the wall with this index and turn now; zeros if there is none.
static carom_dynamic_id dynamic_id_of(const carom_dynamic_scene *scene, uint32_t index,
                                      uint32_t turn) {
    const carom_dynamic_id id = carom_dynamic_scene_id(scene, index), none = {0, 0};
    return id.generation != 0 && turn_of_id(id) == turn ? id : none;
}

// ---- edits and what they need ----

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

EXPORT(dynamic_has)
int dynamic_has(const carom_dynamic_scene *scene, uint32_t index, uint32_t turn) {
    return dynamic_id_of(scene, index, turn).generation != 0;
}

// The id of the wall with this index, or -1.
EXPORT(dynamic_id) double dynamic_id(const carom_dynamic_scene *scene, uint32_t index) {
    const carom_dynamic_id id = carom_dynamic_scene_id(scene, index);
    return id.generation != 0 ? number_of(id) : -1.0;
}

// Lists all ids. A number takes the place of the id that it is made from.
EXPORT(dynamic_ids) void dynamic_ids(const carom_dynamic_scene *scene, void *ids, size_t capacity) {
    char *at = (char *)ids;
    (void)carom_dynamic_scene_list(scene, (carom_dynamic_id *)ids, NULL, capacity);
    for (size_t i = 0; i < capacity; i++, at += sizeof(double)) {
        carom_dynamic_id id;
        memcpy(&id, at, sizeof id);
        const double number = number_of(id);
        memcpy(at, &number, sizeof number);
    }
}

// Returns a carom_status; the id at RESULT.
EXPORT(dynamic_insert) int dynamic_insert(carom_dynamic_scene *scene) {
    carom_dynamic_id id = {0, 1};
    const carom_status status = carom_dynamic_scene_insert(scene, whole_wall_argument(), &id);
    numbers[RESULT] = number_of(id);
    return (int)status;
}

EXPORT(dynamic_remove)
void dynamic_remove(carom_dynamic_scene *scene, uint32_t index, uint32_t turn) {
    (void)carom_dynamic_scene_remove(scene, dynamic_id_of(scene, index, turn));
}

EXPORT(dynamic_move) int dynamic_move(carom_dynamic_scene *scene, uint32_t index, uint32_t turn) {
    return (int)carom_dynamic_scene_move(scene, dynamic_id_of(scene, index, turn),
                                         whole_wall_argument());
}

// The walls set before take the places of those with these ids, which JavaScript has checked.
// Returns a carom_status; the bad wall at RESULT.
EXPORT(dynamic_move_many) int dynamic_move_many(carom_dynamic_scene *scene, const double *of) {
    size_t count, bad_wall = 0;
    carom_wall *walls = walls_set(&count);
    carom_dynamic_id *ids = walls != NULL ? allocate_many(count, sizeof *ids) : NULL;
    carom_status status = CAROM_STATUS_OUT_OF_MEMORY;
    if (ids != NULL) {
        for (size_t i = 0; i < count; i++) {
            const uint32_t turn = (uint32_t)(of[i] * 0x1p-32);
            ids[i] = dynamic_id_of(scene, (uint32_t)(of[i] - 0x1p32 * turn), turn);
        }
        status = carom_dynamic_scene_move_many(scene, ids, walls, count, &bad_wall);
    }
    free(ids);
    free(walls);
    numbers[RESULT] = (double)bad_wall;
    return (int)status;
}

EXPORT(dynamic_set_category)
int dynamic_set_category(carom_dynamic_scene *scene, uint32_t index, uint32_t turn,
                         uint32_t category) {
    return (int)carom_dynamic_scene_set_category(scene, dynamic_id_of(scene, index, turn),
                                                 category);
}
