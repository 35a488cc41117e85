// The mirror of edit_mirror.h. Room: tests.
#include "edit_mirror.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note(edit_mirror *m, bool good, const char *what) {
    if (!good && m->broken == NULL) {
        m->broken = what;
        fprintf(stderr, "edit_mirror: %zu walls: %s\n", m->count, what);
    }
}

static carom_wall no_wall(void) {
    const double nan = (double)NAN;
    return (carom_wall){.a = {nan, nan}, .b = {nan, nan}};
}

void edit_mirror_start(edit_mirror *m, const carom_wall *walls, size_t count,
                       const carom_allocator *allocator) {
    *m = (edit_mirror){.end = count, .count = count};
    if (carom_dynamic_scene_create(walls, count, allocator, &m->scene, NULL) != CAROM_STATUS_OK) {
        fprintf(stderr, "edit_mirror: no scene\n");
        exit(1);
    }
    if (count > 0) {
        memcpy(m->walls, walls, count * sizeof *walls);
    }
    for (size_t i = 0; i < count; i++) {
        m->known[i] = (carom_dynamic_id){(uint32_t)i, 1};
    }
    m->view = carom_dynamic_scene_view(m->scene);
}

void edit_mirror_end(edit_mirror *m) {
    carom_dynamic_scene_destroy(m->scene);
    m->scene = NULL;
}

// ---- edits ----

static carom_status judged(edit_mirror *m, carom_status status, bool valid) {
    note(m,
         valid ? status == CAROM_STATUS_OK || status == CAROM_STATUS_OUT_OF_MEMORY
               : status == CAROM_STATUS_BAD_WALL,
         "the status of an edit");
    return status;
}

carom_status edit_mirror_insert(edit_mirror *m, carom_wall wall) {
    const uint32_t expected =
        m->removed_count > 0 ? m->removed[m->removed_count - 1] : (uint32_t)m->end;
    carom_dynamic_id id = {UINT32_MAX, 0};
    const carom_status status =
        judged(m, carom_dynamic_scene_insert(m->scene, wall, &id), carom_wall_is_valid(wall));
    note(m, id.index == (status == CAROM_STATUS_OK ? expected : UINT32_MAX),
         "the index of a new wall");
    if (status == CAROM_STATUS_OK) {
        const bool is_new = m->removed_count == 0;
        note(m, id.generation == (is_new ? 1 : m->known[expected].generation + 1),
             "the generation of a new wall");
        m->known[expected] = id;
        m->walls[expected] = wall;
        m->count++;
        if (m->removed_count > 0) {
            m->removed_count--;
        } else {
            m->end++;
        }
    }
    return status;
}

void edit_mirror_remove(edit_mirror *m, uint32_t id) {
    note(m, carom_dynamic_scene_remove(m->scene, m->known[id]), "a removal");
    note(m, !carom_dynamic_scene_remove(m->scene, m->known[id]), "a second removal");
    m->walls[id] = no_wall();
    m->removed[m->removed_count++] = id;
    m->count--;
}

carom_status edit_mirror_move(edit_mirror *m, uint32_t id, carom_wall wall) {
    const carom_status status = judged(m, carom_dynamic_scene_move(m->scene, m->known[id], wall),
                                       carom_wall_is_valid(wall));
    if (status == CAROM_STATUS_OK) {
        m->walls[id] = wall;
    }
    return status;
}

carom_status edit_mirror_set_category(edit_mirror *m, uint32_t id, uint32_t category) {
    const carom_status status =
        judged(m, carom_dynamic_scene_set_category(m->scene, m->known[id], category), true);
    if (status == CAROM_STATUS_OK) {
        m->walls[id].category = category;
    }
    return status;
}

carom_status edit_mirror_move_many(edit_mirror *m, size_t count, bool all) {
    size_t bad = SIZE_MAX, first = 0;
    while (first < count && carom_wall_is_valid(m->moved[first])) {
        first++;
    }
    for (size_t i = 0; !all && i < count; i++) {
        m->listed[i] = m->known[m->ids[i]];
    }
    const carom_status status = judged(
        m, carom_dynamic_scene_move_many(m->scene, all ? NULL : m->listed, m->moved, count, &bad),
        first == count);
    note(m, bad == (first < count ? first : SIZE_MAX), "the index of a bad wall");
    for (size_t i = 0; status == CAROM_STATUS_OK && i < count; i++) {
        m->walls[all ? i : m->ids[i]] = m->moved[i];
    }
    return status;
}

