// The physics and the rules of the game.
//
// carom_crowd_step moves all balls of a tick at once: among the walls, the parts that move and each
// other. If a part crushes a ball, all balls go back and move again while the parts stand still. A
// tick is divided into pieces, so that in each one a flipper turns by one step and no part stops.
#include "game.h"

#include <math.h>
#include <string.h>

static const double ball_radius = 2.6, part_radius = 1.7, flipper_length = 15.5;
static const double speed_max = 900, kick_from = 20, lit_time = 0.17, drain_y = 5, lane_x = 100;
static const double plunger_top = 26, plunger_bottom = 11, pull_speed = 22, launch_speed = 345;
static const double flipper_step_time = 1.0 / TICKS_PER_SECOND, piece_max = 0.1;
static const carom_vec2 gravity = {0, -190}, pivots[2] = {{30.5, 28}, {69.5, 28}};
static const carom_vec2 still = {0, 0};

/// What each kind of piece does: how far balls bounce off, the speed that it adds, the points.
static const struct rule {
    double restitution, kick;
    long points;
} rules[PIECE_KINDS] = {
    [RAIL] = {0.45, 0, 0},      [RUBBER] = {0.7, 0, 0}, [BUMPER] = {0.8, 130, 500},
    [SLING] = {0.75, 120, 110}, [GATE] = {0.25, 0, 0},  [TARGET] = {0.5, 0, 2500},
    [LANE] = {0, 0, 1000},
};
enum { BANK_POINTS = 25000, SPIN_POINTS = 250 };

// ---- directions: turned by products, because sines differ between machines ----

static carom_vec2 turned(carom_vec2 p, carom_vec2 turn) {
    return carom_vec2_add(carom_vec2_scale(p, turn.x),
                          carom_vec2_scale(carom_vec2_left(p), turn.y));
}

static carom_vec2 add_scaled(carom_vec2 p, carom_vec2 q, double s) {
    return carom_vec2_add(p, carom_vec2_scale(q, s));
}

static carom_vec2 flipper_tip(const game *g, int side, int step) {
    carom_vec2 direction = g->flipper[step];
    if (side == RIGHT)
        direction.x = -direction.x;
    return add_scaled(pivots[side], direction, flipper_length);
}

static double between(double least, double value, double most) {
    return value < least ? least : value > most ? most : value;
}

static double random_to(game *g, double most) {
    g->random = g->random * 6364136223846793005u + 1442695040888963407u;
    return (double)(g->random >> 40) * 0x1p-24 * most;
}

// ---- the parts ----

static void place_parts(game *g) {
    const carom_vec2 six_degrees = {0.99452189536827333, 0.10452846326765347};
    g->flipper[0] = carom_vec2_make(0.86602540378443865, -0.5); // 30 degrees below the horizontal
    for (int i = 0; i < FLIPPER_STEPS; i++)
        g->flipper[i + 1] = turned(g->flipper[i], six_degrees);
    for (int i = LEFT; i <= RIGHT; i++)
        g->parts[i] = carom_capsule(pivots[i], flipper_tip(g, i, 0), part_radius);
    g->parts[PLUNGER] = carom_capsule(carom_vec2_make(101.8, plunger_top),
                                      carom_vec2_make(106.8, plunger_top), 0.9);
    g->parts[TURNSTILE] = carom_capsule(carom_vec2_make(43, 79), carom_vec2_make(57, 85), 1);
}

static int flipper_goal(const game *g, int side) {
    return g->held.flip[side] && !g->is_tilted ? FLIPPER_STEPS : 0;
}

static double plunger_goal(const game *g) {
    return g->held.pull ? plunger_bottom : plunger_top;
}

static double plunger_time(const game *g) {
    const double speed = g->held.pull ? pull_speed : between(0.1, g->launch, 1) * launch_speed;
    return fabs(plunger_goal(g) - g->parts[PLUNGER].a.y) / speed;
}

/// The length of the next piece of a tick, of which `left` is left: no part stops within it, and a
/// flipper turns by at most one step.
static double piece_of(const game *g, double left) {
    left = left < piece_max ? left : piece_max;
    for (int i = LEFT; i <= RIGHT; i++)
        if (g->flipped[i] != flipper_goal(g, i) && left > flipper_step_time)
            left = flipper_step_time;
    const double plunger = plunger_time(g);
    return plunger > 0 && plunger < left ? plunger : left;
}

/// How the parts move in a piece of time, by what the player holds.
static void move_parts(const game *g, double time, carom_moving_wall *moves, int *flipped) {
    for (int i = LEFT; i <= RIGHT; i++) {
        const int goal = flipper_goal(g, i), step = g->flipped[i];
        flipped[i] = step < goal ? step + 1 : step > goal ? step - 1 : step;
        moves[i] = carom_moving_wall_to(g->parts[i], pivots[i], flipper_tip(g, i, flipped[i]));
    }
    const double way = plunger_goal(g) - g->parts[PLUNGER].a.y, needed = plunger_time(g);
    const double move = time < needed ? way * (time / needed) : way;
    moves[PLUNGER] = carom_moving_wall_translating(g->parts[PLUNGER], carom_vec2_make(0, move));
    const carom_vec2 third_of_a_degree = {0.99998307683246065, 0.0058176865131514637};
    moves[TURNSTILE] =
        carom_moving_wall_turning(g->parts[TURNSTILE], carom_vec2_make(50, 82), third_of_a_degree);
}

