// The search over all pages, by the index that Pagefind made. Room: site.
interface Result {
    data(): Promise<{ url: string; excerpt: string; meta: { title?: string; part?: string } }>;
}
interface Pagefind {
    options(choices: { noWorker: boolean }): Promise<void>;
    init(): Promise<void>;
    debouncedSearch(words: string): Promise<{ results: Result[] } | null>;
}

/** Enough for a screen or two. */
const MOST = 20;

const input = document.querySelector("#query") as HTMLInputElement;
const found = document.querySelector("#found") as HTMLElement;
const list = document.querySelector("#results") as HTMLElement;

async function search(index: Pagefind): Promise<void> {
    const words = input.value.trim();
    history.replaceState(
        null,
        "",
        words === "" ? location.pathname : `?q=${encodeURIComponent(words)}`,
    );
    const answer = words === "" ? { results: [] } : await index.debouncedSearch(words);
    if (answer === null) {
        return;
    }
    const data = await Promise.all(answer.results.slice(0, MOST).map((result) => result.data()));
    const count = answer.results.length;
    found.textContent = words === "" ? "" : `${count} ${count === 1 ? "page" : "pages"}`;
    list.replaceChildren(
        ...data.map(({ url, excerpt, meta }) => {
            const item = document.createElement("li");
            const link = document.createElement("a");
            const text = document.createElement("p");
            link.href = url;
            link.textContent = meta.title ?? url;
            const part = document.createElement("span");
            part.className = "part";
            part.textContent = meta.part ?? "";
            // Pagefind escapes the text and adds <mark>.
            text.innerHTML = excerpt;
            item.append(link, " ", part, text);
            return item;
        }),
    );
}

/** Says on the page that the search does not work; the error is the browser's. */
function fail(error: unknown): never {
    const cause = String(error);
    found.textContent = `The search does not work: ${cause}. The links above lead to all pages.`;
    throw error;
}

async function start(): Promise<void> {
    const address = new URL("../pagefind/pagefind.js", import.meta.url).href;
    const index = (await import(address)) as Pagefind;
    // The index is small: a worker takes longer to start than to search, and on a busy machine it
    // may fail to start.
    await index.options({ noWorker: true });
    await index.init();
    input.disabled = false;
    found.textContent = "";
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    input.addEventListener("input", () => void search(index).catch(fail));
    input.form?.addEventListener("submit", (event) => event.preventDefault());
    input.focus();
    await search(index);
}

start().catch(fail);
