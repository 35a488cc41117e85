// The benchmark of scenes that change: walls are removed, inserted and moved, in Carom, in the tree
// of Box2D and in a space of Chipmunk, and all are asked which walls touch circles.
//
//     bench_dynamic FILE.csv [WALLS] [EDITS]     default: 100000 1000000
//
// In every round each peer does the same edits, so that a temporary slowdown of the machine affects
// all equally. The queries come after the edits; a fresh carom_scene of the same walls is asked
// too. Exit status 1 if Carom's two scenes differ. Room: bench.
#include <box2d/b2_dynamic_tree.h>
#include <chipmunk/chipmunk.h>
#include <chipmunk/chipmunk_unsafe.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "random_source.h"
#include "results.h"
#include "rounds.h"
#include "scene_peer.h"

namespace bench {
namespace {

constexpr std::size_t round_edits = 1000;
constexpr std::size_t asked = 20000;
constexpr int rounds = 7;

/// Walls by number that can be removed, inserted again and moved.
class changing {
  public:
    changing(std::string name_) : name(std::move(name_)) {
    }
    changing(const changing &) = delete;
    changing &operator=(const changing &) = delete;
    virtual ~changing() = default;
    virtual void remove(std::size_t number) = 0;
    virtual void insert(std::size_t number, const carom_wall &wall) = 0;
    virtual void move_all(const walls &all) = 0;
    virtual long touching(const carom_circle *circles, std::size_t count) const = 0;

    const std::string name;
    std::vector<double> removing, inserting, moving;
};

void must(carom_status status) {
    if (status != CAROM_STATUS_OK) {
        std::fprintf(stderr, "bench_dynamic: %s\n", carom_status_name(status));
        std::exit(1);
    }
}

long list_in(const carom_scene *scene, const carom_circle *circles, std::size_t count) {
    std::vector<std::uint32_t> found(4096);
    long total = 0;
    for (std::size_t i = 0; i < count; i++)
        total += static_cast<long>(carom_scene_touching(scene, circles[i],
                                                        CAROM_CONTACT_RULE_CLOSED_DISC, nullptr,
                                                        found.data(), found.size()));
    return total;
}

class carom_walls final : public changing {
  public:
    explicit carom_walls(const walls &all) : changing("carom"), ids(all.size()) {
        must(carom_dynamic_scene_create(all.data(), all.size(), nullptr, &scene, nullptr));
        for (std::size_t i = 0; i < ids.size(); i++)
            ids[i] = carom_dynamic_scene_id(scene, i);
    }
    ~carom_walls() override {
        carom_dynamic_scene_destroy(scene);
    }
    void remove(std::size_t number) override {
        carom_dynamic_scene_remove(scene, ids[number]);
    }
    void insert(std::size_t number, const carom_wall &wall) override {
        must(carom_dynamic_scene_insert(scene, wall, &ids[number]));
    }
    void move_all(const walls &all) override {
        must(carom_dynamic_scene_move_many(scene, ids.data(), all.data(), all.size(), nullptr));
    }
    long touching(const carom_circle *circles, std::size_t count) const override {
        return list_in(carom_dynamic_scene_view(scene), circles, count);
    }