// ---- contacts ----

static void hit_piece(game *g, int index, double speed) {
    const piece_kind kind = g->pieces[index].kind;
    const bool is_new = g->time >= g->lit_until[index];
    if (kind == TARGET)
        g->targets_down |= g->pieces[index].wall.category;
    if (g->is_tilted || rules[kind].points == 0 || (rules[kind].kick > 0 && speed < kick_from))
        return;
    g->lit_until[index] = g->time + lit_time;
    if (is_new)
        g->score += rules[kind].points;
}

/// Only says what each thing is made of: not every contact that the crowd asks about comes about.
static void respond(void *context, const carom_impact *k, carom_response *response) {
    const game *g = context;
    if (k->id.is_moving) {
        *response = k->id.index == PLUNGER ? carom_slide() : carom_bounce(0.45, 0.05);
    } else {
        const piece_kind kind = g->pieces[k->id.index].kind;
        *response = kind == LANE ? carom_pass() : carom_bounce(rules[kind].restitution, 0.02);
    }
}

static void on_impact(void *context, const carom_impact *k) {
    game *g = context;
    const double speed = -carom_vec2_dot(carom_vec2_sub(k->before, k->wall_velocity), k->normal);
    const bool is_fast = speed > kick_from && !g->is_tilted;
    g->contacts++;
    if (k->id.is_moving) {
        g->score += k->id.index == TURNSTILE && is_fast ? SPIN_POINTS : 0;
        return;
    }
    hit_piece(g, (int)k->id.index, speed);
    if (is_fast)
        g->owed[g->moved] =
            add_scaled(g->owed[g->moved], k->normal, rules[g->pieces[k->id.index].kind].kick);
}

static void on_ball_impact(void *context, const carom_ball_impact *impact) {
    game *g = context;
    (void)impact;
    g->meetings++;
}

static void on_leg(void *context, const carom_leg *leg) {
    game *g = context;
    if (g->check)
        check_leg(g, leg);
}

// ---- a tick ----

static double length_of(carom_vec2 v) {
    return sqrt(carom_vec2_dot(v, v));
}

/// Moves all balls among the parts. Returns false if one has been crushed.
static bool move_balls(game *g, double time, const carom_moving_wall *parts) {
    const carom_moving_wall_list list = {parts, NULL, PARTS};
    const carom_filter filter = carom_filter_mask(~g->targets_down);
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.world.walls = carom_scene_wall_source(g->scene);
    settings.move.world.filter = &filter;
    settings.move.world.moving_walls = carom_moving_wall_list_source(&list);
    settings.move.gravity = gravity;
    settings.move.respond = respond;
    settings.move.on_impact = on_impact;
    settings.move.on_leg = on_leg;
    settings.move.context = g;
    settings.restitution = 0.9;
    settings.moving = &g->moved;
    settings.on_ball_impact = on_ball_impact;
    g->moves = parts;
    g->walked_count = 0;
    for (int i = 0; i < g->ball_count; i++)
        g->owed[i] = still;
    const carom_crowd_motion m =
        carom_crowd_step(g->crowd, g->balls, (size_t)g->ball_count, time, &settings, NULL);
    check_meetings(g);
    for (int i = 0; i < g->ball_count; i++) {
        const carom_vec2 v = carom_vec2_add(g->balls[i].velocity, g->owed[i]);
        const double speed = length_of(v);
        g->balls[i].velocity = speed > speed_max ? carom_vec2_scale(v, speed_max / speed) : v;
    }
    return m.crushed == 0;
}

static void move_all(game *g, double time) {
    carom_moving_wall moves[PARTS];
    carom_ball before[BALLS_MAX];
    int flipped[2];
    memcpy(before, g->balls, sizeof before);
    move_parts(g, time, moves, flipped);
    if (move_balls(g, time, moves)) {
        memcpy(g->flipped, flipped, sizeof flipped);
        for (int i = 0; i < PARTS; i++)
            g->parts[i] = carom_moving_wall_at(moves[i], 1);
        return;
    }
    // The balls keep their new velocities, which lead them out of the way of the parts.
    for (int i = 0; i < g->ball_count; i++)
        g->balls[i].center = before[i].center;
    for (int i = 0; i < PARTS; i++)
        moves[i] = carom_moving_wall_translating(g->parts[i], still);
    (void)move_balls(g, time, moves);
}

// ---- rules ----

static bool is_in_lane(const carom_ball *ball) {
    return ball->center.x > lane_x && ball->center.y < 146;
}

