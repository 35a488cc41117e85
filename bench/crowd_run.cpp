// Runs and reports crowd scenes. Room: bench.
#include "crowd_run.h"

#include <algorithm>
#include <cstdio>

#include "crowd_overlaps.h"
#include "rounds.h"

namespace bench {
namespace {

/// The frames before all balls sleep that count as at rest.
constexpr int frames_at_rest = 24;

/// A phase in one engine.
struct part {
    /// Of one frame, and of the slowest frame, for each round.
    std::vector<double> seconds, worst;
    overlaps found;
    int counted = 0;
    crowd_tally before, after;
};

/// A scene in one engine.
struct course {
    crowd_engine engine;
    std::vector<part> parts;
    /// Fewer than the scene has if they take too long.
    int frames = 0;
    /// After the frame in which this first happened; 0: never.
    int first_asleep = 0, first_crushed = 0;
};

int frames_of(const crowd_scene &s) {
    int frames = 0;
    for (const phase &p : s.phases)
        frames = std::max(frames, p.end);
    return frames;
}

bool is_in(const phase &p, int frame) {
    return p.begin <= frame && frame < p.end;
}

/// Runs a scene once, and counts what overlaps and what Carom reports.
void count_in(const crowd_scene &s, course &c) {
    const std::unique_ptr<crowd_world> world = c.engine.make(s);
    double seconds = 0.0;
    c.parts.resize(s.phases.size());
    for (; c.frames < frames_of(s) && seconds < s.most_seconds; c.frames++) {
        const crowd_tally before = world->tally();
        seconds += seconds_of([&] { world->advance(); });
        const crowd_tally after = world->tally();
        if (c.first_asleep == 0 && after.asleep == s.balls.size())
            c.first_asleep = c.frames + 1;
        if (c.first_crushed == 0 && after.crushed > 0)
            c.first_crushed = c.frames + 1;
        const bool counts = c.frames % s.count_every == 0;
        overlaps found;
        for (std::size_t i = 0; i < s.phases.size(); i++) {
            part &p = c.parts[i];
            if (!is_in(s.phases[i], c.frames))
                continue;
            if (c.frames == s.phases[i].begin)
                p.before = before;
            p.after = after;
            if (!counts)
                continue;
            if (found.any == 0)
                found = count_overlaps(s, *world);
            p.counted++;
            p.found.any += found.any;
            p.found.deep += found.deep;
            p.found.outside = std::max(p.found.outside, found.outside);
            p.found.deepest = std::max(p.found.deepest, found.deepest);
        }
    }
}

/// The frames at which a phase begins or ends, and the last one.
std::vector<int> borders_of(const crowd_scene &s, int frames) {
    std::vector<int> all = {frames};
    for (const phase &p : s.phases)
        for (const int border : {p.begin, p.end})
            if (border > 0 && border < frames)
                all.push_back(border);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// Runs a scene once for the times. Frames between two borders are timed as one.
void time_in(const crowd_scene &s, course &c) {
    const std::unique_ptr<crowd_world> world = c.engine.make(s);
    std::vector<double> seconds(s.phases.size(), 0.0), worst = seconds;
    int frame = 0;
    const auto run_to = [&](int end) {
        const int begin = frame;
        const double took = seconds_of([&] {
            for (; frame < end; frame++)
                world->advance();
        });
        for (std::size_t i = 0; i < seconds.size(); i++)
            if (is_in(s.phases[i], begin)) {
                seconds[i] += took;
                worst[i] = std::max(worst[i], took);
            }
    };
    for (const int border : borders_of(s, c.frames))
        while (frame < border)
            run_to(s.wants_worst ? frame + 1 : border);
    for (std::size_t i = 0; i < seconds.size(); i++) {
        const int frames = std::min(c.frames, s.phases[i].end) - s.phases[i].begin;
        if (frames <= 0)
            continue;
        c.parts[i].seconds.push_back(seconds[i] / frames);
        c.parts[i].worst.push_back(worst[i]);
    }
}

/// Adds the phase before all balls of Carom sleep.
void add_rest(crowd_scene &s, const course &carom) {
    const int end = carom.first_asleep > 0 ? carom.first_asleep : frames_of(s);
    const int begin = std::max(s.phases.front().end, end - frames_at_rest);
    if (begin < end)
        s.phases.insert(s.phases.begin() + 1, {"rest", begin, end});
}

void print(const crowd_scene &s, std::size_t i, const std::vector<course> &all) {
    const part &own = all.front().parts[i];
    if (own.seconds.empty()) {
        std::printf("%s/%s: not reached\n", s.name.c_str(), s.phases[i].name.c_str());
        return;
    }
    const double frames = std::min(all.front().frames, s.phases[i].end) - s.phases[i].begin;
    const double balls = static_cast<double>(s.balls.size());
    const double base = timing_of(own.seconds).median;
    std::printf("%-24s %5zu  %8.4f ms  lost %.3g %%  held %.3g  asleep %zu  impacts %.4g",
                (s.name + "/" + s.phases[i].name).c_str(), s.balls.size(), 1e3 * base,
                100.0 * (own.after.lost - own.before.lost) / (frames * s.step * balls),
                static_cast<double>(own.after.held - own.before.held) / frames, own.after.asleep,
                static_cast<double>(own.after.impacts - own.before.impacts) / frames);
    if (s.wants_worst)
        std::printf("  worst %.3g ms  crushed in %d  stuck %zu", 1e3 * timing_of(own.worst).median,
                    all.front().first_crushed, own.after.stuck);
    for (const course &c : all) {
        const part &p = c.parts[i];
        if (p.seconds.empty())
            continue;
        const double count = std::max(1, p.counted);
        std::printf("  | %s x%.2f", c.engine.name.c_str(), base / timing_of(p.seconds).median);
        if (p.found.any > 0 || p.found.outside > 0)
            std::printf(" %.3g overlaps to %.2g", static_cast<double>(p.found.any) / count,
                        p.found.deepest);
        if (p.found.outside > 0)
            std::printf(" %ld out", p.found.outside);
    }
    std::printf("\n");
    std::fflush(stdout);
}

void add_lines(results &out, const crowd_scene &s, std::size_t i, const course &c, bool reports) {
    const part &p = c.parts[i];
    if (p.seconds.empty())
        return;
    const timing took = timing_of(p.seconds);
    const int frames = std::min(c.frames, s.phases[i].end) - s.phases[i].begin;
    const auto add = [&](const char *measure, double value, double spread = 0.0) {
        out.add({measure, s.name + "/" + s.phases[i].name, s.balls.size(), c.engine.name, value,
                 spread, static_cast<std::size_t>(frames)});
    };
    add("crowd", 1e3 * took.median, took.spread);
    if (s.wants_worst) {
        const timing worst = timing_of(p.worst);
        add("crowd_worst", 1e3 * worst.median, worst.spread);
    }
    if (p.counted > 0) {
        add("crowd_overlaps", static_cast<double>(p.found.any) / p.counted);
        add("crowd_deep", static_cast<double>(p.found.deep) / p.counted);
        add("crowd_deepest", p.found.deepest);
        add("crowd_outside", static_cast<double>(p.found.outside));
    }
    if (!reports)
        return;
    const auto per_frame = [&](std::size_t before, std::size_t after) {
        return static_cast<double>(after - before) / frames;
    };
    const double time = frames * s.step * static_cast<double>(s.balls.size());
    add("crowd_lost", (p.after.lost - p.before.lost) / time);
    add("crowd_held", per_frame(p.before.held, p.after.held));
    add("crowd_impacts", per_frame(p.before.impacts, p.after.impacts));
    add("crowd_asleep", static_cast<double>(p.after.asleep));
    add("crowd_crushed", c.first_crushed);
    add("crowd_stuck", static_cast<double>(p.after.stuck - p.before.stuck));
    add("crowd_bytes", static_cast<double>(p.after.bytes) / static_cast<double>(s.balls.size()));
}

} // namespace

void run_crowd(results &out, crowd_scene scene, const std::vector<crowd_engine> &engines,
               int rounds) {
    std::vector<course> all;
    for (const crowd_engine &engine : engines) {
        all.push_back({engine, {}, 0, 0, 0});
        count_in(scene, all.back());
        if (scene.comes_to_rest && all.size() == 1) {
            add_rest(scene, all.front());
            all.front() = {engine, {}, 0, 0, 0};
            count_in(scene, all.front());
        }
    }
    for (int round = 0; round < rounds; round++)
        for (course &c : all)
            time_in(scene, c);
    for (std::size_t i = 0; i < scene.phases.size(); i++) {
        print(scene, i, all);
        for (const course &c : all)
            add_lines(out, scene, i, c, &c == &all.front());
        const part &own = all.front().parts[i];
        if (own.found.any > 0 && own.after.crushed == 0 && own.after.stuck == 0)
            out.disagree("carom", scene.name + ": balls overlap");
    }
}

} // namespace bench
