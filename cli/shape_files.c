// Reads the files of a command: circles, movers, casts or walls, and walls.
// Method: large files are read in blocks by all threads (blocks.h). Only one thread can decompress
// a file, so two large files are read at the same time if one is packed. Room: cli.
#include "shape_files.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "csv/text.h"
#include "report.h"

/// The minimum size in bytes of a large file.
enum { LARGE = 1 << 20 };

static void show_reading(void *data, uint64_t done, uint64_t total) {
    // The size of a pipe is unknown.
    if (total > 0) {
        progress_show(data, done, total);
    }
}

/// Sets `wanted` to the columns and the optional label. Returns their number.
static size_t want_columns(table_column *wanted, const table_column *columns, size_t count,
                           const char *label) {
    memcpy(wanted, columns, count * sizeof *wanted);
    if (label != NULL) {
        wanted[count] = (table_column){.name = label, .needed = true};
    }
    return count + (label != NULL);
}

/// Returns whether the header line has all needed columns.
static bool names_all(const table *t, const table_column *columns, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (columns[i].needed && !table_names(t, columns[i].name)) {
            return false;
        }
    }
    return true;
}

/// Adds a hint to the error of a table with a bad header if it has walls, or with `are_walls` false
/// circles, and should not.
static void tell_swapped(table *t, const answers *a, bool are_walls) {
    const char *order = a->call->command->arguments; // "CIRCLES WALLS"
    const size_t used = strlen(t->error);
    if (are_walls ? !names_all(t, circle_columns, CIRCLE_COLUMNS) &&
                        names_all(t, wall_columns, WALL_COLUMNS)
                  : !names_all(t, wall_columns, WALL_COLUMNS) &&
                        names_all(t, circle_columns, CIRCLE_COLUMNS)) {
        snprintf(t->error + used, sizeof t->error - used, "; these are %s: the order is %s",
                 are_walls ? "walls" : "circles", order);
    }
}

/// What the rows of the files are, and what reads them.
static const struct {
    const table_column *circle_columns;
    size_t circle_count;
    /// NULL if both files have walls.
    table_status (*read_circles)(circle_list *list, table *t, bool skip_bad);
    const table_column *wall_columns;
    size_t wall_count;
    table_status (*read_walls)(wall_list *list, table *t, bool skip_bad);
} kinds[] = {
    [FIRST_FILE_CIRCLES] = {circle_columns, CIRCLE_COLUMNS, circle_list_read, wall_columns,
                            WALL_COLUMNS, wall_list_read},
    [FIRST_FILE_MOVERS] = {mover_columns, MOVER_COLUMNS, mover_list_read, moving_wall_columns,
                           MOVING_WALL_COLUMNS, moving_wall_list_read},
    [FIRST_FILE_CASTS] = {cast_columns, CAST_COLUMNS, cast_list_read, wall_columns, WALL_COLUMNS,
                          wall_list_read},
    [FIRST_FILE_BALLS] = {mover_columns, MOVER_COLUMNS, mover_list_read, run_wall_columns,
                          RUN_WALL_COLUMNS, run_wall_list_read},
    [FIRST_FILE_WALLS] = {wall_columns, WALL_COLUMNS, NULL, wall_columns, WALL_COLUMNS,
                          wall_list_read},
};

/// Returns whether there is only one file.
static bool is_one_file(const answers *a) {
    return a->arguments.plain[1] == NULL;
}

/// Opens the first file and finds its columns.
static void open_circles(shape_files *f, answers *a, first_file kind) {
    table *t = &f->circles;
    const size_t count = want_columns(f->circle_columns, kinds[kind].circle_columns,
                                      kinds[kind].circle_count, a->labels_walls ? NULL : a->label);
    a->circles.unique = !a->call->draw_only;
    f->circles_status =
        table_open(t, a->arguments.plain[0], a->arguments.delimiter, f->circle_columns, count);
    if (f->circles_status == TABLE_FAILED) {
        tell_swapped(t, a, kind != FIRST_FILE_WALLS);
    } else {
        kept_list *kept = kind == FIRST_FILE_WALLS ? &a->first_walls.kept : &a->circles.kept;
        f->circles_status = kept_find(kept, t, &a->keep.names, false);
    }
    if (f->circles_status == TABLE_ROW) {
        table_warn_misspelt(t, &a->keep.names);
    }
}

/// Reads the open first file. `bar`, which can be NULL, shows the progress.
static void read_circles(shape_files *f, answers *a, first_file kind, progress *bar) {
    if (f->circles_status == TABLE_ROW) {
        table_on_read(&f->circles, bar != NULL ? show_reading : NULL, bar);
        const bool skip_bad = a->arguments.skip_bad != 0;
        f->circles_status = kind == FIRST_FILE_WALLS
                                ? kinds[kind].read_walls(&a->first_walls, &f->circles, skip_bad)
                                : kinds[kind].read_circles(&a->circles, &f->circles, skip_bad);
    }
}

