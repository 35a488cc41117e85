// The version, in one place: the build, the pkg-config file and the tool read it here.
// Layer: below all.
#ifndef CAROM_VERSION_H
#define CAROM_VERSION_H

#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 1
#define CAROM_VERSION_PATCH 0
#define CAROM_VERSION_STRING "0.1.0"

#endif
