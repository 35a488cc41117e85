// Shared parts of the commands that print answers: shapes, rows on standard output, a picture.
// Room: cli.
#include "answers.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "closed_pipe.h"
#include "picture/picture.h"
#include "report.h"

size_t answers_asked_count(const answers *a) {
    return a->asked_walls != NULL ? a->asked_walls->count : a->circles.count;
}

const names *answers_asked_names(const answers *a) {
    return a->asked_walls != NULL ? &a->asked_walls->names : &a->circles.names;
}

/// Returns the copied columns of the first file.
static const kept_list *asked_kept(const answers *a) {
    return a->asked_walls != NULL ? &a->asked_walls->kept : &a->circles.kept;
}

/// Prints the names of copied columns. Their prefix is the first name of `header`.
static void print_kept_names(answers *a, const kept_list *kept, const char *header) {
    char prefix[16];
    snprintf(prefix, sizeof prefix, "%.*s_", (int)strcspn(header, ","), header);
    kept_print_names(kept, &a->out, prefix);
}

void answers_start_rows(answers *a, const char *header) {
    output_start(&a->out, STDOUT_FILENO);
    a->out.delimiter = a->arguments.tsv ? '\t' : ',';
    if (a->call->draw_only || header == NULL) {
        return;
    }
    output_names(&a->out, header);
    print_kept_names(a, asked_kept(a), header);
    if (!a->first_alone) {
        print_kept_names(a, &a->walls.kept, header + strcspn(header, ",") + 1);
    }
    output_end_row(&a->out);
}

void answers_print_row_name(output *o, const table *t) {
    char number[NAME_NUMBER_SIZE];
    table_text name = name_of_row(row_id(t), t->row, number);
    output_text(o, name.at, name.length);
}

void answers_end_current_row(answers *a, const table *t) {
    kept_print_current(&a->circles.kept, &a->out, t);
    output_end_row(&a->out);
}

void answers_end_row(const answers *a, output *o, size_t asked, size_t wall) {
    kept_print(asked_kept(a), o, asked);
    if (a->first_alone) {
        output_end_row(o);
        return;
    }
    if (wall < a->walls.count) {
        kept_print(&a->walls.kept, o, wall);
    } else {
        output_empty(o, (int)a->walls.kept.count);
    }
    output_end_row(o);
}

void answers_print_name(output *o, const names *list, size_t i) {
    char number[NAME_NUMBER_SIZE];
    table_text name = names_get(list, i, number);
    if (list->items == NULL) {
        output_plain(o, name.at, name.length); // digits
    } else {
        output_text(o, name.at, name.length);
    }
}

void answers_print_contact(output *o, const carom_contact *k) {
    output_point(o, k->point);
    output_point(o, k->normal);
    output_number(o, k->depth);
}

void answers_print_sweep(output *o, const carom_sweep *s) {
    output_word(o, carom_sweep_kind_name(s->kind));
    if (s->kind == CAROM_SWEEP_KIND_MISS) {
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
    closed_pipe_end(a->out.error);
    report(a->call->who, "standard output: %s", strerror(a->out.error));
    return false;
}

/// Puts the walls of the first file of two before the others: a picture has both. Returns false if
/// out of memory.
static bool join_walls(answers *a) {
    wall_list *all = &a->first_walls;
    const wall_list *more = &a->walls;
    bool memory = true;
    for (size_t i = 0; memory && i < more->count; i++) {
        const size_t row = more->names.items != NULL ? more->names.items[i].row : i;
        memory = wall_list_add(all, more->items[i], names_id(&more->names, i), row);
    }
    return memory;
}

bool answers_draw(answers *a) {
    if (!a->arguments.draws) {
        return true;
    }
    const bool joins = a->asked_walls == &a->first_walls;
    if (joins && !join_walls(a)) {
        report(a->call->who, "out of memory");
        return false;
    }
    const wall_list *walls = joins ? &a->first_walls : &a->walls;
    drawing *d = &a->drawing;
    d->title = a->call->command->name;
    d->files[0] = a->arguments.plain[0];
    d->files[1] = a->arguments.plain[1]; // NULL behind the last
    d->circles = a->circles.items;
    d->circle_count = a->circles.count;
    d->circle_names = &a->circles.names;
    d->walls = walls->items;
    d->wall_count = walls->count;
    d->wall_names = &walls->names;
    d->motions = walls->motions;
    return picture_write(a->arguments.picture, a->arguments.width, d, a->call->who);
}

void answers_free(answers *a) {
    circle_list_free(&a->circles);
    wall_list_free(&a->walls);
    wall_list_free(&a->first_walls);
    carom_scene_destroy(a->scene, NULL);
    drawing_free(&a->drawing);
    keep_free(&a->keep);
    arguments_free(&a->arguments);
}
