// Prints rows in order while several threads make them.
// Method: the threads take slices of rows in turn. Each thread makes its slices in its own buffers
// and prints them itself, so that no text moves between the caches of two processors. If its slice
// is not next, a thread makes another slice; it waits only when its buffers are full. A row that
// does not fit a buffer is made again when it is printed. Memory is bounded: 16 buffers of 64 KiB
// for each thread.
// Room: cli.
#include "rows.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "threads.h"

/// The number of rows of a slice, which usually fill half of a buffer, and the buffers of a thread.
enum { SLICE = 256, BUFFERS = 16 };

/// Slice number `index` of the rows: the text of its first rows, and the first row not in the text.
typedef struct slice {
    output text;
    size_t index;
    size_t next;
    size_t end;
} slice;

/// The ring of slices that a thread has made and not printed, from `first` on.
typedef struct slice_ring {
    slice slices[BUFFERS];
    size_t first;
    size_t count;
} slice_ring;

/// The printing of all rows. Only the thread that has made slice `printed` may use `out`.
typedef struct printing {
    output *out;
    size_t count;
    rows_make *make;
    void *context;
    atomic_size_t taken;
    atomic_size_t printed;
} printing;

/// Makes rows while they fit.
static void make_slice(const printing *p, slice *s, size_t index) {
    const size_t begin = index * SLICE;
    s->index = index;
    s->next = begin;
    s->end = p->count - begin < SLICE ? p->count : begin + SLICE;
    output_hold(&s->text);
    s->text.delimiter = p->out->delimiter;
    while (s->next < s->end && output_begin_row(&s->text)) {
        p->make(p->context, &s->text, s->next);
        if (!output_keep_row(&s->text)) {
            break;
        }
        s->next++;
    }
}

static void print_rows(const printing *p, size_t begin, size_t end) {
    for (size_t i = begin; i < end && p->out->error == 0; i++) {
        p->make(p->context, p->out, i);
    }
}

/// Prints the slices of the ring that are next. Waiting threads sleep, because the reader of the
/// output can block this thread.
static void print_made(printing *p, slice_ring *ring) {
#pragma omp critical(carom_rows)
    while (ring->count > 0 && ring->slices[ring->first].index == atomic_load(&p->printed)) {
        const slice *s = &ring->slices[ring->first];
        output_held(p->out, &s->text);
        print_rows(p, s->next, s->end);
        ring->count--;
        // Recently used buffers are in the cache.
        ring->first = ring->count == 0 ? 0 : (ring->first + 1) % BUFFERS;
        atomic_store(&p->printed, s->index + 1);
    }
}

/// Prints until at most `left` slices remain.
static void wait_for_turn(printing *p, slice_ring *ring, size_t left) {
    while (ring->count > left) {
        print_made(p, ring);
        if (ring->count > left) {
            sched_yield(); // another thread is making the slice that is next
        }
    }
}

static void print_in_slices(printing *p, slice_ring *rings) {
    const size_t slices = (p->count + SLICE - 1) / SLICE;
#pragma omp parallel
    {
        slice_ring *ring = &rings[threads_this()];
        ring->first = 0;
        ring->count = 0;
        for (size_t k; (k = atomic_fetch_add(&p->taken, 1)) < slices;) {
            wait_for_turn(p, ring, BUFFERS - 1);
            make_slice(p, &ring->slices[(ring->first + ring->count++) % BUFFERS], k);
            if (ring->slices[ring->first].index == atomic_load(&p->printed)) {
                print_made(p, ring);
            }
        }
        wait_for_turn(p, ring, 0);
    }
}

void rows_print(output *out, size_t count, rows_make *make, void *context) {
    printing p = {.out = out, .count = count, .make = make, .context = context};
    const size_t threads = (size_t)threads_count();
    slice_ring *rings = NULL;
    if (threads > 1 && count > SLICE) {
        rings = malloc(threads * sizeof *rings);
    }
    if (rings != NULL) {
        print_in_slices(&p, rings);
        free(rings);
    } else {
        print_rows(&p, 0, count); // by one thread, without buffers
    }
}
