// A crowd scene in Box2D. Room: bench.
#include <vector>

#include "box2d.h"
#include "crowd_world.h"

namespace bench {
namespace {

constexpr double pi = 3.141592653589793;

/// Gives contacts with walls their own restitution. Box2D takes the larger one of both shapes.
class wall_contacts final : public b2ContactListener {
  public:
    explicit wall_contacts(double restitution) : of_wall(static_cast<float>(restitution)) {
    }
    void BeginContact(b2Contact *contact) override {
        if (contact->GetFixtureA()->GetType() == b2Shape::e_edge ||
            contact->GetFixtureB()->GetType() == b2Shape::e_edge)
            contact->SetRestitution(of_wall);
    }

  private:
    float of_wall;
};

class box2d_world final : public crowd_world {
  public:
    box2d_world(const crowd_scene &from, bool continuous, bool sleeps)
        : start(from), listener(from.wall_restitution), inside(single(from.gravity)) {
        inside.SetContinuousPhysics(continuous);
        if (from.wall_restitution != from.restitution)
            inside.SetContactListener(&listener);
        const b2BodyDef ground;
        b2Body *still = inside.CreateBody(&ground);
        for (const carom_wall &w : from.walls)
            add_wall(still, w.a, w.b, w.radius);
        for (const moving_segment &m : from.moving) {
            const carom_vec2 middle = carom_vec2_scale(carom_vec2_add(m.start.a, m.start.b), 0.5);
            b2BodyDef def;
            def.type = b2_kinematicBody;
            def.position = single(middle);
            def.angularVelocity = static_cast<float>(m.spin);
            moving.push_back(inside.CreateBody(&def));
            add_wall(moving.back(), carom_vec2_sub(m.start.a, middle),
                     carom_vec2_sub(m.start.b, middle), m.start.radius);
        }
        for (std::size_t i = 0; i < from.balls.size(); i++)
            add_ball(from.balls[i], from.masses.empty() ? 1.0 : from.masses[i], sleeps);
    }
    void advance() override {
        for (std::size_t i = 0; i < moving.size(); i++)
            moving[i]->SetLinearVelocity(single(segment_velocity(start.moving[i], frame)));
        frame++;
        if (start.pull != pull_kind::none)
            for (std::size_t i = 0; i < bodies.size(); i++) {
                const auto mass = static_cast<double>(bodies[i]->GetMass());
                bodies[i]->ApplyForceToCenter(
                    single(carom_vec2_scale(pull_at(start, center(i)), mass)), true);
            }
        inside.Step(static_cast<float>(start.step), 8, 3);
    }
    carom_vec2 center(std::size_t ball) const override {
        return wide(bodies[ball]->GetPosition());
    }
    carom_wall moving_wall(std::size_t index) const override {
        const b2Body *body = moving[index];
        const auto *edge = static_cast<const b2EdgeShape *>(body->GetFixtureList()->GetShape());
        return carom_capsule(wide(body->GetWorldPoint(edge->m_vertex1)),
                             wide(body->GetWorldPoint(edge->m_vertex2)),
                             start.moving[index].start.radius);
    }

  private:
    void add_shape(b2Body *body, const b2Shape &shape, double density, double restitution) {
        b2FixtureDef fixture;
        fixture.shape = &shape;
        fixture.density = static_cast<float>(density);
        fixture.friction = 0.0F;
        fixture.restitution = static_cast<float>(restitution);
        // Under gravity Box2D's own threshold stays, so that piles can come to rest.
        if (start.gravity.x == 0.0 && start.gravity.y == 0.0)
            fixture.restitutionThreshold = 0.0F;
        body->CreateFixture(&fixture);
    }
    /// A segment keeps the skin that Box2D gives it.
    void add_wall(b2Body *body, carom_vec2 a, carom_vec2 b, double radius) {
        b2EdgeShape edge;
        edge.SetTwoSided(single(a), single(b));
        if (radius > 0.0)
            edge.m_radius = static_cast<float>(radius);
        add_shape(body, edge, 0.0, start.wall_restitution);
    }
    void add_ball(const carom_ball &ball, double mass, bool sleeps) {
        b2BodyDef def;
        def.type = b2_dynamicBody;
        def.allowSleep = sleeps;
        def.fixedRotation = true;
        def.position = single(ball.center);
        def.linearVelocity = single(ball.velocity);
        bodies.push_back(inside.CreateBody(&def));
        b2CircleShape disc;
        disc.m_radius = static_cast<float>(ball.radius);
        add_shape(bodies.back(), disc, mass / (pi * ball.radius * ball.radius), start.restitution);
    }

    const crowd_scene &start;
    wall_contacts listener;
    b2World inside;
    std::vector<b2Body *> bodies, moving;
    int frame = 0;
};

} // namespace

std::unique_ptr<crowd_world> make_box2d_crowd(const crowd_scene &scene) {
    return std::make_unique<box2d_world>(scene, true, false);
}

std::unique_ptr<crowd_world> make_box2d_sleeping_crowd(const crowd_scene &scene) {
    return std::make_unique<box2d_world>(scene, true, true);
}

std::unique_ptr<crowd_world> make_box2d_discrete_crowd(const crowd_scene &scene) {
    return std::make_unique<box2d_world>(scene, false, false);
}

} // namespace bench
