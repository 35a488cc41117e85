// The right triangles in integers from which ties are made. Room: bench.
#include "random_source.h"

#include <utility>

namespace bench {
namespace {

constexpr triple triples[] = {{3, 4, 5},    {5, 12, 13}, {8, 15, 17},  {7, 24, 25},
                              {20, 21, 29}, {9, 40, 41}, {12, 35, 37}, {28, 45, 53}};

} // namespace

triple random_triple(random_source &random) {
    triple t = triples[random.integer(0, 7)];
    if (random.integer(0, 1) == 1)
        std::swap(t.p, t.q);
    if (random.integer(0, 1) == 1)
        t.p = -t.p;
    if (random.integer(0, 1) == 1)
        t.q = -t.q;
    return t;
}

} // namespace bench
