// Balls that meet no other ball: the mover moves each of them. Room: crowd.
#include <math.h>

#include "contracts.h"
#include "crowd/island_run.h"
#include "numbers.h"

// The most walls that are noted as bearing a ball.
enum { SUPPORTS_MAX = 4 };

// What the callbacks of the mover note.
typedef struct lone_move {
    crowd_ball *ball;
    island_run run;
    // The response that was asked for last is to pass. The number of contacts that were impacts.
    bool is_passing;
    int impacts;
    // The events up to here are between legs that are known.
    size_t timed;
} lone_move;

static void note_lone_position(void *context, const carom_vec2 *center) {
    lone_move *m = context;
    const carom_path path = {m->ball->place, *center, m->ball->circle.radius};
    carom_crowd_grow_box(&m->run, m->ball, carom_path_box(path));
    m->ball->place = *center;
}

static void note_leg(void *context, const carom_leg *leg) {
    lone_move *m = context;
    crowd_ball *b = m->ball;
    // Where the mover cannot bring it to a contact, time passes without a leg.
    carom_crowd_end_leg(&m->run, b, leg->from, leg->start, true);
    b->place = leg->from;
    carom_crowd_add_leg(&m->run, b, leg->to, leg->end, true);
    // A sensor on the leg is not after its end.
    crowd_array *events = &m->run.work->events;
    for (; m->timed < events->count; m->timed++) {
        crowd_event *e = &((crowd_event *)events->items)[m->timed];
        e->clock = smaller(e->clock, leg->end);
    }
}

// An impact is where a leg ends; a sensor is on the leg that comes next.
static void note_lone_impact(void *context, const carom_impact *impact) {
    lone_move *m = context;
    const double time = m->run.c->time, start = m->ball->start;
    const bool ends_leg = (m->run.c->wants_legs && !m->is_passing) || time == 0.0;
    carom_crowd_note_wall(&m->run, m->ball, impact,
                          ends_leg ? start : larger(impact->time / time, start));
    m->impacts += !m->is_passing;
}

static void ask(void *context, const carom_impact *contact, carom_response *response) {
    lone_move *m = context;
    *response = carom_crowd_ask(&m->run, m->ball, contact);
    m->is_passing = response->kind == CAROM_RESPONSE_KIND_PASS;
}

// Gravity alone would have given it another velocity: something bore it.
static bool is_borne(const crowd_ball *b, double time) {
    const carom_vec2 gain = carom_vec2_scale(b->gravity, time);
    const carom_vec2 free = carom_vec2_add(b->velocity, gain);
    const double off = fabs(b->after.x - free.x) + fabs(b->after.y - free.y);
    return !b->had_impact && off > 0x1p-40 * (fabs(gain.x) + fabs(gain.y));
}

// ---- what a ball rests on ----

// The walls that touch a ball and bear it.
typedef struct supports {
    lone_move *move;
    // What they have changed of its momentum.
    carom_vec2 gain;
    int count;
    touch_memory touches[SUPPORTS_MAX];
} supports;

// A ball touches what is so near.
static double support_gap(const crowd_ball *b) {
    return 64.0 * ulp_at(b->to, b->circle.radius);
}

static double see_support(void *context, carom_index index, const carom_wall *wall) {
    supports *s = context;
    const crowd_ball *b = s->move->ball;
    const carom_circle circle = {b->to, b->circle.radius};
    const double gap = support_gap(b);
    if (!carom_circle_within(circle, *wall, gap) ||
        !carom_filter_accepts(filter_of(s->move->run.c, b), index, wall))
        return 1.0;
    const carom_contact contact = carom_circle_contact(circle, *wall);
    const carom_vec2 n = contact.normal;
    if (!(carom_vec2_dot(n, s->gain) > 0.0))
        return 1.0;
    carom_impact here = carom_crowd_impact_at(index, *wall, circle, b->after, &contact);
    here.time = s->move->run.c->time;
    if (carom_crowd_ask(&s->move->run, b, &here).kind == CAROM_RESPONSE_KIND_PASS)
        return 1.0;
    // The first ones in their order, as walls may be reported in any.
    const touch_memory touch = {b->index, NO_BALL, wall_code(index), n, {0}};
    int place = s->count < SUPPORTS_MAX ? s->count++ : SUPPORTS_MAX;
    for (; place > 0 && touch_is_before(&touch, &s->touches[place - 1]); place--)
        if (place < SUPPORTS_MAX)
            s->touches[place] = s->touches[place - 1];
    if (place < SUPPORTS_MAX)
        s->touches[place] = touch;
    return 1.0;
}

