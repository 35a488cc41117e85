// The simulation of `carom run`: all balls, step by step.
// Method: threads move groups of balls through a block of some steps. The notes of the block are
// then reported in the order of steps and balls, so that the order does not depend on the threads.
// Room: cli.
#include "run/simulation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "csv/number.h"
#include "csv/text.h"
#include "report.h"

/// The maximum number of balls in a group, the number of groups if there are enough balls, the
/// approximate number of moves in a block, and the minimum for a second thread.
enum { GROUP_BALLS = 64, GROUPS = 32, BLOCK_MOVES = 1 << 14, SHARED_MOVES = 1 << 9 };

/// Returns the tolerance of trails: a quarter of a pixel in a picture of all finite shapes.
static double trail_tolerance(const answers *a) {
    carom_box all = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    for (size_t i = 0; i < a->circles.count + 2 * a->walls.count; i++) {
        size_t end = i - a->circles.count; // used only for walls
        carom_vec2 p = i < a->circles.count ? a->circles.items[i].center
                       : end % 2 == 0       ? a->walls.items[end / 2].a
                                            : a->walls.items[end / 2].b;
        all.min = carom_vec2_make(fmin(all.min.x, p.x), fmin(all.min.y, p.y));
        all.max = carom_vec2_make(fmax(all.max.x, p.x), fmax(all.max.y, p.y));
    }
    double size = fmax(all.max.x - all.min.x, all.max.y - all.min.y);
    return isfinite(size) && size > 0.0 ? 0.25 * size / a->arguments.width : 0.0;
}

static bool start_trails(run_state *s, const answers *a) {
    s->tolerance = trail_tolerance(a);
    s->trails = calloc(a->circles.count + 1, sizeof *s->trails);
    bool memory = s->trails != NULL;
    for (size_t i = 0; memory && i < a->circles.count; i++) {
        memory = trail_start(&s->trails[i], a->circles.items[i].center);
    }
    return memory;
}

static bool start_groups(simulation *s, size_t balls) {
    const bool one = s->state.options->balls_collide != 0;
    size_t size = one ? balls : balls / GROUPS;
    size = size < 1 ? 1 : size > GROUP_BALLS && !one ? GROUP_BALLS : size;
    s->groups = calloc(balls / size + 1, sizeof *s->groups);
    for (size_t i = 0; s->groups != NULL && i < balls; i += size) {
        s->groups[s->group_count++] =
            (group){.state = &s->state, .begin = i, .end = balls - i < size ? balls : i + size};
    }
    return s->groups != NULL;
}

bool simulation_start(simulation *s, answers *a, run_walls *walls, const run_options *options) {
    const size_t balls = a->circles.count;
    *s = (simulation){
        .answers = a,
        .walls = walls,
        .state = {.options = options, .circles = &a->circles, .rows = &a->walls, .walls = walls}};
    run_state *state = &s->state;
    // One more of each: malloc(0) can return NULL.
    state->balls = malloc((balls + 1) * sizeof *state->balls);
    state->contacts = calloc(balls + 1, sizeof *state->contacts);
    state->states = malloc((balls + 1) * sizeof *state->states);
    state->lost = calloc(balls + 1, sizeof *state->lost);
    if (state->balls == NULL || state->contacts == NULL || state->states == NULL ||
        state->lost == NULL || !start_groups(s, balls) ||
        (a->arguments.draws && !start_trails(state, a))) {
        return false;
    }
    for (size_t i = 0; i < balls; i++) {
        const carom_circle circle = a->circles.items[i];
        state->balls[i] = (carom_ball){circle.center, circle.radius, a->circles.motions[i]};
        state->states[i] = CAROM_MOTION_KIND_MOVED;
    }
    state->mover = (carom_move_settings){
        .world.walls = carom_scene_wall_source(a->scene),
        .response = options->response,
        .gravity = options->gravity,
    };
    return !options->balls_collide || balls == 0 || collide_start(&s->collide, s->groups);
}

