// Pinball in a window: flippers, bumpers, gates, ramps of posts, up to four balls. The game itself
// is in game.c; this file has the keys, the clock and the picture.
//
//     pinball [--demo] [--check] [--speed X] [--frames N] [--picture FILE.bmp]
//
// Keys: left and right (or Z and /) move the flippers, space draws the plunger, up (or A and D)
// nudges the table, R starts a new game, Escape ends it. --demo plays by itself, X times as fast
// with --speed X. --frames ends it after N frames of 1/60 s, without waiting. --picture saves the
// last frame. --check tests exactly whether any leg of a ball passes or overlaps something.
#include "game.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIXELS = 4, CORNERS = 16, TICKS_A_FRAME = TICKS_PER_SECOND / 60 };

typedef struct options {
    bool demo, check;
    double speed;
    long frames; // -1: until the window is closed
    const char *picture;
} options;

typedef struct color {
    Uint8 r, g, b;
} color;

static const color room = {16, 20, 32}, field = {28, 38, 64}, ink = {240, 240, 232},
                   ball_color = {214, 220, 228}, shade = {14, 18, 34};
static const color piece_colors[PIECE_KINDS] = {
    [RAIL] = {150, 164, 190}, [RUBBER] = {236, 236, 222}, [BUMPER] = {226, 62, 84},
    [SLING] = {240, 150, 50}, [GATE] = {90, 200, 130},    [TARGET] = {250, 200, 60},
    [LANE] = {70, 84, 120},
};
static const color part_colors[PARTS] = {
    {230, 70, 70}, {230, 70, 70}, {250, 200, 60}, {70, 150, 240}};

// ---- shapes ----

/// Fills a convex polygon of the table.
static void fill(SDL_Renderer *r, const carom_vec2 *p, int count, color c) {
    SDL_Vertex vertices[2 * CORNERS + 2];
    int triangles[3 * (2 * CORNERS)];
    for (int i = 0; i < count; i++) {
        vertices[i] = (SDL_Vertex){
            .position = {(float)(p[i].x * PIXELS), (float)((HEIGHT - p[i].y) * PIXELS)},
            .color = {c.r, c.g, c.b, 255}};
    }
    for (int i = 0; i + 2 < count; i++) {
        triangles[3 * i] = 0;
        triangles[3 * i + 1] = i + 1;
        triangles[3 * i + 2] = i + 2;
    }
    SDL_RenderGeometry(r, NULL, vertices, count, triangles, 3 * (count - 2));
}

/// A segment with round ends; a disc if both ends are equal.
static void draw_capsule(SDL_Renderer *r, carom_vec2 a, carom_vec2 b, double radius, color c) {
    const double angle = atan2(b.y - a.y, b.x - a.x), quarter = 1.5707963267948966;
    carom_vec2 p[2 * CORNERS + 2];
    for (int i = 0; i <= 2 * CORNERS + 1; i++) {
        const bool at_b = i <= CORNERS;
        const double turn = angle - quarter + 2 * quarter * (at_b ? i : i - 1) / CORNERS;
        const carom_vec2 end = at_b ? b : a;
        p[i] = carom_vec2_make(end.x + radius * cos(turn), end.y + radius * sin(turn));
    }
    fill(r, p, 2 * CORNERS + 2, c);
}

static void draw_wall(SDL_Renderer *r, carom_wall w, color c) {
    draw_capsule(r, w.a, w.b, w.radius > 0.5 ? w.radius : 0.5, c);
}

/// A number in digits of seven bars each, which ends at `right`.
static void draw_number(SDL_Renderer *r, long number, carom_vec2 right, double size) {
    // The bars of each digit as bits: top, both at the top right and left, the middle, and so on.
    static const unsigned char bars[] = {0x77, 0x24, 0x5d, 0x6d, 0x2e,
                                         0x6b, 0x7b, 0x25, 0x7f, 0x6f};
    static const carom_vec2 ends[7][2] = {{{0, 2}, {1, 2}}, {{0, 1}, {0, 2}}, {{1, 1}, {1, 2}},
                                          {{0, 1}, {1, 1}}, {{0, 0}, {0, 1}}, {{1, 0}, {1, 1}},
                                          {{0, 0}, {1, 0}}};
    do {
        for (int i = 0; i < 7; i++)
            if ((bars[number % 10] & (1 << i)) != 0)
                draw_capsule(r, carom_vec2_add(right, carom_vec2_scale(ends[i][0], size)),
                             carom_vec2_add(right, carom_vec2_scale(ends[i][1], size)), 0.16 * size,
                             ink);
        right.x -= 1.8 * size;
        number /= 10;
    } while (number > 0);
}

// ---- the picture ----

static color lit(color c) {
    return (color){(Uint8)(128 + c.r / 2), (Uint8)(128 + c.g / 2), (Uint8)(128 + c.b / 2)};
}

static void draw_field(SDL_Renderer *r, const game *g) {
    carom_vec2 outline[2 * CORNERS + 2] = {{0, 0}, {WIDTH, 0}};
    for (int i = 0; i <= 2 * CORNERS - 1; i++) {
        const double turn = 3.1415926535897931 * i / (2 * CORNERS - 1);
        outline[i + 2] = carom_vec2_make(54 + 54 * cos(turn), 146 + 54 * sin(turn));
    }
    fill(r, outline, 2 * CORNERS + 2, field);
    for (int i = 0; i < g->piece_count; i++) {
        const piece *p = &g->pieces[i];
        const bool is_down = (p->wall.category & g->targets_down) != 0;
        const color c = piece_colors[p->kind];
        draw_wall(r, p->wall, g->lit_until[i] > g->time ? lit(c) : is_down ? shade : c);
    }
}

