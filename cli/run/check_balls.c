// `carom run --balls-collide --check`: verifies exactly that no ball passes through or overlaps
// another ball.
// Layer: cli.
#include "run/check_balls.h"

#include <stdlib.h>

#include <carom/circles.h>

#include "progress.h"

/// The query for all balls near a straight leg of a ball.
typedef struct ball_question {
    size_t ball;
    carom_circle circle;
    carom_vec2 to;
    bool escapes;
    bool overlaps;
} ball_question;

static double ask_post(void *context, size_t index, carom_wall post) {
    ball_question *q = context;
    if (index != q->ball) {
        const carom_circle end = carom_circle_make(q->to, q->circle.radius);
        q->escapes = q->escapes || !carom_circle_path_is_clear(q->circle, q->to, post);
        q->overlaps = q->overlaps || carom_circle_overlaps(end, post);
    }
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

/// Checks a leg and moves the post of the ball to its end. Returns false if out of memory.
static bool check_leg(run_check_balls *b, run_check *c, size_t ball, carom_vec2 to,
                      bool ends_here) {
    carom_wall *post = &b->posts[ball];
    ball_question q = {.ball = ball, .circle = carom_circle_make(post->a, post->radius), .to = to};
    const carom_path path = {post->a, to, post->radius};
    const carom_wall_source posts = carom_scene_wall_source(carom_dynamic_scene_view(b->scene));
    posts.query(posts.source, path, ask_post, &q);
    run_check_leg(c, q.circle, to, ends_here, q.escapes, q.overlaps && ends_here);
    *post = carom_post(to, post->radius);
    return carom_dynamic_scene_move(b->scene, (uint32_t)ball, *post) == CAROM_STATUS_OK;
}

bool run_check_balls_frame(run_check_balls *b, run_check *c, size_t count,
                           const carom_circle *starts, const carom_motion *ends,
                           const run_ball_place *places, size_t place_count) {
    const int64_t begin = progress_clock();
    bool memory = start_posts(b, count, starts);
    for (size_t i = 0; memory && i < place_count; i++) {
        memory = check_leg(b, c, places[i].ball, places[i].center, false);
    }
    // The last leg of each ball ends where the ball is at the end; it usually has no length.
    for (size_t i = 0; memory && i < count; i++) {
        if (ends[i].kind != CAROM_MOTION_KIND_STUCK) {
            memory = check_leg(b, c, i, ends[i].ball.center, true);
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
