// Crowds as WebAssembly calls them: balls in arrays of JavaScript, moved all at once. What scenes.c
// says of filters holds for all callbacks, too. Room: bindings, on public headers only.
#include "moves.h"

#include <stdlib.h>

// A crowd, and what its balls are handed over in. There is room for `room` of each.
typedef struct page_crowd {
    carom_crowd *crowd;
    size_t room;
    carom_ball *balls;
    carom_motion *motions;
    carom_vec2 *accelerations;
    carom_filter *filters;
} page_crowd;

// ---- create and destroy ----

static void release_room(page_crowd *c) {
    free(c->balls);
    free(c->motions);
    free(c->accelerations);
    free(c->filters);
    c->room = 0;
    c->balls = NULL;
    c->motions = NULL;
    c->accelerations = NULL;
    c->filters = NULL;
}

static bool grow_room(page_crowd *c, size_t count) {
    if (count <= c->room)
        return true;
    release_room(c);
    const size_t room = count + count / 2;
    c->balls = allocate_many(room, sizeof *c->balls);
    c->motions = allocate_many(room, sizeof *c->motions);
    c->accelerations = allocate_many(room, sizeof *c->accelerations);
    c->filters = allocate_many(room, sizeof *c->filters);
    const bool has_room =
        c->balls != NULL && c->motions != NULL && c->accelerations != NULL && c->filters != NULL;
    if (has_room)
        c->room = room;
    return has_room;
}

EXPORT(crowd_destroy) void crowd_destroy(page_crowd *c) {
    carom_crowd_destroy(c->crowd);
    release_room(c);
    free(c);
}

// NULL if there is no memory.
EXPORT(crowd_create) page_crowd *crowd_create(void) {
    page_crowd *c = malloc(sizeof *c);
    if (c == NULL)
        return NULL;
    *c = (page_crowd){.crowd = NULL};
    if (carom_crowd_create(NULL, &c->crowd) == CAROM_STATUS_OK)
        return c;
    crowd_destroy(c);
    return NULL;
}

// ---- impacts and touches ----

static void put_ball_impact(const carom_ball_impact *impact) {
    double *const at = &numbers[RESULT];
    at[0] = impact->time;
    at[1] = (double)impact->first;
    at[2] = (double)impact->second;
    write_vector(at + 3, impact->first_center);
    write_vector(at + 5, impact->second_center);
    write_vector(at + 7, impact->normal);
    write_vector(at + 9, impact->first_before);
    write_vector(at + 11, impact->second_before);
    write_vector(at + 13, impact->first_after);
    write_vector(at + 15, impact->second_after);
}

static void tell_ball_impact(void *context, const carom_ball_impact *impact) {
    (void)context;
    put_ball_impact(impact);
    tell(REPORT_BALL_IMPACT);
}

static void ask_for_balls(void *context, const carom_ball_impact *impact,
                          carom_response *response) {
    (void)context;
    put_ball_impact(impact);
    ask_respond(true);
    *response = response_argument(OTHER);
}

static void tell_touch(void *context, const carom_touch *touch) {
    (void)context;
    numbers[RESULT] = touch->phase;
    numbers[RESULT + 1] = (double)touch->ball;
    numbers[RESULT + 2] = (double)touch->other;
    put_wall_id(RESULT + 3, touch->wall);
    put(RESULT + 5, touch->normal);
    numbers[RESULT + 7] = touch->impulse;
    tell(REPORT_TOUCH);
}

// ---- a frame ----

// The arrays of a frame, whose addresses are at COLUMNS in this order. NULL stands for none, but
// for those of the balls.
typedef struct crowd_columns {
    ball_columns balls;
    const double *inverse_masses, *acceleration_x, *acceleration_y;
    const uint32_t *categories, *masks, *wall_masks;
    uint8_t *kinds, *holds;
    double *lost;
} crowd_columns;

static void *column_at(int i) {
    return (void *)(uintptr_t)numbers[COLUMNS + i];
}

static crowd_columns columns_argument(void) {
    return (crowd_columns){
        .balls = {column_at(0), column_at(1), column_at(2), column_at(3), column_at(4)},
        .inverse_masses = column_at(5),
        .acceleration_x = column_at(6),
        .acceleration_y = column_at(7),
        .categories = column_at(8),
        .masks = column_at(9),
        .wall_masks = column_at(10),
        .kinds = column_at(11),
        .holds = column_at(12),
        .lost = column_at(13),
    };
}

