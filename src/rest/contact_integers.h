// Contacts that contact_double_double.h declines: sizes out of its range, and numbers that cancel.
// For input that may be invalid. Room: rest.
#ifndef CAROM_CONTACT_INTEGERS_H
#define CAROM_CONTACT_INTEGERS_H

#include "carom/contact.h"

// As carom_circle_contact.
carom_contact carom_contact_of_any_size(carom_circle circle, const carom_wall *wall);
// As carom_circle_signed_distance.
double carom_distance_of_any_size(carom_circle circle, const carom_wall *wall);
// As carom_circle_push_out.
carom_push carom_push_of_any_size(carom_circle circle, const carom_wall *wall);

// The contact point if its coordinates cancel. Computes all digits of each coordinate, and 0 if it
// is 0.
carom_vec2 carom_careful_point(carom_circle circle, const carom_wall *wall, carom_feature feature,
                               carom_vec2 normal);

#endif
