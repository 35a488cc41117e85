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

static size_t circle_at(range_split split, size_t i) {
    return split.order != NULL ? split.order[i] : i;
}

enum { UNTOUCHED = 0xBADBAD };

// Compressed lists, of the mirror or of the scene.
typedef struct csr {
    uint32_t *counts;
    size_t *offsets;
    uint32_t *walls;
} csr;

static void csr_free(csr *lists) {
    free(lists->counts);
    free(lists->offsets);
    free(lists->walls);
}

static csr mirrored_lists(const scene_mirror *m, const carom_circle_soa *circles,
                          carom_contact_rule touch) {
    csr e = {allocate(circles->count, sizeof *e.counts),
             allocate(circles->count + 1, sizeof *e.offsets), NULL};
    // Twice: to count, and to list.
    for (int turn = 0; turn < 2; turn++) {
        size_t total = 0;
        for (size_t c = 0; c < circles->count; c++) {
            const carom_circle circle = carom_circle_soa_get(circles, c);
            e.offsets[c] = total;
            for (size_t i = 0; i < m->count; i++) {
                if (carom_circle_touches_by_rule(circle, m->walls[i], touch)) {
                    if (turn == 1) {
                        e.walls[total] = (uint32_t)i;
                    }
                    total++;
                }
            }
            e.counts[c] = (uint32_t)(total - e.offsets[c]);
        }
        e.offsets[circles->count] = total;
        if (turn == 0) {
            e.walls = allocate(total, sizeof *e.walls);
        }
    }
    return e;
}

// One part of the split, with a capacity below the number of walls. Checks the number, the counts
// of its circles only, and that nothing is written beyond the capacity.
static bool check_part(scene_mirror *m, const carom_circle_soa *circles, carom_contact_rule touch,
                       range_split split, size_t begin, size_t end, const csr *expected,
                       size_t less, uint32_t *appended) {
    size_t total = 0;
    for (size_t i = begin; i < end; i++) {
        total += expected->counts[circle_at(split, i)];
    }
    const size_t capacity = less < total ? total - less : 0;
    uint32_t *counts = allocate(circles->count, sizeof *counts);
    for (size_t c = 0; c < circles->count; c++) {
        counts[c] = UNTOUCHED;
    }
    for (size_t i = 0; i <= total; i++) {
        appended[i] = UNTOUCHED;
    }
    bool good = carom_scene_touching_range(m->scene, circles, split.order, begin, end, touch, NULL,
                                           counts, appended, capacity) == total;
    for (size_t i = 0; i < circles->count; i++) {
        const size_t c = circle_at(split, i);
        const bool within = i >= begin && i < end;
        good = good && counts[c] == (within ? expected->counts[c] : UNTOUCHED);
    }
    for (size_t i = capacity; i <= total; i++) {
        good = good && appended[i] == UNTOUCHED;
    }
    free(counts);
    return good ||
           mirror_break(m, less > 0 ? "a range with too little capacity" : "a range's counts");
}

bool mirror_check_range(scene_mirror *m, const carom_circle_soa *circles, carom_contact_rule touch,
                        range_split split) {
    const size_t n = circles->count, ends[] = {0, split.at, n};
    csr expected = mirrored_lists(m, circles, touch);
    const size_t total = expected.offsets[n];
    csr got = {allocate(n, sizeof *got.counts), allocate(n + 1, sizeof *got.offsets),
               allocate(total, sizeof *got.walls)};
    uint32_t *appended = allocate(total, sizeof *appended);
    bool good = true;
    carom_scene_csr_offsets(expected.counts, n, got.offsets);
    if (memcmp(got.offsets, expected.offsets, (n + 1) * sizeof *got.offsets) != 0) {
        good = mirror_break(m, "carom_scene_csr_offsets");
    }
    for (int part = 0; good && part < 2; part++) {
        good = check_part(m, circles, touch, split, ends[part], ends[part + 1], &expected, SIZE_MAX,
                          appended) &&
               check_part(m, circles, touch, split, ends[part], ends[part + 1], &expected, 1,
                          appended) &&
               check_part(m, circles, touch, split, ends[part], ends[part + 1], &expected, 0,
                          appended);
        carom_scene_csr_scatter(split.order, ends[part], ends[part + 1], appended, got.offsets,
                                got.walls);
    }
    if (good && memcmp(got.walls, expected.walls, total * sizeof *got.walls) != 0) {
        good = mirror_break(m, "the lists of a range");
    }
    m->found += (long)total;
    free(appended);
    csr_free(&expected);
    csr_free(&got);
    return good;
}

