// Sets of walls that bound areas; see ring_sets.h. Room: tests.
#include "ring_sets.h"

#include <math.h>

#include "carom/contact.h"

const char *ring_kind_name(ring_kind kind) {
    static const char *const names[RINGS_COUNT] = {"one",   "few",  "square", "huge",
                                                   "tiny",  "far",  "comb",   "nested",
                                                   "tiles", "deep", "coast",  "flat"};
    return names[kind];
}

// ---- rings ----

static void add_wall(ring_set *r, carom_vec2 a, carom_vec2 b, uint32_t area) {
    carom_wall wall = carom_segment(a, b);
    wall.group = area * r->factor;
    if (r->count < RING_WALLS_MAX)
        r->walls[r->count++] = wall;
}

static void add_ring(ring_set *r, const carom_vec2 *points, int count, uint32_t area) {
    // All or nothing: what is cut is open.
    if (r->count + (size_t)count > RING_WALLS_MAX)
        return;
    for (int i = 0; i < count; i++)
        add_wall(r, points[i], points[(i + 1) % count], area);
}

static void add_square(ring_set *r, double x, double y, double width, double height,
                       uint32_t area) {
    const carom_vec2 points[4] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    add_ring(r, points, 4, area);
}

// Small integers, scaled and moved.
static carom_vec2 lattice_point(random_source *g, int size, double unit, double from) {
    carom_vec2 p;
    p.x = from + unit * random_int(g, 0, size);
    p.y = from + unit * random_int(g, 0, size);
    return p;
}

static void add_random_rings(ring_set *r, random_source *g, double unit, double from) {
    const int rings = random_int(g, 1, 6), size = random_int(g, 2, 14);
    for (int k = 0; k < rings; k++) {
        carom_vec2 points[16];
        const int count = random_int(g, 2, 16);
        for (int i = 0; i < count; i++) {
            points[i] = lattice_point(g, size, unit, from);
            if (i > 0 && random_one_in(g, 5)) // also no length
                points[i].x = points[i - 1].x;
            if (i > 0 && random_one_in(g, 5))
                points[i].y = points[i - 1].y;
        }
        const uint32_t area = (uint32_t)random_int(g, 1, (int)r->areas);
        add_ring(r, points, count, area);
        if (random_one_in(g, 4)) // again, or of another area
            add_ring(r, points, count, (uint32_t)random_int(g, 1, (int)r->areas));
    }
}

static void add_square_rings(ring_set *r, random_source *g) {
    for (int k = random_int(g, 1, 12); k > 0; k--) {
        const int x = random_int(g, 0, 9), y = random_int(g, 0, 9);
        const int width = random_int(g, 0, 6), height = random_int(g, 0, 6);
        add_square(r, x, y, width, height, (uint32_t)random_int(g, 1, (int)r->areas));
    }
}

// Teeth of this width and height, along x or along y.
static void add_comb(ring_set *r, int teeth, bool lies, uint32_t area) {
    carom_vec2 points[400];
    int count = 0;
    for (int i = 0; i < teeth; i++)
        for (int k = 0; k < 4; k++) {
            const double along = 2 * i + (k >= 2), up = k == 1 || k == 2 ? 1000.0 : 1.0;
            points[count++] = lies ? carom_vec2_make(up, along) : carom_vec2_make(along, up);
        }
    points[count++] = lies ? carom_vec2_make(0.0, 2 * teeth) : carom_vec2_make(2 * teeth, 0.0);
    points[count++] = carom_vec2_make(0.0, 0.0);
    add_ring(r, points, count, area);
}

static void add_tiles(ring_set *r, random_source *g, int side) {
    carom_vec2 corners[32][32];
    for (int j = 0; j <= side; j++)
        for (int i = 0; i <= side; i++) {
            corners[j][i].x = i + 0.125 * random_int(g, -3, 3);
            corners[j][i].y = j + random_between(g, -0.4, 0.4);
        }
    uint32_t area = 1;
    for (int j = 0; j < side; j++)
        for (int i = 0; i < side; i++) {
            const carom_vec2 ring[4] = {corners[j][i], corners[j][i + 1], corners[j + 1][i + 1],
                                        corners[j + 1][i]};
            add_ring(r, ring, 4, area++);
        }
    r->areas = area - 1;
}

