// Carom and its peers: the same walls, the same circles, the same question; time, and where answers
// differ from the exact ones. Room: bench.
import {
    caromPeer, check2dPeer, flatbushPeer, planckPeer, rapierPeer,
} from "./peers.mjs";
import { inRounds, timed } from "./rounds.mjs";

const makers = {
    carom: ({ carom, walls, circles }) => caromPeer(carom, walls, circles),
    flatbush: ({ walls, circles }) => flatbushPeer(walls, circles),
    rapier: ({ walls, circles }) => rapierPeer(walls, circles),
    check2d: ({ walls, circles }) => check2dPeer(walls, circles),
    planck: ({ walls, circles }) => planckPeer(walls, circles),
    planck_bare: ({ walls, circles }) => planckPeer(walls, circles, { skin: false }),
};

async function built(make, data) {
    const start = process.cpuUsage();
    const peer = await make(data);
    const { user, system } = process.cpuUsage(start);
    return { peer, milliseconds: (user + system) / 1000 };
}

function listAll(peer, count) {
    let total = 0;
    const found = [];
    for (let i = 0; i < count; i++) {
        found.length = 0;
        peer.touching(i, found);
        total += found.length;
    }
    return total;
}

/** What the peer finds against the exact lists: pairs found, made up and missed. */
function compare(peer, exact, count) {
    const tally = { hits: 0, made_up: 0, missed: 0 };
    for (let i = 0; i < count; i++) {
        const items = [];
        peer.touching(i, items);
        const found = new Set(items.map(peer.indexOf));
        const truth = exact.walls.subarray(exact.offsets[i], exact.offsets[i + 1]);
        const right = truth.filter((wall) => found.has(wall)).length;
        tally.hits += found.size;
        tally.made_up += found.size - right;
        tally.missed += truth.length - right;
    }
    return tally;
}

/**
 * @param native what startNative gave
 * @param {Carom} carom
 * @param {{contestants: number, rounds: number}} plan
 */
export async function timeContest(native, carom, { contestants: count, rounds }) {
    const { walls, circles: [x, y, radius] } = native.data;
    const circles = Array.from({ length: count }, (_, i) => ({
        center: { x: x[i], y: y[i] }, radius: radius[i],
    }));
    const [ax, ay, bx, by] = walls;
    const scene = carom.createScene({ ax, ay, bx, by });
    const batch = { x, y, radius, count };
    const exact = scene.touchingBatch(batch);

    const peers = {}, milliseconds = {}, tallies = {};
    const sides = {
        carom_batch: () => timed(() => scene.touchingBatch(batch)).nanoseconds / count,
    };
    tallies.carom_batch = { hits: exact.walls.length, made_up: 0, missed: 0 };
    for (const [name, make] of Object.entries(makers)) {
        milliseconds[name] = [];
        // Built three times: the first build is also the engine's first sight of the code.
        for (let time = 0; time < 3; time++) {
            const { peer, milliseconds: spent } = await built(make, { carom, walls, circles });
            milliseconds[name].push(spent);
            peers[name] = peer;
        }
        tallies[name] = compare(peers[name], exact, count);
        sides[name] = () => timed(() => listAll(peers[name], count)).nanoseconds / count;
    }
    milliseconds.carom_batch = milliseconds.carom;
    return { asked: count, milliseconds, tallies, figures: await inRounds(sides, rounds) };
}
