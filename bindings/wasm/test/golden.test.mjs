// The same vectors and golden hashes as C: every question of tests/test_golden.c asked through the
// JavaScript API, and the hashes by function and class compared with tests/golden.txt.
// Room: tests of bindings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import {
    asPost, bounce, load, moving, movingWallAt, movingWallTo, movingWallTurning, slide, stop, sub,
    turningFrames,
} from "../carom.js";
import { hashLives } from "./lives.mjs";
import { Lines, Reader, loadVectors } from "./vectors.mjs";

const casesPerClass = 840, motionCasesPerClass = 420;
const steps = 1920, tiedSteps = 480;
const setQuestions = 60, slowSetQuestions = 10, setCounts = [11, 64, 300];
const nearestCount = 5;
const frame = 1 / 64;

const relations = ["invalid", "separate", "touching", "crossing", "inside-touching", "inside"];
const areaRelations =
    ["invalid", "outside", "touching", "crossing", "inside-touching", "inside"];
const wallRelations = ["invalid", "separate", "touching", "overlapping"];
const features = ["none", "side", "a", "b"];
const sweepKinds = ["invalid", "miss", "graze", "hit", "overlap"];
const motionKinds = ["invalid", "moved", "freed", "stuck", "crushed"];
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

// What C has where JavaScript has null.
const origin = { x: 0, y: 0 };
const noHit = (kind) => ({
    index: 0,
    sweep: { kind, feature: "none", t: 0, center: origin, point: origin, normal: origin },
});

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
        lines.of("crossings.point").point(crossings[i]?.point ?? origin);
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
    lines.of("path_is_clear").bits(Number(carom.pathIsClear(circle, to, wall)));
    lines.of("compare_time_of_impact").bits(
        carom.compareTimeOfImpact(circle, move, wall, second) + 1);
    const reflection = carom.reflect(circle, move, wall);
    lines.of("reflect.end").point(reflection.end);
    lines.of("reflect.move").point(reflection.move);
    const box = carom.wallBox(wall);
    lines.of("wall_box").point(box.min);
    lines.of("wall_box").point(box.max);
}

/** All of a sweep in one line. */
function hashWholeSweep(hash, sweep) {
    hash.bits(indexOf(sweepKinds, sweep.kind));
    hash.bits(indexOf(features, sweep.feature));
    hash.number(sweep.t);
    hash.point(sweep.center);
    hash.point(sweep.point);
    hash.point(sweep.normal);
}

// What C has where there is no exit: 1 if the circle is still in contact at the end.
const noExit = (entry) => ({
    t: entry.kind === "miss" || entry.kind === "invalid" ? 0 : 1,
    feature: "none", center: origin, point: origin, normal: origin,
});

function hashPassages(lines, carom, circle, move, to, { asked, given }) {
    const { entry, exit } = carom.passage(circle, move, asked);
    const { t, feature, center, point, normal } = exit ?? noExit(entry);
    hashWholeSweep(lines.of("passage.entry"), entry);
    lines.of("passage.has_left").bits(Number(exit !== null));
    lines.of("passage.exit_t").number(t);
    lines.of("passage.exit_feature").bits(indexOf(features, feature));
    lines.of("passage.exit_center").point(center);
    lines.of("passage.exit_point").point(point);
    lines.of("passage.exit_normal").point(normal);
    const length = Math.abs(move.x) + Math.abs(move.y);
    const cast = carom.cast(circle, move, length, asked);
    lines.of("vec2_along").point(carom.vectorAlong(move, length));
    hashWholeSweep(lines.of("cast.sweep"), cast.sweep);
    lines.of("cast.distance").number(cast.distance);
    const other = { center: given.a, radius: given.radius };
    lines.of("relate_circle").bits(indexOf(relations, carom.relate(circle, asPost(other))));
    lines.of("distance_circle").number(carom.distance(circle, asPost(other)));
    hashWholeSweep(lines.of("sweep_circle"), carom.sweep(circle, move, asPost(other)));
    lines.of("path_is_clear_of_circle").bits(
        Number(carom.pathIsClear(circle, to, asPost(other))));
}

