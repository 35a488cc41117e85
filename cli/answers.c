// What the commands that give answers share: shapes, rows on standard output, a picture of them.
// Layer: cli.
#include "answers.h"

#include <string.h>
#include <unistd.h>

#include "picture/picture.h"
#include "report.h"

void answers_start_rows(answers *a, const char *header) {
    output_start(&a->out, STDOUT_FILENO);
    if (!a->call->draw_only) {
        output_raw(&a->out, header, strlen(header));
        output_end_row(&a->out);
    }
}

void answers_print_row_name(answers *a, const table *t) {
    char number[NAME_NUMBER_SIZE];
    table_text name = name_of_row(row_id(t), t->row, number);
    output_text(&a->out, name.at, name.length);
}

void answers_print_name(answers *a, const names *list, size_t i) {
    char number[NAME_NUMBER_SIZE];
    table_text name = names_get(list, i, number);
    output_text(&a->out, name.at, name.length);
}

void answers_print_contact(answers *a, const carom_contact *k) {
    output *o = &a->out;
    output_point(o, k->point);
    output_point(o, k->normal);
    output_number(o, k->depth);
}

void answers_print_sweep(answers *a, const carom_sweep *s) {
    output *o = &a->out;
    output_word(o, carom_sweep_kind_name(s->kind));
    if (s->kind == CAROM_MISS) {
        output_empty(o, 8);
        return;
    }
    output_number(o, s->t);
    output_point(o, s->center);
    output_point(o, s->point);
    output_point(o, s->normal);
    output_word(o, carom_feature_name(s->feature));
}

bool answers_finish_rows(answers *a) {
    if (output_flush(&a->out)) {
        return true;
    }
    report(a->call->who, "standard output: %s", strerror(a->out.error));
    return false;
}

bool answers_draw(answers *a) {
    if (!a->arguments.draws) {
        return true;
    }
    scene *s = &a->scene;
    s->title = a->call->command->name;
    s->files[0] = a->arguments.plain[0];
    s->files[1] = a->arguments.plain[1]; // NULL behind the last
    s->circles = a->circles.items;
    s->circle_count = a->circles.count;
    s->circle_names = &a->circles.names;
    s->walls = a->walls.items;
    s->wall_count = a->walls.count;
    s->wall_names = &a->walls.names;
    return picture_write(a->arguments.picture, a->arguments.width, s, a->call->who);
}

void answers_free(answers *a) {
    circle_list_free(&a->circles);
    wall_list_free(&a->walls);
    scene_free(&a->scene);
    arguments_free(&a->arguments);
}
