// Moving walls as WebAssembly calls them: what is asked of one circle and one wall that moves.
// Room: bindings, on public headers only.
#include "call_numbers.h"

static carom_moving_wall moving_wall_argument(void) {
    return carom_moving_wall_make(wall_at(WALL), vec2_at(SECOND), vec2_at(SECOND + 2));
}

EXPORT(moving_wall_is_valid) int moving_wall_is_valid(void) {
    return carom_moving_wall_is_valid(moving_wall_argument());
}

EXPORT(moving_wall_box) void moving_wall_box(void) {
    put_box(carom_moving_wall_box(moving_wall_argument()));
}

// The displacements at VECTOR and SECOND; `hit` leaves grazes out.
EXPORT(sweep_moving) void sweep_moving(int hit) {
    const carom_circle circle = circle_argument();
    const carom_moving_wall wall = moving_wall_argument();
    const carom_sweep s = carom_circle_sweep_moving(circle, vec2_at(VECTOR), wall, hit != 0);
    put_sweep(RESULT, &s);
}

// Where the centre and the ends end at VECTOR and SECOND.
EXPORT(sweep_moving_to) void sweep_moving_to(int hit) {
    const carom_circle circle = circle_argument();
    const carom_vec2 to = vec2_at(VECTOR), a_to = vec2_at(SECOND), b_to = vec2_at(SECOND + 2);
    const carom_sweep s =
        carom_circle_sweep_moving_to(circle, to, wall_at(WALL), a_to, b_to, hit != 0);
    put_sweep(RESULT, &s);
}

EXPORT(path_is_clear_of_moving) int path_is_clear_of_moving(void) {
    return carom_circle_path_is_clear_of_moving(circle_argument(), vec2_at(VECTOR), wall_at(WALL),
                                                vec2_at(SECOND), vec2_at(SECOND + 2));
}
