// The tab Table in a real browser: walls by mouse and finger, shots, files good and bad, and the
// counters of what must not happen. Room: tests of the playground.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after } from "node:test";
import {
    dragMouse, dragTouch, startPlayground, textOf, waitForText, worldToPage,
} from "./browser.mjs";

const site = await startPlayground();
after(() => site.close());

const CANVAS = "#table-canvas";
const number = async (page, label) => Number((await textOf(page, label)).replace(/,/g, ""));
const button = (page, name) => page.getByRole("button", { name, exact: true });
const pointer = (page, name) => page.getByRole("radio", { name, exact: true }).click();
const at = (page, x, y) => worldToPage(page, CANVAS, { x, y });
const reaches = (least) => (text) => Number(text.replace(/,/g, "")) >= least;

async function isClean(page) {
    assert.equal(await number(page, "Escapes"), 0, "escapes");
    assert.equal(await number(page, "Overlaps"), 0, "overlaps");
}

async function tap(page, x, y) {
    const p = await at(page, x, y);
    await page.mouse.click(p.x, p.y);
}

site.test("draws walls and posts, erases and undoes", { address: "#table" }, async (page) => {
    await waitForText(page, "Walls", /^14$/);
    await pointer(page, "wall");
    await dragMouse(page, await at(page, 40, 10), await at(page, 50, 60));
    await waitForText(page, "Walls", /^15$/);
    await page.getByRole("slider", { name: "Thickness" }).press("End");
    await tap(page, 100, 35);
    await waitForText(page, "Walls", /^16$/);

    await pointer(page, "erase");
    await tap(page, 45, 35);
    await waitForText(page, "Walls", /^15$/);
    await button(page, "Undo").click();
    await waitForText(page, "Walls", /^16$/);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await waitForText(page, "Walls", /^14$/);
    assert.ok(await button(page, "Undo").isDisabled());
    await isClean(page);
});

const ABSURD = "shoots balls by mouse and keyboard, at absurd speed too";
site.test(ABSURD, { address: "#table?speed=200" }, async (page) => {
    await button(page, "None").click();
    await pointer(page, "ball");
    await tap(page, 15, 35);
    await waitForText(page, "Balls", /^1$/);
    const before = await number(page, "Contacts");
    await page.waitForTimeout(200);
    assert.equal(await number(page, "Contacts"), before, "it lies still");

    await page.getByText("Shoot by numbers").press("Enter");
    await page.getByRole("slider", { name: "Direction" }).press("ArrowRight");
    await button(page, "Shoot").press("Enter");
    await waitForText(page, "Contacts", reaches(before + 1));

    await button(page, "None").click();
    await tap(page, 15, 35);
    await pointer(page, "shoot");
    const ball = await at(page, 15, 35);
    await dragMouse(page, ball, { x: ball.x + 60, y: ball.y - 150 });
    await waitForText(page, "Contacts", reaches(before + 3));
    const speed = page.getByRole("slider", { name: "Speed of the fastest ball" });
    await speed.press("End");
    await waitForText(page, "Contacts", reaches(before + 2000));
    await button(page, "+ 1,000").click();
    await waitForText(page, "Balls", /^1,001$/);
    await waitForText(page, "Contacts", reaches(before + 40000));
    await isClean(page);
});

site.test("the tutorial's balls leak, the library's don't", { address: "#table?speed=3000" },
    async (page) => {
        await button(page, "+ 10").click();
        await waitForText(page, "Contacts", reaches(100));
        await isClean(page);
        const method = page.getByLabel("Motion");
        await method.selectOption("moving-circle");
        await waitForText(page, "Escapes", reaches(1));
        const color = await page.getByLabel("Escapes", { exact: true })
            .evaluate((node) => node.className);
        assert.equal(color, "error");
        await page.getByText("Crosses mark where").waitFor();
        await method.selectOption("exact");
        await waitForText(page, "Contacts", reaches(1));
        await isClean(page);
    });

