// The script of a page with figures: loads the modules, then makes the figures live. Layer: site.
import { load } from "carom";
import { loadClassic } from "carom/classic";
import { LiveFigure } from "./element.ts";
import type { Answers } from "./figure.ts";
import { FIGURES } from "./list.ts";

async function start(): Promise<void> {
    const nodes = [...document.querySelectorAll<HTMLElement>("carom-figure[name]")];
    const figures = nodes.flatMap((node) => {
        const figure = FIGURES.find(({ name }) => name === node.getAttribute("name"));
        return figure === undefined ? [] : [{ node, figure }];
    });
    // The methods of the tutorials are a module of their own; the build knows which figures ask it.
    const asksClassic = nodes.some(({ dataset }) => dataset["classic"] !== undefined);
    const [carom, classic] = await Promise.all([load(), asksClassic ? loadClassic() : undefined]);
    const answers: Answers = {
        carom,
        get classic() {
            if (classic === undefined) {
                throw new Error("a figure asks the tutorials' methods, but not in its first state");
            }
            return classic;
        },
    };
    for (const { node, figure } of figures) {
        new LiveFigure(node, figure, answers);
    }
}

void start();
