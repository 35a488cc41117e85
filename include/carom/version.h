// The version. The build, the pkg-config file and the tool read it from this file.
// Layer: version, below all others.
#ifndef CAROM_VERSION_H
#define CAROM_VERSION_H

#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 1
#define CAROM_VERSION_PATCH 0
#define CAROM_VERSION_STRING "0.1.0"

#endif
