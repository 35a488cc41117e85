// What a frame reports: legs, impacts and touches, once it is known that they stand. Room: crowd.
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "crowd/sort.h"

// ---- legs and impacts in order of time ----

// True if p is reported before q: by time, then by island and by fraction of the frame, because the
// times of an island can be equal where fractions are not.
static bool report_comes_first(const void *first, const void *second) {
    const crowd_report *p = (const crowd_report *)first, *q = (const crowd_report *)second;
    if (p->time != q->time)
        return p->time < q->time;
    if (p->island != q->island)
        return p->island < q->island;
    if (p->clock != q->clock)
        return p->clock < q->clock;
    return p->is_event < q->is_event;
}

static bool add_report(carom_crowd *c, crowd_report report) {
    // The other half is for sorting.
    if (!carom_crowd_grow(&c->allocator, &c->reports, 2 * (c->reports.count + 1)))
        return false;
    ((crowd_report *)c->reports.items)[c->reports.count++] = report;
    return true;
}

static double time_of(const crowd_event *e) {
    return e->other != NO_BALL ? e->impact.balls.time : e->impact.wall.time;
}

// The mover's times of a lone ball can differ by rounding from what the fractions say: each leg is
// between the impacts at its ends.
static bool add_legs(carom_crowd *c, const crowd_island *island, const crowd_ball *b) {
    const uint32_t slot = (uint32_t)(b - balls_of(c));
    if (b->is_asleep)
        return add_report(c, (crowd_report){c->time, 1.0, b->island, NO_BALL, slot, false});
    const crowd_work *w = &c->work[island->task];
    const finished_leg *legs = (const finished_leg *)w->legs.items;
    const crowd_event *events = (const crowd_event *)w->events.items;
    size_t k = island->first_event;
    const size_t end = island->count == 1 ? k + island->event_count : k;
    double least = 0.0;
    bool is_done = true;
    for (uint32_t i = b->all_first_leg; i != NO_BALL && is_done; i = legs[i].next) {
        for (; k < end && events[k].clock < legs[i].leg.end; k++)
            least = time_of(&events[k]);
        double time = larger(legs[i].leg.end * c->time, least);
        if (k < end)
            time = smaller(time, time_of(&events[k]));
        is_done = add_report(c, (crowd_report){time, legs[i].leg.end, b->island, i, slot, false});
    }
    return is_done;
}

bool carom_crowd_prepare_reports(carom_crowd *c) {
    const crowd_island *islands = c->islands.items;
    bool is_done = true;
    c->reports.count = 0;
    for (uint32_t i = 0; i < c->islands.count && is_done; i++) {
        const crowd_island *island = &islands[i];
        for (uint32_t k = 0; k < island->count && is_done && c->wants_legs; k++)
            is_done = add_legs(c, island, island_member(c, island, k));
        const crowd_event *events = (const crowd_event *)c->work[island->task].events.items;
        for (size_t k = 0; k < island->event_count && is_done; k++) {
            const uint32_t item = (uint32_t)(island->first_event + k);
            const crowd_event *e = &events[item];
            is_done = add_report(c, (crowd_report){time_of(e), e->clock, i, item, e->slot, true});
        }
    }
    crowd_report *reports = c->reports.items;
    // Equal ones keep their order: that in which they happened.
    if (is_done && c->reports.count > 1)
        carom_crowd_sort(reports, reports + c->reports.count, c->reports.count, sizeof *reports,
                         report_comes_first);
    return is_done;
}

static void report_leg(const carom_crowd *c, const crowd_leg *leg) {
    const carom_move_settings *s = &c->settings->move;
    const carom_leg reported = {leg->from, leg->to, leg->start, leg->end};
    if (s->on_leg != NULL)
        s->on_leg(s->context, &reported);
    if (s->on_position != NULL)
        s->on_position(s->context, &leg->to);
}

// Where a ball was: the gate may have moved a corner by some ulps after the impact was noted.
static carom_vec2 place_then(const carom_crowd *c, const crowd_work *w, uint32_t slot, double clock,
                             carom_vec2 noted) {
    const finished_leg *legs = w->legs.items;
    const crowd_ball *b = &balls_of(c)[slot];
    uint32_t i = b->all_first_leg;
    if (i == NO_BALL)
        return noted;
    while (legs[i].leg.end < clock && legs[i].next != NO_BALL)
        i = legs[i].next;
    return place_on_leg(&legs[i].leg, clock);
}

static void report_event(const carom_crowd *c, const crowd_work *w, const crowd_event *event) {
    const carom_move_settings *s = &c->settings->move;
    if (event->other != NO_BALL && c->settings->on_ball_impact != NULL) {
        carom_ball_impact impact = event->impact.balls;
        impact.first_center = place_then(c, w, event->slot, event->clock, impact.first_center);
        impact.second_center = place_then(c, w, event->other, event->clock, impact.second_center);
        c->settings->on_ball_impact(s->context, &impact);
    } else if (event->other == NO_BALL && s->on_impact != NULL) {
        carom_impact impact = event->impact.wall;
        impact.center = place_then(c, w, event->slot, event->clock, impact.center);
        s->on_impact(s->context, &impact);
    }
}