/** The wall moves to the second one, or as a whole by the displacement between them. */
function hashMovingWalls(lines, carom, circle, move, to, wall, second) {
    const { a: aTo, b: bTo } = second;
    const aMove = sub(aTo, wall.a), bMove = sub(bTo, wall.b);
    const turning = moving(wall, aMove, bMove);
    const whole = (call, sweep) => hashWholeSweep(lines.of(call), sweep);
    hashSweep(lines, "sweep_moving", carom.sweepMoving(circle, move, turning));
    whole("sweep_moving_hit", carom.sweepMoving(circle, move, turning, true));
    whole("sweep_moving_to", carom.sweepMovingTo(circle, to, wall, aTo, bTo));
    whole("sweep_moving_to_hit", carom.sweepMovingTo(circle, to, wall, aTo, bTo, true));
    lines.of("path_is_clear_of_moving").bits(
        Number(carom.pathIsClearOfMoving(circle, to, wall, aTo, bTo)));
    whole("sweep_translating", carom.sweepMoving(circle, move, moving(wall, aMove)));
    const post = { a: wall.a, b: wall.a, radius: 1 };
    lines.of("path_is_clear_of_translating").bits(
        Number(carom.pathIsClearOfMoving(circle, to, post, aTo, aTo)));
    const other = { center: wall.a, radius: wall.radius };
    whole("sweep_moving_circle", carom.sweepMovingCircle(circle, move, other, aMove));
    lines.of("path_is_clear_of_moving_circle").bits(
        Number(carom.pathIsClearOfMoving(circle, to, asPost(other), aTo, aTo)));
}

/** Where a moving wall is, one that turns, and two balls that meet as circle and wall touch. */
function hashMovingParts(lines, carom, circle, move, to, wall, second) {
    const ends = (call, p, q) => {
        lines.of(call).point(p);
        lines.of(call).point(q);
    };
    const moved = movingWallTo(wall, second.a, second.b);
    for (let i = 1; i <= 3; i++) {
        const at = movingWallAt(moved, i / 3);
        ends("moving_wall_at", at.a, at.b);
    }
    const turning = movingWallTurning(wall, circle.center, move);
    ends("moving_wall_turning", turning.aMove, turning.bMove);
    lines.of("turning_frames").bits(turningFrames(move.x, circle.radius, Math.abs(move.y)));
    const box = carom.movingWallBox(moved);
    ends("moving_wall_box", box.min, box.max);
    const { normal } = carom.contact(circle, wall);
    const after = carom.ballsRespond(move, to, normal,
        { restitution: 0.75, friction: 0.25, inverseMasses: [1, 0.375] });
    ends("balls_respond", after.first, after.second);
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
            hashPassages(lines, carom, circle, move, to, wall);
            if (i < vectors.moving_cases()) {
                hashMovingWalls(lines, carom, circle, move, to, wall.asked, second.asked);
            }
            hashMovingParts(lines, carom, circle, move, to, wall.asked, second.asked);
        }
    }
}

// ---- runs ----

function hashImpact(lines, impact) {
    lines.of("impact.time").number(impact.time);
    lines.of("impact.wall").bits(impact.id.index);
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
    report.bits(motion.overlapped?.index ?? 0);
    report.point(motion.freed ?? origin);
}

function hashRun(lines, vectors, carom, start, settings) {
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
        hashMotion(lines, motion);
    }
}

function hashWalkStep(lines, motion) {
    const { character } = motion;
    motion.positions.forEach((center) => lines.of("character.path").point(center));
    const state = lines.of("character.state");
    state.point(character.center);
    state.point(character.velocity);
    state.point(character.groundNormal);
    state.bits(character.ground?.index ?? 0);
    state.bits(character.onGround + 2 * character.isWedged);
    const report = lines.of("character.report");
    report.bits(indexOf(motionKinds, motion.kind));
    report.bits(motion.landed + 2 * motion.stepped + 4 * motion.snapped);
    report.bits(motion.wall?.index ?? 0);
    report.bits(motion.head?.index ?? 0);
    report.point(motion.wallNormal);
    report.number(motion.lost);
}

