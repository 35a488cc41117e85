// What carom and carom/inline export besides load and compile. Room: bindings.
export { CaromError } from "./errors.js";
export { hasSimd } from "./loading.js";
export {
    add, asPost, bounce, boxesOverlap, capsule, chain, circle, cross, dot, left, line, moving,
    movingWallAt, movingWallTo, movingWallTurning, pass, post, ray, scale, segment, slide, stop,
    sub, turnInSteps, turningFrames, vec2,
} from "./makers.js";
