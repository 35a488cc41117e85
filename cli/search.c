// Finds the walls that circles touch, chunk by chunk, in the order of the circles.
// Method: a chunk is sorted along a Hilbert curve and cut into pieces, which threads take in turn.
// The threads append their results to one array, which is then sorted by circle. If the array is
// too small, the chunk is repeated with a quarter of its circles.
// Room: cli.
#include "search.h"

#include <stdlib.h>
#include <string.h>

/// The room for the walls of a chunk, unless one circle alone touches more, and the room for those
/// of a piece in one thread.
enum { CHUNK_WALLS = 1 << 20, PIECE_WALLS = 1 << 12 };

static bool grow_walls(search *s, size_t capacity) {
    // The old contents are not needed.
    free(s->found);
    free(s->walls);
    s->capacity = capacity;
    s->found = malloc(capacity * sizeof *s->found);
    s->walls = malloc(capacity * sizeof *s->walls);
    return s->found != NULL && s->walls != NULL;
}

bool search_start(search *s, progress *bar) {
    *s = (search){.scene = s->scene,
                  .circles = s->circles,
                  .count = s->count,
                  .touch = s->touch,
                  .has_within = s->has_within,
                  .within = s->within,
                  .bar = bar};
    s->room = s->count < SEARCH_CHUNK ? s->count : SEARCH_CHUNK;
    s->chunk = s->room;
    // One more of each: malloc(0) can return NULL.
    s->order = malloc((s->room + 1) * sizeof *s->order);
    s->counts = malloc((s->room + 1) * sizeof *s->counts);
    s->offsets = malloc((s->room + 1) * sizeof *s->offsets);
    s->scratch = malloc(carom_scene_hilbert_scratch(s->room) + 1);
    return s->order != NULL && s->counts != NULL && s->offsets != NULL && s->scratch != NULL &&
           grow_walls(s, CHUNK_WALLS);
}

/// The circles of the chunk.
static carom_circle_soa chunk_circles(const search *s) {
    const carom_circle *first = &s->circles[s->begin];
    return (carom_circle_soa){.x = &first->center.x,
                              .y = &first->center.y,
                              .radius = &first->radius,
                              .stride = sizeof *first,
                              .count = s->end - s->begin};
}

static size_t ask_range(const search *s, const carom_circle_soa *circles, size_t begin, size_t end,
                        uint32_t *walls, size_t capacity) {
    return s->has_within ? carom_scene_within_range(s->scene, circles, s->order, begin, end,
                                                    s->within, NULL, s->counts, walls, capacity)
                         : carom_scene_touching_range(s->scene, circles, s->order, begin, end,
                                                      s->touch, NULL, s->counts, walls, capacity);
}

static size_t piece_end(const search *s, size_t piece) {
    const size_t end = (piece + 1) * SEARCH_PIECE;
    const size_t count = s->end - s->begin;
    return end < count ? end : count;
}

static size_t count_pieces(const search *s) {
    return (s->end - s->begin + SEARCH_PIECE - 1) / SEARCH_PIECE;
}

/// Queries a piece of the chunk. If there is no room for the walls, they are only counted.
static void ask_piece(search *s, const carom_circle_soa *circles, size_t piece) {
    uint32_t own[PIECE_WALLS];
    const size_t begin = piece * SEARCH_PIECE;
    const size_t end = piece_end(s, piece);
    const size_t n = ask_range(s, circles, begin, end, own, PIECE_WALLS);
    size_t at = 0;
#pragma omp atomic capture
    {
        at = s->used;
        s->used += n;
    }
    s->starts[piece] = at;
    if (at > s->capacity || n > s->capacity - at) {
        return;
    }
    if (n <= PIECE_WALLS) {
        memcpy(s->found + at, own, n * sizeof *own);
    } else {
        ask_range(s, circles, begin, end, s->found + at, n);
    }
}

/// Queries the whole chunk. Returns false if there was no room for the walls.
static bool ask_chunk(search *s) {
    const carom_circle_soa circles = chunk_circles(s);
    carom_scene_hilbert_order(s->scene, &circles, s->order, s->scratch);
    s->used = 0;
#pragma omp parallel for schedule(dynamic, 1) if (count_pieces(s) > 1)
    for (size_t piece = 0; piece < count_pieces(s); piece++) {
        size_t used = 0;
#pragma omp atomic read
        used = s->used;
        if (used > s->capacity) {
            continue;
        }
        ask_piece(s, &circles, piece);
#pragma omp critical(carom_search_bar)
        progress_show(s->bar, s->begin + piece * SEARCH_PIECE, s->count);
    }
    return s->used <= s->capacity;
}

static void place_chunk(search *s) {
    carom_scene_csr_offsets(s->counts, s->end - s->begin, s->offsets);
#pragma omp parallel for schedule(static) if (count_pieces(s) > 1)
    for (size_t piece = 0; piece < count_pieces(s); piece++) {
        carom_scene_csr_scatter(s->order, piece * SEARCH_PIECE, piece_end(s, piece),
                                s->found + s->starts[piece], s->offsets, s->walls);
    }
}

bool search_next(search *s) {
    s->begin = s->end;
    s->end = s->count - s->begin < s->chunk ? s->count : s->begin + s->chunk;
    while (!ask_chunk(s)) {
        const size_t n = s->end - s->begin;
        if (n == 1 && !grow_walls(s, s->used)) {
            return false;
        }
        s->chunk = n > 4 ? n / 4 : 1;
        s->end = s->begin + s->chunk;
    }
    place_chunk(s);
    // Return to large chunks after circles that touch many walls.
    if (s->used < s->capacity / 8) {
        s->chunk = 4 * s->chunk < s->room ? 4 * s->chunk : s->room;
    }
    return true;
}

void search_free(search *s) {
    free(s->order);
    free(s->counts);
    free(s->offsets);
    free(s->scratch);
    free(s->found);
    free(s->walls);
    *s = (search){.count = 0};
}
