// Fuzzes the SQLite extension. The input is a list of calls of the SQL functions with values of any
// type, edits of a virtual table, transactions, savepoints and queries.
//
// A function returns NULL if an argument is NULL, fails if an argument is not of its kind, and else
// has the bits of the C call. A row that the table accepts is copied to a plain table; all answers
// are those of a static scene of the plain table, whose walls are sorted by id. Those about areas
// are of a scene of the walls with a name, the number of which is its place among all names; if
// carom_area_index_create refuses them, the query fails and says why. Room: fuzz.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/areas.h"
#include "carom/contact.h"
#include "carom_sqlite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition) ((condition) ? (void)0 : broken(#condition, __LINE__))
#define WALL "ax, ay, bx, \"by\", wr, extent"

enum { WALLS_MAX = 64, OPS_MAX = 60, SAVEPOINTS_MAX = 4, ARGUMENTS = 11 };

/// The first byte of an input whose areas are mostly closed, and the lowest of an operation about
/// areas.
enum { ONLY_RINGS = 255, AREAS_FROM = 192 };

static const uint8_t *input;
static size_t left;
static sqlite3 *db;
static int savepoints;
/// Only rings have names: else hardly an area closes.
static bool only_rings;

_Noreturn static void broken(const char *condition, int line) {
    fprintf(stderr, "fuzz_sqlite.c:%d: broken: %s (%s)\n", line, condition, sqlite3_errmsg(db));
    abort();
}

static int byte(void) {
    if (left == 0)
        return 0;
    left--;
    return *input++;
}

static uint64_t word(void) {
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | (uint64_t)byte();
    return bits;
}

/// A value of any type, and what it is as an argument.
typedef struct value {
    int type;
    sqlite3_int64 integer;
    double number;
    char text[8];
} value;

static value next_value(void) {
    static const char *const words[] = {"segment", "ray", "line", "open", "1.5", "-2", "1e999", ""};
    value v = {.type = SQLITE_FLOAT};
    const int kind = byte();
    switch (kind % 8) {
    case 0:
        v.type = SQLITE_NULL;
        break;
    case 1:
        v.type = SQLITE_INTEGER;
        v.integer = (sqlite3_int64)word();
        break;
    case 2:
        memcpy(&v.number, &(uint64_t){word()}, sizeof v.number);
        v.type = isnan(v.number) ? SQLITE_NULL : SQLITE_FLOAT;
        break;
    case 3:
        v.type = kind & 8 ? SQLITE_BLOB : SQLITE_TEXT;
        snprintf(v.text, sizeof v.text, "%s", words[kind / 16 % 8]);
        break;
    case 4:
        v.type = SQLITE_INTEGER;
        v.integer = byte() % 16 - 8;
        break;
    default:
        v.number = (byte() % 32 - 16) * 0.5;
        break;
    }
    return v;
}

static void bind(sqlite3_stmt *statement, int i, const value *v) {
    if (v->type == SQLITE_INTEGER)
        CHECK(sqlite3_bind_int64(statement, i, v->integer) == SQLITE_OK);
    else if (v->type == SQLITE_FLOAT)
        CHECK(sqlite3_bind_double(statement, i, v->number) == SQLITE_OK);
    else if (v->type == SQLITE_TEXT)
        CHECK(sqlite3_bind_text(statement, i, v->text, -1, SQLITE_TRANSIENT) == SQLITE_OK);
    else if (v->type == SQLITE_BLOB)
        CHECK(sqlite3_bind_blob(statement, i, v->text, 3, SQLITE_TRANSIENT) == SQLITE_OK);
}

/// Reads a value of a kind: n a number, s a size, k a count, f a flag, e an extent, r a rule.
static bool is_of_kind(const value *v, char kind, double *number) {
    static const char *const words[2][3] = {{"segment", "ray", "line"}, {"closed", "open", "ring"}};
    if (kind == 'e' || kind == 'r') {
        for (int i = 0; i < 3; i++) {
            *number = i;
            if (v->type == SQLITE_TEXT && strcmp(v->text, words[kind == 'r'][i]) == 0)
                return true;
        }
        return false;
    }
    if (v->type == SQLITE_INTEGER) {
        *number = (double)v->integer;
        if (*number >= 0x1p63 || (sqlite3_int64)*number != v->integer)
            return false;
    } else if (v->type == SQLITE_FLOAT && isfinite(v->number)) {
        *number = v->number;
    } else {
        return false;
    }
    return kind == 'n' || (*number >= 0.0 && (kind == 's' || floor(*number) == *number) &&
                           (kind != 'f' || *number <= 1.0));
}

