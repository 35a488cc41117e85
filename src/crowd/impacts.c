// Impacts of two balls of a crowd. Room: crowd.
#include <math.h>

#include "carom/circles.h"
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "mover/near_walls.h"
#include "numbers.h"

static void report_ball_impact(const crowd *c, const crowd_ball *p, const crowd_ball *q,
                               carom_vec2 n, carom_vec2 v, carom_vec2 w) {
    const carom_crowd_settings *settings = c->settings;
    if (settings->on_ball_impact == NULL)
        return;
    const carom_ball_impact impact = {.time = larger(p->time, q->time),
                                      .first = p->index,
                                      .second = q->index,
                                      .first_center = p->circle.center,
                                      .second_center = q->circle.center,
                                      .normal = n,
                                      .first_before = v,
                                      .second_before = w,
                                      .first_after = p->velocity,
                                      .second_after = q->velocity};
    settings->on_ball_impact(settings->move.context, &impact);
}

// ---- balls that a moving wall pushes ----

typedef struct wall_behind {
    const crowd *c;
    const crowd_ball *ball;
    carom_vec2 velocity, direction;
    double gap;
    bool is_found;
} wall_behind;

static void visit_for_wall_behind(void *context, size_t index, carom_moving_wall wall) {
    wall_behind *s = context;
    const carom_circle circle = s->ball->circle;
    const carom_wall at = carom_moving_wall_at(wall, s->ball->clock);
    if (!carom_moving_wall_is_valid(wall) || !carom_circle_within(circle, at, s->gap) ||
        !carom_filter_accepts(s->c->settings->move.moving_filter, index, at))
        return;
    const carom_contact contact = carom_circle_contact(circle, at);
    const carom_vec2 n = contact.normal,
                     move = carom_move_at(wall, at, contact.feature, circle.center);
    const double speed = carom_vec2_dot(move, n) / s->c->end;
    s->is_found |= speed > 0.0 && carom_vec2_dot(n, s->direction) > 0.0 &&
                   carom_vec2_dot(s->velocity, n) <= speed * (1.0 + 0x1p-20);
}

// True if a moving wall, by itself or through other balls, drives the ball in the direction. Such a
// ball does not give way to the ball that it pushes.
static bool is_driven(const crowd *c, const crowd_ball *b, carom_vec2 velocity,
                      carom_vec2 direction) {
    if (carom_vec2_dot(b->push, direction) > 0.0)
        return true;
    if (!b->is_near_moving)
        return false;
    const double gap = 64.0 * ulp_at(b->circle.center, b->circle.radius);
    wall_behind s = {c, b, velocity, direction, gap, false};
    const carom_path near = {b->circle.center, b->circle.center,
                             smaller(b->circle.radius + gap, DBL_MAX)};
    const carom_moving_wall_source *walls = &c->settings->move.moving_walls;
    walls->query(walls->source, near, visit_for_wall_behind, &s);
    return s.is_found;
}

bool carom_crowd_collide(crowd *c, crowd_ball *p, crowd_ball *q, carom_vec2 n) {
    const carom_crowd_settings *settings = c->settings;
    const carom_vec2 v = carom_crowd_velocity(c, p), w = carom_crowd_velocity(c, q);
    const double approach = carom_vec2_dot(w, n) - carom_vec2_dot(v, n);
    if (approach <= carom_crowd_resting_speed(c, p, q, n))
        return false;
    const double pull = carom_vec2_dot(settings->move.gravity, n), press = fabs(pull);
    double restitution = settings->restitution;
    // Gravity would undo such a bounce within the frame.
    if (restitution < 1.0 && 2.0 * restitution * approach <= press * c->end)
        restitution = 0.0;
    double p_inverse = inverse_mass_of(c, p), q_inverse = inverse_mass_of(c, q);
    // In a gentle impact the lower ball does not give way if something supports it.
    if (restitution == 0.0 && approach <= carom_crowd_gentle_speed(c, n)) {
        if (pull < 0.0 && is_supported(q, n))
            q_inverse = 0.0;
        if (pull > 0.0 && is_supported(p, carom_vec2_scale(n, -1.0)))
            p_inverse = 0.0;
    }
    const carom_vec2 back = carom_vec2_scale(n, -1.0);
    const bool p_drives = restitution < 1.0 && is_driven(c, p, v, back);
    const bool q_drives = restitution < 1.0 && is_driven(c, q, w, n);
    if (p_drives && !q_drives)
        p_inverse = 0.0;
    if (q_drives && !p_drives)
        q_inverse = 0.0;
    const carom_velocity_pair after =
        carom_balls_respond(v, p_inverse, w, q_inverse, n, restitution, settings->friction);
    p->contacts++;
    q->contacts++;
    p->struck++;
    q->struck++;
    c->ball_impacts++;
    carom_crowd_restart(c, p, after.first);
    carom_crowd_restart(c, q, after.second);
    // Balls that stay together push as one.
    if (p_drives && !q_drives)
        p->push = restitution == 0.0 ? q->push = back : back;
    if (q_drives && !p_drives)
        q->push = restitution == 0.0 ? p->push = n : n;
    report_ball_impact(c, p, q, n, v, w);
    return true;
}
