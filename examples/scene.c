// A scene: a town of 4,096 walls, and what is near a drone that flies through it.
//
// The walls are put into a scene once. Then every query takes well under a microsecond for any
// number of walls, and gives exactly the answer of a loop over all of them. Walls are identified by
// their index in the array. If walls are equally near, or met at the same time, the lowest index
// comes first.
#include <stdio.h>

#include <carom/carom.h>

enum { BLOCKS = 32, WALLS = 4 * BLOCKS * BLOCKS, SHOWN = 16, NEAREST = 4 };

// A house of four walls in the middle of each block of 100 x 100, in five sizes.
static void build_town(carom_wall *walls) {
    for (int i = 0; i < BLOCKS * BLOCKS; i++) {
        const int column = i % BLOCKS, row = i / BLOCKS;
        const double x = 100 * column + 50, y = 100 * row + 50;
        const double wide = 20 + 5 * ((7 * column + 3 * row) % 5), deep = 20 + 5 * (row % 4);
        const carom_vec2 corners[] = {
            {x - wide, y - deep}, {x + wide, y - deep}, {x + wide, y + deep}, {x - wide, y + deep}};
        for (int k = 0; k < 4; k++)
            walls[4 * i + k] = carom_segment(corners[k], corners[(k + 1) % 4]);
    }
}

static void show_touching(const carom_scene *scene, carom_circle zone) {
    uint32_t indices[SHOWN];
    // In ascending order if all of them fit. The return value is always the total number.
    const size_t count =
        carom_scene_touching(scene, zone, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, indices, SHOWN);
    printf("within %g of (%g, %g): %zu walls", zone.radius, zone.center.x, zone.center.y, count);
    for (size_t i = 0; i < count && i < SHOWN; i++)
        printf(" %u", (unsigned)indices[i]);
    printf("%s\n", count > SHOWN ? " ..." : "");
}

static void show_nearest(const carom_scene *scene, carom_circle drone) {
    carom_neighbor nearest[NEAREST];
    const size_t count = carom_scene_nearest(scene, drone, NULL, nearest, NEAREST);
    printf("nearest to (%g, %g):", drone.center.x, drone.center.y);
    for (size_t i = 0; i < count; i++)
        printf(" wall %u at %.6g", nearest[i].index, nearest[i].gap);
    printf("\n");
}

static void show_first(const carom_scene *scene, carom_circle drone, carom_vec2 move) {
    const carom_scene_hit hit = carom_scene_sweep(scene, drone, move, NULL);
    printf("from (%g, %g) by (%g, %g): ", drone.center.x, drone.center.y, move.x, move.y);
    if (hit.sweep.kind == CAROM_SWEEP_KIND_MISS)
        printf("nothing in the way\n");
    else
        printf("%s wall %u after %.6f of the way, at (%.6f, %.6f)\n",
               carom_sweep_kind_name(hit.sweep.kind), hit.index, hit.sweep.t, hit.sweep.point.x,
               hit.sweep.point.y);
}

int main(void) {
    static carom_wall walls[WALLS];
    build_town(walls);

    carom_scene *scene;
    size_t bad_wall = 0;
    const carom_status status = carom_scene_create(walls, WALLS, NULL, NULL, &scene, &bad_wall);
    if (status != CAROM_STATUS_OK) {
        fprintf(stderr, "no scene: %s, wall %zu\n", carom_status_name(status), bad_wall);
        return 1;
    }
    printf("%zu walls\n", carom_scene_count(scene));

    show_touching(scene, carom_circle_make(carom_vec2_make(1600, 1600), 20));
    show_touching(scene, carom_circle_make(carom_vec2_make(1600, 1600), 30));
    show_touching(scene, carom_circle_make(carom_vec2_make(1600, 1600), 100));

    show_nearest(scene, carom_circle_make(carom_vec2_make(1612, 1640), 3));
    // At a corner both walls are equally near.
    show_nearest(scene, carom_circle_make(carom_vec2_make(300, 200), 3));

    const carom_circle drone = carom_circle_make(carom_vec2_make(1600, 1600), 3);
    show_first(scene, drone, carom_vec2_make(1500, 0));
    show_first(scene, drone, carom_vec2_make(1000, 300));
    show_first(scene, drone, carom_vec2_make(-10, 1500));

    carom_scene_destroy(scene, NULL);
    return 0;
}
