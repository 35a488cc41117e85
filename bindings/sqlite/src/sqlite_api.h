// SQLite, as an extension sees it. Every file of the extension includes this header.
// Room: below all others.
#ifndef CAROM_SQLITE_API_H
#define CAROM_SQLITE_API_H

// clang-format off
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
// clang-format on

#endif
