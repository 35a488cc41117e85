// A player, a circle, has walked into a corner: push it out of the walls by hand.
//
// push_out frees a circle from one wall, and can push it into another. So repeat until no wall
// overlaps. A limit on the rounds handles a place too narrow for the circle. Whether the circle is
// free is decided exactly, not by a tolerance.
#include <stdio.h>

#include <carom/carom.h>

enum { WALLS = 3, ROUNDS = 100 };

// True if the circle overlaps no wall; touching is free.
static bool is_free(carom_circle circle, const carom_wall *walls) {
    for (int i = 0; i < WALLS; i++)
        if (carom_circle_overlaps(circle, walls[i]))
            return false;
    return true;
}

int main(void) {
    const carom_wall walls[WALLS] = {
        carom_segment(carom_vec2_make(0, 0), carom_vec2_make(10, 0)),    // floor
        carom_segment(carom_vec2_make(0, 0), carom_vec2_make(3, 9)),     // a leaning wall
        carom_capsule(carom_vec2_make(4, 0), carom_vec2_make(4, 2), 0.5) // a pillar
    };
    carom_circle player = carom_circle_make(carom_vec2_make(1, 0.75), 1.0);

    int rounds = 0;
    for (; rounds < ROUNDS && !is_free(player, walls); rounds++)
        for (int i = 0; i < WALLS; i++)
            player.center = carom_circle_push_out(player, walls[i]).center;

    printf("%s after %d rounds, centre (%.6f, %.6f)\n", is_free(player, walls) ? "free" : "stuck",
           rounds, player.center.x, player.center.y);
    for (int i = 0; i < WALLS; i++)
        printf("wall %d: %s\n", i, carom_relation_name(carom_circle_relate(player, walls[i])));
    return 0;
}
