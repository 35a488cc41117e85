// Rollback in a game of several players: the input of another player arrives late. The game goes
// back to the frame of the input and computes the frames since then once more.
//
// A crowd remembers which balls press on each other. So a snapshot has two parts: the balls and the
// bytes of the crowd. From the same snapshot the same input leads to the same bits, on every
// machine.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <carom/carom.h>

enum { BALLS = 40, SAVED_AT = 90, LATE = 12, JUMPER = BALLS - 3 };

static const double FRAME = 1.0 / 64;

typedef struct game {
    carom_crowd *crowd;
    carom_ball balls[BALLS];
    carom_crowd_settings settings;
} game;

typedef struct snapshot {
    carom_ball balls[BALLS];
    void *bytes;
    size_t size;
} snapshot;

// The balls fall into a pit.
static void place_balls(carom_ball *balls) {
    for (int i = 0; i < BALLS; i++) {
        const carom_vec2 center = {-4 + 2 * (i % 5) + 0.25 * (i / 5 % 2), 1 + 2.25 * (i / 5)};
        balls[i] = (carom_ball){center, i % 3 == 0 ? 0.75 : 1, {0, 0}};
    }
}

static bool save(const game *g, snapshot *s) {
    s->size = carom_crowd_save(g->crowd, NULL, 0);
    s->bytes = malloc(s->size);
    if (s->bytes == NULL)
        return false;
    carom_crowd_save(g->crowd, s->bytes, s->size);
    memcpy(s->balls, g->balls, sizeof s->balls);
    return true;
}

static bool load(game *g, const snapshot *s) {
    memcpy(g->balls, s->balls, sizeof s->balls);
    return carom_crowd_load(g->crowd, s->bytes, s->size) == CAROM_STATUS_OK;
}

static void step(game *g, int frames) {
    for (int i = 0; i < frames; i++)
        carom_crowd_step(g->crowd, g->balls, BALLS, FRAME, &g->settings, NULL);
}

static bool is_same(const carom_ball *p, const carom_ball *q) {
    return memcmp(p, q, BALLS * sizeof *p) == 0;
}

static bool play(game *g, snapshot *s) {
    carom_ball first[BALLS];
    step(g, SAVED_AT);
    if (!save(g, s))
        return false;
    step(g, LATE);
    memcpy(first, g->balls, sizeof first);

    if (!load(g, s))
        return false;
    step(g, LATE);
    printf("without an input the frames %s\n",
           is_same(first, g->balls) ? "are the same" : "differ");

    // The input: a ball on top jumps. The crowd sees that it was changed.
    if (!load(g, s))
        return false;
    g->balls[JUMPER].velocity = carom_vec2_make(0, 12);
    step(g, LATE);
    printf("with the late input they %s: ball %d is at the height %.2f instead of %.2f\n",
           is_same(first, g->balls) ? "are the same" : "differ", JUMPER, g->balls[JUMPER].center.y,
           first[JUMPER].center.y);
    return true;
}

int main(void) {
    const carom_wall pit[] = {
        carom_segment(carom_vec2_make(-5, 0), carom_vec2_make(5, 0)),
        carom_ray(carom_vec2_make(-5, 0), carom_vec2_make(-6, 9)),
        carom_ray(carom_vec2_make(5, 0), carom_vec2_make(6, 9)),
    };
    const carom_wall_list list = {pit, NULL, 3};
    game g = {.settings = carom_crowd_settings_default()};
    g.settings.move.world.walls = carom_wall_list_source(&list);
    g.settings.move.response = carom_bounce(0.25, 0.125);
    g.settings.move.gravity = carom_vec2_make(0, -20);
    g.settings.restitution = 0.25;
    place_balls(g.balls);
    if (carom_crowd_create(NULL, &g.crowd) != CAROM_STATUS_OK)
        return 1;
    snapshot s = {.bytes = NULL};
    const bool is_done = play(&g, &s);
    free(s.bytes);
    carom_crowd_destroy(g.crowd);
    return is_done ? 0 : 1;
}
