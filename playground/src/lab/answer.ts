// Everything the library says about one circle and one wall. Layer: playground.
import type { Carom, Contact, Crossings, Push, Reflection, Relation } from "carom";
import { circleOf, moveOf, wallOf, type LabState } from "./state.ts";

export interface Answer {
    relation: Relation;
    /** Of the question that was asked. */
    touches: boolean;
    contact: Contact;
    distance: number;
    crossings: Crossings;
    push: Push;
    /** The contact at the place where it was pushed to. */
    pushed: Contact;
    /** Only with a motion. */
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
