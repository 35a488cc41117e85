// The state of a tab in the address: #lab?cx=35&cy=15. Layer: playground.

export interface Address {
    /** "" for the first tab. */
    tab: string;
    state: URLSearchParams;
}

/** Takes an address apart, with or without its #. */
export function parseAddress(address: string): Address {
    const text = address.replace(/^#/, "");
    const at = text.indexOf("?");
    return at < 0
        ? { tab: text, state: new URLSearchParams() }
        : { tab: text.slice(0, at), state: new URLSearchParams(text.slice(at + 1)) };
}

/** The address of a tab in a state, with its #. */
export function formatAddress(tab: string, state: URLSearchParams): string {
    const text = state.toString();
    return text === "" ? `#${tab}` : `#${tab}?${text}`;
}

/** What to say if something in an address can't be read, "" if nothing. */
export function unreadable(problems: readonly string[]): string {
    return problems.length > 0
        ? `Not all of the address could be read: ${problems.join("; ")}.` : "";
}

/** True if the state has any key: tabs stay as they were left without one. */
export function hasState(state: URLSearchParams): boolean {
    return !state.keys().next().done;
}
