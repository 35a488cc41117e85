// Walls that move: what is asked of one circle and one moving wall. Room: bindings.
import { checkedFlag } from "./checks.js";
import { postOf } from "./makers.js";
import {
    RESULT, SECOND, VECTOR, WALL, boxAt, putCircle, putMovingWall, putVector, putWall, sweepAt,
} from "./shapes.js";

export function movingCalls(memory) {
    const { wasm } = memory;
    const put = (circle, vector, name, putWalls) => {
        const { numbers } = memory;
        putCircle(numbers, circle);
        putVector(numbers, VECTOR, vector, name);
        putWalls(numbers);
    };
    const putEnds = (wall, aTo, bTo) => (numbers) => {
        putWall(numbers, WALL, wall);
        putVector(numbers, SECOND, aTo, "aTo");
        putVector(numbers, SECOND + 2, bTo, "bTo");
    };
    const calls = {
        movingWallIsValid(wall) {
            putMovingWall(memory.numbers, wall);
            return wasm.moving_wall_is_valid() !== 0;
        },
        movingWallBox(wall) {
            putMovingWall(memory.numbers, wall);
            wasm.moving_wall_box();
            return boxAt(memory.numbers, RESULT);
        },
        sweepMoving(circle, move, wall, hitsOnly = false) {
            const hits = Number(checkedFlag(hitsOnly, "hitsOnly"));
            put(circle, move, "move", (numbers) => putMovingWall(numbers, wall));
            wasm.sweep_moving(hits);
            return sweepAt(memory.numbers, RESULT);
        },
        sweepMovingTo(circle, to, wall, aTo, bTo, hitsOnly = false) {
            const hits = Number(checkedFlag(hitsOnly, "hitsOnly"));
            put(circle, to, "to", putEnds(wall, aTo, bTo));
            wasm.sweep_moving_to(hits);
            return sweepAt(memory.numbers, RESULT);
        },
        pathIsClearOfMoving(circle, to, wall, aTo, bTo) {
            put(circle, to, "to", putEnds(wall, aTo, bTo));
            return wasm.path_is_clear_of_moving() !== 0;
        },
        sweepMovingCircle(circle, move, other, otherMove, hitsOnly = false) {
            const moving = { ...postOf(other, "other"), aMove: otherMove, bMove: otherMove };
            return calls.sweepMoving(circle, move, moving, hitsOnly);
        },
    };
    return calls;
}
