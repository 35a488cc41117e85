// Filters: one scene with walls, glass and water. Each query considers only the categories it
// needs.
#include <carom/carom.h>
#include <stdio.h>

enum { STONE = 1 << 0, GLASS = 1 << 1, WATER = 1 << 2, WALLS = 4 };

static carom_wall wall_of(double x, double radius, uint32_t category) {
    carom_wall wall = carom_capsule(carom_vec2_make(x, -9), carom_vec2_make(x, 9), radius);
    wall.category = category;
    return wall;
}

static void print_first(const char *who, const carom_scene *scene, carom_circle circle,
                        const carom_filter *filter) {
    carom_cast_settings settings = carom_cast_settings_default();
    settings.filter = filter;
    const carom_scene_hit hit = carom_scene_sweep(scene, circle, carom_vec2_make(40, 0), &settings);
    if (hit.index == CAROM_NO_WALL)
        printf("%s: nothing\n", who);
    else
        printf("%s: wall %u at x = %g\n", who, hit.index, hit.sweep.center.x);
}

int main(void) {
    const carom_wall walls[WALLS] = {wall_of(5, 0.5, WATER), wall_of(10, 0.25, GLASS),
                                     wall_of(15, 0.5, STONE), wall_of(20, 0.5, STONE)};
    carom_scene *scene;
    if (carom_scene_create(walls, WALLS, NULL, NULL, &scene, NULL) != CAROM_STATUS_OK)
        return 1;

    const carom_circle eye = carom_circle_make(carom_vec2_make(0, 0), 0);
    const carom_circle fish = carom_circle_make(carom_vec2_make(0, 0), 1);
    const carom_filter opaque = carom_filter_mask(STONE), solid = carom_filter_mask(STONE | GLASS);
    print_first("the eye sees", scene, eye, &opaque);
    print_first("the fish bumps into", scene, fish, &solid);
    print_first("a probe meets", scene, fish, NULL);

    // All walls along the line of sight, in order.
    carom_scene_hit hits[WALLS];
    const size_t count =
        carom_scene_sweep_all(scene, eye, carom_vec2_make(40, 0), NULL, hits, WALLS);
    for (size_t i = 0; i < count; i++)
        printf("%zu. wall %u at t = %g\n", i + 1, hits[i].index, hits[i].sweep.t);
    carom_scene_destroy(scene, NULL);
    return 0;
}
