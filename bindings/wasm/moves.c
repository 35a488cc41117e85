// Balls and characters that move and circles that are depenetrated, as WebAssembly calls them. What
// scenes.c says of filters holds for responses, too. Room: bindings, on public headers only.
#include "moves.h"

#include <stdlib.h>

// ---- what a move tells along its path ----

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

enum { IMPACT_NUMBERS = 17, LEG_NUMBERS = 6 };

static void write_impact(double *at, const carom_impact *impact) {
    at[0] = impact->time;
    at[1] = (double)impact->id.index;
    at[2] = impact->wall.category;
    at[3] = impact->feature;
    write_vector(at + 4, impact->center);
    write_vector(at + 6, impact->point);
    write_vector(at + 8, impact->normal);
    write_vector(at + 10, impact->before);
    write_vector(at + 12, impact->after);
    at[14] = impact->id.is_moving;
    write_vector(at + 15, impact->wall_velocity);
}

static void record_impact(void *context, const carom_impact *impact) {
    recording *const r = context;
    double *const at = record_room(r, &r->impacts, IMPACT_NUMBERS);
    if (at != NULL)
        write_impact(at, impact);
}

static void record_position(void *context, const carom_vec2 *center) {
    recording *const r = context;
    double *const at = record_room(r, &r->positions, 2);
    if (at != NULL)
        write_vector(at, *center);
}

static void write_leg(double *at, const carom_leg *leg) {
    write_vector(at, leg->from);
    write_vector(at + 2, leg->to);
    at[4] = leg->start;
    at[5] = leg->end;
}

static void record_leg(void *context, const carom_leg *leg) {
    recording *const r = context;
    double *const at = record_room(r, &r->legs, LEG_NUMBERS);
    if (at != NULL)
        write_leg(at, leg);
}

// ---- what a move is told ----

// The contact at RESULT, then the index of the ball.
static void put_contact(const recording *r, const carom_impact *contact) {
    write_impact(&numbers[RESULT], contact);
    numbers[RESULT + IMPACT_NUMBERS] = (double)r->ball;
}

// The answer comes to OTHER.
static void ask_for_response(void *context, const carom_impact *contact, carom_response *response) {
    put_contact(context, contact);
    ask_respond(false);
    *response = response_argument(OTHER);
}

// ---- what JavaScript is told while many balls move ----

bool is_told(int which) {
    return ((int)numbers[MOVE + 1] >> (1 + which) & 1) != 0;
}

static void tell_impact(void *context, const carom_impact *impact) {
    put_contact(context, impact);
    tell(REPORT_IMPACT);
}

static void tell_leg(void *context, const carom_leg *leg) {
    const recording *const r = context;
    write_leg(&numbers[RESULT], leg);
    numbers[RESULT + LEG_NUMBERS] = (double)r->ball;
    tell(REPORT_LEG);
}

// ---- the settings of a move ----

// A scene, or a list of walls if that is NULL.
static carom_wall_source source_of(const carom_scene *scene, const carom_wall_list *list) {
    return scene != NULL ? carom_scene_wall_source(scene) : carom_wall_list_source(list);
}

// The moving walls of the next move.
static carom_moving_wall_list moving_walls;

enum { MOVING_NUMBERS = 13 };

EXPORT(moving_wall_size) size_t moving_wall_size(void) {
    return sizeof(carom_moving_wall);
}

// `given` has MOVING_NUMBERS for each: ends, radius, extent, whether it is one-sided, category,
// group, and the displacements of the ends. `walls` has room for them.
EXPORT(set_moving_walls)
void set_moving_walls(carom_moving_wall *walls, const double *given, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const double *at = given + i * MOVING_NUMBERS;
        carom_wall wall =
            carom_wall_make(carom_vec2_make(at[0], at[1]), carom_vec2_make(at[2], at[3]), at[4],
                            (carom_extent)(int)at[5]);
        wall.one_sided = at[6] != 0;
        wall.category = (uint32_t)at[7];
        wall.group = (uint32_t)at[8];
        walls[i] = carom_moving_wall_make(wall, carom_vec2_make(at[9], at[10]),
                                          carom_vec2_make(at[11], at[12]));
    }
    moving_walls = (carom_moving_wall_list){.walls = walls, .count = count};
}

