// Reads walls and balls from CSV text, and writes walls, with the columns of the tool.
// Method: Papa Parse splits the rows, and each field is read exactly. The first error ends the
// reading with a FileProblem that names the line, the column and the correct form, so that the
// caller keeps its data. Long files are read in pieces, so that the page stays responsive.
// Room: playground.
import Papa from "papaparse";
import type { Extent } from "carom";
import { parseNumber, showNumber } from "./numbers.ts";

/** The maximum number of rows of a file; a million takes a few seconds. */
export const MAX_ROWS = 2_000_000;

export const EXTENTS: readonly Extent[] = ["segment", "ray", "line"];

/** Walls as arrays, ready for createScene. Extents are indices into EXTENTS. */
export interface WallTable {
    ax: Float64Array; ay: Float64Array; bx: Float64Array; by: Float64Array;
    radius: Float64Array;
    extent: Uint8Array;
    count: number;
}

/** Balls. Without the columns vx and vy they are at rest. */
export interface BallTable {
    x: Float64Array; y: Float64Array; radius: Float64Array;
    vx: Float64Array; vy: Float64Array;
    count: number;
}

export type Shapes = { kind: "walls"; walls: WallTable } | { kind: "balls"; balls: BallTable };

/** An error in a file, in words. `line` counts from 1; 0 is the whole file. */
export class FileProblem extends Error {
    readonly line: number;
    readonly column: string;

    constructor(name: string, line: number, column: string, what: string) {
        const place = (line > 0 ? `, line ${line}` : "") + (column ? `, column ${column}` : "");
        super(`${name}${place}: ${what}`);
        this.name = "FileProblem";
        this.line = line;
        this.column = column;
    }
}

/** Called with the fraction of the text that was read, 0 to 1. */
export type Progress = (share: number) => void;

type Kind = "coordinate" | "radius" | "extent";
interface Column { name: string; kind: Kind; needed: boolean }

const column = (name: string, kind: Kind = "coordinate", needed = true): Column =>
    ({ name, kind, needed });

const WALL_COLUMNS: readonly Column[] = [
    column("ax"), column("ay"), column("bx"), column("by"),
    column("wr", "radius", false), column("extent", "extent", false),
];
const BALL_COLUMNS: readonly Column[] = [
    column("cx"), column("cy"), column("r", "radius"),
    column("vx", "coordinate", false), column("vy", "coordinate", false),
];

const PIECE = 1 << 20;
const PAUSE_AFTER_MS = 40;

/** The bytes of a file as text. Throws a FileProblem if it is not UTF-8. */
export function decodeFile(bytes: Uint8Array, name: string): string {
    const [first, second] = bytes;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
        throw new FileProblem(name, 0, "", "the text is UTF-16; save it as UTF-8");
    }
    const zero = bytes.indexOf(0);
    if (zero >= 0) {
        throw new FileProblem(name, 0, "",
            `this is not text (byte ${zero + 1} is zero); choose a CSV file`);
    }
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        throw new FileProblem(name, 0, "", "this is not UTF-8 text; save it as UTF-8 CSV");
    }
}

/** Reads walls or balls; the header line decides. */
export async function readShapes(
    text: string, name: string, progress: Progress = () => {},
): Promise<Shapes> {
    const reader = new Reader(name);
    await splitRows(text, reader, progress);
    return reader.finish();
}

/** Runs Papa Parse over the text and pauses between long pieces. */
function splitRows(text: string, reader: Reader, progress: Progress): Promise<void> {
    let last = performance.now();
    return new Promise((resolve, reject) => {
        Papa.parse<string[]>(text, {
            delimiter: ",",
            chunkSize: PIECE,
            chunk(results: Papa.ParseResult<string[]>, parser: Papa.Parser) {
                try {
                    reader.take(results.data, results.errors);
                } catch (problem) {
                    // This must come before abort(), which completes the parse.
                    reject(problem);
                    parser.abort();
                    return;
                }
                if (performance.now() - last > PAUSE_AFTER_MS) {
                    parser.pause();
                    progress(Math.min(results.meta.cursor / text.length, 1));
                    setTimeout(() => {
                        last = performance.now();
                        parser.resume();
                    }, 0);
                }
            },
            complete: () => resolve(),
            error: reject,
        });
    });
}

/** Converts rows of fields to shapes; the first row is the header. */
class Reader {
    private line = 1;
    private rows = 0;
    private columns: readonly Column[] | undefined;
    private readonly at: number[] = [];
    private fieldCount = 0;
    private values: number[][] = [];

    constructor(private readonly name: string) {}

    take(rows: string[][], errors: Papa.ParseError[]): void {
        const bad = new Map(errors.filter((e) => e.type === "Quotes").map((e) => [e.row ?? 0, e]));
        rows.forEach((fields, i) => {
            const error = bad.size > 0 ? bad.get(i) : undefined;
            if (error !== undefined) {
                this.fail(this.line, "", error.code === "MissingQuotes"
                    ? "a quoted field has no closing quote, " +
                        "or no comma follows the quote"
                    : "a quote is inside a field; double it and quote the whole field");
            }
            this.takeRow(fields);
            this.line += 1 + lineEndsWithin(fields);
        });
    }

    finish(): Shapes {
        if (this.columns === undefined) {
            this.fail(0, "", "the file is empty; its first line must name the columns, " +
                "ax,ay,bx,by for walls or cx,cy,r,vx,vy for balls");
        }
        if (this.rows === 0) {
            this.fail(0, "", "there is only a header; write a row for every wall or ball below it");
        }
        const count = this.rows;
        const [p, q, r, s, t, u] = this.values.map((list) => Float64Array.from(list));
        return this.columns === WALL_COLUMNS
            ? { kind: "walls", walls: { ax: p!, ay: q!, bx: r!, by: s!, radius: t!,
                extent: Uint8Array.from(u!), count } }
            : { kind: "balls", balls: { x: p!, y: q!, radius: r!, vx: s!, vy: t!, count } };
    }

