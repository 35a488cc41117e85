// The walls near a leg of a ball in an island: first contacts, places at them, and contacts that
// press. Room: crowd.
#include <math.h>

#include "contracts.h"
#include "crowd/island_run.h"
#include "mover/normals.h"
#include "numbers.h"

void carom_crowd_start_look(const carom_crowd *c, const crowd_ball *b, double from, double until,
                            crowd_look *look) {
    look->passed.count = 0;
    look->near.source = c->settings->move.world.walls;
    look->near.filter = filter_of(c, b);
    look->near.passed = &look->passed;
    look->near.starts_clear = false;
    look->near.moving = NULL;
    if (!c->has_moving)
        return;
    look->near.moving = &look->moving;
    look->moving.source = c->settings->move.world.moving_walls;
    look->moving.filter = moving_filter_of(c, b);
    look->moving.from = from;
    look->moving.until = until;
}

// As that, from where the ball is at the start of the stretch, and without the walls that it
// passes.
static void set_look(const island_run *run, const crowd_ball *b, crowd_look *look, double from,
                     double until) {
    const passed_thing *passed = run->work->passed.items;
    carom_crowd_start_look(run->c, b, from, until, look);
    look->near.circle = carom_circle_make(b->stretch_place, b->circle.radius);
    for (size_t i = 0; i < run->work->passed.count; i++)
        if (passed[i].ball == b->index && passed[i].other == NO_BALL &&
            look->passed.count < PASSED_MAX)
            look->passed.index[look->passed.count++] = passed[i].wall;
}

void carom_crowd_look(const island_run *run, const crowd_ball *b, const crowd_leg *leg,
                      crowd_look *look, path_contact *first) {
    set_look(run, b, look, leg->start, leg->end);
    carom_near_first(&look->near, carom_circle_make(leg->from, b->circle.radius), leg->to, first);
    if (run->c->has_moving)
        carom_moving_first(&look->near, first);
}

carom_vec2 carom_crowd_velocity_of_wall(const carom_crowd *c, const path_contact *first) {
    if (!is_moving_index(first->index))
        return carom_vec2_make(0.0, 0.0);
    bool clamped;
    return carom_clamp_to_range(
        carom_vec2_make(first->wall_move.x / c->time, first->wall_move.y / c->time), SPEED_MAX,
        &clamped);
}

// ---- places at contacts ----

static bool is_free_place(const crowd_look *look, const crowd_leg *leg, carom_vec2 to,
                          double fraction, double *time) {
    const near_walls *near = &look->near;
    *time = near->moving != NULL ? clock_at(near->moving, fraction)
                                 : leg->start + fraction * (leg->end - leg->start);
    return is_finite(to) && carom_near_is_clear(near, to, fraction) &&
           (near->moving == NULL || carom_moving_is_clear(near, to, fraction, *time));
}

// As the mover does: the contact centre, some ulp off the wall, or earlier on the way.
bool carom_crowd_place_at_wall(const crowd_look *look, const path_contact *first,
                               const crowd_leg *leg, carom_vec2 *place, double *time) {
    static const double off[] = {0.0, 1.0, 2.0, 4.0, 8.0, 16.0};
    static const double back[] = {0x1p-48, 0x1p-40, 0x1p-32, 0x1p-24, 0x1p-16, 0x1p-8, 0.5};
    const carom_sweep *s = &first->sweep;
    // Farther off a wall that turns: exact tests of balls that touch it take long.
    const double ulp =
        ulp_at(s->center, look->near.circle.radius) * (first->is_turning ? 0x1p20 : 1.0);
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        *place = carom_vec2_add(
            s->center,
            carom_vec2_scale(s->normal, (first->is_turning ? 1.0 + off[i] : off[i]) * ulp));
        if (is_free_place(look, leg, *place, s->t, time))
            return true;
    }
    const carom_vec2 way = carom_vec2_sub(s->center, leg->from);
    for (size_t i = 0; i < sizeof back / sizeof back[0]; i++) {
        *place = carom_vec2_add(leg->from, carom_vec2_scale(way, 1.0 - back[i]));
        if (is_free_place(look, leg, *place, s->t * (1.0 - back[i]), time))
            return true;
    }
    return false;
}