/** One character in a room whose walls are one-sided in part. */
function hashWalk(lines, vectors, carom, start, walls) {
    const reader = new Reader(vectors);
    const r = start.radius;
    const settings = { walls, gravity: { x: 0, y: -32 * r }, stepHeight: 0.5 * r };
    let character = { ...start, velocity: origin };
    vectors.walk_start();
    for (let step = 0; step < tiedSteps; step++) {
        vectors.walk_step(step);
        const x = reader.start().number();
        settings.up = reader.vector();
        settings.snapDistance = reader.number();
        settings.maxSlope = reader.number();
        const y = reader.number() === 1 ? 8 * r : character.velocity.y;
        settings.drop = reader.number() === 1;
        const motion = carom.moveCharacter({ ...character, velocity: { x, y } }, frame, settings);
        character = motion.character;
        hashWalkStep(lines, motion);
    }
}

// A scene names the same walls as the array of C and gives the same bits.
function hashRuns(vectors, carom, lines) {
    const reader = new Reader(vectors);
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
        Object.entries(responses).forEach(([name, response], k) => {
            lines.start(vectors.room_name(kind), `/${name}`);
            vectors.run_start(k);
            const settings = {
                walls: k === 3 ? partlyOneSided : scene, response, gravity, maxContacts: 6,
            };
            hashRun(lines, vectors, carom, start, settings);
        });
        lines.start(vectors.room_name(kind));
        hashWalk(lines, vectors, carom, start, partlyOneSided);
        scene.free();
        partlyOneSided.free();
    }
}

// ---- crowds ----

const listOf = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** The state of all balls after a frame, and its summary. */
function hashCrowdFrame(lines, balls, motion, most) {
    const state = lines.of("crowd.state");
    balls.x.forEach((x, i) => {
        state.point({ x, y: balls.y[i] });
        state.point({ x: balls.vx[i], y: balls.vy[i] });
    });
    const { moved, freed, stuck } = motion;
    const report = lines.of("crowd.report");
    report.bits(moved + most * (freed + most * stuck));
    report.bits(motion.ballImpacts);
    report.number(motion.lost);
}

function hashCrowd(vectors, carom, lines, kind, moves) {
    lines.start(vectors.crowd_make(kind, moves));
    const reader = new Reader(vectors);
    const gravity = reader.start().vector();
    const [restitution, friction, wallCount, movingCount, ballCount] =
        listOf(5, () => reader.number());
    const walls = listOf(wallCount, (i) => {
        vectors.crowd_wall(i);
        return reader.start().wall().asked;
    });
    const balls = Object.fromEntries(
        ["x", "y", "radius", "vx", "vy"].map((name) => [name, new Float64Array(ballCount)]));
    for (let i = 0; i < ballCount; i++) {
        vectors.crowd_ball(i);
        const { center, radius } = reader.start().circle(), velocity = reader.vector();
        Object.entries({ ...center, radius, vx: velocity.x, vy: velocity.y })
            .forEach(([name, value]) => { balls[name][i] = value; });
    }
    const settings = {
        walls, gravity, response: bounce(restitution, friction), ballRestitution: restitution,
        ballFriction: friction,
    };
    const most = vectors.crowd_balls_max();
    const impacts = lines.of("crowd.impacts");
    const onBallImpact = ({ time, first, second, normal }) => {
        impacts.number(time);
        impacts.bits(first + most * second);
        impacts.point(normal);
    };
    const crowd = carom.createCrowd();
    for (let step = 1; step <= vectors.crowd_frames(); step++) {
        const movingWalls = listOf(movingCount, (i) => {
            vectors.crowd_moving_wall(i);
            const wall = reader.start().wall().asked, aMove = reader.vector();
            return moving(wall, aMove, reader.vector());
        });
        const motion = crowd.step(balls, frame, { ...settings, movingWalls, onBallImpact });
        hashCrowdFrame(lines, balls, motion, most);
        vectors.crowd_next(step);
    }
    crowd.free();
}

function hashCrowds(vectors, carom, lines) {
    for (let kind = 0; kind < vectors.crowd_kinds(); kind++) {
        for (const moves of [0, 1]) {
            hashCrowd(vectors, carom, lines, kind, moves);
        }
    }
}