/// Formats a name for messages.
static const char *shown_name(char text[TEXT_QUOTED_SIZE], const names *list, size_t i) {
    char number[NAME_NUMBER_SIZE];
    table_text name = names_get(list, i, number);
    text_clean(text, TEXT_QUOTED_SIZE, 40, name.at, name.length);
    return text;
}

/// Reports that a ball overlapped a wall or a ball, and counts it.
static void tell_overlap(simulation *s, const run_note *n) {
    answers *a = s->answers;
    char ball[TEXT_QUOTED_SIZE];
    char wall[TEXT_QUOTED_SIZE];
    char what[TEXT_QUOTED_SIZE + 8] = "another ball";
    char x[NUMBER_SIZE];
    char y[NUMBER_SIZE];
    shown_name(ball, &a->circles.names, n->ball);
    if (n->walls[0] != SIZE_MAX) {
        snprintf(what, sizeof what, "wall %s", shown_name(wall, &a->walls.names, n->walls[0]));
    }
    progress_clear(&a->progress);
    if (n->kind == NOTE_FREED) {
        s->freed_balls++;
        report(a->call->who, "ball %s overlaps %s at the start: moved out to (%.*s, %.*s)", ball,
               what, (int)number_write(x, n->freed.x), x, (int)number_write(y, n->freed.y), y);
    } else {
        s->stuck_balls++;
        report(a->call->who, "ball %s overlaps %s at the start and cannot be moved out: it stays",
               ball, what);
    }
}

/// Reports that a ball was crushed, and counts it.
static void tell_crushed(simulation *s, const run_note *n) {
    answers *a = s->answers;
    char ball[TEXT_QUOTED_SIZE];
    char first[TEXT_QUOTED_SIZE];
    char second[TEXT_QUOTED_SIZE];
    s->crushed_balls++;
    shown_name(ball, &a->circles.names, n->ball);
    shown_name(first, &a->walls.names, n->walls[0]);
    const double time = run_step_start(s->state.options, n->step) + n->time;
    progress_clear(&a->progress);
    if (n->walls[1] == SIZE_MAX) {
        report(a->call->who, "ball %s is crushed between wall %s and another ball at time %.6g",
               ball, first, time);
        return;
    }
    report(a->call->who, "ball %s is crushed between walls %s and %s at time %.6g", ball, first,
           shown_name(second, &a->walls.names, n->walls[1]), time);
}

/// Reports that a ball exceeded the range of doubles.
static void tell_out_of_range(simulation *s, const run_note *n) {
    answers *a = s->answers;
    char ball[TEXT_QUOTED_SIZE];
    progress_clear(&a->progress);
    report(a->call->who, "ball %s leaves the range of double precision after time %.6g",
           shown_name(ball, &a->circles.names, n->ball), run_step_start(s->state.options, n->step));
}

/// Reports the notes of a group about one ball. Returns false if the run must end.
static bool tell(simulation *s, const run_note *n) {
    switch (n->kind) {
    case NOTE_IMPACT:
        events_add(s->events, run_step_start(s->state.options, n->step), n->ball, &n->impact);
        return s->events->out.error == 0;
    case NOTE_BALL_IMPACT:
        events_add_ball(s->events, run_step_start(s->state.options, n->step), n->ball, &n->impact);
        return s->events->out.error == 0;
    case NOTE_FREED:
    case NOTE_STUCK:
        tell_overlap(s, n);
        return true;
    case NOTE_CRUSHED:
        tell_crushed(s, n);
        return true;
    case NOTE_OUT_OF_RANGE:
        break;
    }
    tell_out_of_range(s, n);
    return false;
}

/// Reports the notes of all groups in a block, in the order of steps, then of balls. Returns false
/// if the run must end.
static bool tell_block(simulation *s, uint64_t begin, uint64_t end, size_t *told) {
    for (size_t g = 0; g < s->group_count; g++) {
        told[g] = 0;
        if (s->groups[g].no_memory) {
            progress_clear(&s->answers->progress);
            report(s->answers->call->who, "out of memory");
            return false;
        }
    }
    bool going = true;
    for (uint64_t step = begin; going && step < end; step++) {
        for (size_t g = 0; going && g < s->group_count; g++) {
            const group *from = &s->groups[g];
            while (going && told[g] < from->note_count && from->notes[told[g]].step == step) {
                going = tell(s, &from->notes[told[g]++]);
            }
        }
    }
    return going;
}

