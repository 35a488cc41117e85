// Finds the walls that circles touch, chunk by chunk, in the order of the circles.
// Room: cli.
#ifndef CAROM_CLI_SEARCH_H
#define CAROM_CLI_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include <carom/scene_batch.h>

#include "progress.h"

/// The number of circles in a chunk, which threads process in pieces.
enum { SEARCH_CHUNK = 1 << 17, SEARCH_PIECE = 1 << 8 };

/// The query and the results of a chunk. Start with search_start.
typedef struct search {
    const carom_scene *scene;
    const carom_circle *circles;
    size_t count;
    carom_contact_rule touch;
    /// Find pairs with a gap of at most `within`; `touch` is then ignored.
    bool has_within;
    double within;
    /// The circles [begin, end) of the last chunk: circle begin + c touches walls[offsets[c] ..
    /// offsets[c + 1]), in ascending order.
    size_t begin;
    size_t end;
    size_t *offsets;
    uint32_t *walls;
    /// The rest is private.
    size_t room;  // circles that fit
    size_t chunk; // circles of the next chunk
    uint32_t *order;
    uint32_t *counts;
    void *scratch;
    uint32_t *found; // results in the order of discovery
    size_t starts[SEARCH_CHUNK / SEARCH_PIECE];
    size_t capacity;
    size_t used;
    progress *bar;
} search;

/// Sets up a search; the caller sets scene, circles, count, touch, has_within and within. Returns
/// false if out of memory. Call search_free in any case.
bool search_start(search *s, progress *bar);

/// Processes the next circles, as many as fit. After the last, s->end == s->count. Returns false if
/// out of memory.
bool search_next(search *s);

void search_free(search *s);

#endif