// ---- random edits ----

uint32_t edit_mirror_id(const edit_mirror *m, random_source *g) {
    size_t id = (size_t)random_int(g, 0, (int)m->end - 1);
    while (!carom_wall_is_valid(m->walls[id])) {
        id = (id + 1) % m->end;
    }
    return (uint32_t)id;
}

static carom_wall random_wall(random_source *g, wall_set set) {
    carom_wall some[8];
    wall_set_make(set, random_bits(g), some, 8);
    carom_wall wall = some[random_int(g, 0, 7)];
    const int more = random_int(g, 0, 40);
    if (more == 0) {
        wall.category = (uint32_t)random_int(g, 0, 5);
    }
    wall.one_sided = more == 1;
    wall.group = more == 3 ? UINT32_MAX : 0;
    if (more == 2 && set != SET_RANGE_ENDS) {
        wall.extent = (uint8_t)random_int(g, CAROM_EXTENT_RAY, CAROM_EXTENT_LINE);
    }
    return wall;
}

// The wall moved by about its own size. It stays if it would leave the range.
static carom_wall moved_a_little(random_source *g, carom_wall wall) {
    carom_wall moved = wall;
    const double size = fabs(wall.b.x - wall.a.x) + fabs(wall.b.y - wall.a.y) + wall.radius;
    const double dx = random_between(g, -1, 1) * size, dy = random_between(g, -1, 1) * size;
    moved.a.x += dx;
    moved.b.x += dx;
    moved.a.y += dy;
    moved.b.y += dy;
    return carom_wall_is_valid(moved) ? moved : wall;
}

// Moves some walls, or all of them, in the order of their ids or in any order.
static carom_status move_some(edit_mirror *m, random_source *g, wall_set set) {
    const int one_in = random_int(g, 0, 2) == 0 ? 1 : 20;
    const bool far = random_int(g, 0, 5) == 0;
    size_t count = 0;
    for (size_t id = 0; id < m->end; id++) {
        if (!carom_wall_is_valid(m->walls[id]) || random_int(g, 1, one_in) != 1) {
            continue;
        }
        m->ids[count] = (uint32_t)id;
        m->moved[count++] = far ? random_wall(g, set) : moved_a_little(g, m->walls[id]);
    }
    const bool all = count == m->end && random_int(g, 0, 1) == 0;
    for (size_t i = all || random_int(g, 0, 1) == 0 ? 0 : count; i > 1; i--) {
        const size_t k = (size_t)random_int(g, 0, (int)i - 1);
        const uint32_t id = m->ids[k];
        const carom_wall moved = m->moved[k];
        m->ids[k] = m->ids[i - 1];
        m->moved[k] = m->moved[i - 1];
        m->ids[i - 1] = id;
        m->moved[i - 1] = moved;
    }
    return edit_mirror_move_many(m, count, all);
}

carom_status edit_mirror_random(edit_mirror *m, random_source *g, edit_phase phase, wall_set set) {
    // In 16: inserts, then removals; the rest are moves, of which some are of many walls.
    static const int inserts[] = {11, 6, 2, 1, 9}, removals[] = {2, 6, 11, 1, 3};
    const int what = random_int(g, 0, 15);
    if (m->count == 0 || what < inserts[phase]) {
        if (m->removed_count == 0 && m->end == EDIT_IDS_MAX) {
            return CAROM_STATUS_OK;
        }
        carom_wall wall = random_wall(g, set);
        if (phase == PHASE_ONE_SPOT && m->count > 0) {
            wall = moved_a_little(g, m->walls[edit_mirror_id(m, g)]);
        }
        return edit_mirror_insert(m, wall);
    }
    const uint32_t id = edit_mirror_id(m, g);
    if (what < inserts[phase] + removals[phase]) {
        edit_mirror_remove(m, id);
        return CAROM_STATUS_OK;
    }
    switch (random_int(g, 0, 7)) {
    case 0:
        return edit_mirror_set_category(m, id, (uint32_t)random_int(g, 0, 3));
    case 1:
        return edit_mirror_move(m, id, random_wall(g, set));
    case 2:
        return edit_mirror_move(m, id, no_wall());
    case 3:
        return move_some(m, g, set);
    default:
        return edit_mirror_move(m, id, moved_a_little(g, m->walls[id]));
    }
}