// ---- responses ----

void carom_crowd_pass_wall(island_run *run, const crowd_ball *b, carom_index wall) {
    passed_thing *passed = new_item(run, &run->work->passed);
    if (passed != NULL)
        *passed = (passed_thing){b->index, NO_BALL, wall};
}

carom_response carom_crowd_ask(const island_run *run, const crowd_ball *b,
                               const carom_impact *impact) {
    const carom_crowd *c = run->c;
    const carom_move_settings *move = &c->settings->move;
    carom_response response = move->response;
    if (move->respond == NULL)
        return response;
    if (c->settings->moving != NULL)
        *c->settings->moving = b->index;
    move->respond(move->context, impact, &response);
    return carom_response_is_valid(response) ? response : carom_stop();
}

carom_response carom_crowd_as_bounce(carom_response r) {
    if (r.kind == CAROM_RESPONSE_KIND_STOP)
        return carom_bounce(0.0, 0x1p500);
    if (r.kind == CAROM_RESPONSE_KIND_SLIDE)
        r.restitution = 0.0;
    return r;
}

carom_impact carom_crowd_impact_at(carom_index index, carom_wall wall, carom_circle circle,
                                   carom_vec2 velocity, const carom_contact *contact) {
    return (carom_impact){.id = id_of(index),
                          .wall = wall,
                          .feature = contact->feature,
                          .center = circle.center,
                          .point = contact->point,
                          .normal = contact->normal,
                          .before = velocity,
                          .after = velocity};
}

// ---- contacts that press ----

typedef struct wall_search {
    island_run *run;
    crowd_ball *ball;
    const crowd_look *look;
    // What may be near is in this box.
    carom_box box;
    double reserve;
    // The number of contacts that are sorted; walls among them are known. 0 at first.
    size_t known;
    // The ball had a contact before: what the source reports first must not matter.
    bool has_contact;
    // The source has reported a wall; one that is no contact.
    bool has_any, has_other;
} wall_search;

// The velocity of a ball at a time of its proposed leg, of which `left` is the whole: as on the
// chord of a parabola.
static carom_vec2 velocity_after(const crowd_ball *b, double time, double left) {
    const double then = smaller(larger(time, 0.0), left);
    const carom_vec2 after =
        carom_vec2_add(b->stretch_velocity, carom_vec2_scale(b->gravity, then));
    return carom_velocity_on_path(b->stretch_velocity, after, b->gravity,
                                  carom_vec2_scale(b->pace, then), b->pace);
}

// A bounce that what presses would undo within the frame is none. Between what something bears, an
// approach that is slower than what a frame of it gives is none either, or a heap never came to
// rest; others fall first, and meet faster. Balls that do not bounce press if one of them presses
// something else.
bool carom_crowd_is_slow(const island_run *run, const crowd_approach *m) {
    const crowd_ball *p = m->first, *q = m->second;
    const carom_vec2 pace = carom_vec2_sub(p->pace, q != NULL ? q->pace : m->surface);
    const double approach = -carom_vec2_dot(pace, m->normal);
    if (approach <= 0.0 || (p->calm_frames > 0 && (q == NULL || q->calm_frames > 0)))
        return true;
    const double gain = m->press * run->c->time;
    const double reach = p->circle.radius + (q != NULL ? q->circle.radius : 0.0);
    if (m->restitution == 0.0 && m->has_contact && approach * run->c->time <= 2.0 * reach)
        return true;
    const double twice = m->restitution > 0.0 ? 2.0 * m->restitution : 1.0;
    if (p->is_supported || (q != NULL && q->is_supported))
        return smaller(twice, 1.0) * approach <= gain;
    const double time = m->gap / approach;
    const carom_vec2 v =
        carom_vec2_sub(velocity_after(p, time, run->time),
                       q != NULL ? velocity_after(q, time, run->time) : m->surface);
    // Where velocities of balls lead apart and legs do not, those on the legs count.
    const double impact = -carom_vec2_dot(v, m->normal);
    return gain > 0.0 && twice * (impact > 0.0 || q == NULL ? impact : approach) <= gain;
}

