// The SQLite extension, for programs that link it statically: compile the files of src/ with
// SQLITE_CORE and call this function for a connection, or register it with
// sqlite3_auto_extension. docs/sqlite.md is the manual.
#ifndef CAROM_SQLITE_H
#define CAROM_SQLITE_H

#include <sqlite3.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3_api_routines;

/// Adds the functions and the module `carom` to a connection. `api` is NULL if linked statically.
/// On failure returns an error code and, if `error` is not NULL, sets `*error` to a message that
/// the caller releases with sqlite3_free.
int sqlite3_caromsqlite_init(sqlite3 *db, char **error, const struct sqlite3_api_routines *api);

#ifdef __cplusplus
}
#endif

#endif
