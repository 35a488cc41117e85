// `carom run --events`: writes every contact as a row of CSV.
// Room: cli.
#include "run/events.h"

#include <string.h>

const char *events_open(events *e, const char *path, const names *balls, const names *walls,
                        bool balls_collide) {
    const char *problem = atomic_file_open(&e->file, path);
    if (problem != NULL) {
        return problem;
    }
    e->balls = balls;
    e->walls = walls;
    output_start(&e->out, e->file.fd);
    e->balls_collide = balls_collide;
    output_names(&e->out, balls_collide ? EVENTS_COLUMNS "," EVENTS_BALL_COLUMN : EVENTS_COLUMNS);
    output_end_row(&e->out);
    return NULL;
}

static void add_name(output *o, const names *list, size_t i) {
    char number[NAME_NUMBER_SIZE];
    const table_text name = names_get(list, i, number);
    output_text(o, name.at, name.length);
}

static void add_contact(output *o, const carom_impact *impact) {
    output_point(o, impact->center);
    output_point(o, impact->point);
    output_point(o, impact->normal);
    output_point(o, impact->before);
    output_point(o, impact->after);
}

void events_add(events *e, double start, size_t ball, const carom_impact *impact) {
    output *o = &e->out;
    output_number(o, start + impact->time);
    add_name(o, e->balls, ball);
    add_name(o, e->walls, impact->id.index);
    output_word(o, carom_feature_name(impact->feature));
    add_contact(o, impact);
    output_empty(o, e->balls_collide ? 1 : 0);
    output_end_row(o);
}

void events_add_ball(events *e, double start, size_t ball, const carom_impact *impact) {
    output *o = &e->out;
    output_number(o, start + impact->time);
    add_name(o, e->balls, ball);
    output_empty(o, 2);
    add_contact(o, impact);
    add_name(o, e->balls, impact->id.index);
    output_end_row(o);
}

const char *events_close(events *e, bool complete) {
    const char *problem = output_flush(&e->out) ? NULL : strerror(e->out.error);
    if (problem == NULL && !complete) {
        atomic_file_close(&e->file, "given up");
        return NULL;
    }
    return atomic_file_close(&e->file, problem);
}
