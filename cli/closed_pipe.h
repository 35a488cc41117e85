// The end of a program whose standard output nobody reads any more.
// Layer: cli.
#ifndef CAROM_CLI_CLOSED_PIPE_H
#define CAROM_CLI_CLOSED_PIPE_H

/// If `error`, an errno of writing standard output, says that its pipe is closed: ends the program
/// by SIGPIPE, without a message, like other filters in a pipeline. Else does nothing.
void closed_pipe_end(int error);

#endif
