// Values out of the state in the address: what is missing or wrong there is left at its default.
// Layer: playground.

export function numberIn(
    state: URLSearchParams, key: string, min: number, max: number, start: number,
): number {
    const text = state.get(key);
    const value = text === null || text.trim() === "" ? NaN : Number(text);
    return value >= min && value <= max ? value : start;
}

export function oneOf<T extends string>(
    state: URLSearchParams, key: string, all: readonly T[], start: T,
): T {
    return all.find((value) => value === state.get(key)) ?? start;
}
