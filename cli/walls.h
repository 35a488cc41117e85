// The walls of a command with an index over them.
// Layer: cli.
#ifndef CAROM_CLI_WALLS_H
#define CAROM_CLI_WALLS_H

#include "answers.h"

/// Makes the scene of the walls of `a`. False if that failed, which is reported.
bool walls_build_scene(answers *a);

#endif
