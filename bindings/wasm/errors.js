// What goes wrong with scenes and memory. Room: bindings.

export class CaromError extends Error {
    /**
     * @param {string} code a short word for programs
     * @param {string} message a sentence for people
     * @param {number} [wall] the index of a bad wall
     */
    constructor(code, message, wall) {
        super(message);
        this.name = "CaromError";
        this.code = code;
        if (wall !== undefined) {
            this.wall = wall;
        }
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
    return new CaromError(statuses[badWall][0], `${name}[${wall}]: ${words}`, wall);
}

/** The error of a carom_status other than 0. `wall` is the index of the bad wall, if it is one. */
export function statusError(status, what, wall) {
    const [code, words] = statuses[status];
    if (status !== badWall || wall === undefined) {
        return new CaromError(code, `${what}: ${words}`);
    }
    return new CaromError(code, `${what}: walls[${wall}]: ${words}`, wall);
}

export const outOfMemory = (what) => statusError(1, what);
