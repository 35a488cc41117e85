// Shared parts of the commands that print answers: shapes, rows on standard output, a picture.
// Room: cli.
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

/// The columns of answers_print_contact and answers_print_sweep.
#define ANSWERS_CONTACT_COLUMNS "px,py,nx,ny,depth"
#define ANSWERS_SWEEP_COLUMNS "kind,t,x,y,px,py,nx,ny,feature"

/// The answers of a command. Set `call`, leave the rest zero, then parse the arguments.
typedef struct answers {
    const tool_call *call;
    arguments arguments;
    progress progress;
    /// The columns to copy. Those of PAIRS are found in the circles.
    keep_list keep;
    /// Each row is about one row of the first file, so no columns of the second are copied.
    bool first_alone;
    /// The shapes that were read. The shapes of PAIRS are stored only for a picture.
    circle_list circles;
    wall_list walls;
    /// If the first file has walls, too: these are its walls, and `asked_walls` points to them, or
    /// to `walls` if there is only one file. Else NULL: the rows are about circles.
    wall_list first_walls;
    const wall_list *asked_walls;
    /// The name of the label column, which both files must have, or with `labels_walls` only that
    /// of the walls; NULL for none.
    const char *label;
    bool labels_walls;
    /// The walls with an index over them, or NULL (walls.h).
    carom_scene *scene;
    drawing drawing;
    output out;
} answers;

/// Returns the number of rows of the first file, and their names.
size_t answers_asked_count(const answers *a);
const names *answers_asked_names(const answers *a);

/// Starts standard output with the header line. `header` is NUL-ended text with commas between the
/// names. The names of copied columns follow, such as "circle_net" after the first name of the
/// header, and "wall_net" after the second. With NULL there is no header line. With draw_only
/// nothing is printed.
void answers_start_rows(answers *a, const char *header);

/// Print the name of the current row of a table, or the i-th name of a list, as a field.
void answers_print_row_name(output *o, const table *t);
void answers_print_name(output *o, const names *list, size_t i);

/// Print the columns of a contact or sweep; the row is not ended. On a miss the unused fields are
/// empty.
void answers_print_contact(output *o, const carom_contact *k);
void answers_print_sweep(output *o, const carom_sweep *s);

/// Print the copied fields and end the row. The first is for the current row of a table. The second
/// is for a row of the first file and a wall; a wall number out of range means no wall.
void answers_end_current_row(answers *a, const table *t);
void answers_end_row(const answers *a, output *o, size_t asked, size_t wall);

/// Writes the rows. Returns false if this or an earlier write failed; the failure is reported.
bool answers_finish_rows(answers *a);

/// Makes the picture if one was requested. Returns false on failure, which is reported.
bool answers_draw(answers *a);

void answers_free(answers *a);

#endif