void carom_crowd_report(carom_crowd *c) {
    const crowd_report *reports = c->reports.items;
    for (size_t i = 0; i < c->reports.count; i++) {
        const crowd_report *r = &reports[i];
        const crowd_work *w = &c->work[((const crowd_island *)c->islands.items)[r->island].task];
        const carom_vec2 place = balls_of(c)[r->slot].to;
        const crowd_leg asleep = {place, place, 0.0, 1.0};
        if (c->settings->moving != NULL)
            *c->settings->moving = balls_of(c)[r->slot].index;
        if (r->is_event)
            report_event(c, w, &((const crowd_event *)w->events.items)[r->item]);
        else
            report_leg(c, r->item == NO_BALL ? &asleep
                                             : &((const finished_leg *)w->legs.items)[r->item].leg);
    }
}

// ---- touches ----

static bool touch_comes_first(const void *first, const void *second) {
    return touch_is_before(*(const touch_memory *const *)first,
                           *(const touch_memory *const *)second);
}

// Copies the touches to new_touches, and adds up those of the same pair.
static void merge_touches(carom_crowd *c, const touch_memory **touches, size_t count) {
    touch_memory *merged = c->new_touches.items;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const touch_memory *next = touches[i];
        if (kept == 0 || touch_is_before(&merged[kept - 1], next)) {
            merged[kept++] = *next;
            continue;
        }
        touch_memory *t = &merged[kept - 1];
        t->normal = next->normal;
        for (int k = 0; k < TOUCH_IMPULSES; k++)
            t->impulses[k] = impulse_in_range(t->impulses[k] + next->impulses[k]);
    }
    c->new_touches.count = kept;
}

static bool sleeps(const carom_crowd *c, uint32_t index) {
    if (index == NO_BALL)
        return true;
    if (index >= c->frame_count)
        return false;
    const uint32_t slot = ((const uint32_t *)c->slots.items)[index];
    return slot != NO_BALL && balls_of(c)[slot].is_asleep;
}

bool carom_crowd_gather_touches(carom_crowd *c) {
    const crowd_island *islands = c->islands.items;
    size_t most = c->touches.count, count = 0;
    for (size_t i = 0; i < c->islands.count; i++)
        most += islands[i].touch_count;
    // The reports are made later.
    const size_t bytes = 2 * most * sizeof(touch_memory *);
    c->new_touches.count = 0;
    if (most == 0)
        return true;
    if (!carom_crowd_grow(&c->allocator, &c->reports, bytes / sizeof(crowd_report) + 1))
        return false;
    const touch_memory **all = (const touch_memory **)c->reports.items;
    for (size_t i = 0; i < c->islands.count; i++) {
        const touch_memory *touches = (const touch_memory *)c->work[islands[i].task].touches.items;
        for (size_t k = 0; k < islands[i].touch_count; k++)
            all[count++] = &touches[islands[i].first_touch + k];
    }
    // What sleeps keeps its touches.
    const touch_memory *old = c->touches.items;
    for (size_t i = 0; i < c->touches.count; i++)
        if (sleeps(c, old[i].ball) && sleeps(c, old[i].other))
            all[count++] = &old[i];
    if (!carom_crowd_grow(&c->allocator, &c->new_touches, count))
        return false;
    if (count > 1)
        carom_crowd_sort(all, all + count, count, sizeof(touch_memory *), touch_comes_first);
    merge_touches(c, all, count);
    return true;
}

static void report_touch(const carom_crowd *c, const touch_memory *t, carom_touch_phase phase) {
    // A ball that the caller has taken away has no number any more.
    const bool is_gone =
        t->ball >= c->frame_count || (t->other != NO_BALL && t->other >= c->frame_count);
    if (c->settings->on_touch == NULL || is_gone || (sleeps(c, t->ball) && sleeps(c, t->other)))
        return;
    const bool is_wall = t->other == NO_BALL;
    const carom_wall_id wall = {(carom_index)(t->wall >> 1), (t->wall & 1) != 0};
    const double pressed = larger(t->impulses[PUSHED], t->impulses[PRESSED]);
    const double impulse = impulse_in_range(t->impulses[STRUCK] + pressed);
    const carom_touch touch = {.phase = phase,
                               .ball = t->ball,
                               .other = is_wall ? CAROM_NO_BALL : t->other,
                               .wall = is_wall ? wall : carom_wall_id_none(),
                               .normal = t->normal,
                               .impulse = phase == CAROM_TOUCH_PHASE_ENDS ? 0.0 : impulse};
    c->settings->on_touch(c->settings->move.context, &touch);
}

void carom_crowd_keep_touches(carom_crowd *c) {
    const touch_memory *old = c->touches.items, *now = (const touch_memory *)c->new_touches.items;
    size_t i = 0, k = 0;
    while (i < c->touches.count || k < c->new_touches.count) {
        if (k == c->new_touches.count ||
            (i < c->touches.count && touch_is_before(&old[i], &now[k]))) {
            report_touch(c, &old[i++], CAROM_TOUCH_PHASE_ENDS);
        } else if (i == c->touches.count || touch_is_before(&now[k], &old[i])) {
            report_touch(c, &now[k++], CAROM_TOUCH_PHASE_BEGINS);
        } else {
            report_touch(c, &now[k++], CAROM_TOUCH_PHASE_PERSISTS);
            i++;
        }
    }
    const crowd_array swap = c->touches;
    c->touches = c->new_touches;
    c->new_touches = swap;
    carom_crowd_index_touches(c);
}
