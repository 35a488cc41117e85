// A gas: balls among which no impact takes speed and nothing pulls.
//
// It does not matter to the result which of its balls are computed together. So if islands are
// large, balls are joined that impacts are likely to bring together: otherwise most would be
// computed twice. Room: crowd.
#include <math.h>

#include "crowd/crowd_state.h"

// Islands are large if a ball has this many in its island, in the mean.
enum { MANY_TOGETHER = 12 };

// True if no impact takes speed and nothing pulls or presses: then it does not matter to the result
// which balls are computed together.
static bool is_all_elastic(const carom_crowd *c) {
    const carom_crowd_settings *s = c->settings;
    bool is_elastic = carom_crowd_keeps_energy(s);
    for (uint32_t i = 0; i < c->ball_count && is_elastic; i++) {
        const crowd_ball *b = &balls_of(c)[i];
        is_elastic = is_weightless(b) && b->calm_before == 0;
    }
    return is_elastic;
}

// The largest island, if the island of most balls is large: then impacts lead them on to others,
// and almost all would be computed a second time. NO_BALL if not. `sizes` has room for all balls.
static uint32_t largest_of_many(carom_crowd *c, uint32_t *sizes) {
    uint32_t *parents = c->parents.items;
    uint32_t largest = 0;
    double squares = 0.0;
    for (uint32_t i = 0; i < c->ball_count; i++)
        sizes[i] = 0;
    for (uint32_t i = 0; i < c->ball_count; i++)
        sizes[carom_crowd_root(parents, i)]++;
    for (uint32_t i = 0; i < c->ball_count; i++) {
        squares += (double)sizes[i] * sizes[i];
        largest = sizes[i] > sizes[largest] ? i : largest;
    }
    return squares >= (double)MANY_TOGETHER * c->ball_count ? largest : NO_BALL;
}

static double length_of_way(const carom_crowd *c, const crowd_ball *b) {
    return sqrt(carom_vec2_dot(b->velocity, b->velocity)) * c->time;
}

// The mean of all ways, summed as whole numbers: the order of the balls does not matter.
static double mean_way(const carom_crowd *c) {
    const double parts = 0x1p20;
    double most = 0.0;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < c->ball_count; i++)
        most = larger(most, length_of_way(c, &balls_of(c)[i]));
    if (!(most > 0.0 && most < HUGE_VAL))
        return 0.0;
    for (uint32_t i = 0; i < c->ball_count; i++)
        sum += (uint64_t)(length_of_way(c, &balls_of(c)[i]) / most * parts);
    return most * ((double)sum / parts / c->ball_count);
}

void carom_crowd_join_gas(carom_crowd *c) {
    uint32_t *parents = c->parents.items;
    const crowd_ball *balls = balls_of(c);
    if (!(c->time > 0.0) || !is_all_elastic(c))
        return;
    const uint32_t largest = largest_of_many(c, (uint32_t *)c->members.items);
    if (largest == NO_BALL)
        return;
    const double mean = mean_way(c);
    for (uint32_t i = 0; i < c->ball_count; i++) {
        const double reach = balls[i].circle.radius + length_of_way(c, &balls[i]) + mean;
        const carom_vec2 by = carom_vec2_make(reach, reach), at = balls[i].circle.center;
        if (!balls[i].is_asleep && reach < HUGE_VAL)
            carom_tree_grow(&c->tree, i,
                            (carom_box){carom_vec2_sub(at, by), carom_vec2_add(at, by)});
    }
    for (uint32_t i = 0; i < c->ball_count; i++) {
        // Those in the largest island are found by the others.
        tree_query query;
        carom_tree_query(&query, &c->tree, c->tree.boxes[0][i], 0);
        for (uint32_t k; carom_crowd_root(parents, i) != carom_crowd_root(parents, largest) &&
                         carom_tree_next(&query, &k);)
            if (!balls[k].is_asleep && !balls[i].is_asleep && can_collide(c, &balls[i], &balls[k]))
                carom_crowd_join(parents, i, k);
    }
}
