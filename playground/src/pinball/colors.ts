// The colours of the pinball table: CSS variables of the page, read again when it changes between
// light and dark. Room: playground.

export type PinColor =
    | "room" | "field" | "field-edge" | "ray" | "rail" | "rail-light" | "rubber" | "apron"
    | "apron-ink"
    | "apron-dim" | "lamp-off" | "ball" | "ball-shade" | "ink"
    | "blue" | "red" | "amber" | "green" | "pink";

const values = new Map<PinColor, string>();

export function pin(name: PinColor): string {
    let value = values.get(name);
    if (value === undefined) {
        const style = getComputedStyle(document.documentElement);
        value = style.getPropertyValue("--pin-" + name).trim();
        values.set(name, value);
    }
    return value;
}

export function forgetPinColors(): void {
    values.clear();
}