site.test("a game's level with a thousand balls", { address: "#table?speed=100" },
    async (page) => {
        await button(page, "Demo level").click();
        await waitForText(page, "Walls", /^1,226$/);
        await waitForText(page, "Balls", /^1,000$/);
        await waitForText(page, "Contacts", reaches(500));
        await page.getByRole("slider", { name: "Gravity" }).press("End");
        await page.getByRole("slider", { name: "Speed of the fastest ball" }).press("End");
        await waitForText(page, "Contacts", reaches(10000));
        await isClean(page);
        await button(page, "Undo").click();
        await waitForText(page, "Walls", /^14$/);
    });

const WALLS = "id,by,bx,ay,ax,wr,extent,note\r\n" +
    'w0,0x0p+0,100,0,0,,,"a ""floor"", long"\r\n' +
    "w1,40,0,0,0,,ray,\r\n\r\n" +
    "w2,40.000000000000007,100,0,1e2,0.5,line,\r\n";
const BALLS = "cx,cy,r,vx,vy\n20,10,1,3,4\n30,20,1,-5,0\n";

const file = (name, content) =>
    ({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
const load = (page, ...files) =>
    page.getByLabel("Load walls or balls (CSV)").setInputFiles(files);
const message = (page) => page.getByRole("alert").locator("p");

site.test("loads walls and balls, and saves them to the last digit", { address: "#table" },
    async (page) => {
        await load(page, file("walls.csv", "\ufeff" + WALLS), file("balls.csv", BALLS));
        await waitForText(page, "Walls", /^3$/);
        await waitForText(page, "Balls", /^2$/);
        await page.getByLabel("Pause").click();
        const [download] = await Promise.all([
            page.waitForEvent("download"), button(page, "Save walls").click(),
        ]);
        assert.equal(await readFile(await download.path(), "utf8"),
            "ax,ay,bx,by,wr,extent\n0,0,100,0,0,segment\n0,0,0,40,0,ray\n" +
            "100,0,100,40.00000000000001,0.5,line\n");
        await isClean(page);
    });

/** Drops a file on the table. */
function dropFile(page, text) {
    return page.evaluate(([selector, content]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], "dropped.csv"));
        document.querySelector(selector).dispatchEvent(
            new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, [CANVAS, text]);
}

function pasteText(page, text) {
    return page.evaluate((content) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", content);
        document.body.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
}

const BAD = [
    ["empty", "", /empty\.csv: the file is empty; its first line must name the columns/],
    ["no header", "1,2,3,4\n", /line 1: there is no header/],
    ["columns", "ax,ay,bx\n1,2,3\n", /line 1: missing column by; found “ax”, “ay”, “bx”/],
    ["upper case", "AX,AY,BX,BY\n", /names are lower case/],
    ["semicolons", "ax;ay;bx;by\n1;2;3;4\n", /columns are separated by commas/],
    ["letter", "Dear all,\nhere are the walls.\n", /line 1: this is not a table of walls/],
    ["word", "ax,ay,bx,by\n1,2,3,4\n1,2,x,4\n", /line 3, column bx: “x”: not a number/],
    ["nan", "ax,ay,bx,by\n1,nan,3,4\n", /line 2, column ay: “nan” is not finite/],
    ["inf", "ax,ay,bx,by\n-inf,2,3,4\n", /line 2, column ax: “-inf” is not finite/],
    ["radius", "ax,ay,bx,by,wr\n1,2,3,4,-1\n", /line 2, column wr: the radius “-1” is negative/],
    ["extent", "ax,ay,bx,by,extent\n1,2,3,4,disc\n",
        /column extent: “disc” is not an extent; write/],
    ["header", "ax,ay,bx,by\n", /there is only a header; write a row/],
    ["short row", "ax,ay,bx,by\n1,2,3\n", /line 2: 3 fields, but the header names 4 columns/],
    ["quote", 'ax,ay,bx,by\n"1,2,3,4\n', /line 2: a quoted field has no closing quote/],
    ["rubbish", Buffer.from([137, 80, 78, 71, 0, 1, 2, 255]), /this is not text/],
    ["latin", Buffer.from([97, 120, 44, 228, 246, 252]), /not UTF-8 text/],
    ["utf-16", Buffer.from([255, 254, 97, 0]), /UTF-16; save it as UTF-8/],
];

site.test("says what is wrong with a file and keeps the walls", { address: "#table" },
    async (page) => {
        for (const [name, content, expected] of BAD) {
            await load(page, file(`${name}.csv`, content));
            await page.waitForFunction((wanted) =>
                document.querySelector("#message p").textContent.startsWith(wanted), `${name}.csv`);
            const text = await message(page).textContent();
            assert.match(text, expected);
            assert.match(text, /Nothing was changed\.$/);
            await waitForText(page, "Walls", /^14$/);
        }
        // A bad second file keeps the good first from being taken.
        await load(page, file("walls.csv", WALLS), file("two.csv", "ax\n"));
        await page.getByText(/two\.csv, line 1: missing columns ay,bx,by/).waitFor();
        assert.equal(await number(page, "Walls"), 14);
        await isClean(page);

        await page.getByText("Paste a table").click();
        await page.getByLabel("Text of the table").fill("walls, please");
        await button(page, "Read the text").click();
        await page.getByText(/pasted text, line 1: this is not a table of walls/).waitFor();
        await pasteText(page, WALLS);
        await waitForText(page, "Walls", /^3$/);
        await dropFile(page, BALLS);
        await waitForText(page, "Balls", /^2$/);
    });

site.test("a million walls", { address: "#table" }, async (page) => {
    await waitForText(page, "Walls", /^14$/);
    await page.evaluate(() => {
        const lines = ["ax,ay,bx,by"];
        for (let i = 0; i < 1e6; i++) {
            const [x, y] = [2 * (i % 1000), 2 * Math.floor(i / 1000)];
            lines.push(`${x},${y},${x + 1},${y + 1}`);
        }
        const data = new DataTransfer();
        data.items.add(new File([lines.join("\n")], "million.csv"));
        const input = document.querySelector("#table-file");
        input.files = data.files;
        input.dispatchEvent(new Event("change"));
    });
    await page.getByText(/Reading million\.csv: \d+ %/).waitFor();
    await waitForText(page, "Walls", /^1,000,000$/);
    await button(page, "+ 10").click();
    await waitForText(page, "Balls", /^10$/);
    await isClean(page);
});

site.test("a finger draws a wall and shoots on a phone",
    { address: "#table", size: { width: 390, height: 844 }, touch: true }, async (page) => {
        await pointer(page, "wall");
        await page.locator(CANVAS).scrollIntoViewIfNeeded();
        await dragTouch(page, await at(page, 40, 10), await at(page, 50, 60));
        await waitForText(page, "Walls", /^15$/);
        await isClean(page);
    });

const paste = (page, text) => page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}, text);
const said = (page, text) => page.locator("#message").getByText(text).waitFor();

