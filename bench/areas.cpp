// The benchmark of areas: which areas hold a point, with an index and without, and GEOS's prepared
// polygon for one area.
//
//     bench_areas FILE.csv [WALLS]     default: 1000000
//
// Sets: a fractal coast of three sizes, a comb and a saw of a tenth of the walls, and neighbours
// with fractal borders, of which every wall is there twice. Points: anywhere in the box, and within
// a tenth of a wall's length of a wall. GEOS takes a millisecond a point among teeth, and is not
// asked there. Exit status 1 if the answers of Carom's calls differ. Room: bench.
#include <geos_c.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "carom/areas.h"
#include "random_source.h"
#include "results.h"
#include "rounds.h"

namespace bench {
namespace {

constexpr std::size_t asked = 65536, asked_slowly = 512;
constexpr int rounds = 7;

using points = std::vector<carom_vec2>;
using walls = std::vector<carom_wall>;

void must(carom_status status) {
    if (status != CAROM_STATUS_OK) {
        std::fprintf(stderr, "bench_areas: %s\n", carom_status_name(status));
        std::exit(1);
    }
}

// ---- sets ----

// Moves the middle of a line aside, then those of its halves. The ends stay.
void roughen(random_source &random, points &line, std::size_t from, std::size_t to, double rough) {
    if (to - from < 2)
        return;
    const std::size_t middle = (from + to) / 2;
    const carom_vec2 a = line[from], b = line[to];
    const double aside = random.within(-rough, rough);
    line[middle] = {(a.x + b.x) / 2 - aside * (b.y - a.y), (a.y + b.y) / 2 + aside * (b.x - a.x)};
    roughen(random, line, from, middle, rough);
    roughen(random, line, middle, to, rough);
}

// A line of so many walls.
points rough_line(random_source &random, carom_vec2 a, carom_vec2 b, std::size_t count,
                  double rough) {
    points line(count + 1);
    line.front() = a;
    line.back() = b;
    roughen(random, line, 0, count, rough);
    return line;
}

void add_line(walls &all, const points &line, std::uint32_t area) {
    for (std::size_t i = 0; i + 1 < line.size(); i++) {
        all.push_back(carom_segment(line[i], line[i + 1]));
        all.back().group = area;
    }
}

walls coast_of(std::size_t count) {
    random_source random(501);
    const carom_vec2 corners[5] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    walls all;
    for (int side = 0; side < 4; side++)
        add_line(all, rough_line(random, corners[side], corners[side + 1], count / 4, 0.45), 1);
    return all;
}

// Teeth that are upright on both sides, or on none.
walls teeth_of(std::size_t count, bool is_saw) {
    points line = {{0, 0}};
    const std::size_t teeth = is_saw ? count / 2 : count / 4;
    for (std::size_t i = 0; i < teeth; i++) {
        const double x = static_cast<double>(i), width = static_cast<double>(teeth);
        line.push_back({(x + (is_saw ? 0.5 : 0.0)) / width, 1});
        if (!is_saw) {
            line.push_back({(x + 0.5) / width, 1});
            line.push_back({(x + 0.5) / width, 0.001});
        }
        line.push_back({(x + 1) / width, 0.001});
    }
    line.push_back({1, 0});
    line.push_back({0, 0});
    walls all;
    add_line(all, line, 1);
    return all;
}

// A row of neighbours above each other row, about 100 walls each.
walls neighbours_of(std::size_t count) {
    random_source random(502);
    const std::size_t side = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::sqrt(static_cast<double>(count) / 100)));
    points corners;
    for (std::size_t i = 0; i < (side + 1) * (side + 1); i++) {
        const double x = static_cast<double>(i % (side + 1)),
                     y = static_cast<double>(i / (side + 1));
        const double aside = random.within(-0.25, 0.25);
        corners.push_back({x + aside, y + random.within(-0.25, 0.25)});
    }
    const auto area_at = [&](std::size_t row, std::size_t column) {
        return static_cast<std::uint32_t>(row * side + column + 1);
    };
    walls all;
    for (std::size_t row = 0; row <= side; row++)
        for (std::size_t column = 0; column <= side; column++) {
            const carom_vec2 here = corners[row * (side + 1) + column];
            if (column < side) {
                const points line =
                    rough_line(random, here, corners[row * (side + 1) + column + 1], 25, 0.25);
                if (row < side)
                    add_line(all, line, area_at(row, column));
                if (row > 0)
                    add_line(all, line, area_at(row - 1, column));
            }
            if (row < side) {
                const points line =
                    rough_line(random, here, corners[(row + 1) * (side + 1) + column], 25, 0.25);
                if (column < side)
                    add_line(all, line, area_at(row, column));
                if (column > 0)
                    add_line(all, line, area_at(row, column - 1));
            }
        }
    return all;
}

