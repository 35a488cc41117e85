// Searches an escape by brute force, see crush_check.h. Room: tests.
#include "crush_check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "carom/contact.h"
#include "carom/moving_wall.h"
#include "seen_legs.h"

enum { DISTANCES = 64, NEAR_MAX = 64, FINE = 30, AROUND = 16 };

// The shortest leg, the limit of the speed, and the half width of a wide escape in ulp.
#define SHORTEST 0x1p-30
#define SPEED_LIMIT 1024.0
#define WIDE 256.0

static bool is_solid(carom_circle c, carom_wall wall) {
    return carom_wall_is_valid(wall) && (!wall.one_sided || (carom_wall_side(wall, c.center) > 0 &&
                                                             !carom_circle_overlaps(c, wall)));
}

static bool is_solid_moving(const crush_search *s, carom_moving_wall m) {
    const carom_circle seen = {seen_from(m, s->circle.center, s->clock), s->circle.radius};
    return carom_moving_wall_is_valid(m) && carom_wall_is_valid(carom_moving_wall_at(m, 1.0)) &&
           is_solid(s->circle, carom_moving_wall_at(m, s->clock)) &&
           (!moves_as_a_whole(m) || is_solid(seen, m.wall));
}

static bool is_clear_of_moving(const crush_search *s, carom_moving_wall m, carom_vec2 to,
                               double until) {
    const carom_wall from = carom_moving_wall_at(m, s->clock);
    const carom_wall end = carom_moving_wall_at(m, until);
    if (!moves_as_a_whole(m))
        return carom_circle_path_is_clear_of_moving(s->circle, to, from, end.a, end.b);
    const carom_circle seen = {seen_from(m, s->circle.center, s->clock), s->circle.radius};
    const carom_vec2 seen_to = seen_from(m, to, until);
    const bool is_point = s->circle.radius == 0.0 && end.radius == 0.0;
    return carom_circle_path_is_clear(seen, seen_to, m.wall) &&
           !carom_circle_overlaps(carom_circle_make(to, s->circle.radius), end) &&
           (!is_point || carom_wall_side(end, to) == carom_wall_side(m.wall, seen_to));
}

static bool is_legal(const crush_search *s, carom_vec2 to, double until) {
    // The moving walls first: there are few, and one of them most often blocks the leg.
    for (size_t i = 0; i < s->moving->count; i++)
        if (is_solid_moving(s, s->moving->walls[i]) &&
            !is_clear_of_moving(s, s->moving->walls[i], to, until))
            return false;
    for (size_t i = 0; i < s->still->count; i++)
        if (is_solid(s->circle, s->still->walls[i]) &&
            !carom_circle_path_is_clear(s->circle, to, s->still->walls[i]))
            return false;
    return true;
}

static double ulp_near(const crush_search *s, carom_vec2 to) {
    const carom_vec2 p = s->circle.center;
    return DBL_EPSILON *
           fmax(fmax(fmax(fabs(p.x), fabs(p.y)), fmax(fabs(to.x), fabs(to.y))), s->circle.radius);
}

static crush_escape way_to(crush_search *s, carom_vec2 to, double until) {
    if (!is_legal(s, to, until))
        return CRUSH_ESCAPE_NONE;
    s->to = to;
    s->until = until;
    const double r = WIDE * ulp_near(s, to);
    for (int i = 0; i < AROUND; i++) {
        const double angle = i * (6.283185307179586 / AROUND);
        const carom_vec2 by = carom_vec2_make(r * cos(angle), r * sin(angle));
        if (!is_legal(s, carom_vec2_add(to, by), until))
            return CRUSH_ESCAPE_NARROW;
    }
    return CRUSH_ESCAPE_WIDE;
}

// The limit of the speed in units of length a frame.
static double speed_limit(const crush_search *s, double until) {
    double most = 0.0;
    for (size_t i = 0; i < s->moving->count; i++) {
        const carom_moving_wall m = s->moving->walls[i];
        if (is_solid_moving(s, m) && !is_clear_of_moving(s, m, s->circle.center, until))
            most = fmax(most, fmax(hypot(m.a_move.x, m.a_move.y), hypot(m.b_move.x, m.b_move.y)));
    }
    return SPEED_LIMIT * most;
}

