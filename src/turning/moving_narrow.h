// Narrows the piece of time that holds a contact of a circle and a wall that turns, in integers.
//
// Method: linear interpolation of the polynomial that is 0 at the contact says which part of the
// piece to test next. If it was wrong, Newton's method for double roots does. Room: turning.
#ifndef CAROM_MOVING_NARROW_H
#define CAROM_MOVING_NARROW_H

#include "turning/moving_double_double.h"
#include "turning/moving_zoom.h"

// A contact at a root.
typedef struct event {
    carom_sweep_kind kind;
    carom_feature feature;
    // True if the gap turns negative there, once on the piece. Otherwise `root` has this sign after
    // the contact, and the other sign before, on the piece.
    bool by_gap;
    polynomial root;
    int after;
    // For a point at the side: the sign of x before.
    int came_from;
} event;

// The form that is 0 where a contact is at this feature.
static inline form_name form_of_feature(carom_feature feature) {
    return feature == CAROM_FEATURE_SIDE    ? FORM_S
           : feature == CAROM_FEATURE_END_A ? FORM_A
                                            : FORM_B;
}

// Integers of more bits than this cost more than wide numbers.
enum { ROUGH_BITS = 512 };

static inline bool is_for_rough(const motion *f) {
    return !f->keeps_direction && integer_bits(f->w.x0) + integer_bits(f->u.x0) > 2 * ROUGH_BITS;
}

static inline gap_signs piece_signs(limb_block *m, const motion *f) {
    gap_signs g;
    return is_for_rough(f) && rough_signs_on(f, &g) ? g : signs_on(m, f);
}

static inline int gap_now(limb_block *m, const motion *f) {
    const int sign = is_for_rough(f) ? rough_gap_now(f) : UNCERTAIN;
    return sign != UNCERTAIN ? sign : gap_sign_now(m, f);
}

// The logarithm of the largest number of parts into which a piece is divided.
enum { PART_BITS = 32 };

// The value of the polynomial whose root the event is, at the time num / den.
static inline integer value_at(search *s, const event *e, integer num, integer den) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    integer value;
    if (e->by_gap) {
        const motion f = motion_from(m, &s->f, num, den);
        value = form_at_begin(m, &f, form_of_feature(e->feature));
    } else {
        value = product_sum(m, e->root.c[0], den, e->root.c[1], num);
        if (e->root.degree == 2)
            value = product_sum(m, value, den, e->root.c[2], integer_mul(m, num, num));
    }
    return keep(m, mark, value);
}

// Is the time num / den on the piece after that of the event?
static inline bool is_after(search *s, const event *e, integer num, integer den) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    bool after;
    if (e->by_gap) {
        const motion f = motion_from(m, &s->f, num, den);
        after = gap_now(m, &f) < 0;
    } else {
        after = integer_sign(value_at(s, e, num, den)) == e->after;
    }
    m->next = mark;
    return after;
}

static inline wide wide_of_integer(integer a, int unit) {
    return to_wide(a.x, a.n, a.negative, unit);
}

// The end of the piece, times 2^k.
static inline integer piece_end(search *s) {
    return integer_add(&s->block, position(s), piece_size(s));
}

// A part of the piece: this number of 2^bits equal ones.
typedef struct piece_part {
    integer number;
    int bits;
} piece_part;

// Predicts the part that holds the event by linear interpolation. False if that fails.
static inline bool predict_part(search *s, const event *e, int bits, piece_part *r) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const integer den = power_of_two(s, s->k);
    const integer v0 = value_at(s, e, position(s), den), v1 = value_at(s, e, piece_end(s), den);
    if (v0.n == 0 || integer_sign(v0) != -integer_sign(v1) ||
        s->k > CUT_DEPTH_MAX) { // GCOVR_EXCL_BR_LINE: not known to happen
        m->next = mark;
        return false;
    }
    int early = integer_bits(v1) - integer_bits(v0);
    // GCOVR_EXCL_BR_START: not known to be so large
    early = early > CUT_DEPTH_MAX ? CUT_DEPTH_MAX : early < -CUT_DEPTH_MAX ? -CUT_DEPTH_MAX : early;
    // GCOVR_EXCL_BR_STOP
    r->bits = bits;
    if (early > bits + 1) {
        // Early in the first part, so the parts can be shorter.
        r->bits = early - 2;
        r->number = integer_zero();
    } else if (early < -bits - 1) {
        r->bits = -early - 2;
        r->number = keep(m, mark, integer_sub(m, power_of_two(s, r->bits), power_of_two(s, 0)));
    } else {
        const wide share =
            wide_div(wide_of_integer(v0, 0), wide_of_integer(integer_sub(m, v0, v1), 0));
        const uint64_t part = (uint64_t)(wide_to_double(share) * wide_power_of_two(bits));
        m->next = mark;
        r->number = integer_of(m, part - (part >> bits), 0, false); // not behind the last
    }
    return true;
}

