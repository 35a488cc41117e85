// The answers of a virtual table against those of a static scene of the rows of a plain table.
// Method: the walls of the static scene are sorted by id, so the scene breaks ties by id.
// Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "carom/scene.h"
#include "sql.h"

enum { FORMS = 9, LISTED_MAX = 5000 };

/// The rows of the plain table, by id.
typedef struct truth {
    sqlite3_int64 *ids;
    carom_wall *walls;
    size_t count;
    carom_scene *scene;
    uint32_t *found;
    carom_neighbor *near;
} truth;

static carom_wall wall_of(sqlite3_stmt *row) {
    double n[5];
    for (int i = 0; i < 5; i++)
        n[i] = sqlite3_column_double(row, i + 1);
    int extent = CAROM_EXTENT_SEGMENT;
    const char *word = (const char *)sqlite3_column_text(row, 6);
    while (strcmp(carom_extent_name((carom_extent)extent), word) != 0)
        extent++;
    return carom_wall_make(carom_vec2_make(n[0], n[1]), carom_vec2_make(n[2], n[3]), n[4],
                           (carom_extent)extent);
}

static truth load(sqlite3 *db, const char *plain) {
    truth t = {0};
    size_t room = 0;
    sqlite3_stmt *rows = sql_prepare(db, "SELECT id, " SQL_WALL " FROM %s ORDER BY id", plain);
    int rc;
    while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
        if (t.count == room) {
            room = room * 2 + 64;
            t.ids = realloc(t.ids, room * sizeof *t.ids);
            t.walls = realloc(t.walls, room * sizeof *t.walls);
            assert_true(t.ids != NULL && t.walls != NULL);
        }
        t.ids[t.count] = sqlite3_column_int64(rows, 0);
        t.walls[t.count++] = wall_of(rows);
    }
    assert_int_equal(rc, SQLITE_DONE);
    sqlite3_finalize(rows);
    assert_int_equal(carom_scene_create(t.walls, t.count, NULL, NULL, &t.scene, NULL),
                     CAROM_STATUS_OK);
    t.found = malloc((t.count + 1) * sizeof *t.found);
    t.near = malloc((t.count + 1) * sizeof *t.near);
    assert_true(t.found != NULL && t.near != NULL);
    return t;
}

static void release(truth *t) {
    carom_scene_destroy(t->scene, NULL);
    free(t->ids);
    free(t->walls);
    free(t->found);
    free(t->near);
}

/// The rows of the virtual table, in the order of a scan.
static void same_rows(sqlite3 *db, const char *table, const truth *t) {
    sqlite3_stmt *rows = sql_prepare(db, "SELECT id, " SQL_WALL " FROM %s ORDER BY id", table);
    for (size_t i = 0; i < t->count; i++) {
        if (sqlite3_step(rows) != SQLITE_ROW)
            fail_msg("%s has %zu rows instead of %zu: %s", table, i, t->count, sqlite3_errmsg(db));
        assert_int_equal(sqlite3_column_int64(rows, 0), t->ids[i]);
        const carom_wall wall = wall_of(rows);
        assert_memory_equal(&wall.a, &t->walls[i].a, sizeof wall.a);
        assert_memory_equal(&wall.b, &t->walls[i].b, sizeof wall.b);
        assert_true(wall.radius == t->walls[i].radius && wall.extent == t->walls[i].extent);
    }
    assert_int_equal(sqlite3_step(rows), SQLITE_DONE);
    sqlite3_finalize(rows);
}

