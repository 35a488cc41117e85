// `carom run --balls-collide --check`: verifies exactly that no ball passes through or overlaps
// another ball.
// Layer: cli.
#include "run/check_balls.h"

#include <stdlib.h>

#include <carom/circles.h>

#include "progress.h"

/// The query for all balls near a straight leg of a ball.
typedef struct ball_query {
    const carom_motion *ends;
    size_t ball;
    carom_circle circle;
    carom_vec2 to;
    bool escapes;
    bool overlaps;
} ball_query;

static double ask_post(void *context, size_t index, carom_wall post) {
    ball_query *q = context;
    if (index == q->ball) {
        return 1.0;
    }
    const carom_circle end = carom_circle_make(q->to, q->circle.radius);
    const carom_motion *other = &q->ends[index];
    const bool is_clear =
        carom_circle_path_is_clear(q->circle, q->to, post) ||
        (other->kind == CAROM_MOTION_KIND_CRUSHED &&
         carom_circle_path_is_clear(q->circle, q->to, carom_post(other->ball.center, post.radius)));
    q->escapes = q->escapes || !is_clear;
    q->overlaps = q->overlaps || carom_circle_overlaps(end, post);
    return 1.0;
}

/// Places the posts where the balls start. Returns false if out of memory.
static bool start_posts(run_check_balls *b, size_t count, const carom_circle *starts) {
    if (b->posts == NULL) {
        b->posts = malloc(count * sizeof *b->posts);
    }
    if (b->posts == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        b->posts[i] = carom_circle_as_post(starts[i]);
    }
    const carom_status status =
        b->scene == NULL ? carom_dynamic_scene_create(b->posts, count, NULL, &b->scene, NULL)
                         : carom_dynamic_scene_move_many(b->scene, NULL, b->posts, count, NULL);
    return status == CAROM_STATUS_OK;
}

static bool move_post(run_check_balls *b, size_t ball, carom_vec2 to) {
    carom_wall *post = &b->posts[ball];
    *post = carom_post(to, post->radius);
    return carom_dynamic_scene_move(b->scene, (uint32_t)ball, *post) == CAROM_STATUS_OK;
}

/// Checks a leg and moves the post of the ball to its end. Returns false if out of memory.
static bool check_leg(run_check_balls *b, run_check *c, const carom_motion *ends, size_t ball,
                      const carom_leg *leg, bool ends_here) {
    const double radius = b->posts[ball].radius;
    ball_query q = {
        .ends = ends, .ball = ball, .circle = carom_circle_make(leg->from, radius), .to = leg->to};
    const carom_path path = {leg->from, leg->to, radius};
    const carom_wall_source posts = carom_scene_wall_source(carom_dynamic_scene_view(b->scene));
    posts.query(posts.source, path, ask_post, &q);
    run_check_leg(c, radius, leg, ends_here, q.escapes, q.overlaps && ends_here);
    return move_post(b, ball, leg->to);
}

bool run_check_balls_frame(run_check_balls *b, run_check *c, size_t count,
                           const carom_circle *starts, const carom_motion *ends,
                           const run_ball_leg *legs, size_t leg_count) {
    const int64_t begin = progress_clock();
    bool memory = start_posts(b, count, starts);
    for (size_t i = 0; memory && i < leg_count; i++) {
        const size_t ball = legs[i].ball;
        carom_leg leg = legs[i].leg;
        // From where the ball stands, so that it cannot jump.
        leg.from = b->posts[ball].a;
        memory = check_leg(b, c, ends, ball, &leg, false);
    }
    for (size_t i = 0; memory && i < count; i++) {
        if (ends[i].kind == CAROM_MOTION_KIND_CRUSHED) {
            memory = move_post(b, i, ends[i].ball.center);
        }
    }
    // The last leg of each ball ends where the ball is at the end; it usually has no length.
    for (size_t i = 0; memory && i < count; i++) {
        const carom_leg leg = {b->posts[i].a, ends[i].ball.center, 1.0, 1.0};
        if (ends[i].kind == CAROM_MOTION_KIND_MOVED || ends[i].kind == CAROM_MOTION_KIND_FREED ||
            ends[i].crushed_is_free) {
            memory = check_leg(b, c, ends, i, &leg, true);
        }
    }
    c->spent_ns += progress_clock() - begin;
    return memory;
}

void run_check_balls_free(run_check_balls *b) {
    free(b->posts);
    carom_dynamic_scene_destroy(b->scene);
    *b = (run_check_balls){.posts = NULL};
}
