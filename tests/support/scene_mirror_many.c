// The mirror of scene_mirror.h, continued: the scene as a wall source, and many circles at once.
// Room: tests.
#include "scene_mirror.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- a source of walls ----

typedef enum visit_habit {
    /// Looks at everything.
    VISIT_ALL,
    /// Shrinks the path to the first contact seen, or to the next double after it.
    VISIT_TO_CONTACT,
    VISIT_BEYOND_CONTACT,
    /// Halves the path at every wall.
    VISIT_HALVES,
    /// Stops after some walls.
    VISIT_STOPS,
    VISIT_HABITS
} visit_habit;

typedef struct path_log {
    scene_mirror *m;
    carom_path path;
    visit_habit habit;
    double fraction;
    size_t calls, limit;
    const char *wrong;
} path_log;

enum { NEVER = 2 };

static double log_path(void *context, carom_index index, const carom_wall *wall) {
    path_log *log = context;
    scene_mirror *m = log->m;
    log->calls++;
    if (index >= m->count || m->is_seen[index]) {
        log->wrong = "a *wall of a path is unknown or reported twice";
        return 0.0;
    }
    m->is_seen[index] = 1;
    const carom_wall own = m->walls[index];
    if (!(wall->a.x == own.a.x && wall->a.y == own.a.y && wall->b.x == own.b.x &&
          wall->b.y == own.b.y && wall->radius == own.radius && wall->extent == own.extent)) {
        log->wrong = "a *wall of a path is not the one given";
    }
    if (log->fraction == 0.0 || log->calls > log->limit) {
        log->wrong = "a path query goes on after its end";
    }
    if (log->habit == VISIT_TO_CONTACT || log->habit == VISIT_BEYOND_CONTACT) {
        const double t = m->times[index];
        const double fraction = log->habit == VISIT_TO_CONTACT ? t : nextafter(t, 2.0);
        log->fraction = fraction < log->fraction ? fraction : log->fraction;
    } else if (log->habit == VISIT_HALVES) {
        log->fraction *= 0.5;
    } else if (log->habit == VISIT_STOPS && log->calls == log->limit) {
        log->fraction = 0.0;
    }
    return log->fraction;
}

static bool break_path(scene_mirror *m, const path_log *log, const char *what) {
    const bool first = m->broken == NULL;
    mirror_break(m, what);
    if (first) {
        fprintf(stderr, "    path {{%a, %a}, {%a, %a}, %a}, habit %d\n", log->path.from.x,
                log->path.from.y, log->path.to.x, log->path.to.y, log->path.radius,
                (int)log->habit);
    }
    return false;
}

// True if every wall that is reached on the remaining part of the path has been visited. The time
// of contact is rounded down, so it is before the true time.
static bool check_none_left_out(scene_mirror *m, const path_log *log) {
    for (size_t i = 0; i < m->count; i++) {
        const double t = m->times[i];
        if (t != NEVER && !m->is_seen[i] && (t < log->fraction || log->fraction == 1.0)) {
            return break_path(m, log, "a wall near the path is left out");
        }
    }
    return true;
}

bool mirror_check_path(scene_mirror *m, carom_path path) {
    const carom_wall_source source = carom_scene_wall_source(m->scene);
    const bool valid = isfinite(path.from.x) && isfinite(path.from.y) && isfinite(path.to.x) &&
                       isfinite(path.to.y) && isfinite(path.radius) && path.radius >= 0.0;
    const carom_circle circle = {path.from, path.radius};
    for (size_t i = 0; i < m->count; i++) {
        const carom_sweep s = carom_circle_sweep_to(circle, path.to, m->walls[i]);
        m->times[i] = s.kind > CAROM_SWEEP_KIND_MISS ? s.t : NEVER;
    }
    size_t all = 0;
    for (int habit = VISIT_ALL; habit < VISIT_HABITS; habit++) {
        path_log log = {.m = m,
                        .path = path,
                        .habit = (visit_habit)habit,
                        .fraction = 1.0,
                        .limit = habit == VISIT_STOPS ? 1 + all / 2 : m->count};
        memset(m->is_seen, 0, m->count);
        source.query(source.source, &path, log_path, &log);
        all = habit == VISIT_ALL ? log.calls : all;
        if (log.wrong != NULL) {
            return break_path(m, &log, log.wrong);
        }
        if (habit == VISIT_STOPS && all > 0 && log.calls != log.limit) {
            return break_path(m, &log, "path queries do not stop where they should");
        }
        // An invalid path may give any walls, but must be harmless.
        if (habit != VISIT_STOPS && valid && !check_none_left_out(m, &log)) {
            return false;
        }
    }
    return true;
}

// ---- a fan ----

