// The native side: starts the program of native.cpp, reads the data it has made, and asks it.
// Room: bench.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The columns of doubles of a file that native.cpp wrote. */
function columnsOf(path, width) {
    const { buffer, byteOffset, length } = readFileSync(path);
    const numbers = new Float64Array(buffer.slice(byteOffset, byteOffset + length));
    const rows = numbers.length / width;
    return Array.from({ length: width }, (_, k) => numbers.subarray(k * rows, (k + 1) * rows));
}

/** Starts the program; resolves when the data is there. */
export async function startNative(program, folder, circles, batches) {
    const child = spawn(program, [folder, `${circles}`, `${batches}`],
        { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const nextLine = async () => {
        const { value, done } = await lines.next();
        if (done) {
            throw new Error("the native program ended before its time");
        }
        return value;
    };
    const [version, compiler, instructions, seed] = (await nextLine()).split(";");
    const read = (name, width) => columnsOf(`${folder}/${name}.f64`, width);
    return {
        version, compiler, instructions, seed,
        data: {
            walls: read("walls", 4),
            circles: read("circles", 3),
            casts: read("casts", 5),
            pairs: read("pairs", 7),
            sweeps: read("sweeps", 9),
        },
        /** @returns {Promise<{nanoseconds: number, count: number, checksum: number}>} */
        async ask(question, batch = 0) {
            child.stdin.write(`${question} ${batch}\n`);
            const [nanoseconds, count, checksum] = (await nextLine()).split(" ").map(Number);
            return { nanoseconds, count, checksum };
        },
        stop: () => child.stdin.end(),
    };
}
