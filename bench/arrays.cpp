// One circle against many walls, in arrays that fit into the L1 cache. Compares Carom's exact
// batches with the best naive kernels that we could write by hand. The output is the same.
//
// There are two naive kernels, each for AVX2 with FMA: one clamps the parameter, with a division,
// and one multiplies out instead. All count the hits and write a byte per wall. Room: bench.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "carom/batch.h"
#include "peer.h"
#include "random_source.h"
#include "timed.h"

namespace bench {
namespace {

constexpr std::size_t wall_count = 1024, circle_count = 64;

/// Walls and circles as numbers of one type. Coordinates are floats, so that both types ask the
/// same question.
template <class Number> struct array_data {
    std::vector<Number> ax, ay, bx, by, wall_radius;
    std::vector<carom_circle> circles;
};

// ---- Carom ----

template <class Number> constexpr carom_number number_of = CAROM_NUMBER_DOUBLE;
template <> constexpr carom_number number_of<float> = CAROM_NUMBER_FLOAT;

template <class Number>
using kernel = std::size_t (*)(const array_data<Number> &data, carom_circle circle,
                               unsigned char *verdicts);

enum class extras { none, wall_radii };

template <class Number, extras with = extras::none,
          carom_contact_rule touch = CAROM_CONTACT_RULE_CLOSED_DISC>
std::size_t carom_batch(const array_data<Number> &data, carom_circle c, unsigned char *verdicts) {
    carom_wall_soa walls = {};
    walls.ax = data.ax.data(), walls.ay = data.ay.data();
    walls.bx = data.bx.data(), walls.by = data.by.data();
    walls.radius = with == extras::wall_radii ? data.wall_radius.data() : nullptr;
    walls.number = number_of<Number>;
    walls.count = wall_count;
    return carom_batch_walls(c, &walls, 0, wall_count, touch, nullptr, verdicts);
}

template <class Number>
std::size_t carom_count(const array_data<Number> &data, carom_circle c, unsigned char *) {
    return carom_batch(data, c, nullptr);
}

template <class Number>
std::size_t carom_calls(const array_data<Number> &data, carom_circle c, unsigned char *verdicts) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < wall_count; i++) {
        const carom_vec2 a = {static_cast<double>(data.ax[i]), static_cast<double>(data.ay[i])};
        const carom_vec2 b = {static_cast<double>(data.bx[i]), static_cast<double>(data.by[i])};
        hits += verdicts[i] = carom_circle_touches(c, carom_segment(a, b));
    }
    return hits;
}

// An array of carom_wall, as a game has it: strides instead of packed arrays.
std::size_t carom_structs(const array_data<double> &data, carom_circle c, unsigned char *verdicts) {
    static std::vector<carom_wall> walls;
    static const array_data<double> *of = nullptr;
    if (of != &data) {
        of = &data;
        walls.clear();
        for (std::size_t i = 0; i < wall_count; i++)
            walls.push_back(carom_segment(carom_vec2_make(data.ax[i], data.ay[i]),
                                          carom_vec2_make(data.bx[i], data.by[i])));
    }
    const carom_wall *w = walls.data();
    carom_wall_soa arrays = {};
    arrays.ax = &w->a.x, arrays.ay = &w->a.y, arrays.bx = &w->b.x, arrays.by = &w->b.y;
    arrays.stride = sizeof *w;
    arrays.number = CAROM_NUMBER_DOUBLE;
    arrays.count = wall_count;
    return carom_batch_walls(c, &arrays, 0, wall_count, CAROM_CONTACT_RULE_CLOSED_DISC, nullptr,
                             verdicts);
}

// ---- data ----

struct recipe {
    const char *name;
    /// The greatest length of a wall in a square of side 100, and the fraction of pairs that touch.
    double length, fraction;
};

constexpr recipe recipes[] = {{"short_few", 2.0, 0.002},
                              {"few", 40.0, 0.01},
                              {"some", 40.0, 0.1},
                              {"third", 40.0, 1.0 / 3.0}};

double as_float(double x) {
    return static_cast<double>(static_cast<float>(x));
}

