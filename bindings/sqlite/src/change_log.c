// Which walls have changed since the cache read them.
// Room: above shadow and id_list.
#include "change_log.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

/// The number of edits that w_commits covers, and that a transaction remembers.
enum { EDITS_KEPT = 1 << 16 };

/// Bytes of an id in w_commits; the room for a first savepoint.
enum { ID_BYTES = 8, FIRST_SAVEPOINTS = 8 };

void carom_log_start(carom_log *log) {
    memset(log, 0, sizeof *log);
    log->reload = true;
}

void carom_log_end(carom_log *log) {
    carom_id_list_clear(&log->changed);
    carom_id_list_clear(&log->touched);
    carom_id_list_clear(&log->taken);
    sqlite3_free(log->savepoints);
    carom_log_start(log);
}

void carom_log_reload(carom_log *log) {
    log->reload = true;
    carom_id_list_clear(&log->changed);
}

/// These walls must be read again.
static void mark_changed(carom_log *log, const sqlite3_int64 *ids, size_t count) {
    if (!log->reload && !carom_id_list_append(&log->changed, ids, count))
        carom_log_reload(log);
}

/// Reads the state of the table.
static int read_state(carom_shadow *shadow, carom_log_state *state) {
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(shadow, CAROM_SHADOW_EDITS, &statement);
    if (rc != SQLITE_OK)
        return rc;
    const bool good = sqlite3_step(statement) == SQLITE_ROW &&
                      sqlite3_column_type(statement, 0) == SQLITE_INTEGER &&
                      sqlite3_column_type(statement, 1) == SQLITE_INTEGER &&
                      sqlite3_column_int64(statement, 0) >= 0 &&
                      sqlite3_column_int64(statement, 0) < CAROM_SHADOW_COUNT_END;
    if (good) {
        *state = (carom_log_state){sqlite3_column_int64(statement, 0),
                                   sqlite3_column_int64(statement, 1), true};
    }
    rc = sqlite3_reset(statement);
    return rc == SQLITE_OK && !good ? SQLITE_CORRUPT_VTAB : rc;
}

/// True if `state`, which was read just now, is the known one. If only the count is known, all
/// edits since the mark was known are of this transaction, and its rollbacks were seen: others
/// can only have raised the count.
static bool is_known(const carom_log *log, const carom_log_state *state) {
    return state->count == log->known.count &&
           (!log->known.mark_known || state->mark == log->known.mark);
}

/// Marks the ids of a commit.
static void mark_commit(carom_log *log, const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        sqlite3_uint64 id = 0;
        for (size_t j = 0; j < ID_BYTES; j++)
            id = id << 8 | bytes[i * ID_BYTES + j];
        const sqlite3_int64 signed_id = (sqlite3_int64)id;
        mark_changed(log, &signed_id, 1);
    }
}

/// Follows the commits of w_commits from the known state up to `count`. Reloads if one is missing.
static int follow_commits(carom_log *log, carom_shadow *shadow, sqlite3_int64 count) {
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(shadow, CAROM_SHADOW_COMMITS, &statement);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_int64(statement, 1, log->known.count);
    sqlite3_int64 reached = log->known.count;
    while (reached < count && sqlite3_step(statement) == SQLITE_ROW) {
        const unsigned char *bytes = sqlite3_column_blob(statement, 3);
        const size_t size = (size_t)sqlite3_column_bytes(statement, 3);
        // The first one begins at the known state. Each later one begins where the last one ended.
        if (sqlite3_column_int64(statement, 0) != reached || size % ID_BYTES != 0 ||
            (size > 0 && bytes == NULL) ||
            (reached == log->known.count && sqlite3_column_int64(statement, 2) != log->known.mark))
            break;
        mark_commit(log, bytes, size / ID_BYTES);
        reached = sqlite3_column_int64(statement, 1);
    }
    rc = sqlite3_reset(statement);
    if (rc == SQLITE_OK && reached != count)
        carom_log_reload(log);
    return rc;
}

/// The version of the database file.
static unsigned data_version(const carom_shadow *shadow) {
    unsigned version = 0;
    sqlite3_file_control(shadow->db, shadow->schema, SQLITE_FCNTL_DATA_VERSION, &version);
    return version;
}

int carom_log_catch_up(carom_log *log, carom_shadow *shadow) {
    const unsigned version = data_version(shadow);
    const int changes = sqlite3_total_changes(shadow->db);
    if (log->armed && version == log->data_version && changes == log->total_changes)
        return SQLITE_OK;
    log->armed = false;
    carom_log_state state;
    int rc = read_state(shadow, &state);
    if (rc == SQLITE_OK && !is_known(log, &state) && log->writing)
        log->others = true;
    if (rc == SQLITE_OK && !log->reload && !is_known(log, &state)) {
        if (state.count > log->known.count && log->known.mark_known)
            rc = follow_commits(log, shadow, state.count);
        else
            carom_log_reload(log);
    }
    if (rc != SQLITE_OK)
        return rc;
    log->known = state;
    log->rolled_back = false;
    log->armed = sqlite3_txn_state(shadow->db, shadow->schema) != SQLITE_TXN_WRITE;
    log->data_version = version;
    log->total_changes = changes;
    return SQLITE_OK;
}

void carom_log_taken(carom_log *log) {
    if (log->writing) {
        if (log->reload && log->touched_too_many)
            log->taken_all = true;
        const carom_id_list *took = log->reload ? &log->touched : &log->changed;
        if (!log->taken_all && !carom_id_list_append(&log->taken, took->ids, took->count))
            log->taken_all = true;
    }
    log->reload = false;
    carom_id_list_clear(&log->changed);
}

