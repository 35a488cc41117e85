// The fields of contacts, clearances, sweeps and areas as SQL results, in the words of the tool.
// Room: above sqlite_api.
#ifndef CAROM_SQLITE_FIELDS_H
#define CAROM_SQLITE_FIELDS_H

#include <stdbool.h>

#include <carom/areas.h>
#include <carom/clearance.h>
#include <carom/contact.h>
#include <carom/sweep.h>

#include "sqlite_api.h"

/// A field of a contact, a clearance, a sweep or an area.
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
    /// Of a contact this is the signed distance, which it does not have.
    CAROM_FIELD_GAP,
    /// The point of the other wall.
    CAROM_FIELD_QX,
    CAROM_FIELD_QY,
    /// From the centre of a circle to an area.
    CAROM_FIELD_DISTANCE
} carom_field;

/// Sets the result to a field of a contact: NULL if a contact does not have it.
void carom_field_of_contact(sqlite3_context *context, const carom_contact *contact,
                            carom_field field);

/// Sets the result to a field of the clearance of a query's wall and the wall of a row, which is
/// the other wall: the point p is on the wall of the row, q on that of the query. NULL if a
/// clearance does not have the field.
void carom_field_of_clearance(sqlite3_context *context, const carom_clearance *clearance,
                              carom_field field);

/// Sets the result to a field of a sweep: NULL if a sweep does not have it. On a miss all fields
/// but the kind are NULL.
void carom_field_of_sweep(sqlite3_context *context, const carom_sweep *sweep, carom_field field);

/// Sets the result to a field of an area near a circle: NULL if that does not have it.
void carom_field_of_area(sqlite3_context *context, const carom_area_hit *hit, carom_field field);

#endif
