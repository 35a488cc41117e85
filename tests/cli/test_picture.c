// Pictures of degenerate and huge content: made at all, of the right size, and without a coordinate
// that is not a number or far outside the paper.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cairo-svg.h>

#include <carom/clearance.h>
#include <carom/response.h>

#include "picture/canvas.h"
#include "picture/picture.h"
#include "picture_checks.h"
#include "scratch.h"

enum { SHAPES_MAX = 32, WIDTH = 400 };

/// A drawing with its shapes.
typedef struct stage {
    drawing drawing;
    carom_circle circles[SHAPES_MAX];
    carom_wall walls[SHAPES_MAX];
} stage;

static char svg_file[SCRATCH_NAME_SIZE];
static char png_file[SCRATCH_NAME_SIZE];
static char pdf_file[SCRATCH_NAME_SIZE];

/// Adds a pair with the contact it has.
static void add(stage *s, double cx, double cy, double r, carom_wall wall) {
    drawing *d = &s->drawing;
    size_t i = d->circle_count;
    assert_true(i < SHAPES_MAX);
    s->circles[i] = carom_circle_make(carom_vec2_make(cx, cy), r);
    s->walls[i] = wall;
    carom_contact contact = carom_circle_contact(s->circles[i], wall);
    assert_true(drawing_add_mark(d, (drawing_mark){.circle = i, .wall = i, .contact = contact}));
    assert_true(drawing_add_relation(d, contact.relation));
    d->title = "test";
    d->files[0] = "drawing.csv";
    d->circles = s->circles;
    d->walls = s->walls;
    d->circle_count++;
    d->wall_count++;
}

static carom_wall wall(double ax, double ay, double bx, double by, double radius,
                       carom_extent extent) {
    return carom_wall_make(carom_vec2_make(ax, ay), carom_vec2_make(bx, by), radius, extent);
}

/// Makes all three pictures of a drawing, as pairs and as separate circles and walls.
static void check_drawing(stage *s) {
    char problem[PICTURE_ERROR_SIZE];
    for (int paired = 0; paired < 2; paired++) {
        s->drawing.paired = paired != 0;
        assert_true(picture_check(svg_file, problem));
        assert_true(picture_write(svg_file, WIDTH, &s->drawing, "test"));
        assert_true(picture_write(png_file, WIDTH, &s->drawing, "test"));
        assert_true(picture_write(pdf_file, WIDTH, &s->drawing, "test"));
        check_svg(svg_file, 10000.0);
        check_png(png_file, WIDTH);
        check_pdf(pdf_file);
    }
    drawing_free(&s->drawing);
}

static void nothing(void **state) {
    (void)state;
    stage s = {.drawing = {.circle_count = 0}};
    check_drawing(&s);
}

static void single_points(void **state) {
    (void)state;
    const double at[] = {0.0, -0.0, 1.0, -3e7, 1e300, -1e-300, 5e-324, DBL_MAX, -DBL_MAX, DBL_MIN};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        for (int extent = CAROM_EXTENT_SEGMENT; extent <= CAROM_EXTENT_LINE; extent++) {
            stage s = {.drawing = {.circle_count = 0}};
            add(&s, at[i], at[i], 0.0, wall(at[i], at[i], at[i], at[i], 0.0, (carom_extent)extent));
            check_drawing(&s);
        }
    }
}

static void all_scales(void **state) {
    (void)state;
    const double scales[] = {1.0, 1e-300, 1e300, 1e-318, 5e-324, 4e307, 1e8, 1e-8};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        double k = scales[i];
        stage s = {.drawing = {.circle_count = 0}};
        add(&s, 0.0, 2 * k, k, wall(-3 * k, 0.0, 3 * k, 0.0, 0.0, CAROM_EXTENT_SEGMENT));
        add(&s, k, k, k, wall(-3 * k, -k, 3 * k, 0.0, k, CAROM_EXTENT_RAY));
        add(&s, k, k, 2 * k, wall(-k, -k, k, 2 * k, k, CAROM_EXTENT_LINE));
        add(&s, k, k, 4 * k, wall(k, k, k, k, k, CAROM_EXTENT_LINE));
        check_drawing(&s);
    }
}

