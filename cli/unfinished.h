// An unfinished file, which must not outlive an interrupt.
// Layer: cli.
#ifndef CAROM_CLI_UNFINISHED_H
#define CAROM_CLI_UNFINISHED_H

/// From here on SIGINT, SIGTERM and SIGHUP remove the file `name` before they end the program;
/// those that are ignored stay ignored. `name` must live until unfinished_end. One file at a time.
void unfinished_begin(const char *name);

/// The file has got its proper name, or is gone: signals are handled as before.
void unfinished_end(void);

#endif
