// The mirror of scene_mirror.h, the questions of one circle or box. Room: tests.
#include "scene_mirror.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/contact.h"
#include "points.h"

enum { SHOWN_WALLS = 48, EXTRA = 8, CANARY = 0xC0FFEE };

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL) {
        fprintf(stderr, "scene_mirror: no memory\n");
        exit(1);
    }
    return memory;
}

carom_scene *mirror_scene(const carom_wall *walls, size_t count) {
    carom_scene *scene = NULL;
    size_t bad = 0;
    const carom_status status = carom_scene_create(walls, count, NULL, NULL, &scene, &bad);
    if (status != CAROM_STATUS_OK) {
        fprintf(stderr, "scene_mirror: %s (wall %zu)\n", carom_status_name(status), bad);
        exit(1);
    }
    return scene;
}

scene_mirror mirror_start(const carom_scene *scene, const carom_wall *walls, size_t count) {
    scene_mirror m = {.scene = scene, .walls = walls, .count = count, .capacity = count + EXTRA};
    m.expected = allocate(m.capacity, sizeof *m.expected);
    m.got = allocate(m.capacity, sizeof *m.got);
    m.nearest = allocate(m.capacity, sizeof *m.nearest);
    m.is_expected = allocate(m.capacity, 1);
    m.is_seen = allocate(m.capacity, 1);
    m.times = allocate(m.capacity, sizeof *m.times);
    return m;
}

void mirror_end(scene_mirror *m) {
    free(m->expected);
    free(m->got);
    free(m->nearest);
    free(m->is_expected);
    free(m->is_seen);
    free(m->times);
    *m = (scene_mirror){0};
}

bool mirror_break(scene_mirror *m, const char *what) {
    if (m->broken == NULL) {
        m->broken = what;
        fprintf(stderr, "scene of %zu walls: %s\n", m->count, what);
        for (size_t i = 0; m->count <= SHOWN_WALLS && i < m->count; i++) {
            const carom_wall w = m->walls[i];
            fprintf(stderr, "    {{%a, %a}, {%a, %a}, %a, %d},\n", w.a.x, w.a.y, w.b.x, w.b.y,
                    w.radius, (int)w.extent);
        }
    }
    return false;
}

void mirror_print_circle(carom_circle c) {
    fprintf(stderr, "    circle {{%a, %a}, %a}\n", c.center.x, c.center.y, c.radius);
}

// ---- the walls ----

static bool same_bits(double x, double y) {
    return memcmp(&x, &y, sizeof x) == 0;
}

static bool same_wall(carom_wall p, carom_wall q) {
    return same_bits(p.a.x, q.a.x) && same_bits(p.a.y, q.a.y) && same_bits(p.b.x, q.b.x) &&
           same_bits(p.b.y, q.b.y) && p.radius == q.radius && p.extent == q.extent;
}

bool mirror_check_walls(scene_mirror *m) {
    if (carom_scene_count(m->scene) != m->count) {
        return mirror_break(m, "carom_scene_count");
    }
    const carom_box box = carom_scene_box(m->scene);
    if (m->count == 0 && !(box.min.x > box.max.x && box.min.y > box.max.y)) {
        return mirror_break(m, "the box of no walls");
    }
    for (size_t i = 0; i < m->count; i++) {
        const carom_wall wall = carom_scene_wall(m->scene, (carom_index)i);
        if (!same_wall(wall, m->walls[i])) {
            return mirror_break(m, "a wall is not the one given");
        }
        const carom_box at = carom_wall_box(wall);
        if (!(box.min.x <= at.min.x && box.min.y <= at.min.y && box.max.x >= at.max.x &&
              box.max.y >= at.max.y)) {
            return mirror_break(m, "the box of the scene does not hold a wall's");
        }
    }
    return true;
}

// ---- lists ----

typedef enum list_kind { LIST_TOUCHING, LIST_WITHIN, LIST_NEAR_WALL, LIST_IN_BOX } list_kind;

typedef struct list_question {
    list_kind kind;
    carom_circle circle;
    carom_contact_rule touch;
    double gap;
    carom_wall wall;
    carom_box box;
} list_question;

static bool answers(const list_question *q, carom_wall wall) {
    switch (q->kind) {
    case LIST_TOUCHING:
        return carom_circle_touches_by_rule(q->circle, wall, q->touch);
    case LIST_WITHIN:
        return carom_circle_within(q->circle, wall, q->gap);
    case LIST_NEAR_WALL:
        return carom_wall_within(q->wall, wall, q->gap);
    default:
        return carom_box_overlaps(carom_wall_box(wall), q->box);
    }
}