static void add_round(ring_set *r, random_source *g, carom_vec2 center, double radius, int count,
                      double rough, uint32_t area) {
    carom_vec2 points[1024];
    for (int i = 0; i < count; i++) {
        // Once around the square |x| + |y| = 1, which is round enough.
        const double t = 4.0 * i / count;
        const double x = t < 2.0 ? 1.0 - t : t - 3.0;
        const double y = t < 1.0 ? t : t < 3.0 ? 2.0 - t : t - 4.0;
        const double length = radius * (1.0 + random_between(g, -rough, rough));
        points[i].x = center.x + length * x;
        points[i].y = center.y + length * y;
    }
    add_ring(r, points, count, area);
}

static void add_deep(ring_set *r, random_source *g) {
    r->areas = 60;
    for (uint32_t area = 1; area <= r->areas; area++) {
        carom_vec2 points[5];
        for (int i = 0; i < 5; i++) {
            points[i].x = random_between(g, 0.0, 16.0);
            points[i].y = random_int(g, 0, 64) * 0.25;
        }
        add_ring(r, points, 5, area);
    }
}

static void add_coast(ring_set *r, random_source *g) {
    const carom_vec2 middle = {10.0, -3.0};
    r->areas = 5;
    add_round(r, g, middle, 8.0, 700, 0.2, 1);
    add_round(r, g, middle, 4.0, 200, 0.3, 1);
    add_round(r, g, middle, 2.0, 60, 0.4, 1);
    add_round(r, g, middle, 4.0, 30, 0.1, 2);
    for (uint32_t area = 3; area <= r->areas; area++) {
        carom_vec2 center;
        center.x = random_between(g, 0.0, 20.0);
        center.y = random_between(g, -13.0, 7.0);
        const double radius = random_between(g, 0.1, 5.0);
        add_round(r, g, center, radius, random_int(g, 3, 50), 0.5, area);
    }
}

static void add_flat(ring_set *r, random_source *g) {
    const bool is_level = random_one_in(g, 2);
    carom_vec2 points[6];
    for (int i = 0; i < 6; i++) {
        points[i] = lattice_point(g, 8, 1.0, 0.0);
        points[i].y = is_level ? 3.0 : points[i].y;
        points[i].x = is_level ? points[i].x : 3.0;
    }
    add_ring(r, points, 6, 1);
    if (random_one_in(g, 3)) {
        r->count = 0;
        add_ring(r, points, 1, 1);
    }
}

// ---- sets ----

// The order and the direction of walls say nothing.
static void shuffle(ring_set *r, random_source *g) {
    for (size_t i = r->count; i > 1; i--) {
        const size_t j = (size_t)random_int(g, 0, (int)i - 1);
        const carom_wall wall = r->walls[i - 1];
        r->walls[i - 1] = r->walls[j];
        r->walls[j] = wall;
        if (random_one_in(g, 2)) {
            const carom_vec2 a = r->walls[i - 1].a;
            r->walls[i - 1].a = r->walls[i - 1].b;
            r->walls[i - 1].b = a;
        }
    }
}

static void add_others(ring_set *r, random_source *g) {
    const size_t count = r->count;
    for (int k = random_int(g, 1, 20); k > 0 && r->count < RING_WALLS_MAX; k--) {
        const size_t i = (size_t)random_int(g, 0, (int)count - 1);
        const size_t j = (size_t)random_int(g, 0, (int)count - 1);
        const carom_extent extent = (carom_extent)random_int(g, 0, 2);
        r->walls[r->count++] = carom_wall_make(r->walls[i].a, r->walls[j].b, 0.0, extent);
    }
}

static void thicken(ring_set *r, random_source *g) {
    const bool alike = random_one_in(g, 2);
    const double radius = r->unit * 0.25 * random_int(g, 0, 4);
    for (size_t i = 0; i < r->count; i++)
        r->walls[i].radius = alike ? radius : r->unit * 0.25 * (r->walls[i].group / r->factor % 5);
}

