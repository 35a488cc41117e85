// The materials of walls of `carom run`: restitution and friction of each, and sensors.
// Room: cli.
#ifndef CAROM_CLI_RUN_MATERIALS_H
#define CAROM_CLI_RUN_MATERIALS_H

#include <carom/response.h>

#include "csv/shapes.h"

/// Numbers the walls by their group, from 1, so that a wall finds its material wherever it is. Does
/// nothing if they have no materials.
void run_materials_number(wall_list *walls);

/// Sets the response at a wall. `*response` is that of the options before the call. `materials` are
/// those of the list, not NULL.
void run_materials_respond(const wall_material *materials, const carom_wall *wall,
                           carom_response *response);

/// Whether balls go through a wall. `materials` may be NULL.
bool run_materials_pass(const wall_material *materials, const carom_wall *wall);

/// Whether a ball keeps its speed at every wall if it does with this response.
bool run_materials_keep_energy(const wall_list *walls, carom_response response);

#endif
