// Rows of `relate` and `sweep` answered by a published method, next to the truth.
// Layer: cli.
#ifndef CAROM_CLI_BY_METHOD_H
#define CAROM_CLI_BY_METHOD_H

#include "answers.h"
#include "method.h"

/// The header lines of the answers.
#define BY_METHOD_RELATE_COLUMNS "row,collides,exact,verdict,px,py,nx,ny,depth"
#define BY_METHOD_SWEEP_COLUMNS "row,kind,t,x,y,nx,ny,end_x,end_y,exact_kind,exact_t,verdict"

/// Answers the current row and prints that, or, if so chosen, the steps that lead there.
table_status by_method_relate_row(answers *a, table *pairs, const method_choice *choice);
table_status by_method_sweep_row(answers *a, table *pairs, const method_choice *choice);

#endif
