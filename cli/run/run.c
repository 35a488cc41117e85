// `carom run BALLS WALLS --time T`: moves balls among walls.
// Method: reads both files, moves the balls through all steps (simulation.h), then prints the
// results, the picture and the summary. After a failure no results are printed.
// Room: cli.
#include "run/run.h"

#include <inttypes.h>
#include <stdio.h>

#include "csv/text.h"
#include "help.h"
#include "report.h"
#include "rows.h"
#include "run/materials.h"
#include "run/simulation.h"
#include "shape_files.h"
#include "stopwatch.h"

typedef struct run {
    answers answers;
    run_options options;
    shape_files files;
    run_walls walls;
    simulation simulation;
    events events;
    stopwatch watch;
} run;

/// Moves the balls and logs the contacts if requested. Returns false on failure, which is reported.
static bool move_balls(run *r) {
    const answers *a = &r->answers;
    const char *path = r->options.events;
    simulation *s = &r->simulation;
    const char *problem = NULL;
    if (path == NULL) {
        return simulation_run(s);
    }
    problem = events_open(&r->events, path, &a->circles.names, &a->walls.names,
                          r->options.balls_collide != 0);
    bool moved = false;
    if (problem == NULL) {
        s->events = &r->events;
        moved = simulation_run(s);
        problem = events_close(&r->events, moved);
    }
    if (problem != NULL) {
        report(a->call->who, "%s: cannot write: %s", path, problem);
    }
    return moved && problem == NULL;
}

/// Prints the result of ball i. Runs on any thread.
static void print_ball(void *context, output *out, size_t i) {
    const run *r = context;
    const run_state *s = &r->simulation.state;
    answers_print_name(out, &r->answers.circles.names, i);
    output_point(out, s->balls[i].center);
    output_point(out, s->balls[i].velocity);
    output_number(out, (double)s->contacts[i]);
    output_word(out, carom_motion_kind_name(s->states[i]));
    output_end_row(out);
}

static bool print_rows(run *r) {
    answers *a = &r->answers;
    answers_start_rows(a, "ball,x,y,vx,vy,contacts,state");
    if (!a->call->draw_only) {
        rows_print(&a->out, a->circles.count, print_ball, r);
    }
    return answers_finish_rows(a);
}

static bool draw(run *r) {
    answers *a = &r->answers;
    char note[64];
    snprintf(note, sizeof note, "time %g, %" PRIu64 " contact%s", r->options.time,
             r->simulation.all_contacts, r->simulation.all_contacts == 1 ? "" : "s");
    a->drawing.noun = "ball";
    a->drawing.note = note;
    a->drawing.trails = r->simulation.state.trails;
    // The picture shows the walls at the start and at the end.
    for (size_t i = 0; a->walls.motions != NULL && i < a->walls.count; i++) {
        wall_motion *motion = &a->walls.motions[i];
        motion->a = carom_vec2_scale(motion->a, r->options.time);
        motion->b = carom_vec2_scale(motion->b, r->options.time);
    }
    return answers_draw(a);
}

static double rate(uint64_t count, double time) {
    return time > 0.0 ? (double)count / time : 0.0;
}

/// What only --balls-collide has.
static void print_collide(const collide *c) {
    fprintf(stderr,
            "  impacts    %10" PRIu64 "  of two balls; each is a contact of both\n"
            "  held       %10" PRIu64
            "  balls that could not go on for a part of a step, summed over steps\n"
            "  asleep     %10zu  balls that sleep at the end\n",
            c->impacts, c->held, c->asleep);
}

static void print_check(const run *r, const char *obstacle) {
    const run_check *c = &r->simulation.check;
    const laws *l = &r->simulation.collide.laws;
    fprintf(stderr,
            "  escapes    %10" PRIu64 "  paths through %s, of %" PRIu64 " checked\n"
            "  overlaps   %10" PRIu64 "  positions that overlap %s, of %" PRIu64 " checked\n",
            c->escapes, obstacle, c->legs, c->overlaps, obstacle, c->places);
    if (r->options.balls_collide) {
        fprintf(stderr,
                "  momentum   %10" PRIu64 "  steps that changed it, of %" PRIu64
                " without contacts with walls\n"
                "  energy     %10" PRIu64 "  steps that changed it, of %" PRIu64
                " without losses\n",
                l->momentum_breaks, l->momentum_steps, l->energy_breaks, l->energy_steps);
    }
}

