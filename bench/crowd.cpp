// Crowds: balls that collide among walls, one wall in ten moving, in Carom, Box2D and Chipmunk.
//
//     bench_crowd FILE.csv [BALLS] [STEPS]     default: 10000 60
//
// There are as many walls as balls. A tenth of them moves: half go to and fro, half turn about
// their middles. They keep off all other walls by more than a ball's diameter, so that no ball has
// to be crushed. Balls bounce without loss. After every step, the balls that overlap a wall or
// another ball are counted by Carom's exact tests, at the places that each engine has for its balls
// and walls, and those that do so by more than 0.005, which is the slop of Box2D. Exit status 1 if
// a ball of Carom overlaps anything. Layer: bench.
#include <chipmunk/chipmunk.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "box2d.h"
#include "random_source.h"
#include "results.h"
#include "rounds.h"
#include "scene_data.h"

namespace bench {
namespace {

constexpr double radius = 0.1, step = 1.0 / 60.0, slop = 0.005, half_length = 0.25;
constexpr int period = 30;

using balls = std::vector<carom_ball>;

/// A wall that goes to and fro, or turns.
struct mover {
    carom_vec2 center, velocity;
    double angle, spin;
};

/// Where it is after some steps.
mover after(const mover &m, int steps) {
    const int phase = steps % (2 * period), out = phase < period ? phase : 2 * period - phase;
    return {carom_vec2_add(m.center, carom_vec2_scale(m.velocity, out * step)), m.velocity,
            m.angle + m.spin * steps * step, m.spin};
}

carom_wall wall_of(const mover &m) {
    const carom_vec2 u = {half_length * std::cos(m.angle), half_length * std::sin(m.angle)};
    return carom_segment(carom_vec2_sub(m.center, u), carom_vec2_add(m.center, u));
}

/// What all engines start from.
struct setting {
    double side;
    walls still;
    std::vector<mover> movers;
    balls all;
};

setting make_setting(std::size_t count) {
    setting s{std::sqrt(static_cast<double>(count)), uniform_walls(count - count / 10 - 4), {}, {}};
    for (carom_wall &w : s.still) // of half the length, so that there is room
        w.b = carom_vec2_add(w.a, carom_vec2_scale(carom_vec2_sub(w.b, w.a), 0.5));
    const carom_vec2 corners[] = {{0, 0}, {s.side, 0}, {s.side, s.side}, {0, s.side}};
    for (int i = 0; i < 4; i++)
        s.still.push_back(carom_segment(corners[i], corners[(i + 1) % 4]));
    random_source random(91);
    walls taken = s.still;
    carom_dynamic_scene *scene = nullptr;
    if (carom_dynamic_scene_create(taken.data(), taken.size(), nullptr, &scene, nullptr) !=
        CAROM_STATUS_OK)
        std::exit(2);
    const auto place = [&] {
        const double x = random.within(0.0, s.side), y = random.within(0.0, s.side);
        return carom_vec2{x, y};
    };
    const auto is_free = [&](carom_vec2 p, double r) {
        return !carom_scene_touches(carom_dynamic_scene_view(scene), carom_circle_make(p, r),
                                    CAROM_CONTACT_RULE_CLOSED_DISC, nullptr);
    };
    std::uint32_t id = 0;
    while (s.movers.size() < count / 10) {
        const carom_vec2 p = place();
        const bool turns = s.movers.size() % 2 == 0;
        const double room = half_length + 2.25 * radius;
        if (!is_free(p, room))
            continue;
        const mover m = {p,
                         {turns ? 0.0 : random.within(-0.2, 0.2), 0.0},
                         random.within(0.0, 3.0),
                         turns ? random.within(-6.0, 6.0) : 0.0};
        if (!is_free(after(m, period).center, room))
            continue;
        s.movers.push_back(m);
        // Others keep off all of its way.
        const carom_wall way = carom_capsule(p, after(m, period).center, half_length);
        if (carom_dynamic_scene_insert(scene, way, &id) != CAROM_STATUS_OK)
            std::exit(2);
    }
    while (s.all.size() < count) {
        const carom_vec2 p = place();
        const double angle = random.within(0.0, 6.283185307179586);
        const double speed = random.within(0.0, 1.0) * radius / step;
        if (!is_free(p, radius))
            continue;
        s.all.push_back({p, radius, {speed * std::cos(angle), speed * std::sin(angle)}});
        if (carom_dynamic_scene_insert(scene, carom_post(p, radius), &id) != CAROM_STATUS_OK)
            std::exit(2);
    }
    carom_dynamic_scene_destroy(scene);
    return s;
}

/// Something that moves balls among walls.
class world {
  public:
    virtual ~world() = default;
    virtual void advance() = 0;
    virtual carom_vec2 center(std::size_t ball) const = 0;
    virtual carom_wall wall(std::size_t mover) const = 0;
};

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
    static void query(const void *source, carom_path path, carom_moving_wall_callback *callback,
                      void *context) {
        const wall_grid &g = *static_cast<const wall_grid *>(source);
        const carom_box near = carom_path_box(path);
        const int left = g.cell(near.min.x), low = g.cell(near.min.y);
        g.each_cell(near, [&](int x, int y) {
            for (const std::uint32_t i : g.cells[static_cast<std::size_t>(y * g.side + x)]) {
                const carom_box &box = g.boxes[i];
                // Each wall once, in the first cell that both have.
                if (carom_box_overlaps(box, near) && x == std::max(left, g.cell(box.min.x)) &&
                    y == std::max(low, g.cell(box.min.y)))
                    callback(context, i, g.all[i]);
            }
        });
    }
};

class carom_world final : public world {
  public:
    explicit carom_world(const setting &s)
        : movers(s.movers), all(s.all), scratch(carom_crowd_scratch_size(s.all.size())) {
        if (carom_scene_create(s.still.data(), s.still.size(), nullptr, &scene, nullptr) !=
            CAROM_STATUS_OK)
            std::exit(2);
        grid.side = static_cast<int>(s.side) + 1;
        for (const mover &m : movers)
            grid.all.push_back({wall_of(m), {0, 0}, {0, 0}});
        settings = carom_crowd_settings_default();
        settings.move.walls = carom_scene_wall_source(scene);
        settings.move.moving_walls = {wall_grid::query, &grid};
    }
    carom_world(const carom_world &) = delete;
    carom_world &operator=(const carom_world &) = delete;
    ~carom_world() override {
        carom_scene_destroy(scene, nullptr);
    }
    void advance() override {
        steps++;
        for (std::size_t i = 0; i < movers.size(); i++) {
            const carom_wall to = wall_of(after(movers[i], steps));
            grid.all[i] = carom_moving_wall_to(carom_moving_wall_at(grid.all[i], 1.0), to.a, to.b);
        }
        grid.fill();
        const carom_crowd_motion m =
            carom_crowd_move(all.data(), all.size(), step, &settings, nullptr, scratch.data());
        crushed += m.crushed;
        impacts += m.ball_impacts;
        lost += m.lost;
    }
    carom_vec2 center(std::size_t ball) const override {
        return all[ball].center;
    }
    carom_wall wall(std::size_t mover) const override {
        return carom_moving_wall_at(grid.all[mover], 1.0);
    }
    std::size_t crushed = 0, impacts = 0;
    double lost = 0.0;

