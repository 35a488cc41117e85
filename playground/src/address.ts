// The state of a tab in the address: #lab?cx=35&cy=15. Room: playground.

export interface Address {
    /** "" means the first tab. */
    tab: string;
    state: URLSearchParams;
}

/** Parses an address, with or without its #. */
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

/** A message about the unreadable parts of an address, or "". */
export function unreadable(problems: readonly string[]): string {
    return problems.length > 0
        ? `Some parts of the address are invalid: ${problems.join("; ")}.` : "";
}

/** True if the state has any key. Without a key a tab keeps its state. */
export function hasState(state: URLSearchParams): boolean {
    return !state.keys().next().done;
}
