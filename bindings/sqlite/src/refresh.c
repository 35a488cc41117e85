// Brings the cache of a table up to date with its shadow tables.
// Method: a few changed walls are read one by one; many, or unknown ones, by loading all.
// Room: above table.
#include <stdint.h>
#include <string.h>

#include "table.h"

/// One changed wall costs about as much as CHANGE_COST walls of a load. FEW_CHANGES changed walls
/// are never a reason to load. FIRST_ROOM walls have room at the start of a load.
enum { CHANGE_COST = 4, FEW_CHANGES = 1024, FIRST_ROOM = 1024 };

/// The walls that are being loaded.
typedef struct load {
    carom_wall *walls;
    sqlite3_int64 *ids;
    size_t count;
    size_t room;
} load;

static int corrupt_wall(carom_table *table, sqlite3_int64 id, const char *what) {
    return carom_table_fail(
        table, SQLITE_CORRUPT_VTAB,
        sqlite3_mprintf("%s: the shadow table \"%w_walls\" is corrupt: %s of id %lld is not valid; "
                        "SELECT carom_check('%q', '%q') lists what is wrong",
                        table->shadow.name, table->shadow.name, what, id, table->shadow.schema,
                        table->shadow.name));
}

/// Makes room for one more wall.
static bool grow(load *l) {
    if (l->count < l->room)
        return true;
    const size_t room = l->room > 0 ? l->room * 2 : FIRST_ROOM;
    carom_wall *walls = sqlite3_realloc64(l->walls, room * sizeof *walls);
    if (walls == NULL)
        return false;
    l->walls = walls;
    sqlite3_int64 *ids = sqlite3_realloc64(l->ids, room * sizeof *ids);
    if (ids == NULL)
        return false;
    l->ids = ids;
    l->room = room;
    return true;
}

/// Reads all walls.
static int read_walls(carom_table *table, load *l) {
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(&table->shadow, CAROM_SHADOW_ALL_WALLS, &statement);
    if (rc != SQLITE_OK)
        return carom_table_fail_sqlite(table, rc);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *what;
        if (!grow(l)) {
            rc = SQLITE_NOMEM;
            break;
        }
        l->ids[l->count] = sqlite3_column_int64(statement, 0);
        rc = carom_shadow_read_wall(statement, &l->walls[l->count], &what);
        // Ids rise if the column is a primary key still.
        if (rc == SQLITE_OK && l->count > 0 && l->ids[l->count] <= l->ids[l->count - 1]) {
            what = "id";
            rc = SQLITE_CORRUPT_VTAB;
        }
        if (rc != SQLITE_OK) {
            rc = corrupt_wall(table, l->ids[l->count], what);
            break;
        }
        l->count++;
    }
    const int stepped = sqlite3_reset(statement);
    return rc != SQLITE_OK ? rc : carom_table_fail_sqlite(table, stepped);
}

static int load_all(carom_table *table) {
    load l;
    memset(&l, 0, sizeof l);
    // The old scene goes first: both at once could be too much.
    carom_cache_clear(&table->cache);
    int rc = read_walls(table, &l);
    if (rc == SQLITE_OK)
        rc = carom_cache_load(&table->cache, l.walls, l.ids, l.count);
    else
        sqlite3_free(l.ids);
    sqlite3_free(l.walls);
    return rc;
}

/// Reads one wall again, or finds that it is gone.
static int read_wall(carom_table *table, sqlite3_stmt *statement, sqlite3_int64 id) {
    carom_wall wall;
    const char *what;
    int rc = SQLITE_OK;
    sqlite3_bind_int64(statement, 1, id);
    const bool exists = sqlite3_step(statement) == SQLITE_ROW;
    if (exists)
        rc = carom_shadow_read_wall(statement, &wall, &what);
    const int stepped = sqlite3_reset(statement);
    if (rc != SQLITE_OK)
        return corrupt_wall(table, id, what);
    if (stepped != SQLITE_OK)
        return carom_table_fail_sqlite(table, stepped);
    if (exists)
        return carom_cache_set(&table->cache, id, wall);
    carom_cache_remove(&table->cache, id);
    return SQLITE_OK;
}

static int read_changed(carom_table *table) {
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(&table->shadow, CAROM_SHADOW_WALL, &statement);
    if (rc != SQLITE_OK)
        return carom_table_fail_sqlite(table, rc);
    const carom_id_list *changed = &table->log.changed;
    for (size_t i = 0; i < changed->count && rc == SQLITE_OK; i++)
        rc = read_wall(table, statement, changed->ids[i]);
    return rc;
}

int carom_table_refresh(carom_table *table) {
    carom_log *log = &table->log;
    int rc = carom_log_catch_up(log, &table->shadow);
    if (rc == SQLITE_CORRUPT_VTAB)
        return carom_table_fail_edits(table);
    if (rc != SQLITE_OK)
        return carom_table_fail_sqlite(table, rc);
    if (!log->reload && log->changed.count == 0)
        return SQLITE_OK;
    const size_t count =
        table->cache.scene != NULL ? carom_dynamic_scene_count(table->cache.scene) : 0;
    if (table->cache.scene == NULL || log->changed.count > FEW_CHANGES + count / CHANGE_COST)
        carom_log_reload(log);
    rc = log->reload ? load_all(table) : read_changed(table);
    if (rc == SQLITE_OK)
        carom_log_taken(log);
    else
        carom_log_reload(log);
    return rc;
}
