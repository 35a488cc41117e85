// The library as WebAssembly calls it: every public call with its numbers in one block of memory.
//
// JavaScript writes the arguments of a geometry call to `numbers`, calls, and reads the result from
// there: circle at CIRCLE, wall at WALL, and so on, as named below and in numbers.js. Arrays are
// handed over by address. An instance of the module belongs to one thread, so its statics are not
// shared. Layer: bindings, on public headers only.
#include "carom/carom.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    CIRCLE = 0,  // x, y, radius
    WALL = 3,    // ax, ay, bx, by, radius, extent
    SECOND = 9,  // another wall
    VECTOR = 15, // x, y: a move, a place, a point or a velocity
    NORMAL = 17, // x, y
    OTHER = 19,  // restitution, friction, gap and whatever a call says
    RESULT = 32,
    NUMBERS = 64
};

static double numbers[NUMBERS];

EXPORT(numbers_at) double *numbers_at(void) {
    return numbers;
}

// `count` things of `size` bytes each, at least one byte; NULL if there is no room for them.
static void *allocate_many(size_t count, size_t size) {
    const size_t line = CAROM_SCENE_ALIGNMENT;
    if (count > (SIZE_MAX - line) / size)
        return NULL;
    return aligned_alloc(line, (count * size / line + 1) * line);
}

EXPORT(allocate) void *allocate(size_t size) {
    return allocate_many(size, 1);
}

EXPORT(release) void release(void *memory) {
    free(memory);
}

EXPORT(version) const char *version(void) {
    return carom_version();
}

EXPORT(instructions) const char *instructions(void) {
    return carom_batch_instruction_set();
}

// ---- arguments and results ----

static carom_vec2 vector_at(int at) {
    return carom_vec2_make(numbers[at], numbers[at + 1]);
}

static carom_circle circle_argument(void) {
    return carom_circle_make(vector_at(CIRCLE), numbers[CIRCLE + 2]);
}

static carom_wall wall_at(int at) {
    return carom_wall_make(vector_at(at), vector_at(at + 2), numbers[at + 4],
                           (carom_extent)(int)numbers[at + 5]);
}

static carom_response response_at(int at) {
    carom_response r = {(carom_response_kind)(int)numbers[at], numbers[at + 1], numbers[at + 2]};
    return r;
}

static void put(int at, carom_vec2 p) {
    numbers[at] = p.x;
    numbers[at + 1] = p.y;
}

static void put_box(carom_box box) {
    put(RESULT, box.min);
    put(RESULT + 2, box.max);
}

// kind, feature, t, center, point, normal
static void put_sweep(int at, const carom_sweep *sweep) {
    numbers[at] = sweep->kind;
    numbers[at + 1] = sweep->feature;
    numbers[at + 2] = sweep->t;
    put(at + 3, sweep->center);
    put(at + 5, sweep->point);
    put(at + 7, sweep->normal);
}

// ---- shapes and relation ----

EXPORT(circle_is_valid) int circle_is_valid(void) {
    return carom_circle_is_valid(circle_argument());
}

EXPORT(wall_is_valid) int wall_is_valid(void) {
    return carom_wall_is_valid(wall_at(WALL));
}

EXPORT(relate) int relate(void) {
    return (int)carom_circle_relate(circle_argument(), wall_at(WALL));
}

EXPORT(touches) int touches(int touch) {
    return carom_circle_touches_by_rule(circle_argument(), wall_at(WALL),
                                        (carom_contact_rule)touch);
}

EXPORT(within) int within(void) {
    return carom_circle_within(circle_argument(), wall_at(WALL), numbers[OTHER]);
}

EXPORT(wall_side) int wall_side(void) {
    return carom_wall_side(wall_at(WALL), vector_at(VECTOR));
}

EXPORT(gap_order) int gap_order(void) {
    return carom_circle_compare_distance(circle_argument(), wall_at(WALL), wall_at(SECOND));
}

// ---- contact ----

// along, point, normal, depth, feature; returns the relation
EXPORT(contact) int contact(void) {
    const carom_contact k = carom_circle_contact(circle_argument(), wall_at(WALL));
    numbers[RESULT] = k.along;
    put(RESULT + 1, k.point);
    put(RESULT + 3, k.normal);
    numbers[RESULT + 5] = k.depth;
    numbers[RESULT + 6] = k.feature;
    return (int)k.relation;
}

