// Removes an unfinished file if a signal ends the program.
// Room: cli.
#ifndef CAROM_CLI_SIGNAL_CLEANUP_H
#define CAROM_CLI_SIGNAL_CLEANUP_H

/// From now on SIGINT, SIGTERM and SIGHUP remove the file `name` before they end the program.
/// Ignored signals stay ignored. `name` must live until signal_cleanup_end. Only one file at a
/// time.
void signal_cleanup_begin(const char *name);

/// Restores the signal handling. Call it after the file was renamed or removed.
void signal_cleanup_end(void);

#endif
