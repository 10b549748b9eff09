// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// A system call that fails while a process confines itself.
enum keybridge_step {
  KEYBRIDGE_STEP_NONE,
  KEYBRIDGE_STEP_CAPABILITIES,
  KEYBRIDGE_STEP_USER,
  KEYBRIDGE_STEP_FILES,
  KEYBRIDGE_STEP_CALLS,
  KEYBRIDGE_STEP_NAMESPACES,
  KEYBRIDGE_STEP_FOLDER,
  KEYBRIDGE_STEP_PROGRAM,
};

/// The rights that a process keeps.
struct keybridge_confinement {
  /// The filter of system calls; the constants that are `KEYBRIDGE_SELF` are replaced by the number
  /// of the process.
  const struct sock_filter *calls;
  /// The number of its instructions; 0 for no filter.
  uint16_t call_count;
  /// The rules of files and of the network (Landlock); -1 for none.
  int files;
  /// The user and the group that the process becomes; -1 to stay.
  uid_t user;
  gid_t group;
  /// The capabilities that the process keeps if it has them: a bit for each number.
  uint64_t capabilities;
};

/// Stands for the number of the confined process in a filter; no process has this number.
#define KEYBRIDGE_SELF 0x7ffff0f0u

/// The maximum number of instructions of a filter (`BPF_MAXINSNS`).
#define KEYBRIDGE_CALLS_LIMIT 4096

/// Confines this process, for good, together with the programs that it executes.
///
/// It loses all other capabilities, and changes its user and group if a number is given. The
/// process must have one thread. Only the kernel is called, so a child may call it between fork and
/// execve.
///
/// @param listener receives the descriptor at which the calls wait that the filter reports; -1 if
///   the kernel cannot report them, and refuses them with EPERM instead. NULL for a filter that
///   reports none.
/// @param error receives the error of the step that failed.
/// @return the step that failed; the process must not go on then.
enum keybridge_step keybridge_confine(
    const struct keybridge_confinement *confinement, int *listener, int *error);

/// Whether the kernel can report the system calls of a process (Linux 5.0).
bool keybridge_seccomp_reports(void);

/// Answers the calls that wait at a listener with EPERM.
///
/// It does not wait. A process that calls without end is served again after others.
///
/// @param numbers receives the number of each call.
/// @param room how many calls are answered at most.
/// @return the number of calls that were answered.
int keybridge_refuse_calls(int listener, int32_t *numbers, int room);

/// Returns the version of Landlock, with which the kernel restricts the files of a process; 0 if it
/// has none.
int keybridge_landlock_version(void);

/// Rights of Landlock, for `keybridge_landlock_allow`.
enum keybridge_access {
  KEYBRIDGE_ACCESS_READ = 1,
  KEYBRIDGE_ACCESS_EXECUTE = 2,
  KEYBRIDGE_ACCESS_WRITE = 4,
  KEYBRIDGE_ACCESS_CHANGE = 8,
  KEYBRIDGE_ACCESS_DEVICE = 16,
  KEYBRIDGE_ACCESS_SOCKETS = 32,
};

/// Creates rules that allow nothing.
///
/// @param may_connect whether TCP ports can be used.
/// @param reaches_others whether other processes can be signalled, and abstract sockets reached.
/// @return a descriptor; -1 with `errno`.
int keybridge_landlock_create(bool may_connect, bool reaches_others);

/// Allows what is below a path.
///
/// @param ruleset the rules.
/// @param path a file or a folder; one that does not exist is ignored.
/// @param access rights of `keybridge_access`; those of folders are ignored for a file.
/// @return 0, or an error.
int keybridge_landlock_allow(int ruleset, const char *path, unsigned access);

/// The files that a process sees in namespaces of its own.
struct keybridge_view {
  /// Files and folders with everything below, which are read only; absolute paths, ended by NULL.
  /// Those that do not exist are left out.
  char *const *paths;
  /// Folders of the system that the process can write, but not execute, ended by NULL; they exist.
  char *const *writable;
  /// An empty folder in memory that the process can write; NULL for none.
  const char *folder;
  /// The maximum size of its contents, in bytes.
  uint64_t folder_size;
  /// The home in the list of users; NULL for none.
  const char *home;
  /// Whether the process stays in the network of this process.
  bool keeps_network;
  /// The user and the group that the process has at last.
  uid_t user;
  gid_t group;
};

/// Returns the flags of `clone` for namespaces of processes, files, System V IPC and perhaps the
/// network.
///
/// Only root may create them alone; for another user there is a namespace of users as well.
///
/// @param keeps_network whether the process stays in the network of this process.
int keybridge_namespace_flags(bool keeps_network);

/// The list of users in the files of a view, which contains its user only.
#define KEYBRIDGE_USERS "/etc/passwd"

/// Restricts a process in new namespaces to some files, which are its whole file system.
///
/// It must have one thread, and no descriptor of a folder. Only the kernel is called.
///
/// @param flags the flags with which the process was cloned.
/// @return 0, or an error; the process must not go on then.
int keybridge_enter_view(const struct keybridge_view *view, int flags);

/// Tries whether this process may start others in namespaces of their own.
///
/// @return 0, or the error.
int keybridge_try_namespaces(void);

/// Whether a path is a folder.
bool keybridge_is_folder(const char *path);

/// Whether the kernel can refuse the system calls of a process (seccomp).
bool keybridge_seccomp_works(void);
