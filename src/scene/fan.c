// Fans: the first walls that many beams from one place meet.
//
// Method: neighbouring beams form a packet. One traversal finds the walls near any of its beams,
// near ones first; each wall is tested against all beams of the packet side by side. The exact
// sweep then decides for the beams that may meet it. Beams that point apart are cast one by one. So
// are all beams if a wall is touched at the start, because each of them ends there. Room: scene.
#include "carom/scene.h"

#include "scene/cast.h"
#include "scene/traversal.h"

// Beams of a packet point within an angle of this tangent from the first one.
#define PACKET_SPREAD 0.5

// A packet costs as much as two or three casts.
enum { PACKET_LEAST = 3 };

// A fan and the hits of its current packet.
typedef struct fan {
    struct cast cast;
    carom_scene_hit *hits;
} fan;

static void visit_beam(void *context, beam_packet *p, size_t beam, size_t slot) {
    fan *f = context;
    cast *c = &f->cast;
    const carom_wall wall = scene_wall_at(c->scene, slot);
    c->move = carom_vec2_make(p->path_x[beam], p->path_y[beam]);
    carom_scene_hit *first = &f->hits[beam];
    const carom_scene_hit hit = {scene_index(c->scene)[slot],
                                 carom_circle_sweep(c->circle, c->move, wall)};
    if (hit.sweep.kind < c->least || leaves_out(c, slot, wall))
        return;
    if (first->index != CAROM_NO_WALL && compare_hits(c, &hit, wall, first) > 0)
        return;
    *first = hit;
    // The true time is less than the next double.
    const double until = sum_up(hit.sweep.t, DBL_MIN);
    if (until < p->until[beam])
        carom_packet_shrink(p, beam, until);
}

static void cast_packet(fan *f, const carom_vec2 *moves, size_t count) {
    const carom_scene_hit none = {CAROM_NO_WALL, {.kind = CAROM_SWEEP_KIND_MISS}};
    for (size_t i = 0; i < count; i++)
        f->hits[i] = none;
    beam_packet p;
    carom_packet_start(&p, f->cast.scene, f->cast.circle.center, moves, count,
                       reach_of(f->cast.scene, f->cast.circle.radius, 0.0));
    scene_visit_packet(&p, visit_beam, f);
}

// How many of the next beams form a packet.
static size_t packet_size(const carom_vec2 *moves, size_t count) {
    size_t size = 0;
    while (size < count && size < FAN_BEAMS && has_slab(moves[size]) &&
           (size == 0 || fabs(carom_vec2_cross(moves[0], moves[size])) <
                             PACKET_SPREAD * carom_vec2_dot(moves[0], moves[size])))
        size++;
    return size;
}

void carom_scene_fan(const carom_scene *scene, carom_circle circle, const carom_vec2 *moves,
                     size_t count, const carom_cast_settings *settings, carom_scene_hit *hits) {
    CAROM_ASSERT((moves != NULL && hits != NULL) || count == 0);
    fan f = {cast_of(scene, circle, carom_vec2_make(0.0, 0.0), settings), hits};
    // Single casts end at once at a wall that is touched at the start.
    const bool is_touching =
        !f.cast.settings.hits_only &&
        carom_scene_touches(scene, circle, CAROM_CONTACT_RULE_CLOSED_DISC, f.cast.settings.filter);
    const bool may_pack = carom_circle_is_valid(circle) && !is_touching;
    for (size_t i = 0; i < count;) {
        const size_t size = may_pack ? packet_size(moves + i, count - i) : 0;
        f.hits = hits + i;
        if (size >= PACKET_LEAST) {
            cast_packet(&f, moves + i, size);
            i += size;
        } else {
            hits[i] = carom_scene_sweep(scene, circle, moves[i], settings);
            i++;
        }
    }
}
