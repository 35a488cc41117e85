// The same vectors and golden hashes as C: every question of tests/test_golden.c asked through the
// JavaScript API, and the five hashes compared with tests/golden.txt. Layer: tests of bindings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { bounce, load, slide, stop } from "../carom.js";
import { Hash, Reader, loadVectors } from "./vectors.mjs";

const casesPerClass = 840, motionCasesPerClass = 420;
const steps = 1920, tiedSteps = 480;
const setQuestions = 60, slowSetQuestions = 10, setCounts = [11, 64, 300];
const nearestCount = 5;
const frame = 1 / 64;

const relations = ["invalid", "separate", "touching", "crossing", "inside-touching", "inside"];
const features = ["none", "side", "a", "b"];
const sweepKinds = ["invalid", "miss", "graze", "hit", "overlap"];
const motionKinds = ["invalid", "moved", "freed", "stuck"];

/** The number that C has for a word. */
function indexOf(words, word) {
    const index = words.indexOf(word);
    assert.ok(index >= 0, `${JSON.stringify(word)} is not one of ${words}`);
    return index;
}

const origin = { x: 0, y: 0 };

function hashCircle(hash, circle) {
    hash.point(circle.center);
    hash.number(circle.radius);
}

function hashWall(hash, wall) {
    hash.point(wall.a);
    hash.point(wall.b);
    hash.number(wall.radius);
}

function hashSweep(hash, sweep) {
    hash.bits(indexOf(sweepKinds, sweep.kind));
    hash.bits(indexOf(features, sweep.feature));
    hash.number(sweep.t);
    hash.point(sweep.center);
    hash.point(sweep.point);
    hash.point(sweep.normal);
}

function hashAnswers(hash, carom, circle, wall, gap) {
    hash.bits(indexOf(relations, carom.relate(circle, wall)));
    hash.bits(Number(carom.within(circle, wall, gap)));
    const contact = carom.contact(circle, wall);
    hash.bits(indexOf(relations, contact.relation));
    hash.bits(indexOf(features, contact.feature));
    hash.number(contact.along);
    hash.point(contact.point);
    hash.point(contact.normal);
    hash.number(contact.depth);
    hash.number(carom.distance(circle, wall));
    const crossings = carom.crossings(circle, wall);
    hash.bits(crossings.length);
    for (let i = 0; i < 2; i++) {
        hash.number(crossings[i]?.along ?? 0);
        hash.point(crossings[i]?.point ?? origin);
    }
    const push = carom.pushOut(circle, wall);
    hash.bits(indexOf(relations, push.relation));
    hash.point(push.center);
}

function hashCases(vectors, carom, questions, answers) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.case_classes(); kind++) {
        for (let i = 0; i < casesPerClass; i++) {
            vectors.case_at(kind, i);
            const circle = reader.start().circle();
            const { given, asked } = reader.wall();
            const gap = reader.number();
            hashCircle(questions, circle);
            hashWall(questions, given);
            questions.bits(given.extent);
            questions.number(gap);
            hashAnswers(answers, carom, circle, asked, gap);
        }
    }
}

function hashMotionAnswers(hash, carom, circle, move, to, wall, second) {
    hashSweep(hash, carom.sweep(circle, move, wall));
    hashSweep(hash, carom.sweepTo(circle, to, wall));
    hash.bits(Number(carom.pathIsClear(circle, to, wall)));
    hash.bits(carom.compareTimeOfImpact(circle, move, wall, second) + 1);
    const reflection = carom.reflect(circle, move, wall);
    hash.point(reflection.end);
    hash.point(reflection.move);
    const box = carom.wallBox(wall);
    hash.point(box.min);
    hash.point(box.max);
}

// What C has where there is no exit: 1 if the circle is still in contact at the end.
const noExit = (entry) => ({
    t: entry.kind === "miss" || entry.kind === "invalid" ? 0 : 1,
    feature: "none", center: origin, point: origin, normal: origin,
});

function hashPassages(hash, carom, circle, move, to, { asked, given }) {
    const { entry, exit } = carom.passage(circle, move, asked);
    const { t, feature, center, point, normal } = exit ?? noExit(entry);
    hashSweep(hash, entry);
    hash.bits(Number(exit !== null));
    hash.number(t);
    hash.bits(indexOf(features, feature));
    hash.point(center);
    hash.point(point);
    hash.point(normal);
    const length = Math.abs(move.x) + Math.abs(move.y);
    const cast = carom.cast(circle, move, length, asked);
    hash.point(carom.vectorAlong(move, length));
    hashSweep(hash, cast.sweep);
    hash.number(cast.distance);
    const other = { center: given.a, radius: given.radius };
    hash.bits(indexOf(relations, carom.relateCircle(circle, other)));
    hash.number(carom.distanceCircle(circle, other));
    hashSweep(hash, carom.sweepCircle(circle, move, other));
    hash.bits(Number(carom.pathIsClearOfCircle(circle, to, other)));
}

