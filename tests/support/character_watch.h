// Watches a character: after every frame the guarantees of character.h must hold, for all walls and
// settings. The tests, the long run and the fuzz target use it.
//
// The exact sweeps decide whether each leg of the path is clear of all walls, by a loop over the
// lists. Room: tests.
#ifndef CAROM_TESTS_CHARACTER_WATCH_H
#define CAROM_TESTS_CHARACTER_WATCH_H

#include <stdio.h>

#include "carom/character.h"

/// A character under watch, and its last frame.
typedef struct character_watch {
    /// The settings that are watched. The watch sets on_leg and context.
    carom_character_settings settings;
    /// The walls that the character goes through; `moving` may be NULL.
    const carom_wall_list *walls;
    const carom_moving_wall_list *moving;

    /// The last frame: its input, its result, the number of legs, and where the last leg ended.
    carom_character before;
    double time;
    carom_character_motion motion;
    int legs;
    carom_vec2 place;
    /// The fraction of the frame at which the last leg ended.
    double fraction;
    /// The most legs of any frame, and the number of frames.
    int legs_most;
    long frames;

    /// The first broken guarantee, or NULL, and its wall.
    const char *broken;
    carom_wall_id broken_wall;
} character_watch;

/// Starts to watch: the settings by value, and the lists behind them.
character_watch character_watch_start(carom_character_settings settings,
                                      const carom_wall_list *walls,
                                      const carom_moving_wall_list *moving);

/// Moves the character and checks. After a broken guarantee, `broken` stays set.
carom_character_motion character_watch_move(character_watch *w, carom_character character,
                                            double time);

/// Prints what is broken with the last frame as C initialisers, in hexadecimal.
void character_watch_print(FILE *out, const character_watch *w);

#endif
