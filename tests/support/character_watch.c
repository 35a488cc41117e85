// Watches a character, see character_watch.h. Room: tests.
#include "character_watch.h"
#include "seen_legs.h"

#include <math.h>
#include <stdint.h>

static const carom_wall_id NO_WALL = {CAROM_NO_WALL, false};

static void watch_break(character_watch *w, const char *what, carom_wall_id wall) {
    if (w->broken == NULL) {
        w->broken = what;
        w->broken_wall = wall;
    }
}

static void promise(character_watch *w, bool kept, const char *what) {
    if (!kept) {
        watch_break(w, what, NO_WALL);
    }
}

static bool is_finite_point(carom_vec2 p) {
    return isfinite(p.x) && isfinite(p.y);
}

static bool same_point(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y;
}

static double size_of(carom_vec2 p) {
    return fmax(fabs(p.x), fabs(p.y));
}

// 2^-40 of the largest coordinate: far above every skin.
static bool is_near(carom_circle c, carom_wall wall) {
    const double size = fmax(fmax(size_of(c.center), c.radius),
                             fmax(fmax(size_of(wall.a), size_of(wall.b)), wall.radius));
    return carom_circle_within(c, wall, 0x1p-40 * size);
}

// ---- the walls of both lists, those at rest first ----

static size_t count_of(const character_watch *w) {
    return w->walls->count + (w->moving != NULL ? w->moving->count : 0);
}

static carom_wall_id id_of(const character_watch *w, size_t i) {
    const size_t still = w->walls->count;
    const carom_wall_id id = {(carom_index)(i < still ? i : i - still), i >= still};
    return id;
}

static bool is_same(carom_wall_id a, carom_wall_id b) {
    return a.index == b.index && a.is_moving == b.is_moving;
}

// The wall at a fraction of the frame. Invalid if it is so as a moving wall.
static carom_wall wall_at(const character_watch *w, carom_wall_id id, double fraction) {
    if (!id.is_moving) {
        return w->walls->walls[id.index];
    }
    const carom_moving_wall wall = w->moving->walls[id.index];
    carom_wall there = carom_moving_wall_at(wall, fraction);
    if (!carom_moving_wall_is_valid(wall)) {
        there.radius = (double)NAN;
    }
    return there;
}

// The fraction of the frame at which moving walls end.
static double last_fraction(const character_watch *w) {
    return w->time > 0 ? 1 : 0;
}

// True if the wall exists for the character.
static bool exists(const character_watch *w, carom_wall_id id) {
    const carom_wall wall = wall_at(w, id, 0);
    const carom_filter *filter =
        id.is_moving ? w->settings.world.moving_filter : w->settings.world.filter;
    return carom_wall_is_valid(wall) && carom_wall_is_valid(wall_at(w, id, 1)) &&
           carom_filter_accepts(filter, id.index, &wall);
}

// True if the character may drop through the wall in this frame.
static bool can_drop(const character_watch *w, carom_wall_id id) {
    const carom_wall wall = wall_at(w, id, 0);
    const carom_circle start = {w->before.ball.center, w->before.ball.radius};
    return w->settings.drop && wall.one_sided && (id.is_moving || is_near(start, wall));
}

static bool is_solid(carom_wall wall, carom_circle c) {
    return carom_wall_is_valid(wall) && (!wall.one_sided || (carom_wall_side(wall, c.center) > 0 &&
                                                             !carom_circle_overlaps(c, wall)));
}

static bool leg_is_clear(const character_watch *w, const carom_leg *leg, carom_wall_id id) {
    const carom_circle c = {leg->from, w->before.ball.radius};
    const carom_wall from = wall_at(w, id, leg->start);
    if (!id.is_moving || leg->start == last_fraction(w)) {
        return !is_solid(from, c) || carom_circle_path_is_clear(c, leg->to, from);
    }
    const carom_moving_wall m = w->moving->walls[id.index];
    const carom_circle seen = {seen_from(m, leg->from, leg->start), c.radius};
    const bool stops = moves_as_a_whole(m) ? is_solid(m.wall, seen) : is_solid(from, c);
    return !stops || leg_is_clear_of_moving(leg, c.radius, m);
}

static void check_leg(void *context, const carom_leg *leg) {
    character_watch *w = context;
    promise(w, same_point(leg->from, w->place), "legs are joined");
    promise(w, leg->start <= leg->end && leg->end <= 1, "legs go on in time");
    for (size_t i = 0; i < count_of(w); i++) {
        const carom_wall_id id = id_of(w, i);
        if (exists(w, id) && !can_drop(w, id) && !leg_is_clear(w, leg, id)) {
            watch_break(w, "nothing is passed", id);
        }
    }
    w->legs++;
    w->place = leg->to;
    w->fraction = leg->end;
}

