// Shares the rows of a call among threads, and collects lists of unknown length.
//
// Room: above columns.
#include "scene_rows.h"
#include "threads.h"

#include <stdlib.h>
#include <string.h>

/// With fewer rows or walls the order does not pay.
enum { SORTED_ROWS_LEAST = 1024, SORTED_WALLS_LEAST = 256 };

/// Rows that one thread computes before others would have started.
enum { SHARED_ROWS_LEAST = 2 * PIECE_ROWS };

// ---- order ----

typedef struct sort_call {
    const carom_scene *scene;
    const double *x, *y;
    row_order *rows;
    atomic_bool failed;
} sort_call;

static void sort_chunk(void *data, size_t chunk) {
    sort_call *s = data;
    const size_t begin = chunk * CHUNK_ROWS;
    const size_t left = s->rows->count - begin;
    const carom_circle_soa circles = {
        .x = s->x + begin, .y = s->y + begin, .count = left < CHUNK_ROWS ? left : CHUNK_ROWS};
    void *scratch = malloc(carom_scene_hilbert_scratch(circles.count));
    if (scratch == NULL)
        atomic_store(&s->failed, true);
    else
        carom_scene_hilbert_order(s->scene, &circles, s->rows->order + begin, scratch);
    free(scratch);
}

bool rows_sort(row_order *rows, const carom_scene *scene, columns *all) {
    *rows = (row_order){.count = (size_t)all->count};
    if (all->count < SORTED_ROWS_LEAST || carom_scene_count(scene) < SORTED_WALLS_LEAST)
        return true;
    if (!columns_fill(all, 0) || !columns_fill(all, 1))
        return false;
    for (int k = 0; k < all->of->count; k++) {
        if (all->items[k].step != 0)
            rows->columns[rows->column_count++] = &all->items[k];
    }
    rows->order = malloc(rows->count * sizeof *rows->order);
    sort_call call = {.scene = scene,
                      .x = (const double *)all->items[0].rows,
                      .y = (const double *)all->items[1].rows,
                      .rows = rows};
    atomic_init(&call.failed, rows->order == NULL);
    if (rows->order != NULL) {
        PyThreadState *thread = PyEval_SaveThread();
        run_tasks(sort_chunk, &call, (rows->count + CHUNK_ROWS - 1) / CHUNK_ROWS, threads_limit());
        PyEval_RestoreThread(thread);
    }
    if (atomic_load(&call.failed))
        PyErr_NoMemory();
    return !atomic_load(&call.failed);
}

void rows_release(row_order *rows) {
    free(rows->order);
}

// ---- pieces ----

typedef struct piece_call {
    size_t count, size;
    row_piece *piece;
    void *context;
} piece_call;

static void run_piece(void *data, size_t i) {
    const piece_call *c = data;
    const size_t begin = i * c->size;
    c->piece(c->context, begin, c->count - begin < c->size ? c->count : begin + c->size);
}

void rows_run(const row_order *rows, size_t size, row_piece *piece, void *context) {
    piece_call call = {.count = rows->count, .size = size, .piece = piece, .context = context};
    // Small pieces are those of long work.
    const bool shared = size < PIECE_ROWS || rows->count > SHARED_ROWS_LEAST;
    run_tasks(run_piece, &call, (rows->count + size - 1) / size, shared ? threads_limit() : 1);
}

// ---- lists ----

/// The list of a piece while it grows.
typedef struct growing {
    char *items;
    size_t item, used, capacity;
} growing;

static bool grow(growing *g, size_t more) {
    size_t capacity = g->capacity < 256 ? 256 : 2 * g->capacity;
    if (capacity - g->used < more)
        capacity = g->used + more;
    char *items = capacity > SIZE_MAX / 2 / g->item ? NULL : realloc(g->items, capacity * g->item);
    if (items == NULL)
        return false;
    g->items = items;
    g->capacity = capacity;
    return true;
}

