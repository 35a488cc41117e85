// Fuzzes the crowd: bytes become up to 4 walls, some of which move, up to 8 balls, settings, and
// some frames with edits between them. Room: fuzz.
//
// Balls that do not overlap anything must stay so at every time of a frame, unless they are stuck
// or crushed: all legs are compared exactly. What the crowd reports must fit together. A second
// crowd, made of the saved bytes of the first one, must move the balls to the same bits, with its
// tasks in another order and without callbacks. Bytes that are changed are refused or do no harm.
#include "crowd_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The case that runs, for messages.
static const fuzz_crowd *running;

static void check(bool holds, const char *what) {
    if (!holds) {
        crowd_input_print(running);
        fprintf(stderr, "fuzz_crowd: frame %d: %s\n", running->frame, what);
        abort();
    }
}

static carom_circle disc(const carom_ball *ball) {
    return carom_circle_make(ball->center, ball->radius);
}

static bool is_same_place(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y;
}

// ---- overlaps ----

// A ball that is invalid, also by its mass, does not exist for the others. Before a frame that is
// not known.
static bool exists(const fuzz_crowd *c, size_t i, bool is_after) {
    return !is_after || c->results[i].kind != CAROM_MOTION_KIND_INVALID;
}

static bool is_out_of_place(const carom_motion *m) {
    return m->kind == CAROM_MOTION_KIND_STUCK || m->kind == CAROM_MOTION_KIND_CRUSHED;
}

static bool overlaps_wall(const fuzz_crowd *c, size_t i, bool is_after) {
    const carom_circle circle = disc(&c->balls[i]);
    bool has = false;
    for (size_t k = 0; k < c->wall_count; k++)
        has |= crowd_input_blocks(c, i, k) && carom_circle_overlaps(circle, c->walls[k]);
    for (size_t k = 0; k < c->moving_count; k++) {
        const carom_moving_wall *w = &c->moving[k];
        has |= crowd_input_moving_blocks(c, i, k) &&
               carom_circle_overlaps(circle, is_after ? carom_moving_wall_at(*w, 1.0) : w->wall);
    }
    return has;
}

static bool overlaps_ball(const fuzz_crowd *c, size_t i, bool is_after) {
    bool has = false;
    for (size_t k = 0; k < c->ball_count; k++)
        has |= exists(c, k, is_after) && crowd_input_can_collide(c, i, k) &&
               carom_circle_overlaps(disc(&c->balls[i]), carom_circle_as_post(disc(&c->balls[k])));
    return has;
}

static bool has_overlap(const fuzz_crowd *c) {
    bool has = false;
    for (size_t i = 0; i < c->ball_count; i++)
        has |= overlaps_wall(c, i, false) || overlaps_ball(c, i, false);
    return has;
}

// What is stuck or crushed can be in others.
static void check_places(const fuzz_crowd *c) {
    for (size_t i = 0; i < c->ball_count; i++) {
        if (!exists(c, i, true) || is_out_of_place(&c->results[i]))
            continue;
        check(!overlaps_wall(c, i, true), "a ball overlaps a wall");
        check(!overlaps_ball(c, i, true), "a ball overlaps another one");
    }
}

// ---- callbacks ----

static void take_time(fuzz_crowd *c, double time) {
    if (!(time >= c->last_time && time <= c->time))
        fprintf(stderr, "%a after %a\n", time, c->last_time);
    check(time >= c->last_time && time <= c->time, "events are out of order");
    c->last_time = time;
}

static void take_impact(void *context, const carom_impact *impact) {
    fuzz_crowd *c = context;
    take_time(c, impact->time);
    check(c->ball < c->ball_count, "an impact of no ball");
    check(impact->id.index < (impact->id.is_moving ? c->moving_count : c->wall_count),
          "an impact with no wall");
    c->contacts[c->ball]++;
}

static void take_ball_impact(void *context, const carom_ball_impact *impact) {
    fuzz_crowd *c = context;
    take_time(c, impact->time);
    check(impact->first < impact->second && impact->second < c->ball_count,
          "the balls of an impact");
    c->ball_impacts++;
    c->contacts[impact->first]++;
    c->contacts[impact->second]++;
}

