// Answers rows of `relate` and `sweep` by a published method, next to the exact answer.
// Method: the numbers of a method are printed unchanged, including nan and inf, because they show
// its errors.
// Room: cli.
#include "method_rows.h"

#include <math.h>
#include <string.h>

#include "csv/number.h"
#include "csv/text.h"

static const char *yes_no(bool yes) {
    return yes ? "yes" : "no";
}

static void print_text(output *o, const char *text) {
    output_raw(o, text, strlen(text));
}

static void print_step_number(output *o, const char *before, double value) {
    char number[NUMBER_SIZE];
    const size_t length = number_write(number, value);
    print_text(o, before);
    output_raw(o, number, length);
}

/// Prints the steps of a row as text: its name, a line for each step, and the result.
static void print_steps(output *o, const table *pairs, const carom_classic_steps *steps) {
    char number[NAME_NUMBER_SIZE];
    const table_text name = name_of_row(row_id(pairs), pairs->row, number);
    char clean[400];
    text_clean(clean, sizeof clean, 80, name.at, name.length);
    print_text(o, "row ");
    print_text(o, clean);
    print_text(o, "\n");
    for (int i = 0; i < steps->count; i++) {
        const carom_classic_step *step = &steps->step[i];
        print_text(o, "  ");
        print_text(o, step->text);
        if (step->count == 2) {
            print_step_number(o, ": (", step->value[0]);
            print_step_number(o, ", ", step->value[1]);
            print_text(o, ")\n");
        } else {
            print_step_number(o, ": ", step->value[0]);
            print_text(o, "\n");
        }
    }
}

static void print_conclusion(output *o, const char *method, const char *truth,
                             carom_classic_verdict verdict) {
    print_text(o, "  => ");
    print_text(o, method);
    print_text(o, "; exact: ");
    print_text(o, truth);
    print_text(o, "; ");
    print_text(o, carom_classic_verdict_name(verdict));
    print_text(o, "\n");
}

static void print_point_or_empty(output *o, bool has, carom_vec2 p) {
    if (has) {
        output_point(o, p);
    } else {
        output_empty(o, 2);
    }
}

/// Writes the depenetration vector as direction and length, of any size. hypot differs between
/// machines.
static void print_offset(output *o, const carom_classic_contact *k) {
    if (!k->has_offset) {
        output_empty(o, 3);
        return;
    }
    int exponent = 0;
    const double larger = fmax(fabs(k->offset.x), fabs(k->offset.y));
    if (isfinite(larger)) {
        frexp(larger, &exponent);
    }
    const carom_vec2 v = {ldexp(k->offset.x, -exponent), ldexp(k->offset.y, -exponent)};
    const double length = sqrt(v.x * v.x + v.y * v.y);
    output_point(o, carom_vec2_make(v.x / length, v.y / length));
    output_number(o, ldexp(length, exponent));
}

table_status method_rows_relate(answers *a, table *pairs, const method_choice *choice) {
    const carom_vec2 still = {0.0, 0.0};
    carom_circle circle;
    carom_wall wall;
    if (row_circle(pairs, 1, &circle) != TABLE_ROW || row_wall(pairs, 4, &wall) != TABLE_ROW ||
        method_check_wall(pairs, choice->method, wall) != TABLE_ROW) {
        return TABLE_BAD;
    }
    output *o = &a->out;
    carom_classic_steps steps = {.count = 0};
    const carom_classic_contact k = carom_classic_relate(choice->method, circle, wall, &steps);
    const bool truth = carom_classic_truth(choice->method, circle, still, wall);
    const carom_classic_verdict verdict = carom_classic_judge(choice->method, circle, still, wall);
    if (choice->steps) {
        print_steps(o, pairs, &steps);
        print_conclusion(o, yes_no(k.collides), yes_no(truth), verdict);
        return TABLE_ROW;
    }
    answers_print_row_name(o, pairs);
    output_word(o, yes_no(k.collides));
    output_word(o, yes_no(truth));
    output_word(o, carom_classic_verdict_name(verdict));
    print_point_or_empty(o, k.has_point, k.point);
    print_offset(o, &k);
    answers_end_current_row(a, pairs);
    return TABLE_ROW;
}

/// Returns the answer of a method and sets `truth` to the exact answer.
static void print_sweep(output *o, const carom_classic_sweep *s, const carom_sweep *truth,
                        carom_classic_verdict verdict) {
    output_word(o, s->hits ? "hit" : "miss");
    if (s->hits) {
        output_number(o, s->t);
        output_point(o, s->center);
        output_point(o, s->normal);
    } else {
        output_empty(o, 5);
    }
    output_point(o, s->end);
    output_word(o, carom_sweep_kind_name(truth->kind));
    if (truth->kind == CAROM_SWEEP_KIND_MISS) {
        output_empty(o, 1);
    } else {
        output_number(o, truth->t);
    }
    output_word(o, carom_classic_verdict_name(verdict));
}

table_status method_rows_sweep(answers *a, table *pairs, const method_choice *choice) {
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
    if (row_mover(pairs, 1, &circle, &move) != TABLE_ROW ||
        row_wall(pairs, 6, &wall) != TABLE_ROW ||
        method_check_wall(pairs, choice->method, wall) != TABLE_ROW ||
        method_check_rest(pairs, choice->method, wall) != TABLE_ROW) {
        return TABLE_BAD;
    }
    output *o = &a->out;
    carom_classic_steps steps = {.count = 0};
    const carom_classic_sweep s =
        carom_classic_sweep_circle(choice->method, circle, move, wall, &steps);
    const carom_sweep truth = carom_circle_sweep(circle, move, wall);
    const carom_classic_verdict verdict = carom_classic_judge(choice->method, circle, move, wall);
    if (choice->steps) {
        print_steps(o, pairs, &steps);
        print_conclusion(o, s.hits ? "hit" : "miss", carom_sweep_kind_name(truth.kind), verdict);
        return TABLE_ROW;
    }
    answers_print_row_name(o, pairs);
    print_sweep(o, &s, &truth, verdict);
    answers_end_current_row(a, pairs);
    return TABLE_ROW;
}
