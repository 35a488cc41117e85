// The escape of a ball that moving walls press; see escape.h.
//
// Method: the nearest place that a leg can reach among some walls is the start, the nearest point
// of one of their borders (leg_borders.h), or a point where two borders meet. So the search tries
// all of these, near ones first, with exact tests. It starts with the walls that do not let the
// ball stay. If another wall bars the place found, it adds that wall and searches again. If no
// place is left, there is no escape. Room: mover.
#include "mover/escape.h"

#include "carom/contact.h"
#include "contracts.h"
#include "mover/leg_borders.h"

enum { BORDERS_MAX = (int)PRESSERS_MAX * BORDERS_OF_WALL };

// How far a place with some room is off the walls, as a fraction of the length of the leg.
#define ROOM 0x1p-7

// How much farther such a place can be than the nearest one. In a narrow wedge it can be beyond the
// ends of the walls.
#define FARTHER 2.0

// How long a leg around the round end of a wall should be at most, as a fraction of the radius.
#define ROUND 0x1p-3

typedef struct escape_search {
    move_state *f;
    escape_leg *escape;
    // The farthest place.
    double reach;
    // The walls at the end of the leg.
    carom_wall ends[PRESSERS_MAX];
    leg_border borders[BORDERS_MAX];
    // The wall of each border.
    int owner[BORDERS_MAX];
    int count;
    // The distance of the nearest place so far, and the larger radius of its borders.
    double nearest, bend;
    // No place nearer than that is clear where two of the first borders meet.
    double least;
    int searched;
} escape_search;

static void consider(escape_search *s, carom_vec2 by, int i, int k) {
    const double length = sqrt(carom_vec2_dot(by, by));
    escape_leg *escape = s->escape;
    const carom_vec2 place = carom_vec2_add(s->f->circle.center, by);
    if (!(length < s->nearest) || (length < s->least && i < s->searched) ||
        !is_finite(place)) // GCOVR_EXCL_BR_LINE: only at the end of the range
        return;
    // The way to an overlap is not clear. Most places are in a wall, and this test is faster.
    for (int n = 0; n < escape->count; n++)
        if (carom_circle_overlaps(carom_circle_make(place, s->f->circle.radius), s->ends[n]))
            return;
    for (int n = 0; n < escape->count; n++)
        if (!carom_leg_is_clear_of(s->f->near, place, escape->until, &escape->walls[n]))
            return;
    s->nearest = length;
    s->bend = larger(carom_border_bend(&s->borders[i], by), carom_border_bend(&s->borders[k], by));
    escape->found = true;
    escape->to = place;
    escape->at[0] = s->owner[i];
    escape->at[1] = s->owner[k];
}

// The borders of all walls, moved off them by some ulp and by `room`.
static void make_borders(escape_search *s, double ulps, double room) {
    const move_state *f = s->f;
    const escape_leg *escape = s->escape;
    s->count = 0;
    for (int n = 0; n < escape->count; n++) {
        const carom_wall from = carom_moving_wall_at(escape->walls[n].wall, f->clock.passed);
        const carom_wall to = carom_moving_wall_at(escape->walls[n].wall, escape->until);
        s->ends[n] = to;
        const double ulp = ulp_at(f->circle.center, larger(f->circle.radius, to.radius));
        const double lift = ulps * ulp + room;
        const int end =
            s->count + carom_leg_borders(f->circle, from, to, lift, s->borders + s->count);
        while (s->count < end)
            s->owner[s->count++] = n;
    }
}

// The nearest place that is clear of all walls of the search. After another wall has been added,
// only places of its borders can be nearer than the last one found.
static void find_nearest_place(escape_search *s, double ulps, double room) {
    make_borders(s, ulps, room);
    s->escape->found = false;
    s->nearest = s->reach;
    for (int i = 0; i < s->count; i++) {
        consider(s, carom_border_nearest(&s->borders[i]), i, i);
        for (int k = 0; k < i; k++) {
            carom_vec2 points[2];
            for (int n = carom_borders_meet(&s->borders[i], &s->borders[k], points); n > 0; n--)
                consider(s, points[n - 1], i, k);
        }
    }
}

static bool add_wall(escape_leg *escape, const leg_wall *wall) {
    if (escape->count == PRESSERS_MAX)
        return false;
    escape->walls[escape->count++] = *wall;
    return true;
}

// Searches legs until `escape->until`. True if the ball can stay; otherwise starts with all walls
// that do not let it, and sets the reach.
static bool can_stay(escape_search *s) {
    const move_state *f = s->f;
    escape_leg *escape = s->escape;
    double most = 0.0;
    escape->count = 0;
    for (;;) {
        const leg_wall by = carom_leg_blocker(f->near, f->circle.center, escape->until,
                                              escape->walls, escape->count);
        if (by.index == CAROM_NO_WALL || !add_wall(escape, &by))
            break;
        const carom_vec2 a = by.wall.a_move, b = by.wall.b_move;
        most = larger(most, larger(carom_vec2_dot(a, a), carom_vec2_dot(b, b)));
    }
    s->reach = ESCAPE_SPEED * sqrt(most) * (escape->until - f->clock.passed);
    escape->to = f->circle.center;
    escape->at[0] = escape->at[1] = -1;
    s->nearest = s->bend = 0.0;
    return escape->count == 0;
}

// Finds the nearest place that is clear of all walls.
static bool search_places(escape_search *s, double ulps, double room) {
    escape_leg *escape = s->escape;
    s->least = 0.0;
    s->searched = 0;
    for (;;) {
        find_nearest_place(s, ulps, room);
        if (!escape->found)
            return false;
        s->least = s->nearest;
        s->searched = s->count;
        const leg_wall by =
            carom_leg_blocker(s->f->near, escape->to, escape->until, escape->walls, escape->count);
        if (by.index == CAROM_NO_WALL)
            return true;
        if (!add_wall(escape, &by))
            return false;
    }
}

static bool search_leg(escape_search *s) {
    // How far off the walls, in ulp.
    static const double lifts[] = {8.0, 128.0};
    escape_leg *escape = s->escape;
    if (can_stay(s))
        return true;
    for (size_t i = 0; i < sizeof lifts / sizeof lifts[0]; i++) {
        if (!search_places(s, lifts[i], 0.0))
            continue;
        // In a place with some room the next leg can be longer.
        const escape_leg nearest = *escape;
        const double length = s->nearest, bend = s->bend;
        if (!search_places(s, lifts[i], ROOM * length) || s->nearest > FARTHER * length ||
            s->bend > bend) {
            *escape = nearest;
            s->nearest = length;
            s->bend = bend;
        }
        return true;
    }
    return false;
}

void carom_find_escape(move_state *f, double end, double longest, double shortest,
                       escape_leg *escape) {
    escape_search s = {.f = f, .escape = escape};
    const double left = end - f->clock.passed;
    double part = smaller(left, longest);
    escape_leg longer = {.found = false};
    for (;;) {
        escape->until = part < left ? f->clock.passed + part : end;
        escape->found = search_leg(&s);
        if (escape->found && (s.bend == 0.0 || s.nearest <= ROUND * s.bend))
            return;
        if (longer.found && !escape->found) { // GCOVR_EXCL_BR_LINE: only because of rounding
            *escape = longer;
            return;
        }
        if (part <= shortest)
            return;
        longer = *escape;
        part = larger(part / ESCAPE_SHORTER, shortest);
    }
}