static size_t list(const scene_mirror *m, const list_question *q, uint32_t *indices,
                   size_t capacity) {
    switch (q->kind) {
    case LIST_TOUCHING:
        return carom_scene_touching(m->scene, q->circle, q->touch, NULL, indices, capacity);
    case LIST_WITHIN:
        return carom_scene_within(m->scene, q->circle, q->gap, NULL, indices, capacity);
    case LIST_NEAR_WALL:
        return carom_scene_near_wall(m->scene, q->wall, q->gap, NULL, indices, capacity);
    default:
        return carom_scene_in_box(m->scene, q->box, NULL, indices, capacity);
    }
}

static bool break_list(scene_mirror *m, const list_question *q, const char *what) {
    const bool first = m->broken == NULL;
    mirror_break(m, what);
    if (first && q->kind == LIST_IN_BOX) {
        fprintf(stderr, "    box {{%a, %a}, {%a, %a}}\n", q->box.min.x, q->box.min.y, q->box.max.x,
                q->box.max.y);
    } else if (first && q->kind == LIST_NEAR_WALL) {
        const carom_wall w = q->wall;
        fprintf(stderr, "    near {{%a, %a}, {%a, %a}, %a, %d}, gap %a\n", w.a.x, w.a.y, w.b.x,
                w.b.y, w.radius, (int)w.extent, q->gap);
    } else if (first) {
        fprintf(stderr, "    %s, touch %d, gap %a\n",
                q->kind == LIST_TOUCHING ? "touching" : "within", (int)q->touch, q->gap);
        mirror_print_circle(q->circle);
    }
    return false;
}

// Checks a list with this capacity; `count` walls are expected.
static bool check_capacity(scene_mirror *m, const list_question *q, size_t count, size_t capacity) {
    for (size_t i = 0; i < m->capacity; i++) {
        m->got[i] = CANARY;
    }
    if (list(m, q, m->got, capacity) != count) {
        return break_list(m, q, "a list's length depends on its capacity");
    }
    const size_t written = count < capacity ? count : capacity;
    memset(m->is_seen, 0, m->count);
    for (size_t i = 0; i < written; i++) {
        const uint32_t index = m->got[i];
        if (index >= m->count || !m->is_expected[index] || m->is_seen[index]) {
            return break_list(m, q, "a list names a wrong wall, or one twice");
        }
        m->is_seen[index] = 1;
        if (count <= capacity && index != m->expected[i]) {
            return break_list(m, q, "a list is not in rising order");
        }
    }
    for (size_t i = written; i < m->capacity; i++) {
        if (m->got[i] != CANARY) {
            return break_list(m, q, "a list is written beyond its end");
        }
    }
    return true;
}

// A query in progress, which stops after a number of walls.
typedef struct visit_log {
    scene_mirror *m;
    size_t calls, limit;
    bool wrong;
} visit_log;

static bool log_visit(void *context, carom_index index, const carom_wall *wall) {
    visit_log *log = context;
    scene_mirror *m = log->m;
    log->calls++;
    if (index >= m->count || m->is_seen[index] || !m->is_expected[index] ||
        !same_wall(*wall, m->walls[index]) || log->calls > log->limit) {
        log->wrong = true;
        return false;
    }
    m->is_seen[index] = 1;
    return log->calls < log->limit;
}

static bool check_visit(scene_mirror *m, const list_question *q, size_t count, size_t limit) {
    visit_log log = {.m = m, .limit = limit};
    memset(m->is_seen, 0, m->count);
    switch (q->kind) {
    case LIST_TOUCHING:
        carom_scene_query_touching(m->scene, q->circle, q->touch, NULL, log_visit, &log);
        break;
    case LIST_WITHIN:
        carom_scene_query_within(m->scene, q->circle, q->gap, NULL, log_visit, &log);
        break;
    case LIST_NEAR_WALL:
        carom_scene_query_near_wall(m->scene, q->wall, q->gap, NULL, log_visit, &log);
        break;
    default:
        carom_scene_query_box(m->scene, q->box, NULL, log_visit, &log);
    }
    if (log.wrong || log.calls != (count < limit ? count : limit)) {
        return break_list(m, q, log.wrong ? "a visit is wrong" : "the number of visits is wrong");
    }
    return true;
}