// By rising ball, other balls before walls.
static void take_touch(void *context, const carom_touch *t) {
    fuzz_crowd *c = context;
    const carom_touch *last = &c->last_touch;
    const bool is_wall = t->other == CAROM_NO_BALL;
    check(is_wall == (t->wall.index != CAROM_NO_WALL), "a touch is with a ball or a wall");
    check(t->impulse >= 0.0 && (t->phase != CAROM_TOUCH_PHASE_ENDS || t->impulse == 0.0),
          "the impulse of a touch");
    check(!c->has_touch || last->ball < t->ball ||
              (last->ball == t->ball && last->other <= t->other),
          "touches are out of order");
    c->last_touch = *t;
    c->has_touch = true;
}

static void take_leg(void *context, const carom_leg *leg) {
    fuzz_crowd *c = context;
    const size_t i = c->ball;
    check(leg->start <= leg->end, "a leg ends before it starts");
    if (c->leg_counts[i] < LEGS_MAX)
        c->legs[i][c->leg_counts[i]] = (ball_leg){*leg, c->balls[i].radius};
    c->leg_counts[i]++;
}

// ---- bytes ----

// The bytes of a crowd in a block just as large, for the address sanitizer.
static uint8_t *save(const carom_crowd *crowd, size_t *size) {
    *size = carom_crowd_save(crowd, NULL, 0);
    uint8_t *bytes = malloc(*size);
    if (bytes == NULL)
        abort();
    check(carom_crowd_save(crowd, bytes, *size) == *size, "the size of the bytes");
    return bytes;
}

static carom_crowd *create(void) {
    carom_crowd *crowd = NULL;
    if (carom_crowd_create(NULL, &crowd) != CAROM_STATUS_OK)
        abort();
    return crowd;
}

// A crowd of its own that knows the same.
static carom_crowd *twin_of(const carom_crowd *crowd) {
    size_t size, again;
    uint8_t *bytes = save(crowd, &size);
    carom_crowd *twin = create();
    check(carom_crowd_load(twin, bytes, size) == CAROM_STATUS_OK, "saved bytes are refused");
    uint8_t *copy = save(twin, &again);
    check(size == again && memcmp(bytes, copy, size) == 0, "the bytes are others when saved again");
    free(copy);
    free(bytes);
    return twin;
}

// The crowd takes over changed bytes, or refuses them and is as before.
static void load_changed(fuzz_crowd *c) {
    size_t size, again;
    uint8_t *bytes = save(c->crowd, &size);
    uint8_t *before = save(c->crowd, &size);
    for (int left = fuzz_byte(&c->n.in) % 4; left > 0; left--) {
        const size_t at = (size_t)fuzz_byte(&c->n.in) * 256 + fuzz_byte(&c->n.in);
        bytes[at % size] ^= fuzz_byte(&c->n.in);
    }
    const int cut = fuzz_byte(&c->n.in);
    const size_t length = cut % 8 != 0 ? size : size - 1 - (size_t)cut % size;
    const carom_status status = carom_crowd_load(c->crowd, bytes, length);
    if (status != CAROM_STATUS_OK) {
        check(status == CAROM_STATUS_NOT_A_CROWD, "the reason for a refusal");
        uint8_t *after = save(c->crowd, &again);
        check(size == again && memcmp(before, after, size) == 0,
              "refused bytes have changed a crowd");
        free(after);
    }
    free(before);
    free(bytes);
}

// ---- a frame ----

static void run_backwards(void *context, void (*task)(void *data, size_t i), void *data,
                          size_t count) {
    (void)context;
    while (count > 0)
        task(data, --count);
}

// A twin moves the balls to the same places, by tasks and without telling of it.
static void check_twin(const fuzz_crowd *c, carom_crowd *twin, const carom_crowd_motion *summary) {
    const carom_task_runner runner = {run_backwards, NULL};
    carom_ball balls[BALLS_MAX];
    carom_index ball;
    carom_crowd_settings s = c->settings;
    memcpy(balls, c->before, sizeof balls);
    s.runner = &runner;
    s.moving = &ball;
    s.move.on_leg = NULL;
    s.move.on_impact = NULL;
    s.on_ball_impact = NULL;
    s.on_touch = NULL;
    const carom_crowd_motion m = carom_crowd_step(twin, balls, c->ball_count, c->time, &s, NULL);
    check(memcmp(balls, c->balls, c->ball_count * sizeof *balls) == 0, "a twin moves elsewhere");
    check(m.lost == summary->lost && m.ball_impacts == summary->ball_impacts &&
              m.held == summary->held && m.asleep == summary->asleep,
          "a twin counts otherwise");
    for (size_t i = 0; i < c->ball_count; i++)
        check(carom_crowd_is_asleep(twin, (carom_index)i) ==
                  carom_crowd_is_asleep(c->crowd, (carom_index)i),
              "a twin sleeps otherwise");
}