array_data<double> make_data(const recipe &r) {
    random_source random(31);
    array_data<double> data;
    for (std::size_t i = 0; i < wall_count; i++) {
        const double angle = random.within(0.0, 6.283185307179586);
        const double length = random.within(0.0, r.length);
        const double x = random.within(0.0, 100.0), y = random.within(0.0, 100.0);
        data.ax.push_back(as_float(x));
        data.ay.push_back(as_float(y));
        data.bx.push_back(as_float(x + length * std::cos(angle)));
        data.by.push_back(as_float(y + length * std::sin(angle)));
    }
    data.wall_radius.assign(wall_count, 0.0);
    for (std::size_t k = 0; k < circle_count; k++) {
        const double x = as_float(random.within(0.0, 100.0));
        const double y = as_float(random.within(0.0, 100.0));
        data.circles.push_back(carom_circle_make(carom_vec2_make(x, y), 0.0));
    }
    // The radius at which about the wanted fraction touches.
    const auto wanted =
        static_cast<std::size_t>(r.fraction * static_cast<double>(wall_count * circle_count));
    double low = 0.0, high = 100.0;
    for (int step = 0; step < 40; step++) {
        const double middle = as_float(0.5 * (low + high));
        std::size_t hits = 0;
        for (carom_circle &c : data.circles) {
            c.radius = middle;
            hits += carom_batch(data, c, nullptr);
        }
        (hits < wanted ? low : high) = middle;
    }
    return data;
}

array_data<float> as_floats(const array_data<double> &from) {
    array_data<float> to;
    const auto convert = [](const std::vector<double> &x) {
        std::vector<float> y;
        for (const double v : x)
            y.push_back(static_cast<float>(v));
        return y;
    };
    to.ax = convert(from.ax);
    to.ay = convert(from.ay);
    to.bx = convert(from.bx);
    to.by = convert(from.by);
    to.wall_radius = convert(from.wall_radius);
    to.circles = from.circles;
    return to;
}

// ---- by hand ----

#ifdef __x86_64__

#define BENCH_AVX2 __attribute__((target("avx2,fma,popcnt")))

// Row i holds the bits of i in a byte each.
struct byte_rows {
    unsigned char row[256][8];
    byte_rows() {
        for (unsigned i = 0; i < 256; i++)
            for (unsigned bit = 0; bit < 8; bit++)
                row[i][bit] = static_cast<unsigned char>(i >> bit & 1U);
    }
};
const byte_rows bytes;

BENCH_AVX2 std::size_t naive_clamp_of(const array_data<double> &d, carom_circle c,
                                      unsigned char *verdicts) {
    const __m256d cx = _mm256_set1_pd(c.center.x), cy = _mm256_set1_pd(c.center.y);
    const __m256d r2 = _mm256_set1_pd(c.radius * c.radius);
    const __m256d zero = _mm256_setzero_pd(), one = _mm256_set1_pd(1.0);
    std::size_t hits = 0;
    for (std::size_t i = 0; i < wall_count; i += 4) {
        const __m256d ax = _mm256_loadu_pd(&d.ax[i]), ay = _mm256_loadu_pd(&d.ay[i]);
        const __m256d ux = _mm256_sub_pd(_mm256_loadu_pd(&d.bx[i]), ax);
        const __m256d uy = _mm256_sub_pd(_mm256_loadu_pd(&d.by[i]), ay);
        const __m256d wx = _mm256_sub_pd(cx, ax), wy = _mm256_sub_pd(cy, ay);
        const __m256d dot = _mm256_fmadd_pd(wx, ux, _mm256_mul_pd(wy, uy));
        const __m256d len2 = _mm256_fmadd_pd(ux, ux, _mm256_mul_pd(uy, uy));
        const __m256d t = _mm256_min_pd(_mm256_max_pd(_mm256_div_pd(dot, len2), zero), one);
        const __m256d dx = _mm256_fnmadd_pd(t, ux, wx), dy = _mm256_fnmadd_pd(t, uy, wy);
        const __m256d dist2 = _mm256_fmadd_pd(dx, dx, _mm256_mul_pd(dy, dy));
        const auto bits =
            static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(dist2, r2, _CMP_LE_OQ)));
        std::memcpy(verdicts + i, bytes.row[bits], 4);
        hits += static_cast<std::size_t>(__builtin_popcount(bits));
    }
    return hits;
}

