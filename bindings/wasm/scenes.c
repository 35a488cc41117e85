// Arrays of walls and circles, scenes, filters and casts as WebAssembly calls them.
//
// A filter may ask JavaScript, which may ask the module something else meanwhile. So a call reads
// all of its arguments before it asks, and writes its results when it has asked for the last time.
// Room: bindings, on public headers only.
#include "call_numbers.h"

#include <stdlib.h>

// ---- filters ----

IMPORT(accept) int ask_accept(size_t index, int is_moving);

static bool accept_wall(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)wall;
    return ask_accept(index, false) != 0;
}

static bool accept_moving_wall(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)wall;
    return ask_accept(index, true) != 0;
}

static const carom_filter *filter_at(int at, carom_filter *filter, carom_filter_callback *accept) {
    const bool asks = numbers[at + 1] != 0;
    *filter = carom_filter_mask((uint32_t)numbers[at]);
    filter->except_group = (uint32_t)numbers[at + 2];
    filter->accept = asks ? accept : NULL;
    return asks || filter->mask != UINT32_MAX || filter->except_group != 0 ? filter : NULL;
}

const carom_filter *filter_argument(carom_filter *filter) {
    return filter_at(FILTER, filter, accept_wall);
}

const carom_filter *moving_filter_argument(carom_filter *filter) {
    return filter_at(CAST, filter, accept_moving_wall);
}

static carom_cast_settings cast_argument(carom_filter *filter) {
    const carom_cast_settings settings = {.filter = filter_argument(filter),
                                          .hits_only = numbers[CAST] != 0,
                                          .pass_one_sided = numbers[CAST + 1] != 0};
    return settings;
}

// ---- arrays ----

static carom_wall_soa wall_arrays;
static carom_circle_soa circle_arrays;

// Sets the walls that the next calls are asked of.
EXPORT(set_walls)
void set_walls(const void *ax, const void *ay, const void *bx, const void *by, const void *radius,
               const uint8_t *extent, const uint8_t *one_sided, const uint32_t *category,
               const uint32_t *group, size_t stride, int number, size_t count) {
    const carom_wall_soa arrays = {.ax = ax,
                                   .ay = ay,
                                   .bx = bx,
                                   .by = by,
                                   .radius = radius,
                                   .extent = extent,
                                   .one_sided = one_sided,
                                   .category = category,
                                   .group = group,
                                   .stride = stride,
                                   .number = (carom_number)number,
                                   .count = count};
    wall_arrays = arrays;
}

EXPORT(set_circles)
void set_circles(const void *x, const void *y, const void *radius, size_t stride, int number,
                 size_t count) {
    const carom_circle_soa arrays = {x, y, radius, stride, (carom_number)number, count};
    circle_arrays = arrays;
}

EXPORT(batch_walls) size_t batch_walls(int rule, uint8_t *verdicts) {
    carom_filter filter;
    const carom_wall_soa walls = wall_arrays;
    return carom_batch_walls(circle_argument(), &walls, 0, walls.count, (carom_contact_rule)rule,
                             filter_argument(&filter), verdicts);
}

EXPORT(batch_pairs) size_t batch_pairs(int rule, uint8_t *verdicts) {
    carom_filter filter;
    const carom_circle_soa circles = circle_arrays;
    const carom_wall_soa walls = wall_arrays;
    return carom_batch_pairs(&circles, &walls, 0, circles.count, (carom_contact_rule)rule,
                             filter_argument(&filter), verdicts);
}

carom_wall *walls_set(size_t *count) {
    carom_wall *walls = allocate_many(wall_arrays.count, sizeof *walls);
    for (size_t i = 0; walls != NULL && i < wall_arrays.count; i++)
        walls[i] = carom_wall_soa_get(&wall_arrays, i);
    *count = wall_arrays.count;
    return walls;
}

// The walls as structs, or NULL. Released by the caller.
EXPORT(walls_of_arrays) carom_wall *walls_of_arrays(void) {
    size_t count;
    return walls_set(&count);
}

// ---- scenes ----

