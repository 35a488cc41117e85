// The library as WebAssembly calls it: what is asked of one circle and one wall or two.
//
// JavaScript writes the arguments of a call to `numbers`, calls, and reads the result from there.
// An instance of the module belongs to one thread, so its statics are not shared. Room: bindings,
// on public headers only.
#include "call_numbers.h"

#include <stdlib.h>

double numbers[NUMBERS];

EXPORT(numbers_at) double *numbers_at(void) {
    return numbers;
}

void *allocate_many(size_t count, size_t size) {
    const size_t line = CAROM_SCENE_ALIGNMENT;
    if (count > (SIZE_MAX - line) / size)
        return NULL;
    return aligned_alloc(line, (count * size / line + 1) * line);
}

EXPORT(allocate) void *allocate(size_t size) {
    return allocate_many(size, 1);
}

EXPORT(release) void release_memory(void *memory) {
    free(memory);
}

EXPORT(version) const char *version(void) {
    return carom_version();
}

EXPORT(environment_is_exact) int environment_is_exact(void) {
    return carom_environment_is_exact();
}

EXPORT(instruction_set) const char *instruction_set(void) {
    return carom_batch_instruction_set();
}

// ---- shapes and relation ----

EXPORT(circle_is_valid) int circle_is_valid(void) {
    return carom_circle_is_valid(circle_argument());
}

EXPORT(wall_is_valid) int wall_is_valid(void) {
    return carom_wall_is_valid(wall_at(WALL));
}

EXPORT(within) int within(void) {
    return carom_circle_within(circle_argument(), wall_at(WALL), numbers[OTHER]);
}

EXPORT(wall_side) int wall_side(void) {
    return carom_wall_side(wall_at(WALL), vec2_at(VECTOR));
}

EXPORT(compare_distance) int compare_distance(void) {
    return carom_circle_compare_distance(circle_argument(), wall_at(WALL), wall_at(SECOND));
}

// ---- contact ----

EXPORT(distance) double distance(void) {
    return carom_circle_distance(circle_argument(), wall_at(WALL));
}

EXPORT(signed_distance) double signed_distance(void) {
    return carom_circle_signed_distance(circle_argument(), wall_at(WALL));
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

EXPORT(sweep_to) void sweep_to(void) {
    const carom_sweep s = carom_circle_sweep_to(circle_argument(), vec2_at(VECTOR), wall_at(WALL));
    put_sweep(RESULT, &s);
}

// the entry; t, feature, center, point, normal of the exit; returns whether there is one
EXPORT(passage) int passage(void) {
    const carom_passage p = carom_circle_passage(circle_argument(), vec2_at(VECTOR), wall_at(WALL));
    put_sweep(RESULT, &p.entry);
    numbers[RESULT + 9] = p.exit_t;
    numbers[RESULT + 10] = p.exit_feature;
    put(RESULT + 11, p.exit_center);
    put(RESULT + 13, p.exit_point);
    put(RESULT + 15, p.exit_normal);
    return p.has_left;
}

// the sweep; returns the distance. The direction is at VECTOR, the length at OTHER.
EXPORT(cast) double cast_by_length(void) {
    const carom_cast k =
        carom_circle_cast(circle_argument(), vec2_at(VECTOR), numbers[OTHER], wall_at(WALL));
    put_sweep(RESULT, &k.sweep);
    return k.distance;
}

// the vector of the length at OTHER along that at VECTOR
EXPORT(vector_along) void vector_along(void) {
    put(RESULT, carom_vec2_along(vec2_at(VECTOR), numbers[OTHER]));
}

EXPORT(compare_time_of_impact) int compare_time_of_impact(void) {
    return carom_circle_compare_time_of_impact(circle_argument(), vec2_at(VECTOR), wall_at(WALL),
                                               wall_at(SECOND));
}

EXPORT(path_is_clear) int path_is_clear_of_wall(void) {
    return carom_circle_path_is_clear(circle_argument(), vec2_at(VECTOR), wall_at(WALL));
}

EXPORT(response_is_valid) int response_is_valid(void) {
    return carom_response_is_valid(response_argument(OTHER));
}

EXPORT(reflect_velocity) void reflect_velocity(void) {
    put(RESULT, carom_velocity_reflect(vec2_at(VECTOR), vec2_at(NORMAL)));
}

EXPORT(respond) void respond_to_contact(void) {
    put(RESULT, carom_velocity_respond(vec2_at(VECTOR), vec2_at(NORMAL), response_argument(OTHER)));
}

// The velocities at VECTOR and SECOND, then the second's inverse mass; the first's at OTHER;
// restitution and friction at CROWD. Both velocities at RESULT.
EXPORT(balls_respond) void balls_respond(void) {
    const carom_velocity_pair after =
        carom_balls_respond(vec2_at(VECTOR), numbers[OTHER], vec2_at(SECOND), numbers[SECOND + 2],
                            vec2_at(NORMAL), numbers[CROWD], numbers[CROWD + 1]);
    put(RESULT, after.first);
    put(RESULT + 2, after.second);
}

// the sweep, end, move
EXPORT(reflect) void reflect(void) {
    const carom_reflection r =
        carom_circle_reflect(circle_argument(), vec2_at(VECTOR), wall_at(WALL));
    put_sweep(RESULT, &r.sweep);
    put(RESULT + 9, r.end);
    put(RESULT + 11, r.move);
}

EXPORT(wall_box) void wall_box(void) {
    put_box(carom_wall_box(wall_at(WALL)));
}

// from at WALL, to at WALL + 2, radius at WALL + 4
EXPORT(path_box) void path_box(void) {
    const carom_path path = {vec2_at(WALL), vec2_at(WALL + 2), numbers[WALL + 4]};
    put_box(carom_path_box(path));
}
