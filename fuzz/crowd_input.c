// A crowd out of the bytes of fuzz_crowd: walls, balls, settings, and edits between frames.
// Room: fuzz.
#include "crowd_input.h"

#include <string.h>

// ---- what meets what ----

static bool is_passing(const fuzz_crowd *c, size_t i, size_t k) {
    return (c->more & HAS_PASSING_BALLS) != 0 && (i + k) % 3 == 0;
}

bool crowd_input_can_collide(const fuzz_crowd *c, size_t i, size_t k) {
    const bool fits = (c->more & HAS_CATEGORIES) == 0 || ((c->categories[i] & c->masks[k]) != 0 &&
                                                          (c->categories[k] & c->masks[i]) != 0);
    return i != k && fits && !is_passing(c, i, k);
}

static const carom_filter *filter_of(const fuzz_crowd *c, size_t ball) {
    return c->more & HAS_FILTERS ? &c->filters[ball] : NULL;
}

// From the right a one-sided wall can be entered.
bool crowd_input_blocks(const fuzz_crowd *c, size_t ball, size_t index) {
    const carom_wall *w = &c->walls[index];
    const bool is_sensor = (c->more & HAS_SENSORS) != 0 && index % 2 != 0;
    return carom_wall_is_valid(*w) && !w->one_sided && !is_sensor &&
           carom_filter_accepts(filter_of(c, ball), (carom_index)index, w);
}

bool crowd_input_moving_blocks(const fuzz_crowd *c, size_t ball, size_t index) {
    const carom_moving_wall *w = &c->moving[index];
    return carom_moving_wall_is_valid(*w) && carom_wall_is_valid(carom_moving_wall_at(*w, 1.0)) &&
           carom_filter_accepts(filter_of(c, ball), (carom_index)index, &w->wall);
}

static void respond(void *context, const carom_impact *impact, carom_response *response) {
    const fuzz_crowd *c = context;
    *response = !impact->id.is_moving && impact->id.index % 2 != 0 ? carom_pass()
                                                                   : c->settings.move.response;
}

static void respond_balls(void *context, const carom_ball_impact *impact,
                          carom_response *response) {
    const fuzz_crowd *c = context;
    *response = is_passing(c, impact->first, impact->second) ? carom_pass()
                : impact->first % 2 == 0                     ? carom_bounce(0.5, 0.25)
                                                             : carom_stop();
}

static bool accepts_odd(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)wall;
    return index % 2 != 0;
}

// ---- input ----

static void read_moves(fuzz_crowd *c) {
    c->moving_count = c->wall_count / 2;
    c->wall_count -= c->moving_count;
    for (size_t i = 0; i < c->moving_count; i++) {
        c->moving[i].wall = c->walls[c->wall_count + i];
        c->moving[i].a_move = fuzz_next_point(&c->n);
        c->moving[i].b_move = c->moving[i].a_move;
        if (fuzz_byte(&c->n.in) % 2 != 0)
            c->moving[i].b_move = fuzz_next_point(&c->n);
    }
}

static void read_ball(fuzz_crowd *c, size_t i) {
    c->balls[i].center = fuzz_next_point(&c->n);
    c->balls[i].radius = fuzz_next_size(&c->n);
    c->balls[i].velocity = fuzz_next_point(&c->n);
}

static void read_shapes(fuzz_crowd *c) {
    c->wall_count = fuzz_byte(&c->n.in) % (WALLS_MAX + 1);
    c->ball_count = 1 + fuzz_byte(&c->n.in) % BALLS_MAX;
    for (size_t i = 0; i < c->wall_count; i++) {
        const carom_vec2 a = fuzz_next_point(&c->n), b = fuzz_next_point(&c->n);
        const double radius = fuzz_byte(&c->n.in) % 2 == 0 ? 0.0 : fuzz_next_size(&c->n);
        c->walls[i] = carom_wall_make(a, b, radius, (carom_extent)(fuzz_byte(&c->n.in) % 3));
    }
    for (size_t i = 0; i < c->ball_count; i++) {
        read_ball(c, i);
        c->inverse_masses[i] = fuzz_next_size(&c->n);
    }
    if (c->flags & HAS_MOVING)
        read_moves(c);
}

// The properties of each ball, also of those that come later.
static void read_more(fuzz_crowd *c) {
    carom_crowd_settings *s = &c->settings;
    c->more = fuzz_byte(&c->n.in);
    for (size_t i = 0; i < WALLS_MAX; i++) {
        c->walls[i].category = 1u << i;
        c->walls[i].one_sided = (c->more & HAS_SENSORS) != 0 && i == 2;
    }
    for (size_t i = 0; i < BALLS_MAX; i++) {
        const int byte = fuzz_byte(&c->n.in);
        c->categories[i] = 1u << byte % 4;
        c->masks[i] = (uint32_t)byte >> 2 | 1;
        c->filters[i] = carom_filter_mask((uint32_t)byte);
        c->filters[i].accept = byte % 16 == 0 ? accepts_odd : NULL;
        if (c->more & HAS_ACCELERATIONS)
            c->accelerations[i] = fuzz_next_point(&c->n);
    }
    s->accelerations = c->more & HAS_ACCELERATIONS ? c->accelerations : NULL;
    s->filters = c->more & HAS_FILTERS ? c->filters : NULL;
    s->categories = c->more & HAS_CATEGORIES ? c->categories : NULL;
    s->masks = c->more & HAS_CATEGORIES ? c->masks : NULL;
    s->move.respond = c->more & HAS_SENSORS ? respond : NULL;
    s->respond_balls = c->more & HAS_PASSING_BALLS ? respond_balls : NULL;
    if (c->more & HAS_FRICTION)
        s->friction = s->move.response.friction = 0.25;
}