/// Takes lost balls away. After the last one the next ball is served, three in a game.
static void drain(game *g) {
    for (int i = g->ball_count - 1; i >= 0; i--)
        if (g->balls[i].center.y < drain_y) {
            carom_crowd_remove(g->crowd, (carom_index)i);
            g->balls[i] = g->balls[--g->ball_count];
        }
    if (g->ball_count == 0 && g->to_serve == 0 && g->ball <= 3) {
        g->multiball = g->is_tilted = false;
        g->ball++;
        g->to_serve = g->ball <= 3 ? 1 : 0;
    }
}

static void serve(game *g) {
    bool is_free = g->ball_count < BALLS_MAX;
    for (int i = 0; i < g->ball_count; i++)
        is_free = is_free && !is_in_lane(&g->balls[i]);
    if (g->to_serve == 0 || !is_free)
        return;
    g->to_serve--;
    g->balls[g->ball_count++] = (carom_ball){{104.2, plunger_top + 8}, ball_radius, {0, 0}};
}

/// When all targets are down, two more balls come. The targets rise when no ball is in their way.
static void raise_targets(game *g) {
    if (g->targets_down != ((1u << TARGETS) - 1) * FIRST_TARGET)
        return;
    const carom_filter targets = carom_filter_mask(g->targets_down);
    for (int i = 0; i < g->ball_count; i++) {
        const carom_circle ball = carom_circle_make(g->balls[i].center, g->balls[i].radius);
        if (carom_scene_touches(g->scene, ball, CAROM_CONTACT_RULE_OPEN_DISC, &targets))
            return;
    }
    g->targets_down = 0;
    g->score += BANK_POINTS;
    g->to_serve += g->multiball ? 0 : 2;
    g->multiball = true;
}

/// Goes on by a piece of a tick.
static void move_piece(game *g, double time) {
    move_all(g, time);
    if (g->check)
        check_places(g);
    if (g->held.pull)
        g->launch = (plunger_top - g->parts[PLUNGER].a.y) / (plunger_top - plunger_bottom);
    g->time += time;
    raise_targets(g);
    drain(g);
}

void game_tick(game *g) {
    serve(g);
    for (double left = g->tick; left > 0 && g->ball <= 3;) {
        const double time = piece_of(g, left);
        move_piece(g, time);
        left -= time;
    }
    const double calm = 0.5 * g->tick;
    g->swing = g->swing > calm ? g->swing - calm : 0;
}

void game_nudge(game *g, carom_vec2 push) {
    g->swing += 1;
    g->is_tilted = g->is_tilted || g->swing > 2.6;
    for (int i = 0; i < g->ball_count && !g->is_tilted; i++)
        g->balls[i].velocity = carom_vec2_add(g->balls[i].velocity, push);
}

void game_autoplay(game *g) {
    // Its games start with three balls at once.
    if (g->ball > 3 || g->time == 0) {
        game_restart(g);
        g->to_serve = 3;
    }
    const double y = g->parts[PLUNGER].a.y;
    bool waits = false, reaches[2] = {false, false};
    for (int i = 0; i < g->ball_count; i++) {
        const carom_ball *b = &g->balls[i];
        waits = waits || (is_in_lane(b) && b->center.y < y + 12);
        for (int side = LEFT; side <= RIGHT; side++) {
            const double across = side == LEFT ? b->center.x : 100 - b->center.x;
            reaches[side] = reaches[side] || (across > 29 && across < 50 && b->center.y > 17 &&
                                              b->center.y < 33 && b->velocity.y < 40);
        }
    }
    const double pulled_to = plunger_bottom + random_to(g, 2);
    g->held.pull = waits && (g->held.pull ? y > pulled_to : y > plunger_top - 1);
    // Now and then it waits, or the ball would go the same way for ever.
    for (int side = LEFT; side <= RIGHT; side++)
        g->held.flip[side] = reaches[side] && (g->held.flip[side] || random_to(g, 1) < 0.5);
    if (random_to(g, 1) < 0.0005)
        game_nudge(g, carom_vec2_make(random_to(g, 60) - 30, 20));
}

void game_restart(game *g) {
    g->ball = g->to_serve = 1;
    g->ball_count = 0;
    g->score = 0;
    g->targets_down = 0;
    g->multiball = g->is_tilted = false;
}

bool game_start(game *g, double speed) {
    memset(g, 0, sizeof *g);
    g->tick = speed / TICKS_PER_SECOND;
    g->random = 1;
    g->piece_count = make_table(g->pieces);
    g->launch = 1;
    game_restart(g);
    place_parts(g);
    carom_wall walls[PIECES_MAX];
    for (int i = 0; i < g->piece_count; i++)
        walls[i] = g->pieces[i].wall;
    return carom_crowd_create(NULL, &g->crowd) == CAROM_STATUS_OK &&
           carom_scene_create(walls, (size_t)g->piece_count, NULL, NULL, &g->scene, NULL) ==
               CAROM_STATUS_OK;
}

void game_end(game *g) {
    carom_scene_destroy(g->scene, NULL);
    carom_crowd_destroy(g->crowd);
}
