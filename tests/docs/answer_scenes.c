// Reads rows of numbers and prints the answers of a scene for a circle. test_degenerate_scenes.py
// compares the documentation with them.
//
// A row on standard input: cx cy r vx vy, and six numbers for each wall: ax ay bx by wr extent, the
// extent as its number. A row on standard output, its columns separated by tabs: the status of the
// scene, with the index of a bad wall; the walls that touch the circle; all walls, nearest first;
// the wall met first and the kind of the sweep; which of the first two walls is nearer; the
// relation of the circle to the area that all walls bound, and its signed distance, both with an
// index, and the relation without one. "none" stands for no wall, or no area. Room: tests.
#include <stdio.h>
#include <stdlib.h>

#include <carom/carom.h>

enum { CIRCLE = 5, WALL = 6, WALLS_MAX = 16, NUMBERS_MAX = CIRCLE + WALL * WALLS_MAX };

static void print_indices(const size_t *indices, size_t count) {
    for (size_t i = 0; i < count; i++)
        printf("%s%zu", i > 0 ? " " : "", indices[i]);
    printf("%s\t", count > 0 ? "" : "none");
}

static void ask(const carom_scene *scene, carom_circle circle, carom_vec2 move) {
    uint32_t found[WALLS_MAX];
    carom_neighbor nearest[WALLS_MAX];
    size_t indices[WALLS_MAX];
    size_t count =
        carom_scene_touching(scene, circle, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, found, WALLS_MAX);
    for (size_t i = 0; i < count; i++)
        indices[i] = found[i];
    print_indices(indices, count);
    count = carom_scene_nearest(scene, circle, NULL, nearest, WALLS_MAX);
    for (size_t i = 0; i < count; i++)
        indices[i] = nearest[i].index;
    print_indices(indices, count);
    const carom_scene_hit hit = carom_scene_sweep(scene, circle, move, NULL);
    if (hit.sweep.kind > CAROM_SWEEP_KIND_MISS)
        printf("%u %s\t", hit.index, carom_sweep_kind_name(hit.sweep.kind));
    else
        printf("none %s\t", carom_sweep_kind_name(hit.sweep.kind));
}

// The relation of the circle to the area that has all walls, and the signed distance of its centre.
static void ask_area(const carom_scene *scene, carom_circle circle) {
    carom_area_index *index;
    carom_area_error error;
    const carom_status status = carom_area_index_create(scene, NULL, NULL, &index, &error);
    if (status != CAROM_STATUS_OK) {
        printf("%s\tnone\tnone\n", carom_status_name(status));
        return;
    }
    carom_area_hit hit;
    const bool is_valid = carom_scene_nearest_areas(scene, index, circle, NULL, &hit, 1) == 1;
    printf("%s\t%.17g\t%s\n",
           carom_area_relation_name(carom_scene_relate_area(scene, index, circle, 1)),
           is_valid ? hit.distance : 0.0,
           carom_area_relation_name(carom_scene_relate_area(scene, NULL, circle, 1)));
    carom_area_index_destroy(index, NULL);
}

static void answer(const double *v, size_t count) {
    const carom_circle circle = {{v[0], v[1]}, v[2]};
    carom_wall walls[WALLS_MAX];
    for (size_t i = 0; i < count; i++) {
        const double *w = v + CIRCLE + WALL * i;
        walls[i] = (carom_wall){{w[0], w[1]}, {w[2], w[3]}, w[4], (uint8_t)w[5]};
        walls[i].group = 1;
    }
    carom_scene *scene;
    size_t bad_wall;
    const carom_status status = carom_scene_create(walls, count, NULL, NULL, &scene, &bad_wall);
    if (status == CAROM_STATUS_BAD_WALL)
        printf("bad wall %zu\t", bad_wall);
    else
        printf("%s\t", carom_status_name(status));
    if (status == CAROM_STATUS_OK)
        ask(scene, circle, carom_vec2_make(v[3], v[4]));
    else
        printf("none\tnone\tnone miss\t");
    static const char *const orders[] = {"first", "neither", "second"};
    printf("%s\t", count < 2
                       ? "none"
                       : orders[1 + carom_circle_compare_distance(circle, walls[0], walls[1])]);
    if (status == CAROM_STATUS_OK)
        ask_area(scene, circle);
    else
        printf("none\tnone\tnone\n");
    carom_scene_destroy(scene, NULL);
}

int main(void) {
    char line[8192];
    while (fgets(line, sizeof line, stdin) != NULL) {
        double v[NUMBERS_MAX];
        size_t count = 0;
        char *end = line;
        for (char *at = line; count < NUMBERS_MAX; at = end, count++) {
            v[count] = strtod(at, &end);
            if (end == at)
                break;
        }
        if (count < CIRCLE || (count - CIRCLE) % WALL != 0 || *end != '\n') {
            fprintf(stderr, "not a row of a circle and up to %d walls: %s", WALLS_MAX, line);
            return 1;
        }
        answer(v, (count - CIRCLE) / WALL);
    }
    return 0;
}
