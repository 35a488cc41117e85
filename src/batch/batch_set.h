// The batch kernels of one instruction set: batch_lanes.h over doubles, then over floats, and the
// table.
//
// The including file chooses the lanes and defines CAROM_BATCH_SET, the name of the table, and
// CAROM_SET_NAME, the name of the set. Room: batch.
#include "batch/batch.h"
#include "simd/lanes.h"

// A box test that fails costs as much as BOX_COST successful ones save. The first BOX_CREDIT pairs
// are tested in any case.
enum { BOX_COST = 16, BOX_CREDIT = 128 };

#define LANES lanes64
#define LANES_COUNT LANES64
#define LANES_(name) lanes64_##name
#define REAL double
#define KERNEL(name) name##_of_doubles
#define ERROR 0x1p-47
#define FLOOR 0x1p-480
#define RIM_ERROR 0x1p-49
#define RIM_FLOOR 0x1p-1019
#include "batch/batch_lanes.h"
#undef LANES
#undef LANES_COUNT
#undef LANES_
#undef REAL
#undef KERNEL
#undef ERROR
#undef FLOOR
#undef RIM_ERROR
#undef RIM_FLOOR

#ifndef CAROM_SMALL
#define LANES lanes32
#define LANES_COUNT LANES32
#define LANES_(name) lanes32_##name
#define REAL float
#define KERNEL(name) name##_of_floats
#define ERROR 0x1p-18f
#define FLOOR 0x1p-48f
#define RIM_ERROR 0x1p-20f
#define RIM_FLOOR 0x1p-123f
#include "batch/batch_lanes.h"
#endif

#ifdef CAROM_SMALL
const carom_batch_kernels CAROM_BATCH_SET = {.name = CAROM_SET_NAME,
                                             .of_doubles = {.pairs = pairs_of_doubles}};
#else
const carom_batch_kernels CAROM_BATCH_SET = {
    CAROM_SET_NAME,
    {bare_of_doubles, walls_of_doubles, pairs_of_doubles, rim_walls_of_doubles,
     rim_pairs_of_doubles},
    {bare_of_floats, walls_of_floats, pairs_of_floats, rim_walls_of_floats, rim_pairs_of_floats}};
#endif