enum { FAN_AROUND = 10, FAN_TO_ENDS = 9, FAN_ALONG = 5, FAN_MAX = 26 };

// Packets take beams that point about the same way, so the step from beam to beam varies: from half
// a right angle to the distance of neighbouring doubles.
static size_t fan_moves(const scene_mirror *m, carom_circle circle, carom_vec2 move,
                        carom_vec2 *moves) {
    static const double steps[] = {1.0, 0x1p-3, 0x1p-5, 0x1p-10, 0x1p-30, 0x1p-52};
    const double step = steps[m->turn % (sizeof steps / sizeof steps[0])];
    size_t count = 0;
    for (int i = 0; i < FAN_AROUND; i++) {
        const double turn = step * (i - 4);
        moves[count++] = carom_vec2_make(move.x - turn * move.y, move.y + turn * move.x);
    }
    // To the ends of walls, and as far again: ties between walls that share an end.
    for (size_t i = 0; i < FAN_TO_ENDS && m->count > 0; i++) {
        const carom_vec2 u =
            carom_vec2_sub(m->walls[(m->turn + i / 3) % m->count].a, circle.center);
        moves[count++] = carom_vec2_scale(u, i % 3 == 0 ? 1.0 : i % 3 == 1 ? 2.0 : 0.75);
    }
    for (int i = 0; i < FAN_ALONG; i++)
        moves[count++] = carom_vec2_scale(move, 1.0 / (1 << 2 * i));
    moves[count++] = carom_vec2_make(0.0, -0.0);
    moves[count++] = carom_vec2_make((double)NAN, 1.0);
    return count;
}

bool mirror_check_fan(scene_mirror *m, carom_circle circle, carom_vec2 move) {
    carom_vec2 moves[FAN_MAX];
    carom_scene_hit hits[FAN_MAX + 1];
    const size_t count = fan_moves(m, circle, move, moves), way = m->turn++ % 5;
    carom_cast_settings settings = carom_cast_settings_default();
    settings.hits_only = way == 1 || way == 2;
    settings.pass_one_sided = way == 2 || way == 3;
    const carom_cast_settings *used = way == 0 ? NULL : &settings;
    memset(hits, 0xA5, sizeof hits);
    const size_t canary = hits[count].index;
    carom_scene_fan(m->scene, circle, moves, count, used, hits);
    for (size_t i = 0; i < count; i++) {
        const carom_scene_hit one = carom_scene_sweep(m->scene, circle, moves[i], used);
        bool good = mirror_same_hit(&hits[i], &one);
        // The loop over all walls answers few of them, because it is slow.
        if (!settings.hits_only && !settings.pass_one_sided && i % 8 == m->turn % 8) {
            const carom_scene_hit expected = mirror_sweep(m, circle, moves[i]);
            good = good && mirror_same_hit(&hits[i], &expected);
        }
        const bool first = m->broken == NULL;
        if (!good && !mirror_break(m, "a beam of a fan") && first) {
            fprintf(stderr, "    beam %zu {%a, %a}: got wall %u at %a, one sweep %u at %a\n", i,
                    moves[i].x, moves[i].y, hits[i].index, hits[i].sweep.t, one.index, one.sweep.t);
            mirror_print_circle(circle);
            return false;
        }
        m->found += hits[i].sweep.kind > CAROM_SWEEP_KIND_MISS;
    }
    return hits[count].index == canary || mirror_break(m, "a fan is written beyond its end");
}

// ---- many at once ----

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (memory == NULL) {
        fprintf(stderr, "scene_mirror: no memory\n");
        exit(1);
    }
    return memory;
}

enum { UNTOUCHED = 0xBADBAD };

static carom_circle_lists mirrored_lists(const scene_mirror *m, const carom_circle_soa *circles,
                                         carom_contact_rule touch, const double *gap) {
    carom_circle_lists e = {circles->count, allocate(circles->count + 1, sizeof *e.offsets), NULL,
                            sizeof(uint32_t)};
    // Twice: to count, and to list.
    for (int turn = 0; turn < 2; turn++) {
        size_t total = 0;
        for (size_t c = 0; c < circles->count; c++) {
            const carom_circle circle = carom_circle_soa_get(circles, c);
            e.offsets[c] = total;
            for (size_t i = 0; i < m->count; i++) {
                if (gap != NULL ? carom_circle_within(circle, m->walls[i], *gap)
                                : carom_circle_touches_by_rule(circle, m->walls[i], touch)) {
                    if (turn == 1) {
                        ((uint32_t *)e.items)[total] = (uint32_t)i;
                    }
                    total++;
                }
            }
        }
        e.offsets[circles->count] = total;
        if (turn == 0) {
            e.items = allocate(total, sizeof(uint32_t));
        }
    }
    return e;
}

