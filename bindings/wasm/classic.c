// The methods of the articles as WebAssembly calls them: classic/classic.h with its numbers in one
// block of memory, laid out as that of carom.c.
//
// An instance of the module belongs to one thread, so its statics are not shared. Room: bindings,
// on classic and public headers only.
#include "classic.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    CIRCLE = 0,  // x, y, radius
    WALL = 3,    // ax, ay, bx, by, radius, extent
    SECOND = 9,  // a window: min, max
    VECTOR = 15, // x, y: a move
    RESULT = 34,
    NUMBERS = 66
};

static double numbers[NUMBERS];
static carom_classic_steps steps;

EXPORT(numbers_at) double *numbers_at(void) {
    return numbers;
}

EXPORT(allocate) void *allocate(size_t size) {
    return malloc(size);
}

EXPORT(release) void release_memory(void *memory) {
    free(memory);
}

static carom_vec2 vec2_at(int at) {
    return carom_vec2_make(numbers[at], numbers[at + 1]);
}

static carom_circle circle_argument(void) {
    return carom_circle_make(vec2_at(CIRCLE), numbers[CIRCLE + 2]);
}

static carom_wall wall_from(const double *at) {
    return carom_wall_make(carom_vec2_make(at[0], at[1]), carom_vec2_make(at[2], at[3]), at[4],
                           (carom_extent)(int)at[5]);
}

static carom_wall wall_argument(void) {
    return wall_from(numbers + WALL);
}

static carom_box window_argument(void) {
    const carom_box window = {vec2_at(SECOND), vec2_at(SECOND + 2)};
    return window;
}

static void put(int at, carom_vec2 p) {
    numbers[at] = p.x;
    numbers[at + 1] = p.y;
}

// ---- what there is ----

EXPORT(method_count) int method_count(void) {
    return CAROM_CLASSIC_COUNT;
}

EXPORT(method_name) const char *method_name(carom_classic method) {
    return carom_classic_name(method);
}

EXPORT(method_summary) const char *method_summary(carom_classic method) {
    return carom_classic_summary(method);
}

EXPORT(method_is_sweep) int method_is_sweep(carom_classic method) {
    return carom_classic_is_sweep(method);
}

EXPORT(method_rule) int method_rule(carom_classic method) {
    return (int)carom_classic_rule(method);
}

EXPORT(method_extent) int method_extent(carom_classic method) {
    return (int)carom_classic_extent(method);
}

// ---- answers ----

// has point, point, has offset, offset; returns whether it collides
EXPORT(relate) int relate(carom_classic method) {
    const carom_classic_contact k =
        carom_classic_relate(method, circle_argument(), wall_argument(), &steps);
    numbers[RESULT] = k.has_point;
    put(RESULT + 1, k.point);
    numbers[RESULT + 3] = k.has_offset;
    put(RESULT + 4, k.offset);
    return k.collides;
}

// t, center, normal, end; returns whether it hits
EXPORT(sweep) int sweep(carom_classic method) {
    const carom_classic_sweep s = carom_classic_sweep_circle(
        method, circle_argument(), vec2_at(VECTOR), wall_argument(), &steps);
    numbers[RESULT] = s.t;
    put(RESULT + 1, s.center);
    put(RESULT + 3, s.normal);
    put(RESULT + 5, s.end);
    return s.hits;
}

// The steps of the last answer.
EXPORT(step_count) int step_count(void) {
    return steps.count;
}

// Its numbers at RESULT; returns how many there are.
EXPORT(step_numbers) int step_numbers(int i) {
    numbers[RESULT] = steps.step[i].value[0];
    numbers[RESULT + 1] = steps.step[i].value[1];
    return steps.step[i].count;
}

EXPORT(step_text) const char *step_text(int i) {
    return steps.step[i].text;
}

// ---- against the truth ----

EXPORT(judge) int judge(carom_classic method) {
    return (int)carom_classic_judge(method, circle_argument(), vec2_at(VECTOR), wall_argument());
}

EXPORT(truth) int truth(carom_classic method) {
    return carom_classic_truth(method, circle_argument(), vec2_at(VECTOR), wall_argument());
}

// The window is at SECOND; counts of the verdicts at RESULT.
EXPORT(map)
void map(carom_classic method, size_t columns, size_t rows, unsigned char *verdicts,
         unsigned char *is_true) {
    size_t counts[5];
    const carom_box window = window_argument();
    carom_circle circle = circle_argument();
    const carom_wall wall = wall_argument();
    const carom_vec2 move = vec2_at(VECTOR);
    carom_classic_map(method, circle.radius, move, wall, window, columns, rows, verdicts, counts);
    for (int i = 0; i < 5; i++)
        numbers[RESULT + i] = (double)counts[i];
    for (size_t i = 0; i < columns * rows; i++) {
        circle.center = carom_classic_map_center(window, columns, rows, i % columns, i / columns);
        is_true[i] = carom_classic_truth(method, circle, move, wall);
    }
}

EXPORT(map_center) void map_center(size_t columns, size_t rows, size_t column, size_t row) {
    put(RESULT, carom_classic_map_center(window_argument(), columns, rows, column, row));
}

// ---- the game of the article on falling circles ----

static bool hits_any(carom_classic method, carom_circle circle, carom_vec2 move,
                     const double *walls, size_t wall_count) {
    for (size_t i = 0; i < wall_count; i++)
        if (carom_classic_sweep_circle(method, circle, move, wall_from(walls + 6 * i), NULL).hits)
            return true;
    return false;
}

// Moves circles by VECTOR unless they then collide with any of the walls, six numbers each;
// returns how many moved.
EXPORT(fall)
size_t fall(carom_classic method, double *x, double *y, const double *radius, size_t count,
            const double *walls, size_t wall_count) {
    const carom_vec2 move = vec2_at(VECTOR);
    size_t moved = 0;
    for (size_t i = 0; i < count; i++) {
        const carom_circle circle = carom_circle_make(carom_vec2_make(x[i], y[i]), radius[i]);
        if (hits_any(method, circle, move, walls, wall_count))
            continue;
        x[i] += move.x;
        y[i] += move.y;
        moved++;
    }
    return moved;
}
