// What goes wrong with scenes and memory. Room: bindings.

export class CaromError extends Error {
    /**
     * @param {string} code a short word for programs
     * @param {string} message a sentence for people
     * @param {object} [places] where it goes wrong: the index of a `wall`, an `area`, a `point`
     */
    constructor(code, message, places = {}) {
        super(message);
        this.name = "CaromError";
        this.code = code;
        Object.assign(this, places);
    }
}

// By carom_status.
const statuses = [
    undefined,
    ["out-of-memory", "there is no memory left for it"],
    ["bad-wall", "a wall that is not valid: its numbers must be finite and its radius >= 0"],
    ["too-many-walls", "more walls than a scene can hold"],
    ["not-a-scene", "these bytes are not a saved scene"],
    ["other-version", "a scene saved by another version of the library"],
    ["other-byte-order", "a scene saved on a machine of the other byte order"],
    ["damaged", "a saved scene, cut short or changed"],
    ["damaged", "a saved scene that is not aligned"],
    ["not-a-crowd", "these bytes are not a saved crowd of this version, or they are damaged"],
];

const badWall = 2;

/** The error of the wall with this index in the list `name` of a move. */
export function badWallError(name, wall, words = statuses[badWall][1]) {
    return new CaromError(statuses[badWall][0], `${name}[${wall}]: ${words}`, { wall });
}

/** The error of a carom_status other than 0. `wall` is the index of the bad wall, if it is one. */
export function statusError(status, what, wall) {
    const [code, words] = statuses[status];
    if (status !== badWall || wall === undefined) {
        return new CaromError(code, `${what}: ${words}`);
    }
    return new CaromError(code, `${what}: walls[${wall}]: ${words}`, { wall });
}

/** The error of a carom_status of an index of areas: which area and which wall of it is wrong. */
export function areaError(status, { wall, area, point, extent, radius }) {
    const error = (code, words, places) => new CaromError(
        code, `scene: walls[${wall}]: area ${area} ${words}`, { wall, area, ...places });
    switch (status) { // the values of carom_status
    case 12:
        return error("open-area", `is open at (${point.x}, ${point.y}): expected an even number ` +
            "of its walls to end there", { point });
    case 13:
        return error("area-radii", `has a wall of radius ${radius}: expected that of its others`);
    case 14:
        return error("endless-area", `has a ${extent}: expected only segments`);
    default:
        return outOfMemory("an index of areas");
    }
}

export const outOfMemory = (what) => statusError(1, what);