double carom_crowd_press(const crowd_ball *b, carom_vec2 n) {
    if (b->is_supported)
        return sqrt(carom_vec2_dot(b->gravity, b->gravity));
    return larger(-carom_vec2_dot(b->gravity, n), 0.0);
}

static void set_warm_start(const carom_crowd *c, ball_pair b, crowd_contact *k) {
    const uint32_t other = b.second != NULL ? b.second->index : NO_BALL;
    if (b.first->index >= c->memories.count)
        return;
    const ball_memory *m = &memories_of(c)[b.first->index];
    const touch_memory *touches = c->touches.items;
    for (uint32_t i = 0; i < m->touch_count; i++) {
        const touch_memory *t = &touches[m->first_touch + i];
        if (t->other != other || (other == NO_BALL && t->wall != wall_code(k->wall)))
            continue;
        k->push = t->impulses[PUSHED];
        k->push_across = t->impulses[PUSHED_ACROSS];
        k->press = t->impulses[PRESSED];
        k->press_across = t->impulses[PRESSED_ACROSS];
        k->has_pressed = k->push > 0.0;
        return;
    }
}

crowd_contact *carom_crowd_add_contact(island_run *run, crowd_contact contact, bool is_late) {
    crowd_contact *k = new_item(run, &run->work->contacts);
    if (k == NULL)
        return NULL;
    *k = contact;
    const ball_pair b = balls_in_contact(run, k);
    const uint64_t other = b.second != NULL ? b.second->index : NO_BALL;
    k->key = (uint64_t)b.first->index << 32 | other;
    b.first->has_contact = true;
    double sum = inverse_mass_of(b.first);
    if (b.second != NULL) {
        b.second->has_contact = true;
        sum += inverse_mass_of(b.second);
    }
    k->mass = sum > 0.0 ? 1.0 / sum : 0.0;
    set_warm_start(run->c, b, k);
    // Up to the reserve, and a little apart if they press.
    const double over = k->gap - k->reserve;
    k->least = over > 0.0 ? -over / run->time : 0.0;
    if (over < 0.0 && k->has_pressed)
        k->least = -0.02 * over / run->c->time;
    if (is_late)
        k->push = k->push_across = 0.0;
    return k;
}

static bool add_contact(wall_search *s, carom_index index, carom_vec2 n, double gap,
                        carom_vec2 surface, double friction) {
    island_run *run = s->run;
    const crowd_contact contact = {.ball = slot_of(run, s->ball),
                                   .other = NO_BALL,
                                   .wall = index,
                                   .normal = n,
                                   .surface = surface,
                                   .gap = gap,
                                   .reserve = s->reserve,
                                   .friction = friction};
    crowd_contact *k = carom_crowd_add_contact(run, contact, s->known > 0);
    // Exactly in touch: away from the wall by as much as rounding needs.
    const double scale = scale_of_box(s->ball->box);
    if (k != NULL && gap <= LEAST_GAP * scale)
        k->least = larger(k->least, LEAST_WAY * scale / run->time);
    return k != NULL;
}