site.test("walls of one's own are still there after a look at another tab", { address: "#table" },
    async (page) => {
        await waitForText(page, "Walls", /^14$/);
        await paste(page, "ax,ay,bx,by\n0,0,9,0\n");
        await waitForText(page, "Walls", /^1$/);
        await said(page, "1 wall.");
        await page.waitForFunction(() => /level=own.*walls=/.test(location.hash));
        await page.getByRole("tab", { name: "Lab" }).click();
        await page.getByRole("tab", { name: "Table" }).click();
        await waitForText(page, "Walls", /^1$/);
        await page.reload();
        await waitForText(page, "Walls", /^1$/);
    });

site.test("a link holds walls of one's own, damaged ones are named", {
    address: "#table?level=own&walls=0_0_9_0_0_segment*0_5_9_5_0.5_ray_slide_1_-2",
}, async (page) => {
    await waitForText(page, "Walls", /^2$/);
    await page.evaluate(() => localStorage.clear());
    await page.evaluate(() => { location.hash = "#table?level=table"; });
    await waitForText(page, "Walls", /^14$/);
    await page.evaluate(() => { location.hash = "#table?level=own&walls=0_0_9_0_x_segment"; });
    await said(page, "its walls are damaged");
    assert.equal(await number(page, "Walls"), 14);
});

site.test("a wall that is drawn goes to the address", { address: "#table" }, async (page) => {
    await pointer(page, "wall");
    const from = await at(page, 10, 10);
    await dragMouse(page, from, { x: from.x + 80, y: from.y });
    await waitForText(page, "Walls", /^15$/);
    const isOwn = () => /level=own.*walls=/.test(location.hash);
    await page.waitForFunction(isOwn);
    assert.equal(await page.evaluate(() =>
        decodeURIComponent(location.hash).split("walls=")[1].split("*").length), 15);
});

