// Builds the index over the walls of a command.
// Layer: cli.
#ifndef CAROM_CLI_WALLS_H
#define CAROM_CLI_WALLS_H

#include "answers.h"

/// Makes the scene of `a` from these walls. Returns false on failure, which
/// is reported.
bool walls_build_scene(answers *a, const carom_wall *items, size_t count);

#endif
