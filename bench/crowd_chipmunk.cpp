// A crowd scene in Chipmunk. Room: bench.
#include <chipmunk/chipmunk.h>

#include <cmath>
#include <vector>

#include "crowd_world.h"

namespace bench {
namespace {

constexpr double slop = 0.005, time_to_sleep = 0.5;

cpVect vect(carom_vec2 p) {
    return cpv(p.x, p.y);
}

class chipmunk_world final : public crowd_world {
  public:
    chipmunk_world(const crowd_scene &from, bool sleeps) : start(from), space(cpSpaceNew()) {
        cpSpaceSetCollisionSlop(space, slop);
        cpSpaceSetGravity(space, vect(from.gravity));
        if (sleeps)
            cpSpaceSetSleepTimeThreshold(space, time_to_sleep);
        // Chipmunk multiplies the elasticities of both shapes.
        const double of_ball = std::sqrt(from.restitution);
        const double of_wall = of_ball > 0.0 ? from.wall_restitution / of_ball : 0.0;
        for (const carom_wall &w : from.walls)
            add(cpSegmentShapeNew(cpSpaceGetStaticBody(space), vect(w.a), vect(w.b), w.radius),
                of_wall);
        for (const moving_segment &m : from.moving)
            add_moving(m, of_wall);
        for (std::size_t i = 0; i < from.balls.size(); i++) {
            const carom_ball &ball = from.balls[i];
            const double mass = from.masses.empty() ? 1.0 : from.masses[i];
            cpBody *body = cpSpaceAddBody(space, cpBodyNew(mass, HUGE_VAL));
            cpBodySetPosition(body, vect(ball.center));
            cpBodySetVelocity(body, vect(ball.velocity));
            bodies.push_back(body);
            add(cpCircleShapeNew(body, ball.radius, cpvzero), of_ball);
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
        for (std::size_t i = 0; i < moving.size(); i++)
            cpBodySetVelocity(moving[i], vect(segment_velocity(start.moving[i], frame)));
        frame++;
        if (start.pull != pull_kind::none)
            for (std::size_t i = 0; i < bodies.size(); i++)
                cpBodySetForce(bodies[i],
                               cpvmult(vect(pull_at(start, center(i))), cpBodyGetMass(bodies[i])));
        cpSpaceStep(space, start.step);
    }
    carom_vec2 center(std::size_t ball) const override {
        const cpVect p = cpBodyGetPosition(bodies[ball]);
        return {p.x, p.y};
    }
    carom_wall moving_wall(std::size_t index) const override {
        const cpShape *shape = moving_shapes[index];
        const cpVect a = cpBodyLocalToWorld(moving[index], cpSegmentShapeGetA(shape));
        const cpVect b = cpBodyLocalToWorld(moving[index], cpSegmentShapeGetB(shape));
        return carom_capsule({a.x, a.y}, {b.x, b.y}, start.moving[index].start.radius);
    }

  private:
    void add(cpShape *shape, double elasticity) {
        cpShapeSetElasticity(shape, elasticity);
        cpSpaceAddShape(space, shape);
        shapes.push_back(shape);
    }
    void add_moving(const moving_segment &m, double elasticity) {
        const cpVect a = vect(m.start.a), b = vect(m.start.b), middle = cpvlerp(a, b, 0.5);
        cpBody *body = cpSpaceAddBody(space, cpBodyNewKinematic());
        cpBodySetPosition(body, middle);
        cpBodySetAngularVelocity(body, m.spin);
        moving.push_back(body);
        moving_shapes.push_back(
            cpSegmentShapeNew(body, cpvsub(a, middle), cpvsub(b, middle), m.start.radius));
        add(moving_shapes.back(), elasticity);
    }

    const crowd_scene &start;
    cpSpace *space;
    std::vector<cpShape *> shapes, moving_shapes;
    std::vector<cpBody *> bodies, moving;
    int frame = 0;
};

} // namespace

std::unique_ptr<crowd_world> make_chipmunk_crowd(const crowd_scene &scene) {
    return std::make_unique<chipmunk_world>(scene, false);
}

std::unique_ptr<crowd_world> make_chipmunk_sleeping_crowd(const crowd_scene &scene) {
    return std::make_unique<chipmunk_world>(scene, true);
}

} // namespace bench
