// The native side of the web benchmark. It makes the same data as bench_scenes and bench_run and
// writes it to a folder. Then it times one question per line of standard input, so that its rounds
// alternate with those in JavaScript. Room: bench.
//
//     native DIR CIRCLES BATCHES    first prints what it is, then for every line QUESTION [BATCH]
//                                   nanoseconds a case, answers, checksum
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "carom/carom.h"

#include "../pair_data.h"
#include "../random_source.h"
#include "../rounds.h"
#include "../scene_data.h"
#include "../sweep_data.h"

namespace {

constexpr std::size_t wall_count = 100000;
constexpr std::size_t single_count = 65536;

/// Arrays of one length, one after the other in a file, identified by their position.
using columns = std::vector<std::vector<double>>;

struct answer {
    double nanoseconds;
    std::size_t count;
    std::uint32_t checksum;
};

// FNV-1a over 32-bit words; JavaScript computes the same.
std::uint32_t checksum_of(const std::vector<std::uint32_t> &words) {
    std::uint32_t sum = 2166136261u;
    for (const std::uint32_t word : words)
        sum = (sum ^ word) * 16777619u;
    return sum;
}

void write(const std::string &path, const columns &all) {
    std::FILE *file = std::fopen(path.c_str(), "wb");
    bool done = file != nullptr;
    for (const std::vector<double> &column : all)
        done = done &&
               std::fwrite(column.data(), sizeof(double), column.size(), file) == column.size();
    if (file == nullptr || std::fclose(file) != 0 || !done) {
        std::fprintf(stderr, "native: cannot write %s\n", path.c_str());
        std::exit(2);
    }
}

template <typename T> columns columns_of(const std::vector<T> &all, std::size_t width) {
    static_assert(sizeof(T) % sizeof(double) == 0, "rows of doubles");
    columns out(width, std::vector<double>(all.size()));
    for (std::size_t i = 0; i < all.size(); i++)
        for (std::size_t k = 0; k < width; k++)
            out[k][i] = reinterpret_cast<const double *>(&all[i])[k];
    return out;
}

columns columns_of_walls(const bench::walls &all) {
    columns out(4);
    for (const carom_wall &wall : all) {
        out[0].push_back(wall.a.x);
        out[1].push_back(wall.a.y);
        out[2].push_back(wall.b.x);
        out[3].push_back(wall.b.y);
    }
    return out;
}

carom_circle_soa batch_of(const columns &all, std::size_t batch, std::size_t count) {
    const std::size_t at = batch * count;
    return {&all[0][at], &all[1][at], &all[2][at], 0, CAROM_NUMBER_DOUBLE, count};
}

class scene_side {
  public:
    scene_side(std::size_t circles, std::size_t batches)
        : count(circles), all(bench::uniform_walls(wall_count)),
          around(columns_of(bench::circles_among(wall_count, circles * batches), 3)),
          moving(columns_of(bench::casts_among(wall_count, circles * batches), 5)), hits(circles) {
        if (carom_scene_create(all.data(), all.size(), nullptr, nullptr, &scene, nullptr) !=
            CAROM_STATUS_OK)
            std::exit(2);
    }
    ~scene_side() {
        carom_scene_destroy(scene, nullptr);
    }
    scene_side(const scene_side &) = delete;
    scene_side &operator=(const scene_side &) = delete;

    void write_into(const std::string &folder) const {
        write(folder + "/walls.f64", columns_of_walls(all));
        write(folder + "/circles.f64", around);
        write(folder + "/casts.f64", moving);
    }
    answer touching(std::size_t batch) {
        const carom_circle_soa circles = batch_of(around, batch, count);
        carom_circle_lists lists = {};
        const double seconds = bench::seconds_of([&] {
            if (carom_scene_touching_batch(scene, &circles, CAROM_CONTACT_RULE_CLOSED_DISC, nullptr,
                                           SIZE_MAX, nullptr, nullptr, &lists) != CAROM_STATUS_OK)
                std::exit(2);
        });
        const std::size_t pairs = lists.offsets[count];
        const auto *walls = static_cast<const std::uint32_t *>(lists.items);
        const answer found = {1e9 * seconds / static_cast<double>(count), pairs,
                              checksum_of({walls, walls + pairs})};
        carom_circle_lists_release(&lists, nullptr);
        return found;
    }
    answer first(std::size_t batch) {
        const std::size_t at = batch * count;
        const carom_moving_circle_soa movers = {batch_of(moving, batch, count), &moving[3][at],
                                                &moving[4][at]};
        const double seconds = bench::seconds_of([&] {
            if (carom_scene_sweep_batch(scene, &movers, nullptr, nullptr, nullptr, hits.data()) !=
                CAROM_STATUS_OK)
                std::exit(2);
        });
        std::vector<std::uint32_t> met;
        std::size_t contacts = 0;
        for (const carom_scene_hit &hit : hits) {
            met.push_back(static_cast<std::uint32_t>(hit.index));
            contacts += hit.sweep.kind >= CAROM_SWEEP_KIND_GRAZE;
        }
        return {1e9 * seconds / static_cast<double>(count), contacts, checksum_of(met)};
    }

