// A game of breakout: a ball between walls, a paddle that follows it, bricks that break.
//
// Bricks and the paddle are thick walls. The mover moves the ball through each frame, with corners
// and several bricks in one frame, and calls back for every contact. Bricks that were hit are
// removed from the array before the next frame. The paddle must not move into the ball: the mover
// keeps the ball out of walls, but not walls out of the ball.
#include <stdio.h>

#include <carom/carom.h>

enum { SIDES = 3, PADDLE = SIDES, FIXED = SIDES + 1, ROWS = 2, COLUMNS = 5, FRAMES = 12 * 60 };

typedef struct game {
    carom_wall walls[FIXED + ROWS * COLUMNS]; // sides, paddle, bricks
    int brick[FIXED + ROWS * COLUMNS];        // the number of each brick, 0 for other walls
    bool broken[FIXED + ROWS * COLUMNS];
    size_t count;
    double now; // seconds at the start of the frame
} game;

static void set_up(game *g) {
    const carom_vec2 corner[] = {{0, -5}, {0, 16}, {12, 16}, {12, -5}};
    *g = (game){.count = FIXED};
    for (int i = 0; i < SIDES; i++)
        g->walls[i] = carom_segment(corner[i], corner[i + 1]);
    g->walls[PADDLE] = carom_capsule(carom_vec2_make(5, 0), carom_vec2_make(7, 0), 0.5);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        const double x = 1.5 + 2.25 * (i % COLUMNS), y = 11.0 + 2.0 * (i / COLUMNS);
        g->brick[g->count] = i + 1;
        g->walls[g->count++] =
            carom_capsule(carom_vec2_make(x - 0.5, y), carom_vec2_make(x + 0.5, y), 0.25);
    }
}

static void on_impact(void *context, const carom_impact *impact) {
    game *g = context;
    const char *part = impact->feature == CAROM_FEATURE_SIDE ? "flat" : "round end";
    if (impact->index == PADDLE)
        printf("%6.3f s: paddle, %s\n", g->now + impact->time, part);
    if (impact->index < FIXED || g->broken[impact->index])
        return;
    g->broken[impact->index] = true;
    printf("%6.3f s: brick %d, %s, at (%.3f, %.3f)\n", g->now + impact->time,
           g->brick[impact->index], part, impact->point.x, impact->point.y);
}

// Closes the gaps that broken bricks leave.
static void clear_away(game *g) {
    size_t kept = FIXED;
    for (size_t i = FIXED; i < g->count; i++) {
        if (g->broken[i])
            continue;
        g->walls[kept] = g->walls[i];
        g->brick[kept++] = g->brick[i];
    }
    for (size_t i = 0; i < g->count; i++)
        g->broken[i] = false;
    g->count = kept;
}

// Moves the paddle below the ball, at most by `step`.
static void follow(game *g, const carom_ball *ball, double step) {
    carom_wall paddle = g->walls[PADDLE];
    const double off = ball->center.x - (paddle.a.x + 1.0);
    const double dx = off > step ? step : off < -step ? -step : off;
    paddle.a.x += dx;
    paddle.b.x += dx;
    if (!carom_circle_overlaps(carom_circle_make(ball->center, ball->radius), paddle))
        g->walls[PADDLE] = paddle;
}

int main(void) {
    game g;
    set_up(&g);
    carom_ball ball = {{6, 2}, 0.5, {5, 9}};
    for (int frame = 0; frame < FRAMES && g.count > FIXED && ball.center.y > -4; frame++) {
        const carom_wall_list array = {.walls = g.walls, .count = g.count};
        const carom_move_settings mover = {.walls = carom_wall_list_source(&array),
                                           .response = carom_bounce(1, 0),
                                           .on_impact = on_impact,
                                           .context = &g};
        g.now = frame / 60.0;
        ball = carom_ball_move(ball, 1.0 / 60, &mover).ball;
        clear_away(&g);
        follow(&g, &ball, 4.0 / 60);
    }
    printf("%s, %d of %d bricks left\n", ball.center.y > -4 ? "ball in play" : "ball lost",
           (int)g.count - FIXED, ROWS * COLUMNS);
    return 0;
}