// The walls of a move, their filters, and the gravity at OTHER + 3.
static void take_world(move_call *m, const carom_scene *scene, const carom_wall *walls,
                       size_t count) {
    m->list = (carom_wall_list){.walls = walls, .count = count};
    m->moving = moving_walls;
    carom_move_settings *s = &m->settings;
    *s = carom_move_settings_default();
    s->world.walls = source_of(scene, &m->list);
    // Without moving walls the times of contacts are those of a move that knows of none.
    if (m->moving.count > 0)
        s->world.moving_walls = carom_moving_wall_list_source(&m->moving);
    s->world.filter = filter_argument(&m->filter);
    s->world.moving_filter = moving_filter_argument(&m->moving_filter);
    s->gravity = vec2_at(OTHER + 3);
    s->context = &m->recorded;
}

void take_settings(move_call *m, const carom_scene *scene, const carom_wall *walls, size_t count) {
    take_world(m, scene, walls, count);
    carom_move_settings *s = &m->settings;
    s->response = response_argument(OTHER);
    s->max_contacts = (int)numbers[MOVE];
    s->respond = (int)numbers[MOVE + 1] & 1 ? ask_for_response : NULL;
    s->on_impact = is_told(REPORT_IMPACT) ? tell_impact : NULL;
    s->on_leg = is_told(REPORT_LEG) ? tell_leg : NULL;
}

// ---- moves ----

// What was recorded last: its room is used again.
static recording last_recording;

// An empty recording in the room of the last one. A callback may move another ball meanwhile: that
// gets room of its own.
static recording start_recording(void) {
    recording r = last_recording;
    last_recording = (recording){.ball = 0};
    r.impacts.count = r.positions.count = r.legs.count = 0;
    r.is_cut_short = false;
    return r;
}

// Keeps it for JavaScript to read, until the next one.
static void keep_recording(const recording *r) {
    free(last_recording.impacts.at);
    free(last_recording.positions.at);
    free(last_recording.legs.at);
    last_recording = *r;
}

static void put_record(int at, const record *list, size_t size) {
    numbers[at] = (double)(list->count / size);
    numbers[at + 1] = (double)(uintptr_t)list->at;
}

void put_wall_id(int at, carom_wall_id id) {
    numbers[at] = (double)id.index;
    numbers[at + 1] = id.is_moving;
}

void put_motion(const carom_motion *motion, const recording *r) {
    put(RESULT, motion->ball.center);
    put(RESULT + 2, motion->ball.velocity);
    // A callback may have asked about another circle.
    numbers[CIRCLE + 2] = motion->ball.radius;
    numbers[RESULT + 4] = motion->contacts;
    numbers[RESULT + 5] = motion->lost;
    numbers[RESULT + 6] = motion->clamped;
    numbers[RESULT + 7] = (double)motion->overlapped.index;
    put(RESULT + 8, motion->freed);
    put_record(RESULT + 10, &r->impacts, IMPACT_NUMBERS);
    put_record(RESULT + 12, &r->positions, 2);
    put_record(RESULT + 14, &r->legs, LEG_NUMBERS);
    numbers[RESULT + 16] = motion->overlapped.is_moving;
    put_wall_id(RESULT + 17, motion->crushed_by[0]);
    put_wall_id(RESULT + 19, motion->crushed_by[1]);
    numbers[RESULT + 21] = motion->crushed_time;
    numbers[RESULT + 22] = motion->crushed_is_free;
    numbers[RESULT + 23] = motion->kind;
    numbers[RESULT + 24] = (double)r->ball;
    numbers[RESULT + 25] = motion->hold;
}

void tell_motion(carom_index ball, const carom_motion *motion) {
    const recording none = {.ball = ball};
    put_motion(motion, &none);
    tell(REPORT_MOTION);
}

// The ball is at CIRCLE and VECTOR. Returns false if there is no memory; at RESULT what put_motion
// puts there.
EXPORT(move_ball)
int move_ball(const carom_scene *scene, const carom_wall *walls, size_t count, double time) {
    move_call m = {.recorded = start_recording()};
    take_settings(&m, scene, walls, count);
    m.settings.on_impact = record_impact;
    m.settings.on_position = record_position;
    m.settings.on_leg = record_leg;
    const carom_ball ball = {vec2_at(CIRCLE), numbers[CIRCLE + 2], vec2_at(VECTOR)};
    const carom_motion motion = carom_ball_move(ball, time, &m.settings);
    keep_recording(&m.recorded);
    put_motion(&motion, &m.recorded);
    return !m.recorded.is_cut_short;
}

// ---- characters ----

static carom_wall_id wall_id_at(int at) {
    return (carom_wall_id){.index = (carom_index)numbers[at], .is_moving = numbers[at + 1] != 0};
}

