// Builds the index over the walls of a command.
// Room: cli.
#ifndef CAROM_CLI_WALLS_H
#define CAROM_CLI_WALLS_H

#include "answers.h"

/// Creates a scene from these walls. Returns false on failure, which is reported.
bool walls_build_scene(const answers *a, const carom_wall *items, size_t count,
                       carom_scene **scene);

#endif
