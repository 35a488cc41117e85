// Reads values from the state in the address. A missing or invalid value keeps its default. Each
// invalid value is named in `problems`.
// Room: playground.

export function numberIn(
    state: URLSearchParams, key: string, min: number, max: number, start: number,
    problems: string[],
): number {
    const text = state.get(key);
    const value = text === null || text.trim() === "" ? NaN : Number(text);
    if (value >= min && value <= max) {
        return value;
    }
    if (text !== null) {
        problems.push(`${key} is “${text}”, not a number from ${min} to ${max}`);
    }
    return start;
}

export function oneOf<T extends string>(
    state: URLSearchParams, key: string, all: readonly T[], start: T,
    problems: string[],
): T {
    const text = state.get(key);
    const found = all.find((value) => value === text);
    if (text !== null && found === undefined) {
        problems.push(`${key} is “${text}”, not one of ${all.join(", ")}`);
    }
    return found ?? start;
}
