// Materials, a sensor and glass that breaks: the response callback of the mover chooses by
// category.
#include <carom/carom.h>
#include <stdio.h>

enum { RUBBER = 1 << 0, FELT = 1 << 1, GATE = 1 << 2, GLASS = 1 << 3, WALLS = 6 };

typedef struct table {
    carom_wall walls[WALLS];
    bool broken[WALLS];
} table;

// What the ball does at each material.
static void respond(void *context, const carom_impact *contact, carom_response *response) {
    table *t = context;
    switch (contact->wall.category) {
    case FELT:
        *response = carom_bounce(0.5, 0.25);
        break;
    case GATE:
        *response = carom_pass();
        break;
    case GLASS:
        t->broken[contact->id.index] = true;
        *response = carom_bounce(0.25, 0);
        break;
    default:
        break; // rubber: that of the settings
    }
}

// Broken glass no longer exists.
static bool is_whole(void *context, carom_index index, const carom_wall *wall) {
    const table *t = context;
    (void)wall;
    return !t->broken[index];
}

static void on_impact(void *context, const carom_impact *impact) {
    (void)context;
    const char *name = impact->wall.category == FELT    ? "felt"
                       : impact->wall.category == GATE  ? "gate"
                       : impact->wall.category == GLASS ? "glass"
                                                        : "rubber";
    printf("%.3f s: %s %u, velocity (%g, %g)\n", impact->time, name, impact->id.index,
           impact->after.x, impact->after.y);
}

static carom_wall wall_of(double ax, double ay, double bx, double by, uint32_t category) {
    carom_wall wall = carom_segment(carom_vec2_make(ax, ay), carom_vec2_make(bx, by));
    wall.category = category;
    return wall;
}

int main(void) {
    table t = {.walls = {wall_of(0, 0, 20, 0, RUBBER), wall_of(20, 0, 20, 10, FELT),
                         wall_of(20, 10, 0, 10, RUBBER), wall_of(0, 10, 0, 0, RUBBER),
                         wall_of(8, 0, 8, 10, GATE), wall_of(14, 0, 14, 10, GLASS)}};
    const carom_wall_list list = {.walls = t.walls, .count = WALLS};
    const carom_filter whole = {.mask = UINT32_MAX, .accept = is_whole, .context = &t};

    carom_move_settings settings = carom_move_settings_default();
    settings.world.walls = carom_wall_list_source(&list);
    settings.world.filter = &whole;
    settings.respond = respond;
    settings.on_impact = on_impact;
    settings.context = &t;

    carom_ball ball = {{4, 5}, 1, {16, 0}};
    for (int frame = 0; frame < 4; frame++) {
        printf("frame %d\n", frame);
        ball = carom_ball_move(ball, 1, &settings).ball;
        ball.velocity = carom_vec2_make(16, 0); // pushed again
    }
    printf("the glass is %s\n", t.broken[5] ? "broken" : "whole");
    return 0;
}
