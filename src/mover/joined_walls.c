// Several wall sources as one: each is asked in turn, and its indices are shifted. Room: mover.
#include "carom/world.h"
#include "contracts.h"

// ---- walls at rest ----

typedef struct joined_query {
    carom_path_query_callback *callback;
    void *context;
    // The first index of the source that is asked.
    carom_index start;
    // The part of the path that is still to be searched: the least that a callback has returned.
    double fraction;
} joined_query;

// A source takes only what its own reports leave, so it hears of the others with its first one.
static double report_joined(void *context, carom_index index, const carom_wall *wall) {
    joined_query *q = (joined_query *)context;
    const double fraction = q->callback(q->context, q->start + index, wall);
    if (!(fraction >= q->fraction))
        q->fraction = fraction;
    return q->fraction;
}

static void query_joined(const void *source, const carom_path *path,
                         carom_path_query_callback *callback, void *context) {
    const carom_joined_walls *joined = (const carom_joined_walls *)source;
    joined_query q = {callback, context, 0, 1.0};
    for (size_t k = 0; k < joined->count && q.fraction > 0.0; k++) {
        const carom_wall_source *walls = &joined->sources[k];
        q.start = joined->starts[k];
        if (walls->query != NULL)
            walls->query(walls->source, path, report_joined, &q);
    }
}

#if CAROM_HAS_ASSERTS
static bool starts_rise(const carom_index *starts, size_t count) {
    bool rises = true;
    for (size_t k = 1; k < count; k++)
        rises &= starts[k - 1] <= starts[k];
    return rises;
}
#endif

carom_wall_source carom_joined_walls_source(const carom_joined_walls *joined) {
    CAROM_ASSERT(joined != NULL);
    CAROM_ASSERT((joined->sources != NULL && joined->starts != NULL) || joined->count == 0);
    CAROM_ASSERT(starts_rise(joined->starts, joined->count));
    const carom_wall_source walls = {query_joined, joined};
    return walls;
}

carom_joined_index carom_joined_index_of(const carom_index *starts, size_t count,
                                         carom_index index) {
    CAROM_ASSERT(starts != NULL || count == 0);
    carom_joined_index found = {count, 0};
    if (index == CAROM_NO_WALL)
        return found;
    // Of sources that start at the same index, only the last one can have walls.
    for (size_t k = count; k-- > 0 && found.source == count;)
        if (starts[k] <= index) {
            found.source = k;
            found.index = index - starts[k];
        }
    return found;
}

// ---- moving walls ----

typedef struct joined_moving_query {
    carom_moving_wall_callback *callback;
    void *context;
    carom_index start;
} joined_moving_query;

static void report_joined_moving(void *context, carom_index index, const carom_moving_wall *wall) {
    const joined_moving_query *q = (const joined_moving_query *)context;
    q->callback(q->context, q->start + index, wall);
}

static void query_joined_moving(const void *source, const carom_path *path,
                                carom_moving_wall_callback *callback, void *context) {
    const carom_joined_moving_walls *joined = (const carom_joined_moving_walls *)source;
    joined_moving_query q = {callback, context, 0};
    for (size_t k = 0; k < joined->count; k++) {
        const carom_moving_wall_source *walls = &joined->sources[k];
        q.start = joined->starts[k];
        if (walls->query != NULL)
            walls->query(walls->source, path, report_joined_moving, &q);
    }
}

carom_moving_wall_source carom_joined_moving_walls_source(const carom_joined_moving_walls *joined) {
    CAROM_ASSERT(joined != NULL);
    CAROM_ASSERT((joined->sources != NULL && joined->starts != NULL) || joined->count == 0);
    CAROM_ASSERT(starts_rise(joined->starts, joined->count));
    const carom_moving_wall_source walls = {query_joined_moving, joined};
    return walls;
}
