// A crowd scene in Carom. Room: bench.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "crowd_world.h"

namespace bench {
namespace {

/// More walls than this are in a scene or a grid, and fewer in a list.
constexpr std::size_t most_in_list = 16;

/// Moving walls in a grid of cells of size 1, by their boxes over the frame.
struct wall_grid {
    int side = 0;
    std::vector<carom_moving_wall> all;
    std::vector<carom_box> boxes;
    std::vector<std::vector<std::uint32_t>> cells;

    int cell(double x) const {
        return std::clamp(static_cast<int>(std::clamp(x, 0.0, 1e6)), 0, side - 1);
    }
    template <class visit> void each_cell(const carom_box &box, visit &&visit_cell) const {
        for (int y = cell(box.min.y); y <= cell(box.max.y); y++)
            for (int x = cell(box.min.x); x <= cell(box.max.x); x++)
                visit_cell(x, y);
    }
    void fill() {
        boxes.resize(all.size());
        for (auto &in : cells)
            in.clear();
        cells.resize(static_cast<std::size_t>(side * side));
        for (std::size_t i = 0; i < all.size(); i++) {
            boxes[i] = carom_moving_wall_box(all[i]);
            each_cell(boxes[i], [&](int x, int y) {
                cells[static_cast<std::size_t>(y * side + x)].push_back(
                    static_cast<std::uint32_t>(i));
            });
        }
    }
    static void query(const void *source, const carom_path *path,
                      carom_moving_wall_callback *callback, void *context) {
        const wall_grid &g = *static_cast<const wall_grid *>(source);
        const carom_box near = carom_path_box(*path);
        const int left = g.cell(near.min.x), low = g.cell(near.min.y);
        g.each_cell(near, [&](int x, int y) {
            for (const std::uint32_t i : g.cells[static_cast<std::size_t>(y * g.side + x)]) {
                const carom_box &box = g.boxes[i];
                // Each wall once, in the first cell that both have.
                if (carom_box_overlaps(box, near) && x == std::max(left, g.cell(box.min.x)) &&
                    y == std::max(low, g.cell(box.min.y)))
                    callback(context, i, &g.all[i]);
            }
        });
    }
};

/// Counts the bytes of the crowd.
struct counted_memory {
    std::size_t now = 0, most = 0;

    static void *allocate(void *context, std::size_t size, std::size_t alignment) {
        counted_memory &c = *static_cast<counted_memory *>(context);
        const std::size_t whole = (size + alignment - 1) / alignment * alignment;
        void *memory = std::aligned_alloc(std::max(alignment, sizeof(void *)), whole);
        if (memory != nullptr)
            c.most = std::max(c.most, c.now += size);
        return memory;
    }
    static void release(void *context, void *memory, std::size_t size, std::size_t) {
        if (memory != nullptr)
            static_cast<counted_memory *>(context)->now -= size;
        std::free(memory);
    }
};

class carom_world final : public crowd_world {
  public:
    explicit carom_world(const crowd_scene &from)
        : start(from), balls(from.balls),
          pulls(from.pull == pull_kind::none ? 0 : balls.size()), list{from.walls.data(), nullptr,
                                                                       from.walls.size()} {
        const carom_allocator counting = {counted_memory::allocate, counted_memory::release,
                                          &memory};
        if (carom_crowd_create(&counting, &crowd) != CAROM_STATUS_OK)
            std::exit(2);
        settings = carom_crowd_settings_default();
        add_walls();
        settings.move.gravity = from.gravity;
        settings.move.response = carom_bounce(from.wall_restitution, 0.0);
        settings.restitution = from.restitution;
        for (const double mass : from.masses)
            inverse_masses.push_back(1.0 / mass);
        settings.inverse_masses = inverse_masses.empty() ? nullptr : inverse_masses.data();
        settings.accelerations = pulls.empty() ? nullptr : pulls.data();
    }
    carom_world(const carom_world &) = delete;
    carom_world &operator=(const carom_world &) = delete;
    ~carom_world() override {
        carom_crowd_destroy(crowd);
        carom_scene_destroy(scene, nullptr);
    }
    void advance() override {
        frame++;
        for (std::size_t i = 0; i < grid.all.size(); i++) {
            const carom_wall to = segment_after(start.moving[i], frame, start.step);
            grid.all[i] = carom_moving_wall_to(carom_moving_wall_at(grid.all[i], 1.0), to.a, to.b);
        }
        if (grid.side > 0)
            grid.fill();
        else
            for (std::size_t i = 0; i < grid.all.size(); i++)
                grid.boxes[i] = carom_moving_wall_box(grid.all[i]);
        for (std::size_t i = 0; i < pulls.size(); i++)
            pulls[i] = pull_at(start, balls[i].center);
        const carom_crowd_motion m =
            carom_crowd_step(crowd, balls.data(), balls.size(), start.step, &settings, nullptr);
        if (m.status != CAROM_STATUS_OK)
            std::exit(2);
        sum.lost += m.lost;
        sum.impacts += m.ball_impacts;
        sum.held += m.held;
        sum.crushed += m.crushed;
        sum.stuck += m.stuck;
        sum.asleep = m.asleep;
    }
    carom_vec2 center(std::size_t ball) const override {
        return balls[ball].center;
    }
    carom_wall moving_wall(std::size_t index) const override {
        return carom_moving_wall_at(grid.all[index], 1.0);
    }
    crowd_tally tally() const override {
        crowd_tally all = sum;
        all.bytes = memory.most;
        return all;
    }

  private:
    void add_walls() {
        for (const carom_wall &w : start.walls)
            boxes.push_back(carom_wall_box(w));
        list = {start.walls.data(), boxes.data(), start.walls.size()};
        settings.move.world.walls = carom_wall_list_source(&list);
        if (start.walls.size() > most_in_list) {
            if (carom_scene_create(start.walls.data(), start.walls.size(), nullptr, nullptr, &scene,
                                   nullptr) != CAROM_STATUS_OK)
                std::exit(2);
            settings.move.world.walls = carom_scene_wall_source(scene);
        }
        for (const moving_segment &m : start.moving)
            grid.all.push_back({m.start, {0, 0}, {0, 0}});
        grid.boxes.resize(grid.all.size());
        moving_list = {grid.all.data(), grid.boxes.data(), grid.all.size()};
        if (grid.all.size() > most_in_list) {
            grid.side = static_cast<int>(start.room.max.x) + 1;
            settings.move.world.moving_walls = {wall_grid::query, &grid};
        } else if (!grid.all.empty()) {
            settings.move.world.moving_walls = carom_moving_wall_list_source(&moving_list);
        }
    }

    const crowd_scene &start;
    std::vector<carom_ball> balls;
    std::vector<carom_vec2> pulls;
    std::vector<double> inverse_masses;
    std::vector<carom_box> boxes;
    carom_wall_list list = {};
    carom_moving_wall_list moving_list = {};
    carom_scene *scene = nullptr;
    wall_grid grid;
    counted_memory memory;
    carom_crowd *crowd = nullptr;
    carom_crowd_settings settings;
    crowd_tally sum;
    int frame = 0;
};

} // namespace

std::unique_ptr<crowd_world> make_carom_crowd(const crowd_scene &scene) {
    return std::make_unique<carom_world>(scene);
}

} // namespace bench
