// The fields of contacts and sweeps as SQL results, in the words of the tool.
// Room: above sqlite_api.
#ifndef CAROM_SQLITE_FIELDS_H
#define CAROM_SQLITE_FIELDS_H

#include <stdbool.h>

#include <carom/contact.h>
#include <carom/sweep.h>

#include "sqlite_api.h"

/// A field of a contact or a sweep.
typedef enum carom_field {
    CAROM_FIELD_RELATION,
    CAROM_FIELD_ALONG,
    CAROM_FIELD_PX,
    CAROM_FIELD_PY,
    CAROM_FIELD_NX,
    CAROM_FIELD_NY,
    CAROM_FIELD_DEPTH,
    CAROM_FIELD_FEATURE,
    CAROM_FIELD_KIND,
    CAROM_FIELD_T,
    CAROM_FIELD_X,
    CAROM_FIELD_Y,
    /// The signed distance, which neither a contact nor a sweep has.
    CAROM_FIELD_GAP
} carom_field;

/// Sets the result to a field of a contact: NULL if a contact does not have it.
void carom_field_of_contact(sqlite3_context *context, const carom_contact *contact,
                            carom_field field);

/// Sets the result to a field of a sweep: NULL if a sweep does not have it. On a miss all fields
/// but the kind are NULL.
void carom_field_of_sweep(sqlite3_context *context, const carom_sweep *sweep, carom_field field);

#endif