static sqlite3_stmt *prepare(char *sql) {
    sqlite3_stmt *statement = NULL;
    CHECK(sql != NULL && sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK);
    sqlite3_free(sql);
    return statement;
}

/// "?, ?, ...", without the comma at the end.
static const char *marks(int count) {
    static char text[3 * ARGUMENTS + 1];
    for (int i = 0; i < count; i++)
        memcpy(text + 3 * (size_t)i, "?, ", 3);
    text[3 * (size_t)count - 2] = '\0';
    return text;
}

// ---- functions ----

typedef struct function {
    const char *name;
    const char *kinds;
    int required;
} function;

static const function functions[] = {{"carom_touches", "nnsnnnnse", 7},
                                     {"carom_relation", "nnsnnnnse", 7},
                                     {"carom_feature", "nnsnnnnse", 7},
                                     {"carom_along", "nnsnnnnse", 7},
                                     {"carom_px", "nnsnnnnse", 7},
                                     {"carom_nx", "nnsnnnnse", 7},
                                     {"carom_depth", "nnsnnnnse", 7},
                                     {"carom_distance", "nnsnnnnse", 7},
                                     {"carom_signed_distance", "nnsnnnnse", 7},
                                     {"carom_within", "nnssnnnnse", 8},
                                     {"carom_sweep_kind", "nnsnnnnnnse", 9},
                                     {"carom_sweep_t", "nnsnnnnnnse", 9},
                                     {"carom_sweep_x", "nnsnnnnnnse", 9},
                                     {"carom_sweep_feature", "nnsnnnnnnse", 9}};
enum { FUNCTIONS = sizeof functions / sizeof *functions, WITHIN = 9, SWEEPS = 10 };

static void same_double(sqlite3_stmt *row, double expected) {
    const double found = sqlite3_column_double(row, 0);
    CHECK(sqlite3_column_type(row, 0) == SQLITE_FLOAT);
    CHECK(memcmp(&found, &expected, sizeof found) == 0);
}

static void same_word(sqlite3_stmt *row, const char *expected) {
    CHECK(strcmp((const char *)sqlite3_column_text(row, 0), expected) == 0);
}

static void check_rest(sqlite3_stmt *row, int f, carom_circle circle, carom_wall wall) {
    const carom_contact contact = carom_circle_contact(circle, wall);
    const double numbers[] = {contact.along,
                              contact.point.x,
                              contact.normal.x,
                              contact.depth,
                              carom_circle_distance(circle, wall),
                              carom_circle_signed_distance(circle, wall)};
    if (f == 0)
        CHECK(sqlite3_column_int(row, 0) == carom_circle_touches(circle, wall));
    else if (f == 1)
        same_word(row, carom_relation_name(contact.relation));
    else if (f == 2)
        same_word(row, carom_feature_name(contact.feature));
    else
        same_double(row, numbers[f - 3]);
}

static void check_sweep(sqlite3_stmt *row, int f, const carom_sweep *sweep) {
    if (f == SWEEPS)
        same_word(row, carom_sweep_kind_name(sweep->kind));
    else if (sweep->kind == CAROM_SWEEP_KIND_MISS)
        CHECK(sqlite3_column_type(row, 0) == SQLITE_NULL);
    else if (f == SWEEPS + 3)
        same_word(row, carom_feature_name(sweep->feature));
    else
        same_double(row, f == SWEEPS + 1 ? sweep->t : sweep->center.x);
}

static void call_function(void) {
    const int f = byte() % FUNCTIONS;
    const int all = (int)strlen(functions[f].kinds);
    const int count = functions[f].required + byte() % (all - functions[f].required + 1);
    double n[ARGUMENTS] = {0};
    bool null = false, good = true;
    sqlite3_stmt *row = prepare(sqlite3_mprintf("SELECT %s(%s)", functions[f].name, marks(count)));
    for (int i = 0; i < count; i++) {
        const value v = next_value();
        bind(row, i + 1, &v);
        null = null || v.type == SQLITE_NULL;
        good = is_of_kind(&v, functions[f].kinds[i], &n[i]) && good;
    }
    const int rc = sqlite3_step(row);
    CHECK(rc == (null || good ? SQLITE_ROW : SQLITE_ERROR));
    if (null)
        CHECK(sqlite3_column_type(row, 0) == SQLITE_NULL);
    if (!null && good) {
        const carom_circle circle = carom_circle_make(carom_vec2_make(n[0], n[1]), n[2]);
        const double *w = f >= SWEEPS ? n + 5 : f == WITHIN ? n + 4 : n + 3;
        const carom_wall wall = carom_wall_make(
            carom_vec2_make(w[0], w[1]), carom_vec2_make(w[2], w[3]), w[4], (carom_extent)w[5]);
        if (f == WITHIN) {
            CHECK(sqlite3_column_int(row, 0) == carom_circle_within(circle, wall, n[3]));
        } else if (f < WITHIN) {
            check_rest(row, f, circle, wall);
        } else {
            const carom_sweep sweep = carom_circle_sweep(circle, carom_vec2_make(n[3], n[4]), wall);
            check_sweep(row, f, &sweep);
        }
    }
    sqlite3_finalize(row);
}

