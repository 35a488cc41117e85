// Which walls have changed since the cache read them.
//
// Every edit of w_walls raises the count in w_edits and renews the mark. The log knows up to which
// state, a count and a mark, its lists are complete. Its own edits raise the count by one each.
// Edits of other connections are found in w_commits, where each transaction writes the state before
// it, the count after it and the ids. If a piece of this chain is missing, everything must be
// loaded again: so it is if there were too many edits, or if somebody edited w_walls without the
// extension.
//
// The mark finds edits that were rolled back unseen: SQLite tells a virtual table of a rollback
// only if the table itself was edited. Room: above shadow and id_list.
#ifndef CAROM_SQLITE_CHANGE_LOG_H
#define CAROM_SQLITE_CHANGE_LOG_H

#include "id_list.h"
#include "shadow.h"

/// A state of w_walls.
typedef struct carom_log_state {
    sqlite3_int64 count;
    sqlite3_int64 mark;
    /// False after edits of this transaction that only were counted.
    bool mark_known;
} carom_log_state;

/// Start from carom_log_start.
typedef struct carom_log {
    /// The edits up to this state are in `changed`, or known to the cache.
    carom_log_state known;
    /// All walls must be read again.
    bool reload;
    /// The walls that must be read again. Empty if `reload`.
    carom_id_list changed;
    /// The transaction has edits of this table, which began at the state `first`.
    bool writing;
    carom_log_state first;
    /// The state at each savepoint, by the number that SQLite gives it, from the lowest one since
    /// `first` on. At those below it the table was at `first`.
    carom_log_state *savepoints;
    size_t savepoint_room;
    int lowest_savepoint;
    /// The transaction has edits between its own that the extension did not make.
    bool others;
    /// A rollback to a savepoint has changed the table: the next edit looks at its state.
    bool rolled_back;
    /// The walls that the transaction edited, and whether there were too many to remember.
    carom_id_list touched;
    bool touched_too_many;
    /// The edited walls that the cache has read within the transaction: a rollback changes them
    /// back. If they are not known, a rollback reloads.
    carom_id_list taken;
    bool taken_all;
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
/// Returns SQLITE_OK or SQLITE_NOMEM.
int carom_log_savepoint(carom_log *log, int savepoint);
void carom_log_rollback_to(carom_log *log, int savepoint);

#endif
