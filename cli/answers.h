// What the commands that give answers share: shapes, rows on standard output, a picture of them.
// Layer: cli.
#ifndef CAROM_CLI_ANSWERS_H
#define CAROM_CLI_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/contact.h>
#include <carom/scene_batch.h>
#include <carom/sweep.h>

#include "arguments.h"
#include "command.h"
#include "csv/output.h"
#include "csv/shapes.h"
#include "keep.h"
#include "picture/drawing.h"
#include "progress.h"

/// The columns that answers_print_contact and answers_print_sweep print.
#define ANSWERS_CONTACT_COLUMNS "px,py,nx,ny,depth"
#define ANSWERS_SWEEP_COLUMNS "kind,t,x,y,px,py,nx,ny,feature"

/// The answers of a command. Start with all zeros but `call`, then parse the arguments.
typedef struct answers {
    const tool_call *call;
    arguments arguments;
    progress progress;
    /// The columns that are copied into the rows; those of PAIRS are found in the circles.
    keep_list keep;
    /// A row is about a circle alone: of walls nothing is copied.
    bool circles_alone;
    /// The shapes read; from PAIRS only kept for a picture.
    circle_list circles;
    wall_list walls;
    /// The column that both files must have as the label of their rows; NULL for none.
    const char *label;
    /// The walls with an index over them, where there is one (walls.h).
    carom_scene *scene;
    drawing drawing;
    output out;
} answers;

/// Starts standard output with the header line, or without one if `header` is NULL: its names, as
/// NUL-ended text with commas between them, and those of the columns that are kept, as "circle_net"
/// by the first name of the header and "wall_net". With draw_only nothing is printed.
void answers_start_rows(answers *a, const char *header);

/// Prints the name of a row that is read just now, or the i-th of a list, as a field.
void answers_print_row_name(output *o, const table *t);
void answers_print_name(output *o, const names *list, size_t i);

/// Print their columns; the row is not ended. What does not apply to a miss is empty.
void answers_print_contact(output *o, const carom_contact *k);
void answers_print_sweep(output *o, const carom_sweep *s);

/// Print the fields that are kept, and end the row: of a row that is read just now; or of a circle
/// and a wall of the lists, by their numbers, no wall if there is none of that number.
void answers_end_current_row(answers *a, const table *t);
void answers_end_row(const answers *a, output *o, size_t circle, size_t wall);

/// Writes out the rows. False if that or an earlier write failed, which is reported.
bool answers_finish_rows(answers *a);

/// Makes the picture, if there is to be one. False if that failed, which is reported.
bool answers_draw(answers *a);

void answers_free(answers *a);

#endif
