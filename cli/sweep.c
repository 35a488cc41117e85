// `carom sweep PAIRS`: each row a moving circle and a wall, when it first touches and where it
// ends. Layer: cli.
#include "sweep.h"

#include <carom/response.h>

#include "by_method.h"
#include "help.h"
#include "pairs.h"

static table_status sweep_row(answers *a, table *pairs) {
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
    if (row_mover(pairs, 1, &circle, &move) != TABLE_ROW ||
        row_wall(pairs, 6, &wall) != TABLE_ROW) {
        return TABLE_BAD;
    }
    carom_reflection found = carom_circle_reflect(circle, move, wall);
    if (!a->call->draw_only) {
        answers_print_row_name(&a->out, pairs);
        answers_print_sweep(&a->out, &found.sweep);
        output_point(&a->out, found.end);
        answers_end_current_row(a, pairs);
    }
    drawing_way way = {.sweep = found.sweep, .move = move, .goes_on = true, .end = found.end};
    if (a->arguments.draws &&
        !(pairs_keep(a, pairs, circle, &move, wall) && drawing_add_way(&a->drawing, way))) {
        return table_no_memory(pairs);
    }
    return TABLE_ROW;
}

static int sweep_run(const tool_call *call) {
    static const pairs_question question = {
        .columns = mover_pair_columns,
        .column_count = MOVER_PAIR_COLUMNS,
        .header = "row," ANSWERS_SWEEP_COLUMNS ",end_x,end_y",
        .answer_row = sweep_row,
        .sweeps = true,
        .method_header = BY_METHOD_SWEEP_COLUMNS,
        .answer_by_method = by_method_sweep_row,
    };
    return pairs_run(call, &question);
}

const tool_command command_sweep = {
    .name = "sweep",
    .arguments = "PAIRS",
    .summary = "when the moving circle of each row first touches its wall",
    .example = "sweep moving.csv",
    .details =
        "PAIRS is CSV with a header line, columns in any order, others ignored; - is\n"
        "standard input:\n" HELP_CIRCLE HELP_MOVE HELP_WALL HELP_ID "\n"
        "Prints CSV: row," ANSWERS_SWEEP_COLUMNS ",end_x,end_y\n"
        "  row          the id, or the number of the row from 0\n" HELP_SWEEP
        "  end_x,end_y  centre at the end of the frame, the rest of the way fully reflected\n"
        "On a miss all between kind and end_x is empty. A ray cast is a circle of radius "
        "0.\n" HELP_STREAMS "\n" HELP_METHOD_HEAD "  moving-circle\n"
        "It prints CSV: " BY_METHOD_SWEEP_COLUMNS "\n"
        "  kind         what the method says: hit or miss\n"
        "  t            its time of contact; x,y the centre then, nx,ny the normal it\n"
        "               reflects about, end_x,end_y the centre at the end of the frame\n"
        "  exact_kind   the exact answer; exact_t the time\n"
        "  verdict      right, false-hit, missed or wrong-time (or place)\n" HELP_METHOD_TAIL "\n"
        "Examples:\n"
        "  carom sweep moving.csv --method moving-circle --steps\n"
        "  printf 'cx,cy,r,vx,vy,ax,ay,bx,by\\n0,5,1,4,-8,-9,0,9,0\\n' | carom sweep -",
    .draws = true,
    .run = sweep_run,
};
