// Balls that move and circles that are depenetrated, as WebAssembly calls them. What scenes.c says
// of filters holds for responses, too. Layer: bindings, on public headers only.
#include "call_numbers.h"

#include <stdlib.h>

// ---- what a move tells along its path ----

// A list that grows.
typedef struct record {
    double *at;
    size_t count, capacity;
} record;

typedef struct recording {
    record impacts, positions;
    // There was no room for one of them.
    bool is_cut_short;
    // Which ball of a batch moves.
    size_t ball;
} recording;

static double *record_room(recording *r, record *list, size_t room) {
    if (list->count + room > list->capacity) {
        const size_t capacity = 2 * list->capacity + 16 * room;
        double *const larger = realloc(list->at, capacity * sizeof *larger);
        if (larger == NULL) {
            r->is_cut_short = true;
            return NULL;
        }
        list->at = larger;
        list->capacity = capacity;
    }
    double *const place = list->at + list->count;
    list->count += room;
    return place;
}

static void write_vector(double *at, carom_vec2 p) {
    at[0] = p.x;
    at[1] = p.y;
}

enum { IMPACT_NUMBERS = 14 };

static void write_impact(double *at, const carom_impact *impact) {
    at[0] = impact->time;
    at[1] = (double)impact->index;
    at[2] = impact->wall.category;
    at[3] = impact->feature;
    write_vector(at + 4, impact->center);
    write_vector(at + 6, impact->point);
    write_vector(at + 8, impact->normal);
    write_vector(at + 10, impact->before);
    write_vector(at + 12, impact->after);
}

static void record_impact(void *context, const carom_impact *impact) {
    recording *const r = context;
    double *const at = record_room(r, &r->impacts, IMPACT_NUMBERS);
    if (at != NULL)
        write_impact(at, impact);
}

static void record_position(void *context, carom_vec2 center) {
    recording *const r = context;
    double *const at = record_room(r, &r->positions, 2);
    if (at != NULL)
        write_vector(at, center);
}

// ---- what a move is told ----

IMPORT(respond) void ask_respond(void);

// The contact is at RESULT, then the index of the ball; the answer comes to OTHER.
static carom_response ask_for_response(void *context, const carom_impact *contact) {
    const recording *const r = context;
    write_impact(&numbers[RESULT], contact);
    numbers[RESULT + IMPACT_NUMBERS] = (double)r->ball;
    ask_respond();
    return response_argument(OTHER);
}

// A scene, or a list of walls if that is NULL.
static carom_wall_source source_of(const carom_scene *scene, const carom_wall_list *list) {
    return scene != NULL ? carom_scene_wall_source(scene) : carom_wall_list_source(list);
}

// The response is at OTHER, the gravity at OTHER + 3, the most contacts at MOVE, and at MOVE + 1
// whether JavaScript is asked for the response.
static carom_move_settings settings_argument(const carom_scene *scene, const carom_wall_list *list,
                                             carom_filter *filter, recording *r) {
    carom_move_settings settings = carom_move_settings_default();
    settings.walls = source_of(scene, list);
    settings.filter = filter_argument(filter);
    settings.response = response_argument(OTHER);
    settings.gravity = vector_at(OTHER + 3);
    settings.max_contacts = (int)numbers[MOVE];
    settings.respond = numbers[MOVE + 1] != 0 ? ask_for_response : NULL;
    settings.context = r;
    return settings;
}

// ---- moves ----

// What was recorded last: its room is used again.
static recording last_recording;

// The ball is at CIRCLE and VECTOR. Returns the kind, or -1 if there is no memory; ball, contacts,
// lost, clamped, overlapped, freed at RESULT, then count and address of the impacts, 14 numbers
// each, and of the positions, 2 each.
EXPORT(move_ball)
int move_ball(const carom_scene *scene, const carom_wall *walls, size_t count, double time) {
    recording r = last_recording;
    // A response may move another ball meanwhile.
    last_recording = (recording){.ball = 0};
    r.impacts.count = r.positions.count = 0;
    r.is_cut_short = false;
    carom_filter filter;
    const carom_wall_list list = {.walls = walls, .count = count};
    carom_move_settings settings = settings_argument(scene, &list, &filter, &r);
    settings.on_impact = record_impact;
    settings.on_position = record_position;
    const carom_ball ball = {vector_at(CIRCLE), numbers[CIRCLE + 2], vector_at(VECTOR)};
    const carom_motion motion = carom_ball_move(ball, time, &settings);
    free(last_recording.impacts.at);
    free(last_recording.positions.at);
    last_recording = r;
    put(RESULT, motion.ball.center);
    put(RESULT + 2, motion.ball.velocity);
    numbers[RESULT + 4] = motion.contacts;
    numbers[RESULT + 5] = motion.lost;
    numbers[RESULT + 6] = motion.clamped;
    numbers[RESULT + 7] = (double)motion.overlapped;
    put(RESULT + 8, motion.freed);
    numbers[RESULT + 10] = (double)(r.impacts.count / IMPACT_NUMBERS);
    numbers[RESULT + 11] = (double)(uintptr_t)r.impacts.at;
    numbers[RESULT + 12] = (double)(r.positions.count / 2);
    numbers[RESULT + 13] = (double)(uintptr_t)r.positions.at;
    return r.is_cut_short ? -1 : (int)motion.kind;
}

// Contacts, time lost, invalid, freed and stuck balls at RESULT; `kinds` may be NULL.
EXPORT(move_batch)
void move_batch(const carom_scene *scene, const carom_wall *walls, size_t wall_count, double *x,
                double *y, const double *radius, double *vx, double *vy, size_t count, double time,
                uint8_t *kinds) {
    recording r = {.ball = 0};
    carom_filter filter;
    const carom_wall_list list = {.walls = walls, .count = wall_count};
    const carom_move_settings settings = settings_argument(scene, &list, &filter, &r);
    double contacts = 0, lost = 0;
    size_t of_kind[4] = {0};
    for (; r.ball < count; r.ball++) {
        const size_t i = r.ball;
        const carom_ball ball = {{x[i], y[i]}, radius[i], {vx[i], vy[i]}};
        const carom_motion motion = carom_ball_move(ball, time, &settings);
        x[i] = motion.ball.center.x;
        y[i] = motion.ball.center.y;
        vx[i] = motion.ball.velocity.x;
        vy[i] = motion.ball.velocity.y;
        contacts += motion.contacts;
        lost += motion.lost;
        of_kind[motion.kind]++;
        if (kinds != NULL)
            kinds[i] = (uint8_t)motion.kind;
    }
    numbers[RESULT] = contacts;
    numbers[RESULT + 1] = lost;
    numbers[RESULT + 2] = (double)of_kind[CAROM_MOTION_KIND_INVALID];
    numbers[RESULT + 3] = (double)of_kind[CAROM_MOTION_KIND_FREED];
    numbers[RESULT + 4] = (double)of_kind[CAROM_MOTION_KIND_STUCK];
}

// Overlapped, wall, center at RESULT; returns whether a free centre was found.
EXPORT(depenetrate)
int depenetrate(const carom_scene *scene, const carom_wall *walls, size_t count) {
    carom_filter filter;
    const carom_wall_list list = {.walls = walls, .count = count};
    const carom_depenetration out = carom_circle_depenetrate(
        circle_argument(), source_of(scene, &list), filter_argument(&filter));
    numbers[RESULT] = out.overlapped;
    numbers[RESULT + 1] = (double)out.wall;
    put(RESULT + 2, out.center);
    return out.found;
}
