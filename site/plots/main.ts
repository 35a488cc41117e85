// The script of a page with plots. Room: site.
import { LivePlot, viewsIn } from "./element.ts";
import { PLOTTED } from "./list.ts";

// Drawing takes time on a phone, so plots become live as the reader comes near.
const near = new IntersectionObserver(
    (entries) => {
        for (const { target, isIntersecting } of entries) {
            if (isIntersecting) {
                near.unobserve(target);
                bringToLife(target as HTMLElement);
            }
        }
    },
    { rootMargin: "300px" },
);

function bringToLife(element: HTMLElement): void {
    const page = PLOTTED.find(({ source }) => source === element.dataset["source"]);
    const table = element.nextElementSibling?.querySelector("table");
    if (page !== undefined && table) {
        new LivePlot(element, viewsIn(page, table));
    }
}

document.querySelectorAll("carom-plot").forEach((element) => near.observe(element));
