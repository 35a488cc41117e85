// The rings of areas, for pictures: walls in any order, chained at their ends.
// Method: the ends of all walls are sorted by area and point. An even number of ends is at each
// point, so that ends 2 k and 2 k + 1 are at the same one: they are joined.
// Room: cli.
#include "picture/rings.h"

#include <math.h>
#include <stdlib.h>

/// The end 0 (a) or 1 (b) of a wall is number 2 * wall + end.
typedef struct wall_end {
    carom_vec2 point;
    uint32_t area;
    size_t number;
} wall_end;

static int compare_numbers(double p, double q) {
    return (p > q) - (p < q);
}

static int compare_ends(const void *left, const void *right) {
    const wall_end *p = left;
    const wall_end *q = right;
    const int area = (p->area > q->area) - (p->area < q->area);
    const int x = compare_numbers(p->point.x, q->point.x);
    const int y = compare_numbers(p->point.y, q->point.y);
    return area != 0 ? area
           : x != 0  ? x
           : y != 0  ? y
                     : (p->number > q->number) - (p->number < q->number);
}

/// Sets the ends of all walls of areas. Returns their number.
static size_t list_ends(wall_end *ends, const carom_wall *walls, size_t count) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (walls[i].group != 0) {
            ends[n++] = (wall_end){walls[i].a, walls[i].group, 2 * i};
            ends[n++] = (wall_end){walls[i].b, walls[i].group, 2 * i + 1};
        }
    }
    return n;
}

/// Goes along the walls from end `start` until they come back. `place` has the place of each end in
/// `ends`; it becomes SIZE_MAX on the way.
static void chain(rings *r, const wall_end *ends, size_t start, size_t *place) {
    ring *next = &r->items[r->count++];
    next->area = ends[start].area;
    next->end = next->begin;
    for (size_t at = start; place[ends[at].number] != SIZE_MAX;) {
        const size_t number = ends[at].number;
        const size_t opposite = place[number ^ 1];
        r->corners[next->end++] = ends[at].point;
        place[number] = SIZE_MAX;
        place[number ^ 1] = SIZE_MAX;
        at = opposite ^ 1;
    }
    if (r->count == 1 || next->area != next[-1].area) {
        r->area_count++;
    }
}

bool rings_make(rings *r, const carom_wall *walls, size_t count) {
    // One more of each: malloc(0) can return NULL.
    wall_end *ends = malloc((2 * count + 1) * sizeof *ends);
    size_t *place = malloc((2 * count + 1) * sizeof *place);
    r->corners = malloc((count + 1) * sizeof *r->corners);
    r->items = malloc((count + 1) * sizeof *r->items);
    const bool memory = ends != NULL && place != NULL && r->corners != NULL && r->items != NULL;
    const size_t n = memory ? list_ends(ends, walls, count) : 0;
    if (n > 0) {
        qsort(ends, n, sizeof *ends, compare_ends);
    }
    for (size_t i = 0; i < n; i++) {
        place[ends[i].number] = i;
    }
    size_t corners = 0;
    for (size_t i = 0; i < n; i++) {
        if (place[ends[i].number] != SIZE_MAX) {
            r->items[r->count].begin = corners;
            chain(r, ends, i, place);
            corners = r->items[r->count - 1].end;
        }
    }
    free(ends);
    free(place);
    return memory;
}

size_t rings_next_area(const rings *r, size_t i) {
    size_t next = i + 1;
    while (next < r->count && r->items[next].area == r->items[i].area) {
        next++;
    }
    return next;
}

/// Calls `visit` for each side of the area of ring i.
static void visit_sides(const rings *r, size_t i,
                        void (*visit)(void *context, carom_vec2 a, carom_vec2 b), void *context) {
    const size_t end = rings_next_area(r, i);
    for (; i < end; i++) {
        const ring *item = &r->items[i];
        for (size_t k = item->begin; k < item->end; k++) {
            visit(context, r->corners[k], r->corners[k + 1 < item->end ? k + 1 : item->begin]);
        }
    }
}

/// A level line, and where the sides of an area cross it.
typedef struct level_line {
    double least_y;
    double most_y;
    double y;
    double *crossings;
    size_t count;
} level_line;

static void stretch(void *context, carom_vec2 a, carom_vec2 b) {
    level_line *line = context;
    line->least_y = fmin(line->least_y, fmin(a.y, b.y));
    line->most_y = fmax(line->most_y, fmax(a.y, b.y));
}

static void cross(void *context, carom_vec2 a, carom_vec2 b) {
    level_line *line = context;
    if ((a.y > line->y) != (b.y > line->y)) {
        const double t = (line->y - a.y) / (b.y - a.y);
        line->crossings[line->count++] = (1.0 - t) * a.x + t * b.x;
    }
}

static int compare_crossings(const void *left, const void *right) {
    return compare_numbers(*(const double *)left, *(const double *)right);
}

carom_vec2 rings_middle(const rings *r, size_t i) {
    const carom_vec2 corner = r->corners[r->items[i].begin];
    const size_t sides = r->items[rings_next_area(r, i) - 1].end - r->items[i].begin;
    level_line line = {.least_y = corner.y, .most_y = corner.y};
    visit_sides(r, i, stretch, &line);
    line.y = 0.5 * line.least_y + 0.5 * line.most_y;
    line.crossings = malloc(sides * sizeof *line.crossings);
    if (line.crossings == NULL) {
        return corner;
    }
    visit_sides(r, i, cross, &line);
    carom_vec2 middle = corner;
    if (line.count > 0) {
        qsort(line.crossings, line.count, sizeof *line.crossings, compare_crossings);
    }
    double most = -1.0;
    for (size_t k = 0; k + 1 < line.count; k += 2) {
        const double length = line.crossings[k + 1] - line.crossings[k];
        if (length > most) {
            most = length;
            middle = carom_vec2_make(0.5 * line.crossings[k] + 0.5 * line.crossings[k + 1], line.y);
        }
    }
    free(line.crossings);
    return middle;
}

void rings_free(rings *r) {
    free(r->items);
    free(r->corners);
    *r = (rings){0};
}
