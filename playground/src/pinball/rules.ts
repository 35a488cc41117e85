// The rules of the pinball game: score, multiplier, letters, targets, multiball, ball save, tilt.
// Method: the simulation says what happened; the rules count, and say how many balls to serve.
// Room: playground.
import { LANES, LETTERS, TARGETS, type PieceKind } from "./layout.ts";

export type GameSound =
    | "bumper" | "sling" | "target" | "lane" | "spin" | "launch" | "drain" | "save" | "bonus"
    | "multiball" | "tilt" | "over";

export const BALLS_A_GAME = 3;
export const BALLS_MOST = 4;
const MULTIPLIER_MOST = 6;
/** Seconds. */
const SAVE_TIME = 12;
const MESSAGE_TIME = 2.2;
const TILT_MOST = 2.6;
const TILT_DECAY = 0.5;
const MULTIBALL_EXTRA = 2;

const POINTS = {
    bumper: 500, sling: 110, target: 2500, bank: 25000, letter: 1000, word: 10000, inlane: 1000,
    outlane: 5000, orbit: 5000, jackpot: 25000, turnstile: 250,
};

const ALL_LETTERS = 2 ** LETTERS.length - 1;
const ALL_TARGETS = 2 ** TARGETS - 1;

export type Stage = "play" | "over";

export class Rules {
    stage: Stage = "play";
    score = 0;
    /** 1 to BALLS_A_GAME. */
    ball = 1;
    multiplier = 1;
    /** Bits: letters that are lit, targets that are down. */
    letters = 0;
    targets = 0;
    isTilted = false;
    isMultiball = false;
    message = "";
    /** Balls that wait for a place in the lane, and whether the machine launches the next one. */
    toServe = 1;
    isAutomatic = false;
    time = 0;
    private saveUntil = 0;
    private messageUntil = 0;
    private swing = 0;
    private earned = 0;

    constructor(private readonly sound: (sound: GameSound) => void) {}

    get isSaved(): boolean {
        return this.time < this.saveUntil && !this.isTilted;
    }

    restart(): void {
        this.stage = "play";
        this.score = 0;
        this.ball = 1;
        this.toServe = 1;
        this.isMultiball = false;
        this.targets = 0;
        this.newBall();
        this.say("");
    }

    /** Goes on by so many seconds of the game. */
    advance(seconds: number): void {
        this.time += seconds;
        this.swing = Math.max(0, this.swing - TILT_DECAY * seconds);
        if (this.message !== "" && this.time > this.messageUntil && this.stage === "play") {
            this.message = "";
        }
    }

    private newBall(): void {
        this.multiplier = 1;
        this.letters = 0;
        this.earned = 0;
        this.isTilted = false;
        this.isAutomatic = false;
        this.swing = 0;
        this.saveUntil = 0;
    }

    private say(message: string): void {
        this.message = message;
        this.messageUntil = this.time + MESSAGE_TIME;
    }

    private add(points: number): void {
        if (!this.isTilted && this.stage === "play") {
            this.score += points * this.multiplier;
            this.earned += points;
        }
    }

    // ---- what happens ----

    hit(kind: PieceKind, id: number): void {
        if (this.isTilted || this.stage === "over") {
            return;
        }
        if (kind === "bumper" || kind === "sling") {
            this.add(POINTS[kind]);
            this.sound(kind);
        } else if (kind === "target" && (this.targets & (1 << id)) === 0) {
            this.targets |= 1 << id;
            this.add(POINTS.target);
            this.sound("target");
            if (this.targets === ALL_TARGETS) {
                this.finishBank();
            }
        }
    }

    hitTurnstile(): void {
        this.add(POINTS.turnstile);
        this.sound("spin");
    }

    private finishBank(): void {
        this.add(POINTS.bank);
        if (this.isMultiball) {
            this.say("BANK");
            this.sound("bonus");
            return;
        }
        this.isMultiball = true;
        this.isAutomatic = true;
        this.toServe += MULTIBALL_EXTRA;
        this.saveUntil = this.time + SAVE_TIME;
        this.say("MULTIBALL");
        this.sound("multiball");
    }

    /** The targets go up again when the simulation has room for them. */
    raiseTargets(): void {
        this.targets = 0;
    }

    get wantsTargets(): boolean {
        return this.targets === ALL_TARGETS;
    }

    rollOver(index: number): void {
        const lane = LANES[index];
        if (lane === undefined || this.isTilted || this.stage === "over") {
            return;
        }
        this.sound("lane");
        if (lane.name === "letter") {
            this.light(lane.letter);
        } else if (lane.name === "orbit" && this.isMultiball) {
            this.add(POINTS.jackpot);
            this.say("JACKPOT");
            this.sound("bonus");
        } else {
            this.add(POINTS[lane.name]);
        }
    }

    private light(letter: number): void {
        this.add(POINTS.letter);
        this.letters |= 1 << letter;
        if (this.letters === ALL_LETTERS) {
            this.letters = 0;
            this.add(POINTS.word);
            this.multiplier = Math.min(this.multiplier + 1, MULTIPLIER_MOST);
            this.say(`SCORES × ${this.multiplier}`);
            this.sound("bonus");
        }
    }

    /** A flipper moves the lit letters on by one, to the left or to the right. */
    turnLetters(side: 1 | -1): void {
        const n = LETTERS.length;
        const turned = side > 0
            ? (this.letters << 1) | (this.letters >> (n - 1))
            : (this.letters >> 1) | (this.letters << (n - 1));
        this.letters = turned & ALL_LETTERS;
    }

    /** A ball has come out of the lane. */
    launched(): void {
        if (this.saveUntil === 0) {
            this.saveUntil = this.time + SAVE_TIME;
        }
    }

    /** False if the push tilts the table. */
    nudge(): boolean {
        if (this.stage === "over" || this.isTilted) {
            return !this.isTilted;
        }
        this.swing++;
        if (this.swing > TILT_MOST) {
            this.isTilted = true;
            this.say("TILT");
            this.sound("tilt");
            return false;
        }
        if (this.swing > TILT_MOST - 1) {
            this.say("CAREFUL");
        }
        return true;
    }

    /** A ball is lost; so many are still on the table or on their way to it. */
    drained(left: number): void {
        if (this.stage === "over") {
            return;
        }
        if (this.isSaved) {
            this.toServe++;
            this.isAutomatic = true;
            this.say("BALL SAVED");
            this.sound("save");
        } else if (left === 0) {
            this.endBall();
        } else if (left === 1) {
            this.isMultiball = false;
            this.sound("drain");
        }
    }

    private endBall(): void {
        const bonus = this.isTilted ? 0 : Math.floor(this.earned / 10);
        this.score += bonus;
        this.sound("drain");
        this.isMultiball = false;
        if (this.ball >= BALLS_A_GAME) {
            this.stage = "over";
            this.isTilted = false;
            this.message = "GAME OVER";
            this.sound("over");
            return;
        }
        this.ball++;
        this.newBall();
        this.toServe = 1;
        this.say(bonus > 0 ? `BONUS ${bonus.toLocaleString("en")}` : `BALL ${this.ball}`);
    }
}
