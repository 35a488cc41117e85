// The end of a frame: what is remembered of balls, who falls asleep, and what is handed over to the
// caller. Room: crowd.
#include <math.h>
#include <string.h>

#include "crowd/crowd_state.h"

// The part of the radius that counts as the same place.
#define SAME_PLACE 0.01

void carom_crowd_forget(ball_memory *m) {
    memset(m, 0, sizeof *m);
    m->ball.radius = -1.0;
}

static bool is_at_anchor(const ball_memory *m, const crowd_ball *b) {
    const carom_vec2 d = carom_vec2_sub(b->to, m->anchor);
    const double most = SAME_PLACE * b->circle.radius;
    return fabs(d.x) <= most && fabs(d.y) <= most;
}

static bool is_resting(const crowd_ball *b) {
    const bool is_still =
        is_same(b->after, carom_vec2_make(0.0, 0.0)) && is_same(b->to, b->circle.center);
    return !b->had_impact && !b->is_near_moving && b->kind == CAROM_MOTION_KIND_MOVED &&
           b->hold == CAROM_HOLD_NONE && (b->is_supported || is_still);
}

static void remember_ball(carom_crowd *c, crowd_ball *b) {
    ball_memory *m = &memories_of(c)[b->index];
    if (!b->is_new && is_resting(b) && is_at_anchor(m, b)) {
        if (m->rest_frames < REST_FRAMES && c->time > 0.0)
            m->rest_frames++;
    } else {
        m->anchor = b->to;
        m->rest_frames = 0;
    }
    m->gravity = b->gravity;
    m->calm_frames = b->calm_frames > 0 ? (uint8_t)(b->calm_frames - 1) : 0;
    m->is_supported = b->is_supported;
    m->is_stuck = b->kind == CAROM_MOTION_KIND_STUCK;
}

void carom_crowd_put_to_sleep(carom_crowd *c) {
    const crowd_island *islands = c->islands.items;
    for (size_t i = 0; i < c->islands.count; i++) {
        if (islands[i].is_asleep)
            continue;
        bool rests = true;
        for (uint32_t k = 0; k < islands[i].count; k++) {
            crowd_ball *b = island_member(c, &islands[i], k);
            remember_ball(c, b);
            rests &= memories_of(c)[b->index].rest_frames == REST_FRAMES;
        }
        for (uint32_t k = 0; k < islands[i].count && rests && c->time > 0.0; k++) {
            crowd_ball *b = island_member(c, &islands[i], k);
            b->is_asleep = true;
            b->after = carom_vec2_make(0.0, 0.0);
        }
    }
}

carom_motion carom_crowd_no_motion(const carom_ball *ball) {
    const carom_wall_id none = carom_wall_id_none();
    const carom_motion motion = {.ball = *ball, .overlapped = none, .crushed_by = {none, none}};
    return motion;
}

void carom_crowd_forget_invalid(carom_crowd *c, size_t invalid) {
    const uint32_t *slots = c->slots.items;
    for (size_t i = 0; i < c->frame_count && invalid > 0; i++)
        if (slots[i] == NO_BALL)
            carom_crowd_forget(&memories_of(c)[i]);
}

static void set_result(const crowd_ball *b, const carom_ball *ball, carom_motion *result) {
    const carom_motion none = carom_crowd_no_motion(ball);
    if (b->kind_before == CAROM_MOTION_KIND_FREED)
        result->freed = b->circle.center;
    // A first computation of its island can have crushed it.
    if (b->kind != CAROM_MOTION_KIND_CRUSHED) {
        result->crushed_by[0] = result->crushed_by[1] = none.crushed_by[0];
        result->crushed_time = 0.0;
        result->crushed_is_free = false;
    }
    result->kind = (carom_motion_kind)b->kind;
    result->hold = (carom_hold)b->hold;
    result->ball = *ball;
    result->contacts = b->contacts;
    result->lost = b->lost;
    result->clamped = b->clamped;
}

void carom_crowd_hand_over(carom_crowd *c, carom_ball *balls, carom_crowd_motion *summary) {
    for (uint32_t i = 0; i < c->ball_count; i++) {
        crowd_ball *b = &balls_of(c)[i];
        carom_ball *ball = &balls[b->index];
        ball_memory *m = &memories_of(c)[b->index];
        ball->center = b->to;
        ball->velocity = b->after;
        m->ball = *ball;
        m->is_asleep = b->is_asleep;
        b->lost = smaller(b->lost, c->time);
        if (b->kind == CAROM_MOTION_KIND_STUCK) {
            b->hold = CAROM_HOLD_STUCK;
            b->lost = c->time;
        } else if (b->kind == CAROM_MOTION_KIND_CRUSHED) {
            b->hold = CAROM_HOLD_CRUSHED;
        } else if (b->is_asleep) {
            b->hold = CAROM_HOLD_ASLEEP;
        } else if (b->lost > 0.0) {
            // Also if it went on after a stretch in which it was held.
            b->hold = CAROM_HOLD_HELD;
        }
        if (c->results != NULL)
            set_result(b, ball, &c->results[b->index]);
        summary->moved += b->kind == CAROM_MOTION_KIND_MOVED;
        summary->freed += b->kind == CAROM_MOTION_KIND_FREED;
        summary->stuck += b->kind == CAROM_MOTION_KIND_STUCK;
        summary->crushed += b->kind == CAROM_MOTION_KIND_CRUSHED;
        summary->held += b->hold == CAROM_HOLD_HELD;
        summary->asleep += b->hold == CAROM_HOLD_ASLEEP;
        summary->lost += b->lost;
    }
    summary->invalid -= c->ball_count;
    carom_crowd_forget_invalid(c, summary->invalid);
    const crowd_island *islands = c->islands.items;
    for (size_t i = 0; i < c->islands.count; i++)
        summary->ball_impacts += islands[i].ball_impacts;
}