/// Sums over groups and balls, always in the same order.
static void add_up(simulation *s) {
    int64_t spent_ns = 0;
    for (size_t g = 0; g < s->group_count; g++) {
        const run_check *c = &s->groups[g].check;
        s->check.legs += c->legs;
        s->check.escapes += c->escapes;
        s->check.places += c->places;
        s->check.overlaps += c->overlaps;
        s->check.spent_ns += c->spent_ns;
        spent_ns += s->groups[g].spent_ns;
    }
    s->check_share = spent_ns > 0 ? (double)s->check.spent_ns / (double)spent_ns : 0.0;
    for (size_t i = 0; i < s->answers->circles.count; i++) {
        s->all_contacts += s->state.contacts[i];
        s->lost += s->state.lost[i];
    }
}

/// Moves the walls through the steps of a block. Returns false on failure, which is reported.
static bool move_walls(simulation *s, uint64_t begin, uint64_t end) {
    answers *a = s->answers;
    char wall[TEXT_QUOTED_SIZE];
    size_t row = 0;
    uint64_t step = 0;
    const bool moved = run_walls_advance(s->walls, s->state.options, begin, end, &row, &step);
    if (!moved) {
        progress_clear(&a->progress);
        if (row == SIZE_MAX) {
            report(a->call->who, "out of memory");
        } else {
            report(a->call->who, "wall %s leaves the range of double precision after time %.6g",
                   shown_name(wall, &a->walls.names, row), run_step_start(s->state.options, step));
        }
    }
    return moved;
}

/// Moves all balls through the steps of a block.
static void move_groups(simulation *s, uint64_t begin, uint64_t end) {
    if (s->state.options->balls_collide) {
        collide_move(&s->collide, begin, end);
        return;
    }
#pragma omp parallel for schedule(dynamic, 1) if ((end - begin) * s->answers->circles.count >=     \
                                                  SHARED_MOVES)
    for (size_t g = 0; g < s->group_count; g++) {
        group_move(&s->groups[g], begin, end);
    }
}

bool simulation_run(simulation *s) {
    const uint64_t steps = s->state.options->steps;
    const size_t balls = s->answers->circles.count;
    const uint64_t most = run_walls_block_max(s->walls);
    uint64_t block = balls < BLOCK_MOVES ? BLOCK_MOVES / (balls + 1) : 1;
    block = block < most ? block : most;
    progress *bar = &s->answers->progress;
    size_t *told = malloc((s->group_count + 1) * sizeof *told);
    bool going = told != NULL;
    if (!going) {
        report(s->answers->call->who, "out of memory");
    }
    progress_start(bar, "run");
    for (uint64_t begin = 0; going && balls > 0 && begin < steps;) {
        const uint64_t end = steps - begin < block ? steps : begin + block;
        progress_show(bar, begin * balls, steps * balls);
        if (!move_walls(s, begin, end)) {
            going = false;
            break;
        }
        move_groups(s, begin, end);
        going = tell_block(s, begin, end, told);
        begin = end;
    }
    progress_clear(bar);
    free(told);
    add_up(s);
    return going;
}

void simulation_free(simulation *s) {
    for (size_t i = 0; s->state.trails != NULL && i < s->answers->circles.count; i++) {
        trail_free(&s->state.trails[i]);
    }
    for (size_t g = 0; g < s->group_count; g++) {
        group_free(&s->groups[g]);
    }
    collide_free(&s->collide);
    free(s->groups);
    free(s->state.trails);
    free(s->state.balls);
    free(s->state.contacts);
    free(s->state.states);
    free(s->state.lost);
    *s = (simulation){.groups = NULL};
}