// ---- edits ----

/// Runs SQL that must succeed.
static void run(const char *sql) {
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

static value next_id(void) {
    value v = next_value();
    if (v.type != SQLITE_INTEGER || (byte() & 3) != 0)
        v = (value){.type = SQLITE_INTEGER, .integer = byte() % WALLS_MAX};
    return v;
}

/// Brings one row of the plain table up to date with a row that the table has accepted.
static void copy_row(sqlite3_int64 id) {
    char *sql =
        sqlite3_mprintf("REPLACE INTO plain SELECT id, " WALL ", name FROM w WHERE id = %lld", id);
    CHECK(sql != NULL);
    run(sql);
    sqlite3_free(sql);
}

/// A wall of any values: INSERT or UPDATE, by a random conflict clause.
static void write_wall(bool update) {
    static const char *const clauses[] = {"", "OR IGNORE", "OR REPLACE", "OR FAIL", "OR ABORT"};
    static const char kinds[] = "nnnnse";
    const char *clause = clauses[byte() % 5];
    const value id = next_id(), old = next_id();
    sqlite3_stmt *edit =
        update ? prepare(sqlite3_mprintf("UPDATE %s w SET (" WALL ", name, id) = (%s) WHERE id = "
                                         "%lld AND EXISTS (SELECT 1 FROM plain WHERE id = %lld)",
                                         clause, marks(8), old.integer, old.integer))
               : prepare(sqlite3_mprintf("INSERT %s INTO w(" WALL ", name, id) VALUES(%s)", clause,
                                         marks(8)));
    bool good = true, text = false;
    double n[6] = {0};
    for (int i = 0; i < 7; i++) {
        value v = next_value();
        if (i == 6 && only_rings)
            v.type = SQLITE_NULL;
        if (i == 5 && (v.type == SQLITE_FLOAT || v.type == SQLITE_INTEGER)) {
            v.type = SQLITE_TEXT;
            snprintf(v.text, sizeof v.text, "ray");
        }
        bind(edit, i + 1, &v);
        const bool may_be_number = v.type == SQLITE_TEXT && i < 5;
        text = text || may_be_number;
        if (i < 6 && !may_be_number && !(i >= 4 && v.type == SQLITE_NULL))
            good = is_of_kind(&v, kinds[i], &n[i]) && good;
    }
    bind(edit, 8, &id);
    const int before = sqlite3_total_changes(db);
    const int rc = sqlite3_step(edit);
    CHECK(rc == SQLITE_DONE || rc == SQLITE_CONSTRAINT || rc == SQLITE_MISMATCH);
    CHECK(sqlite3_finalize(edit) == (rc == SQLITE_DONE ? SQLITE_OK : rc));
    if (rc != SQLITE_DONE || sqlite3_total_changes(db) == before)
        return;
    if (update) {
        char *sql = sqlite3_mprintf("DELETE FROM plain WHERE id = %lld", old.integer);
        run(sql);
        sqlite3_free(sql);
    }
    copy_row(id.integer);
    if (!update && !text)
        CHECK(good);
}

static void delete_walls(void) {
    const int from = byte() % WALLS_MAX, to = from + byte() % 8;
    char sql[100];
    for (int i = 0; i < 2; i++) {
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE id BETWEEN %d AND %d", i ? "plain" : "w",
                 from, to);
        run(sql);
    }
}

