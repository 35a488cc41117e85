// Verifies that balls stay on the table: separate exact questions after every piece of time.
// An escape is a leg of a path that leads into or through a wall that stands, or a centre outside
// the table. An overlap is a ball that overlaps a wall, a part or another ball afterwards, by any
// depth. Room: playground.
import type { Ball, Carom } from "carom";
import { isClearOfMoving } from "../moving_check.ts";
import { PIECES, isOutside, maskWithout } from "./layout.ts";
import type { BallLeg, Physics } from "./physics.ts";

export class Check {
    escapes = 0;
    overlaps = 0;
    /** Balls that have been counted and have not come free since. */
    private overlapping = new Set<number>();
    private mask = 0;

    constructor(private readonly carom: Carom, private readonly physics: Physics) {}

    /** Before a piece: notes which targets stand. */
    begin(): void {
        this.mask = maskWithout(this.physics.targetsDown);
    }

    end(): void {
        const { balls, legs } = this.physics;
        legs.forEach((leg) => {
            this.escapes += this.isClear(leg) ? 0 : 1;
        });
        balls.forEach((ball, i) => {
            this.escapes += isOutside(ball.center) ? 1 : 0;
            const isBad = this.isOverlapping(i, ball);
            this.overlaps += isBad && !this.overlapping.has(i) ? 1 : 0;
            if (isBad) {
                this.overlapping.add(i);
            } else {
                this.overlapping.delete(i);
            }
        });
    }

    private isClear(leg: BallLeg): boolean {
        const { carom, physics } = this;
        const { from, to } = leg;
        const { radius } = physics.balls[leg.ball]!;
        const circle = { center: from, radius };
        const near = physics.scene.inBox(carom.pathBox({ from, to, radius }), { mask: this.mask });
        return isClearOfMoving(carom, physics.partMoves, leg, radius) && near.every((index) => {
            const { kind, wall } = PIECES[index]!;
            // A gate stops only a ball that is wholly on its left.
            const isOpen = kind === "lane" || (kind === "gate" &&
                (carom.wallSide(wall, from) <= 0 || carom.touches(circle, wall, "open-disc")));
            return isOpen || carom.pathIsClear(circle, to, wall);
        });
    }

    private isOverlapping(i: number, ball: Ball): boolean {
        const { carom, physics } = this;
        const inWall = physics.scene.touching(ball, "open-disc", { mask: this.mask })
            .some((index) => PIECES[index]!.kind !== "lane" && PIECES[index]!.kind !== "gate");
        return inWall || physics.partWalls.some((wall) =>
            carom.touches(ball, wall, "open-disc")) ||
            physics.balls.some((other, j) => j < i &&
                carom.touchesCircle(ball, other, "open-disc"));
    }
}
