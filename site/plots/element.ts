// A plot in the page: a choice of what it shows, its values by mouse and by keys. Room: site.
import { COUNTS, type PlottedPage } from "./list.ts";
import { draw, isLogarithmic } from "./plot.ts";
import { headOf, type View, viewsOf } from "./table.ts";

/** What a page's plot shows of a table. */
export function viewsIn(page: PlottedPage, table: Element): readonly View[] {
    const head = headOf(table);
    if (page.without.test(head)) {
        return [];
    }
    const groups = page.groups.find(([pattern]) => pattern.test(head))?.[1];
    return viewsOf(table, groups, COUNTS);
}

/** Width of the picture in the page without scripts. */
const WIDTH = 640;

const HINT = "Point at a value, or step through them with the arrow keys.";

/** A plot for a table: the first view, with the controls that become live in the browser. */
export function plotFor(
    page: PlottedPage,
    table: Element,
    document: Document,
): Element | undefined {
    const views = viewsIn(page, table);
    const [first] = views;
    if (first === undefined) {
        return undefined;
    }
    const element = document.createElement("carom-plot");
    element.dataset["source"] = page.source;
    const repeat = page.source.endsWith("benchmarks.md") && isAfterJavaScript(table)
        ? "make bench-web"
        : page.repeat;
    element.innerHTML =
        `<figure><div class="controls" hidden>` +
        `<label${views.length < 2 ? " hidden" : ""}>Show <select>${views
            .map(({ name }, i) => `<option value="${i}">${escaped(name)}</option>`)
            .join("")}</select></label>` +
        `<label><input type="checkbox"> logarithmic scale</label></div>` +
        `<div class="picture"></div><figcaption><p class="readout" aria-live="polite">${HINT}` +
        `</p><p class="hint">To repeat the measurement: <code>${repeat}</code></p>` +
        `</figcaption></figure>`;
    const picture = element.querySelector<HTMLElement>(".picture") as HTMLElement;
    const parts = draw(first, isLogarithmic(first), WIDTH, document);
    picture.append(...parts);
    // The picture for the reader's width will be as high, but for a legend of more lines.
    picture.setAttribute("style", `--height: ${parts.at(-1)?.getAttribute("height")}px`);
    return element;
}

/** The section of the module for JavaScript has a command of its own. */
function isAfterJavaScript(table: Element): boolean {
    let before = table.parentElement;
    while (before !== null && before.tagName !== "H2") {
        before = before.previousElementSibling as HTMLElement | null;
    }
    return before?.id === "in-javascript";
}

const escaped = (text: string): string =>
    text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Makes a plot live. */
export class LivePlot {
    private readonly select: HTMLSelectElement;
    private readonly isLog: HTMLInputElement;
    private readonly picture: HTMLElement;
    private readonly readout: HTMLElement;
    private at = 0;

    constructor(
        element: HTMLElement,
        private readonly views: readonly View[],
    ) {
        const part = <T extends HTMLElement>(selector: string): T =>
            element.querySelector<T>(selector) as T;
        this.select = part("select");
        this.isLog = part("input");
        this.picture = part(".picture");
        this.readout = part(".readout");
        part(".controls").hidden = false;
        this.select.addEventListener("change", () => this.choose());
        this.isLog.addEventListener("change", () => this.draw());
        this.picture.addEventListener("pointerover", ({ target }) => {
            const i = this.marks().indexOf(target as SVGElement);
            if (i >= 0) {
                this.show(i);
            }
        });
        this.picture.addEventListener("focusin", ({ target }) =>
            this.show(this.marks().indexOf(target as SVGElement)),
        );
        this.picture.addEventListener("keydown", (event) => this.key(event));
        let width = 0;
        new ResizeObserver(() => {
            if (this.picture.clientWidth !== width) {
                width = this.picture.clientWidth;
                this.draw();
            }
        }).observe(this.picture);
        this.choose();
        element.dataset["live"] = "";
    }

    private view(): View {
        return this.views[Number(this.select.value)] as View;
    }

    private marks(): SVGElement[] {
        return [...this.picture.querySelectorAll<SVGElement>(".plot .values > *")];
    }

    private choose(): void {
        const values = this.view().entries.map(({ value }) => value);
        this.isLog.checked = isLogarithmic(this.view());
        this.isLog.disabled = Math.min(...values) <= 0;
        this.at = 0;
        this.draw();
    }

    private draw(): void {
        const width = Math.max(280, this.picture.clientWidth);
        this.picture.replaceChildren(...draw(this.view(), this.isLog.checked, width, document));
        for (const [i, mark] of this.marks().entries()) {
            mark.setAttribute("tabindex", i === this.at ? "0" : "-1");
        }
        this.mark();
        this.readout.textContent = HINT;
    }

    /** Shows a value in words and in the table. */
    private show(i: number): void {
        const entry = this.view().entries[i];
        if (entry === undefined) {
            return;
        }
        const marks = this.marks();
        marks[this.at]?.setAttribute("tabindex", "-1");
        this.at = i;
        marks[i]?.setAttribute("tabindex", "0");
        this.mark(entry.cell);
        this.readout.textContent = `${entry.row}, ${entry.column}: ${entry.text}`;
    }

    private mark(cell?: Element): void {
        for (const { cell: other } of this.views.flatMap(({ entries }) => entries)) {
            other.classList.toggle("shown", other === cell);
        }
    }

    private key(event: KeyboardEvent): void {
        const marks = this.marks();
        const to = {
            ArrowDown: this.at + 1,
            ArrowRight: this.at + 1,
            ArrowUp: this.at - 1,
            ArrowLeft: this.at - 1,
            Home: 0,
            End: marks.length - 1,
        }[event.key];
        if (to !== undefined && marks[to] !== undefined) {
            event.preventDefault();
            marks[to].focus();
        }
    }
}
