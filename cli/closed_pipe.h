// Ends the program if the reader of standard output has closed the pipe.
// Room: cli.
#ifndef CAROM_CLI_CLOSED_PIPE_H
#define CAROM_CLI_CLOSED_PIPE_H

/// Ends the program by SIGPIPE without a message, like other filters in a pipeline, if `error` is
/// the errno of a write to a closed pipe. Otherwise does nothing.
void closed_pipe_end(int error);

#endif
