// Rows made by several threads, and printed in their order.
// Method: rounds of slices, each made in a buffer of its own by whichever thread is free. While the
// slices of a round are made, one thread prints those of the round before, so that threads wait for
// each other only between rounds. What does not fit a buffer is made again as it is printed: memory
// is bounded whatever is in a row.
// Layer: cli.
#include "rows.h"

#include <stdbool.h>
#include <stdlib.h>

#include "threads.h"

/// Rows of a slice, about half of a buffer if they are of the usual length; and slices of a round,
/// at least and for each thread.
enum { SLICE = 256, ROUND = 128, ROUND_OF_THREAD = 32 };

/// A slice of rows: the text of the first, and where the others begin.
typedef struct slice {
    output text;
    size_t next;
    size_t end;
} slice;

/// The printing of all rows, and two rounds of slices: one that is made, one that is printed.
typedef struct printing {
    output *out;
    size_t count;
    rows_make *make;
    void *context;
    slice *rounds[2];
    size_t made[2]; // slices
    size_t round;   // slices at most
} printing;

/// Makes rows as far as they fit.
static void make_slice(const printing *p, slice *s, size_t begin) {
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

static void print_round(const printing *p, int which) {
    for (size_t k = 0; k < p->made[which]; k++) {
        const slice *s = &p->rounds[which][k];
        output_raw(p->out, s->text.buffer, s->text.used);
        print_rows(p, s->next, s->end);
    }
}

/// Makes the rows from `begin` on in one round, and prints the other.
static void make_round(printing *p, int which, size_t begin) {
    const size_t slices = (p->count - begin + SLICE - 1) / SLICE;
    p->made[which] = slices < p->round ? slices : p->round;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t k = 0; k <= p->made[which]; k++) {
        if (k == 0) {
            print_round(p, 1 - which);
        } else {
            make_slice(p, &p->rounds[which][k - 1], begin + (k - 1) * SLICE);
        }
    }
}

static void print_in_rounds(printing *p) {
    int which = 0;
    for (size_t begin = 0; begin < p->count; begin += p->round * SLICE) {
        make_round(p, which, begin);
        which = 1 - which;
    }
    print_round(p, 1 - which);
}

void rows_print(output *out, size_t count, rows_make *make, void *context) {
    printing p = {.out = out, .count = count, .make = make, .context = context};
    const size_t threads = (size_t)threads_count();
    p.round = ROUND_OF_THREAD * threads < ROUND ? ROUND : ROUND_OF_THREAD * threads;
    if (threads > 1 && count > SLICE) {
        p.rounds[0] = malloc(2 * p.round * sizeof *p.rounds[0]);
    }
    if (p.rounds[0] != NULL) {
        p.rounds[1] = p.rounds[0] + p.round;
        print_in_rounds(&p);
        free(p.rounds[0]);
    } else {
        print_rows(&p, 0, count); // by one thread, without buffers
    }
}
