// The options --method and --errors: choose a published method.
// Room: cli.
#include "method.h"

#include <stdio.h>
#include <string.h>

#include "csv/shapes.h"
#include "csv/text.h"
#include "report.h"

/// Writes the names with commas between them: methods of moving circles, of circles at rest, or
/// all.
static void list_names(char *out, size_t size, bool sweeps, bool rests) {
    out[0] = '\0';
    for (int i = 0; i < CAROM_CLASSIC_COUNT; i++) {
        const carom_classic method = (carom_classic)i;
        if (carom_classic_is_sweep(method) ? sweeps : rests) {
            const size_t used = strlen(out);
            snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "",
                     carom_classic_name(method));
        }
    }
}

/// Finds a method. If there is none of that name, reports the names that `option` takes and returns
/// false.
static bool find(const tool_call *call, const char *option, const char *name, bool sweeps,
                 bool rests, carom_classic *method) {
    for (int i = 0; i < CAROM_CLASSIC_COUNT; i++) {
        if (strcmp(carom_classic_name((carom_classic)i), name) == 0) {
            *method = (carom_classic)i;
            return true;
        }
    }
    char fitting[256];
    list_names(fitting, sizeof fitting, sweeps, rests);
    report(call->who, "%s: unknown method %s (expected %s)", option,
           text_quoted_of(name, strlen(name)).at, fitting);
    return false;
}

bool method_find(const tool_call *call, const char *name, carom_classic *method) {
    return find(call, "--errors", name, true, true, method);
}

bool method_take(const tool_call *call, bool sweeps, const char *name, method_choice *choice) {
    if (!find(call, "--method", name, sweeps, !sweeps, &choice->method)) {
        return false;
    }
    choice->given = true;
    if (carom_classic_is_sweep(choice->method) == sweeps) {
        return true;
    }
    char fitting[256];
    list_names(fitting, sizeof fitting, sweeps, !sweeps);
    report(call->who, "--method: %s is for circles %s, a method of carom %s (expected %s)", name,
           sweeps ? "at rest" : "that move", sweeps ? "relate" : "sweep", fitting);
    return false;
}

table_status method_check_wall(table *t, carom_classic method, carom_wall wall) {
    const carom_extent known = carom_classic_extent(method);
    if (wall.extent == known) {
        return TABLE_ROW;
    }
    return table_refuse(t, "extent: %s does not support %s (expected %s)",
                        carom_classic_name(method), carom_extent_name(wall.extent),
                        carom_extent_name(known));
}

table_status method_check_rest(table *t, carom_classic method, carom_wall wall) {
    wall_motion motion;
    if (row_wall_motion(t, MOVER_PAIR_WALL_MOTION, wall, &motion) != TABLE_ROW) {
        return TABLE_BAD;
    }
    return wall_motion_is_zero(motion)
               ? TABLE_ROW
               : table_refuse(t, "avx: %s supports walls at rest only (expected avx,avy,bvx,bvy 0)",
                              carom_classic_name(method));
}

void method_print_list(void) {
    for (int i = 0; i < CAROM_CLASSIC_COUNT; i++) {
        const carom_classic method = (carom_classic)i;
        printf("  %-20s%s\n", carom_classic_name(method), carom_classic_summary(method));
    }
}
