// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/// Starts a process that restores a terminal when this one ends without dismissing it, which a
/// process that is killed by SIGKILL cannot do.
///
/// The process leads a session of its own, so that signals to this one's group do not reach it, and
/// has no other descriptor of this one. It restores the modes only while they are `changed`: a
/// shell may be faster.
///
/// @param terminal the terminal.
/// @param original the modes to restore.
/// @param changed the modes that this process has set.
/// @param bytes what to write to the terminal.
/// @param process receives the process's number.
/// @return the descriptor at which `keybridge_dismiss_guard` writes; -1 on failure.
int keybridge_guard_terminal(
  int terminal, const struct termios *original, const struct termios *changed, const void *bytes,
  size_t count, pid_t *process);

/// Ends the process without effect on the terminal; async-signal-safe.
void keybridge_dismiss_guard(int descriptor);
