// A character among the balls of a crowd: it pushes the light ones, and the boulder blocks it.
//
// In each frame the character moves first, with the balls that it may not push as posts among its
// walls. For the crowd its way is a moving wall: a post that goes from the old place to the new.
#include <stdio.h>

#include <carom/carom.h>

enum { LIGHT = 4, BOULDER = LIGHT, BALLS, FRAMES = 480, TURN = 180 };
enum { LEVEL = 5, BOULDER_POST = LEVEL, WALLS };

static const double FRAME = 1.0 / 60;

static carom_vec2 v(double x, double y) {
    return carom_vec2_make(x, y);
}

typedef struct world {
    // The level, and the boulder as a post for the character.
    carom_wall walls[WALLS];
    carom_ball balls[BALLS];
    double inverse_masses[BALLS];
    carom_character player;
} world;

static world make_world(void) {
    // A floor that ends in a pit.
    world w = {.walls = {carom_segment(v(-20, 20), v(-20, 0)), carom_segment(v(-20, 0), v(8, 0)),
                         carom_segment(v(8, 0), v(8, -6)), carom_segment(v(8, -6), v(16, -6)),
                         carom_segment(v(16, -6), v(16, 20))}};
    for (int i = 0; i < LIGHT; i++) {
        w.balls[i] = (carom_ball){v(-4 + 2.5 * i, 0.5), 0.5, v(0, 0)};
        w.inverse_masses[i] = 1;
    }
    w.balls[BOULDER] = (carom_ball){v(-16, 2), 2, v(0, 0)};
    w.inverse_masses[BOULDER] = 0.001;
    w.player = carom_character_make(v(-8, 1), 1);
    return w;
}

// The character walks to the pit, turns round, and walks to the boulder. Returns its way as a wall
// that moves.
static carom_moving_wall move_player(world *w, int frame, bool *is_blocked) {
    w->walls[BOULDER_POST] = carom_post(w->balls[BOULDER].center, w->balls[BOULDER].radius);
    const carom_wall_list list = {w->walls, NULL, WALLS};
    carom_character_settings settings = carom_character_settings_default();
    settings.world.walls = carom_wall_list_source(&list);
    settings.gravity = v(0, -20);
    w->player.ball.velocity.x = frame < TURN ? 5 : -5;
    const carom_vec2 from = w->player.ball.center;
    const carom_character_motion m = carom_character_move(w->player, FRAME, &settings);
    *is_blocked = m.hit_wall && m.wall.index == BOULDER_POST;
    w->player = m.character;
    return carom_moving_wall_translating(carom_post(from, w->player.ball.radius),
                                         carom_vec2_sub(w->player.ball.center, from));
}

// The number of balls that overlap the character, exactly.
static int overlaps(const world *w) {
    const carom_circle player = {w->player.ball.center, w->player.ball.radius};
    int count = 0;
    for (int i = 0; i < BALLS; i++) {
        const carom_circle ball = {w->balls[i].center, w->balls[i].radius};
        count += carom_circle_overlaps(player, carom_circle_as_post(ball));
    }
    return count;
}

int main(void) {
    world w = make_world();
    carom_crowd *crowd;
    if (carom_crowd_create(NULL, &crowd) != CAROM_STATUS_OK)
        return 1;
    const carom_wall_list level = {w.walls, NULL, LEVEL};
    carom_moving_wall way;
    const carom_moving_wall_list moving = {&way, NULL, 1};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.world.walls = carom_wall_list_source(&level);
    settings.move.world.moving_walls = carom_moving_wall_list_source(&moving);
    settings.move.response = carom_bounce(0, 0.25);
    settings.move.gravity = v(0, -20);
    settings.restitution = 0;
    settings.inverse_masses = w.inverse_masses;
    int overlapping = 0;
    size_t crushed = 0;
    bool was_blocked = false;
    for (int frame = 0; frame < FRAMES; frame++) {
        bool is_blocked;
        way = move_player(&w, frame, &is_blocked);
        const carom_crowd_motion m =
            carom_crowd_step(crowd, w.balls, BALLS, FRAME, &settings, NULL);
        overlapping += overlaps(&w);
        crushed += m.crushed;
        if (is_blocked && !was_blocked)
            printf("frame %d: the boulder blocks the player at x = %.3f\n", frame,
                   w.player.ball.center.x);
        was_blocked |= is_blocked;
        if (frame == TURN)
            printf("frame %d: the player turns round at x = %.3f\n", frame, w.player.ball.center.x);
    }
    for (int i = 0; i < BALLS; i++)
        printf("%s at (%.2f, %.2f)\n", i == BOULDER ? "the boulder" : "a ball", w.balls[i].center.x,
               w.balls[i].center.y);
    printf("%d overlaps, %zu crushed\n", overlapping, crushed);
    carom_crowd_destroy(crowd);
    return 0;
}
