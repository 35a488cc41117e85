// `carom run --events`: writes every contact as a row of CSV.
// Layer: cli.
#include "run/events.h"

#include <string.h>

const char *events_open(events *e, const char *path, const names *balls, const names *walls) {
    const char *problem = atomic_file_open(&e->file, path);
    if (problem != NULL) {
        return problem;
    }
    e->balls = balls;
    e->walls = walls;
    output_start(&e->out, e->file.fd);
    output_names(&e->out, EVENTS_COLUMNS);
    output_end_row(&e->out);
    return NULL;
}

void events_add(events *e, double start, size_t ball, const carom_impact *impact) {
    output *o = &e->out;
    char number[NAME_NUMBER_SIZE];
    output_number(o, start + impact->time);
    table_text name = names_get(e->balls, ball, number);
    output_text(o, name.at, name.length);
    name = names_get(e->walls, impact->index, number);
    output_text(o, name.at, name.length);
    output_word(o, carom_feature_name(impact->feature));
    output_point(o, impact->center);
    output_point(o, impact->point);
    output_point(o, impact->normal);
    output_point(o, impact->before);
    output_point(o, impact->after);
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