character_watch character_watch_start(carom_character_settings settings,
                                      const carom_wall_list *walls,
                                      const carom_moving_wall_list *moving) {
    character_watch w = {.settings = settings, .walls = walls, .moving = moving};
    w.settings.on_leg = check_leg;
    return w;
}

static bool is_number(double x) {
    return x >= 0.0 && isfinite(x);
}

static bool is_valid_question(const character_watch *w) {
    const carom_ball *b = &w->before.ball;
    const carom_character_settings *s = &w->settings;
    return is_finite_point(b->center) && is_finite_point(b->velocity) && is_number(b->radius) &&
           b->radius > 0.0 && is_number(w->time) && is_finite_point(s->up) &&
           size_of(s->up) > 0.0 && is_finite_point(s->gravity) && is_number(s->max_slope) &&
           is_number(s->step_height) && is_number(s->snap_distance);
}

// The first two-sided wall that overlaps at a fraction of the frame, or none.
static carom_wall_id first_overlap(const character_watch *w, carom_vec2 center, double fraction) {
    const carom_circle c = {center, w->before.ball.radius};
    for (size_t i = 0; i < count_of(w); i++) {
        const carom_wall_id id = id_of(w, i);
        const carom_wall wall = wall_at(w, id, fraction);
        if (!wall.one_sided && exists(w, id) && carom_circle_overlaps(c, wall)) {
            return id;
        }
    }
    return NO_WALL;
}

static void check_kind(character_watch *w) {
    const carom_character_motion *m = &w->motion;
    const carom_wall_id overlapped = first_overlap(w, w->before.ball.center, 0);
    promise(w, is_same(m->overlapped, overlapped), "the lowest overlapped wall is named");
    const bool is_crushed = m->kind == CAROM_MOTION_KIND_CRUSHED;
    if (overlapped.index == CAROM_NO_WALL) {
        promise(w, m->kind == CAROM_MOTION_KIND_MOVED || is_crushed, "a free character is moved");
    } else {
        promise(w,
                m->kind == CAROM_MOTION_KIND_FREED || m->kind == CAROM_MOTION_KIND_STUCK ||
                    is_crushed,
                "an overlap is reported");
    }
    promise(w, is_crushed == (m->crushed_by[0].index != CAROM_NO_WALL), "what crushes is named");
    if (m->kind == CAROM_MOTION_KIND_STUCK) {
        promise(w, same_point(m->character.ball.center, w->before.ball.center),
                "a stuck character stays");
        promise(w, w->legs == 0 && !m->character.on_ground, "a stuck character does nothing");
    } else if (!is_crushed) {
        promise(w,
                first_overlap(w, m->character.ball.center, last_fraction(w)).index == CAROM_NO_WALL,
                "the end is free");
        promise(w, w->settings.world.moving_walls.query == NULL || w->fraction == last_fraction(w),
                "the legs cover the frame");
    }
}

static void check_ground(character_watch *w) {
    const carom_character *c = &w->motion.character;
    const carom_vec2 v = c->ball.velocity, up = w->settings.up;
    if (!c->on_ground) {
        promise(w, c->ground.index == CAROM_NO_WALL && !c->is_wedged, "no ground in the air");
        promise(w, same_point(c->ground_normal, carom_vec2_make(0, 0)), "no normal in the air");
        return;
    }
    const bool is_named = c->ground.is_moving ? c->ground.index < w->moving->count
                                              : c->ground.index < w->walls->count;
    promise(w, is_named, "the ground is named");
    if (is_named) {
        const carom_circle here = {c->ball.center, c->ball.radius};
        // In an acute wedge no place closer to both walls is a double.
        promise(w,
                exists(w, c->ground) &&
                    (c->is_wedged || is_near(here, wall_at(w, c->ground, last_fraction(w)))),
                "the ground is touched");
    }
    const carom_vec2 n = c->ground_normal;
    promise(w, fabs(hypot(n.x, n.y) - 1) < 1e-14, "the ground normal is a unit vector");
    const double size = size_of(up);
    promise(w, fabs(v.x * (up.x / size) + v.y * (up.y / size)) <= 1e-14 * size_of(v),
            "the velocity on the ground is across up");
}

static bool has_no_minus_zero(carom_vec2 v) {
    return (v.x != 0.0 || !signbit(v.x)) && (v.y != 0.0 || !signbit(v.y));
}

