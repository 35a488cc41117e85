// Materials and sensors among walls: the response at a wall, looked up by its group and category.
// Room: above operations.
#include "wall_materials.h"

#include <string.h>

bool wall_materials_read(PyObject *source, wall_materials *materials) {
    *materials = (wall_materials){.sensors = 0};
    if (source == Py_None)
        return true;
    unsigned int sensors;
    Py_ssize_t groups_size, numbers_size;
    if (!PyArg_ParseTuple(source, "Iy#y#", &sensors, &materials->groups, &groups_size,
                          &materials->numbers, &numbers_size))
        return false;
    materials->sensors = sensors;
    materials->count = (size_t)groups_size / sizeof(uint32_t);
    if ((size_t)numbers_size == materials->count * 2 * sizeof(double))
        return true;
    PyErr_SetString(PyExc_ValueError, "materials: each group needs two numbers");
    return false;
}

bool wall_materials_matter(const wall_materials *materials) {
    return materials->sensors != 0 || materials->count > 0;
}

// Bytes of Python need not be aligned.
static uint32_t group_at(const wall_materials *materials, size_t i) {
    uint32_t group;
    memcpy(&group, materials->groups + i * sizeof group, sizeof group);
    return group;
}

/// The first place whose group is not less.
static size_t place_of(const wall_materials *materials, uint32_t group) {
    size_t begin = 0, end = materials->count;
    while (begin < end) {
        const size_t middle = begin + (end - begin) / 2;
        if (group_at(materials, middle) < group)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

void wall_materials_respond(const wall_materials *materials, const carom_wall *wall,
                            carom_response *response) {
    const carom_filter sensors = carom_filter_mask(materials->sensors);
    if (carom_filter_accepts(&sensors, 0, wall)) {
        *response = carom_pass();
        return;
    }
    const size_t i = place_of(materials, wall->group);
    if (i == materials->count || group_at(materials, i) != wall->group)
        return;
    double numbers[2];
    memcpy(numbers, materials->numbers + i * sizeof numbers, sizeof numbers);
    response->restitution = numbers[0];
    response->friction = numbers[1];
}
