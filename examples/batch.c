// A batch: which streets of a town does a siren reach, and which does the edge of its sound cross?
//
// The streets are arrays of floats, one for each coordinate, as in a graphics card or numpy. One
// call tests all of them, several at a time with vector instructions. Every verdict is exact for
// the floats. One call also tests pairs, with a siren for each street.
#include <stdio.h>

#include <carom/carom.h>

enum { SIDE = 41, STREETS = 2 * SIDE };

static float ax[STREETS], ay[STREETS], bx[STREETS], by[STREETS];

// A town of 4 by 4 kilometres, with a street to the east and one to the north every 100 metres.
static void build_town(void) {
    for (int i = 0; i < SIDE; i++) {
        const float at = 100.0F * (float)i, end = 100.0F * (SIDE - 1);
        ay[i] = by[i] = at;
        bx[i] = end;
        ax[SIDE + i] = bx[SIDE + i] = at;
        by[SIDE + i] = end;
    }
}

int main(void) {
    build_town();
    const carom_wall_soa streets = {
        .ax = ax, .ay = ay, .bx = bx, .by = by, .number = CAROM_NUMBER_FLOAT, .count = STREETS};
    const carom_circle siren = carom_circle_make(carom_vec2_make(2000, 1500), 500);

    unsigned char heard[STREETS];
    const size_t count =
        carom_batch_walls(siren, &streets, 0, STREETS, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, heard);
    printf("%zu of %d streets are reached, from %d to %d to the east:", count, STREETS, 0,
           SIDE - 1);
    for (int i = 0; i < SIDE; i++)
        if (heard[i])
            printf(" %d", i);
    printf("\n");

    // Streets that the edge of the sound only touches are not overlapped.
    printf(
        "%zu of them by more than a touch\n",
        carom_batch_walls(siren, &streets, 0, STREETS, CAROM_CONTACT_RULE_OPEN_DISC, NULL, NULL));

    // The results of two halves of the array, as two threads would compute them, add up.
    size_t sum = 0;
    for (size_t half = 0; half < 2; half++)
        sum += carom_batch_walls(siren, &streets, half * STREETS / 2, (half + 1) * STREETS / 2,
                                 CAROM_CONTACT_RULE_CLOSED_DISC, NULL, NULL);
    printf("by halves: %zu\n", sum);

    // Pairs: a small siren for each street, 40 metres off it. Every other one is slightly too weak.
    // Here they are an array of structs; the stride is the size of the struct.
    carom_circle sirens[STREETS];
    for (int i = 0; i < STREETS; i++) {
        const double at = 100.0 * (i % SIDE), radius = i % 2 == 0 ? 40.0 : 39.999999999999;
        const carom_vec2 off =
            i < SIDE ? carom_vec2_make(2000, at + 40) : carom_vec2_make(at + 40, 2000);
        sirens[i] = carom_circle_make(off, radius);
    }
    const carom_circle_soa circles = {.x = &sirens[0].center.x,
                                      .y = &sirens[0].center.y,
                                      .radius = &sirens[0].radius,
                                      .stride = sizeof sirens[0],
                                      .count = STREETS};
    printf("of a siren each, %zu are reached\n",
           carom_batch_pairs(&circles, &streets, 0, STREETS, CAROM_CONTACT_RULE_CLOSED_DISC, NULL,
                             NULL));
    return 0;
}
