// A list of wall ids that grows. Room: above sqlite_api.
#ifndef CAROM_SQLITE_ID_LIST_H
#define CAROM_SQLITE_ID_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "sqlite_api.h"

/// Start from zeros.
typedef struct carom_id_list {
    sqlite3_int64 *ids;
    size_t count;
    size_t room;
} carom_id_list;

/// Appends ids. On failure returns false and leaves the list as it was.
bool carom_id_list_append(carom_id_list *list, const sqlite3_int64 *ids, size_t count);

/// Empties the list and releases its memory.
void carom_id_list_clear(carom_id_list *list);

#endif