// ---- points ----

points anywhere(const carom_scene *scene) {
    random_source random(503);
    const carom_box box = carom_scene_box(scene);
    points all(asked);
    for (carom_vec2 &p : all) {
        p.x = random.within(box.min.x, box.max.x);
        p.y = random.within(box.min.y, box.max.y);
    }
    return all;
}

points near_walls(const walls &all) {
    random_source random(504);
    points near(asked);
    for (carom_vec2 &p : near) {
        const carom_wall &wall =
            all[static_cast<std::size_t>(random.integer(0, static_cast<int>(all.size()) - 1))];
        const carom_vec2 u = carom_vec2_sub(wall.b, wall.a);
        const double along = random.within(0.0, 1.0), aside = random.within(-0.1, 0.1);
        p = {wall.a.x + along * u.x - aside * u.y, wall.a.y + along * u.y + aside * u.x};
    }
    return near;
}

// ---- GEOS ----

void ignore(const char *, ...) {
}

/// A ring as a prepared polygon, and points.
class geos_polygon {
  public:
    geos_polygon(const walls &ring, const points &all) {
        initGEOS(ignore, ignore);
        GEOSCoordSequence *line = GEOSCoordSeq_create(static_cast<unsigned>(ring.size() + 1), 2);
        for (unsigned i = 0; i <= ring.size(); i++)
            GEOSCoordSeq_setXY(line, i, ring[i % ring.size()].a.x, ring[i % ring.size()].a.y);
        polygon = GEOSGeom_createPolygon(GEOSGeom_createLinearRing(line), nullptr, 0);
        prepared = GEOSPrepare(polygon);
        for (const carom_vec2 &p : all)
            places.push_back(GEOSGeom_createPointFromXY(p.x, p.y));
    }
    geos_polygon(const geos_polygon &) = delete;
    geos_polygon &operator=(const geos_polygon &) = delete;
    ~geos_polygon() {
        for (GEOSGeometry *place : places)
            GEOSGeom_destroy(place);
        GEOSPreparedGeom_destroy(prepared);
        GEOSGeom_destroy(polygon);
        finishGEOS();
    }
    long inside() const {
        long count = 0;
        for (const GEOSGeometry *place : places)
            count += GEOSPreparedIntersects(prepared, place) == 1;
        return count;
    }

  private:
    GEOSGeometry *polygon;
    const GEOSPreparedGeometry *prepared;
    std::vector<GEOSGeometry *> places;
};

// ---- the size of an index ----