static void check_result(const fuzz_crowd *c, size_t i) {
    const carom_motion *m = &c->results[i];
    const carom_ball *b = &c->balls[i];
    const bool is_asleep = carom_crowd_is_asleep(c->crowd, (carom_index)i);
    check(memcmp(&m->ball, b, sizeof *b) == 0, "a result has another ball");
    if (m->kind == CAROM_MOTION_KIND_INVALID) {
        check(memcmp(b, &c->before[i], sizeof *b) == 0, "an invalid ball moves");
        return;
    }
    check(carom_circle_is_valid(disc(b)) && isfinite(b->velocity.x) && isfinite(b->velocity.y),
          "a number is not finite");
    check(m->lost >= 0.0 && m->lost <= c->time, "the time lost");
    if (m->contacts != c->contacts[i])
        fprintf(stderr, "ball %zu: %d contacts, %d reported\n", i, m->contacts, c->contacts[i]);
    check(m->contacts == c->contacts[i], "the number of contacts");
    check((m->kind == CAROM_MOTION_KIND_STUCK) == (m->hold == CAROM_HOLD_STUCK) &&
              (m->kind == CAROM_MOTION_KIND_CRUSHED) == (m->hold == CAROM_HOLD_CRUSHED),
          "kind and hold do not fit");
    check(is_asleep == (m->hold == CAROM_HOLD_ASLEEP), "a ball sleeps and does not");
    check(!is_asleep || is_same_place(b->velocity, carom_vec2_make(0.0, 0.0)),
          "a ball that sleeps has a velocity");
}

static void check_counts(const fuzz_crowd *c, const carom_crowd_motion *m) {
    size_t kinds[CAROM_MOTION_KIND_CRUSHED + 1] = {0}, holds[CAROM_HOLD_ASLEEP + 1] = {0};
    for (size_t i = 0; i < c->ball_count; i++) {
        check_result(c, i);
        kinds[c->results[i].kind]++;
        holds[c->results[i].hold]++;
    }
    check(m->status == CAROM_STATUS_OK, "memory");
    check(m->moved == kinds[CAROM_MOTION_KIND_MOVED] &&
              m->freed == kinds[CAROM_MOTION_KIND_FREED] &&
              m->stuck == kinds[CAROM_MOTION_KIND_STUCK] &&
              m->invalid == kinds[CAROM_MOTION_KIND_INVALID] &&
              m->crushed == kinds[CAROM_MOTION_KIND_CRUSHED],
          "not all balls are counted");
    check(m->held == holds[CAROM_HOLD_HELD] && m->asleep == holds[CAROM_HOLD_ASLEEP],
          "not all holds are counted");
    check(m->ball_impacts == c->ball_impacts, "not all impacts are counted");
}

// ---- every time of the frame ----

static void print_path(const fuzz_crowd *c, size_t i) {
    const carom_motion *m = &c->results[i];
    fprintf(stderr, "ball %zu, %s, %s, ends at {%a, %a}\n", i, carom_motion_kind_name(m->kind),
            carom_hold_name(m->hold), m->ball.center.x, m->ball.center.y);
    for (size_t k = 0; k < c->leg_counts[i]; k++) {
        const carom_leg *leg = &c->legs[i][k].leg;
        fprintf(stderr, "  {{%a, %a}, {%a, %a}, %a, %a}\n", leg->from.x, leg->from.y, leg->to.x,
                leg->to.y, leg->start, leg->end);
    }
}

static void check_path_is(bool right, const fuzz_crowd *c, size_t i, const char *what) {
    if (!right)
        print_path(c, i);
    check(right, what);
}

// The legs lead from the start to the end without a gap.
static void check_path(fuzz_crowd *c, size_t i) {
    const carom_motion *m = &c->results[i];
    const bool jumps = m->kind == CAROM_MOTION_KIND_FREED;
    carom_vec2 at = jumps ? m->freed : c->before[i].center;
    double time = 0.0;
    if (c->leg_counts[i] == 0 && m->hold == CAROM_HOLD_ASLEEP) {
        const carom_leg leg = {at, at, 0.0, 1.0};
        c->legs[i][c->leg_counts[i]++] = (ball_leg){leg, c->balls[i].radius};
    }
    for (size_t k = 0; k < c->leg_counts[i]; k++) {
        const carom_leg *leg = &c->legs[i][k].leg;
        check_path_is(leg->start == time && is_same_place(leg->from, at), c, i,
                      "a leg starts elsewhere");
        at = leg->to;
        time = leg->end;
    }
    check_path_is((time == 1.0 || c->time == 0.0) && is_same_place(at, c->balls[i].center), c, i,
                  "a path ends elsewhere");
}

