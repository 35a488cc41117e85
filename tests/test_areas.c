// The contract of areas.
#include "verdicts.h"
int main(void) { return 0; }
