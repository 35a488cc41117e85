// `carom help`: an overview of the commands; `carom help COMMAND` is COMMAND --help.
// Room: cli.
#ifndef CAROM_CLI_HELP_H
#define CAROM_CLI_HELP_H

#include "command.h"

/// The last lines of every help.
#define HELP_EXIT_STATUS                                                                           \
    "Exit status: 0 for success; 1 if --skip-bad skipped bad rows; 2 for bad input,\n"             \
    "wrong usage, or a failure to read or write.\n"

/// The columns of the input in a help: a circle, its displacement, a wall, tags and names.
#define HELP_CIRCLE "  cx,cy,r      circle: centre and radius\n"
#define HELP_MOVE "  vx,vy        displacement of the circle over the frame\n"
#define HELP_WALL                                                                                  \
    "  ax,ay,bx,by  wall: from a to b\n"                                                           \
    "  wr           optional: wall radius, half the thickness (default 0)\n"                       \
    "  extent       optional: segment (a to b, the default), ray (from a through b) or line\n"
#define HELP_WALL_MOTION                                                                           \
    "  avx,avy      optional: displacement of a over the frame (default 0)\n"                      \
    "  bvx,bvy      optional: displacement of b; of a ray or line it must equal that of a\n"
#define HELP_WALL_VELOCITY                                                                         \
    "  avx,avy      optional: velocity of a (default 0)\n"                                         \
    "  bvx,bvy      optional: velocity of b; of a ray or line it must equal that of a\n"
#define HELP_MATERIAL                                                                              \
    "  restitution  optional: that of this wall instead of --restitution\n"                        \
    "  friction     optional: that of this wall instead of --friction\n"                           \
    "  sensor       optional: yes if balls go through; --events tells when they come to it\n"      \
    "  one_sided    optional: yes if balls pass from the right of a->b, no if not\n"               \
    "               (default: what --one-sided says)\n"
#define HELP_CATEGORY                                                                              \
    "  category     optional, 32 bits: the category of a wall (default 1), or the mask of a\n"     \
    "               circle (default all bits). A circle ignores the walls whose category\n"        \
    "               has no bit in common with its mask.\n"
#define HELP_ID                                                                                    \
    "  id           optional: the name of the row (default: its number, from 0)\n"                 \
    "Numbers are decimal or C hex floats.\n"

/// The columns that answers_print_contact and answers_print_sweep print.
#define HELP_CONTACT                                                                               \
    "  px,py        nearest point on the wall's surface\n"                                         \
    "  nx,ny        unit vector from the wall to the centre\n"                                     \
    "  depth        depth of the overlap; 0 if touching, minus the gap if separate\n"
#define HELP_SWEEP                                                                                 \
    "  kind         miss, graze (touches but never moves in), hit (touches while moving in)\n"     \
    "               or overlap (overlaps at the start); exact for all finite numbers\n"            \
    "  t            time of impact, 0 to 1: the exact time, rounded down to a double\n"            \
    "  x,y          centre at the time of impact\n"                                                \
    "  px,py        contact point on the wall's surface\n"                                         \
    "  nx,ny        unit vector from the wall to the centre\n"                                     \
    "  feature      touched part of the wall: side, a or b; exact\n"

/// Which option a tie that was computed needs.
#define HELP_COMPUTED                                                                              \
    "A point that was computed on a wall is rounded, and beside it by some ulp: for such points\n" \
    "use carom hits --within D with the distance that the rounding allows for.\n"

/// The option --method.
#define HELP_METHOD_HEAD                                                                           \
    "With --method each row also shows the answer of a published method, next to the exact\n"      \
    "answer under the same contact rule. NAME is one of:\n"
#define HELP_METHOD_TAIL                                                                           \
    "A field is empty if the method does not compute it. The numbers of a method are printed\n"    \
    "unchanged, including nan and inf. A row is bad if the method does not support the\n"          \
    "extent of its wall. carom draw --errors NAME PAIRS draws the errors of a method. With\n"      \
    "--steps the steps of the method are printed as text instead.\n"

/// How the commands with an index handle large files.
#define HELP_SCALE                                                                                 \
    "The input and an index over the walls are kept in memory. The results are printed in\n"       \
    "chunks. The output does not depend on the number of threads.\n"

/// How the commands over PAIRS handle large files.
#define HELP_STREAMS                                                                               \
    "Each row is answered as soon as it is read. Rows are kept only for a picture.\n"

extern const tool_command command_help;

/// Prints the overview of the commands on standard output. Returns the exit status.
int help_overview(const char *who, const tool_command *const *commands);

/// Ends a text printed by stdio: flushes it, reports a failure and returns the exit status.
int help_printed(const char *who);

#endif
