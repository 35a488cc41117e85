// Which walls the circles touch: chunk by chunk, in the order of the circles.
// Layer: cli.
#ifndef CAROM_CLI_SEARCH_H
#define CAROM_CLI_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include <carom/scene_batch.h>

#include "progress.h"

/// Circles of a chunk; threads share it in pieces.
enum { SEARCH_CHUNK = 1 << 17, SEARCH_PIECE = 1 << 8 };

/// What is asked, and the answers of a chunk. Start with search_start.
typedef struct search {
    const carom_scene *scene;
    const carom_circle *circles;
    size_t count;
    carom_contact_rule touch;
    /// Ask for pairs with a gap of at most `within` instead; `touch` does not matter then.
    bool has_within;
    double within;
    /// The circles [begin, end) that have been asked last: circle begin + c touches
    /// walls[offsets[c] .. offsets[c + 1]), in rising order.
    size_t begin;
    size_t end;
    size_t *offsets;
    uint32_t *walls;
    /// The rest is private.
    size_t room;  // circles that there is room for
    size_t chunk; // how many to ask next
    uint32_t *order;
    uint32_t *counts;
    void *scratch;
    uint32_t *found; // as they were found, piece by piece
    size_t starts[SEARCH_CHUNK / SEARCH_PIECE];
    size_t capacity;
    size_t used;
    progress *bar;
} search;

/// Sets up what scene, circles, count, touch, has_within and within say; the rest may be anything.
/// False if memory is out; free in any case.
bool search_start(search *s, progress *bar);

/// Asks the next circles, as many as there is room for the answers of; s->end == s->count after the
/// last. False if memory is out.
bool search_next(search *s);

void search_free(search *s);

#endif
