// What is known of the areas near a circle: a set of bounded size, which keeps the lowest areas.
// Room: scene.
#ifndef CAROM_AREA_SET_H
#define CAROM_AREA_SET_H

#include <string.h>

#include "contracts.h"
#include "scene/area_layout.h"

enum { AREA_SET_MAX = 32 };

typedef struct area_entry {
    uint32_t area;
    // The slot of a wall of the area: of the nearest one within the gap, if distances are asked
    // for.
    uint32_t slot;
    // Is the centre inside, or on an axis?
    bool is_inside, is_on;
    // Is a wall within the gap, touched, overlapped?
    bool is_near, is_touched, is_overlapped;
    // The distance of that wall's axis from the centre.
    double distance;
} area_entry;

// Entries by rising area.
typedef struct area_set {
    // Only areas above `after` and below `limit` are wanted.
    uint32_t after;
    uint64_t limit;
    // Areas have been left out because the set was full.
    bool is_full;
    size_t count;
    // One more for an entry that is left out.
    area_entry entries[AREA_SET_MAX + 1];
} area_set;

static inline void area_set_start(area_set *set, uint32_t after) {
    set->after = after;
    set->limit = UINT64_MAX;
    set->is_full = false;
    set->count = 0;
}

// Starts again with the areas above those in the set. False if none was left out.
static inline bool area_set_next(area_set *set) {
    if (!set->is_full)
        return false;
    area_set_start(set, set->entries[set->count - 1].area);
    return true;
}

static inline bool area_set_wants(const area_set *set, uint32_t area) {
    return area > set->after && area < set->limit;
}

static inline area_entry *area_entry_clear(area_entry *entry, uint32_t area, size_t slot) {
    memset(entry, 0, sizeof *entry);
    entry->area = area;
    entry->slot = (uint32_t)slot;
    entry->distance = HUGE_VAL;
    return entry;
}

// The entry of an area that is wanted. If it is new and the set is full, the highest area is left
// out, which may be this one: it and those above it are not wanted any more.
static inline area_entry *area_set_entry(area_set *set, uint32_t area, size_t slot) {
    size_t at = set->count;
    while (at > 0 && set->entries[at - 1].area >= area)
        at--;
    area_entry *entry = &set->entries[at];
    if (at < set->count && entry->area == area)
        return entry;
    if (set->count == AREA_SET_MAX) {
        set->is_full = true;
        set->limit = at < set->count ? set->entries[set->count - 1].area : area;
        if (at == set->count)
            return area_entry_clear(entry, area, slot);
        set->count--;
    }
    memmove(entry + 1, entry, (set->count - at) * sizeof *entry);
    set->count++;
    return area_entry_clear(entry, area, slot);
}

// Called with an area that has been found, and how many have been before.
typedef void area_take(void *context, const area_entry *entry, size_t i);

// Takes the areas that the disc meets, or whose gap from it is at most `gap`, by rising area. The
// circle and the gap must be valid. Returns how many there are.
size_t carom_area_each(const carom_scene *s, const carom_area_index *index, carom_circle circle,
                       double gap, const carom_filter *filter, bool needs_distance, area_take *take,
                       void *context);

// True if the point is in the area and on none of its axes.
bool carom_area_holds(const carom_scene *s, const carom_area_index *index, carom_vec2 point,
                      uint32_t area);

#endif
