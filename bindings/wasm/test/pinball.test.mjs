// The pinball of the examples, played on a canvas that only notes what is drawn: it has at most 60
// lines, nothing overlaps in any picture, and flippers and bumpers do what they are for.
// Room: tests of bindings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const file = new URL("../../../examples/javascript/pinball.mjs", import.meta.url);
const walls = "#8291ad", bumpers = "#e64646", balls = "#e0a030";
const frame = 1000 / 60;

/** The page of the example: `play(keys)` draws the next picture with these keys held. */
async function startPage(query) {
    let drawn, next, now = 0;
    const pen = {
        clearRect() { drawn = { [walls]: [], [bumpers]: [], [balls]: [] }; },
        fillText(text) { drawn.score = Number.parseInt(text, 10); },
        stroke({ path }) {
            const [ax, ay, bx, by] = path.match(/-?[\d.e-]+/g).map(Number);
            const { lineWidth, strokeStyle } = pen;
            // Lines of no thickness are drawn 3 wide; a dot is 0.01 long.
            const radius = lineWidth === 3 ? 0 : lineWidth / 2;
            drawn[strokeStyle].push({ ax, ay, bx, by: by - 0.01, radius });
        },
    };
    const listeners = {};
    const canvas = { clientWidth: 400, getContext: () => pen };
    Object.assign(globalThis, {
        document: { querySelector: (name) => (assert.equal(name, "#pinball"), canvas) },
        Path2D: class { constructor(path) { this.path = path; } },
        requestAnimationFrame: (draw) => { next = draw; },
        addEventListener: (type, listener) => { listeners[type] = listener; },
    });
    await import(`${file}?${query}`);
    const down = new Set();
    return (keys = []) => {
        for (const key of ["ArrowLeft", "ArrowRight"]) {
            if (keys.includes(key) !== down.has(key)) {
                const isDown = keys.includes(key);
                listeners[isDown ? "keydown" : "keyup"]({ key });
                down[isDown ? "add" : "delete"](key);
            }
        }
        now += frame;
        next(now);
        return drawn;
    };
}

/** The distance of a point to a segment, in ordinary arithmetic. */
function distance(x, y, { ax, ay, bx, by }) {
    const ux = bx - ax, uy = by - ay, len2 = ux * ux + uy * uy;
    const along = len2 === 0 ? 0 : ((x - ax) * ux + (y - ay) * uy) / len2;
    const t = Math.max(0, Math.min(1, along));
    return Math.hypot(x - ax - t * ux, y - ay - t * uy);
}

/** The gap between a ball and the bumper that is nearest to it. */
const gapToBumper = (picture, ball) => {
    const { ax, ay, radius } = picture[balls][ball];
    return Math.min(...picture[bumpers].map((bumper) =>
        distance(ax, ay, bumper) - radius - bumper.radius));
};

/** The least gap between the balls of a picture, and between them and all else; < 0 overlaps. */
function leastGap(picture) {
    const all = picture[balls];
    return Math.min(...all.flatMap(({ ax, ay, radius }, i) =>
        [...picture[walls], ...picture[bumpers], ...all.slice(i + 1)].map((other) =>
            distance(ax, ay, other) - radius - other.radius)));
}

test("it has at most 60 lines of at most 100 characters", () => {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    assert.ok(lines.length <= 60, `${lines.length} lines`);
    assert.ok(Math.max(...lines.map((line) => line.length)) <= 100);
});

test("nothing moves before a key is pressed, and then the balls fall", async () => {
    const play = await startPage("still");
    const first = play(), again = play();
    assert.deepEqual(first, again);
    assert.equal(first[balls].length, 3);
    assert.equal(first[bumpers].length, 3);
    play(["ArrowLeft"]);
    const later = play(["ArrowLeft"]);
    assert.ok(later[balls].every(({ ay }, i) => ay > first[balls][i].ay));
});

test("a minute of play: nothing overlaps, nothing leaves, bumpers give points", async () => {
    const play = await startPage("minute");
    let picture = play(["ArrowLeft"]), highest = 0, kicks = 0, kicked = 0, near;
    for (let i = 0; i < 3600; i++) {
        const { score } = picture;
        picture = play(i % 20 < 8 ? ["ArrowLeft", "ArrowRight"] : []);
        // The ball that the last picture showed at a bumper goes away from it: a kick adds 200 to
        // a speed that gravity changes by 10 in a frame.
        if (near !== undefined) {
            kicks++;
            kicked += Number(gapToBumper(picture, near.ball) - near.gap > 180 / 60);
            near = undefined;
        }
        if (picture.score === score + 100) {
            const gaps = picture[balls].map((_, ball) => gapToBumper(picture, ball));
            const gap = Math.min(...gaps);
            near = { ball: gaps.indexOf(gap), gap };
        }
        assert.ok(leastGap(picture) > -1e-9, `frame ${i}: ${leastGap(picture)}`);
        for (const { ax, ay, radius } of picture[balls]) {
            // Out only by the gap between the flippers.
            assert.ok(ax > 10 + radius - 1e-9 && ax < 390 - radius + 1e-9 && ay > 10, `frame ${i}`);
            assert.ok(ay < 640);
            highest = Math.max(highest, 600 - ay);
        }
    }
    assert.ok(picture.score >= 1000, `${picture.score} points`);
    assert.ok(kicks >= 10 && kicked > 0.9 * kicks, `${kicked} of ${kicks} kicked`);
    assert.ok(highest > 500);
});

test("a flipper lifts what lies on it, and without flippers all balls are lost", async () => {
    const play = await startPage("flipper");
    const isOn = ({ ax, ay }) => ax > 120 && ax < 180 && ay > 480 && ay < 530;
    let picture = play(["ArrowRight"]), lost = 0, served = 0;
    for (let i = 0; i < 1200; i++) {
        const before = picture[balls];
        picture = play();
        // A ball that falls out is served at the top.
        lost += picture[balls].filter(({ ay }, k) => ay < 100 && before[k].ay > 600).length;
        served = i;
        if (lost >= 3) {
            break;
        }
    }
    assert.ok(lost >= 3, `${lost} balls in ${served} frames`);
    let on = -1;
    for (let i = 0; i < 6000 && on < 0; i++) {
        picture = play();
        on = picture[balls].findIndex(isOn);
    }
    assert.ok(on >= 0);
    const from = picture[balls][on].ay;
    const rise = Array.from({ length: 12 }, () => play(["ArrowLeft"])[balls][on].ay);
    assert.ok(Math.min(...rise) < from - 60, `${from} to ${Math.min(...rise)}`);
});