void *count_allocation(void *live, std::size_t size, std::size_t alignment) {
    *static_cast<std::size_t *>(live) += size;
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void count_release(void *live, void *memory, std::size_t size, std::size_t) {
    *static_cast<std::size_t *>(live) -= size;
    std::free(memory);
}

// The bytes that stay allocated.
std::size_t bytes_of_index(const carom_scene *scene) {
    std::size_t live = 0;
    const carom_allocator counting = {count_allocation, count_release, &live};
    carom_area_index *index = nullptr;
    must(carom_area_index_create(scene, &counting, nullptr, &index, nullptr));
    const std::size_t bytes = live;
    carom_area_index_destroy(index, &counting);
    return bytes;
}

// ---- the run ----

long areas_at(const carom_scene *scene, const carom_area_index *index, const points &all,
              std::size_t count) {
    long found = 0;
    std::uint32_t areas[8];
    for (std::size_t i = 0; i < count; i++)
        found += static_cast<long>(carom_scene_areas_at(scene, index, all[i], nullptr, areas, 8));
    return found;
}

long in_area(const carom_scene *scene, const carom_area_index *index, const points &all,
             std::size_t count) {
    long found = 0;
    for (std::size_t i = 0; i < count; i++)
        found += carom_scene_relate_area(scene, index, carom_circle_make(all[i], 0.0), 1) >=
                 CAROM_AREA_RELATION_TOUCHING;
    return found;
}

long areas_at_in_batch(const carom_scene *scene, const carom_area_index *index, const points &all) {
    const carom_circle_soa centers = {&all.data()->x, &all.data()->y,      nullptr,
                                      sizeof all[0],  CAROM_NUMBER_DOUBLE, all.size()};
    carom_circle_lists lists;
    must(carom_scene_areas_at_batch(scene, index, &centers, nullptr, SIZE_MAX, nullptr, nullptr,
                                    &lists));
    const long found = static_cast<long>(lists.offsets[lists.count]);
    carom_circle_lists_release(&lists, nullptr);
    return found;
}

struct work {
    const char *peer;
    std::size_t asked;
    // With the first one. GEOS rounds, and may differ near the boundary; who is asked slowly has
    // fewer points.
    bool must_agree;
    std::function<long()> run;
};

void ask(results &out, const char *set, const char *measure, const walls &all,
         const std::vector<work> &works) {
    std::vector<long> answers(works.size());
    std::vector<std::function<void()>> runs;
    for (std::size_t i = 0; i < works.size(); i++)
        runs.emplace_back([&works, &answers, i] { answers[i] = works[i].run(); });
    const std::vector<timing> times = time_in_rounds(runs, rounds);
    for (std::size_t i = 0; i < works.size(); i++) {
        const double each = times[i].median / static_cast<double>(works[i].asked) * 1e9;
        out.add({measure, set, all.size(), works[i].peer, each, times[i].spread, works[i].asked,
                 answers[i]});
        std::printf("%s %zu %s, %s: %.0f ns\n", set, all.size(), measure, works[i].peer, each);
        if (works[i].must_agree && answers[i] != answers[0])
            out.disagree(works[i].peer, set);
    }
}

void run_set(results &out, const char *set, const walls &all, bool is_one_area, bool has_geos) {
    carom_scene *scene = nullptr;
    carom_area_index *index = nullptr;
    const auto build_scene = [&] {
        carom_scene_destroy(scene, nullptr);
        must(carom_scene_create(all.data(), all.size(), nullptr, nullptr, &scene, nullptr));
        return 0L;
    };
    build_scene();
    const auto build_index = [&] {
        carom_area_index_destroy(index, nullptr);
        must(carom_area_index_create(scene, nullptr, nullptr, &index, nullptr));
        return 0L;
    };
    const std::size_t count = all.size();
    ask(out, set, "area_build", all, {{"carom index", count, true, build_index}});
    carom_area_index_destroy(index, nullptr);
    ask(out, set, "scene_build", all, {{"carom scene", count, true, build_scene}});
    index = nullptr;
    build_index();
    const double bytes = static_cast<double>(bytes_of_index(scene));
    out.add({"area_bytes", set, count, "carom index", bytes / static_cast<double>(count), 0.0,
             count, 0});
    const points places[2] = {anywhere(scene), near_walls(all)};
    for (int i = 0; i < 2; i++) {
        const points &p = places[i];
        std::vector<work> works;
        if (is_one_area) {
            works.push_back(
                {"carom", asked, true, [&] { return in_area(scene, index, p, asked); }});
            works.push_back({"no index", asked_slowly, false,
                             [&] { return in_area(scene, nullptr, p, asked_slowly); }});
        }
        works.push_back(
            {"carom areas", asked, true, [&] { return areas_at(scene, index, p, asked); }});
        works.push_back(
            {"carom batch", asked, true, [&] { return areas_at_in_batch(scene, index, p); }});
        std::unique_ptr<geos_polygon> geos;
        if (has_geos) {
            geos = std::make_unique<geos_polygon>(all, p);
            works.push_back({"GEOS", asked, false, [&] { return geos->inside(); }});
        }
        ask(out, set, i == 0 ? "areas_anywhere" : "areas_near_walls", all, works);
    }
    carom_area_index_destroy(index, nullptr);
    carom_scene_destroy(scene, nullptr);
}

void run(results &out, std::size_t count) {
    run_set(out, "coast", coast_of(count / 1000), true, true);
    run_set(out, "coast", coast_of(count / 25), true, true);
    run_set(out, "coast", coast_of(count), true, true);
    run_set(out, "comb", teeth_of(count / 10, false), true, false);
    run_set(out, "saw", teeth_of(count / 10, true), true, false);
    run_set(out, "neighbours", neighbours_of(count), false, false);
}

} // namespace
} // namespace bench

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        std::fprintf(stderr, "usage: bench_areas FILE.csv [WALLS]\n");
        return 2;
    }
    bench::results out(argv[1]);
    bench::run(out, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000000);
    return out.all_agreed() ? 0 : 1;
}
