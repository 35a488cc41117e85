// Messages on standard error, one line each.
// Room: cli.
#ifndef CAROM_CLI_REPORT_H
#define CAROM_CLI_REPORT_H

#ifdef __GNUC__
#define REPORT_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define REPORT_FORMAT(text, first)
#endif

/// Prints "who: message" as one line on standard error, or "message" alone when `who` is NULL.
/// Control characters in the message become '?'. A very long message is cut.
void report(const char *who, const char *format, ...) REPORT_FORMAT(2, 3);

#endif
