// What a tab is to the page, and the page to a tab. Layer: playground.
import type { Carom } from "carom";
import type { Classic } from "carom/classic";

/** What the page gives to its tabs. */
export interface Page {
    readonly carom: Carom;
    /** The methods of the tutorials; loaded when first asked for. */
    classic(): Promise<Classic>;
    /** Goes to a tab in a state, as if the address had been typed: open("lab?cx=0&cy=1"). */
    open(address: string): void;
    /** Keeps the shown tab's state in the address, without a new entry in the history. */
    keep(state: URLSearchParams): void;
    /** Shows a message until the next one, or until it is closed; "" takes it away. */
    say(message: string, kind?: "error" | "note"): void;
}

/** What went wrong, for people. */
export function reasonOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

/** A tab that has been made. */
export interface MountedTab {
    /** The tab comes to the front, in the state of the address; no keys: as it was left. */
    show(state: URLSearchParams): void;
    /** The tab goes out of sight: no more frames are drawn. */
    hide(): void;
}

export interface Tab {
    readonly id: "lab" | "drop" | "table" | "methods";
    readonly title: string;
    /** Makes the tab within `host`, once, when it is first shown. */
    mount(host: HTMLElement, page: Page): MountedTab;
}
