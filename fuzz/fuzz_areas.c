// Fuzzes areas: bytes become up to 60 walls of closed rings and some circles. Every answer is that
// of a loop over all walls and of the oracle (tests/support/area_oracle.h), with an index and
// without. Rings that are broken are named. Room: fuzz.
#include "input.h"

#include <stdlib.h>

#include "area_oracle.h"
#include "random.h"

// Exact answers for numbers from the whole range are slow under sanitizers.
enum { WALLS_MAX = 60, SLOW_WALLS_MAX = 16, AREAS = 5, QUESTIONS_MAX = 4 };

// The second byte of an input.
enum {
    // All areas have the radius of the first.
    HAS_ONE_RADIUS = 1,
    // All walls have the radius 0.
    IS_THIN = 2,
    // A wall is taken out, so that a ring may be open.
    IS_BROKEN = 4,
    // Walls of no area are among them.
    HAS_OTHERS = 8,
    // Circles are centred on walls' ends and points level with them.
    IS_ON_ENDS = 16
};

typedef struct fuzz_areas {
    fuzz_numbers n;
    int flags;
    carom_wall walls[WALLS_MAX + 1];
    size_t count;
    double radii[AREAS + 1];
} fuzz_areas;

_Noreturn static void broken(const char *what) {
    fprintf(stderr, "fuzz_areas: broken: %s\n", what);
    abort();
}

static void need(bool holds, const char *what) {
    if (!holds)
        broken(what);
}

static void add_ring(fuzz_areas *s, size_t most) {
    const size_t points = 1 + fuzz_byte(&s->n.in) % 12;
    const uint32_t area = fuzz_byte(&s->n.in) % (AREAS + 1);
    const carom_vec2 first = fuzz_next_point(&s->n);
    if (s->count + points > most || (area == 0 && !(s->flags & HAS_OTHERS)))
        return;
    const size_t begin = s->count;
    carom_vec2 p = first;
    for (size_t i = 0; i < points; i++) {
        const carom_vec2 q = i + 1 < points ? fuzz_next_point(&s->n) : first;
        carom_wall wall = carom_capsule(p, q, s->radii[area]);
        wall.group = area;
        if (!carom_wall_is_valid(wall)) {
            s->count = begin;
            return;
        }
        s->walls[s->count++] = wall;
        p = q;
    }
}

static void make_walls(fuzz_areas *s) {
    s->count = 0;
    for (int i = 0; i <= AREAS; i++) {
        s->radii[i] = fuzz_next_size(&s->n);
        if (i > 0 && (s->flags & HAS_ONE_RADIUS))
            s->radii[i] = s->radii[0];
        if (s->flags & IS_THIN)
            s->radii[i] = 0.0;
    }
    const size_t most = s->n.kind == FUZZ_SMALL ? WALLS_MAX : SLOW_WALLS_MAX;
    for (int rings = fuzz_byte(&s->n.in) % 16; rings > 0; rings--)
        add_ring(s, most);
    if ((s->flags & IS_BROKEN) && s->count > 0)
        s->walls[fuzz_byte(&s->n.in) % s->count] = s->walls[s->count - 1];
    s->count -= (s->flags & IS_BROKEN) && s->count > 0;
}

static carom_circle next_circle(fuzz_areas *s) {
    carom_circle c;
    c.center = fuzz_next_point(&s->n);
    c.radius = fuzz_next_size(&s->n);
    if ((s->flags & IS_ON_ENDS) && s->count > 0) {
        c.center.y = s->walls[fuzz_byte(&s->n.in) % s->count].a.y;
        const uint8_t at = fuzz_byte(&s->n.in);
        if (at & 1)
            c.center.x = s->walls[at / 2 % s->count].a.x;
        if (at & 128)
            c.radius = 0.0;
    }
    return c;
}

static bool has_area(const fuzz_areas *s, uint32_t area) {
    for (size_t i = 0; i < s->count; i++)
        if (s->walls[i].group == area)
            return true;
    return false;
}