// (u x w)^2 + m^2 <= r^2 |u|^2, m = w.u - clamp(w.u, 0, |u|^2)
BENCH_AVX2 std::size_t naive_product_of(const array_data<double> &d, carom_circle c,
                                        unsigned char *verdicts) {
    const __m256d cx = _mm256_set1_pd(c.center.x), cy = _mm256_set1_pd(c.center.y);
    const __m256d r2 = _mm256_set1_pd(c.radius * c.radius), zero = _mm256_setzero_pd();
    std::size_t hits = 0;
    for (std::size_t i = 0; i < wall_count; i += 4) {
        const __m256d ax = _mm256_loadu_pd(&d.ax[i]), ay = _mm256_loadu_pd(&d.ay[i]);
        const __m256d ux = _mm256_sub_pd(_mm256_loadu_pd(&d.bx[i]), ax);
        const __m256d uy = _mm256_sub_pd(_mm256_loadu_pd(&d.by[i]), ay);
        const __m256d wx = _mm256_sub_pd(cx, ax), wy = _mm256_sub_pd(cy, ay);
        const __m256d dot = _mm256_fmadd_pd(wx, ux, _mm256_mul_pd(wy, uy));
        const __m256d len2 = _mm256_fmadd_pd(ux, ux, _mm256_mul_pd(uy, uy));
        const __m256d cross = _mm256_fmsub_pd(ux, wy, _mm256_mul_pd(uy, wx));
        const __m256d m = _mm256_sub_pd(dot, _mm256_min_pd(_mm256_max_pd(dot, zero), len2));
        const __m256d lhs = _mm256_fmadd_pd(m, m, _mm256_mul_pd(cross, cross));
        const auto bits = static_cast<unsigned>(
            _mm256_movemask_pd(_mm256_cmp_pd(lhs, _mm256_mul_pd(r2, len2), _CMP_LE_OQ)));
        std::memcpy(verdicts + i, bytes.row[bits], 4);
        hits += static_cast<std::size_t>(__builtin_popcount(bits));
    }
    return hits;
}

BENCH_AVX2 std::size_t naive_clamp_of(const array_data<float> &d, carom_circle c,
                                      unsigned char *verdicts) {
    const auto r = static_cast<float>(c.radius);
    const __m256 cx = _mm256_set1_ps(static_cast<float>(c.center.x));
    const __m256 cy = _mm256_set1_ps(static_cast<float>(c.center.y));
    const __m256 r2 = _mm256_set1_ps(r * r), zero = _mm256_setzero_ps();
    const __m256 one = _mm256_set1_ps(1.0F);
    std::size_t hits = 0;
    for (std::size_t i = 0; i < wall_count; i += 8) {
        const __m256 ax = _mm256_loadu_ps(&d.ax[i]), ay = _mm256_loadu_ps(&d.ay[i]);
        const __m256 ux = _mm256_sub_ps(_mm256_loadu_ps(&d.bx[i]), ax);
        const __m256 uy = _mm256_sub_ps(_mm256_loadu_ps(&d.by[i]), ay);
        const __m256 wx = _mm256_sub_ps(cx, ax), wy = _mm256_sub_ps(cy, ay);
        const __m256 dot = _mm256_fmadd_ps(wx, ux, _mm256_mul_ps(wy, uy));
        const __m256 len2 = _mm256_fmadd_ps(ux, ux, _mm256_mul_ps(uy, uy));
        const __m256 t = _mm256_min_ps(_mm256_max_ps(_mm256_div_ps(dot, len2), zero), one);
        const __m256 dx = _mm256_fnmadd_ps(t, ux, wx), dy = _mm256_fnmadd_ps(t, uy, wy);
        const __m256 dist2 = _mm256_fmadd_ps(dx, dx, _mm256_mul_ps(dy, dy));
        const auto bits =
            static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(dist2, r2, _CMP_LE_OQ)));
        std::memcpy(verdicts + i, bytes.row[bits], 8);
        hits += static_cast<std::size_t>(__builtin_popcount(bits));
    }
    return hits;
}

