// The SQL functions of a moving circle and a wall: the fields of their sweep.
// Arguments: x, y, r of the circle, its displacement vx, vy, then the wall.
// Room: above arguments and fields.
#include "arguments.h"
#include "fields.h"
#include "functions.h"

/// The number of functions.
enum { FIELDS = 9 };

/// A function that returns a field of a sweep.
typedef struct sweep_function {
    carom_signature signature;
    carom_field field;
} sweep_function;

static void sweep_field(sqlite3_context *context, int count, sqlite3_value **values) {
    const sweep_function *function = sqlite3_user_data(context);
    double n[CAROM_ARGUMENTS_MAX];
    if (!carom_arguments_read(context, &function->signature, count, values, n))
        return;
    const carom_sweep sweep = carom_circle_sweep(
        carom_circle_of_arguments(n), carom_vec2_make(n[3], n[4]), carom_wall_of_arguments(n + 5));
    carom_field_of_sweep(context, &sweep, function->field);
}

#define SWEEP(name, field)                                                                         \
    {                                                                                              \
        {name,                                                                                     \
         9,                                                                                        \
         11,                                                                                       \
         {CAROM_CIRCLE_ARGUMENTS,                                                                  \
          {"vx", CAROM_ARGUMENT_NUMBER},                                                           \
          {"vy", CAROM_ARGUMENT_NUMBER},                                                           \
          CAROM_WALL_ARGUMENTS}},                                                                  \
            field                                                                                  \
    }

int carom_sweep_functions_create(sqlite3 *db) {
    static const sweep_function functions[FIELDS] = {
        SWEEP("carom_sweep_kind", CAROM_FIELD_KIND),
        SWEEP("carom_sweep_t", CAROM_FIELD_T),
        SWEEP("carom_sweep_x", CAROM_FIELD_X),
        SWEEP("carom_sweep_y", CAROM_FIELD_Y),
        SWEEP("carom_sweep_px", CAROM_FIELD_PX),
        SWEEP("carom_sweep_py", CAROM_FIELD_PY),
        SWEEP("carom_sweep_nx", CAROM_FIELD_NX),
        SWEEP("carom_sweep_ny", CAROM_FIELD_NY),
        SWEEP("carom_sweep_feature", CAROM_FIELD_FEATURE)};
    int rc = SQLITE_OK;
    for (int i = 0; i < FIELDS && rc == SQLITE_OK; i++) {
        rc = carom_function_create(db, &functions[i].signature, CAROM_FUNCTION_PURE, &functions[i],
                                   sweep_field);
    }
    return rc;
}
