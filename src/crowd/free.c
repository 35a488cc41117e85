// Balls that overlap something at the start of a frame: each jumps to a free place, or is stuck.
//
// Method: one after the other, by rising index. Balls that are still to be placed are in nobody's
// way, so each search asks only for what stays. A ball for which no place was found is not searched
// again while nothing near it has changed. Room: crowd.
#include "carom/circles.h"
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "crowd/free_place.h"
#include "mover/overlaps.h"

// Most balls are placed at once.
enum { FREE_ROUNDS = 4 };

typedef struct free_search {
    const carom_crowd *c;
    crowd_ball *ball;
    near_walls near;
    moving_near moving;
    passed_walls passed;
    // Reports to the visitor of the search.
    ball_visitor *visit;
    void *context;
} free_search;

static void query_balls(const void *source, carom_box box, ball_visitor *visit, void *context) {
    const free_search *s = source;
    const carom_crowd *c = s->c;
    tree_query query;
    carom_tree_query(&query, &c->tree, box, 0);
    for (uint32_t k; carom_tree_next(&query, &k);) {
        const crowd_ball *q = &balls_of(c)[k];
        if (q != s->ball && !q->overlaps && can_collide(c, s->ball, q))
            visit(context, q->circle);
    }
}

static double note_lowest(void *context, size_t index, carom_wall wall) {
    free_search *s = context;
    const crowd_ball *b = s->ball;
    if (s->c->results == NULL || !carom_circle_overlaps(b->circle, wall))
        return 1.0;
    carom_motion *result = &s->c->results[b->index];
    const size_t plain = index & ~MOVING_BIT;
    const bool is_moving = is_moving_index(index);
    const bool is_lower = result->overlapped == SIZE_MAX ||
                          is_moving < result->overlapped_is_moving ||
                          (is_moving == result->overlapped_is_moving && plain < result->overlapped);
    if (is_lower) {
        result->overlapped = plain;
        result->overlapped_is_moving = is_moving;
    }
    return 1.0;
}

// The walls that can stop the ball, where they are at the start of the frame.
static carom_wall_source walls_of(free_search *s, walls_at *at) {
    const carom_crowd *c = s->c;
    s->near.source = c->settings->move.walls;
    s->near.filter = filter_of(c, s->ball);
    s->near.passed = &s->passed;
    s->near.circle = s->ball->circle;
    s->near.moving = NULL;
    if (c->has_moving) {
        s->moving = (moving_near){.source = c->settings->move.moving_walls,
                                  .filter = moving_filter_of(c, s->ball)};
        s->near.moving = &s->moving;
    }
    *at = (walls_at){&s->near, 0.0};
    return carom_walls_at(at);
}

static void free_ball(carom_crowd *c, crowd_ball *b, free_place *last) {
    free_search s = {.c = c, .ball = b};
    s.passed.count = 0;
    walls_at at;
    const carom_wall_source walls = walls_of(&s, &at);
    const carom_path here = {b->circle.center, b->circle.center, b->circle.radius};
    walls.query(walls.source, here, note_lowest, &s);
    // Filters and one-sided walls may differ between balls.
    const bool is_alike = c->settings->filters == NULL && c->settings->masks == NULL;
    const free_query query = {.circle = b->circle,
                              .walls = walls,
                              .balls = query_balls,
                              .source = &s,
                              .last = is_alike && last->circle.radius >= 0.0 ? last : NULL};
    const free_place found = carom_find_free_place(&query);
    *last = found;
    const carom_vec2 place = found.center;
    if (found.found) {
        // Others that overlapped it may have to go instead.
        const bool jumps = place.x != b->circle.center.x || place.y != b->circle.center.y;
        if (jumps)
            b->kind = CAROM_MOTION_KIND_FREED;
        else if (b->kind == CAROM_MOTION_KIND_STUCK)
            b->kind = CAROM_MOTION_KIND_MOVED;
        b->circle.center = b->to = place;
        if (c->results != NULL)
            c->results[b->index].freed = place;
    } else {
        b->kind = CAROM_MOTION_KIND_STUCK;
        b->velocity = b->after = carom_vec2_make(0.0, 0.0);
        b->to = b->circle.center;
    }
    b->is_asleep = b->overlaps = false;
    const carom_path path = {b->circle.center, b->circle.center, b->circle.radius};
    b->box = carom_path_box(path);
    carom_tree_grow(&c->tree, (uint32_t)(b - balls_of(c)), b->box);
}

// True if a ball for which no place was found is where this one has been placed.
static bool meets_stuck(const carom_crowd *c, const crowd_ball *b) {
    tree_query query;
    const carom_path here = {b->circle.center, b->circle.center, b->circle.radius};
    carom_tree_query(&query, &c->tree, carom_path_box(here), 0);
    for (uint32_t k; carom_tree_next(&query, &k);) {
        const crowd_ball *q = &balls_of(c)[k];
        if (q != b && q->kind == CAROM_MOTION_KIND_STUCK && can_collide(c, b, q) &&
            carom_circle_overlaps_circle(b->circle, q->circle))
            return true;
    }
    return false;
}

void carom_crowd_free_balls(carom_crowd *c) {
    const uint32_t *slots = c->slots.items;
    // Boxes only grow, and those of the balls to be placed would reach back to where they were.
    const carom_box none = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    for (size_t i = 0; i < c->frame_count; i++)
        if (slots[i] != NO_BALL && balls_of(c)[slots[i]].overlaps)
            c->tree.boxes[0][slots[i]] = none;
    carom_tree_build(&c->tree);
    free_place last = {.circle = {{0.0, 0.0}, -1.0}};
    // A ball that stays after all can be in the place of one before: that one is placed again.
    for (int round = 0; round < FREE_ROUNDS; round++) {
        bool is_done = true;
        for (size_t i = 0; i < c->frame_count; i++)
            if (slots[i] != NO_BALL && balls_of(c)[slots[i]].overlaps)
                free_ball(c, &balls_of(c)[slots[i]], &last);
        for (uint32_t i = 0; i < c->ball_count; i++) {
            crowd_ball *b = &balls_of(c)[i];
            b->overlaps = b->kind == CAROM_MOTION_KIND_FREED && meets_stuck(c, b);
            is_done &= !b->overlaps;
        }
        if (is_done)
            return;
    }
}
