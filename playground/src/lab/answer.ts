// All results of the library for one circle and one wall. Room: playground.
import type { Carom, Contact, Crossings, Push, Reflection, Relation } from "carom";
import { circleOf, moveOf, wallOf, type LabState } from "./state.ts";

export interface Answer {
    relation: Relation;
    /** The answer to the chosen question. */
    touches: boolean;
    contact: Contact;
    distance: number;
    crossings: Crossings;
    push: Push;
    /** The contact after the depenetration. */
    pushed: Contact;
    /** Only with a displacement. */
    motion: Reflection | undefined;
}

export function answerOf(carom: Carom, s: LabState): Answer {
    const circle = circleOf(s);
    const wall = wallOf(s);
    const contact = carom.contact(circle, wall);
    const push = carom.pushOut(circle, wall);
    return {
        relation: contact.relation,
        touches: carom.touches(circle, wall, s.question),
        contact,
        distance: carom.distance(circle, wall),
        crossings: carom.crossings(circle, wall),
        push,
        pushed: carom.contact({ center: push.center, radius: s.r }, wall),
        motion: s.motion ? carom.reflect(circle, moveOf(s), wall) : undefined,
    };
}