static void mixed_scales(void **state) {
    (void)state;
    const double big[] = {1e300, DBL_MAX, 1e30};
    const double small[] = {1e-300, 5e-324, 1e-30, 0.0};
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 4; j++) {
            double b = big[i];
            double e = small[j];
            stage s = {.drawing = {.circle_count = 0}};
            add(&s, -b, b, b, wall(0.0, 0.0, e, e, 0.0, CAROM_EXTENT_LINE));
            add(&s, e, e, e, wall(-b, -b, b, b, b, CAROM_EXTENT_LINE));
            add(&s, b, 0.0, e, wall(b, 0.0, b, e, e, CAROM_EXTENT_RAY));
            add(&s, b, b, b, wall(b, -b, -b, b, 0.0, CAROM_EXTENT_SEGMENT));
            check_drawing(&s);
        }
    }
}

/// Neighbouring doubles far from the origin: the picture is a few ulp wide.
/// Adds a wall of an area.
static void add_side(stage *s, carom_vec2 a, carom_vec2 b, uint32_t area) {
    carom_wall *side = &s->walls[s->drawing.wall_count++];
    *side = carom_segment(a, b);
    side->group = area;
    s->drawing.walls = s->walls;
}

/// Adds a square in no order: some sides are turned around.
static void add_square(stage *s, double x, double y, double side, uint32_t area) {
    const carom_vec2 p[] = {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
    add_side(s, p[0], p[1], area);
    add_side(s, p[3], p[2], area);
    add_side(s, p[2], p[1], area);
    add_side(s, p[3], p[0], area);
}

static void areas_at_all_scales(void **state) {
    (void)state;
    const double scales[] = {1.0, 1e-300, 1e300, 5e-324, 4e307, DBL_MAX / 4};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        const double k = scales[i];
        stage s = {.drawing = {.circle_count = 0}};
        add_square(&s, -k, -k, 3 * k, 2);
        add_square(&s, 0.0, 0.0, k, 2);
        add_square(&s, k, k, k, 1);
        add(&s, k, k, k, wall(k, k, k, k, k, CAROM_EXTENT_SEGMENT));
        rings r = {.count = 0};
        assert_true(rings_make(&r, s.walls, s.drawing.wall_count));
        assert_int_equal(r.area_count, 2);
        s.drawing.rings = &r;
        check_drawing(&s);
        rings_free(&r);
    }
}

static void rings_of_walls_in_any_order(void **state) {
    (void)state;
    stage s = {.drawing = {.circle_count = 0}};
    // Two squares that share a corner, a post and a wall there and back in area 1, a hole in
    // area 2.
    add_square(&s, 0.0, 0.0, 2.0, 1);
    add_square(&s, 4.0, 4.0, 6.0, 2);
    add_square(&s, 2.0, 2.0, 2.0, 1);
    add_side(&s, carom_vec2_make(9.0, 9.0), carom_vec2_make(9.0, 9.0), 1);
    add_side(&s, carom_vec2_make(0.0, -0.0), carom_vec2_make(-5.0, 0.0), 1);
    add_side(&s, carom_vec2_make(-0.0, 0.0), carom_vec2_make(-5.0, -0.0), 1);
    add_side(&s, carom_vec2_make(1.0, 1.0), carom_vec2_make(7.0, 1.0), 0);
    add_square(&s, 5.0, 5.0, 4.0, 2);
    rings r = {.count = 0};
    assert_true(rings_make(&r, s.walls, s.drawing.wall_count));
    assert_int_equal(r.area_count, 2);
    size_t corners = 0;
    for (size_t i = 0; i < r.count; i++) {
        assert_int_equal(r.items[i].begin, corners);
        corners = r.items[i].end;
    }
    assert_int_equal(corners, s.drawing.wall_count - 1); // each wall of an area once
    assert_int_equal(r.items[0].area, 1);
    const size_t second = rings_next_area(&r, 0);
    assert_int_equal(r.items[second].area, 2);
    assert_int_equal(r.count - second, 2);
    assert_int_equal(rings_next_area(&r, second), r.count);
    // The middle of area 2 is between the ring and the hole, at half the height.
    const carom_vec2 middle = rings_middle(&r, second);
    assert_true(middle.y == 7.0 && (middle.x == 4.5 || middle.x == 9.5));
    rings_free(&r);
    rings none = {.count = 0};
    assert_true(rings_make(&none, NULL, 0));
    assert_int_equal(none.count, 0);
    rings_free(&none);
}

