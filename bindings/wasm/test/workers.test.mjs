// One compiled module posted to workers. Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";
import { Worker } from "node:worker_threads";

import { circle, compile, load, segment, vec2 } from "../carom.js";

function answerOf(question) {
    return new Promise((resolve, reject) => {
        const worker = new Worker(new URL("./worker.mjs", import.meta.url));
        worker.once("error", reject);
        worker.once("message", (answer) => {
            resolve(answer);
            worker.terminate();
        });
        worker.postMessage(question);
    });
}

test("two workers and the page give the same answers", async () => {
    const module = await compile();
    const walls = Array.from({ length: 50 }, (_, i) => segment(vec2(i / 3, 0), vec2(i, i / 7)));
    const asked = circle(3, 1, 0.7);
    const carom = await load({ wasm: module });
    const scene = carom.createScene(walls);
    const bytes = scene.toBytes();
    const answers = await Promise.all(
        [0, 1].map(() => answerOf({ module, walls, circle: asked, bytes })));
    for (const answer of answers) {
        assert.deepEqual(answer, {
            instructionSet: "simd128", touching: scene.touching(asked),
            nearest: scene.nearest(asked, 3), same: bytes,
        });
    }
    scene.free();
});
