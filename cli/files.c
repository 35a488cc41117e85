// The two files of a command: circles, which may move, and walls.
// Layer: cli.
#include "files.h"

#include <string.h>

#include "report.h"

static bool read_circles(shape_files *f, answers *a, bool moving) {
    table *t = &f->circles;
    bool skip_bad = a->arguments.skip_bad != 0;
    table_status status =
        table_open(t, a->arguments.plain[0], moving ? mover_columns : circle_columns,
                   moving ? (size_t)MOVER_COLUMNS : (size_t)CIRCLE_COLUMNS);
    if (status == TABLE_ROW) {
        status = moving ? mover_list_read(&a->circles, t, skip_bad)
                        : circle_list_read(&a->circles, t, skip_bad);
    }
    f->bad_circle = status == TABLE_BAD;
    if (status == TABLE_FAILED) {
        report(NULL, "%s", t->error);
    }
    return status != TABLE_FAILED;
}

static bool read_walls(shape_files *f, answers *a) {
    table *t = &f->walls;
    table_status status = table_open(t, a->arguments.plain[1], wall_columns, WALL_COLUMNS);
    if (status == TABLE_ROW) {
        status = wall_list_read(&a->walls, t, a->arguments.skip_bad != 0);
    }
    if (status != TABLE_END) {
        report(NULL, "%s", t->error);
    }
    return status == TABLE_END;
}

bool shape_files_read(shape_files *f, answers *a, bool moving) {
    const char *const *paths = a->arguments.plain;
    if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0) {
        const char *wanted = a->call->command->arguments; // "CIRCLES WALLS"
        int first = (int)strcspn(wanted, " ");
        report(a->call->who, "only one of %.*s and WALLS can be standard input", first, wanted);
        return false;
    }
    return read_circles(f, a, moving) && read_walls(f, a);
}

bool shape_files_complete(const shape_files *f) {
    if (f->bad_circle) {
        report(NULL, "%s", f->circles.error);
    }
    return !f->bad_circle;
}

int shape_files_status(const shape_files *f) {
    return f->circles.bad_rows + f->walls.bad_rows > 0 ? EXIT_SKIPPED : EXIT_FINE;
}

void shape_files_close(shape_files *f) {
    table_close(&f->circles);
    table_close(&f->walls);
}
