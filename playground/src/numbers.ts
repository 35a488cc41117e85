// Parses and prints doubles: all digits, C hex floats, the next double.
// Method: the shortest decimal that reads back is what JavaScript prints; hex floats are rounded to
// nearest, ties to even, with BigInt; doubles in order are 64-bit integers in order.
// Room: playground.

export type Parsed = { value: number } | { error: string };

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const HEX = /^([+-]?)0x([\da-f]*)(?:\.([\da-f]*))?(?:p([+-]?\d+))?$/i;
const SPECIAL: Record<string, number> = { nan: NaN, inf: Infinity, infinity: Infinity };

/** Reads a decimal number, a C hex float (0x1.8p-3), nan or inf. */
export function parseNumber(text: string): Parsed {
    const trimmed = text.trim().replace("\u2212", "-");
    if (trimmed === "") {
        return { error: "a number is missing" };
    }
    if (DECIMAL.test(trimmed)) {
        const value = Number(trimmed);
        return Number.isFinite(value) ? { value } : { error: "too large for a double" };
    }
    const hex = HEX.exec(trimmed);
    if (hex !== null && (hex[2] ?? "") + (hex[3] ?? "") !== "") {
        return parseHex(hex);
    }
    const special = SPECIAL[trimmed.replace(/^[+-]/, "").toLowerCase()];
    if (special !== undefined) {
        return { value: trimmed.startsWith("-") ? -special : special };
    }
    const hasComma = /^[+-]?\d+,\d+$/.test(trimmed);
    return { error: hasComma ? "write a point, not a comma" : "not a number" };
}

function parseHex(match: RegExpExecArray): Parsed {
    const sign = match[1] === "-" ? -1 : 1;
    const fraction = match[3] ?? "";
    const digits = BigInt("0x" + (match[2] ?? "") + fraction);
    const exponent = Number(match[4] ?? 0) - 4 * fraction.length;
    const value = sign * roundScaled(digits, exponent);
    return Number.isFinite(value) ? { value } : { error: "too large for a double" };
}

/** digits * 2^exponent, correctly rounded. */
function roundScaled(digits: bigint, exponent: number): number {
    if (digits === 0n) {
        return 0;
    }
    const bits = digits.toString(2).length;
    if (bits + exponent > 1100) {
        return Infinity;
    }
    if (bits + exponent < -1100) {
        return 0;
    }
    // The bits below the last digit of the result; for subnormals it is 2^-1074.
    const drop = Math.max(bits - 53, -1074 - exponent, 0);
    const kept = digits >> BigInt(drop);
    const rest = digits - (kept << BigInt(drop));
    const half = drop > 0 ? 1n << BigInt(drop - 1) : 1n;
    const up = drop > 0 && (rest > half || (rest === half && (kept & 1n) === 1n));
    return scaleByTwo(Number(up ? kept + 1n : kept), exponent + drop);
}

/** value * 2^exponent in steps that neither overflow nor round. */
function scaleByTwo(value: number, exponent: number): number {
    let result = value;
    let left = exponent;
    while (left > 1000) {
        result *= 2 ** 1000;
        left -= 1000;
    }
    while (left < -1000) {
        // The value is whole and at most 2^53, so one step of 1000 stays normal.
        result *= 2 ** -1000;
        left += 1000;
    }
    return result * 2 ** left;
}

/** The shortest decimal that reads back to the same double; as a C hex float if `hex`. */
export function showNumber(value: number, hex = false): string {
    if (hex && Number.isFinite(value)) {
        return showHex(value);
    }
    if (Object.is(value, -0)) {
        return "-0";
    }
    return Number.isFinite(value) ? String(value) : showSpecial(value);
}

function showSpecial(value: number): string {
    return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

/** The format of printf("%a") in C. */
function showHex(value: number): string {
    const bits = bitsOf(value);
    const sign = bits < 0n ? "-" : "";
    const field = Number((bits >> 52n) & 0x7ffn);
    const fraction = (bits & 0xfffffffffffffn).toString(16).padStart(13, "0").replace(/0+$/, "");
    if (field === 0 && fraction === "") {
        return sign + "0x0p+0";
    }
    const exponent = field === 0 ? -1022 : field - 1023;
    const lead = field === 0 ? "0" : "1";
    const point = fraction === "" ? "" : "." + fraction;
    return `${sign}0x${lead}${point}p${exponent < 0 ? "" : "+"}${exponent}`;
}

const cell = new DataView(new ArrayBuffer(8));

function bitsOf(value: number): bigint {
    cell.setFloat64(0, value);
    return cell.getBigInt64(0);
}

const LOW_BITS = 0x7fffffffffffffffn;

/** The index of a double among all doubles: neighbours differ by 1, both zeros are 0. */
function orderOf(value: number): bigint {
    const bits = bitsOf(value);
    return bits < 0n ? -(bits & LOW_BITS) : bits;
}

const LARGEST = orderOf(Number.MAX_VALUE);

/** The double `steps` places up or down, limited to the largest; inf and nan are unchanged. */
export function stepUlps(value: number, count: number): number {
    if (!Number.isFinite(value)) {
        return value;
    }
    const wanted = orderOf(value) + BigInt(count);
    const order = wanted > LARGEST ? LARGEST : wanted < -LARGEST ? -LARGEST : wanted;
    cell.setBigInt64(0, order < 0n ? -order : order);
    return order < 0n ? -cell.getFloat64(0) : cell.getFloat64(0);
}

/** The distance to the next double away from zero. */
export function ulp(value: number): number {
    const size = Math.abs(value);
    return size === Number.MAX_VALUE ? size - stepUlps(size, -1) : stepUlps(size, 1) - size;
}

/** The largest power of ten that is at most `size`. */
export function decade(size: number): number {
    return Number("1e" + Math.floor(Math.log10(size)));
}

/** The nearest multiple of a power of ten. */
export function roundTo(value: number, step: number): number {
    const places = -Math.round(Math.log10(step));
    if (!Number.isFinite(value) || !Number.isFinite(places) || Math.abs(value) / step > 1e15) {
        return value;
    }
    // The number is parsed from a decimal text, because a product with the step would be rounded.
    return Number(`${Math.round(value / step)}e${-places}`) + 0;
}

/** The next decimal step: 1 % of the number's decade, at least `least`. */
export function stepDecimal(value: number, count: number, least: number): number {
    if (!Number.isFinite(value)) {
        return value;
    }
    const step = value === 0 ? least : Math.max(decade(Math.abs(value)) / 100, least);
    return roundTo(value + count * step, step);
}
