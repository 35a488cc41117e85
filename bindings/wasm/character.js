// A character that walks, jumps and climbs steps. Room: bindings.
import {
    checkedCoefficient, checkedCount, checkedFlag, checkedTime, refuse, spellingCheck,
} from "./checks.js";
import { outOfMemory } from "./errors.js";
import {
    checkSettings, legAt, legNumbers, lendMovingWalls, noWall, putBall, putWorld, recorded,
    takeSource, wallIdAt, withSource,
} from "./mover.js";
import {
    CIRCLE, GROUND, NORMAL, RESULT, VECTOR, WALKER, motionKinds, putVector, vectorAt,
} from "./shapes.js";

const origin = { x: 0, y: 0 };

const checkSpelling = spellingCheck(
    ["onGround", "isWedged", "groundNormal", "ground", "groundVelocity"]);

function putCharacter(numbers, character) {
    putBall(numbers, character, "character");
    checkSpelling(character, "character");
    const {
        onGround = false, isWedged = false, groundNormal = origin, ground = null,
        groundVelocity = origin,
    } = character;
    numbers[GROUND] = Number(checkedFlag(onGround, "character.onGround"));
    numbers[GROUND + 1] = Number(checkedFlag(isWedged, "character.isWedged"));
    putWallId(numbers, GROUND + 2, ground, "character.ground");
    putVector(numbers, GROUND + 4, groundVelocity, "character.groundVelocity");
    putVector(numbers, NORMAL, groundNormal, "character.groundNormal");
}

function putWallId(numbers, at, wall, name) {
    if (typeof wall !== "object") {
        refuse(wall, name, "{ index, isMoving } or null");
    }
    const { index, isMoving } = wall ?? { index: noWall, isMoving: false };
    numbers[at] = checkedCount(index, `${name}.index`, noWall);
    numbers[at + 1] = Number(checkedFlag(isMoving, `${name}.isMoving`));
}

/** Writes settings; returns what they ask. */
function putSettings(numbers, settings) {
    const {
        up = { x: 0, y: 1 }, maxSlope = 1, stepHeight = 0, snapDistance = 0, drop = false,
    } = settings;
    putVector(numbers, WALKER, up, "settings.up");
    numbers[WALKER + 2] = checkedCoefficient(maxSlope, "settings.maxSlope");
    numbers[WALKER + 3] = checkedCoefficient(stepHeight, "settings.stepHeight");
    numbers[WALKER + 4] = checkedCoefficient(snapDistance, "settings.snapDistance");
    numbers[WALKER + 5] = Number(checkedFlag(drop, "settings.drop"));
    return putWorld(numbers, settings);
}

const characterAt = (n) => ({
    center: vectorAt(n, CIRCLE),
    radius: n[CIRCLE + 2],
    velocity: vectorAt(n, VECTOR),
    onGround: n[GROUND] !== 0,
    isWedged: n[GROUND + 1] !== 0,
    groundNormal: vectorAt(n, NORMAL),
    ground: wallIdAt(n, GROUND + 2),
    groundVelocity: vectorAt(n, GROUND + 4),
});

export function moveCharacter(memory, character, time, settings = {}) {
    checkedTime(time, "time");
    checkSettings(settings, "moveCharacter");
    const source = takeSource(memory, settings.walls, "settings.walls");
    return withSource(memory, source, "a move", (walls, borrow) => {
        lendMovingWalls(memory, borrow, settings.movingWalls);
        putCharacter(memory.numbers, character);
        const asked = putSettings(memory.numbers, settings);
        const kind = memory.answering(asked, () =>
            memory.wasm.move_character(walls.scene, walls.structs, walls.count, time));
        if (kind < 0) {
            throw outOfMemory("the path of a character");
        }
        const n = memory.numbers;
        return {
            kind: motionKinds[kind],
            character: characterAt(n),
            landed: n[RESULT] !== 0,
            stepped: n[RESULT + 1] !== 0,
            snapped: n[RESULT + 2] !== 0,
            wall: wallIdAt(n, RESULT + 3),
            wallNormal: vectorAt(n, RESULT + 5),
            head: wallIdAt(n, RESULT + 7),
            lost: n[RESULT + 9],
            overlapped: wallIdAt(n, RESULT + 10),
            crushedBy: motionKinds[kind] === "crushed"
                ? [wallIdAt(n, RESULT + 12), wallIdAt(n, RESULT + 14)] : null,
            positions: recorded(memory, RESULT + 16, 2, vectorAt),
            legs: recorded(memory, RESULT + 18, legNumbers, legAt),
        };
    });
}