// ---- scenes ----

const beams = 8;

function hashFan(lines, scene, circle, move) {
    const turned = Array.from({ length: beams }, (_, i) => ({
        x: move.x - 0.0625 * i * move.y, y: move.y + 0.0625 * i * move.x,
    }));
    const { wall, t } = scene.fan(circle, {
        x: Float64Array.from(turned, ({ x }) => x), y: Float64Array.from(turned, ({ y }) => y),
    });
    const hash = lines.of("scene.fan");
    wall.forEach((index, i) => {
        hash.bits(Math.max(index, 0));
        hash.number(t[i]);
    });
}

function hashSetQuestion(lines, carom, scene, reader, name = "scene") {
    const circle = reader.start().circle(), move = reader.vector(), gap = reader.number();
    const box = { min: reader.vector(), max: reader.vector() };
    scene.touching(circle).forEach((index) => lines.of(`${name}.touching`).bits(index));
    lines.of(`${name}.within`).bits(scene.within(circle, gap).length);
    lines.of(`${name}.in_box`).bits(scene.inBox(box).length);
    for (const neighbor of scene.nearest(circle, nearestCount)) {
        lines.of(`${name}.nearest`).bits(neighbor.index);
        lines.of(`${name}.nearest`).number(neighbor.gap);
    }
    const isQuestion =
        carom.circleIsValid(circle) && carom.circleIsValid({ center: move, radius: 0 });
    const hit = scene.sweep(circle, move) ?? noHit(isQuestion ? "miss" : "invalid");
    lines.of(`${name}.sweep.index`).bits(hit.index);
    hashSweep(lines, `${name}.sweep`, hit.sweep);
    if (name === "scene") {
        hashFan(lines, scene, circle, move);
    }
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
                hashSetQuestion(lines, carom, scene, reader);
            }
            scene.free();
        }
    }
}

// Every third wall is removed; every fifth moves to where the one before it was; then as many come
// anew.
function editSet(scene, walls) {
    const count = walls.length;
    for (let i = 0; i < count; i += 3) {
        scene.remove(i);
    }
    for (let i = 5; i < count; i += 5) {
        if (i % 3 !== 0) {
            scene.move(i, walls[i - 1]);
        }
    }
    for (let i = 0; i < count; i += 3) {
        scene.insert(walls[count - 1 - i]);
    }
}

function hashEdits(vectors, carom, lines) {
    const reader = new Reader(vectors);
    const count = setCounts.at(-1);
    for (let kind = 0; kind < vectors.set_kinds(); kind++) {
        lines.start(vectors.set_name(kind));
        vectors.set_make(kind, count);
        const walls = Array.from({ length: count }, (_, i) => {
            vectors.set_wall(i);
            return reader.start().wall().asked;
        });
        const scene = carom.createDynamicScene(walls);
        editSet(scene, walls);
        vectors.set_edited(kind);
        for (let i = 0; i < slowSetQuestions; i++) {
            vectors.set_question();
            hashSetQuestion(lines, carom, scene, reader, "dynamic_scene");
        }
        scene.free();
    }
}

// ---- two walls ----

const wallPairs = 400, slowWallPairs = 60, nearSetWalls = 64, nearQuestions = 10;

function hashPairs(vectors, carom, lines) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.pair_classes(); kind++) {
        lines.start(vectors.pair_name(kind));
        const question = lines.of("wall_pair");
        for (let i = 0; i < (vectors.pair_is_slow(kind) ? slowWallPairs : wallPairs); i++) {
            vectors.pair_at(kind, i);
            const wall = reader.start().wall(), other = reader.wall(), gap = reader.number();
            for (const { given } of [wall, other]) {
                hashWall(question, given);
                question.bits(given.extent);
            }
            question.number(gap);
            lines.of("wall_compare_gap").bits(
                1 + carom.compareWallGap(wall.asked, other.asked, gap));
            const clearance = carom.wallContact(wall.asked, other.asked);
            lines.of("wall_contact.relation").bits(indexOf(wallRelations, clearance.relation));
            lines.of("wall_contact.gap").number(clearance.gap);
            lines.of("wall_contact.point").point(clearance.point);
            lines.of("wall_contact.other_point").point(clearance.otherPoint);
            lines.of("wall_contact.normal").point(clearance.normal);
        }
    }
}

