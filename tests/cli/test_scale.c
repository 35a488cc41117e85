// The tool on thousands of rows must print the same bytes as loops over all pairs, on 1, 2 and 8
// threads. The search alone is tested with so little memory that chunks must shrink.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <carom/carom.h>

#include "run/events.h"
#include "scratch.h"
#include "search.h"
#include "tool.h"
#include "walls.h"

enum { CIRCLES = 2000, WALLS = 1500, HUGE_CIRCLES = 10, BALLS = 90, STEPS = 20, LONG_ID = 70000 };

/// One of so many walls moves in a run, and the number of balls that search the moving walls as a
/// list. For BALLS there is an index.
enum { MOVING_PART = 5, FEW_BALLS = 15, MOVING_STEPS = 3 };

/// The data, as the tool reads it: circles that move, walls, and what they are called.
static answers data;

static char circles_file[SCRATCH_NAME_SIZE];
static char walls_file[SCRATCH_NAME_SIZE];
static char moving_file[SCRATCH_NAME_SIZE];
static char balls_file[SCRATCH_NAME_SIZE];
static char few_balls_file[SCRATCH_NAME_SIZE];
static char events_file[SCRATCH_NAME_SIZE];
static char output_file[SCRATCH_NAME_SIZE];
static char wanted_file[SCRATCH_NAME_SIZE];
static char error_file[SCRATCH_NAME_SIZE];
static char first_error_file[SCRATCH_NAME_SIZE];

/// A multiple of 1/4 in [0, size): many circles touch, and many walls are met at the same time.
static double snapped(uint64_t *state, int size) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)((*state >> 33) % (4 * (uint64_t)size)) * 0.25;
}

static carom_vec2 place(uint64_t *state, int size) {
    const double x = snapped(state, size);
    const double y = snapped(state, size);
    return carom_vec2_make(x, y);
}

static void make_data(void) {
    uint64_t state = 1;
    char id[LONG_ID];
    for (size_t i = 0; i < CIRCLES; i++) {
        const carom_vec2 center = place(&state, 80);
        double radius = snapped(&state, 2);
        const carom_vec2 to = place(&state, 8);
        const carom_vec2 move = carom_vec2_make(to.x - 4.0, to.y - 4.0);
        // Some consecutive circles touch nearly everything, more than the buffer of a thread holds.
        radius = i >= 1000 && i < 1000 + HUGE_CIRCLES ? 70.0 : radius;
        // One name is longer than every buffer. Some names contain a comma.
        size_t length = i % 7 == 0 ? (size_t)snprintf(id, sizeof id, "c, %zu", i) : 0;
        if (i == 500) {
            memset(id, 'x', LONG_ID);
            length = LONG_ID;
        }
        const table_text name = {id, length};
        assert_true(
            mover_list_add(&data.circles, carom_circle_make(center, radius), move, name, i));
    }
    for (size_t i = 0; i < WALLS; i++) {
        const carom_vec2 a = place(&state, 80);
        const carom_vec2 u = place(&state, 4);
        const double radius = i % 3 == 0 ? snapped(&state, 1) : 0.0;
        const carom_vec2 b = carom_vec2_make(a.x + u.x - 2.0, a.y + u.y - 2.0);
        const carom_extent extent = i == 700   ? CAROM_EXTENT_LINE
                                    : i == 900 ? CAROM_EXTENT_RAY
                                               : CAROM_EXTENT_SEGMENT;
        const table_text none = {NULL, 0};
        assert_true(wall_list_add(&data.walls, carom_wall_make(a, b, radius, extent), none, i));
    }
}