int carom_log_before_edit(carom_log *log, carom_shadow *shadow) {
    if (log->writing && !log->rolled_back)
        return SQLITE_OK;
    log->armed = false;
    const int rc = carom_log_catch_up(log, shadow);
    if (rc == SQLITE_OK && !log->writing) {
        log->writing = true;
        log->first = log->known;
        log->lowest_savepoint = INT_MAX;
    }
    return rc;
}

void carom_log_edited_too(carom_log *log, sqlite3_int64 old) {
    log->armed = false;
    mark_changed(log, &old, 1);
    if (!log->touched_too_many &&
        (log->touched.count >= EDITS_KEPT || !carom_id_list_append(&log->touched, &old, 1))) {
        log->touched_too_many = true;
        carom_id_list_clear(&log->touched);
    }
}

void carom_log_edited(carom_log *log, sqlite3_int64 id) {
    log->known.count++;
    log->known.mark_known = false;
    carom_log_edited_too(log, id);
}

/// Runs a statement of one row of parameters to its end.
static int run(sqlite3_stmt *statement) {
    sqlite3_step(statement);
    return sqlite3_reset(statement);
}

/// Deletes the commits up to a count.
static int trim(carom_shadow *shadow, sqlite3_int64 last) {
    sqlite3_stmt *statement;
    const int rc = carom_shadow_statement(shadow, CAROM_SHADOW_COMMIT_TRIM, &statement);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_int64(statement, 1, last);
    return run(statement);
}

/// Writes the commit of the transaction.
static int write_commit(const carom_log *log, carom_shadow *shadow) {
    const size_t size = log->touched.count * ID_BYTES;
    unsigned char *bytes = sqlite3_malloc64(size + 1);
    if (bytes == NULL)
        return SQLITE_NOMEM;
    for (size_t i = 0; i < log->touched.count; i++) {
        sqlite3_uint64 id = (sqlite3_uint64)log->touched.ids[i];
        for (size_t j = ID_BYTES; j-- > 0; id >>= 8)
            bytes[i * ID_BYTES + j] = (unsigned char)(id & 0xff);
    }
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(shadow, CAROM_SHADOW_COMMIT_INSERT, &statement);
    if (rc == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, log->first.count);
        sqlite3_bind_int64(statement, 2, log->known.count);
        sqlite3_bind_int64(statement, 3, log->first.mark);
        rc = sqlite3_bind_blob64(statement, 4, bytes, size, SQLITE_STATIC);
        const int stepped = run(statement);
        rc = rc == SQLITE_OK ? stepped : rc;
        sqlite3_clear_bindings(statement);
    }
    sqlite3_free(bytes);
    return rc;
}

/// Writes w_commits for a transaction that ends at `state`.
static int write_commits(carom_log *log, carom_shadow *shadow, const carom_log_state *state) {
    const bool complete = is_known(log, state) && !log->touched_too_many && !log->others;
    if (!is_known(log, state))
        carom_log_reload(log);
    log->known = *state;
    if (state->count == log->first.count && state->mark == log->first.mark)
        return SQLITE_OK;
    if (!complete)
        return trim(shadow, INT64_MAX);
    const int rc = trim(shadow, state->count - EDITS_KEPT);
    return rc == SQLITE_OK ? write_commit(log, shadow) : rc;
}

int carom_log_sync(carom_log *log, carom_shadow *shadow) {
    if (!log->writing)
        return SQLITE_OK;
    carom_log_state state;
    int rc = read_state(shadow, &state);
    // The tables are gone if a rollback to a savepoint undid their name or their creation.
    if (rc == SQLITE_ERROR)
        return SQLITE_OK;
    if (rc != SQLITE_OK)
        return rc;
    // Edits that nobody counted: the triggers are gone or off.
    if (state.count < log->known.count && !log->known.mark_known)
        return SQLITE_CORRUPT_VTAB;
    const sqlite3_int64 last_id = sqlite3_last_insert_rowid(shadow->db);
    rc = write_commits(log, shadow, &state);
    sqlite3_set_last_insert_rowid(shadow->db, last_id);
    return rc;
}

/// The transaction has ended.
static void end_transaction(carom_log *log) {
    carom_id_list_clear(&log->touched);
    carom_id_list_clear(&log->taken);
    log->writing = log->touched_too_many = log->taken_all = false;
    log->others = log->rolled_back = log->armed = false;
}

void carom_log_commit(carom_log *log) {
    if (!log->known.mark_known)
        carom_log_reload(log);
    end_transaction(log);
}

/// What the cache has read of the transaction is no longer true.
static void untake(carom_log *log) {
    if (log->taken_all || log->others)
        carom_log_reload(log);
    mark_changed(log, log->taken.ids, log->taken.count);
    carom_id_list_clear(&log->taken);
    log->armed = false;
}

void carom_log_rollback(carom_log *log) {
    untake(log);
    if (log->writing)
        log->known = log->first;
    end_transaction(log);
}

int carom_log_savepoint(carom_log *log, int savepoint) {
    const size_t index = (size_t)savepoint;
    if (index >= log->savepoint_room) {
        const size_t room = index * 2 + FIRST_SAVEPOINTS;
        carom_log_state *grown = sqlite3_realloc64(log->savepoints, room * sizeof *grown);
        if (grown == NULL)
            return SQLITE_NOMEM;
        log->savepoints = grown;
        log->savepoint_room = room;
    }
    log->savepoints[index] = log->known;
    if (log->writing && savepoint < log->lowest_savepoint)
        log->lowest_savepoint = savepoint;
    return SQLITE_OK;
}

void carom_log_rollback_to(carom_log *log, int savepoint) {
    untake(log);
    log->taken_all = false;
    if (!log->writing)
        return;
    log->known = savepoint < log->lowest_savepoint ? log->first : log->savepoints[savepoint];
    log->rolled_back = true;
}
