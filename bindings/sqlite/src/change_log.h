// Which walls have changed since the cache read them.
//
// Every edit of w_walls raises the count in w_edits. The log knows up to which count its lists are
// complete. Its own edits raise the count by one each. Edits of other connections are found in
// w_commits, where each transaction writes the counts before and after it and the ids. If a piece
// of this chain is missing, everything must be loaded again: so it is if there were too many edits,
// or if somebody edited w_walls without the extension. Layer: above shadow and id_list.
#ifndef CAROM_SQLITE_CHANGE_LOG_H
#define CAROM_SQLITE_CHANGE_LOG_H

#include "id_list.h"
#include "shadow.h"

/// Start from carom_log_start.
typedef struct carom_log {
    /// The edits up to this count are in `changed`, or known to the cache. -1: none is.
    sqlite3_int64 count;
    /// All walls must be read again.
    bool reload;
    /// The walls that must be read again. Empty if `reload`.
    carom_id_list changed;
    /// The transaction has edits of this table, which began at count `first`.
    bool writing;
    sqlite3_int64 first;
    /// The walls that the transaction edited, and whether there were too many to remember.
    carom_id_list touched;
    bool touched_too_many;
    /// The edited walls that the cache has read within the transaction: a rollback changes them
    /// back. If they are not known, a rollback reloads.
    carom_id_list taken;
    bool taken_all;
    /// A rollback to a savepoint has lowered the count of the table.
    bool recount;
    /// The transaction holds edits that are not the extension's: they may be rolled back unseen.
    bool doubt;
    /// If `armed`, nothing has changed while these two are the same.
    bool armed;
    unsigned data_version;
    int total_changes;
} carom_log;

void carom_log_start(carom_log *log);
void carom_log_end(carom_log *log);

/// Completes `changed` or sets `reload`. A read transaction must be open.
int carom_log_catch_up(carom_log *log, carom_shadow *shadow);

/// All walls must be read again.
void carom_log_reload(carom_log *log);

/// The cache has read everything that the log demanded.
void carom_log_taken(carom_log *log);

/// Before an edit of w_walls, and after a successful one with the id of the wall.
int carom_log_before_edit(carom_log *log, carom_shadow *shadow);
void carom_log_edited(carom_log *log, sqlite3_int64 id);
/// The wall has changed its id from `old`: call after carom_log_edited with the new one.
void carom_log_edited_too(carom_log *log, sqlite3_int64 old);

/// The steps of a transaction.
int carom_log_sync(carom_log *log, carom_shadow *shadow);
void carom_log_commit(carom_log *log);
void carom_log_rollback(carom_log *log);
void carom_log_rollback_to(carom_log *log);

#endif
