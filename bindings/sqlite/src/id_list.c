// A list of wall ids that grows.
// Room: above sqlite_api.
#include "id_list.h"

#include <string.h>

bool carom_id_list_append(carom_id_list *list, const sqlite3_int64 *ids, size_t count) {
    if (count == 0)
        return true;
    if (count > list->room - list->count) {
        const size_t room = (list->count + count) * 2;
        sqlite3_int64 *grown = sqlite3_realloc64(list->ids, room * sizeof *grown);
        if (grown == NULL)
            return false;
        list->ids = grown;
        list->room = room;
    }
    memcpy(list->ids + list->count, ids, count * sizeof *ids);
    list->count += count;
    return true;
}

void carom_id_list_clear(carom_id_list *list) {
    sqlite3_free(list->ids);
    memset(list, 0, sizeof *list);
}