/// Writes the first `count` circles as CSV, each row filled up so that the file counts as large.
static void write_circles(const char *name, size_t count) {
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fprintf(f, "id,note,cx,cy,r,vx,vy\n");
    for (size_t i = 0; i < count; i++) {
        const carom_circle c = data.circles.items[i];
        const carom_vec2 v = data.circles.motions[i];
        char number[NAME_NUMBER_SIZE];
        const table_text id = names_get(&data.circles.names, i, number);
        fprintf(f, "\"%.*s\",%600d,%a,%a,%a,%a,%a\n", (int)id.length, id.at, 0, c.center.x,
                c.center.y, c.radius, v.x, v.y);
    }
    assert_int_equal(fclose(f), 0);
}

/// The velocity of a wall among walls that move. Some turn, unless they are rays or lines.
static wall_motion velocity_of(size_t i) {
    if (i % MOVING_PART != 0) {
        return (wall_motion){{0.0, 0.0}, {0.0, 0.0}};
    }
    uint64_t state = i;
    const carom_vec2 half = {2.0, 2.0};
    const carom_vec2 a = carom_vec2_sub(place(&state, 4), half);
    const carom_vec2 b = carom_vec2_sub(place(&state, 4), half);
    const bool turns = i % 2 == 0 && data.walls.items[i].extent == CAROM_EXTENT_SEGMENT;
    return (wall_motion){a, turns ? b : a};
}

/// Writes the walls, all at rest or with their velocities.
static void write_walls(const char *name, bool moving) {
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fprintf(f, "ax,ay,bx,by,wr,extent,note%s\n", moving ? ",avx,avy,bvx,bvy" : "");
    for (size_t i = 0; i < WALLS; i++) {
        const carom_wall w = data.walls.items[i];
        const wall_motion v = velocity_of(i);
        fprintf(f, "%a,%a,%a,%a,%a,%s,%800d", w.a.x, w.a.y, w.b.x, w.b.y, w.radius,
                carom_extent_name(w.extent), 0);
        if (moving) {
            fprintf(f, ",%a,%a,%a,%a", v.a.x, v.a.y, v.b.x, v.b.y);
        }
        fprintf(f, "\n");
    }
    assert_int_equal(fclose(f), 0);
}

static int start(void **state) {
    (void)state;
    scratch_name(circles_file, "circles.csv");
    scratch_name(walls_file, "walls.csv");
    scratch_name(moving_file, "moving.csv");
    scratch_name(balls_file, "balls.csv");
    scratch_name(few_balls_file, "few-balls.csv");
    scratch_name(events_file, "events.csv");
    scratch_name(output_file, "output");
    scratch_name(wanted_file, "wanted");
    scratch_name(error_file, "error");
    scratch_name(first_error_file, "first-error");
    make_data();
    write_circles(circles_file, CIRCLES);
    write_circles(balls_file, BALLS);
    write_circles(few_balls_file, FEW_BALLS);
    write_walls(walls_file, false);
    write_walls(moving_file, true);
    return walls_build_scene(&data, data.walls.items, data.walls.count, &data.scene) ? 0 : 1;
}

static int stop(void **state) {
    (void)state;
    answers_free(&data);
    const char *const files[] = {circles_file,   walls_file,      moving_file, balls_file,
                                 few_balls_file, events_file,     output_file, wanted_file,
                                 error_file,     first_error_file};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        unlink(files[i]);
    }
    return 0;
}

// ---- the tool and the loops, each into a file ----

static int open_file(const char *name) {
    const int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    return fd;
}

/// Redirects `stream` into a file. Returns what restore needs.
static int redirect(int stream, const char *name) {
    const int before = dup(stream);
    const int file = open_file(name);
    dup2(file, stream);
    close(file);
    return before;
}

static void restore(int stream, int before) {
    dup2(before, stream);
    close(before);
}

/// Runs the tool with its standard output in the output file, and its messages in another.
static void run_tool(int argc, const char **argv, const char *errors) {
    fflush(stdout);
    const int out = redirect(STDOUT_FILENO, output_file);
    const int error = redirect(STDERR_FILENO, errors);
    const int status = tool_main(argc, argv);
    restore(STDOUT_FILENO, out);
    restore(STDERR_FILENO, error);
    assert_int_equal(status, EXIT_FINE);
}

