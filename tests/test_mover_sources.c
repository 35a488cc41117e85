// A mover's answers do not depend on the wall source. Sources that leave out every permitted wall
// or none, in the best, the worst or a random order, give the same bits as an array. With the
// strictest source no wall is passed in a field of a thousand walls. Room: tests.
#include <inttypes.h>

#include "carom/mover.h"
#include "cases.h"
#include "random.h"
#include "scene_tests.h"
#include "source_kinds.h"
#include "watched.h"

static const double FRAME = 1.0 / 60;

// What a move did, to compare.
static bool same_moves(const mover_watch *w, const mover_watch *v) {
    const carom_motion *m = &w->motion, *k = &v->motion;
    if (m->kind != k->kind || !is_point(m->ball.center, k->ball.center.x, k->ball.center.y) ||
        !is_point(m->ball.velocity, k->ball.velocity.x, k->ball.velocity.y) ||
        m->contacts != k->contacts || m->lost != k->lost || m->clamped != k->clamped ||
        m->overlapped.index != k->overlapped.index || !is_point(m->freed, k->freed.x, k->freed.y) ||
        w->place_count != v->place_count) {
        return false;
    }
    for (int i = 0; i < w->place_count && i < WATCH_PLACES_MAX; i++) {
        if (!is_point(w->places[i], v->places[i].x, v->places[i].y)) {
            return false;
        }
    }
    for (int i = 0; i < m->contacts; i++) {
        const carom_impact *p = &w->impacts[i], *q = &v->impacts[i];
        if (p->time != q->time || p->id.index != q->id.index || p->feature != q->feature ||
            !is_point(p->point, q->point.x, q->point.y)) {
            return false;
        }
    }
    return true;
}

enum { SOURCES = 2 * ORDER_COUNT };

// The same mover with each source.
typedef struct sources {
    test_source source[SOURCES];
    mover_watch watch[SOURCES];
} sources;

static void sources_start(sources *s, const mover_watch *w) {
    for (int i = 0; i < SOURCES; i++) {
        test_source_start(&s->source[i], w->array, (source_order)(i / 2), i % 2 == 0);
        s->watch[i] = *w;
        s->watch[i].oracle_every = 0;
        s->watch[i].mover.world.walls = test_source_walls(&s->source[i]);
    }
}

static void sources_move(sources *s, const mover_watch *w) {
    for (int i = 0; i < SOURCES; i++) {
        s->watch[i].mover.gravity = w->mover.gravity;
        s->watch[i].mover.max_contacts = w->mover.max_contacts;
        move(&s->watch[i], w->before, w->time);
        if (!same_moves(w, &s->watch[i])) {
            watch_print(stderr, w);
            watch_print(stderr, &s->watch[i]);
            fail_msg("source %d moves otherwise", i);
        }
    }
}

static void sources_end(sources *s) {
    for (int i = 0; i < SOURCES; i++) {
        test_source_end(&s->source[i]);
    }
}

static void test_scene_of(void **state) {
    static test_scene scene;
    static sources others;
    scene_make(&scene, *(const scene_kind *)*state);
    random_source g = random_start(case_seed(), 23, (uint64_t)scene.kind);
    for (int i = 0; i < SCENE_RESPONSES; i++) {
        mover_watch w = watched(&scene, scene_response(i));
        w.oracle_every = 0;
        sources_start(&others, &w);
        carom_ball ball = scene.ball;
        for (long k = case_count(500) / 25; k > 0; k--) {
            ball.velocity = scene_kick(&scene, &g, FRAME);
            if (k % 8 == 7) { // somewhere near, often in a wall
                ball.center.x += random_between(&g, -scene.ball.radius, scene.ball.radius);
            }
            w.mover.gravity = vec(0, random_one_in(&g, 3) ? -20 * scene.ball.radius : 0);
            const carom_motion m = move(&w, ball, FRAME);
            sources_move(&others, &w);
            ball = m.kind == CAROM_MOTION_KIND_MOVED && k % 16 != 0 ? m.ball : scene.ball;
        }
        sources_end(&others);
    }
}

// ---- a field of a thousand walls ----

enum { FIELD_WALLS = 1000 };

typedef struct field {
    carom_wall walls[FIELD_WALLS];
    carom_box boxes[FIELD_WALLS];
    carom_wall_list array;
    carom_ball ball;
} field;

// About a wall a square unit, some thick, some one-sided, in a box.
static void field_make(field *f, random_source *g, bool has_one_sided) {
    const double side = 30;
    const carom_vec2 corners[] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    for (int i = 0; i < FIELD_WALLS; i++) {
        const double x = random_between(g, 0, side), y = random_between(g, 0, side);
        const double dx = random_between(g, -1, 1), dy = random_between(g, -1, 1);
        const double radius = random_one_in(g, 8) ? random_between(g, 0, 0.1) : 0;
        f->walls[i] = i < 4 ? carom_segment(corners[i], corners[(i + 1) % 4])
                            : carom_capsule(vec(x, y), vec(x + dx, y + dy), radius);
        f->boxes[i] = carom_wall_box(f->walls[i]);
        f->walls[i].one_sided = i >= 4 && random_one_in(g, 8) && has_one_sided;
    }
    f->array = (carom_wall_list){f->walls, f->boxes, FIELD_WALLS};
    bool is_free = false;
    while (!is_free) {
        const double x = random_between(g, 1, side - 1), y = random_between(g, 1, side - 1);
        f->ball = ball_at(x, y, random_between(g, 0.05, 0.15), 0, 0);
        const carom_circle c = {f->ball.center, f->ball.radius};
        is_free = !carom_circle_depenetrate(c, carom_wall_list_source(&f->array), NULL).overlapped;
    }
}

// Ten balls, a thousand moves each, at 0.5 to 50 radii per frame. The watch tests all walls for
// every leg of the path.
static void test_field(void **state) {
    (void)state;
    static field f;
    random_source g = random_start(case_seed(), 24, 0);
    field_make(&f, &g, false);
    test_source source;
    test_source_start(&source, &f.array, ORDER_EARLY_FIRST, true);
    long contacts = 0, moves = 0;
    for (int i = 0; i < 10; i++) {
        carom_move_settings mover = {.world.walls = test_source_walls(&source),
                                     .response = carom_bounce(1, 0)};
        field_make(&f, &g, i % 2 == 0);
        mover_watch w = watch_start(mover, &f.array);
        w.oracle_every = 0;
        carom_ball ball = f.ball;
        for (long k = 2 * case_count(500); k > 0; k--) {
            if (k % 10 == 0) {
                const double radii = random_log(&g, -1, 5);
                const double x = random_between(&g, -1, 1), y = random_between(&g, -1, 1);
                const double scale = radii * ball.radius / sqrt(x * x + y * y);
                ball.velocity = vec(scale * x, scale * y);
            }
            ball = move(&w, ball, 1).ball;
        }
        contacts += w.contacts;
        moves += w.moves;
    }
    printf("%ld moves, %ld contacts; %ld walls named, %ld cut off\n", moves, contacts, source.named,
           source.cut_off);
    assert_true(contacts > moves / 2 && source.cut_off > moves / 8);
    test_source_end(&source);
}

int main(void) {
    return run_scene_tests("mover_sources", test_scene_of,
                           (struct CMUnitTest)cmocka_unit_test(test_field));
}
