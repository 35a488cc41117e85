// The queue of events of a crowd: a heap of slots by time. Room: crowd.
#include "contracts.h"
#include "crowd/crowd_state.h"

// True if slot p comes before slot q.
static bool is_before(const crowd *c, uint32_t p, uint32_t q) {
    const double s = c->balls[p].event_time, t = c->balls[q].event_time;
    return s < t || (s == t && p < q);
}

static void put(crowd *c, uint32_t place, uint32_t slot) {
    c->queue[place] = slot;
    c->balls[slot].queue_place = place;
}

static void move_up(crowd *c, uint32_t place, uint32_t slot) {
    while (place > 0 && is_before(c, slot, c->queue[(place - 1) / 2])) {
        put(c, place, c->queue[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(c, place, slot);
}

static void move_down(crowd *c, uint32_t place, uint32_t slot) {
    for (;;) {
        uint64_t child = 2 * (uint64_t)place + 1;
        if (child >= c->queue_count)
            break;
        if (child + 1 < c->queue_count && is_before(c, c->queue[child + 1], c->queue[child]))
            child++;
        if (!is_before(c, c->queue[child], slot))
            break;
        put(c, place, c->queue[child]);
        place = (uint32_t)child;
    }
    put(c, place, slot);
}

static void settle(crowd *c, uint32_t place, uint32_t slot) {
    if (place > 0 && is_before(c, slot, c->queue[(place - 1) / 2]))
        move_up(c, place, slot);
    else
        move_down(c, place, slot);
}

void carom_crowd_queue(crowd *c, crowd_ball *b) {
    const uint32_t slot = slot_of(c, b), place = b->queue_place;
    if (b->event_time <= c->end) {
        if (place == NO_BALL)
            move_up(c, c->queue_count++, slot);
        else
            settle(c, place, slot);
        return;
    }
    if (place == NO_BALL)
        return;
    b->queue_place = NO_BALL;
    const uint32_t last = c->queue[--c->queue_count];
    CAROM_ASSERT(c->queue_count < c->count);
    if (last != slot)
        settle(c, place, last);
}
