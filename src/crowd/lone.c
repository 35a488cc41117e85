// Balls that meet no other ball: the mover moves each of them. Room: crowd.
#include <math.h>

#include "contracts.h"
#include "crowd/crowd_state.h"
#include "numbers.h"

// What the callbacks of the mover note.
typedef struct lone_move {
    const carom_crowd *c;
    crowd_work *work;
    crowd_ball *ball;
    island_run run;
} lone_move;

static void note_position(void *context, carom_vec2 center) {
    lone_move *m = context;
    const carom_path path = {m->ball->place, center, m->ball->circle.radius};
    carom_crowd_grow_box(&m->run, m->ball, carom_path_box(path));
    m->ball->place = center;
}

static void note_leg(void *context, const carom_leg *leg) {
    lone_move *m = context;
    crowd_ball *b = m->ball;
    // After a jump out of an overlap.
    b->place = leg->from;
    b->start = leg->start;
    carom_crowd_end_leg(&m->run, b, leg->to, leg->end, true);
}

static void note_impact(void *context, const carom_impact *impact) {
    lone_move *m = context;
    carom_crowd_note_wall(&m->run, m->ball, impact, m->ball->start);
}

static carom_response ask(void *context, const carom_impact *contact) {
    const lone_move *m = context;
    const carom_crowd_settings *s = m->c->settings;
    if (s->moving != NULL)
        *s->moving = m->ball->index;
    return s->move.respond(s->move.context, contact);
}

// Gravity alone would have given it another velocity: something bore it.
static bool is_borne(const crowd_ball *b, double time) {
    const carom_vec2 gain = carom_vec2_scale(b->gravity, time);
    const carom_vec2 free = carom_vec2_add(b->velocity, gain);
    const double off = fabs(b->after.x - free.x) + fabs(b->after.y - free.y);
    return b->contacts == 0 && off > 0x1p-40 * (fabs(gain.x) + fabs(gain.y));
}

static void note_crushed(const carom_crowd *c, const crowd_ball *b, const carom_motion *motion) {
    if (c->results == NULL || motion->kind != CAROM_MOTION_KIND_CRUSHED)
        return;
    carom_motion *result = &c->results[b->index];
    for (int i = 0; i < 2; i++)
        result->crushed_by[i] = motion->crushed_by[i];
    result->crushed_time = motion->crushed_time;
    result->crushed_is_free = motion->crushed_is_free;
}

void carom_crowd_run_lone(const carom_crowd *c, crowd_work *work, crowd_island *island) {
    crowd_ball *b = &balls_of(c)[((const uint32_t *)c->members.items)[island->first]];
    const size_t legs = work->leg_count, events = work->event_count, touches = work->touch_count;
    lone_move m = {c, work, b, {.c = c, .work = work, .island = island, .until = 1.0}};
    carom_move_settings s = c->settings->move;
    s.gravity = b->gravity;
    s.filter = filter_of(c, b);
    s.moving_filter = moving_filter_of(c, b);
    s.context = &m;
    s.on_position = note_position;
    s.on_leg = c->wants_legs ? note_leg : NULL;
    // Touches are remembered whether the caller wants to know or not.
    s.on_impact = note_impact;
    s.respond = s.respond != NULL ? ask : NULL;
    b->place = b->circle.center;
    b->start = 0.0;
    b->all_first_leg = b->all_last_leg = b->first_leg = b->last_leg = NO_BALL;
    const carom_ball ball = {b->circle.center, b->circle.radius, b->velocity};
    const carom_motion motion = carom_ball_move(ball, c->time, &s);
    const bool jumps =
        motion.kind == CAROM_MOTION_KIND_FREED || motion.kind == CAROM_MOTION_KIND_STUCK;
    b->overlaps = island->overlaps = jumps && b->kind != CAROM_MOTION_KIND_STUCK;
    island->needs_memory = m.run.needs_memory;
    if (island->overlaps || island->needs_memory) {
        work->leg_count = legs;
        work->event_count = events;
        work->touch_count = touches;
        return;
    }
    b->all_first_leg = b->first_leg;
    b->contacts = motion.contacts;
    b->lost = motion.lost;
    b->hold = (uint8_t)motion.hold;
    b->clamped |= motion.clamped;
    b->had_impact = motion.contacts > 0;
    if (b->kind == CAROM_MOTION_KIND_STUCK) {
        b->to = b->circle.center;
        b->after = carom_vec2_make(0.0, 0.0);
        return;
    }
    if (b->kind != CAROM_MOTION_KIND_FREED || motion.kind == CAROM_MOTION_KIND_CRUSHED)
        b->kind = (uint8_t)motion.kind;
    b->to = motion.ball.center;
    b->after = motion.ball.velocity;
    b->is_supported = is_borne(b, c->time);
    note_crushed(c, b, &motion);
}
