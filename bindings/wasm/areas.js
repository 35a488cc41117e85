// Areas, and walls against walls: what is asked, and what comes back. Room: bindings.
import { checkOptions, checkedNumber } from "./checks.js";
import { areaError } from "./errors.js";
import {
    OTHER, RESULT, SECOND, WALL, areaRelations, extents, putFilter, putWall, vectorAt,
    wallRelations,
} from "./shapes.js";

export const areaHitBytes = 16; // carom_area_hit: area, relation and distance
const pairNumbers = 7; // near_pair of areas.c: wall, other and relation; gap, point, other point

/** Writes the settings of a search within a gap; returns what their filter asks, if it asks. */
export function putSearch(numbers, settings = {}, others = []) {
    checkOptions(settings, "settings", ["within", ...others, "filter"]);
    numbers[OTHER] = checkedNumber(settings.within ?? 0, "settings.within");
    return putFilter(numbers, settings.filter, "settings.filter");
}

/** Makes the index of the areas of a scene; returns its address. */
export function createAreaIndex(memory, scene) {
    const status = memory.wasm.area_index_create(scene);
    const { numbers, wasm } = memory;
    const answer = numbers[RESULT];
    if (status !== 0) {
        const area = numbers[RESULT + 1], point = vectorAt(numbers, RESULT + 2);
        wasm.scene_wall(scene, answer);
        throw areaError(status, {
            wall: answer, area, point, radius: numbers[RESULT + 4],
            extent: extents[numbers[RESULT + 5]],
        });
    }
    return answer;
}

/** The `count` of carom_area_hit at this address. */
export function areaHitsAt(memory, at, count) {
    const words = memory.view(Uint32Array, at, count * 4);
    const numbers = memory.view(Float64Array, at, count * 2);
    return Array.from({ length: count }, (_, i) => ({
        area: words[4 * i],
        relation: areaRelations[words[4 * i + 1]],
        distance: numbers[2 * i + 1],
    }));
}

/** The `count` of near_pair at this address, an array for each field. */
export function pairArrays(memory, at, count) {
    const words = memory.view(Uint32Array, at, count * pairNumbers * 2);
    const numbers = memory.view(Float64Array, at, count * pairNumbers);
    const column = (Type, of, stride, first) =>
        Type.from({ length: count }, (_, i) => of[i * stride + first]);
    const whole = (Type, first) => column(Type, words, 2 * pairNumbers, first);
    const double = (first) => column(Float64Array, numbers, pairNumbers, first);
    return {
        wall: whole(Uint32Array, 0), other: whole(Uint32Array, 1), relation: whole(Uint8Array, 2),
        gap: double(2), px: double(3), py: double(4), qx: double(5), qy: double(6),
    };
}

/** What is asked of two walls. */
export function wallPairCalls(memory) {
    const { wasm } = memory;
    const put = (wall, other) => {
        const { numbers } = memory;
        putWall(numbers, WALL, wall);
        putWall(numbers, SECOND, other, "other");
        return numbers;
    };
    return {
        compareWallGap(wall, other, gap) {
            put(wall, other)[OTHER] = checkedNumber(gap, "gap");
            return wasm.wall_compare_gap();
        },
        wallGap(wall, other) {
            const numbers = put(wall, other);
            wasm.wall_contact();
            return numbers[RESULT];
        },
        wallContact(wall, other) {
            const numbers = put(wall, other);
            return {
                relation: wallRelations[wasm.wall_contact()],
                gap: numbers[RESULT],
                point: vectorAt(numbers, RESULT + 1),
                otherPoint: vectorAt(numbers, RESULT + 3),
                normal: vectorAt(numbers, RESULT + 5),
            };
        },
    };
}
