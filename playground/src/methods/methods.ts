// The tab Methods: a map that shows for every centre of a circle whether a published method is
// right. Its smallest windows are a few doubles wide. Room: playground.
import type { Vec2 } from "carom";
import type { Classic, Method, MethodInfo } from "carom/classic";
import { hasState, unreadable } from "../address.ts";
import { render } from "../controls.ts";
import { decade, roundTo, stepUlps, ulp } from "../numbers.ts";
import { reasonOf, type MountedTab, type Page, type Tab } from "../tab.ts";
import { VERDICT_WORDS } from "../verdicts.ts";
import { View, type Drag, type Handle } from "../view.ts";
import { answerAt, type Answer } from "./answers.ts";
import { cases, type Case } from "./cases.ts";
import { MapImage } from "./map_image.ts";
import { MapWork, type MapQuestion } from "./map_work.ts";
import { countCells, groupsOfMistakes, searchTangent, type Cell, type Counts } from "./mistakes.ts";
import { moveArrow, paintMap } from "./paint_map.ts";
import { side, type SideActions } from "./side.ts";
import { Slices } from "./slices.ts";
import {
    labAddress, narrowest, readState, START, START_CURSOR, wallOf, writeState, type MapState,
} from "./state.ts";

/** What the address of a user's own circle and wall holds. */
const OWN_KEYS = ["r", "ax", "ay", "bx", "by", "vx", "vy"];

/** The maximum number of cells across or up. */
const CELLS_MAX = 2000;

/**
 * A cell for each pixel; where doubles are farther apart, two for each of them: the middles of the
 * halves of a step round to the doubles at its ends, so that every double has its fair square.
 */
function cellsAcross(min: number, max: number, scale: number): number {
    const pixels = Math.min(Math.max(Math.ceil((max - min) * scale), 1), CELLS_MAX);
    const apart = min * max > 0 ? ulp(Math.min(Math.abs(min), Math.abs(max))) : 0;
    const doubles = (max - min) / apart;
    return 2 * doubles < pixels ? 2 * doubles : pixels;
}

class MethodsTab implements MountedTab {
    private state: MapState = START;
    private readonly view: View;
    private readonly drafts = new Map<string, { text: string; error: string }>();
    private readonly mapSlices = new Slices(() => this.mapAdvanced());
    private readonly searchSlices = new Slices(() => this.refresh());
    private work: MapWork | undefined;
    private image: MapImage | undefined;
    /** The previous map, drawn until the new one covers the window. */
    private oldImage: MapImage | undefined;
    private counts: Counts | undefined;
    /** The mistakes of the complete map, and the last one that was shown. */
    private groups: { cells: Cell[]; at: number } | undefined;
    private cursor: Vec2 | undefined;
    private answer: Answer | undefined;
    private shownCase: Case | undefined;
    /** True if circle and wall are the user's, not those of a case. */
    private isOwn = false;
    /** A click holds the cursor, so that the mouse can go to the buttons. */
    private isHeld = false;
    private note = "";
    private isShown = false;
    private frame = 0;
    /** The canvas width for which the width of the state was computed. */
    private seenWidth = 0;