BENCH_AVX2 std::size_t naive_product_of(const array_data<float> &d, carom_circle c,
                                        unsigned char *verdicts) {
    const auto r = static_cast<float>(c.radius);
    const __m256 cx = _mm256_set1_ps(static_cast<float>(c.center.x));
    const __m256 cy = _mm256_set1_ps(static_cast<float>(c.center.y));
    const __m256 r2 = _mm256_set1_ps(r * r), zero = _mm256_setzero_ps();
    std::size_t hits = 0;
    for (std::size_t i = 0; i < wall_count; i += 8) {
        const __m256 ax = _mm256_loadu_ps(&d.ax[i]), ay = _mm256_loadu_ps(&d.ay[i]);
        const __m256 ux = _mm256_sub_ps(_mm256_loadu_ps(&d.bx[i]), ax);
        const __m256 uy = _mm256_sub_ps(_mm256_loadu_ps(&d.by[i]), ay);
        const __m256 wx = _mm256_sub_ps(cx, ax), wy = _mm256_sub_ps(cy, ay);
        const __m256 dot = _mm256_fmadd_ps(wx, ux, _mm256_mul_ps(wy, uy));
        const __m256 len2 = _mm256_fmadd_ps(ux, ux, _mm256_mul_ps(uy, uy));
        const __m256 cross = _mm256_fmsub_ps(ux, wy, _mm256_mul_ps(uy, wx));
        const __m256 m = _mm256_sub_ps(dot, _mm256_min_ps(_mm256_max_ps(dot, zero), len2));
        const __m256 lhs = _mm256_fmadd_ps(m, m, _mm256_mul_ps(cross, cross));
        const auto bits = static_cast<unsigned>(
            _mm256_movemask_ps(_mm256_cmp_ps(lhs, _mm256_mul_ps(r2, len2), _CMP_LE_OQ)));
        std::memcpy(verdicts + i, bytes.row[bits], 8);
        hits += static_cast<std::size_t>(__builtin_popcount(bits));
    }
    return hits;
}

bool has_avx2() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

#endif

// ---- the runs ----

// The number of verdicts that differ from those of the single calls.
template <class Number> long compare(const array_data<Number> &data, kernel<Number> run) {
    std::vector<unsigned char> theirs(wall_count), ours(wall_count);
    long differ = 0;
    for (const carom_circle &c : data.circles) {
        run(data, c, theirs.data());
        carom_calls(data, c, ours.data());
        for (std::size_t i = 0; i < wall_count; i++)
            differ += theirs[i] != ours[i] ? 1 : 0;
    }
    return differ;
}

template <class Number>
long add(const std::string &set, const char *name, std::shared_ptr<const array_data<Number>> data,
         kernel<Number> run, bool compared) {
    const long differ = compared ? compare(*data, run) : 0;
    const char *number = sizeof(Number) == 8 ? "doubles" : "floats";
    const std::string title = "arrays/" + set + "/" + number + "/" + name;
    const auto run_all = [data, run] {
        unsigned char verdicts[wall_count];
        long hits = 0;
        for (const carom_circle &c : data->circles) {
            hits += static_cast<long>(run(*data, c, verdicts));
            benchmark::DoNotOptimize(verdicts[0]);
        }
        return hits;
    };
    add_timed(title, wall_count * circle_count, "hits", run_all,
              {{"differ", static_cast<double>(differ)}});
    return differ;
}

template <class Number>
long add_all(const std::string &set, const std::shared_ptr<const array_data<Number>> &data) {
    long differ = add<Number>(set, "carom", data, carom_batch<Number>, true);
    differ += add<Number>(set, "carom_thick", data, carom_batch<Number, extras::wall_radii>, true);
    add<Number>(set, "carom_count", data, carom_count<Number>, false);
    add<Number>(set, "carom_ring", data, carom_batch<Number, extras::none, CAROM_CONTACT_RULE_RING>,
                false);
    add<Number>(set, "carom_calls", data, carom_calls<Number>, true);
#ifdef __x86_64__
    if (has_avx2()) {
        const kernel<Number> clamp = naive_clamp_of, product = naive_product_of;
        add<Number>(set, "naive_clamp", data, clamp, true);
        add<Number>(set, "naive_product", data, product, true);
    }
#endif
    return differ;
}

} // namespace

bool register_arrays() {
    long differ = 0;
    for (const recipe &r : recipes) {
        const auto doubles = std::make_shared<const array_data<double>>(make_data(r));
        differ += add_all<double>(r.name, doubles);
        differ += add<double>(r.name, "carom_structs", doubles, carom_structs, true);
        differ +=
            add_all<float>(r.name, std::make_shared<const array_data<float>>(as_floats(*doubles)));
    }
    if (differ != 0)
        std::fprintf(stderr, "bench: arrays: %ld verdicts of batches are not the calls'\n", differ);
    return differ == 0;
}

} // namespace bench
