// Keys and fingers on the pinball table. Room: playground.
// Method: keys count while the canvas, or nothing, has the focus, so that forms and tabs keep
// theirs. A finger on the left or right half holds that flipper; drawn down while a ball waits, it
// pulls the plunger; drawn quickly to a side, it nudges.

export interface Controls {
    flip(side: "left" | "right", isHeld: boolean): void;
    /** The key of the plunger; it draws back as long as it is held. */
    plunge(isHeld: boolean): void;
    /** How far a finger draws the plunger back, 0 to 1; undefined when it lets go. */
    pull(share: number | undefined): void;
    nudge(way: "left" | "right" | "up"): void;
    pause(): void;
    restart(): void;
    /** True while a ball waits on the plunger. */
    canPull(): boolean;
    /** True when the game is over: the next touch or the space bar begins another. */
    isOver(): boolean;
}

const FLIP_KEYS: Record<string, "left" | "right"> = {
    ArrowLeft: "left", KeyZ: "left", ShiftLeft: "left",
    ArrowRight: "right", Slash: "right", ShiftRight: "right",
};
const NUDGE_KEYS: Record<string, "left" | "right" | "up"> = {
    KeyX: "left", Period: "right", ArrowUp: "up",
};
const PLUNGER_KEYS = ["Space", "ArrowDown", "Enter"];

/** Pixels of a full pull, and of a swipe that nudges within so many milliseconds. */
const FULL_PULL = 120;
const PULL_FROM = 10;
const SWIPE = 60;
const SWIPE_TIME = 180;

interface Finger {
    x: number;
    y: number;
    time: number;
    side: "left" | "right";
    isPulling: boolean;
}

export class Input {
    private isListening = false;
    private readonly held = new Set<string>();
    private readonly fingers = new Map<number, Finger>();

    constructor(private readonly canvas: HTMLCanvasElement, private readonly controls: Controls) {
        document.addEventListener("keydown", (event) => this.key(event, true));
        document.addEventListener("keyup", (event) => this.key(event, false));
        window.addEventListener("blur", () => this.letGo());
        canvas.addEventListener("pointerdown", (event) => this.down(event));
        canvas.addEventListener("pointermove", (event) => this.move(event));
        canvas.addEventListener("pointerup", (event) => this.up(event));
        canvas.addEventListener("pointercancel", (event) => this.up(event));
        canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    }

    listen(isListening: boolean): void {
        this.isListening = isListening;
        this.letGo();
    }

    /** Lets go of everything, as when the page loses the focus. */
    private letGo(): void {
        this.held.clear();
        this.fingers.clear();
        this.controls.flip("left", false);
        this.controls.flip("right", false);
        this.controls.plunge(false);
        this.controls.pull(undefined);
    }

    // ---- keys ----

    private key(event: KeyboardEvent, isDown: boolean): void {
        const isOurs = event.target === this.canvas || event.target === document.body;
        const { code } = event;
        // What was pressed on the table is also let go when the focus has moved on.
        if (!this.isListening || !(isOurs || (!isDown && this.held.has(code))) ||
            event.ctrlKey || event.metaKey || event.altKey || !this.use(event, isDown)) {
            return;
        }
        event.preventDefault();
    }

    /** False for a key that means nothing here. */
    private use({ code, repeat }: KeyboardEvent, isDown: boolean): boolean {
        const side = FLIP_KEYS[code];
        const way = NUDGE_KEYS[code];
        const isPlunger = PLUNGER_KEYS.includes(code);
        if (side === undefined && way === undefined && !isPlunger && code !== "KeyP" &&
            code !== "KeyR") {
            return false;
        }
        if (repeat) {
            return true;
        }
        if (isDown) {
            this.held.add(code);
        } else {
            this.held.delete(code);
        }
        if (side !== undefined) {
            this.controls.flip(side,
                [...this.held].some((other) => FLIP_KEYS[other] === side));
        } else if (isPlunger) {
            this.plunge(isDown);
        } else if (isDown && way !== undefined) {
            this.controls.nudge(way);
        } else if (isDown) {
            this.controls[code === "KeyP" ? "pause" : "restart"]();
        }
        return true;
    }

    private plunge(isDown: boolean): void {
        if (isDown && this.controls.isOver()) {
            this.controls.restart();
        } else {
            this.controls.plunge(isDown);
        }
    }

    // ---- pointers ----

    private down(event: PointerEvent): void {
        if (event.button !== 0) {
            return;
        }
        this.canvas.setPointerCapture(event.pointerId);
        if (this.controls.isOver()) {
            this.controls.restart();
            return;
        }
        const box = this.canvas.getBoundingClientRect();
        const side = event.clientX < box.left + box.width / 2 ? "left" : "right";
        this.fingers.set(event.pointerId, {
            x: event.clientX, y: event.clientY, time: event.timeStamp, side, isPulling: false,
        });
        this.controls.flip(side, true);
    }

    private move(event: PointerEvent): void {
        const finger = this.fingers.get(event.pointerId);
        if (finger === undefined) {
            return;
        }
        const down = event.clientY - finger.y;
        if (!finger.isPulling && down > PULL_FROM && this.controls.canPull()) {
            finger.isPulling = true;
            this.controls.flip(finger.side, this.isHeldBy(finger.side));
        }
        if (finger.isPulling) {
            this.controls.pull((down - PULL_FROM) / FULL_PULL);
        }
    }

    private up(event: PointerEvent): void {
        const finger = this.fingers.get(event.pointerId);
        if (finger === undefined) {
            return;
        }
        this.fingers.delete(event.pointerId);
        if (finger.isPulling) {
            this.controls.pull(undefined);
            return;
        }
        this.controls.flip(finger.side, this.isHeldBy(finger.side));
        const across = event.clientX - finger.x;
        if (Math.abs(across) > SWIPE && event.timeStamp - finger.time < SWIPE_TIME) {
            this.controls.nudge(across > 0 ? "right" : "left");
        }
    }

    private isHeldBy(side: "left" | "right"): boolean {
        return [...this.fingers.values()].some((other) => other.side === side && !other.isPulling);
    }
}
