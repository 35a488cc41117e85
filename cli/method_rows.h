// Answers rows of `relate` and `sweep` by a published method, next to the exact answer.
// Room: cli.
#ifndef CAROM_CLI_METHOD_ROWS_H
#define CAROM_CLI_METHOD_ROWS_H

#include "answers.h"
#include "method.h"

/// The header lines of the answers.
#define METHOD_RELATE_COLUMNS "row,collides,exact,verdict,px,py,nx,ny,depth"
#define METHOD_SWEEP_COLUMNS "row,kind,t,x,y,nx,ny,end_x,end_y,exact_kind,exact_t,verdict"

/// Answers the current row and prints the answer, or the steps of the method with --steps.
table_status method_rows_relate(answers *a, table *pairs, const method_choice *choice);
table_status method_rows_sweep(answers *a, table *pairs, const method_choice *choice);

#endif