/// Appends the list of a row and returns its length. SIZE_MAX if there is not enough memory.
static size_t append_row(const row_lists *lists, growing *g, npy_intp row) {
    for (;;) {
        const size_t left = g->capacity - g->used;
        const size_t n = lists->list(lists->query, row, g->items + g->used * g->item, left);
        if (n <= left) {
            g->used += n;
            return n;
        }
        // The arrays of the caller may change meanwhile, and with them the length.
        if (!grow(g, n))
            return SIZE_MAX;
    }
}

static void list_piece(void *context, size_t begin, size_t end) {
    row_lists *lists = context;
    growing g = {.item = lists->item};
    const uint64_t before = atomic_load(&lists->made);
    if (atomic_load_explicit(&lists->failed, memory_order_relaxed) || !grow(&g, 1)) {
        atomic_store(&lists->failed, true);
        return;
    }
    for (size_t i = begin; i < end; i++) {
        const npy_intp row = row_at(lists->rows, i);
        const size_t n = append_row(lists, &g, row);
        if (n != SIZE_MAX && before + g.used > lists->most)
            atomic_store(&lists->too_many, true);
        if (n == SIZE_MAX || atomic_load_explicit(&lists->too_many, memory_order_relaxed)) {
            atomic_store(&lists->failed, true);
            free(g.items);
            return;
        }
        lists->counts[row] = (uint32_t)n;
    }
    // Pieces made side by side do not see each other's items; the last one to end sees all.
    if (atomic_fetch_add(&lists->made, g.used) + g.used > lists->most) {
        atomic_store(&lists->too_many, true);
        atomic_store(&lists->failed, true);
    }
    // Give back what is left over; if that fails, the block stays as it is.
    char *fitting = g.used == 0 ? NULL : realloc(g.items, g.used * g.item);
    if (g.used == 0)
        free(g.items);
    lists->pieces[begin / PIECE_ROWS] = g.used != 0 && fitting == NULL ? g.items : fitting;
}

bool lists_make(row_lists *lists) {
    const size_t count = lists->rows->count;
    lists->counts = calloc(count + 1, sizeof *lists->counts);
    lists->pieces = calloc(count / PIECE_ROWS + 1, sizeof *lists->pieces);
    atomic_init(&lists->made, 0);
    atomic_init(&lists->too_many, false);
    atomic_init(&lists->failed, lists->counts == NULL || lists->pieces == NULL);
    if (!atomic_load(&lists->failed))
        rows_run(lists->rows, PIECE_ROWS, list_piece, lists);
    return !atomic_load(&lists->failed);
}

void lists_offsets(const row_lists *lists, int64_t *offsets) {
    offsets[0] = 0;
    for (size_t i = 0; i < lists->rows->count; i++)
        offsets[i + 1] = offsets[i] + lists->counts[i];
}

typedef struct write_call {
    const row_lists *lists;
    const int64_t *offsets;
    row_write *write;
    void *context;
} write_call;

static void write_piece(void *context, size_t begin, size_t end) {
    const write_call *w = context;
    const char *items = w->lists->pieces[begin / PIECE_ROWS];
    for (size_t i = begin; items != NULL && i < end; i++) {
        const npy_intp row = row_at(w->lists->rows, i);
        const size_t n = w->lists->counts[row];
        w->write(w->context, row, w->offsets[row], items, n);
        items += n * w->lists->item;
    }
}

void lists_write(const row_lists *lists, const int64_t *offsets, row_write *write, void *context) {
    write_call call = {.lists = lists, .offsets = offsets, .write = write, .context = context};
    rows_run(lists->rows, PIECE_ROWS, write_piece, &call);
}

void lists_release(row_lists *lists) {
    for (size_t i = 0; lists->pieces != NULL && i < lists->rows->count / PIECE_ROWS + 1; i++)
        free(lists->pieces[i]);
    free(lists->pieces);
    free(lists->counts);
}