static void check_lists(const fuzz_areas *s, const carom_scene *scene,
                        const carom_area_index *index, carom_circle c, double gap) {
    carom_area_hit hits[AREAS], nearest[AREAS];
    uint32_t at[AREAS];
    const carom_circle point = carom_circle_make(c.center, 0.0);
    const size_t count = carom_scene_areas(scene, index, c, gap, NULL, hits, AREAS);
    const size_t at_count = carom_scene_areas_at(scene, index, c.center, NULL, at, AREAS);
    const size_t near = carom_scene_nearest_areas(scene, index, c, NULL, nearest, AREAS);
    size_t i = 0, k = 0, there = 0;
    for (uint32_t area = 1; area <= AREAS; area++) {
        const carom_area_relation relation = area_oracle_relate(s->walls, s->count, c, area);
        need(carom_scene_relate_area(scene, index, c, area) == relation, "relation");
        if (area_oracle_relate(s->walls, s->count, point, area) >= CAROM_AREA_RELATION_TOUCHING)
            need(k < at_count && at[k++] == area, "areas at a point");
        const double distance = has_area(s, area)
                                    ? area_oracle_distance(s->walls, s->count, area, c.center)
                                    : (double)INFINITY;
        need(carom_scene_area_distance(scene, index, c.center, area) == distance,
             "distance of one area");
        there += has_area(s, area);
        if (!area_oracle_within(s->walls, s->count, c, gap, area))
            continue;
        need(i < count && hits[i].area == area && hits[i].relation == relation, "areas");
        need(hits[i].distance == distance, "distance");
        i++;
    }
    need(i == count && k == at_count && near == there, "numbers of areas");
    for (size_t j = 0; j < near; j++) {
        const uint32_t area = nearest[j].area;
        need(nearest[j].relation == area_oracle_relate(s->walls, s->count, c, area) &&
                 nearest[j].distance == area_oracle_distance(s->walls, s->count, area, c.center),
             "a nearest area");
        // The order of rounded distances may differ by an ulp from the exact one.
        need(j == 0 || nearest[j - 1].distance <= nudged(nearest[j].distance, 2),
             "the order of nearest areas");
    }
}

static void ask(fuzz_areas *s, const carom_scene *scene, const carom_area_index *index) {
    for (int i = 0; i < QUESTIONS_MAX && s->n.in.left > 0; i++) {
        const carom_circle c = next_circle(s);
        const double gap = fabs(fuzz_next(&s->n));
        if (!carom_circle_is_valid(c) || !(gap <= DBL_MAX)) {
            need(carom_scene_areas(scene, index, c, gap, NULL, NULL, 0) == 0, "invalid input");
            continue;
        }
        check_lists(s, scene, index, c, gap);
        check_lists(s, scene, NULL, c, gap);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static fuzz_areas s;
    s.n = (fuzz_numbers){.in = {data, size}};
    s.n.kind = fuzz_byte(&s.n.in) & FUZZ_KIND;
    s.flags = fuzz_byte(&s.n.in);
    make_walls(&s);
    carom_scene *scene;
    if (carom_scene_create(s.walls, s.count, NULL, NULL, &scene, NULL) != CAROM_STATUS_OK)
        broken("the scene");
    carom_area_index *index;
    carom_area_error error;
    carom_vec2 point;
    const carom_status status = carom_area_index_create(scene, NULL, NULL, &index, &error);
    const carom_index open = area_oracle_open_end(s.walls, s.count, &point);
    if (open == CAROM_NO_WALL) {
        need(status == CAROM_STATUS_OK, "the status of carom_area_index_create");
        ask(&s, scene, index);
    } else {
        need(status == CAROM_STATUS_OPEN_AREA && error.wall == open &&
                 error.area == s.walls[open].group && error.point.x == point.x &&
                 error.point.y == point.y,
             "the error of carom_area_index_create");
    }
    carom_area_index_destroy(index, NULL);
    carom_scene_destroy(scene, NULL);
    return 0;
}
