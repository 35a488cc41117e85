// A platformer: a character walks, jumps and drops through a small level.
//
// In each frame the game sets the walking speed from the input, and a speed upward to jump. The
// library adds gravity, climbs the slope and the stairs, keeps to the ground on the way down, and
// passes the ledge from below. After every frame the character overlaps no wall, by the exact
// relation.
#include <stdio.h>

#include <carom/carom.h>

enum { LEDGE = 12, CEILING = 13, WALLS = 14 };

// The floor from left to right: walls 0 to 11.
static const carom_vec2 floor_points[] = {
    {0, 9},     {0, 0},              // the left end
    {4, 0},     {7, 1.5},            // level ground, and a slope of 1 in 2
    {9, 1.5},   {9, 1.25},           // a plateau, and a step down
    {11, 1.25}, {11, 1},             // one more
    {17, 1},    {17, 1.25},          // a step up
    {20, 1.25}, {21, 3.25}, {21, 9}, // a slope of 2 in 1, which is too steep, and the right end
};

static carom_wall walls[WALLS];

static void make_walls(void) {
    for (int i = 0; i < LEDGE; i++)
        walls[i] = carom_segment(floor_points[i], floor_points[i + 1]);
    walls[LEDGE] = carom_capsule(carom_vec2_make(12, 3), carom_vec2_make(16, 3), 0.125);
    walls[LEDGE].one_sided = true;
    walls[CEILING] = carom_segment(carom_vec2_make(0, 6), carom_vec2_make(21, 6));
}

typedef struct input {
    const char *what;
    int frames;
    double walk, jump;
    bool drop;
} input;

static bool overlaps_a_wall(const carom_character *c) {
    for (int i = 0; i < WALLS; i++)
        if (!walls[i].one_sided &&
            carom_circle_overlaps(carom_circle_make(c->ball.center, c->ball.radius), walls[i]))
            return true;
    return false;
}

int main(void) {
    const input inputs[] = {
        {"falls to the ground", 40, 0, 0, false},
        {"walks up the slope", 90, 4, 0, false},
        {"stands on the slope", 60, 0, 0, false},
        {"walks down the steps", 120, 4, 0, false},
        {"jumps up through the ledge", 64, 0, 12, false},
        {"walks along the ledge", 24, 4, 0, false},
        {"drops through it", 48, 0, 0, true},
        {"walks up a step, to the steep slope", 100, 4, 0, false},
        {"jumps at the steep slope", 80, 4, 12, false},
        {"turns round", 30, -4, 0, false},
    };
    make_walls();
    const carom_wall_list list = {walls, NULL, WALLS};
    carom_character_settings settings = carom_character_settings_default();
    settings.world.walls = carom_wall_list_source(&list);
    settings.gravity = carom_vec2_make(0, -24);
    settings.max_slope = 1;
    settings.step_height = 0.25;
    settings.snap_distance = 0.25;

    carom_character c = carom_character_make(carom_vec2_make(1, 2), 0.5);
    int frames = 0, overlaps = 0, in_air = 0;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        bool stepped = false, hit_wall = false;
        for (int k = 0; k < inputs[i].frames; k++) {
            c.ball.velocity.x = inputs[i].walk;
            if (k == 0)
                c.ball.velocity.y += inputs[i].jump;
            settings.drop = k == 0 && inputs[i].drop;
            const carom_character_motion m = carom_character_move(c, 1.0 / 64, &settings);
            c = m.character;
            stepped |= m.stepped;
            hit_wall |= m.hit_wall;
            overlaps += overlaps_a_wall(&c);
            in_air += !c.on_ground;
            frames++;
        }
        printf("%-36s (%5.2f, %.2f)%s%s%s\n", inputs[i].what, c.ball.center.x, c.ball.center.y,
               !c.on_ground              ? ", in the air"
               : c.ground.index == LEDGE ? ", on the ledge"
                                         : "",
               stepped ? ", stepped up" : "", hit_wall ? ", hit a wall" : "");
    }
    printf("%d frames, %d in the air, %d overlaps\n", frames, in_air, overlaps);
    return overlaps != 0;
}
