// The SQL functions of a circle and a wall at rest, of two walls, and carom_version.
// Arguments: x, y, r of the circle, the gap where there is one, then the wall. Of two walls: the
// gap, then one wall, then the other.
// Room: above arguments and fields.
#include <stddef.h>

#include <carom/contact.h>

#include "arguments.h"
#include "fields.h"
#include "functions.h"

/// A function of a circle and a wall, or of two walls, that returns a field of their contact.
typedef struct contact_function {
    carom_signature signature;
    carom_field field;
} contact_function;

/// A function of a circle and a wall.
typedef struct rest_function {
    carom_signature signature;
    void (*answer)(sqlite3_context *context, carom_circle circle, carom_wall wall);
} rest_function;

static void contact_field(sqlite3_context *context, int count, sqlite3_value **values) {
    const contact_function *function = sqlite3_user_data(context);
    double n[CAROM_ARGUMENTS_MAX];
    if (!carom_arguments_read(context, &function->signature, count, values, n))
        return;
    const carom_contact contact =
        carom_circle_contact(carom_circle_of_arguments(n), carom_wall_of_arguments(n + 3));
    carom_field_of_contact(context, &contact, function->field);
}

static void at_rest(sqlite3_context *context, int count, sqlite3_value **values) {
    const rest_function *function = sqlite3_user_data(context);
    double n[CAROM_ARGUMENTS_MAX];
    if (carom_arguments_read(context, &function->signature, count, values, n))
        function->answer(context, carom_circle_of_arguments(n), carom_wall_of_arguments(n + 3));
}

static void relation(sqlite3_context *context, carom_circle circle, carom_wall wall) {
    sqlite3_result_text(context, carom_relation_name(carom_circle_relate(circle, wall)), -1,
                        SQLITE_STATIC);
}

static void touches(sqlite3_context *context, carom_circle circle, carom_wall wall) {
    sqlite3_result_int(context, carom_circle_touches(circle, wall));
}

static void distance(sqlite3_context *context, carom_circle circle, carom_wall wall) {
    sqlite3_result_double(context, carom_circle_distance(circle, wall));
}

static void signed_distance(sqlite3_context *context, carom_circle circle, carom_wall wall) {
    sqlite3_result_double(context, carom_circle_signed_distance(circle, wall));
}

static void within(sqlite3_context *context, int count, sqlite3_value **values) {
    const carom_signature *signature = sqlite3_user_data(context);
    double n[CAROM_ARGUMENTS_MAX];
    if (carom_arguments_read(context, signature, count, values, n))
        sqlite3_result_int(context, carom_circle_within(carom_circle_of_arguments(n),
                                                        carom_wall_of_arguments(n + 4), n[3]));
}

static void clearance_field(sqlite3_context *context, int count, sqlite3_value **values) {
    const contact_function *function = sqlite3_user_data(context);
    double n[CAROM_ARGUMENTS_MAX];
    if (!carom_arguments_read(context, &function->signature, count, values, n))
        return;
    const carom_clearance clearance =
        carom_wall_contact(carom_wall_of_arguments(n), carom_wall_of_arguments(n + 6));
    carom_field_of_clearance(context, &clearance, function->field);
}

static void wall_within(sqlite3_context *context, int count, sqlite3_value **values) {
    const carom_signature *signature = sqlite3_user_data(context);
    double n[CAROM_ARGUMENTS_MAX];
    if (carom_arguments_read(context, signature, count, values, n))
        sqlite3_result_int(context, carom_wall_within(carom_wall_of_arguments(n + 1),
                                                      carom_wall_of_arguments(n + 7), n[0]));
}

static void version(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    (void)values;
    sqlite3_result_text(context, carom_version(), -1, SQLITE_STATIC);
}

int carom_rest_functions_create(sqlite3 *db) {
    static const contact_function fields[] = {
        {{"carom_feature", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}},
         CAROM_FIELD_FEATURE},
        {{"carom_along", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}}, CAROM_FIELD_ALONG},
        {{"carom_px", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}}, CAROM_FIELD_PX},
        {{"carom_py", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}}, CAROM_FIELD_PY},
        {{"carom_nx", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}}, CAROM_FIELD_NX},
        {{"carom_ny", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}}, CAROM_FIELD_NY},
        {{"carom_depth", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}}, CAROM_FIELD_DEPTH},
    };
    static const rest_function others[] = {
        {{"carom_relation", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}}, relation},
        {{"carom_touches", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}}, touches},
        {{"carom_distance", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}}, distance},
        {{"carom_signed_distance", 7, 9, {CAROM_CIRCLE_ARGUMENTS, CAROM_WALL_ARGUMENTS}},
         signed_distance},
    };
    static const carom_signature within_signature = {
        "carom_within",
        8,
        10,
        {CAROM_CIRCLE_ARGUMENTS, {"gap", CAROM_ARGUMENT_SIZE}, CAROM_WALL_ARGUMENTS}};
    static const contact_function clearances[] = {
        {{"carom_wall_relation", 10, 12, {CAROM_WALL_ARGUMENTS, CAROM_OTHER_WALL_ARGUMENTS}},
         CAROM_FIELD_RELATION},
        {{"carom_wall_gap", 10, 12, {CAROM_WALL_ARGUMENTS, CAROM_OTHER_WALL_ARGUMENTS}},
         CAROM_FIELD_GAP},
    };
    static const carom_signature wall_within_signature = {
        "carom_wall_within",
        11,
        13,
        {{"gap", CAROM_ARGUMENT_SIZE}, CAROM_WALL_ARGUMENTS, CAROM_OTHER_WALL_ARGUMENTS}};
    static const carom_signature version_signature = {"carom_version", 0, 0, {{NULL, 0}}};
    int rc = SQLITE_OK;
    for (size_t i = 0; i < sizeof fields / sizeof *fields && rc == SQLITE_OK; i++) {
        rc = carom_function_create(db, &fields[i].signature, CAROM_FUNCTION_PURE, &fields[i],
                                   contact_field);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others && rc == SQLITE_OK; i++) {
        rc = carom_function_create(db, &others[i].signature, CAROM_FUNCTION_PURE, &others[i],
                                   at_rest);
    }
    if (rc == SQLITE_OK)
        rc = carom_function_create(db, &within_signature, CAROM_FUNCTION_PURE, &within_signature,
                                   within);
    for (size_t i = 0; i < sizeof clearances / sizeof *clearances && rc == SQLITE_OK; i++) {
        rc = carom_function_create(db, &clearances[i].signature, CAROM_FUNCTION_PURE,
                                   &clearances[i], clearance_field);
    }
    if (rc == SQLITE_OK)
        rc = carom_function_create(db, &wall_within_signature, CAROM_FUNCTION_PURE,
                                   &wall_within_signature, wall_within);
    if (rc == SQLITE_OK)
        rc = carom_function_create(db, &version_signature, CAROM_FUNCTION_PURE, NULL, version);
    return rc;
}