// Walls near each other: where the list of each wall begins, then the lists.
function hashNearWalls(vectors, carom, lines) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.set_kinds(); kind++) {
        if (vectors.set_is_near(kind)) {
            continue;
        }
        lines.start(vectors.set_name(kind));
        vectors.set_make(kind, nearSetWalls);
        const walls = listOf(nearSetWalls, (i) => {
            vectors.set_wall(i);
            return reader.start().wall().asked;
        });
        const scene = carom.createScene(walls);
        for (let i = 0; i < nearQuestions; i++) {
            scene.nearWall(walls[6 * i], { within: 0.125 })
                .forEach((found) => lines.of("scene.near_wall").bits(found));
        }
        const pairs = scene.clearance({ within: 0.0625 });
        for (let i = 0; i <= nearSetWalls; i++) {
            lines.of("scene.clearance").bits(pairs.wall.filter((wall) => wall < i).length);
        }
        pairs.other.forEach((found) => lines.of("scene.clearance").bits(found));
        // A set without such walls has an empty hash.
        lines.of("scene.near_wall");
        scene.free();
    }
}

// ---- areas ----

const ringSets = 4, ringQuestions = 30, ringHits = 40, nearestAreas = 4;

function hashAreaQuestion(lines, scene, circle, area) {
    const question = lines.of("area_case");
    question.point(circle.center);
    question.number(circle.radius);
    question.bits(area);
    lines.of("areas.relate").bits(indexOf(areaRelations, scene.relateArea(circle, area)));
    const at = scene.areasAt(circle.center);
    lines.of("areas.at").bits(at.length);
    at.subarray(0, ringHits).forEach((found) => lines.of("areas.at").bits(found));
    const hits = scene.areas(circle, { within: 0.5 });
    lines.of("areas.area").bits(hits.length);
    for (const { area: found, relation, distance } of hits.slice(0, ringHits)) {
        lines.of("areas.area").bits(found);
        lines.of("areas.relation").bits(indexOf(areaRelations, relation));
        lines.of("areas.distance").number(distance);
    }
    for (const { area: found, distance } of scene.nearestAreas(circle, nearestAreas)) {
        lines.of("areas.nearest_area").bits(found);
        lines.of("areas.nearest_distance").number(distance);
    }
}

function hashAreas(vectors, carom, lines) {
    const reader = new Reader(vectors);
    for (let kind = 0; kind < vectors.ring_kinds(); kind++) {
        lines.start(vectors.ring_name(kind));
        for (let seed = 0; seed < ringSets; seed++) {
            const scene = carom.createScene(listOf(vectors.ring_make(kind, seed), (i) => {
                vectors.ring_wall(i);
                return { ...reader.start().wall().asked, group: reader.number() };
            }));
            for (let i = 0; i < ringQuestions; i++) {
                vectors.ring_question();
                const circle = reader.start().circle();
                hashAreaQuestion(lines, scene, circle, reader.number());
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
    hashCrowds(vectors, carom, lines);
    hashLives(vectors, carom, lines);
    hashSets(vectors, carom, lines);
    hashEdits(vectors, carom, lines);
    hashPairs(vectors, carom, lines);
    hashNearWalls(vectors, carom, lines);
    hashAreas(vectors, carom, lines);
    return lines.hashes();
}

const golden = new Map(
    readFileSync(new URL("../../../tests/golden.txt", import.meta.url), "utf8").trim().split("\n")
        .map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(-16)]));

for (const simd of [true, false]) {
    test(`the same bits as C, ${simd ? "with" : "without"} vectors`, async () => {
        const carom = await load({ simd });
        assert.equal(carom.instructionSet, simd ? "simd128" : "scalar");
        const got = goldenHashes(carom);
        const names = new Set([...golden.keys(), ...got.keys()]);
        const moved = [...names].filter((name) => got.get(name) !== golden.get(name));
        assert.deepEqual(moved, [], "these functions and classes have other hashes than in C");
    });
}
