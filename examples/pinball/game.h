// A pinball game: its table, physics and rules. Units: a ball has the radius 2.6, the table is 108
// wide and 200 high, y points up, times are in seconds.
#ifndef PINBALL_GAME_H
#define PINBALL_GAME_H

#include <carom/carom.h>

// ---- the table (table.c) ----

typedef enum piece_kind { RAIL, RUBBER, BUMPER, SLING, GATE, TARGET, LANE, PIECE_KINDS } piece_kind;

/// A wall at rest and what it is. A gate is one-sided: balls pass it from its right to its left. A
/// lane is a sensor. Each target has a bit of its own as its category.
typedef struct piece {
    piece_kind kind;
    carom_wall wall;
} piece;

enum { WIDTH = 108, HEIGHT = 200, TARGETS = 4, FIRST_TARGET = 2, PIECES_MAX = 160 };

/// Writes the pieces of the table and returns their number.
int make_table(piece *pieces);

/// True if the centre of a ball is inside the outer walls.
bool is_on_table(carom_vec2 center);

// ---- the game (game.c) ----

enum { LEFT, RIGHT, PLUNGER, TURNSTILE, PARTS };
enum { BALLS_MAX = 4, LEGS_MAX = 512, FLIPPER_STEPS = 10, TICKS_PER_SECOND = 240 };

/// What the player holds.
typedef struct controls {
    bool flip[2]; // LEFT, RIGHT
    bool pull;
} controls;

/// A straight leg of a ball.
typedef struct ball_leg {
    size_t ball;
    carom_leg leg;
} ball_leg;

typedef struct game {
    piece pieces[PIECES_MAX];
    int piece_count;
    carom_scene *scene;
    /// The parts where they are.
    carom_wall parts[PARTS];
    /// The directions of the left flipper, from its rest to its highest position, and how far each
    /// flipper is.
    carom_vec2 flipper[FLIPPER_STEPS + 1];
    int flipped[2];
    double launch; // how far the plunger has been drawn back, 0 to 1
    carom_ball balls[BALLS_MAX];
    int ball_count;
    controls held;
    /// Seconds a tick; longer in a fast game.
    double tick;
    double time;
    long score;
    int ball; // the number of the ball in play, 1 to 3; 4 when the game is over
    int to_serve;
    bool multiball, is_tilted;
    double swing; // of the table after nudges
    uint32_t targets_down;
    /// Until when each piece is lit after a hit.
    double lit_until[PIECES_MAX];
    uint64_t random;
    /// The contacts with walls, and those of two balls.
    long contacts, meetings;
    /// If `check` is true: counts the legs of balls, the legs that pass a wall or a ball or leave
    /// the table, and the balls that overlap something after a piece of a tick.
    bool check;
    long legs, escapes, overlaps;
    // ---- the rest is private ----
    carom_crowd *crowd;
    carom_index moved;              // the ball of a callback
    const carom_moving_wall *moves; // how the parts move
    carom_vec2 owed[BALLS_MAX];     // velocity that a ball gets at the end
    ball_leg walked[LEGS_MAX];      // the legs of all balls in a piece of a tick
    int walked_count;
} game;

/// Starts a game that runs `speed` times as fast as a real one. Returns false if out of memory.
bool game_start(game *g, double speed);
void game_end(game *g);

/// A new game on the same table.
void game_restart(game *g);

/// Moves the game on by one tick.
void game_tick(game *g);

/// Pushes the table. Too many pushes tilt it: the flippers are off until the ball is lost.
void game_nudge(game *g, carom_vec2 push);

/// Holds and releases the controls as a simple player does.
void game_autoplay(game *g);

// ---- what must not happen (check.c) ----

/// Counts a leg of a ball; as an escape if it passes a wall or a part, or leaves the table.
void check_leg(game *g, const carom_leg *leg);

/// Counts an escape for each pair of legs on which two balls meet in each other.
void check_meetings(game *g);

/// Counts the balls that overlap a wall, a part or another ball.
void check_places(game *g);

#endif
