// The options of `carom run`: parsed and checked, each alone and together.
// Room: cli.
#include "run/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "atomic_file.h"
#include "csv/number.h"
#include "csv/text.h"
#include "report.h"
#include "threads.h"

enum {
    OPTION_TIME = 1,
    OPTION_STEP,
    OPTION_RESPONSE,
    OPTION_RESTITUTION,
    OPTION_FRICTION,
    OPTION_GRAVITY,
    OPTION_EVENTS,
    OPTION_THREADS
};

/// Reports the expected and the given value of an option. Returns false.
static bool refuse(const tool_call *call, const char *option, const char *expected,
                   const char *text) {
    report(call->who, "--%s: expected %s, got %s", option, expected,
           text_quoted_of(text, strlen(text)).at);
    return false;
}

/// Parses a finite number that is not negative. -1e-400 is negative.
static bool read_amount(const char *text, double *value) {
    size_t length = strlen(text);
    return number_read(text, length, value) == NUMBER_OK &&
           !number_is_negative(text, length, *value);
}

/// Parses a time, or a quotient such as 1/60, rounded once; finite and not negative.
static bool read_time(const char *text, double *time) {
    const char *slash = strchr(text, '/');
    double parts = 1.0;
    if (slash == NULL) {
        return read_amount(text, time);
    }
    const size_t length = (size_t)(slash - text);
    const bool read = number_read(text, length, time) == NUMBER_OK &&
                      !number_is_negative(text, length, *time) && read_amount(slash + 1, &parts);
    *time /= parts;
    return read && parts > 0.0 && isfinite(*time);
}

static bool take_time(run_options *o, const tool_call *call, const char *text) {
    o->has_time = true;
    return read_time(text, &o->time) ||
           refuse(call, "time", "a time such as 2.5 or 1/60, finite and not negative", text);
}

static bool take_step(run_options *o, const tool_call *call, const char *text) {
    return (read_time(text, &o->step) && o->step > 0.0) ||
           refuse(call, "step", "a time such as 0.01 or 1/60, finite and above 0", text);
}

static bool take_response(run_options *o, const tool_call *call, const char *text) {
    for (int i = CAROM_RESPONSE_KIND_STOP; i <= CAROM_RESPONSE_KIND_BOUNCE; i++) {
        const carom_response_kind kind = (carom_response_kind)i;
        if (strcmp(text, carom_response_kind_name(kind)) == 0) {
            o->response.kind = kind;
            return true;
        }
    }
    return refuse(call, "response", "bounce, slide or stop", text);
}

static bool take_restitution(run_options *o, const tool_call *call, const char *text) {
    o->has_restitution = true;
    return (read_amount(text, &o->response.restitution) && o->response.restitution <= 1.0) ||
           refuse(call, "restitution", "a number from 0 to 1", text);
}

static bool take_friction(run_options *o, const tool_call *call, const char *text) {
    o->has_friction = true;
    return read_amount(text, &o->response.friction) ||
           refuse(call, "friction", "a number, finite and not negative", text);
}

static bool take_gravity(run_options *o, const tool_call *call, const char *text) {
    const char *comma = strchr(text, ',');
    return (comma != NULL &&
            number_read(text, (size_t)(comma - text), &o->gravity.x) == NUMBER_OK &&
            number_read(comma + 1, strlen(comma + 1), &o->gravity.y) == NUMBER_OK) ||
           refuse(call, "gravity", "X,Y, two finite numbers such as 0,-9.81", text);
}

static bool take_events(run_options *o, const tool_call *call, const char *text) {
    if (strcmp(text, "-") == 0) {
        report(call->who,
               "--events: expected a file name, got -: the results go to standard output");
        return false;
    }
    int error = atomic_file_check(text);
    if (error != 0) {
        report(call->who, "--events %.300s: cannot write: %s", text, strerror(error));
        return false;
    }
    free(o->events);
    o->events = strdup(text);
    if (o->events == NULL) {
        report(call->who, "out of memory");
    }
    return o->events != NULL;
}

static bool take_threads(run_options *o, const tool_call *call, const char *text) {
    (void)o;
    return threads_take(call, text);
}

static bool take_option(const tool_call *call, void *data, int option, const char *text) {
    static bool (*const take[])(run_options *, const tool_call *, const char *) = {
        [OPTION_TIME] = take_time,         [OPTION_STEP] = take_step,
        [OPTION_RESPONSE] = take_response, [OPTION_RESTITUTION] = take_restitution,
        [OPTION_FRICTION] = take_friction, [OPTION_GRAVITY] = take_gravity,
        [OPTION_EVENTS] = take_events,     [OPTION_THREADS] = take_threads,
    };
    return take[option](data, call, text);
}