void ring_set_make(ring_set *r, ring_kind kind, uint64_t seed, bool thick, bool others) {
    random_source g = random_start(seed, 38, (uint64_t)kind);
    r->kind = kind;
    r->count = 0;
    r->areas = kind == RINGS_ONE || kind == RINGS_FLAT ? 1 : (uint32_t)random_int(&g, 1, 4);
    r->factor = random_one_in(&g, 2) ? 1 : 1000003;
    r->unit = 1.0;
    switch (kind) {
    case RINGS_ONE:
    case RINGS_FEW:
        add_random_rings(r, &g, 1.0, 0.0);
        break;
    case RINGS_SQUARE:
        add_square_rings(r, &g);
        break;
    case RINGS_HUGE:
        r->unit = 0x1p1000;
        add_random_rings(r, &g, r->unit, random_one_in(&g, 2) ? -0x1p1004 : 0.0);
        break;
    case RINGS_TINY:
        r->unit = 0x1p-1074;
        add_random_rings(r, &g, r->unit, 0.0);
        break;
    case RINGS_FAR:
        add_random_rings(r, &g, 1.0, 0x1p52);
        break;
    case RINGS_COMB:
        add_comb(r, random_int(&g, 1, 90), false, 1);
        if (r->areas > 1)
            add_comb(r, random_int(&g, 1, 90), true, 2);
        r->areas = 2;
        break;
    case RINGS_NESTED:
        r->areas = (uint32_t)random_int(&g, 30, 150);
        for (uint32_t i = 0; i < r->areas; i++)
            add_square(r, i, i, 400.0 - 2.0 * i, 400.0 - 2.0 * i,
                       random_one_in(&g, 20) ? 1 : i + 1);
        break;
    case RINGS_TILES:
        add_tiles(r, &g, random_int(&g, 1, 30));
        break;
    case RINGS_DEEP:
        add_deep(r, &g);
        break;
    case RINGS_COAST:
        add_coast(r, &g);
        break;
    case RINGS_FLAT:
    case RINGS_COUNT:
        add_flat(r, &g);
        break;
    }
    if (thick)
        thicken(r, &g);
    if (others)
        add_others(r, &g);
    shuffle(r, &g);
}

// ---- questions ----

static const carom_wall *any_wall(const ring_set *r, random_source *g) {
    return &r->walls[random_int(g, 0, (int)r->count - 1)];
}

static carom_vec2 any_end(const ring_set *r, random_source *g) {
    const carom_wall *wall = any_wall(r, g);
    return random_one_in(g, 2) ? wall->a : wall->b;
}

carom_vec2 ring_set_point(const ring_set *r, random_source *g) {
    const carom_vec2 p = any_end(r, g), q = any_end(r, g);
    carom_vec2 at;
    switch (random_int(g, 0, 7)) {
    case 0:
        return p;
    case 1: // level with a vertex, and below or above one
        return carom_vec2_make(q.x, p.y);
    case 2: { // in the middle of a wall
        const carom_wall *wall = any_wall(r, g);
        at.x = 0.5 * wall->a.x + 0.5 * wall->b.x;
        at.y = 0.5 * wall->a.y + 0.5 * wall->b.y;
        return at;
    }
    case 3:
        at.x = p.x + r->unit * random_int(g, -3, 3);
        at.y = p.y + r->unit * random_int(g, -3, 3);
        return at;
    case 4: // beside a wall, or on it
        at.x = nudged(0.5 * p.x + 0.5 * q.x, random_int(g, -2, 2));
        at.y = nudged(0.5 * p.y + 0.5 * q.y, random_int(g, -2, 2));
        return at;
    case 5: // level with a vertex
        at.x = p.x + random_between(g, 0.0, 1.0) * (q.x - p.x);
        at.y = p.y;
        return at;
    case 6: { // along a wall
        const carom_wall *wall = any_wall(r, g);
        const double t = random_between(g, 0.0, 1.0);
        at.x = wall->a.x + t * (wall->b.x - wall->a.x);
        at.y = wall->a.y + t * (wall->b.y - wall->a.y);
        return at;
    }
    default: {
        const double t = random_between(g, -0.1, 1.1), s = random_between(g, -0.1, 1.1);
        at.x = p.x + t * (q.x - p.x);
        at.y = p.y + s * (q.y - p.y);
        return at;
    }
    }
}

carom_circle ring_set_circle(const ring_set *r, random_source *g) {
    const carom_vec2 p = ring_set_point(r, g);
    const carom_wall *wall = any_wall(r, g);
    switch (random_int(g, 0, 4)) {
    case 0:
        return carom_circle_make(p, 0.0);
    case 1:
        return carom_circle_make(p, r->unit * random_int(g, 0, 3));
    case 2: // tangent if the wall is level, upright or ends beside the point
        return carom_circle_make(p, fabs(wall->a.x - p.x));
    case 3: {
        const carom_circle center = carom_circle_make(p, 0.0);
        const double distance = carom_circle_distance(center, *wall);
        return carom_circle_make(p, fabs(nudged(distance, random_int(g, -1, 1))));
    }
    default:
        return carom_circle_make(p, r->unit * random_between(g, 0.0, 0.5));
    }
}

uint32_t ring_set_area(const ring_set *r, random_source *g) {
    return r->factor * (uint32_t)random_int(g, 0, (int)r->areas + 1);
}
