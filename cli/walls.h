// Builds the index over the walls of a command.
// Layer: cli.
#ifndef CAROM_CLI_WALLS_H
#define CAROM_CLI_WALLS_H

#include "answers.h"

/// Makes the scene of `a` from `items`, one for each of its walls. Returns false on failure, which
/// is reported.
bool walls_build_scene(answers *a, const carom_wall *items);

#endif
