// What the worlds of Box2D have in common: its floats, and balls and walls that bounce. Room:
// bench.
#ifndef CAROM_BENCH_BOX2D_H
#define CAROM_BENCH_BOX2D_H

#include <box2d/box2d.h>

#include <cstdint>

#include "carom/carom.h"

namespace bench {

inline b2Vec2 single(carom_vec2 p) {
    return b2Vec2(static_cast<float>(p.x), static_cast<float>(p.y));
}

inline carom_vec2 wide(b2Vec2 p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

/// Adds a shape that bounces without loss. Shapes of the same negative group never collide.
inline void add_bouncing(b2Body *body, const b2Shape &shape, std::int16_t group = 0) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1.0F;
    fixture.friction = 0.0F;
    fixture.restitution = 1.0F;
    fixture.restitutionThreshold = 0.0F;
    fixture.filter.groupIndex = group;
    body->CreateFixture(&fixture);
}

/// Adds a ball that neither sleeps nor spins.
inline b2Body *add_ball(b2World &world, const carom_ball &ball, bool bullet,
                        std::int16_t group = 0) {
    b2BodyDef def;
    def.type = b2_dynamicBody;
    def.bullet = bullet;
    def.allowSleep = false;
    def.fixedRotation = true;
    def.position = single(ball.center);
    def.linearVelocity = single(ball.velocity);
    b2CircleShape disc;
    disc.m_radius = static_cast<float>(ball.radius);
    b2Body *body = world.CreateBody(&def);
    add_bouncing(body, disc, group);
    return body;
}

} // namespace bench

#endif
