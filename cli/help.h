// `carom help`: what there is, with an example each; `carom help COMMAND` is COMMAND --help.
// Layer: cli.
#ifndef CAROM_CLI_HELP_H
#define CAROM_CLI_HELP_H

#include "command.h"

/// The last lines of every help.
#define HELP_EXIT_STATUS                                                                           \
    "Exit status: 0 done; 1 done, but --skip-bad passed over bad rows; 2 bad input,\n"             \
    "wrong usage, or a failure to read or write.\n"

/// What --help says of the columns of the input: a circle, its motion, a wall, what they
/// are called and how numbers are written.
#define HELP_CIRCLE "  cx,cy,r      circle: centre and radius\n"
#define HELP_MOVE "  vx,vy        its displacement over the frame\n"
#define HELP_WALL                                                                                  \
    "  ax,ay,bx,by  wall: from a to b\n"                                                           \
    "  wr           optional: wall radius, half its thickness (0 if empty)\n"                      \
    "  extent       optional: segment (a to b; also if empty), ray (from a through b), line\n"
#define HELP_CATEGORY                                                                              \
    "  category     optional, 32 bits: of a wall its category (1 if empty or 0), of a circle "     \
    "the\n"                                                                                        \
    "               sum of the categories it sees (all if empty); a circle that does not see\n"    \
    "               a wall takes no notice of it\n"
#define HELP_ID                                                                                    \
    "  id           optional: what the row is called (its number if empty)\n"                      \
    "Numbers are decimal or C hex floats.\n"

/// The same of the columns that answers_print_contact and answers_print_sweep print.
#define HELP_CONTACT                                                                               \
    "  px,py        nearest point on the wall's surface\n"                                         \
    "  nx,ny        unit vector from the wall to the centre\n"                                     \
    "  depth        how deep they overlap; 0 touching, below 0 the gap\n"
#define HELP_SWEEP                                                                                 \
    "  kind         miss, graze (touches, never presses in), hit (touches, moving in) or\n"        \
    "               overlap (starts in the wall); exact for all finite numbers\n"                  \
    "  t            time of contact, 0 to 1; the largest double not after the true one\n"          \
    "  x,y          centre at contact\n"                                                           \
    "  px,py        contact point on the wall's surface\n"                                         \
    "  nx,ny        unit vector from the wall to the centre\n"                                     \
    "  feature      part of the wall touched: side, a or b; exact\n"

/// What --method does.
#define HELP_METHOD_HEAD                                                                           \
    "With --method each row is put to a method as published in an article, or as most code\n"      \
    "has it, next to the exact answer to the same question. NAME is one of:\n"
#define HELP_METHOD_TAIL                                                                           \
    "Fields that a method has no answer for are empty; its numbers are printed as they come\n"     \
    "out, nan and inf too. Walls of another extent than the method knows are bad rows. There\n"    \
    "is no picture of it; carom draw --errors NAME PAIRS draws where a method errs. With\n"        \
    "--steps come the steps of the method instead, for each row, as text.\n"

/// What is kept of large files.
#define HELP_SCALE                                                                                 \
    "Made for millions of rows: these and an index over the walls are kept in memory,\n"           \
    "answers are printed chunk by chunk. Threads change nothing in them.\n"

/// How PAIRS are gone through.
#define HELP_STREAMS                                                                               \
    "Rows are printed as they are read and nothing is kept, unless there is a picture.\n"

extern const tool_command command_help;

/// Prints the overview on standard output; returns the exit status.
int help_overview(const char *who);

/// Ends a text printed by stdio: flushes it and returns the exit status. A failure is reported.
int help_printed(const char *who);

#endif
