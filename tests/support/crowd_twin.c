// Steps a frame of a crowd a second time, see crowd_twin.h. Room: tests.
#include "crowd_twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void crowd_twin_start(crowd_twin *twin) {
    memset(twin, 0, sizeof *twin);
    if (carom_crowd_create(NULL, &twin->crowd) != CAROM_STATUS_OK)
        abort();
}

void crowd_twin_end(crowd_twin *twin) {
    carom_crowd_destroy(twin->crowd);
    free(twin->bytes);
    twin->crowd = NULL;
    twin->bytes = NULL;
}

const char *crowd_change_name(crowd_change change) {
    static const char *const names[CROWD_CHANGES] = {"loaded",         "quiet", "tasks reversed",
                                                     "walls reversed", "scene", "dynamic scene",
                                                     "spelled out"};
    return names[change];
}

unsigned char *crowd_saved(const carom_crowd *crowd, size_t *size) {
    *size = carom_crowd_save(crowd, NULL, 0);
    unsigned char *bytes = malloc(*size);
    if (bytes == NULL || carom_crowd_save(crowd, bytes, *size) != *size)
        abort();
    return bytes;
}

void crowd_twin_load(crowd_twin *twin, const crowd_trace *t, const crowd_scene *s) {
    free(twin->bytes);
    twin->bytes = crowd_saved(t->crowd, &twin->byte_count);
    memcpy(twin->balls, s->balls, s->count * sizeof *s->balls);
}

// ---- comparing ----

static bool same_bits(const void *p, const void *q, size_t size) {
    return memcmp(p, q, size) == 0;
}

bool crowd_same_motion(const carom_motion *p, const carom_motion *q) {
    bool is_same = p->kind == q->kind && p->hold == q->hold && p->contacts == q->contacts &&
                   p->clamped == q->clamped && p->overlapped.index == q->overlapped.index &&
                   p->overlapped.is_moving == q->overlapped.is_moving &&
                   p->crushed_is_free == q->crushed_is_free &&
                   same_bits(&p->ball, &q->ball, sizeof p->ball) &&
                   same_bits(&p->lost, &q->lost, sizeof p->lost) &&
                   same_bits(&p->freed, &q->freed, sizeof p->freed) &&
                   same_bits(&p->crushed_time, &q->crushed_time, sizeof p->crushed_time);
    for (int i = 0; i < 2; i++)
        is_same &= p->crushed_by[i].index == q->crushed_by[i].index &&
                   p->crushed_by[i].is_moving == q->crushed_by[i].is_moving;
    return is_same;
}

bool crowd_same_summary(const carom_crowd_motion *p, const carom_crowd_motion *q) {
    return p->status == q->status && p->moved == q->moved && p->freed == q->freed &&
           p->stuck == q->stuck && p->invalid == q->invalid && p->crushed == q->crushed &&
           p->held == q->held && p->asleep == q->asleep && p->ball_impacts == q->ball_impacts &&
           same_bits(&p->lost, &q->lost, sizeof p->lost);
}

static const char *compare(const crowd_twin *twin, const crowd_trace *t, const crowd_scene *s,
                           const carom_motion *results, const carom_crowd_motion *summary) {
    static char text[200];
    for (size_t i = 0; i < s->count && results != NULL; i++) {
        const carom_motion *p = &results[i], *q = &t->results[i];
        if (crowd_same_motion(p, q))
            continue;
        snprintf(text, sizeof text,
                 "ball %zu: (%a, %a), lost %g, %s, %d contacts, not (%a, %a), lost %g, %s, %d", i,
                 p->ball.center.x, p->ball.center.y, p->lost, carom_hold_name(p->hold), p->contacts,
                 q->ball.center.x, q->ball.center.y, q->lost, carom_hold_name(q->hold),
                 q->contacts);
        return text;
    }
    if (!same_bits(twin->balls, s->balls, s->count * sizeof *s->balls))
        return "a ball";
    if (!crowd_same_summary(summary, &t->summary))
        return "the summary";
    size_t size, other_size;
    unsigned char *bytes = crowd_saved(t->crowd, &size);
    unsigned char *other = crowd_saved(twin->crowd, &other_size);
    size_t place = 0;
    while (place < size && place < other_size && bytes[place] == other[place])
        place++;
    const bool is_same = size == other_size && place == size;
    snprintf(text, sizeof text, "what the crowd remembers, %zu and %zu bytes, byte %zu", size,
             other_size, place);
    free(bytes);
    free(other);
    return is_same ? NULL : text;
}

// ---- changes ----

static void take_touch(void *context, const carom_touch *touch) {
    (void)context;
    (void)touch;
}

static void take_ball_impact(void *context, const carom_ball_impact *impact) {
    (void)context;
    (void)impact;
}

static void take_impact(void *context, const carom_impact *impact) {
    (void)context;
    (void)impact;
}

static void take_position(void *context, const carom_vec2 *center) {
    (void)context;
    (void)center;
}

static void set_callbacks(carom_crowd_settings *settings) {
    settings->on_touch = take_touch;
    settings->on_ball_impact = take_ball_impact;
    settings->move.on_impact = take_impact;
    settings->move.on_position = take_position;
}

static void run_reversed(void *context, void (*task)(void *data, size_t i), void *data,
                         size_t count) {
    crowd_twin *twin = context;
    twin->runs++;
    for (size_t i = count; i-- > 0; twin->tasks++)
        task(data, i);
}

static void query_reversed(const void *source, const carom_path *path,
                           carom_path_query_callback *callback, void *context) {
    (void)path;
    const carom_wall_list *list = source;
    for (size_t i = list->count; i-- > 0;)
        if (callback(context, (carom_index)i, &list->walls[i]) <= 0.0)
            return;
}

