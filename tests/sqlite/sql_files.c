// A shim over the VFS of the operating system that counts what changes a file.
// Room: tests.
#include "sql_files.h"

#include <stdbool.h>
#include <stddef.h>

#include <sqlite3.h>

long sql_files_countdown;
int (*sql_files_fail)(void);

/// The methods of the files of the operating system, and those with the countdown.
static const sqlite3_io_methods *real;
/// Of databases, which have locks and shared memory, and of other files.
static sqlite3_io_methods counted[2];
static sqlite3_vfs vfs;

/// True at the operation that fails.
static bool is_last(void) {
    return sql_files_countdown > 0 && --sql_files_countdown == 0;
}

static int counted_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
    if (!is_last())
        return real->xWrite(file, bytes, size, offset);
    real->xWrite(file, bytes, size / 2, offset);
    return sql_files_fail();
}

static int counted_sync(sqlite3_file *file, int flags) {
    return is_last() ? sql_files_fail() : real->xSync(file, flags);
}

static int counted_truncate(sqlite3_file *file, sqlite3_int64 size) {
    return is_last() ? sql_files_fail() : real->xTruncate(file, size);
}

static int counted_open(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags,
                        int *out_flags) {
    sqlite3_vfs *system = self->pAppData;
    const int rc = system->xOpen(system, name, file, flags, out_flags);
    if (rc == SQLITE_OK && file->pMethods != NULL) {
        sqlite3_io_methods *methods = &counted[(flags & SQLITE_OPEN_MAIN_DB) != 0];
        // All files of the operating system are written in the same way.
        real = file->pMethods;
        *methods = *real;
        methods->xWrite = counted_write;
        methods->xSync = counted_sync;
        methods->xTruncate = counted_truncate;
        file->pMethods = methods;
    }
    return rc;
}

void sql_files_register(void) {
    sqlite3_initialize();
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    vfs = *system;
    vfs.pAppData = system;
    vfs.zName = "counted";
    vfs.xOpen = counted_open;
    sqlite3_vfs_register(&vfs, 1);
}
