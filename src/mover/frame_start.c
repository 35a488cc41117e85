// The start of a frame; see frame_start.h. Room: mover.
#include "mover/frame_start.h"

#include "carom/contact.h"
#include "contracts.h"
#include "mover/contact_response.h"
#include "mover/place.h"

// Most members of the walls stay unset: clearing them would cost more than most frames.
void carom_start_frame(move_state *f, near_walls *near, moving_near *moving, carom_ball ball) {
    // cppcheck-suppress ctuuninitvar ; the caller has set it
    const carom_move_settings *settings = f->settings;
    near->source = settings->world.walls;
    near->filter = settings->world.filter;
    near->moving = NULL;
    if (settings->world.moving_walls.query != NULL) {
        moving->source = settings->world.moving_walls;
        moving->filter = settings->world.moving_filter;
        near->moving = moving;
    }
    near->passed = &f->passed;
    near->starts_clear = false;
    f->near = near;
    f->circle = carom_circle_make(ball.center, ball.radius);
    f->response = settings->response;
    f->passed.count = 0;
    f->gravity = settings->gravity;
    f->clock.left = f->clock.piece = f->clock.frame;
    f->limits.contacts = f->limits.struck = f->limits.resting = 0;
    f->support.exists = f->limits.stopped = f->limits.passed_too_many = f->clamped = false;
    f->limits.is_spent = f->moving.is_among = f->moving.is_pushed = false;
    f->support.skin = 0.0;
    f->untold.count = 0;
    f->clock.passed = f->clock.progress = 0.0;
    f->clock.since_progress = 0;
    f->velocity = carom_clamp_to_range(ball.velocity, SPEED_MAX, &f->clamped);
}

// Asks for the response at a wall overlapped at the start, and remembers it if the ball passes it.
static void ask_overlapped(move_state *f, carom_index index, carom_wall wall,
                           carom_vec2 wall_move) {
    path_contact here = {.found = true, .index = index, .wall = wall, .wall_move = wall_move};
    here.sweep = carom_circle_sweep(f->circle, carom_vec2_make(0.0, 0.0), wall);
    f->moving.wall_velocity = carom_velocity_of_wall(f, &here);
    const carom_vec2 velocity = f->velocity;
    if (is_moving_index(index))
        f->velocity = carom_vec2_sub(velocity, f->moving.wall_velocity);
    if (carom_response_at(f, &here).kind == CAROM_RESPONSE_KIND_PASS)
        (void)carom_pass_overlapped(&f->passed, index);
    f->velocity = velocity;
}

static double visit_for_sensors(void *context, carom_index index, const carom_wall *wall) {
    move_state *f = context;
    if (!wall->one_sided && carom_circle_overlaps(f->circle, *wall) &&
        carom_near_considers(f->near, index, wall))
        ask_overlapped(f, index, *wall, carom_vec2_make(0.0, 0.0));
    return 1.0;
}

static void visit_moving_for_sensors(void *context, carom_index plain_index,
                                     const carom_moving_wall *wall) {
    move_state *f = context;
    const carom_index index = plain_index | MOVING_BIT;
    const carom_wall at = carom_moving_wall_at(*wall, f->clock.passed);
    if (at.one_sided || !carom_circle_overlaps(f->circle, at) ||
        !carom_moving_considers(f->near, index, &at))
        return;
    const carom_contact contact = carom_circle_contact(f->circle, at);
    ask_overlapped(f, index, at, carom_move_at(*wall, at, contact.feature, f->circle.center));
}

void carom_ask_at_start(move_state *f, path_contact *first) {
    if (!first->overlapped || f->settings->respond == NULL)
        return;
    const carom_path here = {f->circle.center, f->circle.center, f->circle.radius};
    if (f->settings->world.walls.query != NULL)
        f->settings->world.walls.query(f->settings->world.walls.source, &here, visit_for_sensors,
                                       f);
    if (has_moving_walls(f))
        f->near->moving->source.query(f->near->moving->source.source, &here,
                                      visit_moving_for_sensors, f);
    f->moving.is_among = false;
    carom_look(f, first);
}

static bool considers(void *context, carom_index index, const carom_wall *wall) {
    const near_walls *near = context;
    return carom_near_considers(near, index, wall);
}

carom_depenetration carom_find_depenetration(move_state *f) {
    if (has_moving_walls(f)) {
        const walls_at walls = {f->near, f->clock.passed};
        return carom_circle_depenetrate(f->circle, carom_walls_at(&walls), NULL);
    }
    carom_filter filter = carom_filter_default();
    filter.accept = considers;
    filter.context = f->near;
    return carom_circle_depenetrate(f->circle, f->settings->world.walls, &filter);
}

bool carom_free_ball(move_state *f, carom_motion *motion, path_contact *first) {
    const carom_depenetration out = carom_find_depenetration(f);
    motion->overlapped = id_of(first->overlapped_index);
    motion->kind = out.found ? CAROM_MOTION_KIND_FREED : CAROM_MOTION_KIND_STUCK;
    if (!out.found) {
        motion->ball.velocity = carom_vec2_make(0.0, 0.0);
        motion->lost = f->clock.frame;
        motion->hold = CAROM_HOLD_STUCK;
        return false;
    }
    motion->freed = f->circle.center = out.center;
    carom_look(f, first);
    return true;
}