// What is between the balls: restitution and friction at CROWD, the most passes at PASSES.
static carom_crowd_settings crowd_settings(page_crowd *c, move_call *m, const crowd_columns *from) {
    return (carom_crowd_settings){
        .move = m->settings,
        .restitution = numbers[CROWD],
        .friction = numbers[CROWD + 1],
        .inverse_masses = from->inverse_masses,
        .accelerations = from->acceleration_x != NULL ? c->accelerations : NULL,
        .filters = from->wall_masks != NULL ? c->filters : NULL,
        .categories = from->categories,
        .masks = from->masks,
        .respond_balls = is_told(ASK_BALLS) ? ask_for_balls : NULL,
        .max_passes = (int)numbers[PASSES],
        .moving = &m->recorded.ball,
        .on_ball_impact = is_told(REPORT_BALL_IMPACT) ? tell_ball_impact : NULL,
        .on_touch = is_told(REPORT_TOUCH) ? tell_touch : NULL,
    };
}

static void take_balls(page_crowd *c, const crowd_columns *from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        c->balls[i] = ball_at(&from->balls, i);
        if (from->acceleration_x != NULL)
            c->accelerations[i] = carom_vec2_make(from->acceleration_x[i], from->acceleration_y[i]);
        if (from->wall_masks != NULL)
            c->filters[i] = carom_filter_mask(from->wall_masks[i]);
    }
}

static void bring_balls(const page_crowd *c, const crowd_columns *to, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const carom_motion *motion = &c->motions[i];
        bring_ball(&to->balls, i, &c->balls[i]);
        if (to->kinds != NULL)
            to->kinds[i] = (uint8_t)motion->kind;
        if (to->holds != NULL)
            to->holds[i] = (uint8_t)motion->hold;
        if (to->lost != NULL)
            to->lost[i] = motion->lost;
    }
}

static void put_crowd_motion(const carom_crowd_motion *sums) {
    numbers[RESULT] = (double)sums->moved;
    numbers[RESULT + 1] = (double)sums->freed;
    numbers[RESULT + 2] = (double)sums->stuck;
    numbers[RESULT + 3] = (double)sums->invalid;
    numbers[RESULT + 4] = (double)sums->crushed;
    numbers[RESULT + 5] = (double)sums->held;
    numbers[RESULT + 6] = (double)sums->asleep;
    numbers[RESULT + 7] = (double)sums->ball_impacts;
    numbers[RESULT + 8] = sums->lost;
}

// The balls and the rest of the arrays are at COLUMNS. Returns false if there is no memory; at
// RESULT what put_crowd_motion puts there.
EXPORT(crowd_step)
int crowd_step(page_crowd *c, const carom_scene *scene, const carom_wall *walls, size_t wall_count,
               size_t count, double time) {
    if (!grow_room(c, count))
        return false;
    const crowd_columns columns = columns_argument();
    const bool tells_motions = is_told(REPORT_MOTION);
    move_call m = {.recorded = {.ball = 0}};
    take_settings(&m, scene, walls, wall_count);
    const carom_crowd_settings settings = crowd_settings(c, &m, &columns);
    take_balls(c, &columns, count);
    const carom_crowd_motion sums =
        carom_crowd_step(c->crowd, c->balls, count, time, &settings, c->motions);
    if (sums.status != CAROM_STATUS_OK)
        return false;
    bring_balls(c, &columns, count);
    for (size_t i = 0; i < count && tells_motions; i++)
        tell_motion((carom_index)i, &c->motions[i]);
    put_crowd_motion(&sums);
    return true;
}

// ---- between frames ----

EXPORT(crowd_remove) void crowd_remove(page_crowd *c, carom_index ball) {
    carom_crowd_remove(c->crowd, ball);
}

// CAROM_NO_BALL wakes all.
EXPORT(crowd_wake) void crowd_wake(page_crowd *c, carom_index ball) {
    carom_crowd_wake(c->crowd, ball);
}

EXPORT(crowd_is_asleep) int crowd_is_asleep(const page_crowd *c, carom_index ball) {
    return carom_crowd_is_asleep(c->crowd, ball);
}

EXPORT(crowd_save) size_t crowd_save(const page_crowd *c, void *bytes, size_t capacity) {
    return carom_crowd_save(c->crowd, bytes, capacity);
}

// Returns a carom_status.
EXPORT(crowd_load) int crowd_load(page_crowd *c, const void *bytes, size_t size) {
    return (int)carom_crowd_load(c->crowd, bytes, size);
}
