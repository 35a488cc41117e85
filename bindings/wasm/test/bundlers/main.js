// The program that each bundler bundles. It loads all three modules, asks each a question and sends
// the answers to the server of the page, or in Node to the console. Room: tests of bindings.
import { capsule, chain, circle, load, vec2 } from "carom";
import { loadClassic } from "carom/classic";

async function answers() {
    const ball = circle(10, 6.5, 5), wall = capsule(vec2(0, 0), vec2(40, 0), 2);
    const ring = chain([vec2(0, 0), vec2(40, 0), vec2(0, 40)], true);
    const area = ring.map((side) => ({ ...side, group: 7 }));
    const builds = await Promise.all([load(), load({ simd: false })]);
    const classic = await loadClassic();
    return [
        ...builds.map((carom) => [
            carom.instructionSet, carom.relate(ball, wall),
            carom.createScene(area).relateArea(ball, 7),
        ].join(" ")),
        classic.judge("closest-point", ball, vec2(0, 0), wall),
    ].join(", ");
}

async function tell(text) {
    if (typeof document === "object") {
        const address = new URLSearchParams(location.search).get("tell");
        await fetch(address, { method: "POST", mode: "no-cors", body: text });
    } else {
        console.log(text);
    }
}

answers().then(tell, (error) => tell(String(error)));
