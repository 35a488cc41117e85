// Files in and out of the tab Table. Layer: playground.
import {
    FileProblem, decodeFile, readShapes, wallsToCsv, type Progress, type Shapes, type WallTable,
} from "../wall_file.ts";

const BYTES_MAX = 400e6;

/** Reads all files, or throws what is wrong with the first bad one. */
export async function readFiles(
    files: readonly File[], progress: (name: string, share: number) => void,
): Promise<Shapes[]> {
    const all: Shapes[] = [];
    for (const file of files) {
        if (file.size > BYTES_MAX) {
            throw new FileProblem(file.name, 0, "",
                `the file has ${Math.round(file.size / 1e6)} MB; this page takes 400 MB at most`);
        }
        const bytes = new Uint8Array(await file.arrayBuffer());
        const told: Progress = (share) => progress(file.name, share);
        all.push(await readShapes(decodeFile(bytes, file.name), file.name, told));
    }
    return all;
}

/** Hands the walls to the browser as a file to keep. */
export function saveWalls(walls: WallTable, name: string): void {
    const address = URL.createObjectURL(new Blob([wallsToCsv(walls)], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    // The download has to begin first.
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}
