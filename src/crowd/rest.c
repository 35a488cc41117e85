// Balls of a crowd that lie still and are held there.
//
// Method: a ball without velocity whose supports hold it against gravity stays where it is, which
// is always safe. Supports hold it if no direction along gravity leads away from all of them, that
// is, if the cone of their pushes contains the direction against gravity. A support can be beside
// or above the ball: then it wedges the ball in. The answer is an estimate that saves most of the
// work in a pile: without it the mover would find the same rest by many exact tests. Room: crowd.
#include <math.h>

#include "carom/circles.h"
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "mover/near_walls.h"
#include "mover/normals.h"
#include "numbers.h"

typedef struct hold {
    const crowd *c;
    const crowd_ball *ball;
    // Against gravity.
    carom_vec2 up;
    // The distance within which a support touches: that of a resting ball from its wall.
    double gap;
    // Something pushes straight up.
    bool is_below;
    // Of all pushes to the left of `up` the one nearest to it, and of those to the right; straight
    // down if there is none.
    carom_vec2 left, right;
    // The ball has to be depenetrated first.
    bool overlaps;
    // A moving wall can reach the ball in this frame.
    bool is_near_moving;
} hold;

// A support can push in the directions from n - friction left(n) to n + friction left(n).
static void add_support(hold *h, carom_vec2 n, double friction) {
    const carom_vec2 aside = carom_vec2_scale(carom_vec2_left(n), friction);
    const carom_vec2 edges[2] = {carom_vec2_sub(n, aside), carom_vec2_add(n, aside)};
    for (int i = 0; i < 2; i++) {
        const double cross = carom_vec2_cross(h->up, edges[i]);
        const double error = 0x1p-48 * carom_vec2_dot(h->up, edges[i]);
        if (error > 0.0 && fabs(cross) <= error)
            h->is_below = true;
        else if (cross > 0.0 && carom_vec2_cross(edges[i], h->left) > 0.0)
            h->left = edges[i];
        else if (cross < 0.0 && carom_vec2_cross(h->right, edges[i]) > 0.0)
            h->right = edges[i];
    }
}

// The cone between the nearest pushes contains `up` if it is certainly less than a half plane.
static bool has_support(const hold *h) {
    return h->is_below ||
           carom_vec2_cross(h->right, h->left) > 0x1p-48 * fabs(carom_vec2_dot(h->right, h->left));
}

static double visit_for_support(void *context, size_t index, carom_wall wall) {
    hold *h = context;
    const carom_circle circle = h->ball->circle;
    const carom_move_settings *move = &h->c->settings->move;
    if (carom_circle_within(circle, wall, h->gap) && !wall.one_sided &&
        carom_filter_accepts(move->filter, index, wall)) {
        h->overlaps |= carom_circle_overlaps(circle, wall);
        const double friction =
            move->response.kind == CAROM_RESPONSE_KIND_STOP ? 0.0 : move->response.friction;
        add_support(h, carom_circle_contact(circle, wall).normal, friction);
    }
    return 1.0;
}

static void visit_for_moving(void *context, size_t index, carom_moving_wall wall) {
    hold *h = context;
    const carom_path here = {h->ball->circle.center, h->ball->circle.center,
                             h->ball->circle.radius};
    h->is_near_moving |= carom_box_overlaps(carom_moving_wall_box(wall), carom_path_box(here)) &&
                         carom_filter_accepts(h->c->settings->move.moving_filter, index, wall.wall);
}

bool carom_crowd_is_slow(const crowd *c, const crowd_ball *b) {
    const carom_vec2 g = c->settings->move.gravity, v = b->velocity;
    if (g.x == 0.0 && g.y == 0.0)
        return false;
    const double ulp = ulp_at(b->circle.center, b->circle.radius);
    return fabs(v.x) + fabs(v.y) <= speed_of_rest(larger(fabs(g.x), fabs(g.y)), ulp);
}

bool carom_crowd_is_held(const crowd *c, const crowd_ball *b) {
    const carom_move_settings *move = &c->settings->move;
    const double gap = 64.0 * ulp_at(b->circle.center, b->circle.radius);
    const carom_vec2 down = move->gravity, up = carom_vec2_scale(down, -1.0);
    hold h = {.c = c, .ball = b, .up = up, .gap = gap, .left = down, .right = down};
    const carom_path near = {b->circle.center, b->circle.center, b->circle.radius + gap};
    if (!(near.radius <= DBL_MAX))
        return false;
    tree_query query;
    carom_tree_query(&query, &c->tree, carom_path_box(near), 0);
    for (uint32_t other; carom_tree_next(&query, &other);) {
        const crowd_ball *q = &c->balls[other];
        if (q != b && carom_crowd_is_slow(c, q) &&
            carom_circle_within_circle(b->circle, q->circle, gap))
            add_support(&h, carom_circle_contact_circle(b->circle, q->circle).normal,
                        c->settings->friction);
    }
    // A response callback has to be asked by the mover.
    if (move->respond == NULL && move->walls.query != NULL)
        move->walls.query(move->walls.source, near, visit_for_support, &h);
    if (h.overlaps || !has_support(&h))
        return false;
    if (c->has_moving)
        move->moving_walls.query(move->moving_walls.source, near, visit_for_moving, &h);
    return !h.is_near_moving;
}