/// Behind the back of the extension.
static void write_shadow(void) {
    char sql[120];
    const int id = byte() % WALLS_MAX, x = byte() % 16;
    for (int i = 0; i < 2; i++) {
        snprintf(sql, sizeof sql, "REPLACE INTO %s VALUES(%d, %d, 0, %d, 2, 0, %s, %s)",
                 i ? "plain" : "w_walls", id, x, x, i ? "'segment'" : "0",
                 only_rings ? "NULL" : "'shadow'");
        run(sql);
    }
}

/// A ring of up to five walls, whose name is any value.
static void write_ring(void) {
    const value name = next_value();
    const int count = 1 + byte() % 5, first_id = byte() % WALLS_MAX;
    const double radius = byte() % 4 == 0 ? 0.5 : 0.0;
    double p[2 * 5];
    for (int i = 0; i < 2 * count; i++)
        p[i] = byte() % 32 * 0.5 - 8.0;
    for (int i = 0; i < count; i++) {
        const int j = (i + 1) % count;
        sqlite3_stmt *edit = prepare(sqlite3_mprintf(
            "REPLACE INTO w(id, ax, ay, bx, \"by\", wr, name) VALUES(%d, %f, %f, %f, %f, %f, ?)",
            first_id + i, p[2 * i], p[2 * i + 1], p[2 * j], p[2 * j + 1], radius));
        bind(edit, 1, &name);
        CHECK(sqlite3_step(edit) == SQLITE_DONE);
        sqlite3_finalize(edit);
        copy_row(first_id + i);
    }
}

static void transact(void) {
    char sql[40];
    const int choice = byte() % 8;
    if (sqlite3_get_autocommit(db)) {
        run("BEGIN");
        savepoints = 0;
    } else if (choice < 3 && savepoints < SAVEPOINTS_MAX) {
        snprintf(sql, sizeof sql, "SAVEPOINT s%d", savepoints++);
        run(sql);
    } else if (choice < 6 && savepoints > 0) {
        const int place = byte() % savepoints;
        snprintf(sql, sizeof sql, "%s s%d", choice < 5 ? "ROLLBACK TO" : "RELEASE", place);
        run(sql);
        savepoints = place + (choice < 5);
    } else {
        run(choice == 6 ? "COMMIT" : "ROLLBACK");
    }
}

// ---- queries ----

/// The plain table by id, and a static scene of it.
static sqlite3_int64 ids[4 * WALLS_MAX];
static carom_wall walls[4 * WALLS_MAX];

/// Loads all walls, or those with a name, by name.
static size_t load(bool areas, carom_scene **scene) {
    static const char *const area =
        "(SELECT count(DISTINCT name) FROM plain AS p WHERE p.name <= plain.name)";
    sqlite3_stmt *rows = prepare(
        sqlite3_mprintf("SELECT id, " WALL ", %s AS area FROM plain WHERE %s ORDER BY area, id",
                        areas ? area : "0", areas ? "name IS NOT NULL" : "1"));
    size_t count = 0;
    for (; sqlite3_step(rows) == SQLITE_ROW; count++) {
        CHECK(count < 4 * WALLS_MAX);
        int extent = 0;
        while (strcmp(carom_extent_name((carom_extent)extent),
                      (const char *)sqlite3_column_text(rows, 6)) != 0)
            extent++;
        ids[count] = sqlite3_column_int64(rows, 0);
        walls[count] = carom_wall_make(
            carom_vec2_make(sqlite3_column_double(rows, 1), sqlite3_column_double(rows, 2)),
            carom_vec2_make(sqlite3_column_double(rows, 3), sqlite3_column_double(rows, 4)),
            sqlite3_column_double(rows, 5), (carom_extent)extent);
        walls[count].group = (uint32_t)sqlite3_column_int64(rows, 7);
    }
    CHECK(sqlite3_finalize(rows) == SQLITE_OK);
    CHECK(carom_scene_create(walls, count, NULL, NULL, scene, NULL) == CAROM_STATUS_OK);
    return count;
}

typedef struct form {
    const char *name;
    const char *kinds;
    int required;
} form;

static const form forms[] = {{"carom_touching", "nnsr", 3}, {"carom_near", "nnss", 4},
                             {"carom_nearest", "nnsk", 3},  {"carom_first", "nnsnnf", 5},
                             {"carom_in_box", "nnnn", 4},   {"carom_near_wall", "snnnnse", 5}};