    constructor(
        private readonly page: Page,
        private readonly classic: Classic,
        private readonly panel: HTMLElement,
        stage: HTMLElement,
    ) {
        this.view = new View(stage, {
            label: "Map of right and wrong answers. Arrows step the cursor, Enter opens the Lab",
            paint: (_, context) => this.paint(context),
            handles: () => this.handles(),
            down: (_, event) => this.panFrom(event),
            click: (at) => this.clicked(at),
            hover: (at) => at && !this.isHeld && this.setCursor(this.centerAt(at)),
            moved: () => this.viewMoved(),
        });
        stage.addEventListener("keydown", (event) => this.key(event), true);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.refresh());
    }

    // ---- the page ----

    show(query: URLSearchParams): void {
        this.isShown = true;
        if (hasState(query)) {
            const chosen = cases.find((one) => one.id === query.get("case"));
            const names = this.classic.methods.map((one) => one.name);
            const { state, problems } = readState(query, names, chosen?.state ?? this.state);
            if (query.has("case") && chosen === undefined) {
                problems.push(`there is no case called “${query.get("case")}”`);
            }
            this.page.say(unreadable(problems), "error");
            this.setState(state);
            this.isOwn = chosen === undefined && OWN_KEYS.some((key) => query.has(key));
            this.shownCase = chosen;
            if (chosen !== undefined) {
                this.setCursor(chosen.center);
            }
        } else {
            this.setState(this.state);
            this.setCursor(this.cursor ?? START_CURSOR);
        }
    }

    hide(): void {
        this.isShown = false;
        this.mapSlices.stop();
        this.searchSlices.stop();
    }

    get info(): MethodInfo {
        return this.classic.methods.find((one) => one.name === this.state.method)!;
    }

    private readonly actions: SideActions = {
        change: (part) => {
            this.isOwn = true;
            this.changed(part);
        },
        choose: (method) => this.chooseMethod(method),
        chooseCase: (id) => this.chooseCase(id),
        next: () => this.nextMistake(),
        tangent: () => this.toTangent(),
        whole: () => this.changed({ middle: this.home(), width: this.homeWidth() }),
        lab: () => this.openLab(),
        refresh: () => this.refresh(),
    };

    /** Draws the side and the map at the next frame. */
    private refresh(): void {
        this.view.redraw();
        if (this.frame === 0) {
            this.frame = requestAnimationFrame(() => {
                this.frame = 0;
                this.renderSide();
            });
        }
    }

    private renderSide(): void {
        const model = {
            state: this.state, info: this.info, methods: this.classic.methods,
            drafts: this.drafts, shownCase: this.shownCase, answer: this.answer,
            counts: this.counts, note: this.note, isSearching: this.searchSlices.isBusy,
        };
        render(side(model, this.actions), this.panel);
    }

    // ---- the state ----

    /** Applies a change by the user: it goes to the address, and the chosen case is cleared. */
    private changed(part: Partial<MapState>): void {
        this.shownCase = undefined;
        this.note = "";
        this.setState({ ...this.state, ...part });
    }

    private setState(state: MapState): void {
        this.state = { ...state, width: Math.max(state.width, narrowest(state.middle)) };
        this.view.center = this.state.middle;
        this.view.scale = this.view.width / this.state.width;
        this.searchSlices.stop();
        this.stateChanged();
    }

    private stateChanged(): void {
        if (this.isShown) {
            this.page.keep(writeState(this.state, this.info.isSweep));
        }
        if (this.cursor !== undefined) {
            this.setCursor(this.cursor);
        }
        this.startMap();
    }

    /** Pan and zoom come from the view. A canvas of another size shows the same width. */
    private viewMoved(): void {
        const { view } = this;
        if (view.width !== this.seenWidth) {
            this.seenWidth = view.width;
            view.center = this.state.middle;
            view.scale = view.width / this.state.width;
            this.startMap();
            return;
        }
        view.scale = Math.min(view.scale, view.width / narrowest(view.center));
        this.state = { ...this.state, middle: view.center, width: view.width / view.scale };
        this.stateChanged();
    }

    /** Pans from the start of the drag, because pixel steps would be lost between doubles. */
    private panFrom(start: PointerEvent): Drag {
        const center = this.view.center;
        return {
            move: (_, event) => {
                this.view.center = {
                    x: center.x - (event.clientX - start.clientX) / this.view.scale,
                    y: center.y + (event.clientY - start.clientY) / this.view.scale,
                };
                this.viewMoved();
            },
        };
    }

    private home(): Vec2 {
        const { a, b } = this.state;
        return { x: a.x / 2 + b.x / 2, y: a.y / 2 + b.y / 2 };
    }

    private homeWidth(): number {
        const { a, b, radius } = this.state;
        const ratio = this.view.width / Math.max(this.view.height, 1);
        const width = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y) * ratio);
        return 1.1 * width + 6 * radius;
    }

    /** A method opens with its own failure, unless the user has set a wall. */
    private chooseMethod(method: Method): void {
        const first = cases.find((one) => one.state.method === method);
        if (this.isOwn || first === undefined) {
            this.changed({ method });
        } else {
            this.chooseCase(first.id);
        }
    }

    private chooseCase(id: string): void {
        const chosen = cases.find((one) => one.id === id);
        if (chosen !== undefined) {
            this.changed(chosen.state);
            this.isOwn = false;
            this.shownCase = chosen;
            this.setCursor(chosen.center);
        }
    }

    // ---- the map ----

    private question(): MapQuestion {
        const { view, state } = this;
        const { min, max } = view.window();
        // One more double on every side, so that rounding leaves no empty edge of the canvas.
        const rim = ulp(Math.max(...[min.x, min.y, max.x, max.y].map(Math.abs)));
        const window = {
            min: { x: min.x - rim, y: min.y - rim },
            max: { x: max.x + rim, y: max.y + rim },
        };
        return {
            method: state.method, radius: state.radius, move: state.move,
            wall: wallOf(state), window,
            columns: cellsAcross(window.min.x, window.max.x, view.scale),
            rows: cellsAcross(window.min.y, window.max.y, view.scale),
        };
    }

    private startMap(): void {
        if (!this.isShown || this.seenWidth <= 1) {
            return;
        }
        if (this.image?.isWhole === true) {
            this.oldImage = this.image;
        }
        const work = new MapWork(this.classic, this.question());
        this.work = work;
        this.image = new MapImage(work);
        this.counts = undefined;
        this.groups = undefined;
        this.mapSlices.run((end) => work.work(end));
        this.refresh();
    }

    private mapAdvanced(): void {
        if (this.work?.isDone === true && this.counts === undefined) {
            this.counts = countCells(this.work.finest);
            this.refresh();
        }
        this.view.redraw();
    }

    private paint(context: CanvasRenderingContext2D): void {
        // It is here, because the tab also moves the window itself.
        const { min, max } = this.view.window();
        this.view.canvas.dataset["window"] = `${min.x} ${min.y} ${max.x} ${max.y}`;
        const images = [this.image?.isWhole === true ? undefined : this.oldImage, this.image];
        paintMap(context, this.view, {
            images, state: this.state, info: this.info,
            cursor: this.cursor, verdict: this.answer?.verdict,
        });
    }

    // ---- the cursor ----

    /** The centre of the cell that contains a point: the centre that the map used. */
    private centerAt(at: Vec2): Vec2 {
        if (this.work === undefined) {
            return at;
        }
        const { window, columns, rows } = this.work.question;
        const inside = (share: number, count: number) =>
            Math.min(Math.max(Math.floor(share * count), 0), count - 1);
        const across = (at.x - window.min.x) / (window.max.x - window.min.x);
        const down = (window.max.y - at.y) / (window.max.y - window.min.y);
        return this.classic.mapCenter(
            window, columns, rows, inside(across, columns), inside(down, rows),
        );
    }

    private setCursor(center: Vec2): void {
        this.cursor = center;
        this.answer = answerAt(this.classic, this.page.carom, this.info, this.state, center);
        this.refresh();
    }

    /** Moves the cursor, keeps it visible and reports the answer there. */
    private stepTo(center: Vec2): void {
        const p = this.view.toScreen(center);
        const rim = 20;
        if (p.x < rim || p.y < rim || p.x > this.view.width - rim || p.y > this.view.height - rim) {
            this.setState({ ...this.state, middle: center });
        }
        this.setCursor(center);
        this.note = `${VERDICT_WORDS[this.answer!.verdict]} at ${center.x}, ${center.y}`;
    }

    private key(event: KeyboardEvent): void {
        if (event.target !== this.view.canvas || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const arrows: Record<string, Vec2> = {
            ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 },
            ArrowUp: { x: 0, y: 1 }, ArrowDown: { x: 0, y: -1 },
        };
        const arrow = arrows[event.key];
        if (arrow !== undefined) {
            this.stepBy(arrow, event.shiftKey ? 20 : 1);
        } else if (event.key === "Enter") {
            this.openLab();
        } else if (event.key === "Escape" && this.isHeld) {
            this.isHeld = false;
            this.note = "";
            this.refresh();
        } else if (event.key.toLowerCase() === "n") {
            this.nextMistake();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation(); // the view would pan
    }

    /** Moves by some pixels, but at least to the next double. */
    private stepBy(arrow: Vec2, pixels: number): void {
        const from = this.cursor ?? this.centerAt(this.view.center);
        const step = pixels / this.view.scale;
        const next = (at: number, sign: number) =>
            sign === 0 || at + sign * step !== at ? at + sign * step : stepUlps(at, sign);
        this.stepTo({ x: next(from.x, arrow.x), y: next(from.y, arrow.y) });
    }

    /** Shows the answer there, and holds it until the next click on the map or Escape. */
    private clicked(at: Vec2): void {
        const center = this.centerAt(at);
        const isSame = center.x === this.cursor?.x && center.y === this.cursor.y;
        this.isHeld = !(this.isHeld && isSame);
        this.setCursor(center);
        this.note = this.isHeld
            ? "Held. “Open this case in the Lab” shows it; Escape lets it follow the mouse." : "";
    }

    private openLab(): void {
        if (this.cursor !== undefined) {
            this.page.open(labAddress(this.state, this.cursor, this.info));
        }
    }

    // ---- mistakes ----

    private nextMistake(): void {
        const { work } = this;
        if (work === undefined || !work.isDone) {
            this.note = "The map is still being computed.";
            this.refresh();
            return;
        }
        this.groups ??= { cells: groupsOfMistakes(work.finest), at: -1 };
        const { cells } = this.groups;
        if (cells.length === 0) {
            this.note = "No mistake in this window. Try the tangent line, or choose a case.";
            this.refresh();
            return;
        }
        this.groups.at = (this.groups.at + 1) % cells.length;
        const { column, row } = cells[this.groups.at]!;
        const { window, columns, rows } = work.question;
        this.stepTo(this.classic.mapCenter(window, columns, rows, column, row));
    }

    private toTangent(): void {
        const search = searchTangent(this.classic, this.state);
        this.note = "Searching along the tangent line …";
        this.searchSlices.run((end) => {
            let step = search.next();
            while (step.done !== true && performance.now() < end) {
                step = search.next();
            }
            if (step.done !== true) {
                return true;
            }
            if (step.value === undefined) {
                this.note = "No mistake found. Turn the wall a little and try again.";
            } else {
                const { center, width } = step.value;
                this.changed({ middle: center, width });
                this.stepTo(center);
            }
            return false;
        });
        this.refresh();
    }

    // ---- handles ----

    /** A short decimal for a position, no finer than a pixel. */
    private nice(at: Vec2): Vec2 {
        const step = decade(1 / this.view.scale);
        return { x: roundTo(at.x, step), y: roundTo(at.y, step) };
    }

    private handles(): readonly Handle[] {
        const handles: Handle[] = (["a", "b"] as const).map((end) => ({
            id: end,
            label: `End ${end} of the wall`,
            at: this.state[end],
            move: (to) => this.actions.change({ [end]: this.nice(to) }),
        }));
        const arrow = this.info.isSweep ? moveArrow(this.view, this.state.move) : undefined;
        if (arrow !== undefined) {
            handles.push({
                id: "tip", label: "Tip of the move", at: arrow.tip,
                move: (to) => this.actions.change({
                    move: this.nice({ x: to.x - arrow.from.x, y: to.y - arrow.from.y }),
                }),
            });
        }
        return handles;
    }
}

export const methods: Tab = {
    id: "methods",
    title: "Methods",
    mount(host, page) {
        let tab: MethodsTab | undefined;
        let wanted: URLSearchParams | undefined;
        let isLoading = false;
        const split = document.createElement("div");
        split.className = "split";
        const stage = document.createElement("div");
        const panel = document.createElement("div");
        panel.className = "side";
        panel.textContent = "Loading the methods …";
        split.append(stage, panel);
        host.append(split);

        async function start(): Promise<void> {
            isLoading = true;
            try {
                const classic = await page.classic();
                panel.textContent = "";
                tab = new MethodsTab(page, classic, panel, stage);
                if (wanted !== undefined) {
                    tab.show(wanted);
                }
            } catch (error) {
                panel.textContent = "This tab needs the methods, which could not be loaded.";
                const reason = reasonOf(error);
                page.say(`Loading failed: ${reason}. Reload the page to try again.`, "error");
            } finally {
                isLoading = false;
            }
        }

        return {
            show(state) {
                wanted = state;
                if (tab !== undefined) {
                    tab.show(state);
                } else if (!isLoading) {
                    void start();
                }
            },
            hide() {
                wanted = undefined;
                tab?.hide();
            },
        };
    },
};