static void print_summary(const run *r) {
    const simulation *s = &r->simulation;
    const run_options *o = &r->options;
    const char *obstacle = o->balls_collide ? "a wall or a ball" : "a wall";
    const double moving = (double)r->watch.spent_ns[STAGE_MOVING] * 1e-9;
    fprintf(stderr,
            "carom run: %zu balls, %zu walls, %" PRIu64 " steps to time %g\n"
            "  contacts   %10" PRIu64 "  %.6g per unit of time, %.3g per second of computation\n",
            r->answers.circles.count, r->answers.walls.count, o->steps, o->time, s->all_contacts,
            rate(s->all_contacts, o->time), rate(s->all_contacts, moving));
    if (o->balls_collide) {
        print_collide(&s->collide);
    }
    fprintf(stderr,
            "  freed      %10" PRIu64 "  balls that overlapped %s at the start and were moved out\n"
            "  stuck      %10" PRIu64 "  balls that overlapped %s at the start and stayed\n"
            "  lost       %10.6g  time during which balls were blocked, summed over balls\n",
            s->freed_balls, obstacle, s->stuck_balls, obstacle, s->lost);
    if (r->walls.split.moving_count > 0) {
        fprintf(stderr, "  crushed    %10" PRIu64 "  balls that moving walls left no place for\n",
                s->crushed_balls);
    }
    if (o->check) {
        print_check(r, obstacle);
    }
    stopwatch_print(&r->watch);
}

/// Reports what --check has found. Returns true if it is nothing.
static bool is_right(const run *r) {
    const simulation *s = &r->simulation;
    const laws *l = &s->collide.laws;
    const char *who = r->answers.call->who;
    if (s->check.escapes + s->check.overlaps > 0) {
        report(who, "--check found a ball that overlaps or passed through %s",
               r->options.balls_collide ? "a wall or a ball" : "a wall");
        return false;
    }
    if (l->momentum_breaks + l->energy_breaks > 0) {
        report(who, "--check found a step that changed the momentum or the energy");
        return false;
    }
    return true;
}

/// Returns false if --check would meet a one-sided wall, which is reported.
static bool can_check(const run *r) {
    const answers *a = &r->answers;
    for (size_t i = 0; r->options.check && i < a->walls.count; i++) {
        if (a->walls.items[i].one_sided) {
            char number[NAME_NUMBER_SIZE];
            const table_text name = names_get(&a->walls.names, i, number);
            report(a->call->who,
                   "--check does not support one-sided walls, such as wall %s of %.300s",
                   text_quoted_of(name.at, name.length).at, a->arguments.plain[1]);
            return false;
        }
    }
    return true;
}

/// Warns of columns of the walls that the response does not use. The file can be one for several
/// responses, so they are no error.
static void warn_unused(const run *r) {
    const answers *a = &r->answers;
    const carom_response_kind kind = r->options.response.kind;
    bool has_restitution = false;
    bool has_friction = false;
    for (size_t i = 0; a->walls.materials != NULL && i < a->walls.count; i++) {
        const wall_material *m = &a->walls.materials[i];
        has_restitution = has_restitution || (m->has_restitution && !m->is_sensor);
        has_friction = has_friction || (m->has_friction && !m->is_sensor);
    }
    if (has_restitution && kind != CAROM_RESPONSE_KIND_BOUNCE) {
        report(a->call->who,
               "warning: %.300s: --response %s does not use the column restitution; only bounce "
               "does",
               a->arguments.plain[1], carom_response_kind_name(kind));
    }
    if (has_friction && kind == CAROM_RESPONSE_KIND_STOP) {
        report(a->call->who,
               "warning: %.300s: --response stop does not use the column friction; only bounce "
               "and slide do",
               a->arguments.plain[1]);
    }
}