/// A random query on the grid of the walls: its SQL; the places of the walls that it finds are in
/// t->found. Returns their number.
static size_t ask(const truth *t, random_source *g, int form, char **sql) {
    const int x = random_int(g, -12, 12), y = random_int(g, -12, 12), r = random_int(g, 0, 3);
    const int vx = random_int(g, -9, 9), vy = random_int(g, -9, 9), k = random_int(g, 0, 40);
    const carom_circle circle = carom_circle_make(carom_vec2_make(x, y), r);
    if (form < 3) {
        static const char *const rules[] = {"closed", "open", "ring"};
        *sql = sqlite3_mprintf("carom_touching(%d, %d, %d, '%s')", x, y, r, rules[form]);
        return carom_scene_touching(t->scene, circle, (carom_contact_rule)form, NULL, t->found,
                                    t->count);
    }
    if (form == 3) {
        *sql = sqlite3_mprintf("carom_near(%d, %d, %d, 0.5)", x, y, r);
        return carom_scene_within(t->scene, circle, 0.5, NULL, t->found, t->count);
    }
    if (form == 4) {
        const carom_box box = {carom_vec2_make(x, y), carom_vec2_make(x + r, y + r)};
        *sql = sqlite3_mprintf("carom_in_box(%d, %d, %d, %d)", x, y, x + r, y + r);
        return carom_scene_in_box(t->scene, box, NULL, t->found, t->count);
    }
    if (form == 5) {
        *sql = sqlite3_mprintf("carom_nearest(%d, %d, %d, %d)", x, y, r, k);
        const size_t room = (size_t)k < t->count ? (size_t)k : t->count;
        const size_t count = carom_scene_nearest(t->scene, circle, NULL, t->near, room);
        for (size_t i = 0; i < count; i++)
            t->found[i] = (uint32_t)t->near[i].index;
        return count;
    }
    if (form == 8) {
        const carom_vec2 a = carom_vec2_make(x, y), b = carom_vec2_make(x + vx, y + vy);
        const carom_wall wall = carom_wall_make(a, b, 0.25 * r, CAROM_EXTENT_SEGMENT);
        *sql = sqlite3_mprintf("carom_near_wall(0.5, %d, %d, %d, %d, %f)", x, y, x + vx, y + vy,
                               wall.radius);
        return carom_scene_near_wall(t->scene, wall, 0.5, NULL, t->found, t->count);
    }
    carom_cast_settings settings = carom_cast_settings_default();
    settings.hits_only = form == 7;
    *sql = sqlite3_mprintf("carom_first(%d, %d, %d, %d, %d, %d)", x, y, r, vx, vy, form == 7);
    const carom_scene_hit hit =
        carom_scene_sweep(t->scene, circle, carom_vec2_make(vx, vy), &settings);
    t->found[0] = (uint32_t)hit.index;
    return hit.index != CAROM_NO_WALL;
}

/// One query of a form. Of a long answer only the start is read.
static void same_answer(sqlite3 *db, const char *table, const truth *t, random_source *g,
                        int form) {
    char *query;
    const size_t count = ask(t, g, form, &query);
    sqlite3_stmt *rows = sql_prepare(db, "SELECT id, " SQL_WALL " FROM %s AS v WHERE v.%s MATCH %s",
                                     table, table, query);
    for (size_t i = 0; i < count && i < LISTED_MAX; i++) {
        if (sqlite3_step(rows) != SQLITE_ROW)
            fail_msg("%s: %zu rows instead of %zu: %s", query, i, count, sqlite3_errmsg(db));
        if (sqlite3_column_int64(rows, 0) != t->ids[t->found[i]])
            fail_msg("%s: row %zu is %lld instead of %lld", query, i,
                     (long long)sqlite3_column_int64(rows, 0), (long long)t->ids[t->found[i]]);
        const carom_wall wall = wall_of(rows);
        assert_memory_equal(&wall.a, &t->walls[t->found[i]].a, sizeof wall.a);
        assert_memory_equal(&wall.b, &t->walls[t->found[i]].b, sizeof wall.b);
    }
    if (count <= LISTED_MAX && sqlite3_step(rows) != SQLITE_DONE)
        fail_msg("%s: more than %zu rows, or %s", query, count, sqlite3_errmsg(db));
    sqlite3_finalize(rows);
    sqlite3_free(query);
}

void sql_same_answers(sqlite3 *db, const char *table, sqlite3 *plain_db, const char *plain,
                      random_source *g, int queries) {
    truth t = load(plain_db, plain);
    same_rows(db, table, &t);
    for (int i = 0; i < queries; i++) {
        for (int form = 0; form < FORMS; form++)
            same_answer(db, table, &t, g, form);
    }
    release(&t);
}
