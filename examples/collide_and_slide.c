// Collide and slide: a character, which is a circle, walks in a room with a pillar and a ramp.
//
// In each frame the game sets the velocity the player wants, and the mover keeps the part that the
// walls permit: along a wall, around the pillar, to rest in a corner. After every frame the
// character overlaps no wall, by the exact relation.
#include <stdio.h>

#include <carom/carom.h>

enum { WALLS = 6, FRAMES_A_LEG = 90 };

static const carom_wall walls[WALLS] = {
    {{0, 0}, {12, 0}, 0, CAROM_EXTENT_SEGMENT},  // south
    {{12, 0}, {12, 8}, 0, CAROM_EXTENT_SEGMENT}, // east
    {{12, 8}, {0, 8}, 0, CAROM_EXTENT_SEGMENT},  // north
    {{0, 8}, {0, 0}, 0, CAROM_EXTENT_SEGMENT},   // west
    {{6, 4}, {6, 4}, 1, CAROM_EXTENT_SEGMENT},   // a round pillar
    {{9, 8}, {12, 5}, 0, CAROM_EXTENT_SEGMENT},  // a slanting wall across a corner
};
static const char *const names[WALLS] = {"south", "east", "north", "west", "pillar", "slant"};

static void remember(void *context, const carom_impact *impact) {
    bool *met = context;
    met[impact->id.index] = true;
}

static bool is_free(carom_ball ball) {
    for (int i = 0; i < WALLS; i++)
        if (carom_circle_overlaps(carom_circle_make(ball.center, ball.radius), walls[i]))
            return false;
    return true;
}

int main(void) {
    // Wanted velocities, 90 frames each, in units a second.
    const carom_vec2 wanted[] = {{4, 0}, {3, 3}, {3, 1}, {0, -6}, {-4, -4}, {-4, 1}};
    const carom_wall_list array = {.walls = walls, .count = WALLS};
    bool met[WALLS];
    const carom_move_settings mover = {.world.walls = carom_wall_list_source(&array),
                                       .response = carom_slide(),
                                       .on_impact = remember,
                                       .context = met};
    carom_ball player = {{2, 3.75}, 0.5, {0, 0}};
    for (int leg = 0; leg < 6; leg++) {
        for (int i = 0; i < WALLS; i++)
            met[i] = false;
        for (int frame = 0; frame < FRAMES_A_LEG; frame++) {
            player.velocity = wanted[leg];
            player = carom_ball_move(player, 1.0 / 60, &mover).ball;
        }
        printf("wants (%g, %g): now at (%.2f, %.2f), %s, met", wanted[leg].x, wanted[leg].y,
               player.center.x, player.center.y, is_free(player) ? "free" : "IN A WALL");
        for (int i = 0; i < WALLS; i++)
            if (met[i])
                printf(" %s", names[i]);
        printf("\n");
    }
    return 0;
}
