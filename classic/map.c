// Compares the methods with the exact answers: one case, or every centre of a grid. The exact
// answers come from the library's public calls. Room: classic.
#include <math.h>
#include <string.h>

#include "carom/sweep.h"
#include "classic.h"

static bool is_method(carom_classic method) {
    return (unsigned)method < CAROM_CLASSIC_COUNT;
}

const char *carom_classic_verdict_name(carom_classic_verdict verdict) {
    switch (verdict) {
    case CAROM_CLASSIC_VERDICT_RIGHT:
        return "right";
    case CAROM_CLASSIC_VERDICT_FALSE_HIT:
        return "false-hit";
    case CAROM_CLASSIC_VERDICT_MISSED:
        return "missed";
    case CAROM_CLASSIC_VERDICT_WRONG_TIME:
        return "wrong-time";
    case CAROM_CLASSIC_VERDICT_NO_QUESTION:
        break;
    }
    return "invalid";
}

bool carom_classic_truth(carom_classic method, carom_circle circle, carom_vec2 move,
                         carom_wall wall) {
    if (!is_method(method))
        return false;
    wall.extent = (uint8_t)carom_classic_extent(method);
    if (carom_classic_is_sweep(method))
        return carom_circle_sweep(circle, move, wall).kind >= CAROM_SWEEP_KIND_HIT;
    return carom_circle_touches_by_rule(circle, wall, carom_classic_rule(method));
}

// The length of a vector of any magnitude.
static double length(carom_vec2 p) {
    const double larger = fabs(p.x) > fabs(p.y) ? fabs(p.x) : fabs(p.y);
    if (!(larger > 0.0))
        return p.x + p.y; // 0 or NaN
    const double x = p.x / larger, y = p.y / larger;
    return larger * sqrt(x * x + y * y);
}

static carom_classic_verdict verdict_of(bool says, bool truth) {
    if (says == truth)
        return CAROM_CLASSIC_VERDICT_RIGHT;
    return says ? CAROM_CLASSIC_VERDICT_FALSE_HIT : CAROM_CLASSIC_VERDICT_MISSED;
}

static carom_classic_verdict judge_sweep(carom_classic method, carom_circle circle, carom_vec2 move,
                                         carom_wall wall) {
    const carom_sweep truth = carom_circle_sweep(circle, move, wall);
    if (truth.kind == CAROM_SWEEP_KIND_INVALID)
        return CAROM_CLASSIC_VERDICT_NO_QUESTION;
    const carom_classic_sweep says = carom_classic_sweep_circle(method, circle, move, wall, NULL);
    if (!says.hits || truth.kind < CAROM_SWEEP_KIND_HIT)
        return verdict_of(says.hits, truth.kind >= CAROM_SWEEP_KIND_HIT);
    // This form also makes a NaN wrong.
    const double apart = length(carom_vec2_sub(says.center, truth.center));
    if (!(fabs(says.t - truth.t) <= 1e-9) || !(apart <= 1e-9 * length(move)))
        return CAROM_CLASSIC_VERDICT_WRONG_TIME;
    return CAROM_CLASSIC_VERDICT_RIGHT;
}

carom_classic_verdict carom_classic_judge(carom_classic method, carom_circle circle,
                                          carom_vec2 move, carom_wall wall) {
    wall.extent = (uint8_t)carom_classic_extent(method);
    if (!is_method(method) || !carom_circle_is_valid(circle) || !carom_wall_is_valid(wall))
        return CAROM_CLASSIC_VERDICT_NO_QUESTION;
    if (carom_classic_is_sweep(method))
        return judge_sweep(method, circle, move, wall);
    return verdict_of(carom_classic_relate(method, circle, wall, NULL).collides,
                      carom_classic_truth(method, circle, move, wall));
}

carom_vec2 carom_classic_map_center(carom_box window, size_t columns, size_t rows, size_t column,
                                    size_t row) {
    const double right = ((double)column + 0.5) / (double)columns;
    const double up = ((double)(rows - 1 - row) + 0.5) / (double)rows;
    return carom_vec2_make(window.min.x + right * (window.max.x - window.min.x),
                           window.min.y + up * (window.max.y - window.min.y));
}

void carom_classic_map(carom_classic method, double radius, carom_vec2 move, carom_wall wall,
                       carom_box window, size_t columns, size_t rows, unsigned char *verdicts,
                       size_t counts[5]) {
    if (counts)
        memset(counts, 0, 5 * sizeof counts[0]);
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++) {
            const carom_vec2 center = carom_classic_map_center(window, columns, rows, column, row);
            const carom_classic_verdict verdict =
                carom_classic_judge(method, carom_circle_make(center, radius), move, wall);
            verdicts[row * columns + column] = (unsigned char)verdict;
            if (counts)
                counts[verdict]++;
        }
}
