// The break of fifteen billiard balls: a crowd in a table of four cushions.
#include <carom/carom.h>
#include <stdio.h>

enum { BALLS = 16, FRAMES = 120 };

// All places are sums of a few powers of two, so that no compiler rounds them differently.
static const double radius = 0x1p-5, length = 2.5, width = 1.25;

static void rack(carom_ball *balls) {
    // The balls of a row touch exactly. The rows are a little farther apart than that.
    const double row_step = 1.75 * radius;
    size_t count = 0;
    balls[count++] = (carom_ball){{0.25 * length, 0.5 * width}, radius, {8.0, 0x1p-4}};
    for (int row = 0; row < 5; row++)
        for (int i = 0; i <= row; i++) {
            const carom_vec2 place = {0.75 * length + row * row_step,
                                      0.5 * width + (2 * i - row) * radius};
            balls[count++] = (carom_ball){place, radius, {0.0, 0.0}};
        }
}

static double energy_of(const carom_ball *balls) {
    double energy = 0.0;
    for (int i = 0; i < BALLS; i++)
        energy += 0.5 * carom_vec2_dot(balls[i].velocity, balls[i].velocity);
    return energy;
}

static int overlaps_of(const carom_ball *balls) {
    int overlaps = 0;
    for (int i = 0; i < BALLS; i++)
        for (int k = 0; k < i; k++)
            overlaps += carom_circle_overlaps(
                carom_circle_make(balls[i].center, balls[i].radius),
                carom_circle_as_post(carom_circle_make(balls[k].center, balls[k].radius)));
    return overlaps;
}

int main(void) {
    const carom_vec2 corner[] = {{0, 0}, {length, 0}, {length, width}, {0, width}};
    carom_wall cushions[4];
    for (int i = 0; i < 4; i++)
        cushions[i] = carom_segment(corner[i], corner[(i + 1) % 4]);
    const carom_wall_list list = {cushions, NULL, 4};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.world.walls = carom_wall_list_source(&list);
    settings.move.response = carom_bounce(0.75, 0.0);
    settings.restitution = 0.95;

    carom_ball balls[BALLS];
    carom_crowd *crowd;
    if (carom_crowd_create(NULL, &crowd) != CAROM_STATUS_OK)
        return 1;
    rack(balls);
    size_t impacts = 0;
    for (int frame = 1; frame <= FRAMES; frame++) {
        const carom_crowd_motion m =
            carom_crowd_step(crowd, balls, BALLS, 1.0 / 60.0, &settings, NULL);
        impacts += m.ball_impacts;
        if (frame % 30 == 0)
            printf("after %.1f s: %zu impacts of balls, energy %.4f, %d overlaps\n", frame / 60.0,
                   impacts, energy_of(balls), overlaps_of(balls));
    }
    carom_crowd_destroy(crowd);
    return 0;
}