static bool is_among_contacts(const wall_search *s, carom_index index) {
    const crowd_contact *contacts = s->run->work->contacts.items;
    const uint64_t key = (uint64_t)s->ball->index << 32 | NO_BALL;
    size_t low = 0, high = s->known;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (contacts[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->known && contacts[low].key == key; low++)
        if (contacts[low].wall == index)
            return true;
    return false;
}

// A wall near the leg, at rest or where it is at the start of the stretch. `first` is the first
// contact of the ball with its reserve on the leg. True if it is a contact.
static bool take_wall(wall_search *s, carom_index index, carom_wall wall, carom_vec2 surface,
                      const carom_sweep *first) {
    island_run *run = s->run;
    crowd_ball *b = s->ball;
    const carom_circle circle = {b->stretch_place, b->circle.radius};
    const carom_contact contact = carom_circle_contact(circle, wall);
    const bool overlaps = contact.relation > CAROM_RELATION_TOUCHING;
    carom_impact here = carom_crowd_impact_at(index, wall, circle, b->stretch_velocity, &contact);
    here.time = run->from * run->c->time;
    here.wall_velocity = surface;
    if (overlaps) {
        // A sensor that it was in before.
        const carom_response r = carom_crowd_ask(run, b, &here);
        const bool is_solid = r.kind != CAROM_RESPONSE_KIND_PASS;
        b->overlaps |= is_solid;
        run->overlaps |= is_solid;
        if (!is_solid)
            carom_crowd_pass_wall(run, b, index);
        return false;
    }
    // It stands whatever presses.
    if (b->is_held)
        return false;
    double gap = -contact.depth;
    carom_vec2 n = contact.normal;
    const carom_vec2 pace = carom_vec2_sub(b->pace, surface);
    const bool is_near = gap <= 2.0 * s->reserve + carom_crowd_press(b, n) * run->time * run->time;
    if (!is_near && first->kind != CAROM_SWEEP_KIND_HIT)
        return false;
    if (!is_near) {
        n = first->normal;
        gap = s->reserve - carom_vec2_dot(pace, n) * run->time * first->t;
    }
    // A sensor is passed when it is met.
    const carom_response response = carom_crowd_as_bounce(carom_crowd_ask(run, b, &here));
    if (response.kind == CAROM_RESPONSE_KIND_PASS)
        return false;
    const crowd_approach m = {.first = b,
                              .surface = surface,
                              .normal = n,
                              .gap = gap,
                              .press = carom_crowd_press(b, n),
                              .restitution = response.restitution,
                              .has_contact = s->has_contact};
    return carom_crowd_is_slow(run, &m) &&
           add_contact(s, index, n, gap, surface, response.friction);
}

// The ball with its reserve.
static carom_circle with_reserve(const wall_search *s) {
    const carom_circle circle = s->look->near.circle;
    return carom_circle_make(circle.center, smaller(circle.radius + s->reserve, DBL_MAX));
}

static double visit_wall(void *context, carom_index index, const carom_wall *wall) {
    wall_search *s = context;
    s->has_any = true;
    if (is_among_contacts(s, index))
        return 1.0;
    bool is_contact = false;
    if (carom_wall_is_valid(*wall) && carom_box_overlaps(carom_wall_box(*wall), s->box) &&
        carom_near_is_solid(&s->look->near, index, wall)) {
        const carom_sweep first = carom_circle_sweep_to(with_reserve(s), s->look->near.to, *wall);
        is_contact = take_wall(s, index, *wall, carom_vec2_make(0.0, 0.0), &first);
    }
    s->has_other |= !is_contact;
    return 1.0;
}

// The side of a wall that turns: the ball must be off the side where it is at the end of the
// stretch, too. For an even turn both half planes together are enough.
static void add_end_of_turn(const wall_search *s, carom_moving_wall wall) {
    island_run *run = s->run;
    const crowd_contact start =
        ((crowd_contact *)run->work->contacts.items)[run->work->contacts.count - 1];
    const carom_wall end = carom_moving_wall_at(wall, run->until);
    const carom_vec2 u = carom_vec2_sub(end.b, end.a);
    carom_vec2 n = carom_vec2_scale(carom_vec2_left(u), 1.0 / sqrt(carom_vec2_dot(u, u)));
    if (carom_vec2_dot(n, start.normal) < 0.0)
        n = carom_vec2_scale(n, -1.0);
    const carom_vec2 off = carom_vec2_sub(s->look->near.circle.center, end.a);
    const double gap = carom_vec2_dot(off, n) - s->look->near.circle.radius - end.radius;
    const double speed = (start.gap - gap) / run->time;
    if (!(fabs(speed) < SPEED_MAX))
        return;
    crowd_contact *k = new_item(run, &run->work->contacts);
    if (k == NULL)
        return;
    *k = start;
    k->normal = n;
    k->surface =
        carom_vec2_add(k->surface, carom_vec2_scale(n, speed - carom_vec2_dot(k->surface, n)));
    k->push = k->push_across = k->press = k->press_across = 0.0;
}

static void visit_moving_wall(void *context, carom_index plain_index,
                              const carom_moving_wall *wall) {
    wall_search *s = context;
    const carom_crowd *c = s->run->c;
    const carom_index index = plain_index | MOVING_BIT;
    const carom_circle circle = s->look->near.circle;
    if (!carom_box_overlaps(carom_moving_wall_box(*wall), s->box))
        return;
    s->has_any = true;
    if (is_among_contacts(s, index))
        return;
    // A one-sided wall can become solid.
    s->has_other |= wall->wall.one_sided;
    if (!carom_moving_is_solid(&s->look->near, index, wall))
        return;
    s->ball->is_near_moving |= carom_crowd_moves(wall);
    const carom_wall at = carom_moving_wall_at(*wall, s->run->from);
    const carom_wall end = carom_moving_wall_at(*wall, s->run->until);
    const carom_contact contact = carom_circle_contact(circle, at);
    path_contact here = {.index = index};
    here.wall_move = carom_move_at(*wall, at, contact.feature, circle.center);
    const carom_sweep first =
        carom_circle_sweep_moving_to(with_reserve(s), s->look->near.to, at, end.a, end.b, true);
    const bool is_contact = take_wall(s, index, at, carom_crowd_velocity_of_wall(c, &here), &first);
    s->has_other |= !is_contact;
    if (is_contact && contact.feature == CAROM_FEATURE_SIDE && !carom_moves_as_a_whole(*wall))
        add_end_of_turn(s, *wall);
}

bool carom_crowd_is_open(const crowd_ball *b, carom_vec2 place) {
    const carom_vec2 from = carom_vec2_sub(place, b->stretch_place);
    const carom_vec2 to = carom_vec2_sub(place, b->open_to);
    const double off = smaller(fabs(from.x) + fabs(from.y), fabs(to.x) + fabs(to.y));
    return off <= 0.5 * b->open_margin;
}

void carom_crowd_add_walls(island_run *run, crowd_ball *b, size_t known) {
    const double reserve = RESERVE * b->circle.radius;
    const carom_vec2 to = carom_vec2_add(b->stretch_place, carom_vec2_scale(b->pace, run->time));
    if (!is_finite(to) || carom_crowd_is_open(b, to))
        return;
    const carom_crowd_settings *settings = run->c->settings;
    const carom_wall_source walls = settings->move.world.walls;
    // Far enough that what the solver changes stays within, and that all walls are found that
    // count as near.
    const double pull = sqrt(carom_vec2_dot(b->pull, b->pull));
    const double margin =
        larger(0.5 * b->circle.radius, 2.0 * reserve + pull * run->time * run->time);
    const carom_path path = {b->stretch_place, to, smaller(b->circle.radius + margin, DBL_MAX)};
    crowd_look look;
    wall_search s = {.run = run,
                     .ball = b,
                     .look = &look,
                     .box = carom_path_box(path),
                     .reserve = reserve,
                     .known = known,
                     .has_contact = b->has_contact};
    set_look(run, b, &look, run->from, run->until);
    look.near.to = to;
    if (walls.query != NULL)
        walls.query(walls.source, &path, visit_wall, &s);
    if (run->c->has_moving) {
        const carom_moving_wall_source moving = settings->move.world.moving_walls;
        moving.query(moving.source, &path, visit_moving_wall, &s);
    }
    // Not for points and for balls of some ulps: places are rounded by more than their margin.
    const double ulps = ulp_at(path.from, b->circle.radius) + ulp_at(to, b->circle.radius);
    if (!s.has_other && known == 0 && margin >= 0x1p12 * ulps) {
        b->open_to = to;
        b->open_margin = margin;
        b->is_at_walls = s.has_any;
    }
}

leg_wall carom_crowd_blocker(const island_run *run, const crowd_ball *b) {
    crowd_look look;
    set_look(run, b, &look, run->from, run->until);
    return carom_leg_blocker(&look.near, b->stretch_place, run->until, NULL, 0);
}
