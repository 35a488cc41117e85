// Balls that overlap something at the start of a frame: each jumps to a free place, or is stuck.
//
// Method: one after the other, by rising index. Balls that are still to be placed are in nobody's
// way, so each search asks only for what stays. If a ball has no place, those that were placed over
// it are placed again. A ball for which no place was found is put back to where it was. Balls that
// are stuck in each other are not searched again; one that is stuck in walls alone is, as the walls
// can have changed. Room: crowd.
#include "carom/moving_wall.h"
#include "contracts.h"
#include "crowd/free_place.h"
#include "crowd/island_run.h"
#include "mover/overlaps.h"

// Most balls are placed at once.
enum { FREE_ROUNDS = 4 };

typedef struct free_search {
    const carom_crowd *c;
    crowd_ball *ball;
    crowd_look look;
} free_search;

static void query_balls(const void *source, carom_box box, ball_visitor *visit, void *context) {
    const free_search *s = source;
    const carom_crowd *c = s->c;
    tree_query query;
    carom_tree_query(&query, &c->tree, box, 0);
    for (uint32_t k; carom_tree_next(&query, &k);) {
        const crowd_ball *q = &balls_of(c)[k];
        if (q != s->ball && !q->overlaps && can_collide(c, s->ball, q) &&
            !carom_crowd_do_pass(&c->passed, s->ball, q))
            visit(context, q->circle);
    }
}

// Asks about a wall that the ball overlaps as the mover does: one that it passes is not in its way.
// Returns a wall that is in its way; CAROM_NO_WALL if there is none.
static carom_index ask_overlapped_wall(free_search *s, carom_index index, const carom_wall *wall) {
    const crowd_ball *b = s->ball;
    if (s->c->settings->move.respond == NULL)
        return index;
    const carom_contact contact = carom_circle_contact(b->circle, *wall);
    const carom_impact here = carom_crowd_impact_at(index, *wall, b->circle, b->velocity, &contact);
    const island_run run = {.c = s->c};
    return carom_crowd_ask(&run, b, &here).kind == CAROM_RESPONSE_KIND_PASS
               ? carom_pass_overlapped(&s->look.passed, index)
               : index;
}

// Notes the lowest wall that the ball overlaps, and those that it passes.
static double note_overlapped(void *context, carom_index index, const carom_wall *wall) {
    free_search *s = context;
    const crowd_ball *b = s->ball;
    if (!carom_circle_overlaps(b->circle, *wall))
        return 1.0;
    const carom_index solid = ask_overlapped_wall(s, index, wall);
    if (solid == CAROM_NO_WALL || s->c->results == NULL)
        return 1.0;
    carom_motion *result = &s->c->results[b->index];
    const carom_wall_id id = id_of(solid), lowest = result->overlapped;
    if (lowest.index == CAROM_NO_WALL || id.is_moving < lowest.is_moving ||
        (id.is_moving == lowest.is_moving && id.index < lowest.index))
        result->overlapped = id;
    return 1.0;
}

// The ball is at this place from now on.
static void place_ball(carom_crowd *c, crowd_ball *b, carom_vec2 place, carom_motion_kind kind) {
    b->kind = b->kind_before = (uint8_t)kind;
    b->circle.center = b->to = place;
    b->is_asleep = b->overlaps = false;
    b->is_placed = true;
    const carom_path path = {place, place, b->circle.radius};
    b->box = carom_path_box(path);
    carom_tree_grow(&c->tree, (uint32_t)(b - balls_of(c)), b->box);
}

static void stick(carom_crowd *c, crowd_ball *b) {
    b->velocity = b->after = carom_vec2_make(0.0, 0.0);
    place_ball(c, b, b->home, CAROM_MOTION_KIND_STUCK);
}

static void free_ball(carom_crowd *c, crowd_ball *b, free_place *last) {
    b->circle.center = b->home;
    free_search s = {.c = c, .ball = b};
    carom_crowd_start_look(c, b, 0.0, 0.0, &s.look);
    s.look.near.circle = b->circle;
    // The walls that can stop the ball, where they are at the start of the frame.
    const walls_at at = {&s.look.near, 0.0};
    const carom_wall_source walls = carom_walls_at(&at);
    const carom_path here = {b->circle.center, b->circle.center, b->circle.radius};
    walls.query(walls.source, &here, note_overlapped, &s);
    // Filters and what is passed may differ between balls.
    const carom_crowd_settings *settings = c->settings;
    const bool is_alike = settings->filters == NULL && settings->masks == NULL &&
                          settings->move.respond == NULL && settings->respond_balls == NULL;
    const free_query query = {.circle = b->circle,
                              .walls = walls,
                              .balls = query_balls,
                              .source = &s,
                              .last = is_alike && last->circle.radius >= 0.0 ? last : NULL};
    *last = carom_find_free_place(&query);
    const carom_vec2 place = last->center;
    if (!last->found) {
        stick(c, b);
        return;
    }
    // Others that overlapped it may have to go instead.
    const bool jumps = place.x != b->home.x || place.y != b->home.y;
    place_ball(c, b, place, jumps ? CAROM_MOTION_KIND_FREED : CAROM_MOTION_KIND_MOVED);
}

// True if a ball for which no place was found is in this one.
static bool meets_stuck(const carom_crowd *c, uint32_t slot) {
    const crowd_ball *b = &balls_of(c)[slot];
    tree_query query;
    const carom_path here = {b->circle.center, b->circle.center, b->circle.radius};
    carom_tree_query(&query, &c->tree, carom_path_box(here), 0);
    for (uint32_t k; carom_tree_next(&query, &k);) {
        const crowd_ball *q = &balls_of(c)[k];
        if (k != slot && q->kind == CAROM_MOTION_KIND_STUCK && can_collide(c, b, q) &&
            carom_circle_overlaps(b->circle, carom_circle_as_post(q->circle)) &&
            !carom_crowd_do_pass(&c->passed, b, q))
            return true;
    }
    return false;
}

// Finds the balls that are placed where one is that stays after all. False if there are none.
static bool find_misplaced(carom_crowd *c) {
    bool has_any = false;
    for (uint32_t i = 0; i < c->ball_count; i++) {
        crowd_ball *b = &balls_of(c)[i];
        b->overlaps = b->is_placed && b->kind != CAROM_MOTION_KIND_STUCK && meets_stuck(c, i);
        has_any |= b->overlaps;
    }
    return has_any;
}

void carom_crowd_free_balls(carom_crowd *c) {
    const uint32_t *slots = c->slots.items;
    // Boxes only grow, and those of the balls to be placed would reach back to where they were.
    const carom_box none = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < c->ball_count; i++)
        if (balls_of(c)[i].overlaps)
            c->tree.boxes[0][i] = none;
    carom_tree_build(&c->tree);
    // No second search for those that overlap walls where they were placed, and none any more after
    // some rounds: each round leaves more balls stuck.
    for (uint32_t i = 0; i < c->ball_count; i++)
        if (balls_of(c)[i].overlaps && balls_of(c)[i].is_placed)
            stick(c, &balls_of(c)[i]);
    free_place last = {.circle = {{0.0, 0.0}, -1.0}};
    int round = 0;
    do {
        for (size_t i = 0; i < c->frame_count; i++) {
            crowd_ball *b = slots[i] != NO_BALL ? &balls_of(c)[slots[i]] : NULL;
            if (b != NULL && b->overlaps && round < FREE_ROUNDS)
                free_ball(c, b, &last);
            else if (b != NULL && b->overlaps)
                stick(c, b);
        }
        round++;
    } while (find_misplaced(c));
}
