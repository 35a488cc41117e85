// Moves a crowd and checks what crowd.h guarantees, leg by leg, by the exact tests for one ball and
// one wall or post. Layer: tests, under the crowd's tests.
#ifndef CAROM_TESTS_CROWD_WATCH_H
#define CAROM_TESTS_CROWD_WATCH_H

#include <math.h>
#include <stdlib.h>

#include "carom/carom.h"

enum { CROWD_BALLS_MAX = 1024, CROWD_WALLS_MAX = 64 };

typedef struct crowd_watch {
    carom_wall walls[CROWD_WALLS_MAX];
    carom_wall_list list;
    carom_ball balls[CROWD_BALLS_MAX];
    carom_motion results[CROWD_BALLS_MAX];
    size_t count;
    carom_crowd_settings settings;
    // The balls as the callbacks have reported them so far.
    carom_ball seen[CROWD_BALLS_MAX];
    size_t moving;
    // Something overlaps at the start of the frame, so that balls can jump.
    bool is_jumping;
    // What was found wrong: legs that are not clear, overlaps after a frame, and impacts that do
    // not conserve momentum or gain energy.
    long bad_legs, overlaps, bad_impacts;
    long legs, impacts;
    double lost;
    void *scratch;
} crowd_watch;

static inline void crowd_watch_leg(void *context, carom_vec2 to) {
    crowd_watch *w = context;
    const carom_ball *b = &w->seen[w->moving];
    const carom_circle circle = {b->center, b->radius};
    for (size_t i = 0; i < w->list.count && !w->is_jumping; i++)
        w->bad_legs += !carom_circle_path_is_clear(circle, to, w->walls[i]);
    for (size_t i = 0; i < w->count && !w->is_jumping; i++) {
        const carom_circle other = {w->seen[i].center, w->seen[i].radius};
        if (i != w->moving)
            w->bad_legs += !carom_circle_path_is_clear_of_circle(circle, to, other);
    }
    w->seen[w->moving].center = to;
    w->legs++;
}

static inline double crowd_inverse_mass(const crowd_watch *w, size_t i) {
    return w->settings.inverse_masses != NULL ? w->settings.inverse_masses[i] : 1.0;
}

static inline double crowd_speed_sum(carom_vec2 v, carom_vec2 w) {
    return (fabs(v.x) + fabs(v.y)) + (fabs(w.x) + fabs(w.y));
}

// With u = 2^-53, B = |v| + |w| before and A after, the sums of all components: the impulse along
// the normal has an error of at most 29 u B, the two sums of velocity and impulse u A. The check
// adds 3 u B for the approach before and 3 u A for that after.
static inline void crowd_watch_impact(void *context, const carom_ball_impact *impact) {
    crowd_watch *w = context;
    w->impacts++;
    const carom_vec2 before = carom_vec2_sub(impact->first_before, impact->second_before);
    const carom_vec2 after = carom_vec2_sub(impact->first_after, impact->second_after);
    // They come together before, and not after.
    const double error = 0x1p-48 * crowd_speed_sum(impact->first_before, impact->second_before) +
                         0x1p-51 * crowd_speed_sum(impact->first_after, impact->second_after);
    const double in = carom_vec2_dot(before, impact->normal);
    const double out = carom_vec2_dot(after, impact->normal);
    const double p = crowd_inverse_mass(w, impact->first),
                 q = crowd_inverse_mass(w, impact->second);
    const bool is_pushed = p > 0.0 || q > 0.0;
    w->bad_impacts += !(in < 0.0) || (is_pushed && !(out >= -error)) || !(out <= -in + error) ||
                      impact->first == impact->second;
}

static inline void crowd_watch_start(crowd_watch *w) {
    *w = (crowd_watch){.settings = carom_crowd_settings_default()};
    w->list.walls = w->walls;
    w->settings.move.walls = carom_wall_list_source(&w->list);
    w->settings.move.context = w;
    w->settings.move.on_position = crowd_watch_leg;
    w->settings.on_ball_impact = crowd_watch_impact;
    w->settings.moving = &w->moving;
    w->scratch = malloc(carom_crowd_scratch_size(CROWD_BALLS_MAX));
}

static inline void crowd_watch_end(crowd_watch *w) {
    free(w->scratch);
    w->scratch = NULL;
}

// The number of overlaps of balls with each other and with walls.
static inline long crowd_overlaps(const crowd_watch *w) {
    long overlaps = 0;
    for (size_t i = 0; i < w->count; i++) {
        const carom_circle p = {w->balls[i].center, w->balls[i].radius};
        for (size_t k = 0; k < i; k++) {
            const carom_circle q = {w->balls[k].center, w->balls[k].radius};
            overlaps += carom_circle_overlaps_circle(p, q);
        }
        for (size_t k = 0; k < w->list.count; k++)
            overlaps += carom_circle_overlaps(p, w->walls[k]);
    }
    return overlaps;
}

static inline carom_crowd_motion crowd_watch_move(crowd_watch *w, double time) {
    for (size_t i = 0; i < w->count; i++)
        w->seen[i] = w->balls[i];
    w->is_jumping = crowd_overlaps(w) > 0;
    const carom_crowd_motion m =
        carom_crowd_move(w->balls, w->count, time, &w->settings, w->results, w->scratch);
    for (size_t i = 0; i < w->count; i++)
        w->bad_legs += !w->is_jumping && w->results[i].kind == CAROM_MOTION_KIND_MOVED &&
                       (w->seen[i].center.x != w->balls[i].center.x ||
                        w->seen[i].center.y != w->balls[i].center.y);
    w->overlaps += crowd_overlaps(w);
    w->lost += m.lost;
    return m;
}

#endif