static int run_all(run *r) {
    answers *a = &r->answers;
    simulation *s = &r->simulation;
    stopwatch_start(&r->watch);
    a->walls.one_sided = r->options.one_sided != 0;
    if (!shape_files_read(&r->files, a, FIRST_FILE_BALLS) || !shape_files_complete(&r->files)) {
        return EXIT_BAD;
    }
    stopwatch_lap(&r->watch, STAGE_READING);
    if (!can_check(r)) {
        return EXIT_BAD;
    }
    warn_unused(r);
    run_materials_number(&a->walls);
    if (!run_walls_start(&r->walls, a)) {
        return EXIT_BAD;
    }
    stopwatch_lap(&r->watch, STAGE_BUILDING);
    if (!simulation_start(s, a, &r->walls, &r->options)) {
        report(a->call->who, "out of memory");
        return EXIT_BAD;
    }
    bool moved = move_balls(r);
    int64_t moved_ns = stopwatch_lap(&r->watch, STAGE_MOVING);
    stopwatch_move(&r->watch, STAGE_MOVING, STAGE_CHECKING,
                   (int64_t)((double)moved_ns * s->check_share));
    if (!moved || !print_rows(r)) {
        return EXIT_BAD;
    }
    stopwatch_lap(&r->watch, STAGE_PRINTING);
    if (!draw(r)) {
        return EXIT_BAD;
    }
    stopwatch_lap(&r->watch, STAGE_DRAWING);
    if (r->options.summary) {
        print_summary(r);
    }
    if (!is_right(r)) {
        return EXIT_BAD;
    }
    return shape_files_status(&r->files);
}

static int run_run(const tool_call *call) {
    run r = {.answers = {.call = call}};
    int status = run_options_parse(&r.options, &r.answers);
    if (status == ARGUMENTS_GO) {
        status = run_all(&r);
        simulation_free(&r.simulation);
        run_walls_free(&r.walls);
        shape_files_close(&r.files);
    }
    run_options_free(&r.options);
    answers_free(&r.answers);
    return status;
}

const tool_command command_run = {
    .name = "run",
    .arguments = "BALLS WALLS",
    .summary = "move balls among walls, with any number of contacts",
    .example = "run balls.csv walls.csv --time 60 --picture paths.png",
    .details =
        "BALLS and WALLS are CSV or TSV with a header line. Columns may come in any order;\n"
        "unknown columns are ignored. One of the files may be -, standard input.\n" HELP_CIRCLE
        "  vx,vy        its velocity\n" HELP_WALL HELP_WALL_VELOCITY HELP_MATERIAL HELP_CATEGORY
            HELP_ID "\n"
        "Prints CSV: ball,x,y,vx,vy,contacts,state\n"
        "  ball         the id, or the number of the row from 0\n"
        "  x,y          centre at the end\n"
        "  vx,vy        velocity at the end\n"
        "  contacts     number of contacts that changed the velocity, and of sensors passed\n"
        "  state        the worst of: moved; freed (it overlapped a wall at the start and was\n"
        "               moved out); stuck (it overlapped a wall at the start and could not be\n"
        "               moved out); crushed (walls that move left it no place)\n"
        "If a ball overlaps no wall at the start, it never overlaps a wall and no wall passes it,\n"
        "unless it is crushed; --check verifies this exactly. Standard error has a line for each\n"
        "ball that is freed, stuck or crushed. A ball that is stuck stays, unless walls move. The\n"
        "run fails if a coordinate leaves the range of double precision or a velocity exceeds a\n"
        "quarter of it.\n"
        "\n"
        "Balls do not collide with each other, unless --balls-collide is given. Then no ball\n"
        "overlaps or passes another one at any time, a ball that overlaps one at the start is "
        "freed or stuck\n"
        "too, and contacts counts both kinds. Between balls a bounce has the restitution and the\n"
        "friction of the walls; slide and stop have the restitution 0.\n" HELP_SCALE "\n"
        "--events writes CSV: " EVENTS_COLUMNS "\n"
        "  time         of the contact, from the start\n"
        "  feature      touched part of the wall: side, a or b\n"
        "  x,y          centre of the ball\n"
        "  px,py        contact point on the wall's surface\n"
        "  nx,ny        unit vector from the wall to the centre\n"
        "  vx,vy        velocity before the contact; after_vx,after_vy after it\n"
        "  other_ball   only with --balls-collide: the ball that was met; wall and feature are\n"
        "               then empty, and each of the two balls has a row\n"
        "The rows are ordered by step, then by ball, then by time. With --balls-collide they are\n"
        "ordered by time.\n"
        "\n"
        "Examples:\n"
        "  carom run balls.csv walls.csv --time 60 --summary --check > ends.csv\n"
        "  carom run balls.csv walls.csv --time 10 --gravity 0,-9.81 --restitution 0.8 \\\n"
        "      --events contacts.csv --picture paths.svg\n"
        "  carom run break.csv table.csv --time 10 --balls-collide --restitution 0.95",
    .draws = true,
    .run = run_run,
};
