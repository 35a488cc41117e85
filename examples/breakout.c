// A game of breakout: a ball between walls, a paddle that follows it, bricks that break.
//
// Bricks and the paddle are thick walls in a dynamic scene. The mover moves the ball through each
// frame, with corners and several bricks in one frame, and calls back for every contact. Bricks
// that were hit are removed before the next frame. The paddle must not move into the ball: the
// mover keeps the ball out of walls, but not walls out of the ball.
#include <stdio.h>

#include <carom/carom.h>

// Ids of walls: the sides, the paddle, the bricks.
enum { SIDES = 3, PADDLE = SIDES, FIXED = SIDES + 1, ROWS = 2, COLUMNS = 5, FRAMES = 12 * 60 };

typedef struct game {
    carom_dynamic_scene *scene;
    // The bricks hit in this frame. One that has been hit stops the ball until the frame ends.
    bool broken[FIXED + ROWS * COLUMNS];
    double now; // seconds at the start of the frame
} game;

static bool set_up(game *g) {
    const carom_vec2 corner[] = {{0, -5}, {0, 16}, {12, 16}, {12, -5}};
    carom_wall walls[FIXED + ROWS * COLUMNS];
    for (int i = 0; i < SIDES; i++)
        walls[i] = carom_segment(corner[i], corner[i + 1]);
    walls[PADDLE] = carom_capsule(carom_vec2_make(5, 0), carom_vec2_make(7, 0), 0.5);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        const double x = 1.5 + 2.25 * (i % COLUMNS), y = 11.0 + 2.0 * (i / COLUMNS);
        walls[FIXED + i] =
            carom_capsule(carom_vec2_make(x - 0.5, y), carom_vec2_make(x + 0.5, y), 0.25);
    }
    *g = (game){.scene = NULL};
    return carom_dynamic_scene_create(walls, FIXED + ROWS * COLUMNS, NULL, &g->scene, NULL) ==
           CAROM_STATUS_OK;
}

static void on_impact(void *context, const carom_impact *impact) {
    game *g = context;
    const char *part = impact->feature == CAROM_FEATURE_SIDE ? "flat" : "round end";
    if (impact->id.index == PADDLE)
        printf("%6.3f s: paddle, %s\n", g->now + impact->time, part);
    if (impact->id.index < FIXED || g->broken[impact->id.index])
        return;
    g->broken[impact->id.index] = true;
    printf("%6.3f s: brick %d, %s, at (%.3f, %.3f)\n", g->now + impact->time,
           (int)impact->id.index - FIXED + 1, part, impact->point.x, impact->point.y);
}

// Removes the bricks hit in this frame.
static void clear_away(game *g) {
    for (uint32_t id = FIXED; id < FIXED + ROWS * COLUMNS; id++) {
        if (g->broken[id])
            carom_dynamic_scene_remove(g->scene, carom_dynamic_scene_id(g->scene, id));
        g->broken[id] = false;
    }
}

// Moves the paddle below the ball, at most by `step`.
static void follow(game *g, const carom_ball *ball, double step) {
    carom_wall paddle = carom_scene_wall(carom_dynamic_scene_view(g->scene), PADDLE);
    const double off = ball->center.x - (paddle.a.x + 1.0);
    const double dx = off > step ? step : off < -step ? -step : off;
    paddle.a.x += dx;
    paddle.b.x += dx;
    // Without memory for the move the paddle stays where it is.
    if (!carom_circle_overlaps(carom_circle_make(ball->center, ball->radius), paddle))
        (void)carom_dynamic_scene_move(g->scene, carom_dynamic_scene_id(g->scene, PADDLE), paddle);
}

static int bricks_left(const game *g) {
    return (int)carom_dynamic_scene_count(g->scene) - FIXED;
}

int main(void) {
    game g;
    if (!set_up(&g))
        return 1;
    carom_ball ball = {{6, 2}, 0.5, {5, 9}};
    const carom_move_settings mover = {.world.walls = carom_dynamic_scene_wall_source(g.scene),
                                       .response = carom_bounce(1, 0),
                                       .on_impact = on_impact,
                                       .context = &g};
    for (int frame = 0; frame < FRAMES && bricks_left(&g) > 0 && ball.center.y > -4; frame++) {
        g.now = frame / 60.0;
        ball = carom_ball_move(ball, 1.0 / 60, &mover).ball;
        clear_away(&g);
        follow(&g, &ball, 4.0 / 60);
    }
    printf("%s, %d of %d bricks left\n", ball.center.y > -4 ? "ball in play" : "ball lost",
           bricks_left(&g), ROWS * COLUMNS);
    carom_dynamic_scene_destroy(g.scene);
    return 0;
}
