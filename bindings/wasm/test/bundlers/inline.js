// The program that needs no .wasm file beside it. Room: tests of bindings.
import { capsule, circle, load, vec2 } from "carom/inline";

load().then((carom) => {
    const ball = circle(10, 6.5, 5), wall = capsule(vec2(0, 0), vec2(40, 0), 2);
    console.log(`${carom.instructionSet} ${carom.relate(ball, wall)}`);
});