static void gaps_at_all_scales(void **state) {
    (void)state;
    const double scales[] = {1.0, 1e-300, 1e300, 5e-324, DBL_MAX / 4};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        const double k = scales[i];
        stage s = {.drawing = {.of_walls = true, .wall_count = 2}};
        s.drawing.walls = s.walls;
        s.walls[0] = wall(-k, 0.0, k, 0.0, 0.0, CAROM_EXTENT_SEGMENT);
        s.walls[1] = wall(0.0, 3 * k, k, 4 * k, k, CAROM_EXTENT_LINE);
        const carom_clearance gap = carom_wall_contact(s.walls[0], s.walls[1]);
        const drawing_mark mark = {
            .contact = {.relation = (carom_relation)gap.relation, .point = gap.point},
            .other_point = gap.other_point};
        assert_true(drawing_add_mark(&s.drawing, mark));
        check_drawing(&s);
    }
}

static void few_ulp(void **state) {
    (void)state;
    stage s = {.drawing = {.circle_count = 0}};
    double x = 1e15;
    add(&s, x, x + 0.25, 0.125, wall(x, x, x + 0.125, x, 0.0, CAROM_EXTENT_LINE));
    add(&s, x + 0.5, x, 0.25, wall(x, x, x, x + 0.5, 0.125, CAROM_EXTENT_RAY));
    check_drawing(&s);
}

/// Needle-shaped content, along x and along y.
static void needles(void **state) {
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        stage s = {.drawing = {.circle_count = 0}};
        double x = turned ? 0.0 : 1e12;
        double y = turned ? 1e12 : 0.0;
        add(&s, 0.0, 0.0, 1e-3, wall(-x, -y, x, y, 0.0, CAROM_EXTENT_SEGMENT));
        check_drawing(&s);
    }
}

/// Content that no reader accepts must not break a picture either.
static void invalid_shapes(void **state) {
    (void)state;
    stage s = {.drawing = {.circle_count = 0}};
    const double nan_value = (double)NAN;
    const double infinity = (double)INFINITY;
    add(&s, 0.0, 0.0, 1.0, wall(0.0, 0.0, 1.0, 1.0, 0.0, CAROM_EXTENT_SEGMENT));
    add(&s, nan_value, 0.0, 1.0, wall(0.0, nan_value, 1.0, 1.0, 0.0, CAROM_EXTENT_RAY));
    add(&s, 0.0, infinity, 1.0, wall(0.0, -infinity, 1.0, 1.0, infinity, CAROM_EXTENT_LINE));
    add(&s, 0.0, 0.0, -1.0, wall(0.0, 0.0, 1.0, infinity, nan_value, CAROM_EXTENT_SEGMENT));
    check_drawing(&s);
}

/// Moving circles of every kind: the picture of `sweep`, and with `goes_on` unset of `first`.
static void moving(void **state) {
    (void)state;
    const double scales[] = {1.0, 1e-300, 5e-324, 4e306, 1e8};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        const double k = scales[i];
        stage s = {.drawing = {.circle_count = 0}};
        const carom_vec2 moves[] = {{0.0, -8 * k}, {8 * k, 0.0}, {0.0, 0.0}, {8 * k, 8 * k}};
        for (size_t j = 0; j < sizeof moves / sizeof moves[0]; j++) {
            add(&s, 0.0, 2 * k, k,
                wall(-3 * k, (double)j * k, 3 * k, 0.0, 0.0, CAROM_EXTENT_SEGMENT));
            carom_reflection r = carom_circle_reflect(s.circles[j], moves[j], s.walls[j]);
            drawing_path path = {
                .sweep = r.sweep, .move = moves[j], .goes_on = j % 2 == 0, .end = r.end};
            assert_true(drawing_add_path(&s.drawing, path));
        }
        check_drawing(&s);
    }
}