static void check_same(const char *name, const char *wanted_name, const char *threads) {
    size_t length = 0;
    size_t wanted_length = 0;
    char *text = scratch_read(name, &length);
    char *wanted = scratch_read(wanted_name, &wanted_length);
    assert_non_null(text);
    assert_non_null(wanted);
    if (length != wanted_length || memcmp(text, wanted, length) != 0) {
        fail_msg("on %s threads: %zu bytes, not the %zu of the loops", threads, length,
                 wanted_length);
    }
    free(text);
    free(wanted);
}

static const char *const thread_counts[] = {"1", "2", "8"};
enum { THREAD_COUNTS = sizeof thread_counts / sizeof thread_counts[0] };

/// Starts what the loops print.
static void start_wanted(output *o, const char *header) {
    output_start(o, open_file(wanted_file));
    output_names(o, header);
    output_end_row(o);
}

static void end_wanted(output *o) {
    assert_true(output_flush(o));
    close(o->fd);
}

// ---- hits ----

/// The options of hits, and the question that they stand for.
typedef struct hits_question {
    const char *within;
    bool ring;
} hits_question;

static bool is_hit(const hits_question *q, carom_circle circle, carom_wall wall) {
    if (q->within != NULL) {
        return carom_circle_within(circle, wall, strtod(q->within, NULL)) &&
               (!q->ring || carom_circle_relate(circle, wall) != CAROM_RELATION_INSIDE);
    }
    return q->ring ? carom_circle_outline_touches(circle, wall)
                   : carom_circle_touches(circle, wall);
}

static void loop_hits(const hits_question *q) {
    output o;
    start_wanted(&o, "circle,wall,relation," ANSWERS_CONTACT_COLUMNS);
    for (size_t c = 0; c < CIRCLES; c++) {
        for (size_t w = 0; w < WALLS; w++) {
            if (!is_hit(q, data.circles.items[c], data.walls.items[w])) {
                continue;
            }
            const carom_contact k =
                carom_circle_contact(data.circles.items[c], data.walls.items[w]);
            answers_print_name(&o, &data.circles.names, c);
            answers_print_name(&o, &data.walls.names, w);
            output_word(&o, carom_relation_name(k.relation));
            answers_print_contact(&o, &k);
            output_end_row(&o);
        }
    }
    end_wanted(&o);
}

static void hits(void **state) {
    (void)state;
    static const hits_question questions[] = {
        {NULL, false}, {NULL, true}, {"0.5", false}, {"2", true}};
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        const hits_question *q = &questions[i];
        loop_hits(q);
        for (size_t t = 0; t < THREAD_COUNTS; t++) {
            const char *argv[10] = {"carom",      "hits",     "--threads", thread_counts[t],
                                    circles_file, walls_file, NULL};
            int argc = 6;
            if (q->within != NULL) {
                argv[argc++] = "--within";
                argv[argc++] = q->within;
            }
            if (q->ring) {
                argv[argc++] = "--ring";
            }
            argv[argc] = NULL;
            run_tool(argc, argv, error_file);
            check_same(output_file, wanted_file, thread_counts[t]);
        }
    }
}

// ---- first ----

