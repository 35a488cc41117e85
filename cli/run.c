// What the commands that give answers share: shapes, rows on standard output, a picture of them.
// Layer: cli.
#include "run.h"

#include <string.h>
#include <unistd.h>

#include "picture/picture.h"
#include "report.h"

void run_start_rows(run *r, const char *header) {
    output_start(&r->out, STDOUT_FILENO);
    if (!r->call->draw_only) {
        output_raw(&r->out, header, strlen(header));
        output_end_row(&r->out);
    }
}

void run_print_contact(run *r, const carom_contact *k) {
    output *o = &r->out;
    output_number(o, k->point.x);
    output_number(o, k->point.y);
    output_number(o, k->normal.x);
    output_number(o, k->normal.y);
    output_number(o, k->depth);
    output_end_row(o);
}

bool run_finish_rows(run *r) {
    if (output_flush(&r->out)) {
        return true;
    }
    report(r->call->who, "standard output: %s", strerror(r->out.error));
    return false;
}

bool run_draw(run *r) {
    if (!r->arguments.draws) {
        return true;
    }
    scene *s = &r->scene;
    s->title = r->call->command->name;
    s->files[0] = r->arguments.plain[0];
    s->files[1] = r->arguments.plain[1]; // NULL behind the last
    s->circles = r->circles.items;
    s->circle_count = r->circles.count;
    s->circle_names = &r->circles.names;
    s->walls = r->walls.items;
    s->wall_count = r->walls.count;
    s->wall_names = &r->walls.names;
    return picture_write(r->arguments.picture, r->arguments.width, s, r->call->who);
}

void run_free(run *r) {
    circle_list_free(&r->circles);
    wall_list_free(&r->walls);
    scene_free(&r->scene);
    arguments_free(&r->arguments);
}
