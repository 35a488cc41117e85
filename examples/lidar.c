// A lidar on a robot: what does a scan of 360 beams see, and which way can the robot drive?
//
// carom_scene_fan casts all beams in one call. Beams of radius 0 are rays, as a laser sees them.
// Beams as thick as the robot tell how far it can drive straight on. Each answer is the first wall
// that the beam meets, exactly: a beam through the corner where two walls meet is not lost, and it
// always names the wall with the lower index.
#include <stdio.h>

#include <carom/carom.h>

enum { BEAMS = 360, WALLS = 10 };

static const carom_wall walls[WALLS] = {
    {{0, 0}, {12, 0}, 0, CAROM_EXTENT_SEGMENT},      // 0 to 3: the room
    {{12, 0}, {12, 8}, 0, CAROM_EXTENT_SEGMENT},     //
    {{12, 8}, {0, 8}, 0, CAROM_EXTENT_SEGMENT},      //
    {{0, 8}, {0, 0}, 0, CAROM_EXTENT_SEGMENT},       //
    {{9, 3}, {10, 3}, 0, CAROM_EXTENT_SEGMENT},      // 4 to 7: a box
    {{10, 3}, {10, 5}, 0, CAROM_EXTENT_SEGMENT},     //
    {{10, 5}, {9, 5}, 0, CAROM_EXTENT_SEGMENT},      //
    {{9, 5}, {9, 3}, 0, CAROM_EXTENT_SEGMENT},       //
    {{4, 6}, {4, 6}, 0.5, CAROM_EXTENT_SEGMENT},     // 8: a round column
    {{2, 1.5}, {6, 1.5}, 0.1, CAROM_EXTENT_SEGMENT}, // 9: a thin board
};

// The displacements of the beams: `range` long, one degree apart, from the x axis on. Each beam is
// the one before, turned by a degree. With cos and sin of <math.h> it works as well, but their last
// digit depends on the machine.
static void set_beams(carom_vec2 *beams, double range) {
    const double c = 0.99984769515639124, s = 0.017452406437283513; // cos and sin of a degree
    carom_vec2 beam = carom_vec2_make(range, 0);
    for (int i = 0; i < BEAMS; i++) {
        beams[i] = beam;
        beam = carom_vec2_make(c * beam.x - s * beam.y, s * beam.x + c * beam.y);
    }
}

// Prints for each wall how many beams meet it, and which of them is the shortest.
static void print_seen(const carom_scene_hit *hits, double range) {
    for (size_t wall = 0; wall < WALLS; wall++) {
        int count = 0, nearest = -1;
        for (int i = 0; i < BEAMS; i++) {
            if (hits[i].index != wall)
                continue;
            count++;
            if (nearest < 0 || hits[i].sweep.t < hits[nearest].sweep.t)
                nearest = i;
        }
        if (count > 0)
            printf("  wall %zu: %d beams, nearest %.3f at %d degrees\n", wall, count,
                   range * hits[nearest].sweep.t, nearest);
    }
}

int main(void) {
    carom_scene *scene;
    if (carom_scene_create(walls, WALLS, NULL, NULL, &scene, NULL) != CAROM_STATUS_OK)
        return 1;
    const carom_vec2 robot = carom_vec2_make(5.5, 4.25);
    const double range = 10.0;
    static carom_vec2 beams[BEAMS];
    static carom_scene_hit hits[BEAMS];
    set_beams(beams, range);

    carom_scene_fan(scene, carom_circle_make(robot, 0), beams, BEAMS, NULL, hits);
    printf("the laser sees\n");
    print_seen(hits, range);

    // The robot's own disc in place of a ray.
    carom_scene_fan(scene, carom_circle_make(robot, 0.4), beams, BEAMS, NULL, hits);
    int best = 0;
    for (int i = 1; i < BEAMS; i++)
        if (hits[i].sweep.t > hits[best].sweep.t)
            best = i;
    printf("the robot can drive farthest at %d degrees: %.3f, up to wall %u\n", best,
           range * hits[best].sweep.t, hits[best].index);
    carom_scene_destroy(scene, NULL);
    return 0;
}