/// Content that no command produces must not break a picture either.
static void invalid_paths(void **state) {
    (void)state;
    const double values[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, DBL_MAX, -DBL_MAX};
    stage s = {.drawing = {.circle_count = 0}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        const carom_vec2 p = {values[i], values[i]};
        add(&s, 0.0, 1.0, 1.0, wall(0.0, 0.0, 1.0, 0.0, 0.0, CAROM_EXTENT_SEGMENT));
        drawing_path path = {
            .sweep = {.kind = i % 2 == 0 ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_MISS,
                      .center = p,
                      .point = p,
                      .normal = p},
            .move = p,
            .goes_on = true,
            .end = p};
        assert_true(drawing_add_path(&s.drawing, path));
    }
    check_drawing(&s);
}

/// Paths of balls, some of them over the whole range of double.
static void trails(void **state) {
    (void)state;
    const double scales[] = {1.0, 1e-300, 5e-324, DBL_MAX, 1e8};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        const double k = scales[i];
        stage s = {.drawing = {.circle_count = 0}};
        trail lines[3];
        for (int j = 0; j < 3; j++) {
            carom_vec2 start = {0.5 * k, 0.25 * k * j};
            add(&s, start.x, start.y, 0.125 * k, wall(-k, -k, k, -k, 0.0, CAROM_EXTENT_SEGMENT));
            assert_true(trail_start(&lines[j], start));
            for (int n = 0; n < 300 * j; n++) {
                carom_vec2 p = {n % 2 == 0 ? -k : k, n % 3 == 0 ? -k : k};
                assert_true(trail_go(&lines[j], p, 1e-3 * k));
            }
        }
        s.drawing.trails = lines;
        check_drawing(&s);
        for (int j = 0; j < 3; j++) {
            trail_free(&lines[j]);
        }
    }
}

static void trails_keep_turns_only(void **state) {
    (void)state;
    trail w;
    assert_true(trail_start(&w, (carom_vec2){0.0, 0.0}));
    for (int i = 1; i <= 1000; i++) {
        assert_true(trail_go(&w, (carom_vec2){i, 0.0}, 0.1));
    }
    assert_int_equal(w.count, 1);
    // Back along the same path, then aside, then at rest.
    for (int i = 999; i >= 500; i--) {
        assert_true(trail_go(&w, (carom_vec2){i, 0.0}, 0.1));
    }
    assert_int_equal(w.count, 2);
    assert_true(w.corners[1].x == 1000.0);
    for (int i = 1; i <= 100; i++) {
        assert_true(trail_go(&w, (carom_vec2){500.0, i}, 0.1));
    }
    assert_int_equal(w.count, 3);
    for (int i = 1; i <= 100; i++) {
        assert_true(trail_go(&w, (carom_vec2){500.0 + 0.001 * (i % 7), 100.0}, 0.1));
    }
    assert_int_equal(w.count, 3);
    assert_true(w.end.y == 100.0);
    trail_free(&w);
}

/// Each point told is near the line: on a circle of radius 100, whose chords are short.
static void trails_stay_near(void **state) {
    (void)state;
    enum { POINTS = 5000 };
    const double tolerance = 0.25;
    trail w;
    assert_true(trail_start(&w, (carom_vec2){100.0, 0.0}));
    for (int i = 1; i <= POINTS; i++) {
        const double angle = 6.0 * i / POINTS;
        const carom_vec2 p = {100.0 * cos(angle), 100.0 * sin(angle)};
        assert_true(trail_go(&w, p, tolerance));
    }
    assert_in_range(w.count, 10, 200);
    for (size_t k = 0; k < w.count; k++) {
        const carom_vec2 p = w.corners[k];
        const carom_vec2 q = k + 1 < w.count ? w.corners[k + 1] : w.end;
        assert_true(fabs(hypot(p.x, p.y) - 100.0) <= 1e-9);
        assert_true(100.0 - hypot(0.5 * (p.x + q.x), 0.5 * (p.y + q.y)) <= tolerance);
    }
    trail_free(&w);
}

