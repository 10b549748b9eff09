// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// A program that is started.
struct keybridge_program {
  /// The paths that are tried, in this order, ended by NULL.
  char *const *paths;
  /// Its words, ended by NULL.
  char *const *argv;
  /// Its environment, ended by NULL.
  char *const *envp;
  /// The terminal that becomes its controlling terminal and its standard descriptors; NULL for
  /// none.
  const char *terminal;
  /// Whether, without a terminal, its output goes to standard error; otherwise it is discarded.
  bool shows_output;
  /// Whether it becomes a child of this process's parent, which collects it.
  bool is_sibling;
};

/// Starts a program in a session of its own, without other descriptors and with no signal blocked
/// or ignored.
///
/// This process waits until the program runs, or cannot run.
///
/// @param program the program.
/// @param process receives the number of the process; -1 if there is none. After an error it is
///   that of a sibling that has ended, and must be collected.
/// @return 0, or the error that prevented the start.
int keybridge_start(const struct keybridge_program *program, pid_t *process);

/// Forks this process, which must have one thread.
///
/// In the child, the other end of the socket is the only descriptor besides standard error and the
/// null device for standard input and output. It leads a session of its own, ignores the signals
/// that end or stop programs, and has no capability that a program could inherit.
///
/// @param name the name of the child, at most 15 characters.
/// @param descriptor receives an end of a socket pair that keeps the bounds of messages.
/// @param process receives the number of the child; 0 in the child.
/// @return 0, or an error.
int keybridge_fork(const char *name, int *descriptor, pid_t *process);

/// The maximum number of descriptors of a message.
#define KEYBRIDGE_MESSAGE_DESCRIPTORS 2

/// Sends a message with descriptors; waits while the queue is full.
///
/// @return 0, or an error.
int keybridge_send_message(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// Receives a message, and waits for it.
///
/// Descriptors that do not fit are closed.
///
/// @param count receives the length; it is more than `room` if the message was cut.
/// @param descriptors receives the descriptors, -1 after the last one.
/// @return 0; EPIPE if the other end is closed, or another error.
int keybridge_receive_message(
    int socket, void *bytes, size_t room, size_t *count,
    int descriptors[KEYBRIDGE_MESSAGE_DESCRIPTORS]);