static void loop_first(void) {
    output o;
    start_wanted(&o, "mover,wall," ANSWERS_SWEEP_COLUMNS);
    for (size_t c = 0; c < CIRCLES; c++) {
        const carom_circle circle = data.circles.items[c];
        const carom_vec2 move = data.circles.motions[c];
        carom_sweep best = {.kind = CAROM_SWEEP_KIND_MISS};
        size_t best_wall = 0;
        for (size_t w = 0; w < WALLS; w++) {
            const carom_wall wall = data.walls.items[w];
            const carom_sweep s = carom_circle_sweep(circle, move, wall);
            if (s.kind >= CAROM_SWEEP_KIND_GRAZE &&
                (best.kind == CAROM_SWEEP_KIND_MISS ||
                 carom_circle_compare_time_of_impact(circle, move, wall,
                                                     data.walls.items[best_wall]) < 0)) {
                best = s;
                best_wall = w;
            }
        }
        answers_print_name(&o, &data.circles.names, c);
        if (best.kind == CAROM_SWEEP_KIND_MISS) {
            output_empty(&o, 1);
        } else {
            answers_print_name(&o, &data.walls.names, best_wall);
        }
        answers_print_sweep(&o, &best);
        output_end_row(&o);
    }
    end_wanted(&o);
}

static void first(void **state) {
    (void)state;
    loop_first();
    for (size_t t = 0; t < THREAD_COUNTS; t++) {
        const char *argv[] = {"carom",      "first",    "--threads", thread_counts[t],
                              circles_file, walls_file, NULL};
        run_tool(6, argv, error_file);
        check_same(output_file, wanted_file, thread_counts[t]);
    }
}

// ---- run ----

/// The walls of a run and the ball that the loop moves.
typedef struct moved {
    events log;
    double start;
    size_t ball;
    carom_wall rest[WALLS];
    size_t rest_rows[WALLS];
    size_t rest_count;
    carom_moving_wall moving[WALLS];
    size_t moving_rows[WALLS];
    size_t moving_count;
} moved;

static void log_impact(void *context, const carom_impact *impact) {
    moved *m = context;
    carom_impact of_row = *impact;
    of_row.id.index = (carom_index)(impact->id.is_moving ? m->moving_rows[impact->id.index]
                                                         : m->rest_rows[impact->id.index]);
    events_add(&m->log, m->start, m->ball, &of_row);
}

static void split_walls(moved *m, bool moving) {
    *m = (moved){.rest_count = 0};
    for (size_t i = 0; i < WALLS; i++) {
        const wall_motion v = velocity_of(i);
        const carom_wall w = data.walls.items[i];
        if (moving && !wall_motion_is_zero(v)) {
            m->moving_rows[m->moving_count] = i;
            // The displacements of a step.
            m->moving[m->moving_count++] =
                carom_moving_wall_make(w, carom_vec2_scale(v.a, 0.25), carom_vec2_scale(v.b, 0.25));
        } else {
            m->rest_rows[m->rest_count] = i;
            m->rest[m->rest_count++] = w;
        }
    }
}

/// Moves the balls step by step, through the walls as arrays. Returns the name of the log.
static const char *loop_run(size_t count, int steps, bool with_moving) {
    static char log_name[SCRATCH_NAME_SIZE];
    scratch_name(log_name, "wanted-events");
    static moved m;
    split_walls(&m, with_moving);
    const carom_wall_list array = {.walls = m.rest, .count = m.rest_count};
    const carom_moving_wall_list moving = {.walls = m.moving, .count = m.moving_count};
    const carom_move_settings mover = {.world.walls = carom_wall_list_source(&array),
                                       .world.moving_walls = carom_moving_wall_list_source(&moving),
                                       .response = carom_bounce(0.5, 0.25),
                                       .gravity = {0.0, -1.0},
                                       .on_impact = log_impact,
                                       .context = &m};
    carom_ball balls[BALLS];
    carom_motion_kind states[BALLS] = {CAROM_MOTION_KIND_INVALID};
    int contacts[BALLS] = {0};
    assert_null(events_open(&m.log, log_name, &data.circles.names, &data.walls.names, false));
    for (size_t i = 0; i < count; i++) {
        const carom_circle c = data.circles.items[i];
        balls[i] = (carom_ball){c.center, c.radius, data.circles.motions[i]};
    }
    for (int k = 0; k < steps; k++) {
        m.start = k * 0.25;
        for (m.ball = 0; m.ball < count; m.ball++) {
            if (states[m.ball] != CAROM_MOTION_KIND_STUCK || with_moving) {
                const carom_motion motion = carom_ball_move(balls[m.ball], 0.25, &mover);
                balls[m.ball] = motion.ball;
                contacts[m.ball] += motion.contacts;
                states[m.ball] = motion.kind > states[m.ball] ? motion.kind : states[m.ball];
            }
        }
        for (size_t i = 0; i < m.moving_count; i++) {
            m.moving[i].wall = carom_moving_wall_at(m.moving[i], 1.0);
        }
    }
    assert_null(events_close(&m.log, true));
    output o;
    start_wanted(&o, "ball,x,y,vx,vy,contacts,state");
    for (size_t i = 0; i < count; i++) {
        answers_print_name(&o, &data.circles.names, i);
        output_point(&o, balls[i].center);
        output_point(&o, balls[i].velocity);
        output_number(&o, contacts[i]);
        output_word(&o, carom_motion_kind_name(states[i]));
        output_end_row(&o);
    }
    end_wanted(&o);
    return log_name;
}

