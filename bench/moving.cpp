// Ten thousand balls in ten thousand walls: a second of frames in Carom, Chipmunk and Box2D.
//
// The walls are those of the scenes, at density 1, inside a square of four more walls. Balls start
// a radius or more off all walls, do not collide with each other, and bounce without loss or
// friction. With a radius of 0.04 Box2D can move 50 radii per step, because its limit is 2 units.
// Chipmunk's slop is as small as Box2D's. Box2D runs with bullets and without continuous collision.
// It searches all contacts for every contact of a bullet that it solves, so such a world runs for
// some seconds of the clock instead of a second of frames. Room: bench.
#include <chipmunk/chipmunk.h>

#include <cmath>

#include "box2d.h"
#include "random_source.h"
#include "scene_bench.h"

namespace bench {
namespace {

constexpr std::size_t wall_count = 10000, ball_count = 10000;
constexpr double side = 100.0, radius = 0.04, step = 1.0 / 60.0;
constexpr int most_frames = 60, rounds = 3;
constexpr double most_seconds = 2.0;

using balls = std::vector<carom_ball>;

/// Something that moves balls.
class world {
  public:
    virtual ~world() = default;
    virtual void advance() = 0;
    virtual carom_vec2 center(std::size_t ball) const = 0;
};

/// With or without a cache of walls for each ball. The margin of a cache is the path of eight
/// steps. At 50 radii a step nearly all paths are longer and go directly to the scene.
class carom_world final : public world {
  public:
    carom_world(const carom_scene *scene, const balls &start, bool cached)
        : all(start), caches(cached ? start.size() : 0) {
        mover = carom_move_settings();
        mover.world.walls = carom_scene_wall_source(scene);
        mover.response = carom_bounce(1.0, 0.0);
        for (std::size_t i = 0; i < caches.size(); i++) {
            const double speed = std::hypot(all[i].velocity.x, all[i].velocity.y);
            carom_wall_cache_start(&caches[i], mover.world.walls,
                                   std::fmin(8.0 * speed * step, 24.0 * radius));
        }
    }
    void advance() override {
        for (std::size_t i = 0; i < all.size(); i++) {
            if (!caches.empty())
                mover.world.walls = carom_wall_cache_source(&caches[i]);
            all[i] = carom_ball_move(all[i], step, &mover).ball;
        }
    }
    carom_vec2 center(std::size_t ball) const override {
        return all[ball].center;
    }

