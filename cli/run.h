// What the commands that give answers share: shapes, rows on standard output, a picture of them.
// Layer: cli.
#ifndef CAROM_CLI_RUN_H
#define CAROM_CLI_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/contact.h>

#include "arguments.h"
#include "command.h"
#include "csv/output.h"
#include "csv/shapes.h"
#include "picture/scene.h"
#include "progress.h"

/// The last columns of every row, as run_print_contact prints them.
#define RUN_CONTACT_COLUMNS "px,py,nx,ny,depth"

/// What --help says of the columns of the input, and of those above.
#define RUN_SHAPES_HELP                                                                            \
    "  cx,cy,r      circle: centre and radius\n"                                                   \
    "  ax,ay,bx,by  wall: from a to b\n"                                                           \
    "  wr           optional: wall radius, half its thickness (0 if empty)\n"                      \
    "  extent       optional: segment (a to b; also if empty), ray (from a through b), line\n"     \
    "  id           optional: what the row is called (its number if empty)\n"                      \
    "Numbers are decimal or C hex floats.\n"
#define RUN_CONTACT_HELP                                                                           \
    "  px,py        nearest point on the wall's surface\n"                                         \
    "  nx,ny        unit vector from the wall to the centre\n"                                     \
    "  depth        how deep they overlap; 0 touching, below 0 the gap\n"

/// A run of a command. Start with all zeros but `call`, then parse the arguments.
typedef struct run {
    const tool_call *call;
    arguments arguments;
    progress progress;
    /// The shapes read; with `relate` only kept for a picture.
    circle_list circles;
    wall_list walls;
    scene scene;
    output out;
} run;

/// Starts standard output with the header line, which is NUL-ended text without newline. With
/// draw_only there are no rows and nothing is printed.
void run_start_rows(run *r, const char *header);

/// Prints the last columns and ends the row.
void run_print_contact(run *r, const carom_contact *k);

/// Writes out the rows. False if that or an earlier write failed, which is reported.
bool run_finish_rows(run *r);

/// Makes the picture, if there is to be one. False if that failed, which is reported.
bool run_draw(run *r);

void run_free(run *r);

#endif