// The impulses of two walls that bear a ball together; of one if only one does.
static void share_gain(const supports *s, touch_memory *p, touch_memory *q) {
    const double cross = carom_vec2_cross(p->normal, q->normal);
    const double first = carom_vec2_cross(s->gain, q->normal) / cross;
    const double second = carom_vec2_cross(p->normal, s->gain) / cross;
    const bool both = first > 0.0 && second > 0.0 && second < HUGE_VAL && first < HUGE_VAL;
    p->impulses[PUSHED] = both ? first : larger(carom_vec2_dot(s->gain, p->normal), 0.0);
    q->impulses[PUSHED] = both ? second : 0.0;
}

// Notes the walls at rest that bear the ball, with the momentum that they gave it.
static void note_supports(lone_move *m) {
    const crowd_ball *b = m->ball;
    const carom_wall_source walls = m->run.c->settings->move.world.walls;
    if (walls.query == NULL || b->inverse_mass == 0.0)
        return;
    const carom_vec2 free =
        carom_vec2_add(b->velocity, carom_vec2_scale(b->gravity, m->run.c->time));
    supports s = {.move = m};
    s.gain = carom_vec2_scale(carom_vec2_sub(b->after, free), 1.0 / b->inverse_mass);
    const carom_path here = {b->to, b->to,
                             smaller(b->circle.radius + 2.0 * support_gap(b), DBL_MAX)};
    walls.query(walls.source, &here, see_support, &s);
    if (s.count > 1)
        share_gain(&s, &s.touches[0], &s.touches[1]);
    else if (s.count == 1)
        s.touches[0].impulses[PUSHED] = carom_vec2_dot(s.gain, s.touches[0].normal);
    for (int i = 0; i < s.count; i++)
        carom_crowd_note_touch(&m->run, &s.touches[i]);
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
    crowd_ball *b = island_member(c, island, 0);
    lone_move m = {.ball = b, .run = {.c = c, .work = work, .island = island, .until = 1.0}};
    m.timed = work->events.count;
    const work_start start = carom_crowd_start_of(&m.run);
    carom_move_settings s = c->settings->move;
    s.gravity = b->gravity;
    s.world.filter = filter_of(c, b);
    s.world.moving_filter = moving_filter_of(c, b);
    s.context = &m;
    s.on_position = note_lone_position;
    s.on_leg = c->wants_legs ? note_leg : NULL;
    // Touches are remembered whether the caller wants to know or not.
    s.on_impact = note_lone_impact;
    s.respond = s.respond != NULL ? ask : NULL;
    b->kind = b->kind_before;
    b->place = b->circle.center;
    b->start = 0.0;
    b->all_first_leg = b->all_last_leg = b->first_leg = b->last_leg = NO_BALL;
    const carom_ball ball = {b->circle.center, b->circle.radius, b->velocity};
    const carom_motion motion = carom_ball_move(ball, c->time, &s);
    // What is freed can be crushed then.
    const bool jumps = motion.overlapped.index != CAROM_NO_WALL;
    b->overlaps = island->overlaps = jumps && b->kind != CAROM_MOTION_KIND_STUCK;
    island->needs_memory = m.run.needs_memory;
    if (island->overlaps || island->needs_memory) {
        carom_crowd_go_back_to(&m.run, &start);
        return;
    }
    if (c->wants_legs && c->time > 0.0 && motion.kind != CAROM_MOTION_KIND_CRUSHED)
        carom_crowd_end_leg(&m.run, b, motion.ball.center, 1.0, true);
    island->needs_memory = m.run.needs_memory;
    b->all_first_leg = b->first_leg;
    b->contacts = motion.contacts;
    b->lost = motion.lost;
    b->hold = (uint8_t)motion.hold;
    b->clamped |= motion.clamped;
    b->had_impact = m.impacts > 0;
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
    // It can have jumped to where others are.
    if (motion.kind == CAROM_MOTION_KIND_CRUSHED)
        note_lone_position(&m, &b->to);
    if (b->is_supported)
        note_supports(&m);
    island->needs_memory |= m.run.needs_memory;
}
