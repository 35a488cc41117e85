// A worker that loads the module it is sent and answers a question. Room: tests of bindings.
import { parentPort } from "node:worker_threads";

import { load } from "../carom.js";

parentPort.once("message", async ({ module, walls, circle, bytes }) => {
    const carom = await load({ wasm: module });
    const scene = carom.createScene(walls);
    const opened = carom.openScene(bytes);
    parentPort.postMessage({
        instructionSet: carom.instructionSet,
        touching: scene.touching(circle),
        nearest: scene.nearest(circle, 3),
        same: opened.toBytes(),
    });
});