    private takeRow(fields: string[]): void {
        if (fields.length === 1 && fields[0]!.trim() === "") {
            return;
        }
        if (this.columns === undefined) {
            this.takeHeader(fields);
            return;
        }
        if (fields.length !== this.fieldCount) {
            this.fail(this.line, "", `${counted(fields.length, "field")}, but the header names ` +
                counted(this.fieldCount, "column"));
        }
        if (this.rows === MAX_ROWS) {
            this.fail(this.line, "",
                `more than ${MAX_ROWS.toLocaleString("en")} rows, which is the maximum`);
        }
        this.columns.forEach((col, k) => {
            const at = this.at[k]!;
            this.values[k]!.push(at < 0 ? 0 : this.value(col, fields[at]!));
        });
        this.rows++;
    }

    private value(col: Column, text: string): number {
        if (!col.needed && text.trim() === "") {
            return 0;
        }
        if (col.kind === "extent") {
            const extent = EXTENTS.indexOf(text.trim() as Extent);
            return extent >= 0 ? extent : this.fail(this.line, col.name,
                `${quoted(text)} is not an extent; write segment, ray or line`);
        }
        const parsed = parseNumber(text);
        if ("error" in parsed) {
            return this.fail(this.line, col.name, text.trim() === ""
                ? "a number is missing"
                : `${quoted(text)}: ${parsed.error}; write a number such as 12.5 or 0x1.9p+3`);
        }
        if (!Number.isFinite(parsed.value)) {
            this.fail(this.line, col.name, `${quoted(text)} is not finite; write a finite number`);
        }
        if (col.kind === "radius" && (parsed.value < 0 || Object.is(parsed.value, -0))) {
            this.fail(this.line, col.name,
                `the radius ${quoted(text)} is negative; write 0 or more`);
        }
        return parsed.value;
    }

    private takeHeader(fields: string[]): void {
        const names = fields.map((field) => field.trim());
        const columns = hasAll(names, WALL_COLUMNS) ? WALL_COLUMNS
            : hasAll(names, BALL_COLUMNS) ? BALL_COLUMNS : this.refuseHeader(names);
        for (const { name } of columns) {
            const at = names.indexOf(name);
            if (at >= 0 && names.indexOf(name, at + 1) >= 0) {
                this.fail(this.line, name, "the header names this column twice");
            }
            this.at.push(at);
        }
        this.columns = columns;
        this.fieldCount = fields.length;
        this.values = columns.map(() => []);
    }

    private refuseHeader(names: string[]): never {
        const found = `found ${names.slice(0, 8).map((name) => quoted(name)).join(", ")}` +
            (names.length > 8 ? " ..." : "");
        if (names.every((name) => "value" in parseNumber(name))) {
            this.fail(this.line, "", "there is no header; the first line must name the columns, " +
                "for example ax,ay,bx,by");
        }
        const isWall = WALL_COLUMNS.some(({ name, needed }) => needed && names.includes(name));
        const isBall = BALL_COLUMNS.some(({ name, needed }) => needed && names.includes(name));
        const wanted = isWall ? missing(names, WALL_COLUMNS)
            : isBall ? missing(names, BALL_COLUMNS)
            : "this is not a table of walls (ax,ay,bx,by) or balls (cx,cy,r,vx,vy)";
        this.fail(this.line, "", `${wanted}; ${found}${headerHint(names)}`);
    }

    private fail(line: number, column: string, what: string): never {
        throw new FileProblem(this.name, line, column, what);
    }
}

function hasAll(names: readonly string[], columns: readonly Column[]): boolean {
    return columns.every(({ name, needed }) => !needed || names.includes(name));
}

function missing(names: readonly string[], columns: readonly Column[]): string {
    const lacking = columns.filter(({ name, needed }) => needed && !names.includes(name));
    return `missing column${lacking.length > 1 ? "s" : ""} ` +
        lacking.map(({ name }) => name).join(",");
}

/** Suggests a correction that fits the names found. */
function headerHint(names: readonly string[]): string {
    if (names.length === 1 && /[;\t]/.test(names[0]!)) {
        return " (columns are separated by commas)";
    }
    const known = [...WALL_COLUMNS, ...BALL_COLUMNS].map(({ name }) => name);
    const upper = names.some((name) => !known.includes(name) && known.includes(name.toLowerCase()));
    return upper ? " (names are lower case)" : "";
}

/** Counts the line ends of quoted fields. */
function lineEndsWithin(fields: readonly string[]): number {
    let ends = 0;
    for (const field of fields) {
        if (field.includes("\n") || field.includes("\r")) {
            ends += field.match(/\r\n|\r|\n/g)!.length;
        }
    }
    return ends;
}

function counted(count: number, what: string): string {
    return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Text of the file for a message: short and printable. */
function quoted(text: string): string {
    const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\ufffd]/g, "·");
    return `“${plain.length > 40 ? `${plain.slice(0, 40)}…` : plain}”`;
}

/** Walls as CSV. Every number reads back to the same double. */
export function wallsToCsv(walls: WallTable): string {
    const lines = ["ax,ay,bx,by,wr,extent"];
    for (let i = 0; i < walls.count; i++) {
        const numbers = [walls.ax, walls.ay, walls.bx, walls.by, walls.radius];
        lines.push([...numbers.map((list) => showNumber(list[i]!)),
            EXTENTS[walls.extent[i]!]!].join(","));
    }
    return lines.join("\n") + "\n";
}