static carom_status ask_lists(const scene_mirror *m, const carom_circle_soa *circles,
                              carom_contact_rule touch, const double *gap, size_t most,
                              const carom_task_runner *runner, carom_circle_lists *got) {
    return gap != NULL
               ? carom_scene_within_batch(m->scene, circles, *gap, NULL, most, runner, NULL, got)
               : carom_scene_touching_batch(m->scene, circles, touch, NULL, most, runner, NULL,
                                            got);
}

static bool same_lists(const carom_circle_lists *p, const carom_circle_lists *q) {
    const size_t total = q->offsets[q->count];
    return p->count == q->count && p->item_size == q->item_size &&
           memcmp(p->offsets, q->offsets, (q->count + 1) * sizeof *q->offsets) == 0 &&
           (total > 0 ? memcmp(p->items, q->items, total * q->item_size) == 0 : p->items == NULL);
}

static bool check_lists(scene_mirror *m, const carom_circle_soa *circles, carom_contact_rule touch,
                        const double *gap, const carom_task_runner *runner) {
    carom_circle_lists expected = mirrored_lists(m, circles, touch, gap), got;
    const size_t total = expected.offsets[expected.count];
    bool good = true;
    for (int turn = 0; good && turn < 2; turn++) {
        good = ask_lists(m, circles, touch, gap, turn == 0 ? total : SIZE_MAX, runner, &got) ==
                   CAROM_STATUS_OK &&
               same_lists(&got, &expected);
        carom_circle_lists_release(&got, NULL);
        good = good && got.offsets == NULL && got.items == NULL && got.count == 0;
    }
    if (good && total > 0) {
        memset(&got, 0xff, sizeof got);
        good = ask_lists(m, circles, touch, gap, total - 1, runner, &got) ==
                   CAROM_STATUS_TOO_MANY_ITEMS &&
               got.offsets == NULL && got.items == NULL && got.count == 0;
    }
    m->found += (long)total;
    free(expected.offsets);
    free(expected.items);
    return good || mirror_break(m, "the lists of a batch");
}

bool mirror_check_batch(scene_mirror *m, const carom_circle_soa *circles, carom_contact_rule touch,
                        const carom_task_runner *runner) {
    return check_lists(m, circles, touch, NULL, runner);
}

bool mirror_check_within_batch(scene_mirror *m, const carom_circle_soa *circles, double gap,
                               const carom_task_runner *runner) {
    return check_lists(m, circles, CAROM_CONTACT_RULE_CLOSED_DISC, &gap, runner);
}

// ---- walls against walls ----

typedef struct clearance_check {
    scene_mirror *m;
    // NULL: the walls of the scene themselves.
    const carom_wall *walls;
    size_t count;
    double gap;
    const carom_filter *filter;
    bool except_same_group;
} clearance_check;

// Does the list of wall c have wall i?
static bool is_pair(const clearance_check *k, size_t c, size_t i) {
    const carom_wall *const wall = k->walls != NULL ? &k->walls[c] : &k->m->walls[c];
    const carom_wall *const other = &k->m->walls[i];
    if (k->walls == NULL && (i <= c || !carom_filter_accepts(k->filter, (carom_index)c, wall)))
        return false;
    if (k->except_same_group && wall->group != 0 && wall->group == other->group)
        return false;
    return carom_filter_accepts(k->filter, (carom_index)i, other) &&
           carom_wall_within(*wall, *other, k->gap);
}

static carom_circle_lists mirrored_pairs(const clearance_check *k) {
    carom_circle_lists e = {k->count, allocate(k->count + 1, sizeof *e.offsets), NULL,
                            sizeof(uint32_t)};
    uint32_t *const found = allocate(k->count * k->m->count, sizeof *found);
    size_t total = 0;
    for (size_t c = 0; c < k->count; c++) {
        for (size_t i = 0; i < k->m->count; i++)
            if (is_pair(k, c, i))
                found[total++] = (uint32_t)i;
        e.offsets[c + 1] = total;
    }
    e.items = found;
    return e;
}

static carom_status ask_pairs(const clearance_check *k, size_t most,
                              const carom_task_runner *runner, carom_circle_lists *got) {
    memset(got, 0xff, sizeof *got);
    return k->walls == NULL
               ? carom_scene_clearance_batch(k->m->scene, k->gap, k->filter, k->except_same_group,
                                             most, runner, NULL, got)
               : carom_scene_near_wall_batch(k->m->scene, k->walls, k->count, k->gap, k->filter,
                                             k->except_same_group, most, runner, NULL, got);
}

