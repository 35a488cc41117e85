// `carom run --events`: writes every contact as a row of CSV.
// Room: cli.
#ifndef CAROM_CLI_RUN_EVENTS_H
#define CAROM_CLI_RUN_EVENTS_H

#include <carom/mover.h>

#include "atomic_file.h"
#include "csv/names.h"
#include "csv/output.h"

#define EVENTS_COLUMNS "time,ball,wall,feature,x,y,px,py,nx,ny,vx,vy,after_vx,after_vy"
/// With --balls-collide there is one more column.
#define EVENTS_BALL_COLUMN "other_ball"

/// An open log; `out.error` is the errno of a write that failed.
typedef struct events {
    atomic_file file;
    output out;
    const names *balls;
    const names *walls;
    bool balls_collide;
} events;

/// Starts a log with its header line; the names must outlive it. Returns NULL or the problem.
const char *events_open(events *e, const char *path, const names *balls, const names *walls,
                        bool balls_collide);

/// Adds a contact with a wall in a frame that started at `start`.
void events_add(events *e, double start, size_t ball, const carom_impact *impact);

/// Adds the contact of a ball with another one, whose index is that of the impact.
void events_add_ball(events *e, double start, size_t ball, const carom_impact *impact);

/// Ends the log. A complete log gets its name, and an incomplete one is removed. Returns NULL or
/// the problem, including one of an earlier write.
const char *events_close(events *e, bool complete);

#endif