static void trails_are_bounded(void **state) {
    (void)state;
    trail w;
    assert_true(trail_start(&w, (carom_vec2){0.0, 0.0}));
    for (int i = 1; i <= 5 * TRAIL_CORNERS_MAX; i++) {
        assert_true(trail_go(&w, (carom_vec2){i, i % 2}, 0.01));
    }
    assert_in_range(w.count, TRAIL_CORNERS_MAX / 2, TRAIL_CORNERS_MAX);
    assert_true(w.end.x == 5.0 * TRAIL_CORNERS_MAX);
    assert_true(w.corners[w.count - 1].x == w.end.x - 1.0);
    trail_free(&w);
}

static void odd_names(void **state) {
    (void)state;
    stage s = {.drawing = {.circle_count = 0}};
    names list = {0};
    char longest[5000];
    memset(longest, 'w', sizeof longest);
    const table_text ids[] = {
        {"\xFF\xFE\x01\n", 4}, {longest, sizeof longest}, {"\xF0\x9F\x8E\xB1", 4}, {NULL, 0}};
    for (size_t i = 0; i < 4; i++) {
        double x = (double)i;
        add(&s, x, 1.0, 1.0, wall(x, 0.0, x, 0.5, 0.0, CAROM_EXTENT_SEGMENT));
        assert_true(names_add(&list, ids[i], i));
    }
    s.drawing.circle_names = &list;
    s.drawing.wall_names = &list;
    check_drawing(&s);
    names_free(&list);
}

static void crowds(void **state) {
    (void)state;
    // Names are drawn for at most 12 circles.
    for (size_t count = 11; count <= 14; count++) {
        stage s = {.drawing = {.circle_count = 0}};
        for (size_t i = 0; i < count; i++) {
            add(&s, 0.1, 0.1, 0.2, wall(0.0, 0.0, 0.2, 0.2, 0.0, CAROM_EXTENT_SEGMENT));
        }
        check_drawing(&s);
    }
}

/// Returns how many outlines and lines a picture has in which many circles have this relation to
/// an area.
static size_t count_strokes_of_crowd(carom_relation relation, size_t count) {
    stage s = {.drawing = {.circle_count = 0}};
    add_square(&s, 0.0, 0.0, 2.0, 1);
    rings r = {.count = 0};
    assert_true(rings_make(&r, s.walls, s.drawing.wall_count));
    s.drawing.rings = &r;
    carom_circle *circles = calloc(count, sizeof *circles);
    assert_non_null(circles);
    s.drawing.circles = circles;
    for (; s.drawing.circle_count < count; s.drawing.circle_count++) {
        circles[s.drawing.circle_count] = carom_circle_make(carom_vec2_make(1.0, 1.0), 0.5);
        assert_true(drawing_add_relation(&s.drawing, relation));
    }
    assert_true(picture_write(svg_file, WIDTH, &s.drawing, "test"));
    drawing_free(&s.drawing);
    free(circles);
    rings_free(&r);
    size_t length = 0;
    char *text = scratch_read(svg_file, &length);
    assert_non_null(text);
    size_t strokes = 0;
    for (const char *at = text; (at = strstr(at, "fill:none")) != NULL; at++) {
        strokes++;
    }
    free(text);
    return strokes;
}

static void many_circles_in_areas_hide_no_walls(void **state) {
    (void)state;
    const size_t few = 20000, many = 20001;
    assert_int_equal(count_strokes_of_crowd(CAROM_RELATION_INSIDE, few),
                     count_strokes_of_crowd(CAROM_RELATION_CROSSING, few));
    assert_int_equal(count_strokes_of_crowd(CAROM_RELATION_INSIDE, many) + many,
                     count_strokes_of_crowd(CAROM_RELATION_CROSSING, many));
}

static void all_widths(void **state) {
    (void)state;
    const int widths[] = {PICTURE_WIDTH_MIN, 101, 333, 1200, 4000};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        stage s = {.drawing = {.circle_count = 0}};
        add(&s, 0.0, 2.0, 1.0, wall(-3.0, 0.0, 3.0, 0.0, 0.5, CAROM_EXTENT_LINE));
        assert_true(picture_write(png_file, widths[i], &s.drawing, "test"));
        check_png(png_file, (uint32_t)widths[i]);
        drawing_free(&s.drawing);
    }
    stage s = {.drawing = {.circle_count = 0}};
    add(&s, 0.0, 2.0, 1.0, wall(-3.0, 0.0, 3.0, 0.0, 0.5, CAROM_EXTENT_LINE));
    assert_true(picture_write(svg_file, PICTURE_WIDTH_MAX, &s.drawing, "test"));
    check_svg(svg_file, 40000.0);
    drawing_free(&s.drawing);
}