// Returns a carom_status; the scene or the bad wall at RESULT.
EXPORT(scene_create) int scene_create(void) {
    size_t count;
    carom_wall *walls = walls_set(&count);
    if (walls == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    carom_scene *scene;
    size_t bad_wall = 0;
    const carom_status status = carom_scene_create(walls, count, NULL, NULL, &scene, &bad_wall);
    free(walls);
    return put_created(status, scene, bad_wall);
}

// The bytes, from allocate(), are the scene if the status is CAROM_STATUS_OK.
EXPORT(scene_open) int scene_open(const void *bytes, size_t size) {
    const carom_scene *scene;
    return (int)carom_scene_open(bytes, size, &scene);
}

EXPORT(scene_size) size_t scene_size(const carom_scene *scene) {
    return carom_scene_byte_size(scene);
}

EXPORT(scene_count) size_t scene_count(const carom_scene *scene) {
    return carom_scene_count(scene);
}

EXPORT(scene_wall) void scene_wall(const carom_scene *scene, size_t index) {
    const carom_wall wall = carom_scene_wall(scene, index);
    put(RESULT, wall.a);
    put(RESULT + 2, wall.b);
    numbers[RESULT + 4] = wall.radius;
    numbers[RESULT + 5] = wall.extent;
    numbers[RESULT + 6] = wall.one_sided;
    numbers[RESULT + 7] = wall.category;
    numbers[RESULT + 8] = wall.group;
}

EXPORT(scene_box) void scene_box(const carom_scene *scene) {
    put_box(carom_scene_box(scene));
}

EXPORT(scene_touches) int scene_touches(const carom_scene *scene, int rule) {
    carom_filter filter;
    return carom_scene_touches(scene, circle_argument(), (carom_contact_rule)rule,
                               filter_argument(&filter));
}

EXPORT(scene_touching)
size_t scene_touching(const carom_scene *scene, int rule, uint32_t *indices, size_t capacity) {
    carom_filter filter;
    return carom_scene_touching(scene, circle_argument(), (carom_contact_rule)rule,
                                filter_argument(&filter), indices, capacity);
}

EXPORT(scene_within)
size_t scene_within(const carom_scene *scene, uint32_t *indices, size_t capacity) {
    carom_filter filter;
    return carom_scene_within(scene, circle_argument(), numbers[OTHER], filter_argument(&filter),
                              indices, capacity);
}

// The box lies where a wall's ends do.
EXPORT(scene_in_box)
size_t scene_in_box(const carom_scene *scene, uint32_t *indices, size_t capacity) {
    carom_filter filter;
    const carom_box box = {vec2_at(WALL), vec2_at(WALL + 2)};
    return carom_scene_in_box(scene, box, filter_argument(&filter), indices, capacity);
}

EXPORT(scene_nearest)
size_t scene_nearest(const carom_scene *scene, carom_neighbor *nearest, size_t capacity) {
    carom_filter filter;
    return carom_scene_nearest(scene, circle_argument(), filter_argument(&filter), nearest,
                               capacity);
}

// Returns the index of the wall; the sweep is at RESULT.
EXPORT(scene_sweep) size_t scene_sweep(const carom_scene *scene) {
    carom_filter filter;
    const carom_cast_settings settings = cast_argument(&filter);
    const carom_scene_hit hit =
        carom_scene_sweep(scene, circle_argument(), vec2_at(VECTOR), &settings);
    put_sweep(RESULT, &hit.sweep);
    return hit.index;
}

// A fan: hits[i] for moves[i].
EXPORT(scene_fan)
void scene_fan(const carom_scene *scene, const carom_vec2 *moves, size_t count,
               carom_scene_hit *hits) {
    carom_filter filter;
    const carom_cast_settings settings = cast_argument(&filter);
    carom_scene_fan(scene, circle_argument(), moves, count, &settings, hits);
}

EXPORT(scene_sweep_all)
size_t scene_sweep_all(const carom_scene *scene, carom_scene_hit *hits, size_t capacity) {
    carom_filter filter;
    const carom_cast_settings settings = cast_argument(&filter);
    return carom_scene_sweep_all(scene, circle_argument(), vec2_at(VECTOR), &settings, hits,
                                 capacity);
}

// ---- batches among a scene ----

// The circles set before against a scene, by a contact rule, or by the gap at OTHER if the rule is
// below 0. Returns true and sets RESULT to the address of count + 1 offsets, RESULT + 1 to that of
// the walls, both to be released, RESULT + 2 to how many walls there are; false if there is no
// memory.
EXPORT(search_batch) int search_batch(const carom_scene *scene, int rule) {
    const carom_circle_soa circles = circle_arrays;
    carom_filter filter;
    carom_circle_lists lists;
    const carom_status status =
        rule < 0
            ? carom_scene_within_batch(scene, &circles, numbers[OTHER], filter_argument(&filter),
                                       SIZE_MAX, NULL, NULL, &lists)
            : carom_scene_touching_batch(scene, &circles, (carom_contact_rule)rule,
                                         filter_argument(&filter), SIZE_MAX, NULL, NULL, &lists);
    numbers[RESULT] = (double)(uintptr_t)lists.offsets;
    numbers[RESULT + 1] = (double)(uintptr_t)lists.items;
    numbers[RESULT + 2] = status == CAROM_STATUS_OK ? (double)lists.offsets[lists.count] : 0.0;
    return status == CAROM_STATUS_OK;
}

// The moving circles, those set before with these displacements, to `hits`; false if there is no
// memory.
EXPORT(sweep_batch)
int sweep_batch(const carom_scene *scene, const void *vx, const void *vy, carom_scene_hit *hits) {
    carom_filter filter;
    const carom_cast_settings settings = cast_argument(&filter);
    const carom_moving_circle_soa movers = {circle_arrays, vx, vy};
    return carom_scene_sweep_batch(scene, &movers, &settings, NULL, NULL, hits) == CAROM_STATUS_OK;
}