EXPORT(distance) double distance(void) {
    return carom_circle_distance(circle_argument(), wall_at(WALL));
}

// along and point of each; returns how many
EXPORT(crossings) int crossings(void) {
    const carom_crossings found = carom_circle_crossings(circle_argument(), wall_at(WALL));
    for (int i = 0; i < found.count; i++) {
        numbers[RESULT + 3 * i] = found.along[i];
        put(RESULT + 3 * i + 1, found.point[i]);
    }
    return found.count;
}

EXPORT(push_out) int push_out(void) {
    const carom_push push = carom_circle_push_out(circle_argument(), wall_at(WALL));
    put(RESULT, push.center);
    return (int)push.relation;
}

// ---- sweep and response ----

EXPORT(sweep) void sweep(void) {
    const carom_sweep s = carom_circle_sweep(circle_argument(), vector_at(VECTOR), wall_at(WALL));
    put_sweep(RESULT, &s);
}

EXPORT(sweep_to) void sweep_to(void) {
    const carom_sweep s =
        carom_circle_sweep_to(circle_argument(), vector_at(VECTOR), wall_at(WALL));
    put_sweep(RESULT, &s);
}

EXPORT(sweep_order) int sweep_order(void) {
    return carom_circle_compare_time_of_impact(circle_argument(), vector_at(VECTOR), wall_at(WALL),
                                               wall_at(SECOND));
}

EXPORT(way_is_free) int way_is_free(void) {
    return carom_circle_path_is_clear(circle_argument(), vector_at(VECTOR), wall_at(WALL));
}

EXPORT(response_is_valid) int response_is_valid(void) {
    return carom_response_is_valid(response_at(OTHER));
}

EXPORT(reflect_velocity) void reflect_velocity(void) {
    put(RESULT, carom_velocity_reflect(vector_at(VECTOR), vector_at(NORMAL)));
}

EXPORT(respond) void respond(void) {
    put(RESULT, carom_velocity_respond(vector_at(VECTOR), vector_at(NORMAL), response_at(OTHER)));
}

// the sweep, end, move
EXPORT(reflect) void reflect(void) {
    const carom_reflection r =
        carom_circle_reflect(circle_argument(), vector_at(VECTOR), wall_at(WALL));
    put_sweep(RESULT, &r.sweep);
    put(RESULT + 9, r.end);
    put(RESULT + 11, r.move);
}

EXPORT(wall_box) void wall_box(void) {
    put_box(carom_wall_box(wall_at(WALL)));
}

// from at WALL, to at WALL + 2, radius at WALL + 4
EXPORT(way_box) void way_box(void) {
    const carom_path way = {vector_at(WALL), vector_at(WALL + 2), numbers[WALL + 4]};
    put_box(carom_path_box(way));
}

// ---- arrays ----

static carom_wall_soa wall_arrays;
static carom_circle_soa circle_arrays;

