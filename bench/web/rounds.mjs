// The clock, medians and spreads, and the checksum that native.cpp computes too. Room: bench.

/** Nanoseconds of processor time, of all threads, that `work` takes; and its answer. */
export function timed(work) {
    const start = process.cpuUsage();
    const answer = work();
    const { user, system } = process.cpuUsage(start);
    return { nanoseconds: 1000 * (user + system), answer };
}

export function median(values) {
    const sorted = [...values].sort((p, q) => p - q);
    const last = sorted.length - 1;
    return 0.5 * (sorted[Math.floor(last / 2)] + sorted[Math.ceil(last / 2)]);
}

/** Coefficient of variation, in percent. */
export function spread(values) {
    const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
    const squares = values.reduce((sum, v) => sum + (v - mean) ** 2, 0);
    return (100 * Math.sqrt(squares / Math.max(1, values.length - 1))) / mean;
}

/** FNV-1a over 32-bit words. */
export function checksumOf(words) {
    let sum = 2166136261;
    for (const word of words) {
        sum = Math.imul(sum ^ word, 16777619);
    }
    return sum >>> 0;
}

const warmUps = 2; // until then the engine compiles

/**
 * Every round asks every side once, so that a slow spell of the machine hits all alike; the order
 * turns with the round. The first ones warm up and are not counted.
 * @param {Object<string, (round: number) => Promise<number> | number>} sides nanoseconds a case
 * @returns {Promise<Object<string, number[]>>} for each side, a figure for each round
 */
export async function inRounds(sides, rounds) {
    const names = Object.keys(sides);
    const figures = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = 0; round < warmUps + rounds; round++) {
        for (let i = 0; i < names.length; i++) {
            const name = names[(i + round) % names.length];
            const figure = await sides[name](round);
            if (round >= warmUps) {
                figures[name].push(figure);
            }
        }
    }
    return figures;
}
