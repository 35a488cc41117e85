// Builds the index over the walls of a command.
// Layer: cli.
#ifndef CAROM_CLI_WALLS_H
#define CAROM_CLI_WALLS_H

#include "answers.h"

/// Makes the scene of the walls of `a`. Returns false on failure, which is reported.
bool walls_build_scene(answers *a);

#endif
