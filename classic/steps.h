// Records the steps of a method. Without a list nothing is recorded.
// Room: classic, under its methods.
#ifndef CAROM_CLASSIC_STEPS_H
#define CAROM_CLASSIC_STEPS_H

#include "classic.h"
#include "vectors.h"

static inline void step_values(carom_classic_steps *steps, const char *text, double x, double y,
                               int count) {
    if (!steps || steps->count >= CAROM_CLASSIC_STEPS_MAX)
        return;
    carom_classic_step *step = &steps->step[steps->count++];
    step->text = text;
    step->value[0] = classic_one_nan(x);
    step->value[1] = classic_one_nan(y);
    step->count = count;
}

/// Records a number and returns it.
static inline double step_number(carom_classic_steps *steps, const char *text, double x) {
    step_values(steps, text, x, 0.0, 1);
    return x;
}

/// Records a point or a vector and returns it.
static inline carom_vec2 step_vec2(carom_classic_steps *steps, const char *text, carom_vec2 p) {
    step_values(steps, text, p.x, p.y, 2);
    return p;
}

/// Records yes as 1 or no as 0 and returns it.
static inline bool step_yes(carom_classic_steps *steps, const char *text, bool yes) {
    step_values(steps, text, yes ? 1.0 : 0.0, 0.0, 1);
    return yes;
}

#endif
