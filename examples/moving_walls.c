// A level with walls at rest and walls that move: a lift, a sliding door, a revolving door.
//
// Each frame has the moves of that frame. After it, the moving walls stand where they have ended.
// A filter of the moving walls lets ghosts through the door.
#include <stdio.h>

#include <carom/carom.h>

enum { LIFT, DOOR, WING, MOVING = 4, FRAMES = 120, DOORS = 2 };

static const double FRAME = 1.0 / 60;

static carom_vec2 v(double x, double y) {
    return carom_vec2_make(x, y);
}

static const char *const names[MOVING] = {"the lift", "the door", "a wing", "a wing"};

typedef struct world {
    carom_wall level[4];
    carom_moving_wall moving[MOVING];
} world;

static world make_world(void) {
    world w = {.level = {carom_segment(v(-10, 0), v(10, 0)), carom_segment(v(10, 0), v(10, 8)),
                         carom_segment(v(10, 8), v(-10, 8)), carom_segment(v(-10, 8), v(-10, 0))}};
    const carom_vec2 still = {0, 0};
    w.moving[LIFT] = carom_moving_wall_translating(carom_segment(v(-9, 1), v(-5, 1)), still);
    w.moving[DOOR] = carom_moving_wall_translating(carom_capsule(v(1, 0), v(1, 8), 0.25), still);
    w.moving[DOOR].wall.category = DOORS;
    w.moving[WING] = carom_moving_wall_translating(carom_capsule(v(4, 4), v(7, 4), 0.25), still);
    w.moving[WING + 1] =
        carom_moving_wall_translating(carom_capsule(v(4, 4), v(1, 4), 0.25), still);
    return w;
}

// The moves of a frame: the lift rises for a second and stops, the door opens to the right, and
// both wings turn by about 4 degrees; the last two numbers are the cosine and the sine.
static void set_moves(world *w, int frame) {
    const carom_vec2 rise = v(0, frame < 60 ? 4 * FRAME : 0),
                     slide = v(frame < 90 ? 0.5 * FRAME : 0, 0);
    w->moving[LIFT] = carom_moving_wall_translating(w->moving[LIFT].wall, rise);
    w->moving[DOOR] = carom_moving_wall_translating(w->moving[DOOR].wall, slide);
    for (int i = WING; i < MOVING; i++)
        w->moving[i] =
            carom_moving_wall_turning(w->moving[i].wall, v(4, 4), v(0.99759596, 0.06929731));
}

static void on_impact(void *context, const carom_impact *k) {
    int *count = context;
    if (++*count <= 3)
        printf("  meets %s at (%.2f, %.2f), which moves by (%.2f, %.2f)\n",
               k->id.is_moving ? names[k->id.index] : "the level", k->point.x, k->point.y,
               k->wall_velocity.x, k->wall_velocity.y);
}

static void run(const char *name, carom_ball ball, carom_response response,
                const carom_filter *filter) {
    world w = make_world();
    const carom_wall_list level = {w.level, NULL, 4};
    const carom_moving_wall_list moving = {w.moving, NULL, MOVING};
    int contacts = 0;
    carom_move_settings settings = carom_move_settings_default();
    settings.world.walls = carom_wall_list_source(&level);
    settings.world.moving_walls = carom_moving_wall_list_source(&moving);
    settings.world.moving_filter = filter;
    settings.response = response;
    settings.gravity = v(0, -10);
    settings.on_impact = on_impact;
    settings.context = &contacts;
    printf("%s\n", name);
    for (int frame = 0; frame < FRAMES; frame++) {
        set_moves(&w, frame);
        const carom_motion m = carom_ball_move(ball, FRAME, &settings);
        ball = m.ball;
        for (int i = 0; i < MOVING; i++)
            w.moving[i].wall = carom_moving_wall_at(w.moving[i], 1);
        if (m.kind == CAROM_MOTION_KIND_MOVED)
            continue;
        printf("  frame %d: %s", frame, carom_motion_kind_name(m.kind));
        if (m.kind == CAROM_MOTION_KIND_CRUSHED)
            printf(" between %s and %s", names[m.crushed_by[0].index],
                   m.crushed_by[1].is_moving ? names[m.crushed_by[1].index] : "the level");
        printf("\n");
        break;
    }
    printf("  ends at (%.2f, %.2f) after %d contacts\n", ball.center.x, ball.center.y, contacts);
}

int main(void) {
    const carom_filter ghost = carom_filter_mask(~(uint32_t)DOORS);
    const carom_ball on_lift = {{-7, 1.5}, 0.5, {0, 0}}, rolling = {{-2, 0.5}, 0.5, {3, 0}};
    const carom_ball big = {{-7, 2.75}, 1.75, {0, 0}}, on_wing = {{6, 6}, 0.5, {0, 0}};
    run("a ball on the lift", on_lift, carom_slide(), NULL);
    run("a ball that is too big for the lift", big, carom_slide(), NULL);
    run("a ball that rolls to the door", rolling, carom_bounce(0.5, 0), NULL);
    run("a ghost that rolls through the door", rolling, carom_bounce(0.5, 0), &ghost);
    run("a ball that falls on the revolving door", on_wing, carom_bounce(0.5, 0.2), NULL);
    return 0;
}