static bool check_list(scene_mirror *m, const list_question *q) {
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++) {
        m->is_expected[i] = answers(q, m->walls[i]);
        if (m->is_expected[i]) {
            m->expected[count++] = (uint32_t)i;
        }
    }
    m->found += (long)count;
    if (list(m, q, NULL, 0) != count) {
        return break_list(m, q, "the number of walls is wrong");
    }
    if (q->kind == LIST_TOUCHING &&
        carom_scene_touches(m->scene, q->circle, q->touch, NULL) != (count > 0)) {
        return break_list(m, q, "carom_scene_touches");
    }
    // Capacities alternate, to ask fewer questions per list. Exact answers at the ends of the range
    // are slow.
    const size_t others[] = {0, 1, 2, count, count > 0 ? count - 1 : 0, count / 2};
    const size_t limit = count > 1 ? 1 + m->turn % count : 1;
    const size_t capacity = others[m->turn++ % (sizeof others / sizeof others[0])];
    return check_capacity(m, q, count, m->capacity - 1) && check_capacity(m, q, count, capacity) &&
           check_visit(m, q, count, count + 1) && check_visit(m, q, count, limit);
}

bool mirror_check_touching(scene_mirror *m, carom_circle circle) {
    bool good = true;
    for (int touch = CAROM_CONTACT_RULE_CLOSED_DISC; good && touch <= CAROM_CONTACT_RULE_RING;
         touch++) {
        const list_question q = {
            .kind = LIST_TOUCHING, .circle = circle, .touch = (carom_contact_rule)touch};
        good = check_list(m, &q);
    }
    return good;
}

bool mirror_check_within(scene_mirror *m, carom_circle circle, double gap) {
    const list_question q = {.kind = LIST_WITHIN, .circle = circle, .gap = gap};
    return check_list(m, &q);
}

bool mirror_check_near_wall(scene_mirror *m, carom_wall wall, double gap) {
    const list_question q = {.kind = LIST_NEAR_WALL, .wall = wall, .gap = gap};
    return check_list(m, &q);
}

// By turns a wall of the scene, if it has one there, and the path of the circle with any extent.
static carom_wall wall_of_question(const scene_mirror *m, const wall_question *q) {
    const size_t turn = m->turn;
    if (m->count > 0 && turn % 2 == 0)
        return m->walls[turn / 2 % m->count];
    return carom_wall_make(q->circle.center, carom_vec2_add(q->circle.center, q->move),
                           q->circle.radius, (carom_extent)(turn / 2 % 3));
}

bool mirror_check_box(scene_mirror *m, carom_box box) {
    const list_question q = {.kind = LIST_IN_BOX, .box = box};
    return check_list(m, &q);
}

// ---- nearest ----

static bool is_nearer(const scene_mirror *m, carom_circle circle, uint32_t p, uint32_t q) {
    const int order = carom_circle_compare_distance(circle, m->walls[p], m->walls[q]);
    return order < 0 || (order == 0 && p < q);
}

// Sorts the first `count` of expected by nearness: merges runs of twice the length, from and to
// `got` in turn.
static void sort_by_nearness(scene_mirror *m, carom_circle circle, size_t count) {
    uint32_t *from = m->expected, *to = m->got;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t start = 0; start < count; start += 2 * run) {
            const size_t middle = start + run < count ? start + run : count;
            const size_t end = middle + run < count ? middle + run : count;
            size_t p = start, q = middle;
            for (size_t i = start; i < end; i++) {
                const bool left =
                    q == end || (p < middle && !is_nearer(m, circle, from[q], from[p]));
                to[i] = left ? from[p++] : from[q++];
            }
        }
        uint32_t *const other = from;
        from = to;
        to = other;
    }
    if (from != m->expected) {
        memcpy(m->expected, from, count * sizeof *from);
    }
}

static bool break_nearest(scene_mirror *m, carom_circle circle, size_t k, const char *what) {
    const bool first = m->broken == NULL;
    mirror_break(m, what);
    if (first) {
        fprintf(stderr, "    %zu nearest\n", k);
        mirror_print_circle(circle);
    }
    return false;
}

static size_t valid_count(const scene_mirror *m) {
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++) {
        count += carom_wall_is_valid(m->walls[i]);
    }
    return count;
}

static bool check_nearest(scene_mirror *m, carom_circle circle, size_t k) {
    const carom_neighbor canary = {CANARY, -7.0};
    const size_t all = carom_circle_is_valid(circle) ? valid_count(m) : 0;
    const size_t expected = k < all ? k : all;
    for (size_t i = 0; i < m->capacity; i++) {
        m->nearest[i] = canary;
    }
    if (carom_scene_nearest(m->scene, circle, NULL, m->nearest, k) != expected) {
        return break_nearest(m, circle, k, "how many nearest there are");
    }
    for (size_t i = 0; i < expected; i++) {
        if (m->nearest[i].index != m->expected[i]) {
            return break_nearest(m, circle, k, "which walls are nearest");
        }
        const double depth = carom_circle_contact(circle, m->walls[m->expected[i]]).depth;
        const double gap = m->nearest[i].gap;
        if (!(gap == -depth) || (gap == 0.0 && signbit(gap))) {
            return break_nearest(m, circle, k, "the gap to a nearest wall");
        }
    }
    for (size_t i = expected; i < m->capacity; i++) {
        if (m->nearest[i].index != CANARY || m->nearest[i].gap != canary.gap) {
            return break_nearest(m, circle, k, "nearest walls are written beyond their end");
        }
    }
    return true;
}

