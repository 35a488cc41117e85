// Files in and out of the tab Table. Room: playground.
import {
    FileProblem, decodeFile, readShapes, wallsToCsv, type Progress, type Shapes, type WallTable,
} from "../wall_file.ts";

const BYTES_MAX = 400e6;

/** Reads all files, or throws the error of the first bad one. */
export async function readFiles(
    files: readonly File[], progress: (name: string, share: number) => void,
): Promise<Shapes[]> {
    const all: Shapes[] = [];
    for (const file of files) {
        if (file.size > BYTES_MAX) {
            throw new FileProblem(file.name, 0, "",
                `the file has ${Math.round(file.size / 1e6)} MB; the maximum is 400 MB`);
        }
        const bytes = new Uint8Array(await file.arrayBuffer());
        const told: Progress = (share) => progress(file.name, share);
        all.push(await readShapes(decodeFile(bytes, file.name), file.name, told));
    }
    return all;
}

/** Saves the walls as a downloaded file. */
export function saveWalls(walls: WallTable, name: string): void {
    const address = URL.createObjectURL(new Blob([wallsToCsv(walls)], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    // The download must begin first.
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}
