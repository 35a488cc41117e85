// Impacts of two balls of a crowd. Room: crowd.
#include <math.h>

#include "contracts.h"
#include "crowd/crowd_state.h"
#include "mover/near_walls.h"
#include "numbers.h"

static void report(const crowd *c, const crowd_ball *p, const crowd_ball *q, carom_vec2 n,
                   carom_vec2 v, carom_vec2 w) {
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
    double p_inverse = p->inverse_mass, q_inverse = q->inverse_mass;
    // In a gentle impact the lower ball does not give way if something supports it.
    if (restitution == 0.0 && approach <= carom_crowd_gentle_speed(c, n)) {
        if (pull < 0.0 && is_supported(q, n))
            q_inverse = 0.0;
        if (pull > 0.0 && is_supported(p, carom_vec2_scale(n, -1.0)))
            p_inverse = 0.0;
    }
    const carom_velocity_pair after =
        carom_balls_respond(v, p_inverse, w, q_inverse, n, restitution, settings->friction);
    p->contacts++;
    q->contacts++;
    p->struck++;
    q->struck++;
    c->ball_impacts++;
    carom_crowd_restart(c, p, after.first);
    carom_crowd_restart(c, q, after.second);
    report(c, p, q, n, v, w);
    return true;
}
