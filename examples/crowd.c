// Balls that collide in a level with walls at rest, a piston, a sliding door and a flap that turns.
//
// The piston pushes a row of balls through a tube. The door opens, or it stays closed, or a filter
// lets the balls through it. No ball is ever passed by a wall: one that has no room is reported.
#include <stdio.h>

#include <carom/carom.h>

enum { PISTON, DOOR, FLAP, MOVING, BALLS = 6, FRAMES = 64, DOORS = 2 };

static const double FRAME = 1.0 / 64;

static carom_vec2 v(double x, double y) {
    return carom_vec2_make(x, y);
}

static const char *name_of(carom_wall_id wall) {
    static const char *const moving[MOVING] = {"the piston", "the door", "the flap"};
    if (wall.index == CAROM_NO_WALL)
        return "a ball";
    return wall.is_moving ? moving[wall.index] : "the level";
}

typedef struct world {
    carom_wall level[5];
    carom_moving_wall moving[MOVING];
    carom_ball balls[BALLS];
} world;

static world make_world(void) {
    // A tube of height 2, which ends in a pit.
    world w = {.level = {carom_segment(v(-16, 0), v(4, 0)), carom_segment(v(-16, 2), v(16, 2)),
                         carom_segment(v(4, 0), v(4, -8)), carom_segment(v(4, -8), v(16, -8)),
                         carom_segment(v(16, -8), v(16, 2))}};
    const carom_vec2 still = {0, 0};
    w.moving[PISTON] = carom_moving_wall_translating(carom_segment(v(-14, 0), v(-14, 2)), still);
    w.moving[DOOR] = carom_moving_wall_translating(carom_segment(v(0, 0), v(0, 2)), still);
    w.moving[DOOR].wall.category = DOORS;
    w.moving[FLAP] = carom_moving_wall_translating(carom_segment(v(6, -6), v(10, -6)), still);
    for (int i = 0; i < BALLS; i++)
        w.balls[i] = (carom_ball){v(-13 + 2 * i, 1), 0.75, v(0, 0)};
    return w;
}

// The moves of a frame: the piston pushes, the door opens or not, and the flap turns. The flap is
// so slow that its end stays near its arc: carom_turning_frames(1 / 64.0, 4, 0.001) is 1.
static void set_moves(world *w, int frame, bool opens) {
    // The cosine and the sine of twice the angle whose tangent is 1/128: about 1/64.
    const carom_vec2 turn = v(16383 / 16385.0, 256 / 16385.0);
    const carom_vec2 rise = v(0, opens && frame >= 4 && frame < 12 ? 0.25 : 0);
    w->moving[PISTON] = carom_moving_wall_translating(w->moving[PISTON].wall, v(0.25, 0));
    w->moving[DOOR] = carom_moving_wall_translating(w->moving[DOOR].wall, rise);
    w->moving[FLAP] = carom_moving_wall_turning(w->moving[FLAP].wall, v(6, -6), turn);
    if (frame >= 48)
        w->moving[PISTON].a_move = w->moving[PISTON].b_move = v(0, 0);
}

static void print_crushed(int frame, const carom_motion *results) {
    for (int i = 0; i < BALLS; i++)
        if (results[i].kind == CAROM_MOTION_KIND_CRUSHED)
            printf("  frame %d: ball %d is crushed between %s and %s\n", frame, i,
                   name_of(results[i].crushed_by[0]), name_of(results[i].crushed_by[1]));
}

static bool run(const char *name, bool opens, const carom_filter *moving_filter) {
    world w = make_world();
    carom_crowd *crowd;
    if (carom_crowd_create(NULL, &crowd) != CAROM_STATUS_OK)
        return false;
    const carom_wall_list level = {w.level, NULL, 5};
    const carom_moving_wall_list moving = {w.moving, NULL, MOVING};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.world.walls = carom_wall_list_source(&level);
    settings.move.world.moving_walls = carom_moving_wall_list_source(&moving);
    settings.move.world.moving_filter = moving_filter;
    settings.move.response = carom_bounce(0.25, 0);
    settings.move.gravity = v(0, -32);
    settings.restitution = 0;
    size_t impacts = 0, crushed = 0;
    printf("%s\n", name);
    for (int frame = 0; frame < FRAMES && crushed == 0; frame++) {
        carom_motion results[BALLS];
        set_moves(&w, frame, opens);
        const carom_crowd_motion m =
            carom_crowd_step(crowd, w.balls, BALLS, FRAME, &settings, results);
        for (int i = 0; i < MOVING; i++)
            w.moving[i].wall = carom_moving_wall_at(w.moving[i], 1);
        print_crushed(frame, results);
        impacts += m.ball_impacts;
        crushed += m.crushed;
    }
    carom_crowd_destroy(crowd);
    int places[3] = {0, 0, 0};
    for (int i = 0; i < BALLS; i++) {
        const carom_vec2 c = w.balls[i].center;
        places[c.x < 0 ? 0 : c.y > 0 ? 1 : 2]++;
    }
    printf("  %d balls before the door, %d behind it, %d in the pit; %s\n", places[0], places[1],
           places[2], impacts > 0 ? "some have hit each other" : "none have hit each other");
    return true;
}

int main(void) {
    const carom_filter ghosts = carom_filter_mask(~(uint32_t)DOORS);
    const bool is_done = run("the door opens", true, NULL) &&
                         run("the door stays closed", false, NULL) &&
                         run("a filter leaves the door out", false, &ghosts);
    return is_done ? 0 : 1;
}
