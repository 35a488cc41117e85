// Carom's module against the native library: batches of circles and casts among a scene, with
// arrays of the page and of the module, and single calls. Room: bench.
import { checksumOf, inRounds, timed } from "./rounds.mjs";

const atLeastGraze = 2; // of the kinds in a SweepBatch

/** Columns [begin, end) by name, as arrays of the page or copied into the module's memory. */
function arraysOf(carom, columns, names, begin, end, inModule) {
    return Object.fromEntries(names.map((name, k) => {
        const values = columns[k].subarray(begin, end);
        if (!inModule) {
            return [name, values];
        }
        const lent = carom.float64(values.length);
        lent.array.set(values);
        return [name, lent];
    }));
}

const freeAll = (arrays) => Object.values(arrays).forEach((array) => array.free?.());

const batchQuestions = {
    touching: {
        columns: "circles",
        names: ["x", "y", "radius"],
        ask: (scene, arrays) => scene.touchingBatch(arrays),
        summary: ({ walls }) => ({ count: walls.length, checksum: checksumOf(walls) }),
    },
    first: {
        columns: "casts",
        names: ["x", "y", "radius", "vx", "vy"],
        ask: (scene, arrays) => scene.sweepBatch(arrays),
        summary: ({ wall, kind }) => ({
            count: kind.filter((k) => k >= atLeastGraze).length, checksum: checksumOf(wall),
        }),
    },
};

const point = (x, y) => ({ x, y });
const circleOf = ([x, y, r], i) => ({ center: point(x[i], y[i]), radius: r[i] });
const wallOf = ([ax, ay, bx, by], i) => ({ a: point(ax[i], ay[i]), b: point(bx[i], by[i]) });

/** The questions asked call by call: plain objects, made before the clock starts. */
function singlesOf({ pairs, sweeps }) {
    const still = Array.from(pairs[0], (_, i) => ({
        circle: circleOf(pairs, i), wall: wallOf(pairs.slice(3), i),
    }));
    const moving = Array.from(sweeps[0], (_, i) => ({
        circle: circleOf(sweeps, i), move: point(sweeps[3][i], sweeps[4][i]),
        wall: wallOf(sweeps.slice(5), i),
    }));
    return { relate: still, contact: still, sweep: moving };
}

const touching = (relation) => relation !== "separate" && relation !== "invalid";

const singleQuestions = {
    relate(carom, all) {
        let count = 0;
        for (const { circle, wall } of all) {
            count += touching(carom.relate(circle, wall)) ? 1 : 0;
        }
        return { count, sum: 0 };
    },
    contact(carom, all) {
        let count = 0, sum = 0;
        for (const { circle, wall } of all) {
            const contact = carom.contact(circle, wall);
            sum += contact.depth;
            count += touching(contact.relation) ? 1 : 0;
        }
        return { count, sum };
    },
    sweep(carom, all) {
        let count = 0, sum = 0;
        for (const { circle, move, wall } of all) {
            const { kind, t } = carom.sweep(circle, move, wall);
            sum += t;
            count += kind !== "miss" && kind !== "invalid" ? 1 : 0;
        }
        return { count, sum };
    },
};

/** Keeps what the sides answered, and throws where two differ. */
class Answers {
    #known = new Map();

    check(question, side, { count, checksum }) {
        const told = `${count} answers, checksum ${checksum}`;
        const known = this.#known.get(question) ?? told;
        this.#known.set(question, known);
        if (known !== told) {
            throw new Error(`${question}: ${side} gives ${told}; another gave ${known}`);
        }
    }
}

async function timeBatches(native, caroms, plan, question) {
    const { columns, names, ask, summary } = batchQuestions[question];
    const answers = new Answers();
    let counted = 0;
    const sides = {
        async native(round) {
            const batch = round % plan.batches;
            const told = await native.ask(question, batch);
            answers.check(batch, "native", told);
            counted = told.count;
            return told.nanoseconds;
        },
    };
    const [ax, ay, bx, by] = native.data.walls;
    const scenes = [];
    for (const [build, carom] of Object.entries(caroms)) {
        const scene = carom.createScene({ ax, ay, bx, by });
        scenes.push(scene);
        for (const where of ["page", "module"]) {
            sides[`${build}, ${where}`] = (round) => {
                const batch = round % plan.batches;
                const begin = batch * plan.circles;
                const arrays = arraysOf(carom, native.data[columns], names, begin,
                    begin + plan.circles, where === "module");
                const { nanoseconds, answer } = timed(() => ask(scene, arrays));
                freeAll(arrays);
                answers.check(batch, `${build}, ${where}`, summary(answer));
                return nanoseconds / plan.circles;
            };
        }
    }
    const figures = await inRounds(sides, plan.rounds);
    scenes.forEach((scene) => scene.free());
    return { question, asked: plan.circles, counted, figures };
}

async function timeSingles(native, caroms, plan, question, all) {
    const answers = new Answers();
    let counted = 0;
    const sides = {
        async native() {
            const told = await native.ask(question);
            answers.check(question, "native", told);
            counted = told.count;
            return told.nanoseconds;
        },
    };
    for (const [build, carom] of Object.entries(caroms)) {
        sides[build] = () => {
            const { nanoseconds, answer } = timed(() => singleQuestions[question](carom, all));
            const { count, sum } = answer;
            answers.check(question, build, { count, checksum: Math.trunc(sum) >>> 0 });
            return nanoseconds / all.length;
        };
    }
    const figures = await inRounds(sides, plan.rounds);
    return { question, asked: all.length, counted, figures };
}

/**
 * @param native what startNative gave
 * @param {Object<string, Carom>} caroms the builds by name
 * @param {{circles: number, batches: number, rounds: number}} plan
 */
export async function timeModule(native, caroms, plan) {
    const batches = [], singles = [];
    for (const question of Object.keys(batchQuestions)) {
        batches.push(await timeBatches(native, caroms, plan, question));
    }
    const all = singlesOf(native.data);
    for (const question of Object.keys(singleQuestions)) {
        singles.push(await timeSingles(native, caroms, plan, question, all[question]));
    }
    return { batches, singles };
}