  private:
    std::vector<mover> movers;
    balls all;
    std::vector<char> scratch;
    carom_scene *scene = nullptr;
    wall_grid grid;
    carom_crowd_settings settings;
    int steps = 0;
};

class chipmunk_world final : public world {
  public:
    explicit chipmunk_world(const setting &s) : movers(s.movers), space(cpSpaceNew()) {
        cpSpaceSetCollisionSlop(space, slop);
        for (const carom_wall &w : s.still)
            add(cpSegmentShapeNew(cpSpaceGetStaticBody(space), cpv(w.a.x, w.a.y), cpv(w.b.x, w.b.y),
                                  0.0));
        for (const mover &m : movers) {
            cpBody *body = cpSpaceAddBody(space, cpBodyNewKinematic());
            cpBodySetPosition(body, cpv(m.center.x, m.center.y));
            cpBodySetAngle(body, m.angle);
            cpBodySetAngularVelocity(body, m.spin);
            add(cpSegmentShapeNew(body, cpv(-half_length, 0), cpv(half_length, 0), 0.0));
            moving.push_back(body);
        }
        for (const carom_ball &ball : s.all) {
            cpBody *body = cpSpaceAddBody(space, cpBodyNew(1.0, HUGE_VAL));
            cpBodySetPosition(body, cpv(ball.center.x, ball.center.y));
            cpBodySetVelocity(body, cpv(ball.velocity.x, ball.velocity.y));
            bodies.push_back(body);
            add(cpCircleShapeNew(body, ball.radius, cpvzero));
        }
    }
    chipmunk_world(const chipmunk_world &) = delete;
    chipmunk_world &operator=(const chipmunk_world &) = delete;
    ~chipmunk_world() override {
        for (cpShape *shape : shapes) {
            cpSpaceRemoveShape(space, shape);
            cpShapeFree(shape);
        }
        for (auto *group : {&bodies, &moving})
            for (cpBody *body : *group) {
                cpSpaceRemoveBody(space, body);
                cpBodyFree(body);
            }
        cpSpaceFree(space);
    }
    void advance() override {
        const double sign = steps++ % (2 * period) < period ? 1.0 : -1.0;
        for (std::size_t i = 0; i < movers.size(); i++)
            cpBodySetVelocity(moving[i], cpv(sign * movers[i].velocity.x, 0.0));
        cpSpaceStep(space, step);
    }
    carom_vec2 center(std::size_t ball) const override {
        const cpVect p = cpBodyGetPosition(bodies[ball]);
        return {p.x, p.y};
    }
    carom_wall wall(std::size_t mover) const override {
        const cpVect a = cpBodyLocalToWorld(moving[mover], cpv(-half_length, 0));
        const cpVect b = cpBodyLocalToWorld(moving[mover], cpv(half_length, 0));
        return carom_segment({a.x, a.y}, {b.x, b.y});
    }

