// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// Starts a program whose standard input and output are one end of a socket pair.
///
/// The program leads a session of its own, without terminal, other descriptors, blocked or ignored
/// signals. In the sandbox it reads and runs system files only, changes no file, opens no socket
/// and no device of input, starts no other process, and cannot trace, signal or slow down one, as
/// far as the kernel can forbid it (Landlock, seccomp).
///
/// @param argv the absolute path of the program and its arguments, ended by NULL; files named by
///   absolute paths can be read in the sandbox.
/// @param envp the environment, ended by NULL.
/// @param is_sandboxed whether the program runs in the sandbox.
/// @param process receives the number of the process, and of its group.
/// @param descriptor receives the other end of the socket pair, which does not block.
/// @param errors receives a pipe, which becomes readable when the process has become the program,
///   or cannot become it; see ``keybridge_engine_start_error``. It does not block.
/// @return 0, or the error that prevented the start.
int keybridge_engine_start(
    char *const argv[], char *const envp[], bool is_sandboxed, pid_t *process, int *descriptor,
    int *errors);

/// Returns the result of a start.
///
/// @param errors the pipe of ``keybridge_engine_start``.
/// @return 0 if the process has become the program, EAGAIN if this is not known yet, or the error
///   with which the process has ended.
int keybridge_engine_start_error(int errors);

/// Connects to the socket of an engine that the service manager starts.
///
/// @param path the path of the socket.
/// @param descriptor receives the connection, which does not block.
/// @return 0, or the error: nothing listens there, or too many connections wait.
int keybridge_engine_connect(const char *path, int *descriptor);

/// Returns the version of Landlock, with which the kernel restricts the files of a process; 0 if it
/// has none.
int keybridge_engine_landlock_version(void);

/// Whether the kernel can refuse the system calls of a process (seccomp).
bool keybridge_engine_restricts_calls(void);