static void draw(SDL_Renderer *r, const game *g) {
    SDL_SetRenderDrawColor(r, room.r, room.g, room.b, 255);
    SDL_RenderClear(r);
    draw_field(r, g);
    for (int i = 0; i < PARTS; i++)
        draw_wall(r, g->parts[i], part_colors[i]);
    for (int i = 0; i < g->ball_count; i++) {
        const carom_vec2 at = g->balls[i].center,
                         high_light = carom_vec2_add(at, carom_vec2_make(-0.8, 0.9));
        draw_capsule(r, at, at, g->balls[i].radius, ball_color);
        draw_capsule(r, high_light, high_light, 0.8, ink);
    }
    draw_number(r, g->score, carom_vec2_make(62, 12), 3);
    draw_number(r, g->ball <= 3 ? g->ball : 0, carom_vec2_make(5, 190), 3);
}

static bool save_picture(SDL_Renderer *r, const char *name) {
    SDL_Surface *s = SDL_CreateRGBSurfaceWithFormat(0, WIDTH * PIXELS, HEIGHT * PIXELS, 32,
                                                    SDL_PIXELFORMAT_ARGB8888);
    const bool saved = s != NULL &&
                       SDL_RenderReadPixels(r, NULL, s->format->format, s->pixels, s->pitch) == 0 &&
                       SDL_SaveBMP(s, name) == 0;
    SDL_FreeSurface(s);
    return saved;
}

// ---- keys and time ----

/// Returns false if the player wants to end.
static bool press(game *g, SDL_Keycode key, bool down) {
    switch (key) {
    case SDLK_LEFT:
    case SDLK_z:
        g->held.flip[LEFT] = down;
        break;
    case SDLK_RIGHT:
    case SDLK_SLASH:
        g->held.flip[RIGHT] = down;
        break;
    case SDLK_SPACE:
        g->held.pull = down;
        break;
    case SDLK_r:
        if (down)
            game_restart(g);
        break;
    case SDLK_ESCAPE:
        return false;
    default:
        if (down && (key == SDLK_a || key == SDLK_d || key == SDLK_UP))
            game_nudge(g, carom_vec2_make(key == SDLK_a   ? -34
                                          : key == SDLK_d ? 34
                                                          : 0,
                                          key == SDLK_UP ? 30 : 10));
        break;
    }
    return true;
}

static bool take_events(game *g) {
    SDL_Event e;
    bool goes_on = true;
    while (goes_on && SDL_PollEvent(&e)) {
        if (e.type == SDL_QUIT)
            goes_on = false;
        else if ((e.type == SDL_KEYDOWN || e.type == SDL_KEYUP) && e.key.repeat == 0)
            goes_on = press(g, e.key.keysym.sym, e.type == SDL_KEYDOWN);
    }
    return goes_on;
}

static void play(game *g, SDL_Renderer *r, const options *o) {
    Uint64 before = SDL_GetTicks64();
    double owed = 0; // ticks
    for (long frame = 0; frame != o->frames && take_events(g); frame++) {
        const Uint64 now = SDL_GetTicks64();
        owed += (double)(now - before) * TICKS_PER_SECOND / 1000;
        before = now;
        // A computer that is too slow runs a slower game.
        if (o->frames >= 0 || owed > 4 * TICKS_A_FRAME)
            owed = TICKS_A_FRAME;
        for (; owed >= 1; owed--) {
            if (o->demo)
                game_autoplay(g);
            game_tick(g);
        }
        if (o->frames < 0 || frame + 1 == o->frames)
            draw(r, g);
        if (o->frames < 0) {
            SDL_RenderPresent(r);
            SDL_Delay(1);
        }
    }
}

// ---- the program ----

static bool take_options(options *o, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--demo") == 0)
            o->demo = true;
        else if (strcmp(argv[i], "--check") == 0)
            o->check = true;
        else if (value != NULL && strcmp(argv[i], "--speed") == 0)
            o->speed = strtod(argv[++i], NULL);
        else if (value != NULL && strcmp(argv[i], "--frames") == 0)
            o->frames = strtol(argv[++i], NULL, 10);
        else if (value != NULL && strcmp(argv[i], "--picture") == 0)
            o->picture = argv[++i];
        else
            return false;
    }
    return o->speed > 0 && o->speed <= 1000;
}

static int run(game *g, const options *o) {
    SDL_Window *window =
        SDL_CreateWindow("Carom pinball", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                         WIDTH * PIXELS, HEIGHT * PIXELS, 0);
    SDL_Renderer *r = window != NULL ? SDL_CreateRenderer(window, -1, 0) : NULL;
    bool is_good = r != NULL && game_start(g, o->speed);
    if (is_good) {
        g->check = o->check;
        play(g, r, o);
        is_good = o->picture == NULL || save_picture(r, o->picture);
        printf("ball %d, score %ld, %ld contacts, %ld of two balls\n", g->ball, g->score,
               g->contacts, g->meetings);
        if (o->check)
            printf("%ld legs, %ld escapes, %ld overlaps\n", g->legs, g->escapes, g->overlaps);
    }
    if (!is_good)
        fprintf(stderr, "pinball: %s\n", SDL_GetError());
    game_end(g);
    SDL_DestroyRenderer(r);
    SDL_DestroyWindow(window);
    return is_good && g->escapes + g->overlaps == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
    static game g;
    options o = {.speed = 1, .frames = -1};
    if (!take_options(&o, argc, argv)) {
        fprintf(
            stderr,
            "usage: pinball [--demo] [--check] [--speed X] [--frames N] [--picture FILE.bmp]\n");
        return 2;
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        fprintf(stderr, "pinball: %s\n", SDL_GetError());
        return 1;
    }
    const int status = run(&g, &o);
    SDL_Quit();
    return status;
}
