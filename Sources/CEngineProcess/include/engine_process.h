// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <sys/types.h>

#include "sandbox.h"

/// A program that is started, and its limits.
struct keybridge_engine {
  /// The absolute path of the program and its arguments, ended by NULL.
  char *const *argv;
  /// The environment, ended by NULL.
  char *const *envp;
  /// The working directory, an absolute path that the program sees.
  const char *folder;
  /// The rights that the program keeps; NULL for no limits.
  const struct keybridge_confinement *confinement;
  /// The files that it sees, in namespaces of its own; NULL for the namespaces of this process. The
  /// program is the first process of its namespace, so all others in it end with it.
  const struct keybridge_view *view;
  /// The maximum number of tasks of the process's user, if it is confined.
  unsigned long task_limit;
  /// The maximum size of a file that it writes, in bytes, if it is confined.
  unsigned long long file_limit;
  /// Whether the process becomes a child of this process's parent, which collects it.
  bool is_sibling;
  /// Whether the filter of system calls reports some.
  bool reports_calls;
};

/// Starts a program whose standard input and output are one end of a socket pair.
///
/// The program leads a session of its own, without terminal, other descriptors, blocked or ignored
/// signals. If it is confined, it ends with its parent.
///
/// @param process receives the number of the process, and of its group.
/// @param descriptor receives the other end of the socket pair, which does not block.
/// @param errors receives a socket, which becomes readable when the process reports calls, has
///   become the program, or cannot become it; see ``keybridge_engine_start_error``. It does not
///   block.
/// @param step receives the step that the error is about; `KEYBRIDGE_STEP_NONE` for none.
/// @return 0, or the error that prevented the start.
int keybridge_engine_start(
    const struct keybridge_engine *engine, pid_t *process, int *descriptor, int *errors,
    enum keybridge_step *step);

/// Returns the result of a start.
///
/// @param errors the socket of ``keybridge_engine_start``.
/// @param listener receives the descriptor at which the calls wait that the filter reports, once it
///   is known; otherwise it is left as it is. The caller must close it.
/// @param step receives the step that failed, if the process has ended with an error.
/// @return 0 if the process has become the program, EAGAIN if this is not known yet, or the error
///   with which the process has ended.
int keybridge_engine_start_error(int errors, int *listener, enum keybridge_step *step);

/// Connects to the socket of an engine that the service manager starts.
///
/// @param path the path of the socket.
/// @param descriptor receives the connection, which does not block.
/// @return 0, or the error: nothing listens there, or too many connections wait.
int keybridge_engine_connect(const char *path, int *descriptor);