bool mirror_check_batch(scene_mirror *m, const carom_circle_soa *circles,
                        carom_contact_rule touch) {
    const size_t n = circles->count;
    csr expected = mirrored_lists(m, circles, touch);
    const size_t total = expected.offsets[n];
    csr got = {NULL, allocate(n + 1, sizeof *got.offsets), allocate(total, sizeof *got.walls)};
    bool good = true;
    // Too little capacity if there are walls, and exactly enough.
    for (size_t capacity = total > 0 ? total - 1 : 0; good && capacity <= total; capacity++) {
        void *scratch = allocate(carom_scene_batch_scratch(n, capacity), 1);
        memset(got.walls, 0xff, total * sizeof *got.walls);
        good = carom_scene_touching_batch(m->scene, circles, touch, NULL, got.offsets, got.walls,
                                          capacity, scratch) == total &&
               memcmp(got.offsets, expected.offsets, (n + 1) * sizeof *got.offsets) == 0;
        free(scratch);
    }
    good = good && memcmp(got.walls, expected.walls, total * sizeof *got.walls) == 0;
    csr_free(&expected);
    csr_free(&got);
    return good || mirror_break(m, "a batch");
}

bool mirror_check_sweep_batch(scene_mirror *m, const carom_moving_circle_soa *movers) {
    const size_t n = movers->circles.count;
    carom_scene_hit *hits = allocate(n, sizeof *hits);
    void *scratch = allocate(carom_scene_batch_scratch(n, 0), 1);
    carom_scene_sweep_batch(m->scene, movers, NULL, hits, scratch);
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        const carom_scene_hit hit =
            carom_scene_sweep(m->scene, carom_circle_soa_get(&movers->circles, i),
                              carom_moving_circle_soa_move(movers, i), NULL);
        good = good && hits[i].index == hit.index && hits[i].sweep.kind == hit.sweep.kind &&
               hits[i].sweep.t == hit.sweep.t;
    }
    free(scratch);
    free(hits);
    return good || mirror_break(m, "a batch of sweeps");
}

bool mirror_check_within_range(scene_mirror *m, const carom_circle_soa *circles, double gap,
                               range_split split) {
    const size_t n = circles->count, most = n * m->count;
    uint32_t *counts = allocate(n, sizeof *counts), *appended = allocate(most, sizeof *appended);
    size_t total = carom_scene_within_range(m->scene, circles, split.order, 0, split.at, gap, NULL,
                                            counts, appended, most);
    total += carom_scene_within_range(m->scene, circles, split.order, split.at, n, gap, NULL,
                                      counts, appended + total, most - total);
    const uint32_t *next = appended;
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        const size_t c = circle_at(split, i);
        const carom_circle circle = carom_circle_soa_get(circles, c);
        uint32_t found = 0;
        for (size_t w = 0; w < m->count; w++) {
            if (carom_circle_within(circle, m->walls[w], gap)) {
                good = good && *next == w;
                next++;
                found++;
            }
        }
        good = good && counts[c] == found;
    }
    good = good && (size_t)(next - appended) == total;
    free(counts);
    free(appended);
    return good || mirror_break(m, "a range of circles within a gap");
}

bool mirror_check_sweep_range(scene_mirror *m, const carom_moving_circle_soa *movers,
                              range_split split) {
    const size_t n = movers->circles.count;
    carom_scene_hit *hits = allocate(n, sizeof *hits);
    bool good = true;
    for (size_t i = 0; i <= n; i++) {
        hits[i].index = UNTOUCHED;
    }
    carom_scene_sweep_range(m->scene, movers, split.order, 0, split.at, NULL, hits);
    for (size_t i = split.at; i < n; i++) {
        good = good && hits[circle_at(split, i)].index == UNTOUCHED;
    }
    carom_scene_sweep_range(m->scene, movers, split.order, split.at, n, NULL, hits);
    good = good && hits[n].index == UNTOUCHED;
    for (size_t c = 0; good && c < n; c++) {
        const carom_scene_hit expected = mirror_sweep(m, carom_circle_soa_get(&movers->circles, c),
                                                      carom_moving_circle_soa_move(movers, c));
        good = mirror_same_hit(&hits[c], &expected);
        m->found += expected.sweep.kind > CAROM_SWEEP_KIND_MISS;
    }
    free(hits);
    return good || mirror_break(m, "the hits of a range");
}

bool mirror_check_order(scene_mirror *m, const carom_circle_soa *circles, uint32_t *order) {
    const size_t n = circles->count;
    const size_t size = carom_scene_hilbert_scratch(n);
    // Just the size that was asked for, so that the address sanitizer sees more.
    void *scratch = malloc(size > 0 ? size : 1);
    unsigned char *seen = allocate(n, 1);
    uint32_t *again = allocate(n, sizeof *again);
    if (scratch == NULL) {
        fprintf(stderr, "scene_mirror: no memory\n");
        exit(1);
    }
    bool good = true, was_invalid = false;
    memset(scratch, 0xA5, size);
    carom_scene_hilbert_order(m->scene, circles, order, scratch);
    for (size_t i = 0; good && i < n; i++) {
        good = order[i] < n && !seen[order[i]];
        if (good) {
            seen[order[i]] = 1;
            const bool valid = carom_circle_is_valid(carom_circle_soa_get(circles, order[i]));
            good = !valid || !was_invalid;
            was_invalid = !valid;
        }
    }
    memset(scratch, 0x5A, size);
    carom_scene_hilbert_order(m->scene, circles, again, scratch);
    good = good && memcmp(order, again, n * sizeof *order) == 0;
    free(scratch);
    free(seen);
    free(again);
    return good || mirror_break(m, "the order along the curve");
}
