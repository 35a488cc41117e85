// Random numbers from a 64-bit generator, without the distributions of the standard library, which
// differ between implementations. Room: bench.
#ifndef BENCH_RANDOM_SOURCE_H
#define BENCH_RANDOM_SOURCE_H

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace bench {

/// The seed of all data sets, each with its own stream. The report prints it.
constexpr std::uint64_t seed = 20240517;

class random_source {
  public:
    explicit random_source(std::uint64_t stream) : engine(seed + stream) {
    }
    double within(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine() >> 11) * 0x1p-53);
    }
    int integer(int low, int high) {
        return low + static_cast<int>(engine() % static_cast<std::uint64_t>(high - low + 1));
    }
    /// x moved by up to `most` ulp, up or down.
    double nudged(double x, int most) {
        const int steps = integer(-most, most);
        for (int step = 0; step < std::abs(steps); step++)
            x = std::nextafter(x, steps < 0 ? 0.0 : 1e9);
        return x;
    }

  private:
    std::mt19937_64 engine;
};

/// Sides and hypotenuse of right triangles in integers.
struct triple {
    int p, q, h;
};

/// A Pythagorean triple, the sides in either order and with either sign.
triple random_triple(random_source &random);

} // namespace bench

#endif
