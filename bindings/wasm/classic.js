// The methods of five tutorials as published, side by side with the truth: classic/classic.h as an
// ES module, on a module of WebAssembly of its own. The types and what each call does are in
// classic.d.ts. Room: bindings.
import { checkOptions, checkedCount, checkedNumber, described, wordIndex } from "./checks.js";
import { compileFrom } from "./loading.js";
import { memoryOf } from "./memory.js";
import {
    RESULT, SECOND, VECTOR, WALL, contactRules, extents, putCircle, putVector, putWall, vectorAt,
} from "./shapes.js";

const build = () => new URL("./carom-classic.wasm", import.meta.url);
const verdicts = ["right", "false-hit", "missed", "wrong-time", "invalid"];
const cellsMax = 1 << 26;
const wallNumbers = 6;

/** Loads the methods. Each call makes a module with a memory of its own. */
export async function loadClassic(options = {}) {
    checkOptions(options, "loadClassic", ["wasm"], ": ");
    const module = await compileFrom(options.wasm, build());
    return callsOf(await memoryOf(module, "method_count"));
}

function methodsOf(memory) {
    const { wasm } = memory;
    return Object.freeze(Array.from({ length: wasm.method_count() }, (_, i) => Object.freeze({
        name: memory.text(wasm.method_name(i)),
        summary: memory.text(wasm.method_summary(i)),
        isSweep: wasm.method_is_sweep(i) !== 0,
        rule: contactRules[wasm.method_rule(i)],
        extent: extents[wasm.method_extent(i)],
    })));
}

function stepsOf(memory) {
    const { wasm, numbers } = memory;
    return Array.from({ length: wasm.step_count() }, (_, i) => {
        const count = wasm.step_numbers(i);
        return {
            text: memory.text(wasm.step_text(i)),
            value: [...numbers.subarray(RESULT, RESULT + count)],
        };
    });
}

/** The calls of one instance. */
function callsOf(memory) {
    const methods = methodsOf(memory);
    const names = methods.map((info) => info.name);
    const indexOf = (method) => wordIndex(names, method, "method");
    return Object.freeze({
        methods, ...answers(memory, indexOf), ...judgements(memory, indexOf),
        ...maps(memory, indexOf),
        fall: (method, x, y, radius, move, walls) =>
            fall(memory, indexOf(method), [x, y, radius], move, walls),
    });
}

/** Writes a question to the module's numbers. */
function put(memory, circle, move, wall) {
    putCircle(memory.numbers, circle);
    putVector(memory.numbers, VECTOR, move, "move");
    putWall(memory.numbers, WALL, wall);
}

function answers(memory, indexOf) {
    const { wasm } = memory;
    return {
        relate(method, circle, wall) {
            const { numbers } = memory;
            const index = indexOf(method);
            putCircle(numbers, circle);
            putWall(numbers, WALL, wall);
            const answer = { collides: wasm.relate(index) !== 0 };
            if (numbers[RESULT]) {
                answer.point = vectorAt(numbers, RESULT + 1);
            }
            if (numbers[RESULT + 3]) {
                answer.offset = vectorAt(numbers, RESULT + 4);
            }
            return { ...answer, steps: stepsOf(memory) };
        },
        sweep(method, circle, move, wall) {
            const { numbers } = memory;
            const index = indexOf(method);
            put(memory, circle, move, wall);
            return {
                hits: wasm.sweep(index) !== 0,
                t: numbers[RESULT],
                center: vectorAt(numbers, RESULT + 1),
                normal: vectorAt(numbers, RESULT + 3),
                end: vectorAt(numbers, RESULT + 5),
                steps: stepsOf(memory),
            };
        },
    };
}

function judgements(memory, indexOf) {
    const { wasm } = memory;
    return {
        judge(method, circle, move, wall) {
            const index = indexOf(method);
            put(memory, circle, move, wall);
            return verdicts[wasm.judge(index)];
        },
        truth(method, circle, move, wall) {
            const index = indexOf(method);
            put(memory, circle, move, wall);
            return wasm.truth(index) !== 0;
        },
    };
}

function putWindow(numbers, window) {
    putVector(numbers, SECOND, window?.min, "window.min");
    putVector(numbers, SECOND + 2, window.max, "window.max");
}

function checkedCells(columns, rows) {
    const cells = checkedCount(columns, "columns", cellsMax) * checkedCount(rows, "rows", cellsMax);
    if (cells === 0 || cells > cellsMax) {
        throw new RangeError(`columns, rows: expected 1 to ${cellsMax} cells, got ${cells}`);
    }
    return cells;
}

function maps(memory, indexOf) {
    const { wasm } = memory;
    return {
        map(method, radius, move, wall, window, columns, rows) {
            const index = indexOf(method);
            const cells = checkedCells(columns, rows);
            const center = { x: 0, y: 0 };
            put(memory, { center, radius: checkedNumber(radius, "radius") }, move, wall);
            putWindow(memory.numbers, window);
            return memory.borrowing("a map", (borrow) => {
                const at = borrow(cells), truthAt = borrow(cells);
                wasm.map(index, columns, rows, at, truthAt);
                const counts = memory.numbers.subarray(RESULT, RESULT + verdicts.length);
                return {
                    columns,
                    rows,
                    verdicts: memory.view(Uint8Array, at, cells).slice(),
                    truth: memory.view(Uint8Array, truthAt, cells).slice(),
                    counts: Object.fromEntries(verdicts.map((verdict, i) => [verdict, counts[i]])),
                };
            });
        },
        mapCenter(window, columns, rows, column, row) {
            checkedCells(columns, rows);
            putWindow(memory.numbers, window);
            wasm.map_center(columns, rows, checkedCount(column, "column", columns - 1),
                checkedCount(row, "row", rows - 1));
            return vectorAt(memory.numbers, RESULT);
        },
    };
}

function checkedColumn(array, name, count) {
    if (!(array instanceof Float64Array)) {
        throw new TypeError(`${name}: expected a Float64Array, got ${described(array)}`);
    }
    if (array.length !== count) {
        throw new RangeError(`${name}: expected ${count} numbers, got ${array.length}`);
    }
}

/** The walls as numbers, six each. */
function wallsAsNumbers(memory, walls) {
    if (!Array.isArray(walls)) {
        throw new TypeError(`walls: expected an array, got ${described(walls)}`);
    }
    const { numbers } = memory;
    const packed = new Float64Array(wallNumbers * walls.length);
    // Not forEach, which leaves out the holes of a sparse array.
    for (let i = 0; i < walls.length; i++) {
        putWall(numbers, WALL, walls[i], `walls[${i}]`);
        packed.set(numbers.subarray(WALL, WALL + wallNumbers), wallNumbers * i);
    }
    return packed;
}

function fall(memory, method, circles, move, walls) {
    const count = circles[0]?.length;
    circles.forEach((array, i) => checkedColumn(array, ["x", "y", "radius"][i], count));
    const packed = wallsAsNumbers(memory, walls);
    putVector(memory.numbers, VECTOR, move, "move");
    return memory.borrowing("falling circles", (borrow) => {
        const lent = [...circles, packed];
        const at = lent.map((array) => borrow(array.byteLength));
        // All is borrowed first: views end when the memory grows.
        lent.forEach((array, i) => memory.view(Float64Array, at[i], array.length).set(array));
        const moved = memory.wasm.fall(method, at[0], at[1], at[2], count, at[3], walls.length);
        for (const i of [0, 1]) {
            circles[i].set(memory.view(Float64Array, at[i], count));
        }
        return moved;
    });
}
