// The page: loads the module, makes the tabs, follows the address and shows errors.
// Room: playground.
import { load, type Carom } from "carom";
import { loadClassic, type Classic } from "carom/classic";
import { formatAddress, hasState, parseAddress } from "./address.ts";
import { drop } from "./drop/drop.ts";
import { lab } from "./lab/lab.ts";
import { methods } from "./methods/methods.ts";
import { pinball } from "./pinball/pinball.ts";
import { reasonOf, type MountedTab, type Page, type Tab } from "./tab.ts";
import { table } from "./table/table.ts";

const TABS: readonly Tab[] = [lab, drop, table, pinball, methods];

interface Place {
    tab: Tab;
    button: HTMLButtonElement;
    panel: HTMLElement;
    mounted?: MountedTab;
    /** The address of the tab when it was left. */
    address: string;
}

function element(id: string): HTMLElement {
    const found = document.getElementById(id);
    if (found === null) {
        throw new Error(`index.html has no #${id}`);
    }
    return found;
}

// ---- messages ----

function say(message: string, kind: "error" | "note" = "note"): void {
    const box = element("message");
    const text = box.querySelector("p");
    box.hidden = message === "";
    box.className = kind;
    if (text !== null) {
        text.textContent = message;
    }
}

/** Shows every error and logs it to the console. */
function watchErrors(): void {
    window.addEventListener("error", (event) => {
        // Browsers report this when an observer is late by a frame. It is harmless.
        if (!/ResizeObserver loop/.test(event.message)) {
            say(`Something went wrong: ${reasonOf(event.error ?? event.message)}`, "error");
        }
    });
    window.addEventListener("unhandledrejection", (event) => {
        say(`Something went wrong: ${reasonOf(event.reason)}`, "error");
    });
    element("message").querySelector("button")?.addEventListener("click", () => say(""));
}

// ---- tabs ----

function makePlace(tab: Tab): Place {
    const button = document.createElement("button");
    button.type = "button";
    button.id = `tab-${tab.id}`;
    button.textContent = tab.title;
    button.setAttribute("role", "tab");
    button.setAttribute("aria-controls", `panel-${tab.id}`);
    const panel = document.createElement("section");
    panel.id = `panel-${tab.id}`;
    panel.className = `panel ${tab.id}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    panel.hidden = true;
    return { tab, button, panel, address: formatAddress(tab.id, new URLSearchParams()) };
}

class Tabs {
    private readonly places = TABS.map(makePlace);
    private shown: Place | undefined;
    private classicLoad: Promise<Classic> | undefined;

    constructor(private readonly carom: Carom) {
        const list = element("tabs");
        const panels = element("panels");
        list.replaceChildren(...this.places.map((place) => place.button));
        panels.replaceChildren(...this.places.map((place) => place.panel));
        list.addEventListener("keydown", (event) => this.key(event));
        for (const place of this.places) {
            place.button.addEventListener("click", () => this.open(place.address));
        }
        window.addEventListener("hashchange", () => this.go(location.hash));
        this.go(location.hash);
    }

    /** Opens an address with a new entry in the history. */
    private open(address: string): void {
        const hash = "#" + address.replace(/^#/, "");
        if (hash === location.hash) {
            this.go(hash);
        } else {
            location.hash = hash;
        }
    }

    private go(hash: string): void {
        const { tab, state } = parseAddress(hash);
        const place = this.places.find((candidate) => candidate.tab.id === tab) ?? this.places[0];
        if (place === undefined) {
            return;
        }
        this.select(place);
        if (hasState(state)) {
            place.address = formatAddress(place.tab.id, state);
        }
        try {
            place.mounted ??= place.tab.mount(place.panel, this.pageOf(place));
            place.mounted.show(state);
            if (tab !== "" && tab !== place.tab.id) {
                history.replaceState(null, "", place.address);
                say(`There is no tab called “${tab}”: this is ${place.tab.title}.`, "error");
            }
        } catch (error) {
            say(`${place.tab.title} could not be shown: ${reasonOf(error)}`, "error");
            console.error(error);
        }
    }

    private select(place: Place): void {
        if (this.shown !== undefined && this.shown !== place) {
            this.shown.mounted?.hide();
            say("");
        }
        this.shown = place;
        for (const other of this.places) {
            const isShown = other === place;
            other.panel.hidden = !isShown;
            other.button.setAttribute("aria-selected", String(isShown));
            other.button.tabIndex = isShown ? 0 : -1;
        }
        document.title = `${place.tab.title} – Carom`;
    }

    private pageOf(place: Place): Page {
        return {
            carom: this.carom,
            classic: () => this.classic(),
            open: (address) => this.open(address),
            keep: (state) => {
                place.address = formatAddress(place.tab.id, state);
                if (this.shown === place) {
                    keepAddress(place.address);
                }
            },
            say,
        };
    }

    /** Loads the methods once. After a failure the next call tries again. */
    private classic(): Promise<Classic> {
        this.classicLoad ??= loadClassic().catch((error: unknown) => {
            this.classicLoad = undefined;
            throw new Error(`the tutorials' methods could not be loaded (${reasonOf(error)})`);
        });
        return this.classicLoad;
    }

    /** The arrow keys, Home and End select tabs. */
    private key(event: KeyboardEvent): void {
        const count = this.places.length;
        const at = this.places.findIndex((place) => place === this.shown);
        const next = {
            ArrowLeft: at + count - 1, ArrowRight: at + 1, Home: 0, End: count - 1,
        }[event.key];
        const place = next === undefined ? undefined : this.places[next % count];
        if (place !== undefined) {
            event.preventDefault();
            this.open(place.address);
            place.button.focus();
        }
    }
}

// ---- the address ----

// Browsers refuse more than about 100 changes of the address in 30 seconds, so changes are
// combined.
const KEEP_EVERY = 350;
let kept: string | undefined;
let keepTimer = 0;

function keepAddress(address: string): void {
    kept = address;
    if (keepTimer === 0) {
        keepTimer = window.setTimeout(() => {
            keepTimer = 0;
            // If the tab was left in the meantime, its address is stored until it is shown again.
            if (kept !== undefined && parseAddress(kept).tab === shownTab()) {
                history.replaceState(null, "", kept);
            }
            kept = undefined;
        }, KEEP_EVERY);
    }
}

function shownTab(): string {
    return parseAddress(location.hash).tab || (TABS[0]?.id ?? "");
}

async function start(): Promise<void> {
    watchErrors();
    try {
        new Tabs(await load());
    } catch (error) {
        element("loading").textContent = "";
        say(`The page could not load its WebAssembly module: ${reasonOf(error)}. ` +
            "Reload the page; if that does not help, try another browser.", "error");
        console.error(error);
    }
}

void start();