// No leg leads through a wall.
static void check_leg(const fuzz_crowd *c, size_t i, const carom_leg *leg) {
    const carom_circle circle = carom_circle_make(leg->from, c->balls[i].radius);
    for (size_t k = 0; k < c->wall_count; k++)
        check(!crowd_input_blocks(c, i, k) ||
                  carom_circle_path_is_clear(circle, leg->to, c->walls[k]),
              "a leg is not clear of a wall");
    for (size_t k = 0; k < c->moving_count; k++) {
        const carom_moving_wall m = c->moving[k];
        const carom_wall from = carom_moving_wall_at(m, leg->start);
        const carom_wall to = carom_moving_wall_at(m, leg->end);
        const bool turns = m.a_move.x != m.b_move.x || m.a_move.y != m.b_move.y;
        check(!turns || !crowd_input_moving_blocks(c, i, k) ||
                  carom_circle_path_is_clear_of_moving(circle, leg->to, from, to.a, to.b),
              "a leg is not clear of a wall that turns");
    }
}

// No two balls are in each other at any time.
static void check_pair(const fuzz_crowd *c, size_t i, size_t k) {
    size_t p = 0, q = 0;
    while (p < c->leg_counts[i] && q < c->leg_counts[k]) {
        const ball_leg *own = &c->legs[i][p], *other = &c->legs[k][q];
        const bool is_apart = legs_are_apart(own, other);
        if (!is_apart)
            print_path(c, k);
        check_path_is(is_apart, c, i, "balls meet in each other");
        p += own->leg.end <= other->leg.end;
        q += other->leg.end <= own->leg.end;
    }
}

static void check_paths(fuzz_crowd *c) {
    bool has_path[BALLS_MAX];
    for (size_t i = 0; i < c->ball_count; i++) {
        const carom_motion *m = &c->results[i];
        has_path[i] = m->kind != CAROM_MOTION_KIND_INVALID && !is_out_of_place(m) &&
                      c->leg_counts[i] <= LEGS_MAX;
        if (!has_path[i])
            continue;
        check_path(c, i);
        for (size_t k = 0; k < c->leg_counts[i]; k++)
            check_leg(c, i, &c->legs[i][k].leg);
        for (size_t k = 0; k < i; k++)
            if (has_path[k] && crowd_input_can_collide(c, i, k))
                check_pair(c, i, k);
    }
}

static void run_frame(fuzz_crowd *c) {
    const bool was_free = !has_overlap(c);
    carom_crowd *twin = twin_of(c->crowd);
    memcpy(c->before, c->balls, sizeof c->before);
    memset(c->leg_counts, 0, sizeof c->leg_counts);
    memset(c->contacts, 0, sizeof c->contacts);
    c->ball_impacts = 0;
    c->last_time = 0.0;
    c->has_touch = false;
    const carom_crowd_motion m =
        carom_crowd_step(c->crowd, c->balls, c->ball_count, c->time, &c->settings, c->results);
    check_counts(c, &m);
    if (was_free)
        check_places(c);
    check(!was_free || m.freed + m.stuck == 0, "a free ball is freed");
    check_paths(c);
    check_twin(c, twin, &m);
    carom_crowd_destroy(twin);
    for (size_t k = 0; k < c->moving_count; k++)
        c->moving[k].wall = carom_moving_wall_at(c->moving[k], 1.0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static fuzz_crowd c;
    carom_crowd_settings *s = &c.settings;
    running = &c;
    crowd_input_read(&c, data, size);
    s->move.on_leg = take_leg;
    s->move.on_impact = take_impact;
    s->on_ball_impact = take_ball_impact;
    s->on_touch = take_touch;
    c.crowd = create();
    const int frames = c.flags & IS_LONG ? MANY_FRAMES : FRAMES;
    for (c.frame = 0; c.frame < frames; c.frame++) {
        if (c.frame > 0 && (c.more & HAS_EDITS))
            crowd_input_edit(&c);
        if (c.frame > 0 && (c.more & HAS_CHANGED_BYTES))
            load_changed(&c);
        run_frame(&c);
    }
    carom_crowd_destroy(c.crowd);
    return 0;
}