// Every moving wall, also those far from the path.
static void query_moving_reversed(const void *source, const carom_path *path,
                                  carom_moving_wall_callback *callback, void *context) {
    (void)path;
    const carom_moving_wall_list *list = source;
    for (size_t i = list->count; i-- > 0;)
        callback(context, (carom_index)i, &list->walls[i]);
}

static void respond_as_by_default(void *context, const carom_impact *impact,
                                  carom_response *response) {
    (void)impact;
    const carom_crowd_settings *settings = context;
    *response = settings->move.response;
}

static void respond_balls_as_by_default(void *context, const carom_ball_impact *impact,
                                        carom_response *response) {
    (void)impact;
    const carom_crowd_settings *settings = context;
    *response = carom_bounce(settings->restitution, settings->friction);
}

static void spell_out(carom_crowd_settings *settings, size_t count) {
    static double ones[SCENE_BALLS_MAX];
    static carom_vec2 zeros[SCENE_BALLS_MAX]; // -0: added to any number it changes no bit
    static carom_filter filters[SCENE_BALLS_MAX];
    static uint32_t bits[SCENE_BALLS_MAX];
    for (size_t i = 0; i < count; i++) {
        ones[i] = 1.0;
        zeros[i] = carom_vec2_make(-0.0, -0.0);
        filters[i] = carom_filter_default();
        bits[i] = UINT32_MAX;
    }
    if (settings->inverse_masses == NULL)
        settings->inverse_masses = ones;
    if (settings->accelerations == NULL)
        settings->accelerations = zeros;
    if (settings->filters == NULL && settings->move.world.filter == NULL &&
        settings->move.world.moving_filter == NULL)
        settings->filters = filters;
    if (settings->categories == NULL)
        settings->categories = bits;
    if (settings->masks == NULL)
        settings->masks = bits;
    settings->move.context = settings;
    // Without callbacks a crowd in which no impact takes speed is known to be one: docs/crowd.md.
    if (settings->restitution == 1.0 && settings->move.response.restitution == 1.0)
        return;
    if (settings->move.respond == NULL)
        settings->move.respond = respond_as_by_default;
    if (settings->respond_balls == NULL)
        settings->respond_balls = respond_balls_as_by_default;
}

// A dynamic scene in which each second place was taken by another wall for a while.
static carom_dynamic_scene *dynamic_scene_of(const crowd_scene *s) {
    carom_dynamic_scene *scene;
    if (carom_dynamic_scene_create(s->walls, s->wall_list.count, NULL, &scene, NULL) !=
        CAROM_STATUS_OK)
        return NULL;
    for (uint32_t i = 0; i < s->wall_list.count; i += 2) {
        const carom_wall other = carom_post(carom_vec2_make(0.25 * i, 0.5), 0.125);
        if (carom_dynamic_scene_move(scene, carom_dynamic_scene_id(scene, i), other) !=
                CAROM_STATUS_OK ||
            carom_dynamic_scene_move(scene, carom_dynamic_scene_id(scene, i), s->walls[i]) !=
                CAROM_STATUS_OK)
            abort();
    }
    return scene;
}

// The walls in a scene of either kind. What is to be released afterwards is set.
static void set_scene(const crowd_scene *s, crowd_change change, carom_crowd_settings *settings,
                      carom_scene **scene, carom_dynamic_scene **dynamic) {
    if (s->wall_list.count == 0)
        return;
    if (change == CROWD_CHANGE_SCENE && carom_scene_create(s->walls, s->wall_list.count, NULL, NULL,
                                                           scene, NULL) == CAROM_STATUS_OK)
        settings->move.world.walls = carom_scene_wall_source(*scene);
    if (change == CROWD_CHANGE_DYNAMIC_SCENE && (*dynamic = dynamic_scene_of(s)) != NULL)
        settings->move.world.walls = carom_scene_wall_source(carom_dynamic_scene_view(*dynamic));
}

static void reverse_walls(const crowd_scene *s, carom_crowd_settings *settings) {
    if (settings->move.world.walls.query != NULL)
        settings->move.world.walls = (carom_wall_source){query_reversed, &s->wall_list};
    if (settings->move.world.moving_walls.query != NULL)
        settings->move.world.moving_walls =
            (carom_moving_wall_source){query_moving_reversed, &s->moving_list};
}

const char *crowd_twin_compare(crowd_twin *twin, const crowd_trace *t, const crowd_scene *s,
                               crowd_change change) {
    static carom_motion results[SCENE_BALLS_MAX];
    if (carom_crowd_load(twin->crowd, twin->bytes, twin->byte_count) != CAROM_STATUS_OK)
        return "a crowd can load what another one has saved";
    const carom_task_runner runner = {run_reversed, twin};
    carom_crowd_settings settings = s->settings;
    carom_scene *scene = NULL;
    carom_dynamic_scene *dynamic = NULL;
    if (change != CROWD_CHANGE_QUIET)
        set_callbacks(&settings);
    if (change == CROWD_CHANGE_TASKS_REVERSED)
        settings.runner = &runner;
    else if (change == CROWD_CHANGE_WALLS_REVERSED)
        reverse_walls(s, &settings);
    else if (change == CROWD_CHANGE_SPELLED_OUT)
        spell_out(&settings, s->count);
    else
        set_scene(s, change, &settings, &scene, &dynamic);
    carom_motion *const motions = change == CROWD_CHANGE_QUIET ? NULL : results;
    const carom_crowd_motion summary =
        carom_crowd_step(twin->crowd, twin->balls, s->count, s->time, &settings, motions);
    if (scene != NULL)
        carom_scene_destroy(scene, NULL);
    if (dynamic != NULL)
        carom_dynamic_scene_destroy(dynamic);
    return compare(twin, t, s, motions, &summary);
}
