// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <sys/types.h>

#include "sandbox.h"

/// Starts a program whose standard input and output are one end of a socket pair.
///
/// The program leads a session of its own, without terminal, other descriptors, blocked or ignored
/// signals. If it is confined, it cannot write files either, and the user of the process may not
/// have more tasks than the limit.
///
/// @param argv the absolute path of the program and its arguments, ended by NULL.
/// @param envp the environment, ended by NULL.
/// @param confinement what the program may do; NULL for no limits.
/// @param task_limit the maximum number of tasks of the process's user.
/// @param is_sibling whether the process becomes a child of this process's parent, which collects
///   it.
/// @param process receives the number of the process, and of its group.
/// @param descriptor receives the other end of the socket pair, which does not block.
/// @param errors receives a pipe, which becomes readable when the process has become the program,
///   or cannot become it; see ``keybridge_engine_start_error``. It does not block.
/// @return 0, or the error that prevented the start.
int keybridge_engine_start(
    char *const argv[], char *const envp[], const struct keybridge_confinement *confinement,
    unsigned long task_limit, bool is_sibling, pid_t *process, int *descriptor, int *errors);

/// Returns the result of a start.
///
/// @param errors the pipe of ``keybridge_engine_start``.
/// @param step receives the step that failed, if the process has ended with an error.
/// @return 0 if the process has become the program, EAGAIN if this is not known yet, or the error
///   with which the process has ended.
int keybridge_engine_start_error(int errors, enum keybridge_step *step);

/// Connects to the socket of an engine that the service manager starts.
///
/// @param path the path of the socket.
/// @param descriptor receives the connection, which does not block.
/// @return 0, or the error: nothing listens there, or too many connections wait.
int keybridge_engine_connect(const char *path, int *descriptor);
