// The reference: a uniform grid written by hand for evenly spread walls. Cells are one mean spacing
// wide. Each has copies of the walls whose box overlaps it, all in one array. A wall in several
// cells is reported in the first of them that the circle also covers. Room: bench.
#include <cmath>
#include <cstdint>

#include "scene_peer.h"

namespace bench {
namespace {

/// Cells from (x0, y0) to (x1, y1), both included.
struct patch {
    int x0, y0, x1, y1;
};

struct entry {
    plain_wall wall;
    std::uint32_t number;
};

class grid final : public scene_index, public lists_touching {
  public:
    explicit grid(const walls &all) {
        measure(all);
        begins.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) + 1, 0);
        // Counting sort: how many a cell has, where each list ends, then the walls from behind.
        for (const carom_wall &w : all)
            each_cell(cells_of({w.a, w.b}), [this](std::size_t cell) { begins[cell]++; });
        for (std::size_t cell = 1; cell < begins.size(); cell++)
            begins[cell] += begins[cell - 1];
        entries.resize(begins.back());
        for (std::size_t i = all.size(); i-- > 0;) {
            const plain_wall w = {all[i].a, all[i].b};
            each_cell(cells_of(w), [&](std::size_t cell) {
                entries[--begins[cell]] = {w, static_cast<std::uint32_t>(i)};
            });
        }
    }

    long touching(const carom_circle *asked, std::size_t count) const override {
        return list_all(
            asked, count, [&](const carom_circle &c, std::vector<std::uint32_t> &found) {
                const patch around = cells_of(c.center.x - c.radius, c.center.y - c.radius,
                                              c.center.x + c.radius, c.center.y + c.radius);
                for (int y = around.y0; y <= around.y1; y++)
                    for (int x = around.x0; x <= around.x1; x++)
                        list_cell(x, y, around, c, found);
            });
    }

  private:
    void measure(const walls &all) {
        double right = -HUGE_VAL, top = -HUGE_VAL;
        for (const carom_wall &w : all) {
            left = std::min({left, w.a.x, w.b.x});
            bottom = std::min({bottom, w.a.y, w.b.y});
            right = std::max({right, w.a.x, w.b.x});
            top = std::max({top, w.a.y, w.b.y});
        }
        width = static_cast<int>(right - left) + 1;
        height = static_cast<int>(top - bottom) + 1;
    }
    std::size_t cell_at(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x);
    }
    patch cells_of(double x0, double y0, double x1, double y1) const {
        const auto held = [](double x, int size) {
            return std::min(std::max(static_cast<int>(x), 0), size - 1);
        };
        return {held(x0 - left, width), held(y0 - bottom, height), held(x1 - left, width),
                held(y1 - bottom, height)};
    }
    patch cells_of(const plain_wall &w) const {
        return cells_of(std::min(w.a.x, w.b.x), std::min(w.a.y, w.b.y), std::max(w.a.x, w.b.x),
                        std::max(w.a.y, w.b.y));
    }
    template <class Use> void each_cell(patch p, Use use) const {
        for (int y = p.y0; y <= p.y1; y++)
            for (int x = p.x0; x <= p.x1; x++)
                use(cell_at(x, y));
    }
    void list_cell(int x, int y, patch around, const carom_circle &c,
                   std::vector<std::uint32_t> &found) const {
        const std::size_t cell = cell_at(x, y);
        for (std::uint32_t i = begins[cell]; i < begins[cell + 1]; i++) {
            const entry &e = entries[i];
            if (!naive_touches(c, e.wall))
                continue;
            const patch own = cells_of(e.wall);
            if (x == std::max(around.x0, own.x0) && y == std::max(around.y0, own.y0))
                found.push_back(e.number);
        }
    }

    double left = HUGE_VAL, bottom = HUGE_VAL;
    int width = 0, height = 0;
    std::vector<std::uint32_t> begins;
    std::vector<entry> entries;
};

} // namespace

std::unique_ptr<scene_index> make_grid(const walls &all) {
    return std::make_unique<grid>(all);
}

} // namespace bench
