// The colours of a picture that depend on something.
// Method: Okabe and Ito's colours for every kind of sight, the purple a little darker.
// Layer: cli.
#include "picture/colours.h"

colour colour_of_relation(carom_relation relation) {
    switch (relation) {
    case CAROM_TOUCHING:
        return (colour){0xE69F00, 1.0};
    case CAROM_CROSSING:
        return (colour){0xD55E00, 1.0};
    case CAROM_INSIDE_TOUCHING:
        return (colour){0xB0569B, 1.0};
    case CAROM_INSIDE:
        return (colour){0x009E73, 1.0};
    case CAROM_SEPARATE:
    case CAROM_INVALID:
        break;
    }
    return (colour){0x6C93B8, 1.0};
}

colour colour_of_disc(carom_relation relation) {
    colour c = colour_of_relation(relation);
    c.alpha = relation == CAROM_SEPARATE ? 0.22 : 0.38;
    return c;
}
