// The character in random levels under random input: it never passes a wall, and it is never stuck.
//
// A level has a floor of slopes, steps and pits, ledges, posts, thick walls and a ceiling, or walls
// anywhere. Every leg is checked against all walls (character_watch.h). A character that does not
// get on although its input says so is checked for a free way: a straight one that is no steeper
// than the limit, or a step onto level ground. There are 40 frames for each of CAROM_TEST_CASES
// (500), so the long run makes 4 10^6. A failure prints the seed and the level. Room: tests.
#include <inttypes.h>
#include <math.h>

#include "cases.h"
#include "character_world.h"
#include "random.h"

enum { CASES = 500, FRAMES_PER_CASE = 40, FRAMES_PER_LEVEL = 500, PATIENCE = 40, WIDTH = 24 };

typedef enum level_kind { LEVEL_TERRAIN, LEVEL_GRID, LEVEL_SOUP, LEVEL_KINDS } level_kind;

static const double R = 0.5;

// A number in a range: any, or a multiple of 1/8, for ties.
static double number(random_source *g, bool on_grid, double lo, double hi) {
    const double x = random_between(g, lo, hi);
    return on_grid ? floor(8 * x) / 8 : x;
}

static void add_floor(world *w, random_source *g, bool on_grid) {
    carom_vec2 p = vec(0, 0);
    while (p.x < WIDTH) {
        carom_vec2 to = p;
        switch (random_int(g, 0, 4)) {
        case 0: // level
            to.x += number(g, on_grid, 0.125, 3);
            break;
        case 1: // a riser or a drop
            to.y += number(g, on_grid, -0.75, 0.75);
            break;
        case 2: // a walkable slope
            to.x += number(g, on_grid, 0.25, 3);
            to.y += (to.x - p.x) * number(g, on_grid, -1, 1);
            break;
        case 3: // any slope
            to.x += number(g, on_grid, 0, 1);
            to.y += number(g, on_grid, -1.5, 1.5);
            break;
        default: // small and odd
            to.x += number(g, on_grid, -0.125, 0.25);
            to.y += number(g, on_grid, -0.25, 0.25);
            break;
        }
        to.y = fmax(fmin(to.y, 4), -4);
        world_add(w, carom_segment(p, to));
        p = to;
    }
}

static void add_things(world *w, random_source *g, bool on_grid, int count) {
    for (int i = 0; i < count; i++) {
        const double x = number(g, on_grid, 0, WIDTH), y = number(g, on_grid, -4, 8);
        const double dx = number(g, on_grid, -3, 3), dy = number(g, on_grid, -1, 1);
        const carom_vec2 a = vec(x, y), b = vec(x + dx, y + dy);
        const double radius = random_one_in(g, 2) ? 0 : number(g, on_grid, 0, 0.5);
        carom_wall wall = carom_capsule(a, random_one_in(g, 4) ? a : b, radius);
        if (random_one_in(g, 3)) {
            wall = carom_capsule(vec(fmin(a.x, b.x), a.y), vec(fmax(a.x, b.x), a.y), radius);
            wall.one_sided = true;
        }
        world_add(w, wall);
    }
}

static bool is_free(const world *w, carom_circle c) {
    for (size_t i = 0; i < w->list.count; i++)
        if (carom_circle_overlaps(c, w->walls[i]))
            return false;
    return true;
}

static void place(world *w, random_source *g) {
    carom_circle c = {{0, 0}, R};
    do {
        const double x = random_between(g, 1, WIDTH - 1), y = random_between(g, -3, 9);
        c.center = vec(x, y);
    } while (!is_free(w, c));
    w->c = carom_character_make(c.center, R);
}

static void start_level(world *w, random_source *g, level_kind kind) {
    world_start(w, vec(0, 0), R);
    world_add(w, carom_segment(vec(0, -20), vec(0, 20)));
    world_add(w, carom_segment(vec(WIDTH, 20), vec(WIDTH, -20)));
    world_add(w, carom_line(vec(0, 10), vec(WIDTH, 10)));
    world_add(w, carom_line(vec(0, -6), vec(WIDTH, -6)));
    const bool on_grid = kind == LEVEL_GRID;
    if (kind == LEVEL_SOUP)
        add_things(w, g, random_one_in(g, 2), 60);
    else
        add_floor(w, g, on_grid);
    add_things(w, g, on_grid, random_int(g, 0, 8));
    w->settings.max_slope = random_one_in(g, 2) ? 1 : number(g, on_grid, 0.25, 3);
    w->settings.step_height = random_one_in(g, 4) ? 0 : number(g, on_grid, 0.125, 1);
    w->settings.snap_distance = random_one_in(g, 4) ? 0 : number(g, on_grid, 0.125, 1);
    place(w, g);
}

// ---- an independent look for a free way ----

static bool path_is_clear(const world *w, carom_vec2 from, carom_vec2 to) {
    const carom_circle c = {from, R};
    for (size_t i = 0; i < w->list.count; i++) {
        const carom_wall wall = w->walls[i];
        const bool is_solid =
            !wall.one_sided || (carom_wall_side(wall, from) > 0 && !carom_circle_overlaps(c, wall));
        if (is_solid && !carom_circle_path_is_clear(c, to, wall))
            return false;
    }
    return true;
}

// True if it could go straight in the direction, no steeper than the limit.
static bool has_straight_way(const world *w, double direction) {
    const carom_vec2 p = w->c.ball.center;
    const double run = R / 16, most = 0.875 * w->settings.max_slope;
    for (int k = -16; k <= 16; k++)
        if (path_is_clear(w, p, vec(p.x + direction * run, p.y + run * most * k / 16)))
            return true;
    return false;
}