static void check(character_watch *w) {
    const carom_character_motion *m = &w->motion;
    if (!is_valid_question(w)) {
        promise(w, m->kind == CAROM_MOTION_KIND_INVALID && w->legs == 0,
                "invalid input is called so");
        return;
    }
    promise(w, m->kind != CAROM_MOTION_KIND_INVALID, "valid input is called so");
    check_kind(w);
    check_ground(w);
    promise(w, m->character.ball.radius == w->before.ball.radius, "the radius is kept");
    promise(w, is_finite_point(m->character.ball.velocity), "numbers are finite");
    promise(w,
            has_no_minus_zero(m->character.ball.velocity) &&
                has_no_minus_zero(m->character.ground_velocity),
            "a velocity of 0 is not -0");
    promise(w, m->lost >= 0.0 && m->lost <= w->time, "lost time is a part of the frame");
    promise(w,
            m->kind == CAROM_MOTION_KIND_FREED || m->kind == CAROM_MOTION_KIND_CRUSHED ||
                same_point(w->place, m->character.ball.center),
            "the last leg ends where the character is");
    promise(w, m->hit_wall == (m->wall.index != CAROM_NO_WALL), "the wall is named");
    promise(w, m->hit_head == (m->head.index != CAROM_NO_WALL), "the ceiling is named");
}

// Where the depenetration puts the character: a frame of no time does nothing else.
static carom_vec2 freed_place(const character_watch *w) {
    carom_move_settings m = carom_move_settings_default();
    m.world.walls = w->settings.world.walls;
    m.world.filter = w->settings.world.filter;
    m.world.moving_walls = w->settings.world.moving_walls;
    m.world.moving_filter = w->settings.world.moving_filter;
    const carom_ball ball = {w->before.ball.center, w->before.ball.radius, {0, 0}};
    return carom_ball_move(ball, 0, &m).ball.center;
}

carom_character_motion character_watch_move(character_watch *w, carom_character character,
                                            double time) {
    if (w->broken != NULL) {
        return w->motion;
    }
    // The watch can have been copied since then.
    w->settings.context = w;
    w->before = character;
    w->time = time;
    w->legs = 0;
    w->fraction = 0;
    w->place = character.ball.center;
    // A depenetration jumps before the first leg.
    if (is_valid_question(w) && first_overlap(w, w->place, 0).index != CAROM_NO_WALL) {
        w->place = freed_place(w);
    }
    w->motion = carom_character_move(character, time, &w->settings);
    check(w);
    w->frames++;
    w->legs_most = w->legs > w->legs_most ? w->legs : w->legs_most;
    return w->motion;
}

static void print_character(FILE *out, const char *name, const carom_character *c) {
    const carom_ball *b = &c->ball;
    fprintf(out,
            "    carom_character %s = {{{%a, %a}, %a, {%a, %a}}, %d, %d, {%a, %a}, {%ld, %d}};"
            " // (%.17g, %.17g), v (%g, %g)\n",
            name, b->center.x, b->center.y, b->radius, b->velocity.x, b->velocity.y, c->on_ground,
            c->is_wedged, c->ground_normal.x, c->ground_normal.y, (long)c->ground.index,
            c->ground.is_moving, b->center.x, b->center.y, b->velocity.x, b->velocity.y);
}

void character_watch_print(FILE *out, const character_watch *w) {
    const carom_character_settings *s = &w->settings;
    fprintf(out, "broken: %s; wall %ld, frame %ld, %d legs, kind %d\n",
            w->broken == NULL ? "nothing" : w->broken, (long)w->broken_wall.index, w->frames,
            w->legs, (int)w->motion.kind);
    print_character(out, "before", &w->before);
    print_character(out, "after", &w->motion.character);
    fprintf(out,
            "    time %a, up {%a, %a}, gravity {%a, %a}, slope %a, step %a, snap %a, drop %d\n",
            w->time, s->up.x, s->up.y, s->gravity.x, s->gravity.y, s->max_slope, s->step_height,
            s->snap_distance, s->drop);
    for (size_t i = 0; i < count_of(w); i++) {
        const carom_wall_id id = id_of(w, i);
        const carom_wall wall = wall_at(w, id, 0), to = wall_at(w, id, 1);
        const carom_circle near = {w->before.ball.center, 2 * w->before.ball.radius};
        if (is_same(id, w->broken_wall) || count_of(w) <= 16 || carom_circle_touches(near, wall)) {
            fprintf(out, "    {{%a, %a}, {%a, %a}, %a, %d, %d, %u}, // %u: (%g, %g) to (%g, %g)\n",
                    wall.a.x, wall.a.y, wall.b.x, wall.b.y, wall.radius, (int)wall.extent,
                    (int)wall.one_sided, (unsigned)wall.category, id.index, wall.a.x, wall.a.y,
                    wall.b.x, wall.b.y);
            if (id.is_moving) {
                fprintf(out, "        moves to {%a, %a}, {%a, %a}\n", to.a.x, to.a.y, to.b.x,
                        to.b.y);
            }
        }
    }
}
