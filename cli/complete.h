// `carom --complete WORD...`: what the last word may become, for the completion scripts of shells.
// Layer: cli.
#ifndef CAROM_CLI_COMPLETE_H
#define CAROM_CLI_COMPLETE_H

/// Prints one candidate for the last of the `count` words behind `carom` on each line, with a tab
/// and a description behind it where there is one; the line ":files" if file names may stand
/// there. Returns the exit status.
int complete_print(int count, const char **words);

#endif
