// The rows of a call of a scene, shared by threads.
//
// Rows are taken along a Hilbert curve, so that neighbours in the plane follow each other and find
// their walls in the cache. Pieces of that order are the tasks. Answers are put in the order of
// the rows, so they do not depend on pieces or threads. Room: above columns.
#ifndef CAROM_PYTHON_SCENE_ROWS_H
#define CAROM_PYTHON_SCENE_ROWS_H

#include "columns.h"

#include <stdatomic.h>

#ifdef __GNUC__
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/// Each chunk of rows is sorted by itself. Large enough for the cache of most machines to be used
/// well, and a multiple of a piece.
enum { CHUNK_ROWS = 1 << 17, PIECE_ROWS = 256 };

/// How many places ahead numbers are requested from memory. One row's work takes about as long as
/// one access.
enum { PLACES_AHEAD = 4 };

/// The order in which rows are computed.
typedef struct row_order {
    size_t count;
    /// Numbers of rows, from the start of their chunk on; NULL: as they come.
    uint32_t *order;
    /// The columns with a value for each row.
    const column *columns[COLUMNS_MAX];
    int column_count;
} row_order;

/// The row at place i of an order that is not NULL.
static inline size_t sorted_row(const row_order *rows, size_t i) {
    return i / CHUNK_ROWS * CHUNK_ROWS + rows->order[i];
}

/// The row at place i of the order. Loops that take place by place find its numbers in the cache.
static inline npy_intp row_at(const row_order *rows, size_t i) {
    if (rows->order == NULL)
        return (npy_intp)i;
    const size_t ahead = i + PLACES_AHEAD;
    for (int k = 0; ahead < rows->count && k < rows->column_count; k++)
        PREFETCH(rows->columns[k]->rows + sorted_row(rows, ahead) * rows->columns[k]->step);
    return (npy_intp)sorted_row(rows, i);
}

/// Sorts the rows whose centres are in columns 0 and 1. Called with the GIL. False with an
/// exception. Call rows_release in both cases.
bool rows_sort(row_order *rows, const carom_scene *scene, columns *all);
void rows_release(row_order *rows);

/// Calls piece(context, begin, end) for all places of the order, in pieces of at most `size`, on
/// threads if there are enough. No thread of these has the GIL.
typedef void row_piece(void *context, size_t begin, size_t end);
void rows_run(const row_order *rows, size_t size, row_piece *piece, void *context);

// ---- answers of any length for each row ----

/// Writes the first `capacity` items for a row and returns how many there are.
typedef size_t row_list(const void *query, npy_intp row, void *items, size_t capacity);

/// Lists of all rows, until they are put in order.
typedef struct row_lists {
    const row_order *rows;
    row_list *list;
    const void *query;
    /// The size of an item in bytes.
    size_t item;
    /// The most items of all rows together.
    uint64_t most;
    /// The length of the list of each row, and the lists of each piece one after the other.
    uint32_t *counts;
    char **pieces;
    /// The items of the pieces that are finished.
    _Atomic uint64_t made;
    atomic_bool failed, too_many;
} row_lists;

/// Makes the lists of all rows; the first five members must be set. Called without the GIL. False
/// if there is not enough memory, or if `too_many` is set: there are more than `most` items. Until
/// that is seen each thread may hold `most` items. Call lists_release in both cases.
bool lists_make(row_lists *lists);
/// Sets offsets[0 .. count]: row i has the items offsets[i] to offsets[i + 1] - 1.
void lists_offsets(const row_lists *lists, int64_t *offsets);
/// Calls write(context, row, place, items, count) for each row: `place` is its first item's in the
/// order of the rows. Called without the GIL.
typedef void row_write(void *context, npy_intp row, int64_t place, const void *items, size_t count);
void lists_write(const row_lists *lists, const int64_t *offsets, row_write *write, void *context);
void lists_release(row_lists *lists);

#endif
