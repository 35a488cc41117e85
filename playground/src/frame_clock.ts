// Decides when a frame of a simulation is due, and measures the time of frames.
// Room: playground.

const RATE = 60;
const KEPT = 120;

export class FrameClock {
    private owed = 0;
    private began = -1;
    private readonly costs: number[] = [];

    /** Whether the next step at 60 steps a second is due. On slow machines time goes slower. */
    isDue(seconds: number): boolean {
        // The clock of the screen differs from ours, so an eighth of a frame early is in time.
        this.owed = Math.min(this.owed + seconds * RATE, 2);
        if (this.owed < 0.875) {
            return false;
        }
        this.owed = Math.min(Math.max(this.owed - 1, 0), 1);
        return true;
    }

    begin(): void {
        this.began = performance.now();
    }

    end(): void {
        if (this.began >= 0) {
            this.costs.push(performance.now() - this.began);
            this.began = -1;
            if (this.costs.length > KEPT) {
                this.costs.shift();
            }
        }
    }

    clear(): void {
        this.costs.length = 0;
    }

    /** Milliseconds of the last two seconds' frames. */
    median(): number {
        const sorted = [...this.costs].sort((p, q) => p - q);
        return sorted[sorted.length >> 1] ?? 0;
    }
}
