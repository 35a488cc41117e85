// What every page does: the choice of light or dark, and the place of the page in the list beside
// it. Room: site.
const root = document.documentElement;
const button = document.querySelector<HTMLButtonElement>("button.theme");
const dark = (): boolean =>
    (root.dataset["theme"] ??
        (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function label(): void {
    if (button !== null) {
        button.hidden = false;
        button.textContent = dark() ? "Light" : "Dark";
    }
}

button?.addEventListener("click", () => {
    root.dataset["theme"] = dark() ? "light" : "dark";
    try {
        localStorage.setItem("carom-theme", root.dataset["theme"]);
    } catch {
        // Without storage the choice lasts for the page.
    }
    label();
});
label();

// The list of pages scrolls by itself where it is beside the text: to this page.
const side = document.querySelector<HTMLElement>(".side");
const here = side?.querySelector<HTMLElement>("[aria-current=page]");
if (side && here && getComputedStyle(side).position === "sticky") {
    side.scrollTop = here.getBoundingClientRect().top - side.getBoundingClientRect().top - 120;
}