  private:
    void add(cpShape *shape) {
        cpShapeSetElasticity(shape, 1.0);
        cpSpaceAddShape(space, shape);
        shapes.push_back(shape);
    }
    std::vector<mover> movers;
    cpSpace *space;
    std::vector<cpShape *> shapes;
    std::vector<cpBody *> bodies, moving;
    int steps = 0;
};

class box2d_world final : public world {
  public:
    box2d_world(const setting &s, bool continuous) : movers(s.movers), inside(b2Vec2_zero) {
        inside.SetContinuousPhysics(continuous);
        const b2BodyDef ground;
        b2Body *still = inside.CreateBody(&ground);
        for (const carom_wall &w : s.still)
            add_wall(still, single(w.a), single(w.b));
        for (const mover &m : movers) {
            b2BodyDef def;
            def.type = b2_kinematicBody;
            def.position = single(m.center);
            def.angle = static_cast<float>(m.angle);
            def.angularVelocity = static_cast<float>(m.spin);
            moving.push_back(inside.CreateBody(&def));
            const auto half = static_cast<float>(half_length);
            add_wall(moving.back(), b2Vec2(-half, 0.0F), b2Vec2(half, 0.0F));
        }
        for (const carom_ball &ball : s.all)
            bodies.push_back(add_ball(inside, ball, false));
    }
    void advance() override {
        const double sign = steps++ % (2 * period) < period ? 1.0 : -1.0;
        for (std::size_t i = 0; i < movers.size(); i++)
            moving[i]->SetLinearVelocity(single({sign * movers[i].velocity.x, 0.0}));
        inside.Step(static_cast<float>(step), 8, 3);
    }
    carom_vec2 center(std::size_t ball) const override {
        return wide(bodies[ball]->GetPosition());
    }
    carom_wall wall(std::size_t mover) const override {
        const auto half = static_cast<float>(half_length);
        return carom_segment(wide(moving[mover]->GetWorldPoint(b2Vec2(-half, 0.0F))),
                             wide(moving[mover]->GetWorldPoint(b2Vec2(half, 0.0F))));
    }

