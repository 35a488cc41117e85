// A laser beam through round columns: where does it enter, and where does it leave?
//
// The beam is a ray. crossings returns the points where it meets the outline of a circle, in order
// along the beam. One point means that the beam grazes the column or starts inside it; the relation
// distinguishes these cases. The count is exact, also for a grazing beam.
#include <stdio.h>

#include <carom/carom.h>

int main(void) {
    const carom_wall beam = carom_ray(carom_vec2_make(0, 0), carom_vec2_make(16, 0));
    const carom_circle columns[] = {
        {{1, 0}, 2},  // the lamp is inside this one
        {{8, 3}, 5},  // across
        {{20, 4}, 4}, // grazed
        {{30, 4}, 3}, // passed by
        {{-9, 0}, 3}, // behind the lamp
    };
    for (int i = 0; i < 5; i++) {
        const carom_crossings k = carom_circle_crossings(columns[i], beam);
        if (k.count == 2)
            printf("column %d: in at (%g, %g), out at (%g, %g), %g of a beam length within\n", i,
                   k.point[0].x, k.point[0].y, k.point[1].x, k.point[1].y, k.along[1] - k.along[0]);
        else if (k.count == 1 && carom_circle_relate(columns[i], beam) == CAROM_RELATION_TOUCHING)
            printf("column %d: grazed at (%g, %g)\n", i, k.point[0].x, k.point[0].y);
        else if (k.count == 1)
            printf("column %d: out at (%g, %g)\n", i, k.point[0].x, k.point[0].y);
        else
            printf("column %d: missed\n", i);
    }
    return 0;
}