static bool check_pairs(const clearance_check *k, const carom_task_runner *runner) {
    carom_circle_lists expected = mirrored_pairs(k), got;
    const size_t total = expected.offsets[expected.count];
    bool good = ask_pairs(k, total, runner, &got) == CAROM_STATUS_OK && same_lists(&got, &expected);
    carom_circle_lists_release(&got, NULL);
    if (good && total > 0)
        good = ask_pairs(k, total - 1, runner, &got) == CAROM_STATUS_TOO_MANY_ITEMS &&
               got.offsets == NULL && got.items == NULL && got.count == 0;
    k->m->found += (long)total;
    free(expected.offsets);
    free(expected.items);
    return good || mirror_break(k->m, "the lists of walls near walls");
}

bool mirror_check_clearance(scene_mirror *m, const carom_wall *walls, size_t count, double gap,
                            const carom_filter *filter, const carom_task_runner *runner) {
    bool good = true;
    for (int except = 0; good && except < 2; except++) {
        clearance_check k = {m, NULL, m->count, gap, filter, except == 1};
        good = check_pairs(&k, runner);
        k.walls = walls;
        k.count = count;
        good = good && (walls == NULL || check_pairs(&k, runner));
    }
    return good;
}

bool mirror_check_nearest_batch(scene_mirror *m, const carom_circle_soa *circles, size_t k,
                                const carom_task_runner *runner) {
    const size_t n = circles->count;
    carom_neighbor *rows = allocate(n * k + 1, sizeof *rows), *row = allocate(k, sizeof *row);
    rows[n * k].index = UNTOUCHED;
    bool good = carom_scene_nearest_batch(m->scene, circles, NULL, k, runner, NULL, rows) ==
                CAROM_STATUS_OK;
    for (size_t c = 0; good && c < n; c++) {
        const size_t found =
            carom_scene_nearest(m->scene, carom_circle_soa_get(circles, c), NULL, row, k);
        for (size_t i = 0; i < k; i++) {
            const carom_neighbor expected =
                i < found ? row[i] : (carom_neighbor){CAROM_NO_WALL, (double)INFINITY};
            good = good && rows[c * k + i].index == expected.index &&
                   memcmp(&rows[c * k + i].gap, &expected.gap, sizeof expected.gap) == 0;
        }
    }
    good = good && rows[n * k].index == UNTOUCHED;
    free(rows);
    free(row);
    return good || mirror_break(m, "the nearest walls of a batch");
}

bool mirror_check_sweep_batch(scene_mirror *m, const carom_moving_circle_soa *movers,
                              const carom_task_runner *runner) {
    const size_t n = movers->circles.count;
    carom_scene_hit *hits = allocate(n, sizeof *hits);
    hits[n].index = UNTOUCHED;
    bool good =
        carom_scene_sweep_batch(m->scene, movers, NULL, runner, NULL, hits) == CAROM_STATUS_OK;
    for (size_t c = 0; good && c < n; c++) {
        const carom_scene_hit expected = mirror_sweep(m, carom_circle_soa_get(&movers->circles, c),
                                                      carom_moving_circle_soa_move(movers, c));
        good = mirror_same_hit(&hits[c], &expected);
        m->found += expected.sweep.kind > CAROM_SWEEP_KIND_MISS;
    }
    good = good && hits[n].index == UNTOUCHED;
    free(hits);
    return good || mirror_break(m, "the hits of a batch");
}

// The circles in the order in which a batch asks about them.
typedef struct visit_log {
    uint32_t *order;
    size_t count;
} visit_log;

static size_t log_visit(void *context, size_t c, const carom_circle *circle, void *items,
                        size_t capacity) {
    visit_log *log = context;
    (void)circle;
    (void)items;
    (void)capacity;
    log->order[log->count++] = (uint32_t)c;
    return 0;
}

bool mirror_check_order(scene_mirror *m, const carom_circle_soa *circles, uint32_t *order) {
    const size_t n = circles->count;
    unsigned char *seen = allocate(n, 1);
    visit_log log = {order, 0};
    const carom_circle_query query = {log_visit, NULL, &log, 0};
    bool good =
        carom_scene_batch(m->scene, circles, &query, 0, NULL, NULL, NULL) == CAROM_STATUS_OK &&
        log.count == n;
    bool was_invalid = false;
    for (size_t i = 0; good && i < n; i++) {
        good = order[i] < n && !seen[order[i]];
        if (good) {
            seen[order[i]] = 1;
            const bool valid = carom_circle_is_valid(carom_circle_soa_get(circles, order[i]));
            // Few circles, or circles among few walls, stay in their order.
            good = n < 1024 || m->count < 256 ? order[i] == i : !valid || !was_invalid;
            was_invalid = !valid;
        }
    }
    free(seen);
    return good || mirror_break(m, "the order along the curve");
}
