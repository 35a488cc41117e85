// The script of a page with figures: loads the module, then makes the figures live. Layer: site.
import { load } from "carom";
import { loadClassic } from "carom/classic";
import { LiveFigure } from "./element.ts";
import { FIGURES } from "./list.ts";

async function start(): Promise<void> {
    const nodes = [...document.querySelectorAll<HTMLElement>("carom-figure[name]")];
    if (nodes.length === 0) {
        return;
    }
    const [carom, classic] = await Promise.all([load(), loadClassic()]);
    for (const node of nodes) {
        const figure = FIGURES.find(({ name }) => name === node.getAttribute("name"));
        if (figure !== undefined) {
            new LiveFigure(node, figure, { carom, classic });
        }
    }
}

void start();