  private:
    std::size_t count;
    bench::walls all;
    columns around, moving;
    std::vector<carom_scene_hit> hits;
    carom_scene *scene = nullptr;
};

/// One circle and one wall at a time.
struct single {
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
};

std::vector<single> singles_of(const std::vector<bench::pair> &pairs) {
    std::vector<single> out;
    for (const bench::pair &p : pairs)
        out.push_back({carom_circle_make({p.cx, p.cy}, p.r),
                       {0.0, 0.0},
                       carom_segment({p.ax, p.ay}, {p.bx, p.by})});
    return out;
}

std::vector<single> singles_of(const std::vector<bench::sweep> &sweeps) {
    std::vector<single> out;
    for (const bench::sweep &s : sweeps)
        out.push_back({carom_circle_make({s.cx, s.cy}, s.r),
                       {s.vx, s.vy},
                       carom_segment({s.ax, s.ay}, {s.bx, s.by})});
    return out;
}

/// `ask` adds its result to a sum, so that the compiler cannot remove it. The count is of the calls
/// that return true.
template <typename Ask> answer time_singles(const std::vector<single> &all, const Ask &ask) {
    std::size_t count = 0;
    double sum = 0.0;
    const double seconds = bench::seconds_of([&] {
        for (const single &one : all)
            count += ask(one, sum) ? 1 : 0;
    });
    return {1e9 * seconds / static_cast<double>(all.size()), count,
            static_cast<std::uint32_t>(static_cast<std::int64_t>(sum))};
}

bool ask_relate(const single &one, double &) {
    return carom_circle_relate(one.circle, one.wall) >= CAROM_RELATION_TOUCHING;
}

bool ask_contact(const single &one, double &sum) {
    const carom_contact contact = carom_circle_contact(one.circle, one.wall);
    sum += contact.depth;
    return contact.relation >= CAROM_RELATION_TOUCHING;
}

bool ask_sweep(const single &one, double &sum) {
    const carom_sweep sweep = carom_circle_sweep(one.circle, one.move, one.wall);
    sum += sweep.t;
    return sweep.kind >= CAROM_SWEEP_KIND_GRAZE;
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 4) {
        std::fputs("usage: native DIR CIRCLES BATCHES\n", stderr);
        return 2;
    }
    const std::string folder = argv[1];
    scene_side scene(std::strtoul(argv[2], nullptr, 10), std::strtoul(argv[3], nullptr, 10));
    const std::vector<bench::pair> pairs = bench::generic_pairs(single_count, 1.0 / 3.0);
    const std::vector<bench::sweep> sweeps = bench::mixed_sweeps(single_count, false);
    scene.write_into(folder);
    write(folder + "/pairs.f64", columns_of(pairs, 7));
    write(folder + "/sweeps.f64", columns_of(sweeps, 9));
    const std::vector<single> still = singles_of(pairs), moving = singles_of(sweeps);

    const std::map<std::string, std::function<answer(std::size_t)>> questions = {
        {"touching", [&](std::size_t batch) { return scene.touching(batch); }},
        {"first", [&](std::size_t batch) { return scene.first(batch); }},
        {"relate", [&](std::size_t) { return time_singles(still, ask_relate); }},
        {"contact", [&](std::size_t) { return time_singles(still, ask_contact); }},
        {"sweep", [&](std::size_t) { return time_singles(moving, ask_sweep); }},
    };
    std::printf("%s;gcc %s;%s;%llu\n", CAROM_VERSION_STRING, __VERSION__,
                carom_batch_instruction_set(), static_cast<unsigned long long>(bench::seed));
    std::fflush(stdout);

    char question[16];
    unsigned long batch = 0;
    while (std::scanf("%15s %lu", question, &batch) == 2) {
        const answer told = questions.at(question)(batch);
        std::printf("%.4f %zu %u\n", told.nanoseconds, told.count, told.checksum);
        std::fflush(stdout);
    }
    return 0;
}