/// The primitives alone, with arguments that the view never passes.
static void primitives_are_safe(void **state) {
    (void)state;
    const double values[] = {
        0.0,        -1.0, 1e5, -1e7, 9e6, 1e18, -1e40, 1e300, DBL_MAX, -DBL_MAX, (double)INFINITY,
        (double)NAN};
    const size_t count = sizeof values / sizeof values[0];
    cairo_surface_t *surface = cairo_svg_surface_create(svg_file, 200.0, 200.0);
    canvas c = {.cr = cairo_create(surface), .area = {0.0, 0.0, 200.0, 200.0}, .unit = 1.0};
    const colour black = {0, 1.0};
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            carom_vec2 p = {values[i], values[j]};
            carom_vec2 q = {values[j], 100.0};
            canvas_segment(&c, p, q, 2.0, black);
            canvas_segment(&c, p, p, 1e300, black);
            canvas_disc(&c, q, values[i], black);
            canvas_ring(&c, p, values[j], 1.0, black);
            canvas_arrowhead(&c, p, (carom_vec2){0.6, 0.8}, 9.0, black);
        }
    }
    assert_int_equal(cairo_status(c.cr), CAIRO_STATUS_SUCCESS);
    cairo_destroy(c.cr);
    cairo_surface_finish(surface);
    assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy(surface);
    check_svg(svg_file, 3e6);
}

static void clipping(void **state) {
    (void)state;
    const rectangle r = {0.0, 0.0, 10.0, 20.0};
    double t0 = -(double)INFINITY;
    double t1 = (double)INFINITY;
    assert_true(rectangle_clip(r, (carom_vec2){5.0, 5.0}, (carom_vec2){1.0, 0.0}, &t0, &t1));
    assert_true(t0 == -5.0 && t1 == 5.0);
    t0 = 0.0;
    t1 = 1.0;
    assert_true(rectangle_clip(r, (carom_vec2){-10.0, 5.0}, (carom_vec2){40.0, 0.0}, &t0, &t1));
    assert_true(t0 == 0.25 && t1 == 0.5);
    t0 = 0.0;
    t1 = 1.0;
    assert_false(rectangle_clip(r, (carom_vec2){-1.0, 5.0}, (carom_vec2){0.0, 9.0}, &t0, &t1));
    t0 = 0.0;
    t1 = 1.0;
    assert_false(rectangle_clip(r, (carom_vec2){20.0, 5.0}, (carom_vec2){9.0, 1.0}, &t0, &t1));
}

static int remove_files(void **state) {
    (void)state;
    unlink(svg_file);
    unlink(png_file);
    unlink(pdf_file);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing),
        cmocka_unit_test(single_points),
        cmocka_unit_test(all_scales),
        cmocka_unit_test(mixed_scales),
        cmocka_unit_test(areas_at_all_scales),
        cmocka_unit_test(rings_of_walls_in_any_order),
        cmocka_unit_test(gaps_at_all_scales),
        cmocka_unit_test(few_ulp),
        cmocka_unit_test(needles),
        cmocka_unit_test(invalid_shapes),
        cmocka_unit_test(moving),
        cmocka_unit_test(invalid_paths),
        cmocka_unit_test(trails),
        cmocka_unit_test(trails_keep_turns_only),
        cmocka_unit_test(trails_stay_near),
        cmocka_unit_test(trails_are_bounded),
        cmocka_unit_test(odd_names),
        cmocka_unit_test(crowds),
        cmocka_unit_test(many_circles_in_areas_hide_no_walls),
        cmocka_unit_test(all_widths),
        cmocka_unit_test(primitives_are_safe),
        cmocka_unit_test(clipping),
    };
    scratch_name(svg_file, "picture.svg");
    scratch_name(png_file, "picture.png");
    scratch_name(pdf_file, "picture.pdf");
    return cmocka_run_group_tests_name("picture", tests, NULL, remove_files);
}
