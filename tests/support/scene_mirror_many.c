// The mirror of scene_mirror.h, continued: the scene as a source of walls, and many circles at
// once. Layer: tests.
#include "scene_mirror.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- a source of walls ----

typedef enum way_habit {
    /// Looks at everything.
    WAY_ALL,
    /// Shrinks the way to the first contact seen, or to the next double after it.
    WAY_TO_CONTACT,
    WAY_BEYOND_CONTACT,
    /// Halves it whatever is there.
    WAY_HALVES,
    /// Stops after some walls.
    WAY_STOPS,
    WAY_HABITS
} way_habit;

typedef struct way_log {
    scene_mirror *m;
    carom_path way;
    way_habit habit;
    double share;
    size_t calls, limit;
    const char *wrong;
} way_log;

enum { NEVER = 2 };

static double log_way(void *context, size_t index, carom_wall wall) {
    way_log *log = context;
    scene_mirror *m = log->m;
    log->calls++;
    if (index >= m->count || m->is_seen[index]) {
        log->wrong = "a way's wall that is none, or twice";
        return 0.0;
    }
    m->is_seen[index] = 1;
    const carom_wall own = m->walls[index];
    if (!(wall.a.x == own.a.x && wall.a.y == own.a.y && wall.b.x == own.b.x &&
          wall.b.y == own.b.y && wall.radius == own.radius && wall.extent == own.extent)) {
        log->wrong = "a way's wall is not the one given";
    }
    if (log->share == 0.0 || log->calls > log->limit) {
        log->wrong = "a way's visit goes on after its end";
    }
    if (log->habit == WAY_TO_CONTACT || log->habit == WAY_BEYOND_CONTACT) {
        const double t = m->times[index];
        const double share = log->habit == WAY_TO_CONTACT ? t : nextafter(t, 2.0);
        log->share = share < log->share ? share : log->share;
    } else if (log->habit == WAY_HALVES) {
        log->share *= 0.5;
    } else if (log->habit == WAY_STOPS && log->calls == log->limit) {
        log->share = 0.0;
    }
    return log->share;
}

static bool break_way(scene_mirror *m, const way_log *log, const char *what) {
    const bool first = m->broken == NULL;
    mirror_break(m, what);
    if (first) {
        fprintf(stderr, "    way {{%a, %a}, {%a, %a}, %a}, habit %d\n", log->way.from.x,
                log->way.from.y, log->way.to.x, log->way.to.y, log->way.radius, (int)log->habit);
    }
    return false;
}

// Every wall reached before what is left of the way ends has been visited. The time of contact is
// rounded down, so before it also when it is rounded.
static bool check_none_left_out(scene_mirror *m, const way_log *log) {
    for (size_t i = 0; i < m->count; i++) {
        const double t = m->times[i];
        if (t != NEVER && !m->is_seen[i] && (t < log->share || log->share == 1.0)) {
            return break_way(m, log, "a wall near the way is left out");
        }
    }
    return true;
}

bool mirror_check_way(scene_mirror *m, carom_path way) {
    const carom_wall_source source = carom_scene_wall_source(m->scene);
    const bool valid = isfinite(way.from.x) && isfinite(way.from.y) && isfinite(way.to.x) &&
                       isfinite(way.to.y) && isfinite(way.radius) && way.radius >= 0.0;
    const carom_circle circle = {way.from, way.radius};
    for (size_t i = 0; i < m->count; i++) {
        const carom_sweep s = carom_circle_sweep_to(circle, way.to, m->walls[i]);
        m->times[i] = s.kind > CAROM_SWEEP_KIND_MISS ? s.t : NEVER;
    }
    size_t all = 0;
    for (int habit = WAY_ALL; habit < WAY_HABITS; habit++) {
        way_log log = {.m = m,
                       .way = way,
                       .habit = (way_habit)habit,
                       .share = 1.0,
                       .limit = habit == WAY_STOPS ? 1 + all / 2 : m->count};
        memset(m->is_seen, 0, m->count);
        source.query(source.source, way, log_way, &log);
        all = habit == WAY_ALL ? log.calls : all;
        if (log.wrong != NULL) {
            return break_way(m, &log, log.wrong);
        }
        if (habit == WAY_STOPS && all > 0 && log.calls != log.limit) {
            return break_way(m, &log, "visits of a way do not stop where they should");
        }
        // Of a way that is not one, nothing is known but that it must do no harm.
        if (habit != WAY_STOPS && valid && !check_none_left_out(m, &log)) {
            return false;
        }
    }
    return true;
}

// ---- many at once ----

static void *room_for(size_t count, size_t size) {
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
    csr e = {room_for(circles->count, sizeof *e.counts),
             room_for(circles->count + 1, sizeof *e.offsets), NULL};
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
            e.walls = room_for(total, sizeof *e.walls);
        }
    }
    return e;
}

// One part of the split, with room for some walls less than there are: the number, the counts of
// its circles and of no others, nothing beyond the room.
static bool check_part(scene_mirror *m, const carom_circle_soa *circles, carom_contact_rule touch,
                       range_split split, size_t begin, size_t end, const csr *expected,
                       size_t less, uint32_t *appended) {
    size_t total = 0;
    for (size_t i = begin; i < end; i++) {
        total += expected->counts[circle_at(split, i)];
    }
    const size_t capacity = less < total ? total - less : 0;
    uint32_t *counts = room_for(circles->count, sizeof *counts);
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
    return good || mirror_break(m, less > 0 ? "a range with too little room" : "a range's counts");
}

bool mirror_check_range(scene_mirror *m, const carom_circle_soa *circles, carom_contact_rule touch,
                        range_split split) {
    const size_t n = circles->count, ends[] = {0, split.at, n};
    csr expected = mirrored_lists(m, circles, touch);
    const size_t total = expected.offsets[n];
    csr got = {room_for(n, sizeof *got.counts), room_for(n + 1, sizeof *got.offsets),
               room_for(total, sizeof *got.walls)};
    uint32_t *appended = room_for(total, sizeof *appended);
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
    csr got = {NULL, room_for(n + 1, sizeof *got.offsets), room_for(total, sizeof *got.walls)};
    bool good = true;
    // Too little room, if there is anything to have none for, and just enough.
    for (size_t capacity = total > 0 ? total - 1 : 0; good && capacity <= total; capacity++) {
        void *scratch = room_for(carom_scene_batch_scratch(n, capacity), 1);
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
    carom_scene_hit *hits = room_for(n, sizeof *hits);
    void *scratch = room_for(carom_scene_batch_scratch(n, 0), 1);
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
    uint32_t *counts = room_for(n, sizeof *counts), *appended = room_for(most, sizeof *appended);
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
    carom_scene_hit *hits = room_for(n, sizeof *hits);
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
    unsigned char *seen = room_for(n, 1);
    uint32_t *again = room_for(n, sizeof *again);
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