/// The places of the walls that a query finds, in order.
static size_t answer(const carom_scene *scene, size_t all, int f, int count, const double *n,
                     uint32_t *found) {
    const carom_circle circle = carom_circle_make(carom_vec2_make(n[0], n[1]), n[2]);
    if (f == 0)
        return carom_scene_touching(scene, circle, (carom_contact_rule)n[3], NULL, found, all);
    if (f == 1)
        return carom_scene_within(scene, circle, n[3], NULL, found, all);
    if (f == 2) {
        carom_neighbor near[4 * WALLS_MAX];
        const double k = count < 4 ? 1.0 : n[3];
        const size_t got =
            carom_scene_nearest(scene, circle, NULL, near, k < (double)all ? (size_t)k : all);
        for (size_t i = 0; i < got; i++)
            found[i] = (uint32_t)near[i].index;
        return got;
    }
    if (f == 3) {
        carom_cast_settings settings = carom_cast_settings_default();
        settings.hits_only = n[5] != 0.0;
        const carom_scene_hit hit =
            carom_scene_sweep(scene, circle, carom_vec2_make(n[3], n[4]), &settings);
        found[0] = (uint32_t)hit.index;
        return hit.index != CAROM_NO_WALL;
    }
    if (f == 5) {
        const carom_wall wall = carom_wall_make(
            carom_vec2_make(n[1], n[2]), carom_vec2_make(n[3], n[4]), n[5], (carom_extent)n[6]);
        return carom_scene_near_wall(scene, wall, n[0], NULL, found, all);
    }
    const carom_box box = {carom_vec2_make(n[0], n[1]), carom_vec2_make(n[2], n[3])};
    return carom_scene_in_box(scene, box, NULL, found, all);
}

static void ask(void) {
    const int f = byte() % 6;
    const int all = (int)strlen(forms[f].kinds);
    const int count = forms[f].required + byte() % (all - forms[f].required + 1);
    sqlite3_stmt *rows =
        prepare(sqlite3_mprintf("SELECT id, name, ax, extent, depth, t FROM w WHERE w MATCH %s(%s)",
                                forms[f].name, marks(count)));
    double n[ARGUMENTS] = {0};
    bool null = false, good = true;
    for (int i = 0; i < count; i++) {
        const value v = next_value();
        bind(rows, i + 1, &v);
        null = null || v.type == SQLITE_NULL;
        good = is_of_kind(&v, forms[f].kinds[i], &n[i]) && good;
    }
    if (f == 4 && (n[0] > n[2] || n[1] > n[3]))
        good = false;
    carom_scene *scene;
    uint32_t found[4 * WALLS_MAX];
    const size_t walls_count = load(false, &scene);
    size_t expected = 0;
    if (!null && good)
        expected = answer(scene, walls_count, f, count, n, found);
    int rc = sqlite3_step(rows);
    for (size_t i = 0; i < expected; i++, rc = sqlite3_step(rows)) {
        CHECK(rc == SQLITE_ROW && sqlite3_column_int64(rows, 0) == ids[found[i]]);
        CHECK(sqlite3_column_double(rows, 2) == walls[found[i]].a.x);
        CHECK(strcmp((const char *)sqlite3_column_text(rows, 3),
                     carom_extent_name((carom_extent)walls[found[i]].extent)) == 0);
    }
    CHECK(rc == (null || good ? SQLITE_DONE : SQLITE_ERROR));
    sqlite3_finalize(rows);
    carom_scene_destroy(scene, NULL);
}

// ---- areas ----

static const form area_forms[] = {{"carom_areas", "nnss", 2}, {"carom_nearest_areas", "nnsk", 3}};

/// The message says what carom_area_index_create said.
static void check_refusal(carom_status status, const carom_area_error *e) {
    const char *what = status == CAROM_STATUS_OPEN_AREA      ? "does not close: the point ("
                       : status == CAROM_STATUS_ENDLESS_AREA ? "its walls must be segments"
                                                             : "has walls of different wr: ";
    char id[40];
    snprintf(id, sizeof id, "id %lld", (long long)ids[e->wall]);
    const char *named = strstr(sqlite3_errmsg(db), id);
    CHECK(strstr(sqlite3_errmsg(db), what) != NULL);
    while (named != NULL && named[strlen(id)] >= '0' && named[strlen(id)] <= '9')
        named = strstr(named + 1, id);
    CHECK(named != NULL);
}

/// The row of an area is that of its wall with the lowest id, the first of the area.
static void check_area(sqlite3_stmt *row, const carom_area_hit *hit) {
    size_t first = 0;
    while (walls[first].group != hit->area)
        first++;
    CHECK(sqlite3_column_int64(row, 1) == ids[first]);
    same_double(row, hit->distance);
    CHECK(strcmp((const char *)sqlite3_column_text(row, 2),
                 carom_area_relation_name(hit->relation)) == 0);
    CHECK(sqlite3_column_double(row, 3) == walls[first].a.x);
    CHECK(sqlite3_column_type(row, 4) == SQLITE_NULL);
    CHECK(sqlite3_column_int(row, 5) == 1);
}

