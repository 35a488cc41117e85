// The interface between the page and its tabs. Room: playground.
import type { Carom } from "carom";
import type { Classic } from "carom/classic";

/** The functions of the page that tabs use. */
export interface Page {
    readonly carom: Carom;
    /** The published methods, loaded on the first call. */
    classic(): Promise<Classic>;
    /** Opens a tab in a state, like a typed address: open("lab?cx=0&cy=1"). */
    open(address: string): void;
    /** Writes the state of the shown tab to the address without a new entry in the history. */
    keep(state: URLSearchParams): void;
    /** Shows a message until the next one or until it is closed; "" removes it. */
    say(message: string, kind?: "error" | "note"): void;
}

/** The reason of an error in words. */
export function reasonOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

/** The published methods; undefined, and a message, if they cannot be loaded. */
export async function classicOf(page: Page): Promise<Classic | undefined> {
    try {
        return await page.classic();
    } catch (error) {
        page.say(reasonOf(error), "error");
        return undefined;
    }
}

/** A tab. */
export interface MountedTab {
    /** Shows the tab in the state of the address. Without keys its state is unchanged. */
    show(state: URLSearchParams): void;
    /** Hides the tab and stops drawing. */
    hide(): void;
}

export interface Tab {
    readonly id: "lab" | "drop" | "table" | "pinball" | "methods";
    readonly title: string;
    /** Makes the tab within `host` when it is first shown. */
    mount(host: HTMLElement, page: Page): MountedTab;
}
