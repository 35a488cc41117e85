// The materials of walls of `carom run`: restitution and friction of each, and sensors.
// Room: cli.
#include "run/materials.h"

void run_materials_number(wall_list *walls) {
    for (size_t i = 0; walls->materials != NULL && i < walls->count; i++) {
        walls->items[i].group = (uint32_t)(i + 1);
    }
}

static const wall_material *material_of(const wall_material *materials, const carom_wall *wall) {
    return &materials[wall->group - 1];
}

void run_materials_respond(const wall_material *materials, const carom_wall *wall,
                           carom_response *response) {
    const wall_material *m = material_of(materials, wall);
    if (m->is_sensor) {
        *response = carom_pass();
        return;
    }
    if (m->has_restitution) {
        response->restitution = m->restitution;
    }
    if (m->has_friction) {
        response->friction = m->friction;
    }
}

bool run_materials_pass(const wall_material *materials, const carom_wall *wall) {
    return materials != NULL && material_of(materials, wall)->is_sensor;
}

bool run_materials_keep_energy(const wall_list *walls, carom_response response) {
    bool keeps = response.kind == CAROM_RESPONSE_KIND_BOUNCE && response.restitution == 1.0 &&
                 response.friction == 0.0;
    for (size_t i = 0; keeps && walls->materials != NULL && i < walls->count; i++) {
        const wall_material *m = &walls->materials[i];
        keeps = m->is_sensor || ((!m->has_restitution || m->restitution == 1.0) &&
                                 (!m->has_friction || m->friction == 0.0));
    }
    return keeps;
}