  private:
    static void add_wall(b2Body *body, b2Vec2 a, b2Vec2 b) {
        b2EdgeShape edge;
        edge.SetTwoSided(a, b);
        add_bouncing(body, edge);
    }
    std::vector<mover> movers;
    b2World inside;
    std::vector<b2Body *> bodies, moving;
    int steps = 0;
};

struct overlaps {
    long any = 0, deep = 0;
};

/// The balls that overlap something, exactly.
overlaps count_overlaps(const setting &s, const world &in) {
    walls all = s.still;
    for (std::size_t i = 0; i < s.movers.size(); i++)
        all.push_back(in.wall(i));
    for (std::size_t i = 0; i < s.all.size(); i++)
        all.push_back(carom_post(in.center(i), radius));
    carom_scene *scene = nullptr;
    if (carom_scene_create(all.data(), all.size(), nullptr, &scene, nullptr) != CAROM_STATUS_OK)
        std::exit(2);
    overlaps found;
    for (std::size_t i = 0; i < s.all.size(); i++) {
        // A ball is in the scene itself.
        const carom_circle c = carom_circle_make(in.center(i), radius);
        const carom_circle core = carom_circle_make(in.center(i), radius - slop);
        found.any +=
            carom_scene_touching(scene, c, CAROM_CONTACT_RULE_OPEN_DISC, nullptr, nullptr, 0) > 1
                ? 1
                : 0;
        found.deep +=
            carom_scene_touching(scene, core, CAROM_CONTACT_RULE_OPEN_DISC, nullptr, nullptr, 0) > 1
                ? 1
                : 0;
    }
    carom_scene_destroy(scene, nullptr);
    return found;
}

struct engine {
    const char *name;
    std::unique_ptr<world> world_of;
    std::vector<double> seconds;
    overlaps found;
};

void run(results &out, std::size_t count, int steps) {
    const setting s = make_setting(count);
    auto own = std::make_unique<carom_world>(s);
    const carom_world *carom = own.get();
    std::vector<engine> engines;
    engines.push_back({"carom", std::move(own), {}, {}});
    engines.push_back({"chipmunk", std::make_unique<chipmunk_world>(s), {}, {}});
    engines.push_back({"box2d", std::make_unique<box2d_world>(s, true), {}, {}});
    engines.push_back({"box2d_discrete", std::make_unique<box2d_world>(s, false), {}, {}});
    for (int i = 0; i < steps; i++)
        for (engine &e : engines) {
            e.seconds.push_back(seconds_of([&] { e.world_of->advance(); }));
            const overlaps found = count_overlaps(s, *e.world_of);
            e.found.any += found.any;
            e.found.deep += found.deep;
        }
    const auto add = [&](const char *measure, const char *peer, double value, double spread) {
        out.add({measure, "", count, peer, value, spread, static_cast<std::size_t>(steps)});
    };
    for (const engine &e : engines) {
        const timing took = timing_of(e.seconds);
        add("crowd", e.name, 1e3 * took.median, took.spread);
        add("crowd_overlaps", e.name, static_cast<double>(e.found.any) / steps, 0.0);
        add("crowd_deep", e.name, static_cast<double>(e.found.deep) / steps, 0.0);
    }
    add("crowd_impacts", "carom", static_cast<double>(carom->impacts) / steps, 0.0);
    add("crowd_crushed", "carom", static_cast<double>(carom->crushed), 0.0);
    add("crowd_lost", "carom", carom->lost / (step * steps * static_cast<double>(count)), 0.0);
    if (engines.front().found.any != 0)
        out.disagree("carom", "crowd: balls overlap");
}

} // namespace
} // namespace bench

int main(int argc, char **argv) {
    if (argc < 2 || argc > 4) {
        std::fprintf(stderr, "usage: bench_crowd FILE.csv [BALLS] [STEPS]\n");
        return 2;
    }
    bench::results out(argv[1]);
    bench::run(out, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10000,
               argc > 3 ? std::atoi(argv[3]) : 60);
    return out.all_agreed() ? 0 : 1;
}
