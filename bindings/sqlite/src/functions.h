// The SQL functions. Each call registers a group of them on a connection and returns a code of
// SQLite. Room: above arguments and fields.
#ifndef CAROM_SQLITE_FUNCTIONS_H
#define CAROM_SQLITE_FUNCTIONS_H

#include "sqlite_api.h"

/// Functions whose result depends only on their arguments, and that are safe in any schema.
#define CAROM_FUNCTION_PURE (SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)

/// carom_version, and what a circle and a wall at rest have: carom_relation, carom_touches ...
int carom_rest_functions_create(sqlite3 *db);

/// What a moving circle and a wall have: carom_sweep_kind, carom_sweep_t ...
int carom_sweep_functions_create(sqlite3 *db);

/// The query values of MATCH: carom_touching, carom_near ...
int carom_query_functions_create(sqlite3 *db);

/// carom_check, which checks the tables behind a virtual table.
int carom_check_functions_create(sqlite3 *db);

#endif