  private:
    carom_dynamic_scene *scene = nullptr;
    std::vector<carom_dynamic_id> ids;
};

b2AABB box_of(const carom_wall &w) {
    const b2Vec2 a(static_cast<float>(w.a.x), static_cast<float>(w.a.y));
    const b2Vec2 b(static_cast<float>(w.b.x), static_cast<float>(w.b.y));
    b2AABB box;
    box.lowerBound = b2Min(a, b);
    box.upperBound = b2Max(a, b);
    return box;
}

// A tree of boxes; the walls are beside it. A move goes by MoveProxy, which leaves the tree alone
// while the wall stays in its widened box.
class box2d_walls final : public changing {
  public:
    explicit box2d_walls(const walls &all) : changing("box2d"), kept(all), proxies(all.size()) {
        for (std::size_t i = 0; i < all.size(); i++)
            box2d_walls::insert(i, all[i]);
    }
    void remove(std::size_t number) override {
        tree.DestroyProxy(proxies[number]);
    }
    void insert(std::size_t number, const carom_wall &wall) override {
        kept[number] = wall;
        proxies[number] = tree.CreateProxy(box_of(wall), reinterpret_cast<void *>(number));
    }
    void move_all(const walls &all) override {
        for (std::size_t i = 0; i < all.size(); i++) {
            const b2Vec2 by(static_cast<float>(all[i].a.x - kept[i].a.x),
                            static_cast<float>(all[i].a.y - kept[i].a.y));
            kept[i] = all[i];
            tree.MoveProxy(proxies[i], box_of(all[i]), by);
        }
    }
    bool QueryCallback(int32 node) const {
        const std::size_t number = reinterpret_cast<std::uintptr_t>(tree.GetUserData(node));
        if (naive_touches(circle, {kept[number].a, kept[number].b}))
            found.push_back(static_cast<std::uint32_t>(number));
        return true;
    }
    long touching(const carom_circle *circles, std::size_t count) const override {
        long total = 0;
        for (std::size_t i = 0; i < count; i++) {
            circle = circles[i];
            b2AABB around;
            around.lowerBound = b2Vec2(static_cast<float>(circle.center.x - circle.radius),
                                       static_cast<float>(circle.center.y - circle.radius));
            around.upperBound = b2Vec2(static_cast<float>(circle.center.x + circle.radius),
                                       static_cast<float>(circle.center.y + circle.radius));
            found.clear();
            tree.Query(this, around);
            total += static_cast<long>(found.size());
        }
        return total;
    }

  private:
    b2DynamicTree tree;
    walls kept;
    std::vector<int32> proxies;
    mutable carom_circle circle{};
    mutable std::vector<std::uint32_t> found;
};

void count_shape(cpShape *, cpVect, cpFloat, cpVect, void *total) {
    ++*static_cast<long *>(total);
}

// Static shapes in a space with its tree of boxes.
class chipmunk_walls final : public changing {
  public:
    explicit chipmunk_walls(const walls &all)
        : changing("chipmunk"), space(cpSpaceNew()), shapes(all.size()) {
        for (std::size_t i = 0; i < all.size(); i++)
            chipmunk_walls::insert(i, all[i]);
    }
    ~chipmunk_walls() override {
        for (std::size_t i = 0; i < shapes.size(); i++)
            chipmunk_walls::remove(i);
        cpSpaceFree(space);
    }
    void remove(std::size_t number) override {
        cpSpaceRemoveShape(space, shapes[number]);
        cpShapeFree(shapes[number]);
    }
    void insert(std::size_t number, const carom_wall &w) override {
        shapes[number] = cpSegmentShapeNew(cpSpaceGetStaticBody(space), cpv(w.a.x, w.a.y),
                                           cpv(w.b.x, w.b.y), w.radius);
        cpSpaceAddShape(space, shapes[number]);
    }
    void move_all(const walls &all) override {
        for (std::size_t i = 0; i < all.size(); i++)
            cpSegmentShapeSetEndpoints(shapes[i], cpv(all[i].a.x, all[i].a.y),
                                       cpv(all[i].b.x, all[i].b.y));
        cpSpaceReindexStatic(space);
    }
    long touching(const carom_circle *circles, std::size_t count) const override {
        long total = 0;
        for (std::size_t i = 0; i < count; i++)
            cpSpacePointQuery(space, cpv(circles[i].center.x, circles[i].center.y),
                              circles[i].radius, CP_SHAPE_FILTER_ALL, count_shape, &total);
        return total;
    }

