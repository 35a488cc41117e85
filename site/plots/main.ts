// The script of a page with plots. Layer: site.
import { LivePlot, viewsIn } from "./element.ts";
import { PLOTTED } from "./list.ts";

for (const element of document.querySelectorAll<HTMLElement>("carom-plot")) {
    const page = PLOTTED.find(({ source }) => source === element.dataset["source"]);
    const table = element.nextElementSibling?.querySelector("table");
    if (page !== undefined && table) {
        new LivePlot(element, viewsIn(page, table));
    }
}