/// Returns the least number of steps that reach the end. Step k ends at k * step, rounded once.
/// These times are all different up to 2^52 steps, so that time advances.
static bool count_steps(run_options *o, const tool_call *call) {
    static const double most = 4503599627370496.0;
    double steps = ceil(o->time / o->step);
    if (!(steps <= most)) {
        char step[NUMBER_SIZE];
        char time[NUMBER_SIZE];
        int step_length = (int)number_write(step, o->step);
        int time_length = (int)number_write(time, o->time);
        report(call->who,
               "--step: %.*s is too small for --time %.*s: time would stop advancing; it must be "
               "above %.2g",
               step_length, step, time_length, time, o->time / most);
        return false;
    }
    // The quotient is rounded.
    while (steps > 1.0 && (steps - 1.0) * o->step >= o->time) {
        steps -= 1.0;
    }
    while (steps * o->step < o->time) {
        steps += 1.0;
    }
    o->steps = steps < 1.0 ? 1 : (uint64_t)steps;
    return true;
}

/// Reports an option that the chosen response does not use. Returns false if there is one.
static bool fit_response(const run_options *o, const tool_call *call) {
    const carom_response_kind kind = o->response.kind;
    const char *ignored = o->has_restitution && kind != CAROM_RESPONSE_KIND_BOUNCE ? "restitution"
                          : o->has_friction && kind == CAROM_RESPONSE_KIND_STOP    ? "friction"
                                                                                   : NULL;
    if (ignored != NULL) {
        report(call->who, "--%s: --response %s does not use it (see %s --help)", ignored,
               carom_response_kind_name(kind), call->who);
    }
    return ignored == NULL;
}

static bool fit_together(run_options *o, const answers *a) {
    const tool_call *call = a->call;
    if (!o->has_time) {
        report(call->who, "--time is missing: expected the duration of the run (see %s --help)",
               call->who);
        return false;
    }
    if (!fit_response(o, call)) {
        return false;
    }
    if (o->check && o->one_sided) {
        report(call->who, "--check does not support one-sided walls; leave out "
                          "--check or --one-sided");
        return false;
    }
    if (o->events != NULL && a->arguments.picture != NULL &&
        atomic_file_same(o->events, a->arguments.picture)) {
        report(call->who, "--events and --picture name the same file");
        return false;
    }
    for (int i = 0; o->events != NULL && i < 2; i++) {
        if (atomic_file_same(o->events, a->arguments.plain[i])) {
            report(call->who, "--events %s: this is the input file %s",
                   text_quoted_of(o->events, strlen(o->events)).at, i == 0 ? "BALLS" : "WALLS");
            return false;
        }
    }
    o->summary = o->summary || o->check;
    return count_steps(o, call);
}

int run_options_parse(run_options *o, answers *a) {
    *o = (run_options){.step = 1.0 / 60.0, .response = carom_bounce(1.0, 0.0)};
    struct poptOption options[] = {
        {"time", '\0', POPT_ARG_STRING, NULL, OPTION_TIME, "Duration of the run; required", "T"},
        {"step", '\0', POPT_ARG_STRING, NULL, OPTION_STEP,
         "Duration of a step (1/60); the last step is shortened to end at T", "DT"},
        {"response", '\0', POPT_ARG_STRING, NULL, OPTION_RESPONSE,
         "Response of a ball to a contact (bounce)", "bounce|slide|stop"},
        {"restitution", '\0', POPT_ARG_STRING, NULL, OPTION_RESTITUTION,
         "Coefficient of restitution of a bounce, 0 to 1 (1)", "E"},
        {"friction", '\0', POPT_ARG_STRING, NULL, OPTION_FRICTION,
         "Coefficient of friction of a bounce or slide (0)", "MU"},
        {"gravity", '\0', POPT_ARG_STRING, NULL, OPTION_GRAVITY, "Acceleration of all balls (0,0)",
         "X,Y"},
        {"one-sided", '\0', POPT_ARG_NONE, &o->one_sided, 0,
         "Make the walls one-sided: balls pass from the right of a->b; no in the column one_sided "
         "exempts a wall",
         NULL},
        {"balls-collide", '\0', POPT_ARG_NONE, &o->balls_collide, 0,
         "Balls collide with each other; their masses are in proportion to r * r", NULL},
        {"events", '\0', POPT_ARG_STRING, NULL, OPTION_EVENTS, "Write every contact to FILE as CSV",
         "FILE"},
        {"summary", '\0', POPT_ARG_NONE, &o->summary, 0,
         "Print counts, times and memory on standard error at the end", NULL},
        {"check", '\0', POPT_ARG_NONE, &o->check, 0,
         "Verify every path and position of every ball exactly; implies --summary", NULL},
        THREADS_OPTION(OPTION_THREADS),
        POPT_TABLEEND,
    };
    int status =
        arguments_parse(&a->arguments, a->call, (own_options){options, take_option, o}, 2, 2);
    return status != ARGUMENTS_GO || fit_together(o, a) ? status : EXIT_BAD;
}

/// Step k starts at k * DT. It is one product, so that the time does not drift.
double run_step_start(const run_options *o, uint64_t step) {
    return (double)step * o->step;
}

double run_step_length(const run_options *o, uint64_t step) {
    return step + 1 < o->steps ? o->step : o->time - run_step_start(o, step);
}

void run_options_free(run_options *o) {
    free(o->events);
    *o = (run_options){0};
}
