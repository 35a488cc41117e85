// The same vectors and golden hashes as C: every question of tests/test_golden.c asked through the
// JavaScript API, and the hashes by function and class compared with tests/golden.txt.
// Layer: tests of bindings.
import { readFileSync } from "node:fs";
import test from "node:test";

import { bounce, load, slide, stop } from "../carom.js";
import { Lines, Reader, loadVectors } from "./vectors.mjs";

const casesPerClass = 840, motionCasesPerClass = 420;
const steps = 1920, tiedSteps = 480;
const setQuestions = 60, slowSetQuestions = 10, setCounts = [11, 64, 300];
const nearestCount = 5;
const frame = 1 / 64;

const relations = ["invalid", "separate", "touching", "crossing", "inside-touching", "inside"];
const features = ["none", "side", "a", "b"];
const sweepKinds = ["invalid", "miss", "graze", "hit", "overlap"];
const motionKinds = ["invalid", "moved", "freed", "stuck"];
const responses = {
    bounce_1: bounce(1, 0), bounce_half: bounce(0.5, 0.25), bounce_0: bounce(0, 0),
    slide: slide(), stop: stop(),
};

/** The number that C has for a word. */
function indexOf(words, word) {
    const index = words.indexOf(word);
    assert.ok(index >= 0, `${JSON.stringify(word)} is not one of ${words}`);
    return index;
}

function hashCircle(hash, circle) {
    hash.point(circle.center);
    hash.number(circle.radius);
}

function hashWall(hash, wall) {
    hash.point(wall.a);
    hash.point(wall.b);
    hash.number(wall.radius);
}

function hashSweep(lines, call, sweep) {
    lines.of(`${call}.kind`).bits(indexOf(sweepKinds, sweep.kind));
    lines.of(`${call}.feature`).bits(indexOf(features, sweep.feature));
    lines.of(`${call}.t`).number(sweep.t);
    lines.of(`${call}.center`).point(sweep.center);
    lines.of(`${call}.point`).point(sweep.point);
    lines.of(`${call}.normal`).point(sweep.normal);
}

function hashAnswers(lines, carom, circle, wall, gap) {
    lines.of("relate").bits(indexOf(relations, carom.relate(circle, wall)));
    lines.of("within").bits(Number(carom.within(circle, wall, gap)));
    const contact = carom.contact(circle, wall);
    lines.of("contact.relation").bits(indexOf(relations, contact.relation));
    lines.of("contact.feature").bits(indexOf(features, contact.feature));
    lines.of("contact.along").number(contact.along);
    lines.of("contact.point").point(contact.point);
    lines.of("contact.normal").point(contact.normal);
    lines.of("contact.depth").number(contact.depth);
    lines.of("distance").number(carom.distance(circle, wall));
    const crossings = carom.crossings(circle, wall);
    lines.of("crossings.count").bits(crossings.length);
    for (let i = 0; i < 2; i++) {
        lines.of("crossings.along").number(crossings[i]?.along ?? 0);
        lines.of("crossings.point").point(crossings[i]?.point ?? { x: 0, y: 0 });
    }
    const push = carom.pushOut(circle, wall);
    lines.of("push_out.relation").bits(indexOf(relations, push.relation));
    lines.of("push_out.center").point(push.center);
}

function hashCases(vectors, carom, lines) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.case_classes(); kind++) {
        lines.start(vectors.case_name(kind));
        const question = lines.of("case");
        for (let i = 0; i < casesPerClass; i++) {
            vectors.case_at(kind, i);
            const circle = reader.start().circle();
            const { given, asked } = reader.wall();
            const gap = reader.number();
            hashCircle(question, circle);
            hashWall(question, given);
            question.bits(given.extent);
            question.number(gap);
            hashAnswers(lines, carom, circle, asked, gap);
        }
    }
}

function hashMotionAnswers(lines, carom, circle, move, to, wall, second) {
    hashSweep(lines, "sweep", carom.sweep(circle, move, wall));
    hashSweep(lines, "sweep_to", carom.sweepTo(circle, to, wall));
    lines.of("path_is_clear").bits(Number(carom.wayIsFree(circle, to, wall)));
    lines.of("compare_time_of_impact").bits(carom.sweepOrder(circle, move, wall, second) + 1);
    const reflection = carom.reflect(circle, move, wall);
    lines.of("reflect.end").point(reflection.end);
    lines.of("reflect.move").point(reflection.move);
    const box = carom.wallBox(wall);
    lines.of("wall_box").point(box.min);
    lines.of("wall_box").point(box.max);
}

function hashMotionCases(vectors, carom, lines) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.motion_classes(); kind++) {
        lines.start(vectors.motion_name(kind));
        const question = lines.of("motion_case");
        for (let i = 0; i < motionCasesPerClass; i++) {
            vectors.motion_at(kind, i);
            const circle = reader.start().circle();
            const move = reader.vector(), to = reader.vector();
            const wall = reader.wall(), second = reader.wall();
            hashCircle(question, circle);
            question.point(move);
            question.point(to);
            hashWall(question, wall.given);
            question.bits(wall.given.extent);
            hashWall(question, second.given);
            hashMotionAnswers(lines, carom, circle, move, to, wall.asked, second.asked);
        }
    }
}

// ---- runs ----

