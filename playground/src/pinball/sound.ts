// The sounds of the pinball table, made from oscillators; off until they are wanted.
// Room: playground.
import type { GameSound } from "./rules.ts";

interface Tone {
    wave: OscillatorType;
    /** Hertz at the start and at the end. */
    from: number;
    to: number;
    seconds: number;
    gain: number;
    /** Seconds after the call. */
    after?: number;
}

const tone = (wave: OscillatorType, from: number, to: number, seconds: number, gain: number,
    after = 0): Tone => ({ wave, from, to, seconds, gain, after });

const chord = (notes: readonly number[], step: number): Tone[] =>
    notes.map((hertz, i) => tone("triangle", hertz, hertz, 0.22, 0.16, i * step));

const TONES: Record<GameSound | "flipper", readonly Tone[]> = {
    flipper: [tone("square", 130, 60, 0.05, 0.08)],
    bumper: [tone("triangle", 620, 240, 0.12, 0.25), tone("square", 90, 50, 0.06, 0.1)],
    sling: [tone("square", 240, 110, 0.07, 0.12)],
    target: [tone("triangle", 880, 1320, 0.1, 0.18)],
    lane: [tone("sine", 1040, 1180, 0.09, 0.16)],
    spin: [tone("sine", 420, 520, 0.06, 0.12)],
    launch: [tone("sawtooth", 90, 320, 0.25, 0.08)],
    drain: [tone("sine", 300, 70, 0.5, 0.2)],
    save: chord([523, 659, 784], 0.08),
    bonus: chord([659, 784, 988, 1319], 0.07),
    multiball: chord([392, 523, 659, 784, 1047], 0.09),
    tilt: [tone("sawtooth", 110, 55, 0.7, 0.15)],
    over: chord([523, 440, 349, 262], 0.2),
};

/** At most one of a kind in so many milliseconds: a fast table hits thousands of walls. */
const PAUSE = 45;

export class Sound {
    isOn = false;
    private context: AudioContext | undefined;
    private readonly played = new Map<string, number>();

    play(name: GameSound | "flipper"): void {
        const now = performance.now();
        if (!this.isOn || now - (this.played.get(name) ?? -PAUSE) < PAUSE) {
            return;
        }
        this.played.set(name, now);
        this.context ??= new AudioContext();
        if (this.context.state === "suspended") {
            void this.context.resume();
        }
        TONES[name].forEach((t) => sing(this.context!, t));
    }

    silence(): void {
        void this.context?.suspend();
    }
}

function sing(context: AudioContext, { wave, from, to, seconds, gain, after = 0 }: Tone): void {
    const start = context.currentTime + after;
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    oscillator.type = wave;
    oscillator.frequency.setValueAtTime(from, start);
    oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
    volume.gain.setValueAtTime(gain, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + seconds);
}