// The ball is at CIRCLE and VECTOR, the rest where put_character puts it.
static carom_character character_argument(void) {
    return (carom_character){
        .ball = {vec2_at(CIRCLE), numbers[CIRCLE + 2], vec2_at(VECTOR)},
        .on_ground = numbers[GROUND] != 0,
        .is_wedged = numbers[GROUND + 1] != 0,
        .ground = wall_id_at(GROUND + 2),
        .ground_velocity = vec2_at(GROUND + 4),
        .ground_normal = vec2_at(NORMAL),
    };
}

// At GROUND: whether it is on the ground and wedged, the ground, and its velocity. At NORMAL: the
// normal of the ground.
static void put_character(const carom_character *c) {
    put(CIRCLE, c->ball.center);
    numbers[CIRCLE + 2] = c->ball.radius;
    put(VECTOR, c->ball.velocity);
    numbers[GROUND] = c->on_ground;
    numbers[GROUND + 1] = c->is_wedged;
    put_wall_id(GROUND + 2, c->ground);
    put(GROUND + 4, c->ground_velocity);
    put(NORMAL, c->ground_normal);
}

static carom_character_settings character_settings(const move_call *m) {
    return (carom_character_settings){
        .world = m->settings.world,
        .up = vec2_at(WALKER),
        .gravity = m->settings.gravity,
        .max_slope = numbers[WALKER + 2],
        .step_height = numbers[WALKER + 3],
        .snap_distance = numbers[WALKER + 4],
        .drop = numbers[WALKER + 5] != 0,
        .on_position = record_position,
        .on_leg = record_leg,
        .context = m->settings.context,
    };
}

static void put_walk(const carom_character_motion *motion, const recording *r) {
    put_character(&motion->character);
    numbers[RESULT] = motion->landed;
    numbers[RESULT + 1] = motion->stepped;
    numbers[RESULT + 2] = motion->snapped;
    put_wall_id(RESULT + 3, motion->wall);
    put(RESULT + 5, motion->wall_normal);
    put_wall_id(RESULT + 7, motion->head);
    numbers[RESULT + 9] = motion->lost;
    put_wall_id(RESULT + 10, motion->overlapped);
    put_wall_id(RESULT + 12, motion->crushed_by[0]);
    put_wall_id(RESULT + 14, motion->crushed_by[1]);
    put_record(RESULT + 16, &r->positions, 2);
    put_record(RESULT + 18, &r->legs, LEG_NUMBERS);
}

// Returns the kind, or -1 if there is no memory; at RESULT what put_walk puts there, and the
// character where it was.
EXPORT(move_character)
int move_character(const carom_scene *scene, const carom_wall *walls, size_t count, double time) {
    move_call m = {.recorded = start_recording()};
    take_world(&m, scene, walls, count);
    const carom_character_settings settings = character_settings(&m);
    const carom_character_motion motion =
        carom_character_move(character_argument(), time, &settings);
    keep_recording(&m.recorded);
    put_walk(&motion, &m.recorded);
    return m.recorded.is_cut_short ? -1 : (int)motion.kind;
}

// ---- batches ----

// Contacts, time lost, invalid, freed, stuck and crushed balls at RESULT; `kinds` may be NULL.
EXPORT(move_batch)
void move_batch(const carom_scene *scene, const carom_wall *walls, size_t wall_count, double *x,
                double *y, const double *radius, double *vx, double *vy, size_t count, double time,
                uint8_t *kinds) {
    const ball_columns b = {x, y, radius, vx, vy};
    const bool tells = is_told(REPORT_MOTION);
    move_call m = {.recorded = {.ball = 0}};
    take_settings(&m, scene, walls, wall_count);
    double contacts = 0, lost = 0;
    size_t of_kind[5] = {0};
    for (size_t i = 0; i < count; i++) {
        m.recorded.ball = (carom_index)i;
        const carom_motion motion = carom_ball_move(ball_at(&b, i), time, &m.settings);
        contacts += motion.contacts;
        lost += motion.lost;
        of_kind[motion.kind]++;
        if (kinds != NULL)
            kinds[i] = (uint8_t)motion.kind;
        bring_ball(&b, i, &motion.ball);
        if (tells)
            tell_motion((carom_index)i, &motion);
    }
    numbers[RESULT] = contacts;
    numbers[RESULT + 1] = lost;
    numbers[RESULT + 2] = (double)of_kind[CAROM_MOTION_KIND_INVALID];
    numbers[RESULT + 3] = (double)of_kind[CAROM_MOTION_KIND_FREED];
    numbers[RESULT + 4] = (double)of_kind[CAROM_MOTION_KIND_STUCK];
    numbers[RESULT + 5] = (double)of_kind[CAROM_MOTION_KIND_CRUSHED];
}

// ---- depenetration ----

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