// How far it can go straight down, to 2^-20, but no farther than `most`.
static double depth_below(const world *w, carom_vec2 p, double most) {
    double low = 0, high = most;
    while (high - low > 0x1p-20) {
        const double middle = 0.5 * (low + high);
        if (path_is_clear(w, p, vec(p.x, p.y - middle)))
            low = middle;
        else
            high = middle;
    }
    return low;
}

// True if it could go up, forward and down onto level ground, no higher than a step.
static bool has_step(const world *w, double direction) {
    const carom_vec2 p = w->c.ball.center;
    const double height = w->settings.step_height;
    const carom_vec2 up = vec(p.x, p.y + height), over = vec(p.x + direction * R, up.y);
    if (!path_is_clear(w, p, up) || !path_is_clear(w, up, over))
        return false;
    const double y = over.y - depth_below(w, over, height);
    if (!(y > p.y + 0x1p-16))
        return false;
    for (size_t i = 0; i < w->list.count; i++) {
        const carom_wall wall = w->walls[i];
        const double top = y - R - wall.radius, left = fmin(wall.a.x, wall.b.x);
        if (wall.a.y == wall.b.y && fabs(wall.a.y - top) < 0x1p-16 && left < over.x &&
            over.x < left + fabs(wall.a.x - wall.b.x) && (!wall.one_sided || wall.b.x > wall.a.x))
            return true;
    }
    return false;
}

// ---- the run ----

typedef struct totals {
    long frames, on_ground, stepped, snapped, walls, heads, landed, wedged, lost, blocked, still;
} totals;

static void count(totals *t, const world *w) {
    t->frames++;
    t->on_ground += w->c.on_ground;
    t->stepped += w->motion.stepped;
    t->snapped += w->motion.snapped;
    t->walls += w->motion.hit_wall;
    t->heads += w->motion.hit_head;
    t->landed += w->motion.landed;
    t->wedged += w->c.is_wedged;
    t->lost += w->motion.lost > 0;
}

static void fail_stuck(const world *w, uint64_t index, const char *what) {
    fprintf(stderr, "seed %" PRIu64 ", level %" PRIu64 ": %s\n", case_seed(), index, what);
    character_watch_print(stderr, &w->watch);
    fail_msg("%s", what);
}

// What the player holds, and since when nothing has come of it.
typedef struct player {
    double speed;
    int until;
    bool jumps;
    carom_vec2 since;
    int frames;
} player;

static void play(world *w, player *p, random_source *g, int frame) {
    if (frame == p->until) {
        const int way = random_int(g, -1, 1);
        p->speed = way * random_log(g, -4, 5);
        p->jumps = random_one_in(g, 2);
        p->until += random_int(g, 1, 3 * PATIENCE);
        p->frames = 0;
        p->since = w->c.ball.center;
    }
    w->settings.drop = random_one_in(g, 16);
    w->c.ball.velocity.x = p->speed;
    if (w->c.on_ground && p->jumps && random_one_in(g, 10)) {
        w->c.ball.velocity.y = random_between(g, 2, 16);
        p->frames = 0;
    }
}

static bool has_moved(const player *p, const world *w) {
    return fabs(w->c.ball.center.x - p->since.x) + fabs(w->c.ball.center.y - p->since.y) > 0x1p-20;
}

// After some frames without any motion: it must be held by walls.
static void check_stuck(player *p, const world *w, totals *t, uint64_t index) {
    const carom_vec2 at = w->c.ball.center;
    if (has_moved(p, w)) {
        p->since = at;
        p->frames = 0;
        return;
    }
    if (++p->frames < PATIENCE)
        return;
    p->frames = 0;
    t->still++;
    if (!w->c.on_ground) {
        if (path_is_clear(w, at, vec(at.x, at.y - R / 64)))
            fail_stuck(w, index, "it hangs in the air");
        // It neither falls nor stands: then it cannot move to a side either.
        if (p->speed == 0)
            return;
    }
    if (p->speed == 0 || w->c.is_wedged)
        return;
    t->blocked++;
    const double direction = p->speed > 0 ? 1 : -1;
    if (has_straight_way(w, direction))
        fail_stuck(w, index, "it does not walk a free way");
    if (w->c.on_ground && has_step(w, direction))
        fail_stuck(w, index, "it does not climb a free step");
}

static void play_level(uint64_t index, totals *t) {
    static world w;
    random_source g = random_start(case_seed(), 77, index);
    start_level(&w, &g, (level_kind)(index % LEVEL_KINDS));
    player p = {0};
    for (int frame = 0; frame < FRAMES_PER_LEVEL; frame++) {
        play(&w, &p, &g, frame);
        world_move(&w);
        assert_true(w.c.ball.center.x > 0 && w.c.ball.center.x < WIDTH);
        assert_true(w.c.ball.center.y > -6 && w.c.ball.center.y < 10);
        count(t, &w);
        check_stuck(&p, &w, t, index);
    }
}

static void test_levels(void **state) {
    (void)state;
    totals t = {0};
    const long levels = (long)case_count(CASES) * FRAMES_PER_CASE / FRAMES_PER_LEVEL;
    for (long i = 0; i < levels; i++)
        play_level((uint64_t)i, &t);
    printf("%ld frames, on ground %ld, stepped %ld, snapped %ld, landed %ld, wedged %ld,\n"
           "walls %ld, heads %ld, lost time %ld, looked for a way %ld times, walking %ld\n",
           t.frames, t.on_ground, t.stepped, t.snapped, t.landed, t.wedged, t.walls, t.heads,
           t.lost, t.still, t.blocked);
    assert_true(t.on_ground > t.frames / 4 && t.snapped > 0);
    assert_true((t.stepped > 0 && t.blocked > 0) || case_count(CASES) < CASES);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_levels)};
    return cmocka_run_group_tests_name("character_levels", tests, NULL, NULL);
}
