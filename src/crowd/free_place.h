#ifndef CAROM_CROWD_FREE_PLACE_H
#define CAROM_CROWD_FREE_PLACE_H
#include "carom/carom.h"
typedef void ball_visitor(void *context, carom_circle other);
typedef struct free_query {
    carom_circle circle;
    carom_wall_source walls;
    void (*balls)(const void *source, carom_box box, ball_visitor *visit, void *context);
    const void *source;
    double at_least;
} free_query;
bool carom_find_free_place(const free_query *q, carom_vec2 *place);
#endif