bool mirror_check_nearest(scene_mirror *m, carom_circle circle, size_t all_up_to) {
    // The capacity for 7 is always there: EXTRA.
    const size_t n = m->count, ks[] = {0, 1, 2, 7, n, n + 5}, all = n <= all_up_to ? n + 5 : 7;
    size_t valid = 0;
    for (size_t i = 0; i < n; i++) {
        if (carom_wall_is_valid(m->walls[i])) {
            m->expected[valid++] = (uint32_t)i;
        }
    }
    if (carom_circle_is_valid(circle)) {
        sort_by_nearness(m, circle, valid);
    }
    const size_t k = ks[m->turn++ % (n <= all_up_to ? 6 : 4)];
    return check_nearest(m, circle, k) && (k == all || check_nearest(m, circle, all));
}

// ---- first ----

bool mirror_is_before(const scene_mirror *m, carom_circle circle, carom_vec2 move, size_t first,
                      size_t second) {
    const int order =
        carom_circle_compare_time_of_impact(circle, move, m->walls[first], m->walls[second]);
    return order < 0 || (order == 0 && first < second);
}

carom_scene_hit mirror_sweep(const scene_mirror *m, carom_circle circle, carom_vec2 move) {
    carom_scene_hit hit = {.index = CAROM_NO_WALL};
    // A wall that is always valid detects invalid circles and moves.
    const carom_wall post = {{0.0, 0.0}, {0.0, 0.0}, 0.0, CAROM_EXTENT_SEGMENT};
    const bool valid = carom_circle_sweep(circle, move, post).kind != CAROM_SWEEP_KIND_INVALID;
    hit.sweep.kind = valid ? CAROM_SWEEP_KIND_MISS : CAROM_SWEEP_KIND_INVALID;
    for (size_t i = 0; valid && i < m->count; i++) {
        const carom_sweep s = carom_circle_sweep(circle, move, m->walls[i]);
        if (s.kind > CAROM_SWEEP_KIND_MISS && (hit.sweep.kind == CAROM_SWEEP_KIND_MISS ||
                                               mirror_is_before(m, circle, move, i, hit.index))) {
            hit = (carom_scene_hit){(carom_index)i, s};
        }
    }
    return hit;
}

bool mirror_same_hit(const carom_scene_hit *p, const carom_scene_hit *q) {
    const carom_sweep *s = &p->sweep, *t = &q->sweep;
    return p->index == q->index && s->kind == t->kind && s->feature == t->feature && s->t == t->t &&
           same_point(s->center, t->center) && same_point(s->point, t->point) &&
           same_point(s->normal, t->normal);
}

bool mirror_check_sweep(scene_mirror *m, carom_circle circle, carom_vec2 move) {
    const carom_scene_hit expected = mirror_sweep(m, circle, move);
    const carom_scene_hit got = carom_scene_sweep(m->scene, circle, move, NULL);
    m->found += expected.sweep.kind > CAROM_SWEEP_KIND_MISS;
    if (mirror_same_hit(&got, &expected)) {
        return true;
    }
    const bool first = m->broken == NULL;
    mirror_break(m, "the first wall met");
    if (first) {
        fprintf(stderr, "    move {%a, %a}: got wall %u, %s at %a, expected %u, %s at %a\n", move.x,
                move.y, got.index, carom_sweep_kind_name(got.sweep.kind), got.sweep.t,
                expected.index, carom_sweep_kind_name(expected.sweep.kind), expected.sweep.t);
        mirror_print_circle(circle);
    }
    return false;
}

bool mirror_check(scene_mirror *m, const wall_question *q) {
    // The path ends at the rounded end of the move.
    const carom_path path = {q->circle.center, carom_vec2_add(q->circle.center, q->move),
                             q->circle.radius};
    return mirror_check_touching(m, q->circle) && mirror_check_within(m, q->circle, q->gap) &&
           mirror_check_near_wall(m, wall_of_question(m, q), q->gap) &&
           mirror_check_box(m, q->box) && mirror_check_nearest(m, q->circle, 64) &&
           mirror_check_sweep(m, q->circle, q->move) && mirror_check_fan(m, q->circle, q->move) &&
           mirror_check_path(m, path);
}