static void ask_areas(void) {
    const int f = byte() % 2;
    const int count = area_forms[f].required + byte() % (4 - area_forms[f].required + 1);
    sqlite3_stmt *rows = prepare(sqlite3_mprintf(
        "SELECT distance, id, relation, ax, depth, (w.name, w.\"by\") IS (SELECT name, \"by\" FROM "
        "plain WHERE id = w.id) FROM w WHERE w MATCH %s(%s)",
        area_forms[f].name, marks(count)));
    double n[4] = {0.0, 0.0, 0.0, f ? 1.0 : 0.0};
    bool null = false, good = true;
    for (int i = 0; i < count; i++) {
        const value v = next_value();
        bind(rows, i + 1, &v);
        null = null || v.type == SQLITE_NULL;
        good = is_of_kind(&v, area_forms[f].kinds[i], &n[i]) && good;
    }
    carom_scene *scene;
    carom_area_index *index;
    carom_area_error error;
    const size_t all = load(true, &scene);
    const carom_status status = carom_area_index_create(scene, NULL, NULL, &index, &error);
    const carom_circle circle = carom_circle_make(carom_vec2_make(n[0], n[1]), n[2]);
    carom_area_hit hits[4 * WALLS_MAX];
    size_t expected = 0;
    if (!null && good && status == CAROM_STATUS_OK) {
        expected = f ? carom_scene_nearest_areas(scene, index, circle, NULL, hits,
                                                 n[3] < (double)all ? (size_t)n[3] : all)
                     : carom_scene_areas(scene, index, circle, n[3], NULL, hits, all);
    }
    int rc = sqlite3_step(rows);
    for (size_t i = 0; i < expected; i++, rc = sqlite3_step(rows)) {
        CHECK(rc == SQLITE_ROW);
        check_area(rows, &hits[i]);
    }
    CHECK(rc == (null || (good && status == CAROM_STATUS_OK) ? SQLITE_DONE : SQLITE_ERROR));
    if (!null && good && status != CAROM_STATUS_OK)
        check_refusal(status, &error);
    sqlite3_finalize(rows);
    carom_area_index_destroy(index, NULL);
    carom_scene_destroy(scene, NULL);
}

/// Both tables have the same rows.
static void compare_tables(void) {
    sqlite3_stmt *rows = prepare(sqlite3_mprintf(
        "SELECT (SELECT count(*) FROM w), (SELECT count(*) FROM plain), (SELECT count(*) FROM "
        "(SELECT "
        "id, " WALL ", name FROM w INTERSECT SELECT * FROM plain)), carom_check('w')"));
    CHECK(sqlite3_step(rows) == SQLITE_ROW);
    CHECK(sqlite3_column_int(rows, 0) == sqlite3_column_int(rows, 1));
    CHECK(sqlite3_column_int(rows, 0) == sqlite3_column_int(rows, 2));
    CHECK(strcmp((const char *)sqlite3_column_text(rows, 3), "ok") == 0);
    sqlite3_finalize(rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input = data;
    left = size;
    savepoints = 0;
    CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK);
    CHECK(sqlite3_caromsqlite_init(db, NULL, NULL) == SQLITE_OK);
    run("CREATE VIRTUAL TABLE w USING carom(+name, area=name); CREATE TABLE plain(id INTEGER "
        "PRIMARY KEY, ax, "
        "ay, "
        "bx, \"by\", wr, extent, name)");
    only_rings = size > 0 && *data == ONLY_RINGS && byte() == ONLY_RINGS;
    for (int i = 0; i < OPS_MAX && left > 0; i++) {
        const int choice = byte(), op = choice % 16;
        if (choice >= AREAS_FROM && op < 6)
            ask_areas();
        else if (choice >= AREAS_FROM)
            write_ring();
        else if (op < 4)
            ask();
        else if (op < 8)
            write_wall(op == 7);
        else if (op < 11)
            call_function();
        else if (op < 12)
            delete_walls();
        else if (op < 13)
            write_shadow();
        else
            transact();
    }
    compare_tables();
    CHECK(sqlite3_close(db) == SQLITE_OK);
    return 0;
}