function hashImpact(lines, impact) {
    lines.of("impact.time").number(impact.time);
    lines.of("impact.wall").bits(impact.wall);
    lines.of("impact.wall").bits(indexOf(features, impact.feature));
    lines.of("impact.center").point(impact.center);
    lines.of("impact.point").point(impact.point);
    lines.of("impact.normal").point(impact.normal);
    lines.of("impact.velocity").point(impact.before);
    lines.of("impact.velocity").point(impact.after);
}

function hashMotion(lines, motion) {
    motion.impacts.forEach((impact) => hashImpact(lines, impact));
    const report = lines.of("motion.report");
    report.bits(indexOf(motionKinds, motion.kind));
    lines.of("motion.ball").point(motion.ball.center);
    lines.of("motion.ball").point(motion.ball.velocity);
    report.bits(motion.contacts);
    report.number(motion.lost);
    report.bits(motion.overlapped);
    report.point(motion.freed);
}

function hashRun(lines, vectors, carom, start, mover) {
    const reader = new Reader(vectors);
    vectors.run_velocity();
    let ball = { ...start, velocity: reader.start().vector() };
    const count = vectors.room_has_ties() ? tiedSteps : steps;
    for (let step = 0; step < count; step++) {
        if (step % 200 === 199) {
            vectors.run_again();
            const velocity = reader.start().vector();
            ball = { center: reader.vector(), radius: ball.radius, velocity };
        } else if (step % 8 === 0) {
            vectors.run_kick();
            ball = { ...ball, velocity: reader.start().vector() };
        }
        const motion = carom.moveBall(ball, frame, mover);
        ball = motion.ball;
        hashMotion(lines, motion);
    }
}

// A scene names the same walls as the array of C and gives the same bits.
function hashRuns(vectors, carom, lines) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.room_kinds(); kind++) {
        const count = vectors.room_make(kind);
        const gravity = reader.start().vector(), start = reader.circle();
        const walls = carom.createScene(Array.from({ length: count }, (_, i) => {
            vectors.room_wall(i);
            return reader.start().wall().asked;
        }));
        const oneSided = Array.from({ length: count }, (_, i) => i % 5 === 4);
        Object.entries(responses).forEach(([name, response], k) => {
            lines.start(vectors.room_name(kind), `/${name}`);
            vectors.run_start(k);
            const mover = { walls, response, gravity, maxContacts: 6 };
            hashRun(lines, vectors, carom, start, k === 3 ? { ...mover, oneSided } : mover);
        });
        walls.free();
    }
}

// ---- scenes ----

function hashSetQuestion(lines, scene, reader) {
    const circle = reader.start().circle(), move = reader.vector(), gap = reader.number();
    const box = { min: reader.vector(), max: reader.vector() };
    scene.touching(circle).forEach((index) => lines.of("scene.touching").bits(index));
    lines.of("scene.within").bits(scene.within(circle, gap).length);
    lines.of("scene.in_box").bits(scene.inBox(box).length);
    for (const neighbor of scene.nearest(circle, nearestCount)) {
        lines.of("scene.nearest").bits(neighbor.index);
        lines.of("scene.nearest").number(neighbor.gap);
    }
    const hit = scene.sweep(circle, move);
    lines.of("scene.sweep.index").bits(hit.index);
    hashSweep(lines, "scene.sweep", hit.sweep);
}

function hashSets(vectors, carom, lines) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.set_kinds(); kind++) {
        lines.start(vectors.set_name(kind));
        for (const count of setCounts) {
            vectors.set_make(kind, count);
            const scene = carom.createScene(Array.from({ length: count }, (_, i) => {
                vectors.set_wall(i);
                return reader.start().wall().asked;
            }));
            lines.of("scene.bytes").bytes(scene.toBytes());
            const questions = vectors.set_is_slow(kind) ? slowSetQuestions : setQuestions;
            for (let i = 0; i < questions; i++) {
                vectors.set_question();
                hashSetQuestion(lines, scene, reader);
            }
            scene.free();
        }
    }
}

/** The hash of each "FUNCTION CLASS". */
function goldenHashes(carom) {
    const vectors = loadVectors();
    const lines = new Lines(vectors);
    hashCases(vectors, carom, lines);
    hashMotionCases(vectors, carom, lines);
    hashRuns(vectors, carom, lines);
    hashSets(vectors, carom, lines);
    return lines.hashes();
}

// What JavaScript does not have.
const onlyInC = new RegExp("^(passage[.]|cast[.]|vec2_along |relate_circle |distance_circle |" +
    "sweep_circle |path_is_clear_of_circle )");

const golden = new Map(
    readFileSync(new URL("../../../tests/golden.txt", import.meta.url), "utf8").trim().split("\n")
        .filter((line) => !onlyInC.test(line))
        .map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(-16)]));

for (const simd of [true, false]) {
    test(`the same bits as C, ${simd ? "with" : "without"} vectors`, async () => {
        const carom = await load({ simd });
        assert.equal(carom.instructions, simd ? "simd128" : "scalar");
        const got = goldenHashes(carom);
        const names = new Set([...golden.keys(), ...got.keys()]);
        const moved = [...names].filter((name) => got.get(name) !== golden.get(name));
        assert.deepEqual(moved, [], "these functions and classes have other hashes than in C");
    });
}
