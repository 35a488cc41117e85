// The casts of a character: straight moves that stop at the first wall.
//
// Method: carom_ball_move with a stop response makes them, so the exact gate of the mover holds for
// every leg. Casts that are not accepted leave no trace. Room: mover.
#include "contracts.h"
#include "mover/character_state.h"
#include "mover/near_walls.h"

static void note_position(void *context, const carom_vec2 *center) {
    character_state *f = context;
    CAROM_ASSERT(f->trail_count < CHARACTER_TRAIL_MAX);
    f->trail[f->trail_count++] = *center;
}

static void note_impact(void *context, const carom_impact *impact) {
    character_state *f = context;
    f->is_hit = true;
    f->impact = *impact;
}

void carom_character_start_casts(character_state *f) {
    f->trail_count = 0;
    f->mover = carom_move_settings_default();
    f->mover.world.walls = f->rules.walls;
    f->mover.world.filter = &f->filter;
    f->mover.response = carom_stop();
    f->mover.on_impact = note_impact;
    f->mover.on_position = note_position;
    f->mover.context = f;
}

static double cast_once(character_state *f, carom_vec2 move) {
    carom_ball ball = {f->circle.center, f->circle.radius, move};
    f->is_hit = false;
    const carom_motion motion = carom_ball_move(ball, 1.0, &f->mover);
    CAROM_ASSERT(motion.kind == CAROM_MOTION_KIND_MOVED);
    f->circle.center = motion.ball.center;
    return f->is_hit ? 1.0 - f->impact.time : motion.lost;
}

// Along a wall to another one, a move can end before the second wall: rounding presses it into the
// first. Then it is made again, only as long as the way to the contact, and some ulp to the left or
// to the right.
double carom_character_cast(character_state *f, carom_vec2 move) {
    const double left = cast_once(f, move), way = 1.0 - left;
    if (!f->is_hit || carom_ground_touches(f->circle, f->impact.wall))
        return left;
    const carom_impact impact = f->impact;
    const carom_vec2 from = f->circle.center, to_hit = carom_vec2_scale(move, way);
    const double skin = 64.0 * ulp_at(from, f->circle.radius);
    const double size = larger(fabs(move.x), fabs(move.y));
    carom_vec2 aside = carom_vec2_make(skin * (-move.y / size), skin * (move.x / size));
    for (int i = 0; i < 2; i++) {
        const double rest = cast_once(f, carom_vec2_add(to_hit, aside));
        if (f->circle.center.x != from.x || f->circle.center.y != from.y)
            return 1.0 - way * (1.0 - rest);
        aside = carom_vec2_scale(aside, -1.0);
    }
    f->is_hit = true;
    f->impact = impact;
    return left;
}

void carom_character_accept(character_state *f) {
    const carom_character_settings *s = f->settings;
    for (int i = 0; i < f->trail_count; i++) {
        const carom_leg leg = {f->place, f->trail[i], f->walls.at, f->walls.at};
        if (s->on_leg != NULL)
            s->on_leg(s->context, &leg);
        if (s->on_position != NULL)
            s->on_position(s->context, &leg.to);
        f->place = leg.to;
    }
    f->trail_count = 0;
}

bool carom_character_take_back(character_state *f, carom_vec2 center) {
    f->circle.center = center;
    f->trail_count = 0;
    return false;
}

ground_place carom_character_hit(const character_state *f) {
    const carom_impact *i = &f->impact;
    const ground_place place = {i->id.index, i->wall, i->feature, i->normal, GROUND_NONE};
    return place;
}