// Sets the walls that the next calls are asked of.
EXPORT(set_walls)
void set_walls(const void *ax, const void *ay, const void *bx, const void *by, const void *radius,
               const unsigned char *extent, size_t stride, int number, size_t count) {
    const carom_wall_soa arrays = {.ax = ax,
                                   .ay = ay,
                                   .bx = bx,
                                   .by = by,
                                   .radius = radius,
                                   .extent = extent,
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

EXPORT(batch_walls) size_t batch_walls(int touch, unsigned char *verdicts) {
    return carom_batch_walls(circle_argument(), &wall_arrays, 0, wall_arrays.count,
                             (carom_contact_rule)touch, NULL, verdicts);
}

EXPORT(batch_pairs) size_t batch_pairs(int touch, unsigned char *verdicts) {
    return carom_batch_pairs(&circle_arrays, &wall_arrays, 0, circle_arrays.count,
                             (carom_contact_rule)touch, NULL, verdicts);
}

// The walls as structs, or NULL. Released by the caller.
EXPORT(walls_of_arrays) carom_wall *walls_of_arrays(void) {
    carom_wall *walls = allocate_many(wall_arrays.count, sizeof *walls);
    for (size_t i = 0; walls != NULL && i < wall_arrays.count; i++)
        walls[i] = carom_wall_soa_get(&wall_arrays, i);
    return walls;
}

// ---- scenes ----

// Returns a carom_status; the scene or the bad wall at RESULT.
EXPORT(scene_create) int scene_create(void) {
    carom_wall *walls = walls_of_arrays();
    if (walls == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    carom_scene *scene;
    size_t bad_wall = 0;
    const carom_status status =
        carom_scene_create(walls, wall_arrays.count, NULL, &scene, &bad_wall);
    free(walls);
    numbers[RESULT] = status == CAROM_STATUS_OK ? (double)(uintptr_t)scene : (double)bad_wall;
    return (int)status;
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
}

EXPORT(scene_box) void scene_box(const carom_scene *scene) {
    put_box(carom_scene_box(scene));
}

EXPORT(scene_touches) int scene_touches(const carom_scene *scene, int touch) {
    return carom_scene_touches(scene, circle_argument(), (carom_contact_rule)touch, NULL);
}

EXPORT(scene_touching)
size_t scene_touching(const carom_scene *scene, int touch, uint32_t *indices, size_t capacity) {
    return carom_scene_touching(scene, circle_argument(), (carom_contact_rule)touch, NULL, indices,
                                capacity);
}

EXPORT(scene_within)
size_t scene_within(const carom_scene *scene, uint32_t *indices, size_t capacity) {
    return carom_scene_within(scene, circle_argument(), numbers[OTHER], NULL, indices, capacity);
}

// The box lies where a wall's ends do.
EXPORT(scene_in_box)
size_t scene_in_box(const carom_scene *scene, uint32_t *indices, size_t capacity) {
    const carom_box box = {vector_at(WALL), vector_at(WALL + 2)};
    return carom_scene_in_box(scene, box, NULL, indices, capacity);
}

EXPORT(scene_nearest)
size_t scene_nearest(const carom_scene *scene, carom_neighbor *nearest, size_t capacity) {
    return carom_scene_nearest(scene, circle_argument(), NULL, nearest, capacity);
}

// Returns the index of the wall.
EXPORT(scene_sweep) size_t scene_sweep(const carom_scene *scene) {
    const carom_scene_hit hit =
        carom_scene_sweep(scene, circle_argument(), vector_at(VECTOR), NULL);
    put_sweep(RESULT, &hit.sweep);
    return hit.index;
}

// ---- batches among a scene ----

// The memory of a search: the circles in their order, what each found, and where that belongs.
typedef struct batch_search {
    // One block: centres and radii along the order; the order; what each found, along the order and
    // by circle.
    double *sorted;
    uint32_t *order, *along_counts, *counts;
    void *scratch;
    carom_circle_soa along;
    // Appended along the order, room for `capacity`.
    uint32_t *found;
    size_t capacity;
    // The answer: count + 1 offsets and the walls.
    size_t *offsets;
    uint32_t *walls;
} batch_search;

// Circles order[0 .. count) against the scene, by touch, or by the gap at OTHER if touch is below
// 0. Returns false if what is found does not fit; the capacity is then what is needed.
static bool search_fits(batch_search *s, const carom_scene *scene, int touch) {
    const size_t count = s->along.count;
    if (touch < 0)
        carom_scene_within_range(scene, &s->along, NULL, 0, count, numbers[OTHER], NULL,
                                 s->along_counts, s->found, s->capacity);
    else
        carom_scene_touching_range(scene, &s->along, NULL, 0, count, (carom_contact_rule)touch,
                                   NULL, s->along_counts, s->found, s->capacity);
    // Addresses have 32 bits, and so has the sum that these calls return.
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        s->counts[s->order[i]] = s->along_counts[i];
        total += s->along_counts[i];
    }
    const bool fits = total <= s->capacity;
    s->capacity = total < SIZE_MAX ? (size_t)total : SIZE_MAX;
    return fits;
}

static double double_at(const void *doubles, size_t at) {
    return *(const double *)((const char *)doubles + at);
}

// The module cannot fetch ahead, so circles are brought into their order first: loads that do not
// wait for one another.
static void bring_along(batch_search *s) {
    const carom_circle_soa *const c = &circle_arrays;
    double *at = s->sorted;
    s->along =
        (carom_circle_soa){at, at + 1, at + 2, 3 * sizeof *at, CAROM_NUMBER_DOUBLE, c->count};
    for (size_t i = 0; i < c->count; i++, at += 3) {
        const size_t from = s->order[i] * c->stride;
        at[0] = double_at(c->x, from);
        at[1] = double_at(c->y, from);
        at[2] = c->radius != NULL ? double_at(c->radius, from) : 0.0;
    }
}

static bool search_run(batch_search *s, const carom_scene *scene, int touch) {
    const size_t count = circle_arrays.count;
    carom_scene_hilbert_order(scene, &circle_arrays, s->order, s->scratch);
    bring_along(s);
    // The second time round there is room.
    s->capacity = 4 * count + 64;
    do {
        free(s->found);
        s->found = allocate_many(s->capacity, sizeof *s->found);
        if (s->found == NULL)
            return false;
    } while (!search_fits(s, scene, touch));
    s->walls = allocate_many(s->capacity, sizeof *s->walls);
    if (s->walls == NULL)
        return false;
    carom_scene_csr_offsets(s->counts, count, s->offsets);
    carom_scene_csr_scatter(s->order, 0, count, s->found, s->offsets, s->walls);
    return true;
}

// The circles set before, doubles, against a scene, by touch, or by the gap at OTHER if touch is
// below 0. Returns true and sets RESULT to the address of count + 1 offsets, RESULT + 1 to that of
// the walls, both to be released, RESULT + 2 to how many walls there are; false if there is no
// memory.
EXPORT(search_batch) int search_batch(const carom_scene *scene, int touch) {
    const size_t count = circle_arrays.count;
    batch_search s = {.sorted = allocate_many(count, 3 * sizeof(double) + 3 * sizeof(uint32_t)),
                      .scratch = allocate_many(carom_scene_hilbert_scratch(count), 1),
                      .offsets = allocate_many(count + 1, sizeof *s.offsets)};
    s.order = (uint32_t *)(s.sorted + 3 * count);
    s.along_counts = s.order + count;
    s.counts = s.along_counts + count;
    const bool done =
        s.sorted != NULL && s.scratch != NULL && s.offsets != NULL && search_run(&s, scene, touch);
    free(s.sorted);
    free(s.scratch);
    free(s.found);
    if (!done)
        free(s.offsets);
    numbers[RESULT] = (double)(uintptr_t)s.offsets;
    numbers[RESULT + 1] = (double)(uintptr_t)s.walls;
    numbers[RESULT + 2] = (double)s.capacity;
    return done;
}

// The moving circles, those set before with these displacements, to `hits`; false if there is no
// memory.
EXPORT(sweep_batch)
int sweep_batch(const carom_scene *scene, const void *vx, const void *vy, carom_scene_hit *hits) {
    const carom_moving_circle_soa movers = {circle_arrays, vx, vy};
    void *const scratch = allocate_many(carom_scene_batch_scratch(circle_arrays.count, 0), 1);
    if (scratch != NULL)
        carom_scene_sweep_batch(scene, &movers, NULL, hits, scratch);
    free(scratch);
    return scratch != NULL;
}

// ---- the mover ----

// A list that grows: what a move tells along its way.
typedef struct record {
    double *at;
    size_t count, capacity;
} record;

static record impacts, places;
// There was no room for one of them.
static bool is_cut_short;

static double *record_room(record *list, size_t room) {
    if (list->count + room > list->capacity) {
        const size_t capacity = 2 * list->capacity + 16 * room;
        double *const larger = realloc(list->at, capacity * sizeof *larger);
        if (larger == NULL) {
            is_cut_short = true;
            return NULL;
        }
        list->at = larger;
        list->capacity = capacity;
    }
    double *const place = list->at + list->count;
    list->count += room;
    return place;
}

static void record_vector(double *at, carom_vec2 p) {
    at[0] = p.x;
    at[1] = p.y;
}

enum { IMPACT_NUMBERS = 13 };

static void record_impact(void *context, const carom_impact *impact) {
    (void)context;
    double *const at = record_room(&impacts, IMPACT_NUMBERS);
    if (at == NULL)
        return;
    at[0] = impact->time;
    at[1] = (double)impact->index;
    at[2] = impact->feature;
    record_vector(at + 3, impact->center);
    record_vector(at + 5, impact->point);
    record_vector(at + 7, impact->normal);
    record_vector(at + 9, impact->before);
    record_vector(at + 11, impact->after);
}

static void record_place(void *context, carom_vec2 center) {
    (void)context;
    double *const at = record_room(&places, 2);
    if (at != NULL)
        record_vector(at, center);
}

static carom_move_settings mover;
static carom_wall_list mover_array;

// What the next moves go through: a scene, or an array of walls if that is NULL. The response is at
// OTHER, the gravity at OTHER + 3.
EXPORT(set_mover)
void set_mover(const carom_scene *scene, const carom_wall *walls, size_t count, int max_contacts) {
    const carom_wall_list array = {.walls = walls, .count = count};
    const carom_move_settings fresh = {.response = response_at(OTHER),
                                       .gravity = vector_at(OTHER + 3),
                                       .max_contacts = max_contacts};
    mover_array = array;
    mover = fresh;
    mover.walls =
        scene != NULL ? carom_scene_wall_source(scene) : carom_wall_list_source(&mover_array);
}

// The ball is at CIRCLE and VECTOR. Returns the kind, or -1 if there is no memory; ball, contacts,
// lost, out of range, overlapped, freed at RESULT, then count and address of the impacts, 13
// numbers each, and of the places, 2 each.
EXPORT(move_ball) int move_ball(double time) {
    const carom_ball ball = {vector_at(CIRCLE), numbers[CIRCLE + 2], vector_at(VECTOR)};
    carom_move_settings listening = mover;
    listening.on_impact = record_impact;
    listening.on_position = record_place;
    impacts.count = places.count = 0;
    is_cut_short = false;
    const carom_motion motion = carom_ball_move(ball, time, &listening);
    put(RESULT, motion.ball.center);
    put(RESULT + 2, motion.ball.velocity);
    numbers[RESULT + 4] = motion.contacts;
    numbers[RESULT + 5] = motion.lost;
    numbers[RESULT + 6] = motion.clamped;
    numbers[RESULT + 7] = (double)(motion.overlapped != CAROM_NO_WALL ? motion.overlapped : 0);
    put(RESULT + 8, motion.freed);
    numbers[RESULT + 10] = (double)(impacts.count / IMPACT_NUMBERS);
    numbers[RESULT + 11] = (double)(uintptr_t)impacts.at;
    numbers[RESULT + 12] = (double)(places.count / 2);
    numbers[RESULT + 13] = (double)(uintptr_t)places.at;
    return is_cut_short ? -1 : (int)motion.kind;
}

// Contacts, time lost, invalid, freed and stuck balls at RESULT; `kinds` may be NULL.
EXPORT(move_batch)
void move_batch(double *x, double *y, const double *radius, double *vx, double *vy, size_t count,
                double time, unsigned char *kinds) {
    double contacts = 0, lost = 0;
    size_t of_kind[4] = {0};
    for (size_t i = 0; i < count; i++) {
        const carom_ball ball = {{x[i], y[i]}, radius[i], {vx[i], vy[i]}};
        const carom_motion motion = carom_ball_move(ball, time, &mover);
        x[i] = motion.ball.center.x;
        y[i] = motion.ball.center.y;
        vx[i] = motion.ball.velocity.x;
        vy[i] = motion.ball.velocity.y;
        contacts += motion.contacts;
        lost += motion.lost;
        of_kind[motion.kind]++;
        if (kinds != NULL)
            kinds[i] = (unsigned char)motion.kind;
    }
    numbers[RESULT] = contacts;
    numbers[RESULT + 1] = lost;
    numbers[RESULT + 2] = (double)of_kind[CAROM_MOTION_KIND_INVALID];
    numbers[RESULT + 3] = (double)of_kind[CAROM_MOTION_KIND_FREED];
    numbers[RESULT + 4] = (double)of_kind[CAROM_MOTION_KIND_STUCK];
}

// Out of the walls of set_mover; overlapped, wall, center at RESULT; returns whether one was found.
EXPORT(way_out) int way_out(void) {
    const carom_depenetration out =
        carom_circle_depenetrate(circle_argument(), mover.walls, mover.filter);
    numbers[RESULT] = out.overlapped;
    numbers[RESULT + 1] = (double)(out.overlapped ? out.wall : 0);
    put(RESULT + 2, out.center);
    return out.found;
}
