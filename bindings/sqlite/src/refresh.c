// Brings the cache of a table up to date with its shadow tables.
// Method: a few changed walls are read one by one; many, or unknown ones, by loading all.
// Room: above table.
#include <stdint.h>
#include <string.h>

#include "table.h"

/// One changed wall costs about as much as CHANGE_COST walls of a load. FEW_CHANGES changed walls
/// are never a reason to load. FIRST_ROOM walls have room at the start of a load. AREA_COLUMN is
/// where CAROM_SHADOW_AREA_WALLS has the number of the area.
enum {
    CHANGE_COST = 4,
    FEW_CHANGES = 1024,
    FIRST_ROOM = 1024,
    AREA_COLUMN = CAROM_SHADOW_WALL_COLUMNS
};

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

/// Reads the walls of a statement: CAROM_SHADOW_ALL_WALLS or CAROM_SHADOW_AREA_WALLS.
static int read_walls(carom_table *table, carom_shadow_sql sql, load *l) {
    const bool areas = sql == CAROM_SHADOW_AREA_WALLS;
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(&table->shadow, sql, &statement);
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
        if (areas)
            l->walls[l->count].group = (uint32_t)sqlite3_column_int64(statement, AREA_COLUMN);
        // All ids rise if the column is a primary key still.
        if (rc == SQLITE_OK && !areas && l->count > 0 && l->ids[l->count] <= l->ids[l->count - 1]) {
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
    int rc = read_walls(table, CAROM_SHADOW_ALL_WALLS, &l);
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

/// Brings the log up to date.
static int catch_up(carom_table *table) {
    const int rc = carom_log_catch_up(&table->log, &table->shadow);
    return rc == SQLITE_CORRUPT_VTAB ? carom_table_fail_edits(table)
                                     : carom_table_fail_sqlite(table, rc);
}

int carom_table_refresh(carom_table *table) {
    carom_log *log = &table->log;
    int rc = catch_up(table);
    if (rc != SQLITE_OK)
        return rc;
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

/// What is wrong with the walls of an area: the text after its name, or NULL if out of memory.
static char *area_fault(const load *l, carom_status status, const carom_area_error *e) {
    const carom_wall *wall = &l->walls[e->wall];
    const sqlite3_int64 id = l->ids[e->wall];
    if (status == CAROM_STATUS_OPEN_AREA) {
        return sqlite3_mprintf("does not close: the point (%!.17g, %!.17g) is the end of an odd "
                               "number of its walls; one of them has the id %lld",
                               e->point.x, e->point.y, id);
    }
    if (status == CAROM_STATUS_ENDLESS_AREA) {
        return sqlite3_mprintf("has a %s, with the id %lld; its walls must be segments",
                               carom_extent_name((carom_extent)wall->extent), id);
    }
    size_t first = 0;
    while (l->walls[first].group != e->area)
        first++;
    return sqlite3_mprintf("has walls of different wr: %!.17g with the id %lld, %!.17g with the id "
                           "%lld; they must be the same",
                           l->walls[first].radius, l->ids[first], wall->radius, id);
}

/// Sets the message about an area that is none.
static int bad_area(carom_table *table, const load *l, carom_status status,
                    const carom_area_error *e) {
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(&table->shadow, CAROM_SHADOW_AREA, &statement);
    if (rc != SQLITE_OK)
        return carom_table_fail_sqlite(table, rc);
    sqlite3_bind_int64(statement, 1, l->ids[e->wall]);
    char *fault = area_fault(l, status, e);
    if (fault == NULL)
        return SQLITE_NOMEM;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        rc = carom_table_fail(table, SQLITE_ERROR,
                              sqlite3_mprintf("%s: area %s %s", table->shadow.name,
                                              sqlite3_column_text(statement, 0), fault));
    }
    sqlite3_free(fault);
    const int stepped = sqlite3_reset(statement);
    return rc != SQLITE_OK ? rc : carom_table_fail_sqlite(table, stepped);
}

static int load_areas(carom_table *table) {
    load l;
    memset(&l, 0, sizeof l);
    carom_area_cache_clear(&table->areas);
    int rc = read_walls(table, CAROM_SHADOW_AREA_WALLS, &l);
    if (rc == SQLITE_OK) {
        carom_area_error error;
        const carom_status status =
            carom_area_cache_load(&table->areas, l.walls, l.ids, l.count, &error);
        const bool fault = status == CAROM_STATUS_OPEN_AREA ||
                           status == CAROM_STATUS_ENDLESS_AREA || status == CAROM_STATUS_AREA_RADII;
        rc = fault ? bad_area(table, &l, status, &error) : carom_cache_code(status);
    }
    sqlite3_free(l.ids);
    sqlite3_free(l.walls);
    return rc;
}

int carom_table_refresh_areas(carom_table *table) {
    if (table->shadow.area == NULL) {
        const char *name = table->shadow.name;
        return carom_table_fail(
            table, SQLITE_ERROR,
            sqlite3_mprintf("%s: the table has no areas; its argument area= must name the column "
                            "that does: CREATE VIRTUAL TABLE %s USING carom(+zone TEXT, area=zone)",
                            name, name));
    }
    int rc = catch_up(table);
    const carom_log_state now = table->log.known;
    const bool same = table->areas.scene != NULL && now.count == table->areas_state.count &&
                      now.mark == table->areas_state.mark;
    if (rc == SQLITE_OK && !same)
        rc = load_areas(table);
    if (rc == SQLITE_OK)
        table->areas_state = now;
    return rc;
}
