// Reads the rows of a table into a list on all threads, in the order of the file.
// Method: the threads take blocks of a file in turn. Each thread treats the lines that begin in its
// block as a table of its own, as if the first of them began a row, and reads its rows into a part
// of the list. The parts are added to the list in order, by the thread that has the next one. At a
// block with a bad row, or a row that ends in the next block, the threads stop; the rows of this
// block are read one by one, which gives each error its line. The rows of pipes and gzip files are
// read one by one, too.
// Room: cli.
#include "csv/blocks.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "threads.h"

/// The size of a block in bytes; what a line may extend behind its block; and the number of parts
/// that a thread can hold.
enum { BLOCK_BYTES = 1 << 17, LINE_BYTES = 1 << 13, PARTS = 8 };

/// A block that a thread has read, and the position behind its lines.
typedef struct block {
    size_t index;
    uint64_t end;
    table rows;
    /// All rows of the block are in its part.
    bool is_read;
} block;

/// The ring of blocks that a thread has read and not added, from `first` on, with their parts.
typedef struct block_ring {
    block blocks[PARTS];
    char *parts;
    size_t first;
    size_t count;
    char *text;
    table_text *fields;
} block_ring;

/// The reading of a table. Only the thread that has read block `added` may use the list, the table,
/// `position` and `status`.
typedef struct block_reader {
    const list_kind *kind;
    void *list;
    table *table;
    bool skip_bad;
    /// The table and the position of its next row when the threads start, and the number of blocks.
    table start;
    uint64_t begin;
    size_t count;
    atomic_size_t taken;
    atomic_size_t added;
    atomic_bool stopped;
    /// The end of the added blocks.
    uint64_t position;
    table_status status;
} block_reader;

// ---- a block, on any thread ----

/// Reads the lines that begin in a block into the text of the ring. Returns false if they do not
/// fit or the file cannot be read.
static bool read_lines(const block_reader *r, block_ring *ring, block *k, size_t *length) {
    const uint64_t begin = r->begin + (uint64_t)k->index * BLOCK_BYTES;
    // A line begins behind a newline.
    const size_t before = k->index > 0 ? 1 : 0;
    const size_t n =
        lines_copy(&r->start.source, begin - before, ring->text, before + BLOCK_BYTES + LINE_BYTES);
    const char *first = before > 0 ? memchr(ring->text, '\n', n) : ring->text;
    const size_t last = before + BLOCK_BYTES - 1;
    const char *end = n > last ? memchr(ring->text + last, '\n', n - last) : NULL;
    if (first == NULL || end == NULL) {
        return false;
    }
    first += before;
    *length = (size_t)(end + 1 - first);
    k->end = begin - before + (uint64_t)(end + 1 - ring->text);
    memmove(ring->text, first, *length);
    return true;
}

/// Reads the rows of a block up to the first bad one.
static void read_block(const block_reader *r, block_ring *ring, size_t index) {
    const size_t slot = (ring->first + ring->count++) % PARTS;
    block *k = &ring->blocks[slot];
    void *part = ring->parts + slot * r->kind->size;
    size_t length = 0;
    k->index = index;
    k->is_read = false;
    if (!read_lines(r, ring, k, &length)) {
        return;
    }
    table_part(&k->rows, &r->start, ring->text, length, ring->fields);
    r->kind->start_part(part, r->list);
    table_status status = TABLE_ROW;
    while (status == TABLE_ROW) {
        status = table_next(&k->rows);
        if (status == TABLE_ROW) {
            status = r->kind->read_row(part, &k->rows);
        }
    }
    k->is_read = status == TABLE_END;
}

// ---- the blocks in order ----

/// Adds a block to the list, or stops the threads.
static void add_block(block_reader *r, const block *k, const void *part) {
    line_source *source = &r->table->source;
    table_status status = TABLE_BAD;
    if (k->is_read) {
        status = r->kind->append(r->list, part, r->table);
    }
    if (status != TABLE_ROW) {
        r->status = status == TABLE_BAD ? TABLE_ROW : status;
        atomic_store(&r->stopped, true);
        return;
    }
    table_skip(r->table, &k->rows);
    r->position = k->end;
    if (source->before_read != NULL) {
        source->before_read(source->data, r->position, source->total);
    }
}

/// Adds the blocks of the ring that are next.
static void add_read(block_reader *r, block_ring *ring) {
#pragma omp critical(carom_blocks)
    while (ring->count > 0 && !atomic_load(&r->stopped) &&
           ring->blocks[ring->first].index == atomic_load(&r->added)) {
        add_block(r, &ring->blocks[ring->first], ring->parts + ring->first * r->kind->size);
        ring->count--;
        ring->first = ring->count == 0 ? 0 : (ring->first + 1) % PARTS;
        atomic_fetch_add(&r->added, 1);
    }
}