/// Opens the walls and finds their columns.
static void open_walls(shape_files *f, answers *a, first_file kind) {
    table *t = &f->walls;
    const size_t count =
        want_columns(f->wall_columns, kinds[kind].wall_columns, kinds[kind].wall_count, a->label);
    f->walls_status = table_open(t, a->arguments.plain[is_one_file(a) ? 0 : 1],
                                 a->arguments.delimiter, f->wall_columns, count);
    if (f->walls_status == TABLE_FAILED) {
        tell_swapped(t, a, false);
    } else {
        static const field_list none = {.count = 0};
        const bool keeps = !a->first_alone || is_one_file(a);
        f->walls_status = kept_find(&a->walls.kept, t, keeps ? &a->keep.names : &none, false);
    }
    if (f->walls_status == TABLE_ROW) {
        table_warn_misspelt(t, &a->keep.names);
    }
}

/// Reads the open walls. `bar`, which can be NULL, shows the progress.
static void read_walls(shape_files *f, answers *a, first_file kind, progress *bar) {
    if (f->walls_status == TABLE_ROW) {
        table_on_read(&f->walls, bar != NULL ? show_reading : NULL, bar);
        f->walls_status = kinds[kind].read_walls(&a->walls, &f->walls, a->arguments.skip_bad != 0);
    }
}

/// Returns false if the first file cannot be used, which is reported.
static bool circles_are_read(shape_files *f, first_file kind) {
    f->bad_circle = f->circles_status == TABLE_BAD && kind != FIRST_FILE_WALLS;
    const bool good = f->circles_status == TABLE_END || f->bad_circle;
    if (!good) {
        report(NULL, "%s", f->circles.error);
    }
    return good;
}

static bool walls_are_read(const shape_files *f) {
    if (f->walls_status != TABLE_END) {
        report(NULL, "%s", f->walls.error);
    }
    return f->walls_status == TABLE_END;
}

/// Returns whether both are large files and one is a gzip file.
static bool are_packed(const char *const *paths) {
    bool packed = false;
    for (int i = 0; i < 2; i++) {
        line_source s;
        // A pipe can block.
        struct stat info;
        if (stat(paths[i], &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < LARGE ||
            !lines_open(&s, paths[i])) {
            return false;
        }
        packed = packed || lines_are_packed(&s);
        lines_close(&s);
    }
    return packed;
}

/// Reads both files at the same time; the bar shows the walls.
static bool read_together(shape_files *f, answers *a, first_file kind) {
    open_circles(f, a, kind);
    open_walls(f, a, kind);
    progress_start(&a->progress, "reading");
#pragma omp parallel sections
    {
#pragma omp section
        read_circles(f, a, kind, NULL);
#pragma omp section
        read_walls(f, a, kind, &a->progress);
    }
    progress_clear(&a->progress);
    return circles_are_read(f, kind) && walls_are_read(f);
}

static bool read_in_turn(shape_files *f, answers *a, first_file kind) {
    // Reports of bad rows would overwrite a bar.
    progress *bar = a->arguments.skip_bad ? NULL : &a->progress;
    if (!is_one_file(a)) {
        open_circles(f, a, kind);
        progress_start(&a->progress, "reading");
        read_circles(f, a, kind, bar);
        progress_clear(&a->progress);
        if (!circles_are_read(f, kind)) {
            return false;
        }
    }
    open_walls(f, a, kind);
    progress_start(&a->progress, "reading");
    read_walls(f, a, kind, bar);
    progress_clear(&a->progress);
    return walls_are_read(f);
}

/// Checks that each column to copy is in at least one file. Reports one that is not.
static bool all_are_kept(const answers *a) {
    const bool names_second = !a->first_alone && !is_one_file(a);
    const kept_list *first = a->asked_walls != NULL ? &a->asked_walls->kept : &a->circles.kept;
    for (size_t i = 0; i < a->keep.names.count; i++) {
        const table_text name = a->keep.names.at[i];
        if (!kept_has(first, name) && !kept_has(&a->walls.kept, name)) {
            report(a->call->who, "--keep: no column %s in %.300s%s%.300s",
                   text_quoted_of(name.at, name.length).at, a->arguments.plain[0],
                   names_second ? " or " : "", names_second ? a->arguments.plain[1] : "");
            return false;
        }
    }
    return true;
}

bool shape_files_read(shape_files *f, answers *a, first_file kind) {
    const char *const *paths = a->arguments.plain;
    if (kind == FIRST_FILE_WALLS) {
        a->asked_walls = is_one_file(a) ? &a->walls : &a->first_walls;
    }
    if (!is_one_file(a) && strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0) {
        const char *wanted = a->call->command->arguments; // "CIRCLES WALLS"
        int first = (int)strcspn(wanted, " ");
        report(a->call->who,
               kind == FIRST_FILE_WALLS ? "only one of both %.*s can be standard input"
                                        : "only one of %.*s and WALLS can be standard input",
               first, wanted);
        return false;
    }
    return (!a->arguments.skip_bad && !is_one_file(a) && are_packed(paths)
                ? read_together(f, a, kind)
                : read_in_turn(f, a, kind)) &&
           all_are_kept(a);
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
