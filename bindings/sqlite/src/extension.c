// The entry point of the extension: adds the functions and the module `carom` to a connection.
//
// The parts, each of which knows only those listed before it:
//   arguments, fields   SQL values to numbers; contacts and sweeps to SQL results
//   rest_functions, sweep_functions, query_values   the SQL functions
//   id_list, shadow     the shadow tables that hold the walls: their SQL, statements, rows
//   change_log          which walls have changed since the cache read them, here or elsewhere
//   cache, area_cache   the walls in memory as a dynamic scene; those of areas, with their index
//   answers             queries of both in SQL order
//   declaration         the arguments of CREATE VIRTUAL TABLE
//   table, plan, cursor, refresh, edits, check   the virtual table: life, plans, reading, the cache
//                       brought up to date, writing, integrity
//
// All memory comes from sqlite3_malloc64. What fails returns a code of SQLite and leaves the table
// usable: the shadow tables are the truth, and a cache in doubt is loaded again.
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "../carom_sqlite.h"
#include "functions.h"
#include "table.h"

/// The oldest SQLite that has every function that the extension calls.
enum { SQLITE_OLDEST = 3034000 };

#if defined(__GNUC__) && !defined(_WIN32)
__attribute__((visibility("default")))
#elif defined(_WIN32)
__declspec(dllexport)
#endif
int sqlite3_caromsqlite_init(sqlite3 *db, char **error, const sqlite3_api_routines *api) {
    SQLITE_EXTENSION_INIT2(api);
    (void)api;
    if (sqlite3_libversion_number() < SQLITE_OLDEST) {
        if (error != NULL)
            *error = sqlite3_mprintf("carom_sqlite needs SQLite 3.34 or later; this is %s",
                                     sqlite3_libversion());
        return SQLITE_ERROR;
    }
    int rc = carom_rest_functions_create(db);
    if (rc == SQLITE_OK)
        rc = carom_sweep_functions_create(db);
    if (rc == SQLITE_OK)
        rc = carom_query_functions_create(db);
    if (rc == SQLITE_OK)
        rc = carom_check_functions_create(db);
    if (rc == SQLITE_OK)
        rc = carom_table_module_create(db);
    return rc;
}