/// Adds blocks until at most `left` of them remain or the threads stop.
static void wait_for_turn(block_reader *r, block_ring *ring, size_t left) {
    while (ring->count > left && !atomic_load(&r->stopped)) {
        add_read(r, ring);
        if (ring->count > left) {
            sched_yield(); // another thread is reading the block that is next
        }
    }
}

static void read_blocks(block_reader *r, block_ring *rings) {
#pragma omp parallel
    {
        block_ring *ring = &rings[threads_this()];
        ring->first = 0;
        ring->count = 0;
        for (size_t k;
             !atomic_load(&r->stopped) && (k = atomic_fetch_add(&r->taken, 1)) < r->count;) {
            wait_for_turn(r, ring, PARTS - 1);
            read_block(r, ring, k);
            if (ring->blocks[ring->first].index == atomic_load(&r->added)) {
                add_read(r, ring);
            }
        }
        wait_for_turn(r, ring, 0);
    }
}

// ---- the whole ----

static void free_rings(const block_reader *r, block_ring *rings, size_t threads) {
    for (size_t i = 0; rings != NULL && i < threads; i++) {
        for (size_t k = 0; rings[i].parts != NULL && k < PARTS; k++) {
            r->kind->free_part(rings[i].parts + k * r->kind->size);
        }
        free(rings[i].parts);
        free(rings[i].text);
        free(rings[i].fields);
    }
    free(rings);
}

/// Returns NULL if out of memory.
static block_ring *make_rings(const block_reader *r, size_t threads) {
    block_ring *rings = calloc(threads, sizeof *rings);
    for (size_t i = 0; rings != NULL && i < threads; i++) {
        rings[i].parts = calloc(PARTS, r->kind->size);
        rings[i].text = malloc(1 + BLOCK_BYTES + LINE_BYTES);
        rings[i].fields = malloc(r->table->columns * sizeof *rings[i].fields);
        if (rings[i].parts == NULL || rings[i].text == NULL || rings[i].fields == NULL) {
            free_rings(r, rings, threads);
            return NULL;
        }
    }
    return rings;
}

/// Returns the number of whole blocks that threads can read.
static size_t count_blocks(const table *t) {
    uint64_t left = 0;
    const bool known = !t->in_line && lines_left(&t->source, &left);
    return known ? (size_t)(left / BLOCK_BYTES) : 0;
}

/// Reads blocks until one cannot be added. Returns TABLE_ROW, or TABLE_FAILED with the error of the
/// table set.
static table_status share_blocks(block_reader *r, block_ring *rings) {
    table *t = r->table;
    r->start = *t;
    r->begin = t->source.taken;
    r->position = r->begin;
    r->status = TABLE_ROW;
    atomic_store(&r->taken, 0);
    atomic_store(&r->added, 0);
    atomic_store(&r->stopped, false);
    read_blocks(r, rings);
    return r->status == TABLE_ROW ? table_go_to(t, r->position) : r->status;
}

/// Reads the rows that begin in front of position `end` one by one, at least one row.
static table_status read_rows(const block_reader *r, uint64_t end) {
    table *t = r->table;
    do {
        table_status status = table_next(t);
        if (status == TABLE_ROW) {
            status = r->kind->read_row(r->list, t);
        }
        if (status == TABLE_BAD && r->skip_bad) {
            report(NULL, "%s", t->error);
        } else if (status != TABLE_ROW) {
            return status;
        }
    } while (t->source.taken < end);
    return TABLE_ROW;
}

table_status blocks_read(const list_kind *kind, void *list, table *t, bool skip_bad) {
    block_reader r = {.kind = kind, .list = list, .table = t, .skip_bad = skip_bad};
    const size_t threads = (size_t)threads_count();
    block_ring *rings = threads > 1 && count_blocks(t) > 1 ? make_rings(&r, threads) : NULL;
    // Where few blocks can be added, more and more rows are read one by one.
    uint64_t alone = BLOCK_BYTES;
    table_status status = TABLE_ROW;
    while (status == TABLE_ROW) {
        r.count = rings != NULL ? count_blocks(t) : 0;
        if (r.count > 1) {
            const uint64_t before = t->source.taken;
            status = share_blocks(&r, rings);
            alone = t->source.taken > before ? BLOCK_BYTES : 2 * alone;
        }
        if (status == TABLE_ROW) {
            status = read_rows(&r, r.count > 1 ? t->source.taken + alone : UINT64_MAX);
        }
    }
    free_rings(&r, rings, threads);
    return status;
}