/// Truncates a file of messages at the times in its summary.
static void cut_summary(const char *name) {
    size_t length = 0;
    char *text = scratch_read(name, &length);
    assert_non_null(text);
    const char *contacts = strstr(text, "  contacts ");
    assert_non_null(contacts);
    assert_int_equal(truncate(name, contacts - text), 0);
    free(text);
}

/// Compares the tool on several threads with the loop.
static void check_run(const char *balls, size_t count, int steps, bool with_moving) {
    char time[16];
    snprintf(time, sizeof time, "%g", 0.25 * steps);
    const char *log_name = loop_run(count, steps, with_moving);
    for (size_t t = 0; t < THREAD_COUNTS; t++) {
        const char *walls = with_moving ? moving_file : walls_file;
        const char *argv[] = {"carom",     "run",        "--threads",     thread_counts[t],
                              "--time",    time,         "--step",        "0.25",
                              "--gravity", "0,-1",       "--restitution", "0.5",
                              "--check",   "--friction", "0.25",          "--events",
                              events_file, balls,        walls,           NULL};
        const char *errors = t == 0 ? first_error_file : error_file;
        run_tool(19, argv, errors);
        check_same(output_file, wanted_file, thread_counts[t]);
        check_same(events_file, log_name, thread_counts[t]);
        // Depenetrated balls are reported in the same order. The summary contains times.
        cut_summary(errors);
        check_same(errors, first_error_file, thread_counts[t]);
    }
    unlink(log_name);
}

static void run(void **state) {
    (void)state;
    check_run(balls_file, BALLS, STEPS, false);
}

/// The walls that move are searched as a list for few balls, and by an index for many.
static void run_moving(void **state) {
    (void)state;
    check_run(few_balls_file, FEW_BALLS, MOVING_STEPS, true);
    check_run(balls_file, BALLS, MOVING_STEPS, true);
}

// ---- too many walls ----

static void too_many_walls(void **state) {
    (void)state;
    if (sizeof(size_t) < 8) {
        skip();
    }
    tool_call call = {.who = "carom test"};
    answers a = {.call = &call, .walls = {.count = CAROM_INDEX_MAX + 1}};
    const int error = redirect(STDERR_FILENO, error_file);
    const bool built = walls_build_scene(&a, a.walls.items, a.walls.count, &a.scene);
    restore(STDERR_FILENO, error);
    assert_false(built);
    assert_null(a.scene);
    size_t length = 0;
    char *text = scratch_read(error_file, &length);
    assert_non_null(strstr(text, "1073741825 walls are too many"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits),       cmocka_unit_test(first),          cmocka_unit_test(run),
        cmocka_unit_test(run_moving), cmocka_unit_test(too_many_walls),
    };
    return cmocka_run_group_tests_name("scale", tests, start, stop);
}
