// What Frama-C reads of the reader of serialized scenes. reader.acsl has the contracts.
#define CAROM_PORTABLE
// Only asserts about numbers that are not integers are left out.
#define CAROM_ASSERT_FAILED(text, file, line) carom_proof_never()

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*@ requires \false;
    terminates \true;
    assigns \nothing; */
void carom_proof_never(void);

/*@ terminates \true;
    assigns \nothing; */
double carom_proof_magnitude(double x);
#define fabs(x) carom_proof_magnitude(x)

#include "carom/shapes.h"

/*@ terminates \true;
    assigns \nothing; */
bool carom_wall_is_valid(carom_wall wall);

/*@ terminates \true;
    assigns \nothing; */
carom_box carom_wall_box(carom_wall wall);

#include "scene/layout.c"
#include "scene/serialize.c"
