// Runs long work in slices, so that the page stays responsive. Room: playground.

/** The duration of a slice; a slice does at least one row of a map. */
const SLICE_MS = 4;

/** Runs one piece of work at a time; a new one replaces the old. */
export class Slices {
    private readonly channel = new MessageChannel();
    private work: ((end: number) => boolean) | undefined;
    private isPosted = false;

    /** `after` is called after each slice. */
    constructor(private readonly after: () => void) {
        this.channel.port1.onmessage = () => this.slice();
    }

    get isBusy(): boolean {
        return this.work !== undefined;
    }

    /** `work` gets the time to end at (performance.now()) and returns whether work is left. */
    run(work: (end: number) => boolean): void {
        this.work = work;
        this.post();
    }

    stop(): void {
        this.work = undefined;
    }

    // A message instead of a timer: browsers delay timers by 4 ms and more.
    private post(): void {
        if (!this.isPosted) {
            this.isPosted = true;
            this.channel.port2.postMessage(undefined);
        }
    }

    private slice(): void {
        this.isPosted = false;
        const work = this.work;
        if (work === undefined) {
            return;
        }
        if (work(performance.now() + SLICE_MS)) {
            this.post();
        } else if (this.work === work) {
            this.work = undefined;
        }
        this.after();
    }
}
