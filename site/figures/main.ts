// The script of a page with figures: loads the modules, then makes the figures live. Room: site.
import { load } from "carom";
import { loadClassic } from "carom/classic";
import { LiveFigure } from "./element.ts";
import type { Answers } from "./figure.ts";
import { GROUPS } from "./list.ts";

async function start(): Promise<void> {
    const nodes = [...document.querySelectorAll<HTMLElement>("carom-figure[name]")];
    const groups = [...new Set(nodes.map(({ dataset }) => dataset["group"] ?? ""))];
    // The methods of the tutorials are a module of their own; the build knows which figures ask it.
    const asksClassic = nodes.some(({ dataset }) => dataset["classic"] !== undefined);
    const [carom, classic, loaded] = await Promise.all([
        load(),
        asksClassic ? loadClassic() : undefined,
        Promise.all(groups.map((group) => GROUPS[group]?.())),
    ]);
    const figures = loaded.flatMap((group) => group?.FIGURES ?? []);
    const answers: Answers = {
        carom,
        get classic() {
            if (classic === undefined) {
                throw new Error("a figure asks the tutorials' methods, but not in its first state");
            }
            return classic;
        },
    };
    for (const node of nodes) {
        const figure = figures.find(({ name }) => name === node.getAttribute("name"));
        if (figure !== undefined) {
            new LiveFigure(node, figure, answers);
        }
    }
}

void start();