static void read_settings(fuzz_crowd *c) {
    carom_crowd_settings *s = &c->settings;
    *s = carom_crowd_settings_default();
    c->list = (carom_wall_list){c->walls, NULL, c->wall_count};
    c->moving_list = (carom_moving_wall_list){c->moving, NULL, c->moving_count};
    s->move.world.walls = carom_wall_list_source(&c->list);
    if (c->flags & HAS_MOVING)
        s->move.world.moving_walls = carom_moving_wall_list_source(&c->moving_list);
    if (c->flags & HAS_GRAVITY)
        s->move.gravity = fuzz_next_point(&c->n);
    if (c->flags & HAS_MASSES)
        s->inverse_masses = c->inverse_masses;
    if (c->flags & IS_SLIDING)
        s->move.response = carom_slide();
    if (c->flags & IS_INELASTIC)
        s->restitution = 0.5;
    // Numbers of very different size make each contact slow.
    s->move.max_contacts = c->flags & HAS_FEW_CONTACTS ? 2 : 8;
    if (c->flags & HAS_MORE)
        read_more(c);
    s->moving = &c->ball;
    s->move.context = c;
}

void crowd_input_read(fuzz_crowd *c, const uint8_t *data, size_t size) {
    memset(c, 0, offsetof(fuzz_crowd, legs));
    c->n.in = (fuzz_input){data, size};
    c->n.kind = fuzz_byte(&c->n.in) & FUZZ_KIND;
    c->flags = fuzz_byte(&c->n.in);
    c->time = 0.5;
    read_shapes(c);
    read_settings(c);
}

// ---- edits between frames ----

enum {
    EDIT_VELOCITY,
    EDIT_CENTER,
    EDIT_RADIUS,
    EDIT_BALL,
    EDIT_REMOVE,
    EDIT_DROP,
    EDIT_APPEND,
    EDIT_WAKE,
    EDIT_WAKE_ALL,
    EDIT_GRAVITY,
    EDIT_WALL,
    EDIT_TIME,
    EDITS
};

static void edit_ball(fuzz_crowd *c, int what, size_t i) {
    if (what == EDIT_VELOCITY)
        c->balls[i].velocity = fuzz_next_point(&c->n);
    else if (what == EDIT_CENTER)
        c->balls[i].center = fuzz_next_point(&c->n);
    else if (what == EDIT_RADIUS)
        c->balls[i].radius = fuzz_next_size(&c->n);
    else
        read_ball(c, i);
}

void crowd_input_edit(fuzz_crowd *c) {
    const int what = fuzz_byte(&c->n.in) % (2 * EDITS);
    const size_t i = c->ball_count > 0 ? fuzz_byte(&c->n.in) % c->ball_count : 0;
    if (what <= EDIT_BALL && c->ball_count > 0) {
        edit_ball(c, what, i);
    } else if (what == EDIT_REMOVE && c->ball_count > 0) {
        carom_crowd_remove(c->crowd, (carom_index)i);
        c->balls[i] = c->balls[--c->ball_count];
    } else if (what == EDIT_DROP && c->ball_count > 0) {
        c->ball_count--;
    } else if (what == EDIT_APPEND && c->ball_count < BALLS_MAX) {
        read_ball(c, c->ball_count++);
    } else if (what == EDIT_WAKE || what == EDIT_WAKE_ALL) {
        carom_crowd_wake(c->crowd, what == EDIT_WAKE ? (carom_index)i : CAROM_NO_BALL);
    } else if (what == EDIT_GRAVITY) {
        c->settings.move.gravity = fuzz_next_point(&c->n);
    } else if (what == EDIT_WALL && c->wall_count > 0) {
        c->walls[0].b = fuzz_next_point(&c->n);
        carom_crowd_wake(c->crowd, CAROM_NO_BALL);
    } else if (what == EDIT_TIME) {
        c->time = fuzz_byte(&c->n.in) / 64.0;
    }
}

// ---- print ----

static void print_wall(const carom_wall *w) {
    fprintf(stderr, "{{%a, %a}, {%a, %a}, %a}, extent %d, one-sided %d, category %u", w->a.x,
            w->a.y, w->b.x, w->b.y, w->radius, (int)w->extent, w->one_sided, w->category);
}

void crowd_input_print(const fuzz_crowd *c) {
    const carom_move_settings *m = &c->settings.move;
    fprintf(stderr, "flags %d, more %d, time %a, gravity {%a, %a}, friction %a\n", c->flags,
            c->more, c->time, m->gravity.x, m->gravity.y, c->settings.friction);
    for (size_t i = 0; i < c->wall_count; i++) {
        fprintf(stderr, "wall %zu: ", i);
        print_wall(&c->walls[i]);
        fprintf(stderr, "\n");
    }
    for (size_t i = 0; i < c->moving_count; i++) {
        const carom_moving_wall *w = &c->moving[i];
        fprintf(stderr, "moving wall %zu: ", i);
        print_wall(&w->wall);
        fprintf(stderr, ", by {%a, %a}, {%a, %a}\n", w->a_move.x, w->a_move.y, w->b_move.x,
                w->b_move.y);
    }
    for (size_t i = 0; i < c->ball_count; i++) {
        const carom_ball *b = &c->before[i];
        fprintf(stderr,
                "ball %zu: {{%a, %a}, %a, {%a, %a}}, inverse mass %a, acceleration {%a, %a}, "
                "category %u, mask %u, walls %u\n",
                i, b->center.x, b->center.y, b->radius, b->velocity.x, b->velocity.y,
                c->inverse_masses[i], c->accelerations[i].x, c->accelerations[i].y,
                c->categories[i], c->masks[i], c->filters[i].mask);
    }
}
