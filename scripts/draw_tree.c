// Draws the tree of a scene: the walls of a table, the boxes of leaves and of the nodes above them.
//
//     draw_tree WALLS.csv [X Y R] > tree.svg        (columns id,ax,ay,bx,by,... in that order)
//
// With X Y R it also draws a circle, and fills the leaves whose boxes meet the box of the circle.
// The only drawing that uses private headers of the library; scripts/draw_docs.sh compiles it.
// Room: none, a tool for the documentation.
#include <stdio.h>
#include <stdlib.h>

#include "scene/layout.h"

enum { WALLS_MAX = 20000, WIDTH = 900 };

static double scale;
static carom_box frame;

static double to_x(double x) {
    return 10.0 + (x - frame.min.x) * scale;
}

static double to_y(double y) {
    return 10.0 + (frame.max.y - y) * scale;
}

static size_t read_walls(FILE *in, carom_wall *walls) {
    char line[512];
    size_t count = 0;
    while (count < WALLS_MAX && fgets(line, sizeof line, in) != NULL) {
        carom_vec2 a, b;
        if (sscanf(line, "%*[^,],%lf,%lf,%lf,%lf", &a.x, &a.y, &b.x, &b.y) == 4)
            walls[count++] = carom_segment(a, b);
    }
    return count;
}

// The reader's light or dark mode.
static const char STYLE[] =
    "<style>.back { fill: #fff; } .wall { stroke: #222; }\n"
    "@media (prefers-color-scheme: dark) { .back { fill: #12161c; } .wall { stroke: #d5dae0; } }"
    "</style>\n";

static void draw_box(const carom_scene *s, index_box box, const char *style) {
    if (box.min_x > box.max_x)
        return;
    const double left = (double)box.min_x / s->scale + s->origin_x;
    const double right = (double)box.max_x / s->scale + s->origin_x;
    const double low = (double)box.min_y / s->scale + s->origin_y;
    const double high = (double)box.max_y / s->scale + s->origin_y;
    printf("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' %s/>\n", to_x(left), to_y(high),
           (right - left) * scale, (high - low) * scale, style);
}

// The circle and the leaves that a query about it looks at.
static void draw_query(const carom_scene *s, carom_circle circle) {
    const carom_vec2 c = circle.center;
    const double r = circle.radius;
    const scene_node *nodes = scene_nodes(s) + s->level_start[0];
    for (size_t i = 0; i < scene_level_nodes(s, 0); i++)
        for (size_t j = 0; j < NODE_CHILDREN; j++) {
            const index_box b = scene_node_child(nodes + i, j);
            const double low_x = (double)b.min_x / s->scale + s->origin_x;
            const double high_x = (double)b.max_x / s->scale + s->origin_x;
            const double low_y = (double)b.min_y / s->scale + s->origin_y;
            const double high_y = (double)b.max_y / s->scale + s->origin_y;
            if (low_x <= c.x + r && high_x >= c.x - r && low_y <= c.y + r && high_y >= c.y - r)
                draw_box(s, b, "fill='#ccbb44' fill-opacity='0.5' stroke='#4477aa'");
        }
    printf("<circle cx='%.1f' cy='%.1f' r='%.1f' fill='#228833' fill-opacity='0.5' "
           "stroke='#228833' stroke-width='2'/>\n",
           to_x(c.x), to_y(c.y), r * scale);
}

static void draw_level(const carom_scene *s, size_t level, const char *style) {
    const scene_node *nodes = scene_nodes(s) + s->level_start[level];
    for (size_t i = 0; i < scene_level_nodes(s, level); i++)
        for (size_t j = 0; j < NODE_CHILDREN; j++)
            draw_box(s, scene_node_child(nodes + i, j), style);
}

int main(int count, char **arguments) {
    static carom_wall walls[WALLS_MAX];
    FILE *in = count == 2 || count == 5 ? fopen(arguments[1], "r") : NULL;
    if (in == NULL) {
        fprintf(stderr, "usage: draw_tree WALLS.csv [X Y R] > tree.svg\n");
        return 2;
    }
    const size_t wall_count = read_walls(in, walls);
    fclose(in);
    carom_scene *s;
    if (carom_scene_create(walls, wall_count, NULL, NULL, &s, NULL) != CAROM_STATUS_OK ||
        wall_count == 0)
        return 1;
    frame = carom_scene_box(s);
    scale = (WIDTH - 20) / (frame.max.x - frame.min.x);
    const double height = 20.0 + (frame.max.y - frame.min.y) * scale;
    printf("<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%.0f' viewBox='0 0 %d "
           "%.0f'>\n%s<rect width='100%%' height='100%%' class='back'/>\n",
           WIDTH, height, WIDTH, height, STYLE);
    draw_level(s, 0, "fill='#4477aa' fill-opacity='0.10' stroke='#4477aa' stroke-width='0.6'");
    if (s->level_count > 1)
        draw_level(s, 1, "fill='none' stroke='#ee6677' stroke-width='1.6'");
    if (s->level_count > 2)
        draw_level(s, 2, "fill='none' class='wall' stroke-width='3' stroke-dasharray='10 6'");
    if (count == 5)
        draw_query(s, carom_circle_make(carom_vec2_make(atof(arguments[2]), atof(arguments[3])),
                                        atof(arguments[4])));
    for (size_t i = 0; i < wall_count; i++)
        printf("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='wall' stroke-width='1'/>\n",
               to_x(walls[i].a.x), to_y(walls[i].a.y), to_x(walls[i].b.x), to_y(walls[i].b.y));
    printf("</svg>\n");
    carom_scene_destroy(s, NULL);
    return 0;
}
