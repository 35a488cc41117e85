// `carom sweep PAIRS`: the first contact of the moving circle with the wall in each row, and the
// centre at the end.
// Room: cli.
#include "sweep.h"

#include "help.h"
#include "method_rows.h"
#include "moving_walls.h"
#include "pairs.h"

/// The columns that --passage adds.
#define PASSAGE_COLUMNS "has_left,exit_t,exit_x,exit_y,exit_px,exit_py,exit_nx,exit_ny,exit_feature"

/// Prints the last contact. On a miss all fields are empty, and if the circle still touches the
/// wall at the end, all from the centre on.
static void print_exit(output *o, const carom_passage *p) {
    if (p->entry.kind == CAROM_SWEEP_KIND_MISS) {
        output_empty(o, 9);
        return;
    }
    output_word(o, p->has_left ? "yes" : "no");
    output_number(o, p->exit_t);
    if (!p->has_left) {
        output_empty(o, 7);
        return;
    }
    output_point(o, p->exit_center);
    output_point(o, p->exit_point);
    output_point(o, p->exit_normal);
    output_word(o, carom_feature_name(p->exit_feature));
}

static table_status sweep_row(answers *a, table *pairs, bool passage) {
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
    wall_motion motion;
    if (row_mover(pairs, 1, &circle, &move) != TABLE_ROW ||
        row_wall(pairs, 6, &wall) != TABLE_ROW ||
        row_wall_motion(pairs, MOVER_PAIR_WALL_MOTION, wall, &motion) != TABLE_ROW) {
        return TABLE_BAD;
    }
    if (passage && !wall_motion_is_zero(motion)) {
        return table_refuse(pairs, "avx: --passage supports walls at rest only (expected "
                                   "avx,avy,bvx,bvy 0)");
    }
    carom_reflection found = moving_wall_reflect(circle, move, wall, motion);
    if (!a->call->draw_only) {
        answers_print_row_name(&a->out, pairs);
        answers_print_sweep(&a->out, &found.sweep);
        output_point(&a->out, found.end);
        if (passage) {
            const carom_passage p = carom_circle_passage(circle, move, wall);
            print_exit(&a->out, &p);
        }
        answers_end_current_row(a, pairs);
    }
    drawing_path path = {.sweep = found.sweep, .move = move, .goes_on = true, .end = found.end};
    if (a->arguments.draws && !(pairs_keep(a, pairs, circle, &move, wall, motion) &&
                                drawing_add_path(&a->drawing, path))) {
        return table_no_memory(pairs);
    }
    return TABLE_ROW;
}

static int sweep_run(const tool_call *call) {
    static const pairs_query query = {
        .columns = mover_pair_columns,
        .column_count = MOVER_PAIR_COLUMNS,
        .header = "row," ANSWERS_SWEEP_COLUMNS ",end_x,end_y",
        .more_option = "passage",
        .more_help = "Also print when and where the circle leaves the wall again",
        .more_columns = "," PASSAGE_COLUMNS,
        .answer_row = sweep_row,
        .sweeps = true,
        .method_header = METHOD_SWEEP_COLUMNS,
        .answer_method_row = method_rows_sweep,
    };
    return pairs_run(call, &query);
}

const tool_command command_sweep = {
    .name = "sweep",
    .arguments = "PAIRS",
    .summary = "the first contact of the moving circle and the wall of each row",
    .example = "sweep moving.csv",
    .details =
        "PAIRS is CSV or TSV with a header line. Columns may come in any order; unknown\n"
        "columns are ignored. - is standard input.\n" HELP_CIRCLE HELP_MOVE HELP_WALL
            HELP_WALL_MOTION HELP_ID "\n"
        "Prints CSV: row," ANSWERS_SWEEP_COLUMNS ",end_x,end_y\n"
        "  row          the id, or the number of the row from 0\n" HELP_SWEEP
        "  end_x,end_y  centre at the end of the frame, after a full reflection; off a moving\n"
        "               wall relative to its velocity at the contact\n"
        "On a miss the columns between kind and end_x are empty. A ray cast is a circle of radius "
        "0.\n"
        "\n"
        "With --passage also: " PASSAGE_COLUMNS "\n"
        "  has_left     yes if the circle meets the wall and is off it at the end; exact\n"
        "  exit_t       time of the last contact on its straight path, without a reflection:\n"
        "               the exact time, rounded up to a double; 1 if it touches then\n"
        "  exit_...     centre, contact point, normal and feature at the last contact; empty\n"
        "               unless it has left\n"
        "On a miss they are empty. Walls must be at rest.\n" HELP_STREAMS "\n" HELP_METHOD_HEAD
        "  moving-circle\n"
        "Prints CSV with --method: " METHOD_SWEEP_COLUMNS "\n"
        "  kind         the answer of the method: hit or miss\n"
        "  t            its time of impact\n"
        "  x,y          its centre at that time\n"
        "  nx,ny        its normal for the reflection\n"
        "  end_x,end_y  its centre at the end of the frame\n"
        "  exact_kind   the exact kind; exact_t the exact time of impact\n"
        "  verdict      right, false-hit, missed or wrong-time (a wrong t or "
        "x,y)\n" HELP_METHOD_TAIL "\n"
        "Examples:\n"
        "  carom sweep moving.csv --method moving-circle --steps\n"
        "  printf 'cx,cy,r,vx,vy,ax,ay,bx,by\\n0,5,1,4,-8,-9,0,9,0\\n' | carom sweep -",
    .draws = true,
    .run = sweep_run,
};