site.test("walls too large for a box are shown all the same", { address: "#table" },
    async (page) => {
        await paste(page, "ax,ay,bx,by,wr\n-1e308,0,1e308,0,1.7e308\n");
        await waitForText(page, "Walls", /^1$/);
        await page.waitForTimeout(200);
        const window = (await page.locator(CANVAS).getAttribute("data-window")).split(" ");
        assert.ok(window.every((x) => Number.isFinite(Number(x))), String(window));
    });

/** Drops files of these texts on a part of the page; true if the page takes them. */
const dropFiles = (page, part, files) => page.locator(part).first().evaluate((node, all) => {
    const data = new DataTransfer();
    all.forEach(([name, text]) => data.items.add(new File([text], name)));
    const over = new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true });
    const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
    node.dispatchEvent(over);
    node.dispatchEvent(drop);
    return over.defaultPrevented && drop.defaultPrevented;
}, files);

site.test("takes files dropped beside the canvas, and one file of each kind", { address: "#table" },
    async (page) => {
        await waitForText(page, "Walls", /^14$/);
        const walls = "ax,ay,bx,by\n0,0,9,0\n";
        assert.ok(await dropFiles(page, "#panel-table .lead", [["w.csv", walls]]),
            "the browser would leave the page for the file");
        await waitForText(page, "Walls", /^1$/);
        await dropFiles(page, CANVAS, [["v.csv", walls + "1,1,2,2\n"], ["w.csv", walls]]);
        await said(page, "one file of walls");
        assert.equal(await number(page, "Walls"), 1);
    });

site.test("walls, balls and shots by keys alone", { address: "#table?speed=200" }, async (page) => {
    await button(page, "None").click();
    await page.getByRole("radio", { name: "wall", exact: true }).focus();
    await page.keyboard.press("Space");
    await page.locator(CANVAS).focus();
    await page.keyboard.press("Enter");
    for (let i = 0; i < 3; i++) {
        await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
    await waitForText(page, "Walls", /^15$/);
    await pointer(page, "erase");
    await page.locator(CANVAS).focus();
    await page.keyboard.press("Enter");
    await waitForText(page, "Walls", /^14$/);
    await pointer(page, "ball");
    await page.locator(CANVAS).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await waitForText(page, "Balls", /^1$/);
    await pointer(page, "shoot");
    await page.locator(CANVAS).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    const before = await number(page, "Contacts");
    await page.keyboard.press("Enter");
    await waitForText(page, "Contacts", reaches(before + 3));
    await isClean(page);
});

site.test("walls slide and turn, and no ball gets through", { address: "#table?speed=400" },
    async (page) => {
        await pointer(page, "swing");
        // The wall on the left by its middle, that on the right by its upper end.
        await dragMouse(page, await at(page, 45, 35), await at(page, 60, 33));
        await dragMouse(page, await at(page, 75, 39.5), await at(page, 83, 31));
        await waitForText(page, "Walls", /^14$/);
        await pointer(page, "shoot");
        await button(page, "+ 100").click();
        const before = await number(page, "Contacts");
        await waitForText(page, "Contacts", reaches(before + 3000));
        await isClean(page);
        await page.getByRole("slider", { name: "Speed of the fastest ball" }).press("End");
        await waitForText(page, "Contacts", reaches(before + 20000));
        await isClean(page);

        // A tap lets a wall stand; Undo sets it going again.
        await button(page, "Undo").click();
        await button(page, "Undo").click();
        assert.ok(await button(page, "Undo").isDisabled());
        await waitForText(page, "Walls", /^14$/);
        await isClean(page);
    });

site.test("a tutorial's balls meet swinging walls where they stand",
    { address: "#table?speed=20" }, async (page) => {
        await pointer(page, "swing");
        await dragMouse(page, await at(page, 45, 35), await at(page, 60, 33));
        await page.getByLabel("Motion").selectOption("moving-circle");
        const before = await number(page, "Contacts");
        await waitForText(page, "Contacts", reaches(before + 20));
        await page.getByLabel("Motion").selectOption("exact");
        await waitForText(page, "Contacts", reaches(20));
        await isClean(page);
    });