  private:
    carom_move_settings mover;
    balls all;
    std::vector<carom_wall_cache> caches;
};

class chipmunk_world final : public world {
  public:
    chipmunk_world(const walls &in, const balls &start) : space(cpSpaceNew()) {
        cpSpaceSetCollisionSlop(space, 0.005);
        cpBody *ground = cpSpaceGetStaticBody(space);
        for (const carom_wall &w : in)
            add(cpSegmentShapeNew(ground, cpv(w.a.x, w.a.y), cpv(w.b.x, w.b.y), w.radius));
        for (const carom_ball &ball : start) {
            cpBody *body = cpSpaceAddBody(space, cpBodyNew(1.0, HUGE_VAL));
            cpBodySetPosition(body, cpv(ball.center.x, ball.center.y));
            cpBodySetVelocity(body, cpv(ball.velocity.x, ball.velocity.y));
            bodies.push_back(body);
            cpShape *shape = cpCircleShapeNew(body, ball.radius, cpvzero);
            cpShapeSetFilter(shape, cpShapeFilterNew(1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
            add(shape);
        }
    }
    chipmunk_world(const chipmunk_world &) = delete;
    chipmunk_world &operator=(const chipmunk_world &) = delete;
    ~chipmunk_world() override {
        for (cpShape *shape : shapes) {
            cpSpaceRemoveShape(space, shape);
            cpShapeFree(shape);
        }
        for (cpBody *body : bodies) {
            cpSpaceRemoveBody(space, body);
            cpBodyFree(body);
        }
        cpSpaceFree(space);
    }
    void advance() override {
        cpSpaceStep(space, step);
    }
    carom_vec2 center(std::size_t ball) const override {
        const cpVect p = cpBodyGetPosition(bodies[ball]);
        return {p.x, p.y};
    }

  private:
    void add(cpShape *shape) {
        cpShapeSetElasticity(shape, 1.0);
        cpSpaceAddShape(space, shape);
        shapes.push_back(shape);
    }
    cpSpace *space;
    std::vector<cpShape *> shapes;
    std::vector<cpBody *> bodies;
};

class box2d_world final : public world {
  public:
    box2d_world(const walls &in, const balls &start, bool continuous) : inside(b2Vec2_zero) {
        inside.SetContinuousPhysics(continuous);
        const b2BodyDef ground;
        b2Body *still = inside.CreateBody(&ground);
        for (const carom_wall &w : in) {
            b2EdgeShape edge;
            edge.SetTwoSided(single(w.a), single(w.b));
            still->CreateFixture(&edge, 0.0F);
        }
        for (const carom_ball &ball : start) {
            bodies.push_back(add_ball(inside, ball, continuous, -1));
        }
    }
    void advance() override {
        inside.Step(static_cast<float>(step), 8, 3);
    }
    carom_vec2 center(std::size_t ball) const override {
        return wide(bodies[ball]->GetPosition());
    }

  private:
    b2World inside;
    std::vector<b2Body *> bodies;
};

walls walled_square() {
    walls all = uniform_walls(wall_count - 4);
    const carom_vec2 corners[] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    for (int i = 0; i < 4; i++)
        all.push_back(carom_segment(corners[i], corners[(i + 1) % 4]));
    return all;
}

balls let_loose(const carom_scene *scene, double radii_a_step) {
    random_source random(45);
    const double speed = radii_a_step * radius / step;
    balls all;
    while (all.size() < ball_count) {
        const double x = random.within(0.1, side - 0.1), y = random.within(0.1, side - 0.1);
        const double angle = random.within(0.0, 6.283185307179586);
        if (!carom_scene_touches(scene, carom_circle_make({x, y}, 2.0 * radius),
                                 CAROM_CONTACT_RULE_CLOSED_DISC, nullptr))
            all.push_back({{x, y}, radius, {speed * std::cos(angle), speed * std::sin(angle)}});
    }
    return all;
}

long outside(const world &in) {
    long count = 0;
    for (std::size_t i = 0; i < ball_count; i++) {
        const carom_vec2 p = in.center(i);
        count += p.x >= 0.0 && p.x <= side && p.y >= 0.0 && p.y <= side ? 0 : 1;
    }
    return count;
}

long overlapping(const carom_scene *scene, const world &in) {
    long count = 0;
    for (std::size_t i = 0; i < ball_count; i++)
        count += carom_scene_touches(scene, carom_circle_make(in.center(i), radius),
                                     CAROM_CONTACT_RULE_OPEN_DISC, nullptr)
                     ? 1
                     : 0;
    return count;
}

constexpr int worlds = 5;
constexpr const char *names[worlds] = {"carom", "chipmunk", "box2d", "box2d_bullets",
                                       "carom_cached"};

std::unique_ptr<world> make_world(int which, const walls &in, const carom_scene *scene,
                                  const balls &start) {
    if (which == 0 || which == 4)
        return std::make_unique<carom_world>(scene, start, which == 4);
    if (which == 1)
        return std::make_unique<chipmunk_world>(in, start);
    return std::make_unique<box2d_world>(in, start, which == 3);
}

/// The result of a world.
struct run {
    double seconds_a_frame;
    int frames;
    long out, overlapping;
};

// A second of frames, or as many as fit into some seconds of the clock.
run run_of(int which, const walls &in, const carom_scene *scene, const balls &start) {
    const std::unique_ptr<world> world = make_world(which, in, scene, start);
    double seconds = 0.0;
    int frames = 0;
    for (; frames < most_frames && seconds < most_seconds; frames++)
        seconds += seconds_of([&] { world->advance(); });
    return {seconds / frames, frames, outside(*world), overlapping(scene, *world)};
}

void add_line(results &out, const char *speed, const char *name, const std::vector<run> &runs) {
    std::vector<double> steps;
    for (const run &r : runs)
        steps.push_back(r.seconds_a_frame);
    const timing took = timing_of(steps);
    const run &last = runs.back();
    out.add({"moving", speed, wall_count, name, 1e3 * took.median, took.spread,
             ball_count * static_cast<std::size_t>(last.frames), last.out});
}

} // namespace

void time_moving(results &out) {
    const walls in = walled_square();
    const carom_index index(in);
    for (const char *const speed : {"0.5", "5", "50"}) {
        const double radii = std::strtod(speed, nullptr);
        const balls start = let_loose(index.scene(), radii);
        std::vector<run> runs[worlds];
        for (int round = 0; round < rounds; round++)
            for (int which = 0; which < worlds; which++) {
                // A step of these takes minutes.
                if (which == 3 && radii > 5.0)
                    continue;
                if (round == 0 || runs[which].front().frames == most_frames)
                    runs[which].push_back(run_of(which, in, index.scene(), start));
            }
        for (const int which : {0, 4})
            for (const run &r : runs[which])
                if (r.out != 0 || r.overlapping != 0)
                    out.disagree(names[which],
                                 std::string("moving ") + speed + ": balls out or in walls");
        for (int which = 0; which < worlds; which++)
            if (!runs[which].empty())
                add_line(out, speed, names[which], runs[which]);
    }
}

} // namespace bench
