// The version. The build, the pkg-config file and the tool read it from this file.
// Room: version, below all others.
#ifndef CAROM_VERSION_H
#define CAROM_VERSION_H

#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 2
#define CAROM_VERSION_PATCH 0
#define CAROM_VERSION_STRING "0.2.0"

#endif
