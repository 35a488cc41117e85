// The plans that best_index chooses and filter carries out, as bits of idxNum.
// Room: beside table.
#ifndef CAROM_SQLITE_PLAN_H
#define CAROM_SQLITE_PLAN_H

enum {
    /// A query value. Its argument comes first.
    CAROM_PLAN_MATCH = 1,
    /// A row by its id. Its argument comes first.
    CAROM_PLAN_ID = 2,
    /// A scan with a lowest id, and with a highest id: arguments in this order.
    CAROM_PLAN_FROM = 4,
    CAROM_PLAN_TO = 8,
    /// A scan by falling ids.
    CAROM_PLAN_DESCENDING = 16,
    /// The answer of a query value, sorted by id.
    CAROM_PLAN_BY_ID = 32,
    /// Columns of the wall or of the answer are read.
    CAROM_PLAN_WALLS = 64,
    /// All hidden columns are read: UPDATE ... FROM copies the rows that it edits.
    CAROM_PLAN_COPIES = 128,
    /// Nothing can be done: the query value needs a row that SQLite reads later.
    CAROM_PLAN_FAILURE = 256
};

#endif
