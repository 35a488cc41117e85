// The fields of contacts, clearances, sweeps and areas as SQL results.
// Room: above sqlite_api.
#include "fields.h"

static void result_word(sqlite3_context *context, const char *word) {
    sqlite3_result_text(context, word, -1, SQLITE_STATIC);
}

void carom_field_of_contact(sqlite3_context *context, const carom_contact *contact,
                            carom_field field) {
    switch (field) {
    case CAROM_FIELD_RELATION:
        result_word(context, carom_relation_name(contact->relation));
        return;
    case CAROM_FIELD_FEATURE:
        result_word(context, carom_feature_name(contact->feature));
        return;
    case CAROM_FIELD_ALONG:
        sqlite3_result_double(context, contact->along);
        return;
    case CAROM_FIELD_PX:
        sqlite3_result_double(context, contact->point.x);
        return;
    case CAROM_FIELD_PY:
        sqlite3_result_double(context, contact->point.y);
        return;
    case CAROM_FIELD_NX:
        sqlite3_result_double(context, contact->normal.x);
        return;
    case CAROM_FIELD_NY:
        sqlite3_result_double(context, contact->normal.y);
        return;
    case CAROM_FIELD_DEPTH:
        sqlite3_result_double(context, contact->depth);
        return;
    default:
        sqlite3_result_null(context);
        return;
    }
}

void carom_field_of_clearance(sqlite3_context *context, const carom_clearance *clearance,
                              carom_field field) {
    switch (field) {
    case CAROM_FIELD_RELATION:
        result_word(context, carom_wall_relation_name(clearance->relation));
        return;
    case CAROM_FIELD_GAP:
        sqlite3_result_double(context, clearance->gap);
        return;
    case CAROM_FIELD_PX:
        sqlite3_result_double(context, clearance->other_point.x);
        return;
    case CAROM_FIELD_PY:
        sqlite3_result_double(context, clearance->other_point.y);
        return;
    case CAROM_FIELD_QX:
        sqlite3_result_double(context, clearance->point.x);
        return;
    case CAROM_FIELD_QY:
        sqlite3_result_double(context, clearance->point.y);
        return;
    case CAROM_FIELD_NX:
        sqlite3_result_double(context, clearance->normal.x);
        return;
    case CAROM_FIELD_NY:
        sqlite3_result_double(context, clearance->normal.y);
        return;
    default:
        sqlite3_result_null(context);
        return;
    }
}

void carom_field_of_sweep(sqlite3_context *context, const carom_sweep *sweep, carom_field field) {
    if (field == CAROM_FIELD_KIND) {
        result_word(context, carom_sweep_kind_name(sweep->kind));
        return;
    }
    if (sweep->kind == CAROM_SWEEP_KIND_MISS) {
        sqlite3_result_null(context);
        return;
    }
    switch (field) {
    case CAROM_FIELD_FEATURE:
        result_word(context, carom_feature_name(sweep->feature));
        return;
    case CAROM_FIELD_T:
        sqlite3_result_double(context, sweep->t);
        return;
    case CAROM_FIELD_X:
        sqlite3_result_double(context, sweep->center.x);
        return;
    case CAROM_FIELD_Y:
        sqlite3_result_double(context, sweep->center.y);
        return;
    case CAROM_FIELD_PX:
        sqlite3_result_double(context, sweep->point.x);
        return;
    case CAROM_FIELD_PY:
        sqlite3_result_double(context, sweep->point.y);
        return;
    case CAROM_FIELD_NX:
        sqlite3_result_double(context, sweep->normal.x);
        return;
    case CAROM_FIELD_NY:
        sqlite3_result_double(context, sweep->normal.y);
        return;
    default:
        sqlite3_result_null(context);
        return;
    }
}

void carom_field_of_area(sqlite3_context *context, const carom_area_hit *hit, carom_field field) {
    if (field == CAROM_FIELD_RELATION)
        result_word(context, carom_area_relation_name(hit->relation));
    else if (field == CAROM_FIELD_DISTANCE)
        sqlite3_result_double(context, hit->distance);
    else
        sqlite3_result_null(context);
}