// ---- questions ----

static bool same_wall(carom_wall p, carom_wall q) {
    return memcmp(&p.a, &q.a, sizeof p.a) == 0 && memcmp(&p.b, &q.b, sizeof p.b) == 0 &&
           p.radius == q.radius && p.extent == q.extent && p.category == q.category &&
           p.group == q.group && p.one_sided == q.one_sided;
}

bool edit_mirror_check_walls(edit_mirror *m) {
    const carom_scene *view = m->view;
    note(m, view == carom_dynamic_scene_view(m->scene), "the address of the view");
    carom_box box = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    note(m, carom_dynamic_scene_count(m->scene) == m->count && carom_scene_count(view) == m->count,
         "the count");
    note(m, carom_scene_byte_size(view) == 0, "the size in bytes of a view");
    note(m,
         !carom_dynamic_scene_has(m->scene, (carom_dynamic_id){(uint32_t)m->end, 1}) &&
             !carom_dynamic_scene_has(m->scene, (carom_dynamic_id){UINT32_MAX, 1}) &&
             !carom_dynamic_scene_has(m->scene, (carom_dynamic_id){0, 0}) &&
             carom_dynamic_scene_id(m->scene, (carom_index)m->end).generation == 0 &&
             carom_dynamic_scene_id(m->scene, CAROM_NO_WALL).generation == 0,
         "an id that was never given");
    note(m, carom_dynamic_scene_list(m->scene, m->listed, m->moved, m->count) == m->count,
         "the number of walls listed");
    size_t listed = 0;
    for (size_t id = 0; id < m->end && m->broken == NULL; id++) {
        const bool is_used = carom_wall_is_valid(m->walls[id]);
        const carom_dynamic_id now = carom_dynamic_scene_id(m->scene, (carom_index)id),
                               known = m->known[id];
        const carom_dynamic_id before = {known.index, known.generation - 1};
        note(m,
             carom_dynamic_scene_has(m->scene, known) == is_used &&
                 !carom_dynamic_scene_has(m->scene, before),
             "an id in use");
        note(m,
             now.index == (is_used ? known.index : 0) &&
                 now.generation == (is_used ? known.generation : 0),
             "the id of an index");
        if (!is_used) {
            continue;
        }
        note(m,
             m->listed[listed].index == id && m->listed[listed].generation == known.generation &&
                 same_wall(m->moved[listed], m->walls[id]),
             "a wall in the list");
        listed++;
        note(m, same_wall(carom_scene_wall(view, (carom_index)id), m->walls[id]), "a wall");
        const carom_box at = carom_wall_box(m->walls[id]);
        box.min.x = fmin(box.min.x, at.min.x);
        box.min.y = fmin(box.min.y, at.min.y);
        box.max.x = fmax(box.max.x, at.max.x);
        box.max.y = fmax(box.max.y, at.max.y);
    }
    const carom_box got = carom_scene_box(view);
    note(m,
         got.min.x == box.min.x && got.min.y == box.min.y && got.max.x == box.max.x &&
             got.max.y == box.max.y,
         "the box");
    return m->broken == NULL;
}

bool edit_mirror_check(edit_mirror *m, const wall_question *q) {
    scene_mirror s = mirror_start(m->view, m->walls, m->end);
    s.turn = m->turn++;
    mirror_check(&s, q);
    if (s.broken != NULL) {
        note(m, false, s.broken);
    }
    m->found += s.found;
    mirror_end(&s);
    return m->broken == NULL;
}

wall_question edit_mirror_question(const edit_mirror *m, random_source *g) {
    if (m->count == 0) {
        return wall_set_question(g, NULL, 0);
    }
    carom_wall some[16];
    for (int i = 0; i < 16; i++) {
        some[i] = m->walls[edit_mirror_id(m, g)];
    }
    return wall_set_question(g, some, 16);
}
