// `carom cast CASTS WALLS`: the first wall that each circle meets along a direction.
// Method: that of `first`, with the displacement of that length along the direction.
// Room: cli.
#include "cast.h"

#include "answers.h"
#include "first.h"
#include "help.h"

static int cast_run(const tool_call *call) {
    return first_wall_run(call, true);
}

const tool_command command_cast = {
    .name = "cast",
    .arguments = "CASTS WALLS",
    .summary = "the first wall that each circle or ray meets along a direction",
    .example = "cast rays.csv walls.csv",
    .details =
        "CASTS and WALLS are CSV or TSV with a header line. Columns may come in any order;\n"
        "unknown columns are ignored. One of the files may be -, standard input.\n" HELP_CIRCLE
        "  dx,dy        direction of the cast, of any length but 0\n"
        "  length       how far the centre travels at most, in the unit of the "
        "coordinates\n" HELP_WALL HELP_CATEGORY HELP_ID "\n"
        "Prints CSV: cast,wall," ANSWERS_SWEEP_COLUMNS ",distance\n"
        "  cast,wall    the ids, or the numbers of the rows from 0\n" HELP_SWEEP
        "  distance     how far the centre travels until the contact, to within 4 ulp\n"
        "A circle of radius 0 is a ray cast. t is the fraction of the length. A circle that moves\n"
        "with a velocity meets the wall after the time distance / speed, also beyond a frame:\n"
        "its velocity is the direction, and the length says how far to look.\n"
        "One row for each cast, in the order of CASTS. Walls are where they are: avx,avy,bvx,bvy\n"
        "are ignored. The choice of the wall is that of carom first, and so are grazes, misses\n"
        "and --no-graze.\n" HELP_SCALE "\n"
        "Example:\n"
        "  printf 'cx,cy,r,dx,dy,length\\n0,5,0,3,-4,100\\n' | carom cast - walls.csv",
    .draws = true,
    .run = cast_run,
};