// True if the event is on this part of the piece.
static inline bool is_on_part(search *s, const event *e, const piece_part *part) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const integer den = power_of_two(s, s->k + part->bits), size = piece_size(s);
    const integer begin = integer_add(m, integer_shift(m, position(s), part->bits),
                                      integer_mul(m, size, part->number));
    const bool is_on = (part->number.n == 0 || !is_after(s, e, begin, den)) &&
                       is_after(s, e, integer_add(m, begin, size), den);
    m->next = mark;
    return is_on;
}

// Narrows the piece to what is before or behind the first roots of the polynomial that is 0 at the
// event. False if none are found.
static inline bool narrow_at_cut(search *s, const event *e) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const polynomial g =
        e->by_gap ? doubtful_form(s, (doubt)form_of_feature(e->feature)) : on_piece(s, &e->root);
    time_cut c;
    if (!find_cut(s, g, e->by_gap ? 2 : 1, &c)) {
        m->next = mark;
        return false;
    }
    const integer den = power_of_two(s, c.k), begin = integer_shift(m, position(s), c.k - s->k);
    if (is_after(s, e, c.at, den)) {
        set_piece(s, begin, integer_sub(m, c.at, begin), c.k);
        return true;
    }
    const int length = length_exp(s);
    integer size = integer_shift(m, piece_size(s), c.k - s->k);
    size = integer_sub(m, integer_add(m, begin, size), c.at);
    // The event should be on the next piece. If it is not, tries lengths between that of the next
    // piece and that of the whole piece.
    for (int exp = c.next_exp;; exp = (exp + length) / 2) {
        const int bits = c.k - exp;
        const int kept = bits < 0 ? 0 : bits; // GCOVR_EXCL_BR_LINE: not negative
        const integer next = power_of_two(s, kept);
        if (integer_compare_magnitudes(next, size) >= 0)
            break;
        const integer end = integer_add(m, c.at, next);
        if (is_after(s, e, end, den)) {
            size = next;
            break;
        }
        c.at = end;
        size = integer_sub(m, size, next);
    }
    set_piece(s, c.at, size, c.k);
    return true;
}

// Narrows the piece to the part that holds the event, or to the half. `bits` is the logarithm of
// the number of parts, which grows as long as the prediction is right. True if it was.
static inline bool narrow_piece(search *s, const event *e, int *bits) {
    limb *const mark = s->block.next;
    piece_part part;
    const bool is_right = predict_part(s, e, *bits, &part) && is_on_part(s, e, &part);
    if (is_right) {
        *bits = *bits < 16 ? 2 * *bits : PART_BITS;
        set_part(s, part.number, part.bits);
    } else {
        *bits = *bits > 2 ? *bits / 2 : 1;
        s->block.next = mark;
        if (!narrow_at_cut(s, e)) {
            part = (piece_part){integer_zero(), 1};
            if (!is_on_part(s, e, &part))
                part.number = power_of_two(s, 0);
            set_part(s, part.number, part.bits);
        }
    }
    s->block.next = mark;
    return is_right;
}

// Cuts the piece at this time if that is inside; false if it is not.
static inline bool cut_at(search *s, const event *e, integer at) {
    limb_block *const m = &s->block;
    const integer rest = integer_sub(m, piece_end(s), at);
    if (integer_sign(rest) <= 0)
        return false;
    if (is_after(s, e, at, power_of_two(s, s->k)))
        set_piece(s, position(s), integer_sub(m, at, position(s)), s->k);
    else
        set_piece(s, at, rest, s->k);
    return true;
}

#endif