  private:
    cpSpace *space;
    std::vector<cpShape *> shapes;
};

// In ns an item.
void add(results &out, const char *measure, std::size_t count, const std::string &peer,
         std::vector<double> seconds, std::size_t items, long answers = 0) {
    if (seconds.empty())
        return;
    const timing t = timing_of(std::move(seconds));
    out.add({measure, "uniform", count, peer, t.median / static_cast<double>(items) * 1e9, t.spread,
             items, answers});
}

// The number of a random wall.
std::size_t any_of(random_source &random, const walls &all) {
    return static_cast<std::size_t>(random.integer(0, static_cast<int>(all.size()) - 1));
}

// Removes random walls and inserts others in their place, in rounds.
void churn(walls &all, const std::vector<std::unique_ptr<changing>> &peers, std::size_t edits) {
    random_source random(77);
    const walls others = uniform_walls(all.size());
    std::vector<std::size_t> numbers(round_edits);
    for (std::size_t done = 0; done < edits; done += 2 * round_edits) {
        // A stride that shares no factor with the count never names a wall twice in a round.
        const std::size_t start = any_of(random, all);
        for (std::size_t i = 0; i < round_edits; i++) {
            numbers[i] = (start + i * 7919) % all.size();
            all[numbers[i]] = others[any_of(random, others)];
        }
        for (const auto &peer : peers) {
            peer->removing.push_back(seconds_of([&] {
                for (const std::size_t number : numbers)
                    peer->remove(number);
            }));
            peer->inserting.push_back(seconds_of([&] {
                for (const std::size_t number : numbers)
                    peer->insert(number, all[number]);
            }));
        }
    }
}

// Moves all walls by up to a hundredth of their length.
void wander(walls &all, const std::vector<std::unique_ptr<changing>> &peers) {
    random_source random(78);
    for (int round = 0; round < rounds; round++) {
        for (carom_wall &wall : all) {
            const carom_vec2 by = {random.within(-0.01, 0.01), random.within(-0.01, 0.01)};
            wall.a = carom_vec2_add(wall.a, by);
            wall.b = carom_vec2_add(wall.b, by);
        }
        for (const auto &peer : peers)
            peer->moving.push_back(seconds_of([&] { peer->move_all(all); }));
    }
}

// Asks all peers, and a fresh fixed scene of the same walls.
void ask(results &out, const walls &all, const std::vector<std::unique_ptr<changing>> &peers,
         const char *measure) {
    const circles around = circles_among(all.size(), asked);
    carom_scene *fixed = nullptr;
    must(carom_scene_create(all.data(), all.size(), nullptr, nullptr, &fixed, nullptr));
    std::vector<std::vector<double>> seconds(peers.size() + 1);
    std::vector<long> answers(peers.size() + 1);
    for (int round = 0; round < rounds; round++) {
        for (std::size_t p = 0; p < peers.size(); p++)
            seconds[p].push_back(
                seconds_of([&] { answers[p] = peers[p]->touching(around.data(), asked); }));
        seconds.back().push_back(
            seconds_of([&] { answers.back() = list_in(fixed, around.data(), asked); }));
    }
    carom_scene_destroy(fixed, nullptr);
    for (std::size_t p = 0; p < peers.size(); p++)
        add(out, measure, all.size(), peers[p]->name, seconds[p], asked, answers[p]);
    add(out, measure, all.size(), "fixed", seconds.back(), asked, answers.back());
    if (answers.front() != answers.back())
        out.disagree("the dynamic scene", measure);
}

void run(results &out, std::size_t count, std::size_t edits) {
    walls all = uniform_walls(count);
    std::vector<std::unique_ptr<changing>> peers;
    peers.push_back(std::make_unique<carom_walls>(all));
    peers.push_back(std::make_unique<box2d_walls>(all));
    peers.push_back(std::make_unique<chipmunk_walls>(all));
    ask(out, all, peers, "touching_built");
    churn(all, peers, edits);
    ask(out, all, peers, "touching_edited");
    wander(all, peers);
    ask(out, all, peers, "touching_moved");
    for (const auto &peer : peers) {
        add(out, "remove", count, peer->name, peer->removing, round_edits);
        add(out, "insert", count, peer->name, peer->inserting, round_edits);
        add(out, "move_many", count, peer->name, peer->moving, count);
    }
}

} // namespace
} // namespace bench

int main(int argc, char **argv) {
    if (argc < 2 || argc > 4) {
        std::fprintf(stderr, "usage: bench_dynamic FILE.csv [WALLS] [EDITS]\n");
        return 2;
    }
    bench::results out(argv[1]);
    bench::run(out, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100000,
               argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1000000);
    return out.all_agreed() ? 0 : 1;
}