function hashMotionCases(vectors, carom, questions, answers, passages) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.motion_classes(); kind++) {
        for (let i = 0; i < motionCasesPerClass; i++) {
            vectors.motion_at(kind, i);
            const circle = reader.start().circle();
            const move = reader.vector(), to = reader.vector();
            const wall = reader.wall(), second = reader.wall();
            hashCircle(questions, circle);
            questions.point(move);
            questions.point(to);
            hashWall(questions, wall.given);
            questions.bits(wall.given.extent);
            hashWall(questions, second.given);
            hashMotionAnswers(answers, carom, circle, move, to, wall.asked, second.asked);
            hashPassages(passages, carom, circle, move, to, wall);
        }
    }
}

// ---- runs ----

// What C has where JavaScript has null.
const noHit = (kind) => ({
    index: 0,
    sweep: { kind, feature: "none", t: 0, center: origin, point: origin, normal: origin },
});

function hashImpact(hash, impact) {
    hash.number(impact.time);
    hash.bits(impact.index);
    hash.bits(indexOf(features, impact.feature));
    hash.point(impact.center);
    hash.point(impact.point);
    hash.point(impact.normal);
    hash.point(impact.before);
    hash.point(impact.after);
}

function hashMotion(hash, motion) {
    motion.impacts.forEach((impact) => hashImpact(hash, impact));
    hash.bits(indexOf(motionKinds, motion.kind));
    hash.point(motion.ball.center);
    hash.point(motion.ball.velocity);
    hash.bits(motion.contacts);
    hash.number(motion.lost);
    hash.bits(motion.overlapped ?? 0);
    hash.point(motion.freed ?? origin);
}

function hashRun(hash, vectors, carom, start, settings) {
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
        const motion = carom.moveBall(ball, frame, settings);
        ball = motion.ball;
        hashMotion(hash, motion);
    }
}

// A scene names the same walls as the array of C and gives the same bits.
function hashRuns(vectors, carom, hash) {
    const reader = new Reader(vectors);
    const responses = [bounce(1, 0), bounce(0.5, 0.25), bounce(0, 0), slide(), stop()];
    for (let kind = 0; kind < vectors.room_kinds(); kind++) {
        const count = vectors.room_make(kind);
        const gravity = reader.start().vector(), start = reader.circle();
        const walls = Array.from({ length: count }, (_, i) => {
            vectors.room_wall(i);
            return reader.start().wall().asked;
        });
        const scene = carom.createScene(walls);
        const partlyOneSided = carom.createScene(
            walls.map((wall, i) => ({ ...wall, oneSided: i % 5 === 4 })));
        responses.forEach((response, k) => {
            vectors.run_start(k);
            const settings = {
                walls: k === 3 ? partlyOneSided : scene, response, gravity, maxContacts: 6,
            };
            hashRun(hash, vectors, carom, start, settings);
        });
        scene.free();
        partlyOneSided.free();
    }
}

// ---- scenes ----

function hashSetQuestion(hash, carom, scene, reader) {
    const circle = reader.start().circle(), move = reader.vector(), gap = reader.number();
    const box = { min: reader.vector(), max: reader.vector() };
    scene.touching(circle).forEach((index) => hash.bits(index));
    hash.bits(scene.within(circle, gap).length);
    hash.bits(scene.inBox(box).length);
    for (const neighbor of scene.nearest(circle, nearestCount)) {
        hash.bits(neighbor.index);
        hash.number(neighbor.gap);
    }
    const isQuestion =
        carom.circleIsValid(circle) && carom.circleIsValid({ center: move, radius: 0 });
    const hit = scene.sweep(circle, move) ?? noHit(isQuestion ? "miss" : "invalid");
    hash.bits(hit.index);
    hashSweep(hash, hit.sweep);
}

function hashSets(vectors, carom, hash, images) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.set_kinds(); kind++) {
        for (const count of setCounts) {
            vectors.set_make(kind, count);
            const scene = carom.createScene(Array.from({ length: count }, (_, i) => {
                vectors.set_wall(i);
                return reader.start().wall().asked;
            }));
            images.bytes(scene.toBytes());
            const questions = vectors.set_is_slow(kind) ? slowSetQuestions : setQuestions;
            for (let i = 0; i < questions; i++) {
                vectors.set_question();
                hashSetQuestion(hash, carom, scene, reader);
            }
            scene.free();
        }
    }
}

function goldenLine(carom) {
    const vectors = loadVectors();
    vectors.hash_start();
    const names = ["questions", "answers", "runs", "scenes", "passages", "images"];
    const hashes = names.map((_, i) => new Hash(vectors, i));
    const [questions, answers, runs, scenes, passages, images] = hashes;
    hashCases(vectors, carom, questions, answers);
    hashMotionCases(vectors, carom, questions, answers, passages);
    hashRuns(vectors, carom, runs);
    hashSets(vectors, carom, scenes, images);
    return names.map((name, i) => `${name} ${hashes[i].text()}`).join(" ");
}

const golden = readFileSync(new URL("../../../tests/golden.txt", import.meta.url), "utf8").trim();

for (const simd of [true, false]) {
    test(`the same bits as C, ${simd ? "with" : "without"} vectors`, async () => {
        const carom = await load({ simd });
        assert.equal(carom.instructionSet, simd ? "simd128" : "scalar");
        assert.equal(goldenLine(carom), golden);
    });
}
