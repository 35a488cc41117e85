// Dynamic scenes: walls that are inserted, removed, moved and changed. Room: bindings.
import { checkedBits, described, refuse } from "./checks.js";
import { statusError } from "./errors.js";
import { takeColumn } from "./memory.js";
import { SceneQueries, owned, takeWalls } from "./scene.js";
import { RESULT, SECOND, WALL, putWall, tagsOf } from "./shapes.js";

const isIndex = (index) => Number.isInteger(index) && index >= 0 && index < 2 ** 32;

/** The index of an id, and how many walls had the index before (dynamic.c). */
const partsOf = (id) => [id % 2 ** 32, Math.floor(id / 2 ** 32)];

/** A set of walls that changes, with an index over it. */
export class DynamicScene extends SceneQueries {
    #memory;

    /** Owns the carom_dynamic_scene at `address`. */
    constructor(memory, address) {
        super(memory, address, memory.wasm.dynamic_destroy);
        this.#memory = memory;
    }

    get [Symbol.toStringTag]() {
        return "DynamicScene";
    }

    get count() {
        return this.#memory.wasm.dynamic_count(this[owned]) >>> 0;
    }

    get isFixed() {
        return false;
    }

    viewOf(address) {
        return this.#memory.wasm.dynamic_view(address) >>> 0;
    }

    has(id) {
        const at = this[owned];
        return Number.isSafeInteger(id) && id >= 0 &&
            this.#memory.wasm.dynamic_has(at, ...partsOf(id)) !== 0;
    }

    id(index) {
        const at = this[owned];
        const id = isIndex(index) ? this.#memory.wasm.dynamic_id(at, index) : -1;
        if (id < 0) {
            throw new RangeError(`index: expected the index of a wall, got ${described(index)}`);
        }
        return id;
    }

    checkIndex(index) {
        this.id(index);
    }

    #checkId(id, name = "id") {
        if (!this.has(id)) {
            throw new RangeError(`${name}: expected the id of a wall, got ${described(id)}, ` +
                "which was removed or never given");
        }
    }

    ids() {
        const at = this[owned], { count } = this;
        return this.#memory.borrowing("the list of ids", (borrow) => {
            const ids = borrow(count * 8);
            this.#memory.wasm.dynamic_ids(at, ids, count);
            return this.#memory.view(Float64Array, ids, count).slice();
        });
    }

    /** The address for an edit, which nothing may be asking about. */
    #edited(what) {
        const at = this[owned];
        this.#memory.checkIdle(`${what}() of a scene`);
        return at;
    }

    #put(wall) {
        const { numbers } = this.#memory;
        putWall(numbers, WALL, wall);
        const { side, category, group } = tagsOf(wall, "wall");
        numbers[SECOND] = side;
        numbers[SECOND + 1] = category;
        numbers[SECOND + 2] = group;
    }

    insert(wall) {
        const at = this.#edited("insert");
        this.#put(wall);
        check(this.#memory.wasm.dynamic_insert(at), "insert");
        return this.#memory.numbers[RESULT];
    }

    remove(id) {
        const at = this.#edited("remove");
        this.#checkId(id);
        this.#memory.wasm.dynamic_remove(at, ...partsOf(id));
    }

    move(id, wall) {
        const at = this.#edited("move");
        this.#checkId(id);
        this.#put(wall);
        check(this.#memory.wasm.dynamic_move(at, ...partsOf(id)), "move");
    }

    moveMany(ids, walls) {
        const at = this.#edited("moveMany");
        const memory = this.#memory;
        if (ids === undefined) {
            refuse(ids, "ids", "a Float64Array or one of the module's arrays");
        }
        const taken = takeWalls(memory, walls);
        const column = takeColumn(
            memory, ids, Float64Array, taken.count, "ids", { others: "walls" });
        memory.borrowing("walls that move", (borrow) => {
            const idsAt = column.lend(borrow);
            this.#checkIds(memory.view(Float64Array, idsAt, taken.count));
            taken.lend(borrow);
            const status = memory.wasm.dynamic_move_many(at, idsAt);
            check(status, "moveMany", memory.numbers[RESULT]);
        });
    }

    #checkIds(ids) {
        ids.forEach((id, i) => this.#checkId(id, `ids[${i}]`));
        if (new Set(ids).size < ids.length) {
            throw new RangeError("ids: expected each id once");
        }
    }

    setCategory(id, category) {
        const at = this.#edited("setCategory");
        this.#checkId(id);
        const bits = checkedBits(category, "category");
        check(this.#memory.wasm.dynamic_set_category(at, ...partsOf(id), bits), "setCategory");
    }
}

function check(status, call, wall) {
    if (status !== 0) {
        throw statusError(status, call, wall);
    }
}

export function createDynamicScene(memory, walls = []) {
    const { lend } = takeWalls(memory, walls);
    const status = memory.borrowing("a dynamic scene", (borrow) => {
        lend(borrow);
        return memory.wasm.dynamic_create();
    });
    const answer = memory.numbers[RESULT];
    check(status, "createDynamicScene", answer);
    return new DynamicScene(memory, answer);
}