static crush_escape along(crush_search *s, double angle, double reach, double until) {
    crush_escape best = CRUSH_ESCAPE_NONE;
    const carom_vec2 d = carom_vec2_make(cos(angle), sin(angle));
    for (int k = 0; k < DISTANCES && best < CRUSH_ESCAPE_WIDE; k++, reach *= 0.8) {
        const carom_vec2 to = carom_vec2_add(s->circle.center, carom_vec2_scale(d, reach));
        const crush_escape found = way_to(s, to, until);
        best = found > best ? found : best;
    }
    return best;
}

// Half planes instead of walls: every place outside of the half plane behind a contact can be
// reached, because walls are convex. The corners of pairs of them, and places off these.
static crush_escape at_corners(crush_search *s, const carom_contact *near, int count, double reach,
                               double until) {
    static const double lifts[] = {0, 2, 8, 32, 128, 512, 2048};
    crush_escape best = CRUSH_ESCAPE_NONE;
    const double ulp = ulp_near(s, s->circle.center);
    for (int i = 0; i < count; i++)
        for (int k = 0; k <= i; k++)
            for (size_t l = 0; l < sizeof lifts / sizeof *lifts; l++) {
                const long double nx = (long double)near[i].normal.x;
                const long double ny = (long double)near[i].normal.y;
                const long double mx = (long double)near[k].normal.x;
                const long double my = (long double)near[k].normal.y;
                const long double det = nx * my - ny * mx;
                const long double p = (long double)near[i].depth + (long double)(lifts[l] * ulp);
                const long double q = (long double)near[k].depth + (long double)(lifts[l] * ulp);
                long double x = p * nx, y = p * ny;
                if (i != k) {
                    x = (p * my - q * ny) / det;
                    y = (q * nx - p * mx) / det;
                }
                if (!(hypotl(x, y) <= (long double)reach))
                    continue;
                const carom_vec2 by = carom_vec2_make((double)x, (double)y);
                const crush_escape found = way_to(s, carom_vec2_add(s->circle.center, by), until);
                best = found > best ? found : best;
                if (best == CRUSH_ESCAPE_WIDE)
                    return best;
            }
    return best;
}

static int contacts_near(const crush_search *s, double reach, double until, carom_contact *near) {
    int count = 0;
    for (size_t i = 0; i < s->still->count && count < NEAR_MAX; i++)
        if (is_solid(s->circle, s->still->walls[i]) &&
            carom_circle_within(s->circle, s->still->walls[i], reach))
            near[count++] = carom_circle_contact(s->circle, s->still->walls[i]);
    for (size_t i = 0; i < s->moving->count && count < NEAR_MAX; i++) {
        const carom_wall end = carom_moving_wall_at(s->moving->walls[i], until);
        if (is_solid_moving(s, s->moving->walls[i]) && carom_circle_within(s->circle, end, reach))
            near[count++] = carom_circle_contact(s->circle, end);
    }
    return count;
}

static crush_escape find_until(crush_search *s, double reach, double until) {
    carom_contact near[NEAR_MAX];
    const int count = contacts_near(s, reach, until, near);
    crush_escape best = at_corners(s, near, count, reach, until);
    for (int k = 0; k < s->directions && best < CRUSH_ESCAPE_WIDE; k++) {
        const crush_escape found = along(s, k * (6.283185307179586 / s->directions), reach, until);
        best = found > best ? found : best;
    }
    // Nearly along the walls.
    for (int i = 0; i < count; i++) {
        const double angle = atan2(near[i].normal.y, near[i].normal.x) + 1.5707963267948966;
        for (int k = -2 * FINE; k < 2 * FINE && best < CRUSH_ESCAPE_WIDE; k++) {
            const double by = ldexp(k % 2 == 0 ? 1 : -1, -abs(k / 2));
            const crush_escape found =
                along(s, angle + by + (k < 0 ? 3.141592653589793 : 0), reach, until);
            best = found > best ? found : best;
        }
    }
    return best;
}

crush_escape find_escape(crush_search *s) {
    const double shortest = fmin(SHORTEST, 1.0 - s->clock);
    const crush_escape stays = way_to(s, s->circle.center, s->clock + shortest);
    if (stays != CRUSH_ESCAPE_NONE)
        return CRUSH_ESCAPE_WIDE;
    const double limit = speed_limit(s, s->clock + shortest);
    crush_escape best = CRUSH_ESCAPE_NONE;
    for (double part = shortest; best < CRUSH_ESCAPE_WIDE;) {
        const crush_escape found = find_until(s, limit * part, fmin(s->clock + part, 1.0));
        best = found > best ? found : best;
        if (s->clock + part >= 1.0)
            break;
        part = fmin(64.0 * part, 1.0 - s->clock);
    }
    return best;
}
